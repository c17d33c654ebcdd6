// [spectrum]: mesons and baryons of configurations, for one or several masses of the quarks.
#include "measure/spectrum_report.h"
#include "measure/spectrum_solves.h"

#include "config/spectrum_request.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/baryons.h"
#include "report/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

/// [value][configuration][meson].
using Mesons = std::vector<std::vector<std::vector<MesonCorrelator>>>;

/// What is smeared, and how: {"source", "0.25:30"}.
std::vector<std::pair<const char*, std::string>> smearingsOf(const QuarkSmearing& smearing)
{
    std::vector<std::pair<const char*, std::string>> all;
    if (smearing.source.smears()) all.emplace_back("source", smearing.source.text());
    if (smearing.sink.smears()) all.emplace_back("sink", smearing.sink.text());
    if (smearing.links.smears()) all.emplace_back("links", smearing.links.text());
    return all;
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

/// The pion among correlators, which is called by its matrix too; nothing where it is not measured.
std::optional<std::size_t> pionIn(const std::vector<MesonCorrelator>& mesons)
{
    for (const char* name : {"pion", "pseudoscalar"}) {
        const auto found = std::ranges::find(mesons, name, &MesonCorrelator::name);
        if (found != mesons.end()) return std::size_t(found - mesons.begin());
    }
    return std::nullopt;
}

/// The pion with each of several values; nothing without it, or with one value, or with a chemical potential, with which its screening mass
/// squared m_pi^2 - 4 mu^2 is 0 where pions condense and not at massless quarks.
std::optional<std::vector<analysis::CorrelatorSeries>> pionsOf(const FermionSection& section, const Mesons& all)
{
    const auto pion = pionIn(all[0][0]);
    if (!pion || all.size() < 2 || section.further.isospinMu != 0) return std::nullopt;
    std::vector<analysis::CorrelatorSeries> pions;
    pions.reserve(all.size());
    for (const auto& ofValue : all)
        pions.push_back(seriesOf(ofValue, *pion));
    return pions;
}

/// Where the pion of a run with kappas would have no mass; nothing without them.
std::optional<analysis::CriticalKappa> criticalKappaOf(const FermionSection& section, const Mesons& all)
{
    const DiracTraits& quark = traits(section.type);
    if (!quark.has(kappaNumber) || quark.has(muNumber)) return std::nullopt;
    const auto pions = pionsOf(section, all);
    return pions ? std::optional(analysis::criticalKappa(section.values, *pions)) : std::nullopt;
}

/// The squared mass of the pion against the masses of a run; nothing where there are fewer than two.
std::optional<analysis::PionLine> pionLineOf(const FermionSection& section, const Mesons& all)
{
    if (&traits(section.type).first() != &massNumber) return std::nullopt;
    const auto pions = pionsOf(section, all);
    return pions ? std::optional(analysis::pionLine(section.values, *pions)) : std::nullopt;
}

/// The published critical kappa of the quarks of a run, if there is one.
std::optional<analysis::PublishedKappa> publishedKappaOf(const RunConfig& run)
{
    const FermionSection& section = *run.spectrum;
    if (run.hmc || section.stout != "none" || run.action.type != ActionType::Wilson) return std::nullopt;
    return analysis::publishedCriticalKappa(run.lattice.group, run.action.beta,
                                            section.dirac(section.values[0]).clover);
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

class Spectrum : public HostMeasurement {
public:
    explicit Spectrum(const RunConfig& run)
        : HostMeasurement(spectrumLayout(run), run, run.spectrum->path, run.spectrum->precision), run_(run)
    {}

    std::string figureName() const override { return "pion"; }

    const char* nameOfSteps() const override { return "columns"; }
    int steps() const override
    {
        const FermionDomain domain{Lattice(run_.lattice.extents), run_.lattice.group,
                                   section_.dirac(section_.values.front()).kind()};
        return int(quarksOf(section_).size() * section_.sources.size()) * domain.components();
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
                        {"configurations", all[i].size()}};
            if (section_.strange) one[section_.strangeKey()] = *section_.strange;
            if (const auto pion = pionIn(all[i][0]))
                one["pion_mass"] = report::toJson(analysis::plateauMass(seriesOf(all[i], *pion)));
            for (const auto& [what, text] : smearings())
                one[fmt::format("smear_{}", what)] = text;
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
        std::vector<std::string> header = {keyOf(section_)}, momenta;
        for (const std::string& name : names())
            if (std::ranges::find(momenta, momentumIn(name)) == momenta.end()) momenta.push_back(momentumIn(name));
        if (momenta.size() > 1) header.emplace_back("momentum");
        for (const std::string& name : names())
            if (momentumIn(name).empty())
                header.push_back(name == midpointName ? "residual mass"
                                 : momenta.size() > 1 ? "a E, " + name
                                                      : "a m, " + name);
        Table table(header);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const std::string& momentum : momenta) {
                std::vector<std::string> row = {fmt::format("{}", section_.values[i])};
                if (momenta.size() > 1) row.push_back(momentum.empty() ? "(0,0,0)" : momentum);
                for (std::size_t meson = 0; meson < all[i][0].size(); ++meson) {
                    const MesonCorrelator& first = all[i][0][meson];
                    if (momentumIn(first.name) != momentum) continue;
                    row.push_back(analysis::formatEstimate(
                        first.name == midpointName ? residualMassOf(all[i])->mass
                                                   : analysis::plateauMass(seriesOf(all[i], meson), first.symmetric)));
                }
                table.add(row);
            }
        std::string further;
        if (section_.strange) further = fmt::format("; {} = {}", section_.strangeKey(), *section_.strange);
        for (const auto& [what, text] : smearings())
            further += fmt::format(
                "; {} with {}", what == std::string_view("links") ? "links of that" : fmt::format("{} smeared", what),
                text);
        return fmt::format("{} of {} (means of the cosh masses at distances from 3/8 to 1/2 of the "
                           "extent{}{})\n\n{}",
                           title(), records.counted(),
                           section_.nucleon || section_.delta ? "; of baryons exponential ones" : "", further,
                           table.text()) +
               criticalKappaText(criticalKappaOf(section_, all), publishedKappaOf(run_)) +
               pionLineText(pionLineOf(section_, all));
    }

    /// Tables of all correlators and their effective masses, and of several kappas or masses the summary.
    std::string details(const Records& records) const override
    {
        std::string text;
        for (const auto& [what, steps] : smearings())
            text += fmt::format("{}{} {}", text.empty() ? "smeared: " : ", ", what, steps);
        if (!text.empty()) text += "\n";
        const Mesons all = mesonsOf(records);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all.size() > 1) text += fmt::format("\n{} = {}\n", keyOf(section_), section_.values[i]);
            text += residualMassLine(residualMassOf(all[i])) + "\n";
            text += mesonTables(reportMesons(all[i]));
        }
        return all.size() == 1 ? text : text + "\n" + summary(records);
    }

    /// Of one kappa or mass all correlators and effective masses at momentum 0, those of a strange quark in figures of their own, and the
    /// first meson at all momenta.
    std::vector<std::string> detailFigures(const Records& records, const Figure& figure) const override
    {
        const Mesons all = mesonsOf(records);
        if (all.size() > 1) return figures(records, figure);
        const std::vector<OfMomentum> momenta = byMomentum(reportMesons(all[0]));
        std::vector<std::string> files;
        for (const OfQuarks& one : byQuarks(momenta.front().mesons))
            std::ranges::move(plotMesons({figure.path + one.name, figure.title, distanceLabel(), ""}, one.mesons),
                              std::back_inserter(files));
        if (momenta.size() == 1) return files;
        std::vector<MesonReport> first;
        for (const OfMomentum& one : momenta) {
            first.push_back(one.mesons.front());
            first.back().name = one.title();
        }
        const std::string title = fmt::format("{}, {}", momenta.front().mesons.front().name, figure.title);
        std::ranges::move(plotMesons({figure.path + "-momenta", title, distanceLabel(), ""}, first),
                          std::back_inserter(files));
        return files;
    }

    /// Correlators and masses of the pions, and of several kappas or masses their squared masses.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        const Mesons all = mesonsOf(records);
        std::vector<MesonReport> pions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            pions.push_back(reportMesons(all[i])[pionIn(all[i][0]).value_or(0)]);
            pions.back().name = fmt::format("{} = {}", keyOf(section_), section_.values[i]);
        }
        const std::string title = fmt::format("{}, {}", names()[pionIn(all[0][0]).value_or(0)], figure.title);
        std::vector<std::string> figures = plotMesons({figure.path, title, distanceLabel(), ""}, pions);
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

    std::vector<std::pair<const char*, std::string>> smearings() const
    {
        return smearingsOf(spectrumRequest(section_, section_.values.front()).smearing);
    }
    std::string distanceLabel() const
    {
        return fmt::format("distance in {} / a", directionNames[std::size_t(section_.direction)]);
    }

    const std::vector<std::string>& names() const { return layout().axis("correlator").labels; }

    std::optional<Record> measureHost(const HostConfiguration& configuration) override
    {
        const auto all = solveSpectrum(section_, configuration);
        if (!all) return std::nullopt;
        Record record = emptyRecord(configuration.sweep);
        for (const auto& ofValue : *all)
            for (const MesonCorrelator& meson : ofValue)
                record.arrays[0].insert(record.arrays[0].end(), meson.values.begin(), meson.values.end());
        return record;
    }

    Mesons mesonsOf(const Records& records) const
    {
        const auto baryons = everyBaryonName();
        const std::size_t distances = layout().axis("distance").size();
        Mesons all(section_.values.size());
        for (const Record& record : records.all) {
            const double* next = record.arrays[0].data();
            for (auto& ofValue : all) {
                std::vector<MesonCorrelator>& mesons = ofValue.emplace_back();
                for (const std::string& name : names()) {
                    const std::string plain = name.substr(0, name.find('('));
                    mesons.push_back({name, std::vector<double>(next, next + distances),
                                      std::ranges::find(baryons, plain) == baryons.end()});
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
