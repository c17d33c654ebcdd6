// [disconnected]: quark loops of configurations from noise, and the disconnected correlators of mesons.
#include "measure/quarks.h"

#include "analysis/loop_correlator.h"
#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "gaugegl/fermion/measure/quark_loops.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

LoopRequest loopRequestOf(const FermionSection& section)
{
    LoopRequest request{.dilution = Dilution::parse(section.dilution), .choice = section.choice()};
    if (hasSpin(traits(section.type).kind)) request.gammas = parseGammas(section.gamma);
    return request;
}

Layout disconnectedLayout(const RunConfig& run)
{
    const FermionSection& section = *run.disconnected;
    Axis noise{.name = "noise"}, t{.name = "t", .unit = "a"};
    for (int k = 1; k <= section.vectors; ++k)
        noise.points.push_back(k);
    for (int k = 0; k < run.lattice.extents[3]; ++k)
        t.points.push_back(k);
    const std::vector<std::string> axes = {keyOf(section), "gamma", "noise", "t"};
    return {.measurement = "disconnected",
            .axes = {{.name = keyOf(section), .points = section.values},
                     {.name = "gamma", .labels = loopRequestOf(section).gammas},
                     noise,
                     t},
            .arrays = {{"real", axes}, {"imaginary", axes}}};
}

/// The real or the imaginary parts of the loops of a Gamma with one of the values, where they are not 0 on every configuration.
struct Series {
    std::size_t value; ///< its number
    std::size_t gamma; ///< its number
    std::string part;  ///< its array
    std::string name;  ///< "pseudoscalar"; where the imaginary part is not 0 "vector-x, imaginary"
    analysis::LoopMean mean = {};
    std::vector<analysis::Estimate> correlator = {}; ///< none where the noise gives none
};

class Disconnected : public HostMeasurement {
public:
    explicit Disconnected(const RunConfig& run)
        : HostMeasurement(disconnectedLayout(run), run, run.disconnected->path, run.disconnected->precision),
          section_(*run.disconnected), request_(loopRequestOf(section_)), lattice_(run.lattice.extents),
          group_(run.lattice.group), updateName_(updateName(run))
    {}

    Json nothing() const override { return Json::array(); }

    /// One entry for each kappa or mass.
    Json results(const Records& records) const override { return resultsOf(records, seriesOf(records)); }

    std::string title() const override { return "quark loops"; }

    std::string summary(const Records& records) const override
    {
        const std::vector<Series> all = seriesOf(records);
        Table means({keyOf(section_), "Gamma", "sum of L / V", "error of noise", "of gauge fields"});
        for (const Series& one : all)
            means.add({fmt::format("{}", section_.values[one.value]), one.name, analysis::formatEstimate(one.mean.mean),
                       errorText(one.mean.noiseError), errorText(one.mean.gaugeError)});
        return fmt::format("{} of {}; on each {} vector{} of {} noise, dilution {}, {} solves\n\n{}{}", title(),
                           records.counted(), section_.vectors, section_.vectors == 1 ? "" : "s",
                           choiceName(section_.noise), section_.dilution, section_.vectors * parts(), means.text(),
                           correlatorText(all)) +
               warningLines(warningsIn(resultsOf(records, all)));
    }

    /// The history of the first loops, and the correlators of the pseudoscalar, or of the first loops where it is not measured.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        std::vector<double> sweeps;
        for (const Record& one : records.all)
            sweeps.push_back(double(one.sweep));
        std::vector<Curve> histories, correlators;
        const std::vector<Series> all = seriesOf(records);
        const std::size_t shown = gammaShown();
        for (const Series& one : all) {
            const std::string label = fmt::format("{} = {}", keyOf(section_), section_.values[one.value]);
            if (one.gamma == 0 && one.part == all.front().part)
                histories.push_back({.label = label, .x = sweeps, .y = sums(records, one)});
            if (one.gamma != shown) continue;
            Curve curve{.label = fmt::format("{}, {}", one.name, label), .style = CurveStyle::Points};
            for (std::size_t s = 0; s < one.correlator.size(); ++s) {
                curve.x.push_back(double(s));
                curve.y.push_back(one.correlator[s].mean);
                curve.error.push_back(one.correlator[s].error);
            }
            if (!curve.x.empty()) correlators.push_back(std::move(curve));
        }
        std::vector<std::string> files = plotLines(
            {figure.path + "-history", figure.title, updateName_, all.front().name + ": sum of L / V"}, histories, {});
        if (correlators.empty()) return files;
        for (std::string& file :
             plotLines({figure.path + "-correlator", figure.title, "distance in t / a", "disconnected correlator D"},
                       correlators, {}))
            files.push_back(std::move(file));
        return files;
    }

