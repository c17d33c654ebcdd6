// What a staple sum costs, alone or in a kernel that makes it.
#pragma once

#include "gauge/flops.h"
#include "gaugegl/core/gauge_action.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// Links compulsory for a new one: those of the other three directions on both parities, 6, and those of mu on both,
/// among them its own old value.
constexpr double compulsoryLinks = 6 + 2;

/// The products and sums of six sides of planes (LoopTraits).
constexpr double stapleFlops(Group group, const LoopSet& loops = {})
{
    const MatrixFlops& f = matrixFlops(group);
    return 6 * loops.sum([&](const LoopTraits& one) { return one.products * f.product + one.sums * f.sum; });
}

/// Links that a staple sum loads, some of them more than once.
constexpr double stapleLinks(const LoopSet& loops = {})
{
    return loops.sum([](const LoopTraits& one) { return one.loads; });
}

/// The loops of the staples that a kernel sums: defines and label.
void setLoops(KernelSpec& spec, const LoopSet& loops);

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
