// [spectrum]: mesons and the nucleon of configurations, for one or several masses of the quarks.
#include "measure/measurement.h"
#include "measure/quarks.h"
#include "measure/spectrum_report.h"

#include "analysis/literature.h"
#include "config/spectrum_request.h"
#include "gaugegl/analysis/critical_kappa.h"
#include "gaugegl/analysis/pion_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/nucleon.h"
#include "report/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

/// [value][configuration][meson].
using Mesons = std::vector<std::vector<std::vector<MesonCorrelator>>>;

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

/// Where the pion of a run with kappas would have no mass; nothing without them.
std::optional<analysis::CriticalKappa> criticalKappaOf(const FermionSection& section, const Mesons& all)
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
std::optional<analysis::PionLine> pionLineOf(const FermionSection& section, const Mesons& all)
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
std::vector<std::string> plotPionLine(const Figure& figure, const std::vector<double>& masses,
                                      const analysis::PionLine& line)
{
    Curve points{.label = "pion", .x = masses, .style = CurveStyle::Points};
    for (const analysis::Estimate& one : line.squaredMasses) {
        points.y.push_back(one.mean);
        points.error.push_back(one.error);
    }
    std::vector<Curve> curves = {points};
    if (analysis::known(line.zero)) {
        const double zero = line.zero.mean, largest = *std::ranges::max_element(masses);
        curves.push_back({.label = fmt::format("vanishes at {}", analysis::formatEstimate(line.zero)),
                          .x = {zero, largest},
                          .y = {0, line.slope.mean * (largest - zero)},
                          .style = CurveStyle::Line});
    }
    return plotLines(figure, curves, {.zeroY = true});
}

/// The published critical kappa of the quarks of a run, if there is one.
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
std::vector<std::string> plotCriticalKappa(const Figure& figure, const std::vector<double>& kappas,
                                           const analysis::CriticalKappa& critical,
                                           const std::optional<analysis::PublishedKappa>& published)
{
    Curve points{.label = "pion", .style = CurveStyle::Points};
    double largest = 0;
    for (std::size_t k = 0; k < kappas.size(); ++k) {
        points.x.push_back(1 / (2 * kappas[k]));
        points.y.push_back(critical.squaredMasses[k].mean);
        points.error.push_back(critical.squaredMasses[k].error);
        largest = std::max(largest, points.x.back());
    }
    std::vector<Curve> curves = {points};
    if (analysis::known(critical.kappa)) {
        const double zero = 1 / (2 * critical.kappa.mean);
        curves.push_back({.label = fmt::format("kappa_c = {}", analysis::formatEstimate(critical.kappa)),
                          .x = {zero, largest},
                          .y = {0, critical.slope.mean * (largest - zero)},
                          .style = CurveStyle::Line});
    }
    if (published)
        curves.push_back({.label = fmt::format("{:.6g}, {}", published->value, published->source),
                          .x = {1 / (2 * published->value)},
                          .y = {0},
                          .style = CurveStyle::OpenPoints});
    return plotLines(figure, curves, {.zeroY = true});
}

Layout spectrumLayout(const RunConfig& run)
{
    const FermionSection& section = *run.spectrum;
    const double first = section.values.front();
    Axis distances{.name = "distance", .unit = "a"};
    for (int k = 0; k < run.lattice.extents[std::size_t(section.direction)]; ++k)
        distances.points.push_back(k);
    return {
        .measurement = "spectrum",
        .axes = {{.name = keyOf(section), .points = section.values},
                 {.name = "correlator", .labels = spectrumRequest(section, first).names(section.dirac(first).kind())},
                 distances},
        .arrays = {{"correlators", {keyOf(section), "correlator", "distance"}}}};
}

class Spectrum : public Measurement {
public:
    explicit Spectrum(const RunConfig& run) : Measurement(spectrumLayout(run)), run_(run) {}

    std::string figureName() const override { return "pion"; }

    std::optional<Record> measure(const Configuration& configuration) override
    {
        const HostLinks links = hostLinks(configuration.links, run_.device.tuning);
        InverterBackend backend = backendOf(links, section_.path, section_.precision);
        Record record = emptyRecord(configuration.sweep);
        for (const double value : section_.values) {
            const auto mesons = measureMesons(backend, links, value);
            if (!mesons) return std::nullopt;
            for (const MesonCorrelator& meson : *mesons)
                record.arrays[0].insert(record.arrays[0].end(), meson.values.begin(), meson.values.end());
        }
        addTuning(record, backend);
        return record;
    }

    Json nothing() const override { return Json::array(); }

    /// One entry for each kappa or mass.
    Json results(const Records& records) const override
    {
        Json result = Json::array();
        const Mesons all = mesonsOf(records);
        const Json tuning = records.tuning();
        for (std::size_t i = 0; i < all.size(); ++i) {
            Json one = {{"operator", choiceName<DiracType>(section_.type)},
                        {keyOf(section_), section_.values[i]},
                        {"configurations", all[i].size()},
                        {"pion_mass", report::toJson(analysis::plateauMass(seriesOf(all[i], 0)))}};
            for (const auto& [key, text] : {std::pair("smear_source", &section_.smearSource),
                                            {"smear_sink", &section_.smearSink},
                                            {"smear_links", &section_.smearLinks}})
                if (*text != "none") one[key] = *text;
            addMesons(one, reportMesons(all[i]));
            addResidualMass(one, residualMassOf(all[i]));
            if (!tuning.is_null()) one["tuning"] = tuning;
            result.push_back(one);
        }
        return result;
    }

