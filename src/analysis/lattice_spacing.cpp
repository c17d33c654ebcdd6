#include "analysis/lattice_spacing.h"

#include "gaugegl/analysis/static_potential.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr double sommerRadius = 0.5; // r0 in fm
constexpr double rootSigmaMeV = 440; // the string tension of both groups
constexpr double rounding = 1e-9;    // of couplings that are decimal numbers

/// The couplings for which the spacing of a group is known.
struct Scale {
    Group group;
    double first, last; ///< couplings
    double usual;       ///< a coupling for a first run
    LatticeSpacing (*at)(double beta);
};

LatticeSpacing neccoSommer(double beta)
{
    const double x = beta - 6;
    const double aByR0 = std::exp(-1.6804 - 1.7331 * x + 0.7849 * x * x - 0.4428 * x * x * x);
    return {.fm = aByR0 * sommerRadius,
            .r0ByA = 1 / aByR0,
            .source = "r0 = 0.5 fm, interpolation of S. Necco and R. Sommer, hep-lat/0108008"};
}

struct StringTension {
    double beta, rootSigma; ///< a sqrt(sigma)
};
constexpr std::array tensions = {StringTension{2.2, 0.4690},  StringTension{2.3, 0.3690}, StringTension{2.4, 0.2660},
                                 StringTension{2.5, 0.1905},  StringTension{2.6, 0.1360}, StringTension{2.7, 0.1015},
                                 StringTension{2.74, 0.0911}, StringTension{2.85, 0.0630}};

LatticeSpacing fingberg(double beta)
{
    const auto next = std::ranges::find_if(tensions, [&](const auto& one) { return beta <= one.beta + rounding; });
    const StringTension& upper = next == tensions.end() ? tensions.back() : *next;
    const bool tabulated = std::abs(upper.beta - beta) <= rounding;
    const StringTension& lower = tabulated ? upper : *(&upper - 1);
    const double fraction = tabulated ? 1 : (beta - lower.beta) / (upper.beta - lower.beta);
    const double rootSigma = lower.rootSigma * std::pow(upper.rootSigma / lower.rootSigma, fraction);
    return {.fm = rootSigma * hbarC / rootSigmaMeV,
            .r0ByA = {},
            .source = fmt::format(
                "sqrt(sigma) = 440 MeV, string tension of J. Fingberg et al., hep-lat/9208012{}",
                tabulated ? "" : fmt::format(", interpolated between beta = {} and {}", lower.beta, upper.beta))};
}

constexpr std::array scales = {
    Scale{Group::SU2, tensions.front().beta, tensions.back().beta, 2.5, fingberg},
    Scale{Group::SU3, 5.7, 6.92, 6.0, neccoSommer},
};

const Scale* scaleOf(Group group)
{
    const auto found = std::ranges::find(scales, group, &Scale::group);
    return found == scales.end() ? nullptr : &*found;
}

} // namespace

std::optional<LatticeSpacing> latticeSpacing(Group group, double beta, const GaugeAction& action)
{
    const Scale* scale = scaleOf(group);
    const bool known = scale != nullptr && action == actions::wilson && beta >= scale->first - rounding &&
                       beta <= scale->last + rounding;
    return known ? std::optional(scale->at(beta)) : std::nullopt;
}

double couplingOfSpacing(Group group, double fm)
{
    const Scale* scale = scaleOf(group);
    if (scale == nullptr)
        throw InputError(fmt::format("the lattice spacing of {} is not known here; give the coupling", name(group)));
    const double largest = scale->at(scale->first).fm, smallest = scale->at(scale->last).fm;
    if (!(fm >= smallest && fm <= largest))
        throw InputError(fmt::format("the lattice spacing {} fm of {} is not known here: {:.4f} to {:.4f} fm are, at "
                                     "beta = {} to {}",
                                     fm, name(group), smallest, largest, scale->last, scale->first));
    double below = scale->first, above = scale->last; // spacings fall with the coupling
    constexpr int halvings = 50;
    for (int k = 0; k < halvings; ++k) {
        const double middle = (below + above) / 2;
        (scale->at(middle).fm > fm ? below : above) = middle;
    }
    return below;
}

std::optional<double> usualCoupling(Group group)
{
    const Scale* scale = scaleOf(group);
    return scale == nullptr ? std::nullopt : std::optional(scale->usual);
}

} // namespace gaugegl::analysis
