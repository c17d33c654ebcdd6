#include "run/fermions_of_run.h"
#include "gaugegl/fermion/fermion_domain.h"

#include "analysis/literature.h"
#include "config/spectrum_request.h"
#include "gaugegl/analysis/critical_kappa.h"
#include "gaugegl/analysis/pion_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/nucleon.h"
#include "gaugegl/fields/transfer.h"
#include "report/spectrum_report.h"
#include "report/table.h"
#include "report/tuning_report.h"
#include "run/ensemble_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The mean over the sources.  Nothing where an interrupt ended it.
std::optional<std::vector<MesonCorrelator>> measureMesons(InverterBackend& place, const LinksOfRun& of,
                                                          const FermionSection& section, double value)
{
    const DiracParameters dirac = section.dirac(value);
    const HostGaugeField& links = of.links;
    const auto inverter = place.inverter(links, dirac, of.shared);
    const FermionDomain domain{links.lattice, links.group, dirac.kind()};
    SpectrumRequest request = spectrumRequest(section, value);
    const auto smearer =
        request.smearing.smears() ? place.smearer({links, dirac.boundary, request.smearing.links}, of.shared) : nullptr;
    std::vector<std::vector<MesonCorrelator>> ofSources;
    for (const std::string& source : section.sources) {
        request.source = Source::parse(source);
        SpectrumMeasurement one = measureSpectrum(*inverter, domain, request, {}, smearer.get());
        if (one.status == SolverStatus::Interrupted) return std::nullopt;
        if (one.status != SolverStatus::Converged)
            throw UnsolvedError(
                fmt::format("{}, source {}: a column of the propagator is not solved ({}): |b - M x| / |b| is "
                            "{:.3e}, the tolerance is {:.1e}",
                            describe(dirac), source, name(one.status), one.largestResidual, section.tolerance));
        ofSources.push_back(std::move(one.correlators));
    }
    return report::meanOverSources(ofSources);
}

/// [value][configuration][meson] from the files.
std::vector<std::vector<std::vector<MesonCorrelator>>> readMesons(const FermionSection& section,
                                                                  const std::vector<std::string>& files)
{
    std::vector<std::vector<std::vector<MesonCorrelator>>> all(section.values.size());
    const double first = section.values.front();
    const auto names = spectrumRequest(section, first).names(section.dirac(first).kind());
    const auto baryons = nucleonNames();
    for (const std::string& file : files)
        readMeasurements(file, [&](const report::Json& json) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                std::vector<MesonCorrelator> mesons;
                mesons.reserve(names.size());
                for (const std::string& name : names)
                    mesons.push_back({name, json.at("values").at(i).at(name).get<std::vector<double>>(),
                                      std::ranges::find(baryons, name) == baryons.end()});
                all[i].push_back(std::move(mesons));
            }
        });
    return all;
}

/// "; source smeared with 0.25:30", or nothing.
std::string smearedText(const QuarkSmearing& smearing)
{
    std::string text;
    if (smearing.source.smears()) text += fmt::format("; source smeared with {}", smearing.source.text());
    if (smearing.sink.smears()) text += fmt::format("; sink smeared with {}", smearing.sink.text());
    if (smearing.links.smears()) text += fmt::format("; links of that with {}", smearing.links.text());
    return text;
}

analysis::CorrelatorSeries seriesOf(const std::vector<std::vector<MesonCorrelator>>& ofConfigurations,
                                    std::size_t meson)
{
    analysis::CorrelatorSeries series;
    series.reserve(ofConfigurations.size());
    for (const auto& one : ofConfigurations)
        series.push_back(one[meson].values);
    return series;
}

} // namespace

const char* keyOf(const FermionSection& section) { return traits(section.type).first().key; }

LinksOfRun linksOf(const Ensemble& ensemble)
{
    const GaugeField& u = ensemble.field();
    return {download(u), u.device().sharedBy(u.lattice()), u.device().context().device(),
            ensemble.config().device.tuning};
}

InverterBackend placeOf(const LinksOfRun& links, const std::string& path, SolverPrecision precision)
{
    return {path, precision, {.device = links.device}, {.tuning = links.tuning, .ranks = links.shared.communicator()}};
}

report::Json withTuning(report::Json measured, InverterBackend& place)
{
    if (place.device()) measured["tuning"] = report::toJson(place.device()->tuner().choices());
    return measured;
}

