#include "gauge/update/update_cost.h"

#include "gauge/staple_cost.h"
#include "gaugegl/core/link_set.h"

namespace gaugegl {

KernelCost updateCost(const std::string& kernel, const Lattice& lattice, UpdateKernel variant, const DrawSource& draws)
{
    const HeatBathKernel heatBath{.draws = draws}; // both algorithms cost the same
    const double link = linkPlanes(variant.group);
    const double others =
        variant.loops.couplesParity() ? Sublattices(lattice).count() - 1 : 0; // links that a pass only copies
    KernelCost cost;
    if (variant.staples != StapleSource::Fused) {
        cost = stapleSpec(variant.group, lattice, 0, variant.staples, variant.loops).cost.of(1);
        cost.planesLoaded += others * staplePlanes(variant.group);
    }
    for (int step = 0; step < updateSteps(variant.group, variant.staples); ++step) {
        variant.subgroup = step;
        const CostModel part =
            (kernel == "heatbath" ? heatBathSpec(lattice, variant, heatBath) : overrelaxationSpec(lattice, variant))
                .cost;
        cost.flops += part.flops;
        cost.planesLoaded += part.loaded + others * 2 * link;
    }
    cost.planesCompulsory = (others + 1) * (compulsoryLinks + 1) * link;
    if (kernel == "heatbath") cost.planesCompulsory += drawPlanes(draws.generator, subgroupCount(variant.group));
    return cost;
}

} // namespace gaugegl
