// Iterations of solvers as a whole.
#pragma once

#include "checks/hop_work.h"

namespace gaugegl {

/// An iteration of conjugate gradients on the even-odd form.
Work iterationWork(Rig& rig, const HopCase& of);
/// An iteration of multi-shift conjugate gradients for the sign of overlap quarks.
Work signWork(Rig& rig, const HopCase& of);

} // namespace gaugegl