report::Json tuningIn(const std::vector<std::string>& files)
{
    report::Json all;
    for (const std::string& file : files)
        readMeasurements(file, [&](const report::Json& json) {
            if (!json.contains("tuning")) return;
            if (all.is_null()) all = report::Json::array();
            for (const report::Json& one : json.at("tuning"))
                if (std::ranges::find(all, one) == all.end()) all.push_back(one);
        });
    return all;
}

std::optional<report::Json> SpectrumOfRun::measure(const Ensemble& ensemble)
{
    const LinksOfRun links = linksOf(ensemble);
    report::Json values = report::Json::array();
    InverterBackend place = placeOf(links, run().spectrum->path, run().spectrum->precision);
    for (const double value : run().spectrum->values) {
        const auto mesons = measureMesons(place, links, *run().spectrum, value);
        if (!mesons) return std::nullopt;
        report::Json one = {{keyOf(*run().spectrum), value}};
        for (const MesonCorrelator& meson : *mesons)
            one[meson.name] = meson.values;
        values.push_back(one);
    }
    return withTuning({{"values", values}}, place);
}

/// Where the pion of a run with kappas would have no mass; nothing without them.
std::optional<analysis::CriticalKappa>
criticalKappaOf(const FermionSection& section, const std::vector<std::vector<std::vector<MesonCorrelator>>>& all)
{
    const DiracTraits& quark = traits(section.type);
    if (!quark.has(kappaNumber) || quark.has(muNumber) || all.size() < 2) return std::nullopt;
    std::vector<analysis::CorrelatorSeries> pions;
    pions.reserve(all.size());
    for (const auto& ofValue : all)
        pions.push_back(seriesOf(ofValue, 0));
    return analysis::criticalKappa(section.values, pions);
}

/// The squared mass of the pion against the masses of a run; nothing where there are fewer than two.
std::optional<analysis::PionLine> pionLineOf(const FermionSection& section,
                                             const std::vector<std::vector<std::vector<MesonCorrelator>>>& all)
{
    if (&traits(section.type).first() != &massNumber || all.size() < 2) return std::nullopt;
    std::vector<analysis::CorrelatorSeries> pions;
    pions.reserve(all.size());
    for (const auto& ofValue : all)
        pions.push_back(seriesOf(ofValue, 0));
    return analysis::pionLine(section.values, pions);
}

/// A line for people; empty where there is none.
std::string pionLineText(const std::optional<analysis::PionLine>& line)
{
    if (!line || !analysis::known(line->zero)) return {};
    return fmt::format("\n(a m)^2 of the pion is {} (a m of the quark - x) with x = {}\n",
                       analysis::formatEstimate(line->slope), analysis::formatEstimate(line->zero));
}

/// (a m)^2 of the pion against the mass of the quark, and the line through it.
std::vector<std::string> plotPionLine(const report::Figure& figure, const std::vector<double>& masses,
                                      const analysis::PionLine& line)
{
    report::Curve points{.label = "pion", .x = masses, .style = report::CurveStyle::Points};
    for (const analysis::Estimate& one : line.squaredMasses) {
        points.y.push_back(one.mean);
        points.error.push_back(one.error);
    }
    std::vector<report::Curve> curves = {points};
    if (analysis::known(line.zero)) {
        const double zero = line.zero.mean, largest = *std::ranges::max_element(masses);
        curves.push_back({.label = fmt::format("vanishes at {}", analysis::formatEstimate(line.zero)),
                          .x = {zero, largest},
                          .y = {0, line.slope.mean * (largest - zero)},
                          .style = report::CurveStyle::Line});
    }
    return report::plotLines(figure, curves, {.zeroY = true});
}

/// The published one of the same quarks, if there is one.
std::optional<analysis::PublishedKappa> publishedKappaOf(const RunConfig& run)
{
    const FermionSection& section = *run.spectrum;
    if (run.hmc || section.stout != "none" || run.action.type != ActionType::Wilson) return std::nullopt;
    return analysis::publishedCriticalKappa(run.lattice.group, run.action.beta,
                                            section.dirac(section.values[0]).clover);
}

/// A line for people; empty where there is none.
std::string criticalKappaText(const std::optional<analysis::CriticalKappa>& critical,
                              const std::optional<analysis::PublishedKappa>& published)
{
    if (!critical || !analysis::known(critical->kappa)) return {};
    std::string text =
        fmt::format("\n(a m)^2 of the pion vanishes at kappa_c = {}", analysis::formatEstimate(critical->kappa));
    if (published) text += fmt::format("; published: {:.6g} ({})", published->value, published->source);
    return text + "\n";
}

