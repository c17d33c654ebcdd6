// Stout smearing of the links that fermions see: CONVENTIONS.md, "Smearing and flow".
#pragma once

#include "gaugegl/base/warnings.h"

#include <string>
#include <string_view>

namespace gaugegl {

/// So many isotropic steps in four dimensions, U' = exp(-rho [U A]_TA) U (Morningstar and Peardon, hep-lat/0311018).
struct StoutSteps {
    double rho = 0; ///< weight of the staples, at least 0
    int steps = 0;  ///< 0: the links as they are

    /// Whether the links change.
    constexpr bool smears() const { return steps > 0 && rho != 0; }
    /// "0.12:3".
    std::string text() const;
    /// Parses "RHO:STEPS", or "none".  Throws InputError for another form and as validate().
    static StoutSteps parse(std::string_view text);
    /// Equal numbers.
    bool operator==(const StoutSteps&) const = default;
};

/// Throws InputError unless rho is 0 to 1 and the number of steps 0 to 1000.
void validate(const StoutSteps& stout);

/// The largest rho at which a step smooths every wave: a step multiplies a weak wave of momentum k by 1 - rho p^2, p = 2 sin(k/2), and
/// p^2 is at most 4 in each direction.  1/8 in four dimensions, 1/6 in space.
constexpr double longestStoutStep(int directions) { return 0.5 / directions; }

/// What to say of valid smearing in so many directions: shortest waves that grow.
Warnings warningsOf(const StoutSteps& stout, int directions = 4);

} // namespace gaugegl