    /// "critical_kappa" of quarks with several kappas, or "pion_line" of several masses.
    Json derived(const Records& records) const override
    {
        Json result = Json::object();
        const Mesons all = mesonsOf(records);
        if (const auto line = pionLineOf(section_, all))
            result["pion_line"] = {{"zero", report::toJson(line->zero)}, {"slope", report::toJson(line->slope)}};
        const auto critical = criticalKappaOf(section_, all);
        if (!critical) return result;
        result["critical_kappa"] = report::toJson(critical->kappa);
        if (const auto published = publishedKappaOf(run_))
            result["critical_kappa"]["published"] = {{"value", published->value}, {"source", published->source}};
        return result;
    }

    std::string title() const override { return "mesons"; }

    /// A table of the masses of the pion and of all others.
    std::string summary(const Records& records) const override
    {
        const Mesons all = mesonsOf(records);
        std::vector<std::string> header = {keyOf(section_)};
        for (const std::string& name : names())
            header.push_back(name == midpointName ? "residual mass" : "a m, " + name);
        Table table(header);
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::vector<std::string> row = {fmt::format("{}", section_.values[i])};
            for (std::size_t meson = 0; meson < all[i][0].size(); ++meson) {
                const MesonCorrelator& first = all[i][0][meson];
                row.push_back(analysis::formatEstimate(
                    first.name == midpointName ? residualMassOf(all[i])->mass
                                               : analysis::plateauMass(seriesOf(all[i], meson), first.symmetric)));
            }
            table.add(row);
        }
        return fmt::format("{} of {} (means of the cosh masses at distances from 3/8 to 1/2 of the "
                           "extent{}{})\n\n{}",
                           title(), records.counted(), section_.nucleon ? "; of the nucleon exponential ones" : "",
                           smearedText(spectrumRequest(section_, section_.values.front()).smearing), table.text()) +
               criticalKappaText(criticalKappaOf(section_, all), publishedKappaOf(run_)) +
               pionLineText(pionLineOf(section_, all));
    }

    /// Correlators and masses of the pions, and of several kappas or masses their squared masses.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        const Mesons all = mesonsOf(records);
        std::vector<MesonReport> pions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            pions.push_back(reportMesons(all[i]).front());
            pions.back().name = fmt::format("{} = {}", keyOf(section_), section_.values[i]);
        }
        const std::string title = "pion, " + figure.title;
        std::vector<std::string> figures =
            plotMesons({figure.path, title,
                        fmt::format("distance in {} / a", directionNames[std::size_t(section_.direction)]), ""},
                       pions);
        const auto keep = [&](const std::vector<std::string>& made) {
            figures.insert(figures.end(), made.begin(), made.end());
        };
        const auto critical = criticalKappaOf(section_, all);
        if (critical && critical->squaredMasses.size() == section_.values.size())
            keep(plotCriticalKappa({figure.path + "-kappa", title, "1/(2 kappa)", "(a m)^2"}, section_.values,
                                   *critical, publishedKappaOf(run_)));
        if (const auto line = pionLineOf(section_, all); line && line->squaredMasses.size() == section_.values.size())
            keep(plotPionLine({figure.path + "-mass", title, "a m of the quark", "(a m)^2 of the pion"},
                              section_.values, *line));
        return figures;
    }

private:
    void addOldArrays(Record& record, const Json& json) const override
    {
        for (std::size_t i = 0; i < section_.values.size(); ++i)
            for (const std::string& name : names())
                for (const Json& one : json.at("values").at(i).at(name))
                    record.arrays[0].push_back(one.get<double>());
    }

    const std::vector<std::string>& names() const { return layout().axis("correlator").labels; }

    /// The mean over the sources.  Nothing where an interrupt ended it.
    std::optional<std::vector<MesonCorrelator>> measureMesons(InverterBackend& backend, const HostLinks& of,
                                                              double value) const
    {
        const DiracParameters dirac = section_.dirac(value);
        const HostGaugeField& links = of.links;
        const auto inverter = backend.inverter(links, dirac, of.shared);
        const FermionDomain domain{links.lattice, links.group, dirac.kind()};
        SpectrumRequest request = spectrumRequest(section_, value);
        const auto smearer = request.smearing.smears()
                                 ? backend.smearer({links, dirac.boundary, request.smearing.links}, of.shared)
                                 : nullptr;
        std::vector<std::vector<MesonCorrelator>> ofSources;
        for (const std::string& source : section_.sources) {
            request.source = Source::parse(source);
            SpectrumMeasurement one = measureSpectrum(*inverter, domain, request, {}, smearer.get());
            if (one.status == SolverStatus::Interrupted) return std::nullopt;
            if (one.status != SolverStatus::Converged)
                throw UnsolvedError(fmt::format(
                    "{}, source {}: a column of the propagator is not solved ({}): |b - M x| / |b| is "
                    "{:.3e}, the tolerance is {:.1e}",
                    describe(dirac), source, gaugegl::name(one.status), one.largestResidual, section_.tolerance));
            ofSources.push_back(std::move(one.correlators));
        }
        return meanOverSources(ofSources);
    }

    Mesons mesonsOf(const Records& records) const
    {
        const auto baryons = nucleonNames();
        const std::size_t distances = layout().axis("distance").size();
        Mesons all(section_.values.size());
        for (const Record& record : records.all) {
            const double* next = record.arrays[0].data();
            for (auto& ofValue : all) {
                std::vector<MesonCorrelator>& mesons = ofValue.emplace_back();
                for (const std::string& name : names()) {
                    mesons.push_back({name, std::vector<double>(next, next + distances),
                                      std::ranges::find(baryons, name) == baryons.end()});
                    next += distances;
                }
            }
        }
        return all;
    }

    RunConfig run_;
    const FermionSection& section_ = *run_.spectrum;
};

} // namespace

std::unique_ptr<Measurement> makeSpectrum(const RunConfig& run) { return std::make_unique<Spectrum>(run); }

} // namespace gaugegl::measure
