#include "config/sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::config {
namespace {

template<class Member>
constexpr bool isOptional = requires(Member member)
{
    member.has_value();
};

template<auto member>
bool has([[maybe_unused]] const RunConfig& run)
{
    if constexpr (isOptional<std::remove_cvref_t<decltype(run.*member)>>)
        return (run.*member).has_value();
    else
        return true;
}

template<auto member>
void open([[maybe_unused]] RunConfig& run)
{
    if constexpr (isOptional<std::remove_cvref_t<decltype(run.*member)>>)
        if (!(run.*member)) (run.*member).emplace();
}

/// A section with a type of its own.
template<class Of, auto member>
constexpr Section section(const char* name, const char* help)
{
    return {name,
            help,
            has<member>,
            open<member>,
            [](RunConfig& run) { return KeyList::of([&](KeyList& key) { Of::list(key, run); }); },
            [](const RunConfig& run) {
                if constexpr (requires { Of::check(run); }) Of::check(run);
            },
            nullptr};
}

constexpr char inverter[] = "inverter";

/// One of quarks.
template<const char* name, auto member>
constexpr Section quarks(const char* help)
{
    return {name,
            help,
            has<member>,
            open<member>,
            [](RunConfig& run) {
                return KeyList::of([&](KeyList& key) { FermionSection::list(key, *(run.*member), name); });
            },
            [](const RunConfig& run) { FermionSection::check(run, *(run.*member), name); },
            nullptr};
}

/// One that is measured.
template<class Of, const char* name, auto member>
constexpr Section measured(const char* help)
{
    Section made;
    if constexpr (std::is_same_v<Of, FermionSection>)
        made = quarks<name, member>(help);
    else
        made = section<Of, member>(name, help);
    made.measured = [](const RunConfig& run) { return (run.*member)->every; };
    return made;
}

#define GAUGEGL_NAME(name, ...) constexpr char name##Name[] = #name;
GAUGEGL_MEASUREMENTS(GAUGEGL_NAME)
#undef GAUGEGL_NAME
#define GAUGEGL_MEASURED(name, make, Of, old, figures, help) measured<Of, name##Name, &RunConfig::name>(help),

constexpr std::array all = {
    section<LatticeSection, &RunConfig::lattice>("lattice", "The lattice and the gauge group."),
    section<ActionSection, &RunConfig::action>("action", "The gauge action."),
    section<UpdateSection, &RunConfig::update>(
        "update",
        "How the ensemble is generated. Beside [hmc] it has the keys start, file, seed, key_version, generator "
        "and luxury alone, and what other sections call sweeps are trajectories."),
    section<HmcSection, &RunConfig::hmc>("hmc", "Hybrid Monte Carlo instead of heat bath and overrelaxation."),
    section<MeasureSection, &RunConfig::measure>("measure", "What is measured while the ensemble is generated."),
    section<OutputSection, &RunConfig::output>("output", "What is written, and where."),
    section<DeviceSection, &RunConfig::device>("device", "Where it runs."),
    GAUGEGL_MEASUREMENTS(GAUGEGL_MEASURED) //
    quarks<inverter, &RunConfig::inverter>("Solves on the last configuration, for timings."),
    section<ScanSection, &RunConfig::scan>(
        "scan", "Couplings and extents in time of the runs of `gaugegl scan`, instead of beta in [action]."),
};
#undef GAUGEGL_MEASURED

/// What the gauge group must have for the sections of the run.
void checkFeatures(const RunConfig& run)
{
    const auto require = [&](bool wanted, const char* section, const char* key, Feature feature) {
        if (!wanted) return;
        try {
            requireFeature(run.lattice.group, feature);
        } catch (const InputError& error) {
            throw RunConfigError(section, key, fmt::format("[{}]: {}", section, error.what()));
        }
    };
    for (const auto& [name, section] : quarkSections)
        require((run.*section).has_value(), name, "operator", Feature::Fermions);
    require(run.eigen.has_value(), "eigen", "operator", Feature::Fermions);
    require(run.fixing.has_value(), "fixing", "gauge", Feature::GaugeFixing);
    require(run.inverter.has_value(), "inverter", "operator", Feature::Fermions);
    require(run.hmc.has_value(), "hmc", "trajectories", Feature::MolecularDynamics);
    require(run.loops && run.loops->multihit, "loops", "multihit", Feature::MeanLinks);
}

/// What its keys say together.
void checkSection(const Section& section, const RunConfig& run)
{
    if (section.measured) checkEvery(section.name, section.measured(run), run);
    section.check(run);
}

std::string wordsOf(const KeyRange& range)
{
    const bool bounded = std::isfinite(range.most);
    if (range.open)
        return bounded ? fmt::format("above {} and below {}", range.least, range.most)
                       : fmt::format("a finite number above {}", range.least);
    return bounded ? fmt::format("{} to {}", range.least, range.most) : fmt::format("at least {}", range.least);
}

void checkRanges(const std::string& section, const std::vector<Key>& keys)
{
    for (const Key& key : keys) {
        checkRange(section, key.name, key);
        if (const auto* tables = std::get_if<Tables>(&key.value); tables && tables->sections)
            for (std::size_t k = 0; k < tables->size(); ++k)
                checkRanges(fmt::format("{}.{}[{}]", section, key.name, k), tables->keys(k));
    }
}

} // namespace

