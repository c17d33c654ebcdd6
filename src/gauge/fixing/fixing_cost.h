// What the kernels of gauge fixing cost.
#pragma once

#include "gaugegl/gauge/fixing/fixing_kernels.h"

namespace gaugegl {

/// Whether the kernel is one of fixing_kernels.h.
bool isFixingKernel(const KernelSpec& spec);

/// Of such a kernel, for each site that it runs on (fix_slices: each texel that it writes), as kernelCost counts.  What
/// the eight threads of a site do alike counts once.
KernelCost fixingKernelCost(const KernelSpec& spec);

} // namespace gaugegl
