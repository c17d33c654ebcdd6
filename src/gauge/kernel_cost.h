// The costs of the gauge kernels, counted from their sources; tests compare the loads with the text of the shaders.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// The cost of a kernel per site that it runs on, for all its passes (fold: per texel of its input; with sublattices:
/// per site of the sublattice).
///
/// Flops: every +, -, *, / and elementary function (sqrt, log, exp, cos, sin) of the source counts one.  Changes of
/// sign, the integer work of random numbers and the reconstruction of third rows of SU(3) matrices (42 per load) do not
/// count; RANLUX, which uses floats, does.  A matrix product is 198 in SU(3), 28 in
/// SU(2).  A heat bath is counted with one proposal, which is accepted.  Throws std::out_of_range for an unknown
/// kernel.
KernelCost kernelCost(const KernelSpec& spec);

/// The cost of a whole update of a link, "heatbath" or "overrelaxation"; mu and subgroup of the variant are not used.
/// The compulsory planes do not depend on the staple source: the traffic of a stored sum is not compulsory.  With
/// rectangles a link stands for the texels of all sublattices in a pass, which copies all but one.  The kernel that
/// makes RANLUX numbers is not included.
KernelCost updateCost(const std::string& kernel, const Lattice& lattice, UpdateKernel variant,
                      const DrawSource& draws = {});

} // namespace gaugegl
