#include "gaugegl/config/hmc.h"

#include "config/sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

/// What is wrong with a key of a section, "hmc" or "hmc.fermions[1]".
class Refusal {
public:
    explicit Refusal(std::string section) : section_(std::move(section)) {}

    template<class Value>
    void unless(bool good, const char* key, const Value& value, const std::string& expectation) const
    {
        if (!good)
            throw RunConfigError(section_, key,
                                 fmt::format("{} = {} in [{}] must be {}", key, value, section_, expectation));
    }
    void scale(const char* key, int value, const HmcParameters& of) const
    {
        const auto count = int(of.scales.size());
        unless(value >= 0 && value < count, key, value, fmt::format("0 to {}, the number of a time scale", count - 1));
    }
    /// Throws what `check` does as an error of this key, or of the one that the message begins with: "mu = 2 must be
    /// ..".
    template<class Check>
    void passes(const Check& check, const char* key = nullptr) const
    {
        try {
            check();
        } catch (const InputError& error) {
            const std::string message = error.what();
            throw RunConfigError(section_, key != nullptr ? key : message.substr(0, message.find(' ')),
                                 fmt::format("{} (in [{}])", message, section_));
        }
    }

private:
    std::string section_;
};

[[noreturn]] void failToMatch(std::size_t integrators, std::size_t steps)
{
    throw RunConfigError("hmc", "integrator",
                         fmt::format("'integrator' in [hmc] must be one text, or one for each of the {} time scales of "
                                     "'steps', not {}",
                                     steps, integrators));
}

void checkTerm(const Refusal& refusal, const HmcParameters& all, const FermionTerm& term)
{
    HmcParameters alone = all;
    alone.fermions = {term};
    FermionTerm& quark = alone.fermions.front();
    quark.ratios.clear();
    quark.scales.clear();
    if (isRational(term.action)) {
        const FermionActionTraits& whole = withoutRoot(term.action);
        refusal.unless(
            term.flavours > 0 && term.flavours < whole.whole, "flavours", term.flavours,
            fmt::format("above 0 and below {}; {} are the kind '{}'", whole.whole, whole.flavours, whole.name));
        if (term.range)
            refusal.unless(term.range->lower > 0 && term.range->lower < term.range->upper, "range",
                           fmt::format("[{}, {}]", term.range->lower, term.range->upper), "two rising numbers above 0");
    }
    for (const int scale : term.scales)
        refusal.scale("scales", scale, all);
    refusal.passes([&] { validate(alone); });
    quark.ratios = term.ratios;
    refusal.passes([&] { validate(alone); }, "ratios");
    quark.scales = term.scales;
    refusal.passes([&] { validate(alone); }, "scales");
}

} // namespace

void HmcSection::check(const RunConfig& run)
{
    const HmcSection& hmc = *run.hmc;
    const Refusal refusal("hmc");
    refusal.unless(hmc.acceptFirst >= 0 && hmc.acceptFirst <= run.update.thermalisation, "accept_first",
                   hmc.acceptFirst, fmt::format("0 to thermalisation = {}", run.update.thermalisation));
    HmcParameters all = hmcOf(run);
    if (run.scan) all.beta = 1; // each run of the scan has its own
    for (const ScaleParameters& scale : all.scales)
        refusal.unless(scale.steps >= 1, "steps", scale.steps, "at least 1");
    if (all.gaugeScale) refusal.scale("gauge_scale", *all.gaugeScale, all);
    for (std::size_t k = 0; k < all.fermions.size(); ++k)
        checkTerm(Refusal(fmt::format("hmc.fermions[{}]", k)), all, all.fermions[k]);
    refusal.passes([&] { validate(all); }, "fermions");
    const auto expected = choiceName(devicePrecision(all.precision)), found = choiceName(run.device.precision);
    if (found != expected)
        throw RunConfigError("device", "precision",
                             fmt::format("precision = '{}' in [device] must be '{}' or left out, since precision in "
                                         "[hmc] is '{}'",
                                         found, expected, choiceName(all.precision)));
}

void HmcSection::requireSteps() const
{
    if (parameters.scales.size() > 1) failToMatch(parameters.scales.size(), 1);
}

std::vector<std::string> HmcSection::integratorNames(const HmcParameters& parameters)
{
    std::vector<std::string> names;
    for (const ScaleParameters& scale : parameters.scales)
        names.push_back(choiceName(scale.integrator));
    return names;
}

std::vector<int> HmcSection::stepsOf(const HmcParameters& parameters)
{
    std::vector<int> steps;
    for (const ScaleParameters& scale : parameters.scales)
        steps.push_back(scale.steps);
    return steps;
}

void HmcSection::setSteps(HmcParameters& parameters, std::vector<int> steps)
{
    if (steps.empty()) steps.push_back(0); // refused like any other number below 1
    std::vector<ScaleParameters>& scales = parameters.scales;
    if (scales.size() != 1 && scales.size() != steps.size()) failToMatch(scales.size(), steps.size());
    const std::vector<ScaleParameters> given = scales;
    scales.clear();
    for (std::size_t k = 0; k < steps.size(); ++k)
        scales.push_back({given[given.size() == 1 ? 0 : k].integrator, steps[k]});
}

std::vector<double> HmcSection::rangeOf(const FermionTerm& term)
{
    return term.range ? std::vector<double>{term.range->lower, term.range->upper} : std::vector<double>();
}

void HmcSection::setRange(FermionTerm& term, const std::vector<double>& range)
{
    if (range.size() != 2)
        throw InputError(fmt::format("range = [{}] must be two numbers, the least and the largest eigenvalue",
                                     fmt::join(range, ", ")));
    term.range = SpectralRange{range[0], range[1]};
}

std::string HmcSection::boundaryText(const BoundaryPhases& boundary)
{
    if (boundary == BoundaryPhases()) return "antiperiodic";
    return fmt::format("{}{}", fmt::join(boundary.theta, ","), boundary.spread ? ":spread" : "");
}

std::vector<double> HmcSection::massesOf(const FermionTerm& term)
{
    std::vector<double> masses;
    for (const RatioQuark& quark : term.ratios)
        masses.push_back(quark.mass);
    return masses;
}

void HmcSection::setMasses(FermionTerm& term, const std::vector<double>& masses)
{
    term.ratios.clear();
    for (const double mass : masses)
        term.ratios.push_back({.kappa = term.kappa, .mass = mass});
}

HmcParameters hmcOf(const RunConfig& run)
{
    HmcParameters result = run.hmc->parameters;
    result.beta = run.action.beta;
    result.action = gaugeActionOf(run.action);
    return result;
}

} // namespace gaugegl
