// What a whole update of a link costs: staple sum and all subgroups.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// A whole update of a link, "heatbath" or "overrelaxation"; mu and subgroup of the variant are not used.  Its
/// compulsory planes do not depend on where the staples come from: what a stored sum adds is not compulsory.  With
/// rectangles a link stands for the texels of all sublattices in a pass, which copies all but one.  The making of RANLUX
/// numbers is another kernel and not in it.
KernelCost updateCost(const std::string& kernel, const Lattice& lattice, UpdateKernel variant,
                      const DrawSource& draws = {});

} // namespace gaugegl
