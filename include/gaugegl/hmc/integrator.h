// Integrators of the equations of motion as data: a trajectory is a list of updates of links and momenta, which is
// symmetric in time, so that it is reversible, and preserves the volume of phase space since each update does.
#pragma once

#include "gaugegl/core/hmc.h"

#include <vector>

namespace gaugegl {

/// Forces for one step, those at its end counted with the next step.
int forcesPerStep(Integrator integrator);

/// One update of a trajectory.
struct MotionUpdate {
    int scale = -1;  ///< number of the time scale whose terms change the momenta, or links
    double time = 0; ///< over which

    /// In `scale`: the links move, U -> exp(time P) U.
    static constexpr int links = -1;

    /// Equal numbers.
    bool operator==(const MotionUpdate&) const = default;
};

/// The updates of a trajectory of a length: the links of every scale but the last are moved by the steps of the next
/// one (Sexton and Weingarten, Nucl. Phys. B 380 (1992) 665); updates of equal momenta that follow each other are one.
/// Throws InputError for no scale, fewer than one step or a length that is not positive.
std::vector<MotionUpdate> trajectory(const std::vector<ScaleParameters>& scales, double length);

} // namespace gaugegl