std::span<const Section> sections() { return all; }

const Section& sectionNamed(std::string_view name)
{
    return *std::ranges::find(all, name, [](const Section& one) -> std::string_view { return one.name; });
}

void validateSection(const RunConfig& config, std::string_view name)
{
    RunConfig run = config; // the walks take what they may change
    const Section& section = sectionNamed(name);
    checkRanges(section.name, section.keys(run));
    checkFeatures(run);
    checkSection(section, run);
}

void reject(std::string_view section, std::string_view key, const std::string& value, const std::string& expectation)
{
    throw RunConfigError(std::string(section), std::string(key),
                         fmt::format("{} = {} in [{}] must be {}", key, value, section, expectation));
}

void checkRange(std::string_view section, std::string_view key, double value, const KeyRange& range)
{
    const KeyRange none;
    if (range.least == none.least && range.most == none.most) return;
    const bool inside =
        range.open ? value > range.least && value < range.most : value >= range.least && value <= range.most;
    if (!inside || !std::isfinite(value)) reject(section, key, fmt::format("{}", value), wordsOf(range));
}

void checkRange(std::string_view section, std::string_view name, const Key& key)
{
    const auto check = [&](double number) { checkRange(section, name, number, key.facts.range); };
    std::visit(
        [&](const auto& value) {
            if constexpr (requires { check(*value); })
                check(*value);
            else if constexpr (requires { check(**value); }) // optional
                if (*value) check(**value);
        },
        key.value);
}

void checkBeta(const char* section, double beta)
{
    if (!isCoupling(beta))
        reject(section, "beta", fmt::format("{}", beta),
               fmt::format("0 to {}, whose products single precision can represent", largestBeta));
}

void checkEvery(const char* section, int every, const RunConfig& run)
{
    if (every > run.update.sweeps) // as where a run is shortened by --set
        reject(section, "every", std::to_string(every),
               fmt::format("1 to {}, the number of {} of the run: make that larger, or set {}.every too",
                           run.update.sweeps, updateName(run, 2), section));
    checkRange(section, "every", every, KeyRange::between(1, run.update.sweeps));
    if (every % run.measure.every != 0)
        reject(section, "every", std::to_string(every),
               fmt::format("a multiple of every = {} in [measure]", run.measure.every));
}

} // namespace gaugegl::config

namespace gaugegl {

void validate(const RunConfig& config)
{
    RunConfig run = config; // the walks take what they may change
    for (const config::Section& section : config::sections())
        if (section.has(run)) config::checkRanges(section.name, section.keys(run));
    config::checkFeatures(run);
    for (const config::Section& section : config::sections())
        if (section.has(run)) config::checkSection(section, run);
}

} // namespace gaugegl
