// The lattice spacing that a coupling of the Wilson action has in pure gauge theory, as others have measured it.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "gaugegl/core/group.h"

#include <optional>
#include <string>

namespace gaugegl::analysis {

/// A lattice spacing.
struct LatticeSpacing {
    double fm = 0;               ///< in fm
    std::optional<double> r0ByA; ///< r0/a, where the source has that
    std::string source;          ///< the scale, the paper, and whether the value is interpolated
};

/// SU(3), 5.7 <= beta <= 6.92: the interpolation ln(a/r0) = -1.6804 - 1.7331 x + 0.7849 x^2 - 0.4428 x^3 with x = beta - 6, accurate
/// to 1 % or better, of S. Necco and R. Sommer, Nucl. Phys. B622 (2002) 328, hep-lat/0108008, with r0 = 0.5 fm.  SU(2), 2.2 <= beta <=
/// 2.85: the string tensions of table I of J. Fingberg, U. Heller, F. Karsch, Nucl. Phys. B392 (1993) 493, hep-lat/9208012, with
/// sqrt(sigma) = 440 MeV; between their couplings ln(a sqrt(sigma)) is interpolated linearly in beta.  Nothing elsewhere, and nothing
/// for other actions.
std::optional<LatticeSpacing> latticeSpacing(Group group, double beta, const GaugeAction& action = {});

/// The coupling of the Wilson action with this lattice spacing in fm.  Throws InputError that says which spacings are known.
double couplingOfSpacing(Group group, double fm);

/// A coupling of the Wilson action at which a first run does well, between strong coupling and lattices too small for
/// confinement, if the spacing is known for the group.
std::optional<double> usualCoupling(Group group);

} // namespace gaugegl::analysis