/// (a m)^2 against 1/(2 kappa), the line through it and where it ends.
std::vector<std::string> plotCriticalKappa(const report::Figure& figure, const std::vector<double>& kappas,
                                           const analysis::CriticalKappa& critical,
                                           const std::optional<analysis::PublishedKappa>& published)
{
    report::Curve points{.label = "pion", .style = report::CurveStyle::Points};
    double largest = 0;
    for (std::size_t k = 0; k < kappas.size(); ++k) {
        points.x.push_back(1 / (2 * kappas[k]));
        points.y.push_back(critical.squaredMasses[k].mean);
        points.error.push_back(critical.squaredMasses[k].error);
        largest = std::max(largest, points.x.back());
    }
    std::vector<report::Curve> curves = {points};
    if (analysis::known(critical.kappa)) {
        const double zero = 1 / (2 * critical.kappa.mean);
        curves.push_back({.label = fmt::format("kappa_c = {}", analysis::formatEstimate(critical.kappa)),
                          .x = {zero, largest},
                          .y = {0, critical.slope.mean * (largest - zero)},
                          .style = report::CurveStyle::Line});
    }
    if (published)
        curves.push_back({.label = fmt::format("{:.6g}, {}", published->value, published->source),
                          .x = {1 / (2 * published->value)},
                          .y = {0},
                          .style = report::CurveStyle::OpenPoints});
    return report::plotLines(figure, curves, {.zeroY = true});
}

report::Json SpectrumOfRun::resultsOf(const std::vector<std::string>& files) const
{
    report::Json result = report::Json::array();
    if (files.empty()) return result;
    const FermionSection& section = *run().spectrum;
    const auto all = readMesons(section, files);
    const report::Json tuning = tuningIn(files);
    for (std::size_t i = 0; i < all.size(); ++i) {
        report::Json one = {{"operator", choiceName<DiracType>(section.type)},
                            {keyOf(section), section.values[i]},
                            {"configurations", all[i].size()},
                            {"pion_mass", report::toJson(analysis::plateauMass(seriesOf(all[i], 0)))}};
        for (const auto& [key, text] : {std::pair("smear_source", &section.smearSource),
                                        {"smear_sink", &section.smearSink},
                                        {"smear_links", &section.smearLinks}})
            if (*text != "none") one[key] = *text;
        report::addMesons(one, report::reportMesons(all[i]));
        report::addResidualMass(one, report::residualMassOf(all[i]));
        if (!tuning.is_null()) one["tuning"] = tuning;
        result.push_back(one);
    }
    return result;
}

report::Json SpectrumOfRun::derivedOf(const std::vector<std::string>& files) const
{
    report::Json result = report::Json::object();
    if (files.empty()) return result;
    const auto all = readMesons(*run().spectrum, files);
    if (const auto line = pionLineOf(*run().spectrum, all))
        result["pion_line"] = {{"zero", report::toJson(line->zero)}, {"slope", report::toJson(line->slope)}};
    const auto critical = criticalKappaOf(*run().spectrum, all);
    if (!critical) return result;
    result["critical_kappa"] = report::toJson(critical->kappa);
    if (const auto published = publishedKappaOf(run()))
        result["critical_kappa"]["published"] = {{"value", published->value}, {"source", published->source}};
    return result;
}

std::vector<std::string> SpectrumOfRun::figuresOf(const std::vector<std::string>& files,
                                                  const SharedFolder& folder) const
{
    if (files.empty()) return {};
    const FermionSection& section = *run().spectrum;
    const auto all = readMesons(section, files);
    std::vector<report::MesonReport> pions;
    for (std::size_t i = 0; i < all.size(); ++i) {
        pions.push_back(report::reportMesons(all[i]).front());
        pions.back().name = fmt::format("{} = {}", keyOf(section), section.values[i]);
    }
    const std::string title = fmt::format("pion, {}, {} configurations", runTitle(run()), files.size());
    std::vector<std::string> figures =
        report::plotMesons({FilePlace(folder, "pion"), title,
                            fmt::format("distance in {} / a", directionNames[std::size_t(section.direction)]), ""},
                           pions);
    const auto critical = criticalKappaOf(section, all);
    if (critical && critical->squaredMasses.size() == section.values.size()) {
        const auto more = plotCriticalKappa({FilePlace(folder, "pion-kappa"), title, "1/(2 kappa)", "(a m)^2"},
                                            section.values, *critical, publishedKappaOf(run()));
        figures.insert(figures.end(), more.begin(), more.end());
    }
    if (const auto line = pionLineOf(section, all); line && line->squaredMasses.size() == section.values.size()) {
        const auto more = plotPionLine(
            {FilePlace(folder, "pion-mass"), title, "a m of the quark", "(a m)^2 of the pion"}, section.values, *line);
        figures.insert(figures.end(), more.begin(), more.end());
    }
    return figures;
}