private:
    Json resultsOf(const Records& records, const std::vector<Series>& all) const
    {
        Json result = Json::array();
        const Json tuning = records.tuning();
        for (std::size_t i = 0; i < section_.values.size(); ++i) {
            Json one = {{"operator", choiceName<DiracType>(section_.type)},
                        {keyOf(section_), section_.values[i]},
                        {"configurations", records.size()},
                        {"vectors", section_.vectors},
                        {"noise", choiceName(section_.noise)},
                        {"dilution", section_.dilution},
                        {"solves", section_.vectors * parts()},
                        {"loops", Json::array()}};
            for (const Series& series : all)
                if (series.value == i) one["loops"].push_back(toJson(series));
            if (!tuning.is_null()) one["tuning"] = tuning;
            result.push_back(one);
        }
        return result;
    }

    std::optional<Record> measureHost(const HostConfiguration& configuration) override
    {
        Record record = emptyRecord(configuration.sweep);
        for (const double value : section_.values)
            if (!addLoops(record, section_.dirac(value), configuration)) return std::nullopt;
        return record;
    }

    /// Adds the loops with one of the values.  False where an interrupt ended it.
    bool addLoops(Record& record, const DiracParameters& dirac, const HostConfiguration& on) const
    {
        const HostGaugeField& links = on.links;
        const auto inverter = on.backend.inverter(links, dirac, on.shared);
        SolveLog& log = *on.log;
        log.place = inverter->place();
        if (!setUp(*inverter, section_.choice(), log)) return false;
        const auto noise = [&](int k) {
            return noiseSource(on.shared.lattice(), dirac.kind(), links.group, section_.noise,
                               noiseSeed(on.key, section_.vectors, on.stream, k));
        };
        const LoopMeasurement one =
            measureLoops(*inverter, {links.lattice, links.group, dirac.kind()}, section_.vectors, noise, request_);
        log.iterations += one.iterations;
        log.seconds += one.seconds;
        log.largestResidual = std::max(log.largestResidual, one.largestResidual);
        if (one.status == SolverStatus::Interrupted) return false;
        if (one.status != SolverStatus::Converged)
            throw UnsolvedError(fmt::format("{}: a part of the noise of quark loops is not solved ({}): |b - M x| / "
                                            "|b| is {:.3e}, the tolerance is {:.1e}",
                                            describe(dirac), gaugegl::name(one.status), one.largestResidual,
                                            section_.tolerance));
        for (std::size_t gamma = 0; gamma < request_.gammas.size(); ++gamma)
            for (const QuarkLoops& loops : one.ofNoise)
                for (const std::complex<double>& l : loops[gamma]) {
                    arrayOf(record, "real").push_back(l.real());
                    arrayOf(record, "imaginary").push_back(l.imag());
                }
        return true;
    }

    std::int64_t parts() const { return request_.dilution.parts(lattice_, traits(section_.type).kind, group_); }

    /// Where the pseudoscalar is among the Gamma, or the first.
    std::size_t gammaShown() const
    {
        const auto found = std::ranges::find(request_.gammas, "pseudoscalar");
        return found == request_.gammas.end() ? 0 : std::size_t(found - request_.gammas.begin());
    }

    std::vector<Series> seriesOf(const Records& records) const
    {
        const bool exact =
            request_.dilution.isComplete(traits(section_.type).kind) && section_.noise != NoiseType::Gaussian;
        const analysis::LoopFacts facts{double(lattice_.volume()), exact};
        std::vector<Series> all;
        for (std::size_t value = 0; value < section_.values.size(); ++value)
            for (std::size_t gamma = 0; gamma < request_.gammas.size(); ++gamma) {
                const std::string& name = request_.gammas[gamma];
                const LoopParts has = loopParts(section_.dirac(section_.values[value]), name);
                for (const auto& [is, part] : {std::pair(has.real, "real"), {has.imaginary, "imaginary"}}) {
                    if (!is) continue;
                    Series one{value, gamma, part, has.imaginary ? fmt::format("{}, {}", name, part) : name};
                    const std::vector<analysis::NoisyLoops> loops = loopsOf(records, one);
                    one.mean = analysis::loopMean(loops, facts);
                    one.correlator = analysis::disconnectedCorrelator(loops, facts);
                    all.push_back(std::move(one));
                }
            }
        return all;
    }

    std::vector<analysis::NoisyLoops> loopsOf(const Records& records, const Series& of) const
    {
        const auto vectors = std::size_t(section_.vectors), extent = std::size_t(lattice_.extent(3));
        const std::size_t first = (of.value * request_.gammas.size() + of.gamma) * vectors * extent;
        std::vector<analysis::NoisyLoops> all;
        for (const Record& record : records.all) {
            const double* next = record.arrays[layout().index(of.part)].data() + first;
            analysis::NoisyLoops& loops = all.emplace_back();
            for (std::size_t k = 0; k < vectors; ++k, next += extent)
                loops.emplace_back(next, next + extent);
        }
        return all;
    }

    /// (1/V) sum_t L of each configuration, the mean over noise.
    std::vector<double> sums(const Records& records, const Series& of) const
    {
        std::vector<double> all;
        for (const analysis::NoisyLoops& loops : loopsOf(records, of))
            all.push_back(analysis::loopMean({loops}, {.volume = double(lattice_.volume())}).mean.mean);
        return all;
    }

    Json toJson(const Series& series) const
    {
        Json json = {{"gamma", request_.gammas[series.gamma]},
                     {"part", series.part},
                     {"mean", report::toJson(series.mean.mean)},
                     {"noise_error", report::toJson(series.mean.noiseError)},
                     {"gauge_error", report::toJson(series.mean.gaugeError)},
                     {"correlator", nullptr}};
        if (series.correlator.empty()) return json;
        json["correlator"] = Json::array();
        for (const analysis::Estimate& one : series.correlator)
            json["correlator"].push_back(report::briefly(one));
        return json;
    }

    static std::string errorText(double error) { return std::isnan(error) ? "unknown" : fmt::format("{:.2g}", error); }

    std::string correlatorText(const std::vector<Series>& all) const
    {
        if (all.front().correlator.empty())
            return "\nno disconnected correlators: they are products of different noise vectors, of which there is "
                   "one; vectors = 2 gives them\n";
        std::string text = "\ndisconnected correlators D(s) = (1/V) sum_t [<L(t + s) L(t)> - <L>^2]\n";
        for (std::size_t value = 0; value < section_.values.size(); ++value) {
            std::vector<std::string> header = {"s / a"};
            for (const Series& one : all)
                if (one.value == value) header.push_back(one.name);
            Table table(header);
            for (std::size_t s = 0; s < all.front().correlator.size(); ++s) {
                std::vector<std::string> row = {std::to_string(s)};
                for (const Series& one : all)
                    if (one.value == value) row.push_back(analysis::formatEstimate(one.correlator[s]));
                table.add(std::move(row));
            }
            text +=
                section_.values.size() > 1 ? fmt::format("\n{} = {}\n", keyOf(section_), section_.values[value]) : "\n";
            text += table.text();
        }
        return text;
    }

    FermionSection section_;
    LoopRequest request_;
    Lattice lattice_;
    Group group_;
    std::string updateName_;
};

} // namespace

std::unique_ptr<Measurement> makeDisconnected(const RunConfig& run) { return std::make_unique<Disconnected>(run); }

} // namespace gaugegl::measure
