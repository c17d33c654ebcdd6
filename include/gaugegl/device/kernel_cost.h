// What a kernel costs: the catalogues of kernels say it of theirs.
#pragma once

namespace gaugegl {

/// What a kernel does per site that it is run on.  A plane is four reals: 16 bytes in single, 32 in double precision.
struct KernelCost {
    double flops = 0;            ///< floating-point operations of a site
    double planesLoaded = 0;     ///< as the source loads them
    double planesCompulsory = 0; ///< every texel read or written once
};

} // namespace gaugegl
