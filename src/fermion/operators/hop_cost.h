// What the hopping terms cost.
#pragma once

#include "fermion/operators/hopping.h"

namespace gaugegl {

/// For each site of the result.  Flops: Wilson 1320 in SU(3) and 624 in SU(2), staggered 570 and 252 for the hopping
/// term; a factor counts one multiplication for each real, with a twist three flops, a sum one, a norm two; links that
/// are rebuilt count nothing.  Planes of 16 bits count half.  What is loaded includes the numbers of the device, what is
/// compulsory does not.
CostModel hopCost(const HopKernel& kernel);

} // namespace gaugegl
