// [condensate]: the chiral condensate of configurations from random sources.
#include "measure/quarks.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/noise.h"
#include "gaugegl/fermion/measure/condensate.h"
#include "report/table.h"
#include "report/warnings.h"

#include <fmt/format.h>
#include <numeric>

namespace gaugegl::measure {
namespace {

Layout condensateLayout(const FermionSection& section)
{
    Axis sources{.name = "source"};
    for (int k = 1; k <= section.vectors; ++k)
        sources.points.push_back(k);
    const std::vector<std::string> axes = {keyOf(section), "source"};
    return {.measurement = "condensate",
            .axes = {{.name = keyOf(section), .points = section.values}, sources},
            .arrays = {{"scalar", axes}, {"pseudoscalar", axes}}};
}

class Condensate : public HostMeasurement {
public:
    explicit Condensate(const RunConfig& run)
        : HostMeasurement(condensateLayout(*run.condensate), run, run.condensate->path, run.condensate->precision),
          section_(*run.condensate), updateName_(updateName(run))
    {}

    Json nothing() const override { return Json::array(); }

    /// One entry for each kappa or mass; with twisted mass the pseudoscalar condensate too.
    Json results(const Records& records) const override
    {
        Json result = Json::array();
        const Json tuning = records.tuning();
        for (std::size_t i = 0; i < section_.values.size(); ++i) {
            Json one = {{"operator", choiceName<DiracType>(section_.type)},
                        {keyOf(section_), section_.values[i]},
                        {"configurations", records.size()},
                        {"vectors", section_.vectors},
                        {"scalar", report::toJson(analysis::gammaMethod(means(records, "scalar", i)))}};
            if (hasPseudoscalar())
                one["pseudoscalar"] = report::toJson(analysis::gammaMethod(means(records, "pseudoscalar", i)));
            if (!tuning.is_null()) one["tuning"] = tuning;
            result.push_back(one);
        }
        return result;
    }

    std::string title() const override { return "condensate"; }

    std::string summary(const Records& records) const override
    {
        Table table(hasPseudoscalar() ? std::vector<std::string>{keyOf(section_), "tr M^-1 / V", "pseudoscalar"}
                                      : std::vector<std::string>{keyOf(section_), "tr M^-1 / V"});
        const auto text = [&](const char* array, std::size_t i) {
            return analysis::formatEstimate(analysis::gammaMethod(means(records, array, i)));
        };
        for (std::size_t i = 0; i < section_.values.size(); ++i) {
            std::vector<std::string> row = {fmt::format("{}", section_.values[i]), text("scalar", i)};
            if (hasPseudoscalar()) row.push_back(text("pseudoscalar", i));
            table.add(row);
        }
        return fmt::format("{} of {}, {} random sources on each\n\n{}", title(), records.counted(), section_.vectors,
                           table.text()) +
               warningLines(warningsIn(results(records)));
    }

    /// Its history.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        std::vector<double> sweeps;
        for (const Record& one : records.all)
            sweeps.push_back(double(one.sweep));
        std::vector<Curve> curves;
        for (std::size_t i = 0; i < section_.values.size(); ++i)
            curves.push_back({.label = fmt::format("{} = {}", keyOf(section_), section_.values[i]),
                              .x = sweeps,
                              .y = means(records, hasPseudoscalar() ? "pseudoscalar" : "scalar", i)});
        return plotLines({figure.path + "-history", figure.title, updateName_,
                          hasPseudoscalar() ? "pseudoscalar condensate" : "chiral condensate"},
                         curves, {});
    }

private:
    std::optional<Record> measureHost(const HostConfiguration& configuration) override
    {
        Record record = emptyRecord(configuration.sweep);
        for (const double value : section_.values)
            if (!estimate(record, value, configuration)) return std::nullopt;
        return record;
    }

    void addOldArrays(Record& record, const Json& json) const override
    {
        for (const ArrayFacts& array : layout().arrays)
            for (std::size_t i = 0; i < section_.values.size(); ++i)
                for (const Json& one : json.at("values").at(i).at(array.name))
                    arrayOf(record, array.name).push_back(one.get<double>());
    }

    bool hasPseudoscalar() const { return traits(section_.type).pseudoscalar; }

    /// Adds the estimate of each source with one of the values.  False where an interrupt ended it.
    bool estimate(Record& record, double value, const HostConfiguration& configuration) const
    {
        const DiracParameters dirac = section_.dirac(value);
        const HostGaugeField& links = configuration.links;
        const auto inverter = configuration.backend.inverter(links, dirac, configuration.shared);
        std::vector<std::uint64_t> seeds;
        seeds.reserve(std::size_t(section_.vectors));
        for (int k = 0; k < section_.vectors; ++k)
            seeds.push_back(noiseSeed(configuration.key, section_.vectors, configuration.stream, k));
        for (const CondensateEstimate& one :
             estimateCondensate(*inverter, {links.lattice, links.group, dirac.kind()}, seeds, section_.choice())) {
            if (one.status == SolverStatus::Interrupted) return false;
            if (one.status != SolverStatus::Converged)
                throw UnsolvedError(fmt::format("{}: a random source of the condensate is not solved ({}): |b - M x| / "
                                                "|b| is {:.3e}, the tolerance is {:.1e}",
                                                describe(dirac), gaugegl::name(one.status), one.relativeResidual,
                                                section_.tolerance));
            arrayOf(record, "scalar").push_back(one.scalar);
            arrayOf(record, "pseudoscalar").push_back(one.pseudoscalar);
        }
        return true;
    }

    /// Over the sources, of each configuration with one of the values.
    std::vector<double> means(const Records& records, std::string_view array, std::size_t value) const
    {
        std::vector<double> all;
        for (const std::vector<double>& numbers : records.series(array)) {
            const double* first = numbers.data() + value * std::size_t(section_.vectors);
            all.push_back(std::accumulate(first, first + section_.vectors, 0.0) / double(section_.vectors));
        }
        return all;
    }

    FermionSection section_;
    std::string updateName_;
};

} // namespace

std::unique_ptr<Measurement> makeCondensate(const RunConfig& run) { return std::make_unique<Condensate>(run); }

} // namespace gaugegl::measure
