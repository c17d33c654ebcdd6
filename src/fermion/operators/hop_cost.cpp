#include "fermion/operators/hop_cost.h"

#include "fermion/operators/clover_kernels.h"

namespace gaugegl {
namespace {

bool takesRows(const HopKernel& k)
{
    const bool oneByOne = k.variant.registers == HopRegisters::Parts || k.variant.registers == HopRegisters::Planes;
    return oneByOne && !traits(k.group).quaternions && k.storage.reconstruct == Reconstruct::R18;
}

double hopFlops(const HopKernel& k)
{
    const FermionKindTraits& kind = traits(k.kind);
    const int nc = colours(k.group), reals = 2 * kind.spins * nc, product = nc * (8 * nc - 2);
    const int projection = hasSpin(k.kind) ? 4 * nc : 0;
    const double twist = k.twist ? 3 : 1;
    double flops = 8 * (projection + kind.stepVectors * product) + 7 * reals;
    flops += twist * reals; // the factor of the hopping term
    if (k.diagonal) flops += (twist + 1) * reals;
    if (k.updateResidual) flops += 2 * reals;
    if (k.terms) flops += 2 * reals * 2;
    if (k.blocks != SiteBlocks::None) flops += blockFlops(k.group) * (k.turned ? 2 : 1);
    if (k.blocks == SiteBlocks::OfChi && k.twist) flops += 2 * reals; // a sum of its own
    if (k.turned) flops += 4 * reals;
    for (int mu = 0; mu < 4; ++mu)
        flops += 2 * kind.stepVectors * nc * phaseFlops(k.boundary, mu);
    return flops;
}

/// How often the text of a hop loads something for a texel.
struct HopLoads {
    double psi = 0;        ///< fields
    double links = 0;      ///< whole links, or by rows 6/5 of one
    double neighbours = 0; ///< planes that name a neighbour
};

/// Wilson: each of the eight neighbours, spin by spin twice.  Staggered: of a pair of sites the pair itself; in x one
/// for each site and sign, in t the one before and the next, in y and z one for each site and sign; in steps the pair
/// itself again wherever it is used.
HopLoads hopLoads(const HopKernel& k)
{
    const HopRegisters registers = k.variant.registers;
    if (traits(k.kind).sitesPerTexel == 1) {
        const double groups = registers == HopRegisters::Parts || registers == HopRegisters::Planes ? 2 : 1;
        return {8 * groups, 8 * (takesRows(k) ? 2 : groups), 8 * groups};
    }
    const double here = registers == HopRegisters::Many ? 1 : 6 + (k.terms ? 1 : 0);
    return {here + 4 + 2 + 8, 16, 10 + 4 + 12}; // neighbours: a choice of two counts as both
}

} // namespace

CostModel hopCost(const HopKernel& k)
{
    constexpr double planesOfNumber = 4; // of the device: hi and lo, and those of a divisor
    const double sites = traits(k.kind).sitesPerTexel;
    const double field = costPlanes(fermionPlanes(k.kind, k.group), k.format);
    const double link = costPlanes(hopLinkPlanes(k.group, k.storage.reconstruct), k.storage.links);
    const Neighbours neighbours = k.storage.neighbours;
    const HopLoads loads = hopLoads(k);

    // Chi and the residual, and a number beside it; the result, and the terms of a texel.
    const double block = k.blocks == SiteBlocks::None ? 0 : costPlanes(blockPlanes(k.group), k.format);
    const double others = field * (int(k.diagonal) + int(k.updateResidual)) + block * (k.turned ? 2 : 1);
    const double written = field + int(k.terms);
    const double read = loads.psi * field + loads.links * link * (takesRows(k) ? 1.2 : 1) +
                        (neighbours != Neighbours::Computed ? loads.neighbours : 0) + others +
                        planesOfNumber * int(k.updateResidual);
    return {hopFlops(k), written / sites,
            (field + others + written) / sites + 8 * link / k.slices + (neighbours == Neighbours::Table ? 2 : 0),
            read / sites};
}

} // namespace gaugegl
