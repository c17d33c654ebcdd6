// What a kernel costs: its spec says it.
#pragma once

namespace gaugegl {

/// What a kernel does per site that it is run on, all its passes together.  A plane is four reals: 16 bytes in single,
/// 32 in double precision.
struct KernelCost {
    double flops = 0;            ///< floating-point operations of a site
    double planesLoaded = 0;     ///< as the source loads them, what is written included
    double planesCompulsory = 0; ///< every texel read or written once
};

/// Of two kernels that run one after the other.
constexpr KernelCost operator+(const KernelCost& a, const KernelCost& b)
{
    return {a.flops + b.flops, a.planesLoaded + b.planesLoaded, a.planesCompulsory + b.planesCompulsory};
}
/// Of so many runs.
constexpr KernelCost operator*(double runs, const KernelCost& cost)
{
    return {runs * cost.flops, runs * cost.planesLoaded, runs * cost.planesCompulsory};
}

/// The cost of a kernel before the number of passes is known.
struct CostModel {
    double flops = 0;      ///< floating-point operations of a site
    double loaded = 0;     ///< planes that are loaded or written once, in whatever number of passes
    double compulsory = 0; ///< planes: every texel read or written once
    double eachPass = 0;   ///< planes that every pass loads again

    /// In so many passes (device/kernel_spec.h).
    KernelCost of(int passes) const { return {flops, loaded + passes * eachPass, compulsory}; }
};

} // namespace gaugegl
