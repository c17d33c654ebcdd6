// Integrators of the equations of motion as data: a trajectory is a list of updates of links and momenta.  The list is
// symmetric in time, hence reversible, and each update preserves the volume of phase space.
#pragma once

#include "gaugegl/core/hmc.h"

#include <vector>

namespace gaugegl {

/// The number of forces per step; the force at its end counts for the next step.
int forcesPerStep(Integrator integrator);

/// One update of a trajectory.
struct MotionUpdate {
    int scale = -1;  ///< time scale whose terms update the momenta, or `links`
    double time = 0; ///< length of the update

    /// The value of `scale` for an update of the links, U -> exp(time P) U.
    static constexpr int links = -1;

    /// Equal numbers.
    bool operator==(const MotionUpdate&) const = default;
};

/// The updates of a trajectory of a given length.  On every scale but the last, an update of the links consists of the
/// steps of the next scale (Sexton and Weingarten, Nucl. Phys. B 380 (1992) 665); successive updates of the momenta on
/// one scale are merged.  Throws InputError for no scale, fewer than one step or a length that is not positive.
std::vector<MotionUpdate> trajectory(const std::vector<ScaleParameters>& scales, double length);

} // namespace gaugegl
