// The cost of a kernel in flops and memory traffic, as the catalogues of kernels state it.
#pragma once

namespace gaugegl {

/// The cost per site that a kernel is run on.  A plane is four reals: 16 bytes in single, 32 in double precision.
struct KernelCost {
    double flops = 0;            ///< floating-point operations
    double planesLoaded = 0;     ///< planes that the source loads
    double planesCompulsory = 0; ///< planes of memory traffic if every texel is read or written once
};

} // namespace gaugegl
