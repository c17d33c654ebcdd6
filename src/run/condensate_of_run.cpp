#include "run/condensate_of_run.h"

#include "fermion/solve/inverter_backend.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/condensate.h"
#include "report/plot.h"
#include "report/table.h"
#include "report/warnings.h"
#include "run/ensemble_report.h"
#include "run/fermions_of_run.h"

#include <fmt/format.h>
#include <numeric>

namespace gaugegl {
namespace {

/// The estimates of one kappa or mass on one configuration, from each source.
struct Estimates {
    std::vector<double> scalar, pseudoscalar;
};

/// Nothing where an interrupt ended it.
std::optional<Estimates> estimate(InverterBackend& place, const Ensemble& ensemble, const LinksOfRun& of, double value)
{
    const RunConfig& run = ensemble.config();
    // That of the links among those of the key: a chain that goes on from a file has further sources.
    const std::int64_t sweep =
        std::int64_t(ensemble.firstSweep()) + ensemble.history().sweeps - run.update.thermalisation;
    const FermionSection& section = *run.condensate;
    const HostGaugeField& links = of.links;
    const DiracParameters dirac = section.dirac(value);
    const auto inverter = place.inverter(links, dirac, of.shared);
    std::vector<std::uint64_t> seeds;
    seeds.reserve(std::size_t(section.vectors));
    for (int k = 0; k < section.vectors; ++k)
        seeds.push_back(condensateSeed(ensemble.key(), section.vectors, sweep, k));
    Estimates result;
    for (const CondensateEstimate& one :
         estimateCondensate(*inverter, {links.lattice, links.group, dirac.kind()}, seeds, section.choice())) {
        if (one.status == SolverStatus::Interrupted) return std::nullopt;
        if (one.status != SolverStatus::Converged)
            throw UnsolvedError(fmt::format("{}: a random source of the condensate is not solved ({}): |b - M x| / "
                                            "|b| is {:.3e}, the tolerance is {:.1e}",
                                            describe(dirac), name(one.status), one.relativeResidual,
                                            section.tolerance));
        result.scalar.push_back(one.scalar);
        result.pseudoscalar.push_back(one.pseudoscalar);
    }
    return result;
}

/// The means over the sources, of every configuration.
struct Series {
    std::vector<double> sweep, scalar, pseudoscalar;
};

/// Of each kappa or mass.
std::vector<Series> readSeries(const FermionSection& section, const std::vector<std::string>& files)
{
    const auto meanOf = [](const report::Json& numbers) {
        const auto all = numbers.get<std::vector<double>>();
        return std::accumulate(all.begin(), all.end(), 0.0) / double(all.size());
    };
    std::vector<Series> all(section.values.size());
    for (const std::string& file : files)
        readMeasurements(file, [&](const report::Json& json) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                const report::Json& one = json.at("values").at(i);
                all[i].sweep.push_back(json.at("sweep").get<double>());
                all[i].scalar.push_back(meanOf(one.at("scalar")));
                all[i].pseudoscalar.push_back(meanOf(one.at("pseudoscalar")));
            }
        });
    return all;
}

} // namespace

std::optional<report::Json> CondensateOfRun::measure(const Ensemble& ensemble)
{
    const LinksOfRun links = linksOf(ensemble);
    report::Json values = report::Json::array();
    InverterBackend place = placeOf(links, run().condensate->path, run().condensate->precision);
    for (const double value : run().condensate->values) {
        const auto found = estimate(place, ensemble, links, value);
        if (!found) return std::nullopt;
        values.push_back(
            {{keyOf(*run().condensate), value}, {"scalar", found->scalar}, {"pseudoscalar", found->pseudoscalar}});
    }
    return withTuning({{"values", values}}, place);
}

report::Json CondensateOfRun::resultsOf(const std::vector<std::string>& files) const
{
    report::Json result = report::Json::array();
    if (files.empty()) return result;
    const FermionSection& section = *run().condensate;
    const auto all = readSeries(section, files);
    const report::Json tuning = tuningIn(files);
    for (std::size_t i = 0; i < all.size(); ++i) {
        report::Json one = {{"operator", choiceName<DiracType>(section.type)},
                            {keyOf(section), section.values[i]},
                            {"configurations", files.size()},
                            {"vectors", section.vectors},
                            {"scalar", report::toJson(analysis::gammaMethod(all[i].scalar))}};
        if (traits(section.type).pseudoscalar)
            one["pseudoscalar"] = report::toJson(analysis::gammaMethod(all[i].pseudoscalar));
        if (!tuning.is_null()) one["tuning"] = tuning;
        result.push_back(one);
    }
    return result;
}

std::vector<std::string> CondensateOfRun::figuresOf(const std::vector<std::string>& files,
                                                    const SharedFolder& folder) const
{
    if (files.empty()) return {};
    const FermionSection& section = *run().condensate;
    const auto all = readSeries(section, files);
    std::vector<report::Curve> curves;
    for (std::size_t i = 0; i < all.size(); ++i)
        curves.push_back({.label = fmt::format("{} = {}", keyOf(section), section.values[i]),
                          .x = all[i].sweep,
                          .y = traits(section.type).pseudoscalar ? all[i].pseudoscalar : all[i].scalar});
    return report::plotLines({FilePlace(folder, "condensate-history"), runTitle(run()), updateName(run()),
                              traits(section.type).pseudoscalar ? "pseudoscalar condensate" : "chiral condensate"},
                             curves, {});
}

std::string CondensateOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    const FermionSection& section = *run().condensate;
    const bool pseudoscalar = traits(section.type).pseudoscalar;
    const auto all = readSeries(section, files);
    report::Table table(pseudoscalar ? std::vector<std::string>{keyOf(section), "tr M^-1 / V", "pseudoscalar"}
                                     : std::vector<std::string>{keyOf(section), "tr M^-1 / V"});
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<std::string> row = {fmt::format("{}", section.values[i]),
                                        analysis::formatEstimate(analysis::gammaMethod(all[i].scalar))};
        if (pseudoscalar) row.push_back(analysis::formatEstimate(analysis::gammaMethod(all[i].pseudoscalar)));
        table.add(row);
    }
    return fmt::format("condensate of {} configurations, {} random sources on each\n\n{}", files.size(),
                       section.vectors, table.text()) +
           report::warningLines(report::warningsIn(resultsOf(files)));
}

} // namespace gaugegl