std::string SpectrumOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    const FermionSection& section = *run().spectrum;
    const auto all = readMesons(section, files);
    std::vector<std::string> header = {keyOf(section)};
    for (const MesonCorrelator& meson : all[0][0])
        header.push_back(meson.name == midpointName ? "residual mass" : "a m, " + meson.name);
    report::Table table(header);
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<std::string> row = {fmt::format("{}", section.values[i])};
        for (std::size_t meson = 0; meson < all[i][0].size(); ++meson) {
            const MesonCorrelator& first = all[i][0][meson];
            row.push_back(analysis::formatEstimate(
                first.name == midpointName ? report::residualMassOf(all[i])->mass
                                           : analysis::plateauMass(seriesOf(all[i], meson), first.symmetric)));
        }
        table.add(row);
    }
    return fmt::format("mesons of {} configurations (means of the cosh masses at distances from 3/8 to 1/2 of the "
                       "extent{}{})\n\n{}",
                       files.size(), section.nucleon ? "; of the nucleon exponential ones" : "",
                       smearedText(spectrumRequest(section, section.values.front()).smearing), table.text()) +
           criticalKappaText(criticalKappaOf(section, all), publishedKappaOf(run())) +
           pionLineText(pionLineOf(section, all));
}

report::Json inverterResults(const Ensemble& ensemble, ProgressOptions options)
{
    report::Json results = report::Json::array();
    if (!ensemble.config().inverter) return results;
    const FermionSection& section = *ensemble.config().inverter;
    const LinksOfRun links = linksOf(ensemble);
    std::vector<std::pair<std::string, SolverPrecision>> ways = {{"cpu", SolverPrecision::Double},
                                                                 {"cpu", SolverPrecision::Mixed}};
    const bool compute = ensemble.field().device().context().capabilities().compute();
    for (const char* path : {"fragment", "compute"})
        if (section.path == path || (section.path == "auto" && (compute || path == std::string("fragment"))))
            ways.emplace_back(path, SolverPrecision::Mixed);
    options.label = "solves";
    options.total = std::int64_t(ways.size() * section.values.size());
    Progress progress(std::move(options));
    for (const double value : section.values)
        for (const auto& [path, precision] : ways) {
            const DiracParameters dirac = section.dirac(value);
            InverterBackend place = placeOf(links, path, section.precision);
            const auto inverter = place.inverter(links.links, dirac, links.shared);
            SolverChoice choice = section.choice();
            choice.precision = precision;
            const Inversion x = inverter->solve(sourceVector(Source::parse(section.sources.front()),
                                                             links.shared.lattice(), dirac.kind(), links.links.group),
                                                choice);
            results.push_back(withTuning(
                {{keyOf(section), value},
                 {"place", inverter->place()},
                 {"path", path},
                 {"precision", choiceName<SolverPrecision>(precision)},
                 {"status", name(x.status)},
                 {"iterations", x.iterations},
                 {"restarts", x.restarts},
                 {"relative_residual", report::toJson(x.relativeResidual)},
                 {"seconds", x.seconds},
                 {"gflops", x.seconds > 0 ? report::toJson(1e-9 * x.flops / x.seconds) : report::Json(nullptr)}},
                place));
            progress.update(std::int64_t(results.size()));
            if (x.status == SolverStatus::Interrupted) return results;
        }
    progress.finish();
    return results;
}

std::string inverterTable(const report::Json& results)
{
    if (results.empty()) return {};
    const std::string key = results[0].contains("mass") ? "mass" : "kappa";
    report::Table table({key, "path", "precision", "iterations", "restarts", "|b - M x| / |b|", "seconds", "status"});
    for (const report::Json& one : results)
        table.add({fmt::format("{}", one[key].get<double>()), one["path"], one["precision"],
                   std::to_string(one["iterations"].get<int>()), std::to_string(one["restarts"].get<int>()),
                   fmt::format("{:.2e}", one["relative_residual"].get<double>()),
                   fmt::format("{:.3f}", one["seconds"].get<double>()), one["status"]});
    return "the inverter on the last configuration\n\n" + table.text();
}

} // namespace gaugegl
