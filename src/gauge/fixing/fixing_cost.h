// What the kernels of gauge fixing cost (gauge/flops.h states the rules).
#pragma once

#include "gauge/fixing/fixing_kernels.h"

namespace gaugegl {

/// A pass over the sites of one parity, or its transformations.
CostModel fixCost(const FixingVariant& variant);
/// A link that is transformed by an element of the group or by a rotation of a subgroup.
CostModel transformCost(Group group, LinkEnd end, bool rotates);
/// A step added to what was done before.
CostModel fixAccumulateCost(Group group);
/// The functional of a gauge and its gradient at a site.
CostModel fixFunctionalCost(Group group, Gauge gauge);

} // namespace gaugegl
