#include "texts.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>

namespace gaugegl::view {
namespace {

std::string smoothingText(const Settings& settings)
{
    if (settings.smoothing == Smoothing::None || settings.smoothingSteps == 0) return "";
    switch (settings.smoothing) {
    case Smoothing::Cooling:
        return fmt::format(" after {} cooling sweeps", settings.smoothingSteps);
    case Smoothing::Flow:
        return fmt::format(" at flow time {:.3g}", settings.smoothingSteps * settings.flowStep);
    default:
        return fmt::format(" after {} steps of stout smearing", settings.smoothingSteps);
    }
}

/// The coordinates that are not drawn.
std::string placeText(const Settings& settings, Quantity quantity)
{
    const bool slice = settings.mode == ViewMode::Slice;
    std::vector<std::string> parts;
    for (int mu = 0; mu < 4; ++mu) {
        const bool drawn = slice ? settings.plane[0] == mu || settings.plane[1] == mu : mu < 3;
        if (drawn || (mu == 3 && isPhase(quantity))) continue;
        const bool mean = mu == 3 && settings.timeMean;
        parts.push_back(
            mean ? "mean over t"
                 : fmt::format("{} = {}", directionNames[std::size_t(mu)], settings.position[std::size_t(mu)]));
    }
    return parts.empty() ? "" : fmt::format(", {}", fmt::join(parts, ", "));
}

} // namespace

std::string titleText(const Settings& settings, Quantity quantity)
{
    return title(quantity) + smoothingText(settings) + placeText(settings, quantity);
}

std::string subtitleText(const SteeredChain& chain, const io::StatedAction& action, const Take& take, bool several)
{
    const RunConfig& run = chain.run();
    std::string text = fmt::format("{} on {}, {}, sweep {}", traits(run.lattice.group).title,
                                   fmt::join(run.lattice.extents, "\xc3\x97"), actionText(action), take.sweep);
    if (several) text += fmt::format(", plaquette {:.5f}", chain.observables().plaquette);
    text += "\n" + unitOf(take.quantity);
    if (!take.note.empty()) text += "\n" + take.note;
    return text;
}

std::string compilationText(const Compilation& compilation)
{
    return fmt::format("compiling program {} of {}: {}", compilation.done() + 1, compilation.all(), compilation.next());
}

std::vector<std::pair<float, std::string>> barNumbers(const ColourScale& scale, Group group)
{
    if (scale.map == ColourMap::Cyclic) {
        const std::string pi = "\xcf\x80";
        if (colours(group) == 2) return {{0, "\xe2\x88\x92" + pi}, {0.5F, "0"}, {1, pi}};
        return {{0, "\xe2\x88\x92" + pi},
                {1 / 6.0F, "\xe2\x88\x92"
                           "2" +
                               pi + "/3"},
                {0.5F, "0"},
                {5 / 6.0F, "2" + pi + "/3"},
                {1, pi}};
    }
    std::vector<std::pair<float, std::string>> result;
    constexpr int parts = 4;
    for (int i = 0; i <= parts; ++i) {
        const double part = double(i) / parts;
        const double value = scale.range * (scale.map == ColourMap::Diverging ? 2 * part - 1 : part);
        result.emplace_back(float(part), shortNumber(value, std::abs(value) < 0.01 ? 2 : 3));
    }
    return result;
}

std::string unitOf(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Action:
    case Quantity::Magnetic:
    case Quantity::Electric:
        return "sum of 1 \xe2\x88\x92 Re tr P / N over the planes at a site";
    case Quantity::FieldStrength:
        return "E = F\xc2\xb2/4 in lattice units";
    case Quantity::Charge:
        return "charge q of a site";
    case Quantity::Polyakov:
        return "colour: phase of L; brightness: |L|";
    case Quantity::Monopoles:
        return "currents |k| of a site, mean over colours";
    default:
        return "pierced plaquettes of a site";
    }
}

std::string actionText(const io::StatedAction& action)
{
    Settings settings;
    takeStated(settings, action);
    return fmt::format("{}, \xce\xb2 {}", action.c1 ? actionTitle(settings.run.action) + " action" : "action unknown",
                       action.beta ? fmt::format("= {:.4g}", *action.beta) : "unknown");
}

std::string shortNumber(double value, int digits)
{
    if (value == 0) return "0";
    return withMinusSign(fmt::format("{:.{}g}", value, digits));
}

std::string withMinusSign(std::string number)
{
    if (number.starts_with('-')) number.replace(0, 1, "\xe2\x88\x92");
    return number;
}

} // namespace gaugegl::view
