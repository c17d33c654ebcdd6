// The costs of the gauge-fixing kernels.
#pragma once

#include "gaugegl/gauge/fixing/fixing_kernels.h"

namespace gaugegl {

/// Whether the kernel is one of fixing_kernels.h.
bool isFixingKernel(const KernelSpec& spec);

/// The cost of such a kernel per site that it runs on (fix_slices: per texel that it writes), with the rules of
/// kernelCost.  Work that the eight threads of a site do redundantly counts once.
KernelCost fixingKernelCost(const KernelSpec& spec);

} // namespace gaugegl
