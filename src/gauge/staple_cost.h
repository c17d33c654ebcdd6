// What a staple sum costs, alone or in a kernel that makes it.
#pragma once

#include "gauge/flops.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Links compulsory for a new one: those of the other three directions on both parities, 6, and those of mu on both,
/// among them its own old value.
constexpr double compulsoryLinks = 6 + 2;

/// Six times two products and a sum; with rectangles eleven products, four sums, three multiplications by a number
/// (which take as many flops as a sum).
constexpr double stapleFlops(Group group, bool rectangles)
{
    const MatrixFlops& f = matrixFlops(group);
    return rectangles ? 6 * (11 * f.product + 7 * f.sum) : 6 * (2 * f.product + f.sum);
}

/// Links that a staple sum loads, some of them more than once.
constexpr double stapleLinks(bool rectangles) { return rectangles ? 84 : 18; }

/// A kernel that writes staple sums, which loads all links in each of its passes.
inline CostModel stapleCost(const KernelSpec& spec, Group group, double flops, double links, double compulsory)
{
    const double passes = spec.planesPerPass > 0 ? double(spec.resultPlanes) / spec.planesPerPass : 1;
    return {flops, passes * links * linkPlanes(group) + spec.resultPlanes,
            compulsory * linkPlanes(group) + spec.resultPlanes};
}

/// Planes that hold the random numbers of a heat bath.  RANLUX: a plane for the proposal and one for the direction; the
/// linear congruential generator: its start.
constexpr double drawPlanes(GeneratorType generator, double subgroups)
{
    if (generator == GeneratorType::Ranlux) return 2 * subgroups;
    return generator == GeneratorType::Lcg ? 1 : 0;
}

} // namespace gaugegl
