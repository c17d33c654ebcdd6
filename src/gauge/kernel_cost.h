// What the gauge kernels cost, counted from their sources: tests compare the loads with the text of the shaders.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// The cost of a kernel for each site (for fold: each texel of its input; with colours: each site of the colour) that
/// it runs on, all its passes together.
///
/// Flops: every +, -, *, / and elementary function (sqrt, log, exp, cos, sin) of the source counts one; changes of
/// sign, the integer work of random numbers and the third rows of SU(3) matrices that are rebuilt from two stored ones
/// (42 for each load) count nothing; RANLUX, which works with floats, counts.  A matrix product is 198 in SU(3), 28 in
/// SU(2).  A heat bath is counted with one proposal, which is accepted.  Throws std::out_of_range for an unknown
/// kernel.
KernelCost kernelCost(const KernelSpec& spec);

/// A whole update of a link, "heatbath" or "overrelaxation"; mu and subgroup of the variant are not used.  Its
/// compulsory planes do not depend on where the staples come from: what a stored sum adds is not compulsory.  With
/// rectangles a link stands for the texels of all colours in a pass, which copies all but one.  The making of RANLUX
/// numbers is another kernel and not in it.
KernelCost updateCost(const std::string& kernel, const Lattice& lattice, UpdateKernel variant,
                      const DrawSource& draws = {});

} // namespace gaugegl
