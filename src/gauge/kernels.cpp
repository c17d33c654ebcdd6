#include "gaugegl/gauge/kernels.h"

#include "gauge/actions/insertion_force.h"
#include "gauge/fixing/fixing_kernels.h"
#include "gauge/observables/densities.h"
#include "gauge/observables/loop_kernels.h"
#include "gauge/smearing/smearing_kernels.h"
#include "gauge/smearing/stout_links.h"
#include "gauge/staple_cost.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/projection/projection.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

gl::Defines siteDefines(Group group, const Lattice& lattice)
{
    gl::Defines defines = latticeDefines(lattice);
    defines.merge(groupDefines(group));
    return defines;
}

KernelSpec density(const std::string& kernel, Group group, const Lattice& lattice)
{
    return {.kernel = kernel,
            .label = kernel + "-" + word(group),
            .defines = siteDefines(group, lattice),
            .resultPlanes = 1};
}

/// The loops of the staples, and the sublattices of those that couple links of one parity.
void setAction(KernelSpec& spec, const Lattice& lattice, const LoopSet& loops)
{
    setLoops(spec, loops);
    spec.defines["SUBLATTICES"] = "1";
    spec.defines["SUM"] = "staple"; // of the field's own links
    spec.defines["FAT"] = "0";
    spec.defines["SPACE_OPTIONAL"] = spec.kernel == "staple" ? "1" : "0";
    if (spec.kernel == "staple") spec.constants["uSpatial"] = 0; // unless it is set otherwise
    if (!loops.couplesParity()) return;
    spec.defines["SUBLATTICES"] = std::to_string(Sublattices(lattice).count());
    constexpr const char* threes[] = {"THREES_X", "THREES_Y", "THREES_Z", "THREES_T"};
    for (int mu = 0; mu < 4; ++mu)
        spec.defines[threes[mu]] = std::to_string(Sublattices::sitesInThrees(lattice.extent(mu)));
}

/// One subgroup, from the staple sum to the new rows.
double subgroupFlops(const std::string& kernel, const MatrixFlops& f)
{
    // alpha; u; delta and its test, the same number for both algorithms; u; the direction; the quaternion from both.
    constexpr double proposal = 3 + flops::uniforms + 10, element = flops::uniforms + 10 + 7;
    const double common = f.block + flops::quaternionNorm + 4 + flops::quaternionProduct + f.rotate; // 4: v = q/k
    return kernel == "heatbath" ? common + proposal + element : common;
}

/// Heat bath and overrelaxation without random numbers; the last subgroup ends with a projection on the group.
CostModel updateKernelCost(const KernelSpec& spec, const UpdateKernel& variant, double subgroups)
{
    const MatrixFlops& f = matrixFlops(variant.group);
    const double all = subgroupCount(variant.group), link = linkPlanes(variant.group), written = spec.resultPlanes;
    const bool last = subgroups == all || variant.subgroup + 1 == all;
    const double work = subgroups * subgroupFlops(spec.kernel, f) + (last ? f.reunitarise : 0);
    if (variant.staples == StapleSource::Fused)
        return {stapleFlops(variant.group, variant.loops) + work, (stapleLinks(variant.loops) + 1) * link + written,
                compulsoryLinks * link + written};
    // One subgroup at a time the link is loaded again after the proposals; all together, the sum for each subgroup.
    const double links = subgroups < all ? 2 : 1, sums = staplePlanes(variant.group);
    return {work, links * link + subgroups * sums + written, link + sums + written};
}

KernelSpec update(const std::string& kernel, const Lattice& lattice, const UpdateKernel& variant)
{
    KernelSpec spec = density(kernel, variant.group, lattice);
    spec.resultPlanes = linkPlanes(variant.group);
    const bool all = variant.staples != StapleSource::ByRows;
    const int first = all ? 0 : variant.subgroup, end = all ? subgroupCount(variant.group) : variant.subgroup + 1;
    spec.defines["FIRST_SUBGROUP"] = std::to_string(first);
    spec.defines["END_SUBGROUP"] = std::to_string(end);
    spec.defines["BY_ROWS"] = "0";
    if (variant.staples == StapleSource::Fused) {
        spec.label += fmt::format("-mu{}", variant.mu);
        spec.defines["STAPLES"] = "fused";
        spec.defines["MU"] = std::to_string(variant.mu);
    } else {
        spec.label += all ? "-stored" : fmt::format("-subgroup{}", variant.subgroup);
        spec.defines["STAPLES"] = "stored";
    }
    setAction(spec, lattice, variant.loops);
    if (variant.fixesTimes) {
        spec.label += "-between";
        spec.defines["FIXES_TIMES"] = "1";
    }
    spec.ownSite = {"uLink", "uStaple", "uNumbers", "uStart"};
    spec.cost = updateKernelCost(spec, variant, end - first);
    return spec;
}

constexpr HeatBathAlgorithm algorithms[] = {HeatBathAlgorithm::KennedyPendleton, HeatBathAlgorithm::Creutz};

/// Those that leave links on some times as they are.
void addKernelsBetween(std::vector<KernelSpec>& specs, const Lattice& lattice, UpdateKernel variant)
{
    const bool fused = variant.staples == StapleSource::Fused; // a program for each direction in space
    variant.fixesTimes = true;
    for (int step = 0; step < (fused ? 3 : updateSteps(variant.group, variant.staples)); ++step) {
        variant.mu = variant.subgroup = step;
        specs.push_back(overrelaxationSpec(lattice, variant));
        for (const auto algorithm : algorithms)
            specs.push_back(heatBathSpec(lattice, variant, {algorithm}));
    }
}

/// All programs for the updates of one action from one source of staples.
void addUpdateKernels(std::vector<KernelSpec>& specs, const Lattice& lattice, UpdateKernel variant)
{
    const bool fused = variant.staples == StapleSource::Fused;
    if (variant.loops.plaquettesOnly()) addKernelsBetween(specs, lattice, variant);
    for (int mu = 0; mu < 4; ++mu) {
        if (!fused) specs.push_back(stapleSpec(variant.group, lattice, mu, variant.staples, variant.loops));
    }
    for (int step = 0; step < (fused ? 4 : updateSteps(variant.group, variant.staples)); ++step) {
        variant.mu = variant.subgroup = step;
        specs.push_back(overrelaxationSpec(lattice, variant));
        for (const auto algorithm : algorithms)
            for (const bool count : {false, true})
                if (!count || !fused || step == 3) // accepted proposals are counted in direction t
                    specs.push_back(heatBathSpec(lattice, variant, {algorithm, count}));
    }
}

/// What a benchmark of other numbers of link textures runs (SU(2)).
void addLinkArrayKernels(std::vector<KernelSpec>& specs, const Lattice& lattice, Precision precision)
{
    for (const int arrays : linkArrayChoices) {
        specs.push_back(withLinkArrays(plaquetteSpec(Group::SU2, lattice, precision), arrays));
        for (int mu = 0; mu < 4; ++mu)
            specs.push_back(withLinkArrays(heatBathSpec(lattice, {.group = Group::SU2, .mu = mu}, {}), arrays));
    }
}

/// The generators beside Philox, in one direction of the default heat bath.
void addGeneratorKernels(std::vector<KernelSpec>& specs, Group group, const Lattice& lattice, Precision precision)
{
    const StapleSource staples = defaultStapleSource(group, precision, {});
    for (const auto generator : {GeneratorType::Ranlux, GeneratorType::Lcg})
        for (int step = 0; step < updateSteps(group, staples); ++step)
            specs.push_back(heatBathSpec(lattice, {.group = group, .staples = staples, .subgroup = step},
                                         {.draws = drawSource(generator, group, precision, defaultTrials(generator))}));
    specs.push_back(randomLinksSpec(group, lattice, drawSource(GeneratorType::Ranlux, precision, elementDraws(group))));
    if (group == groupTraits[0].group) // what does not depend on the group is listed once
        for (int luxury = 0; luxury <= 4; ++luxury)
            specs.push_back(ranluxSpec(luxury, precision));
}

/// What cards of few registers get instead.
void addDensitiesForFewRegisters(std::vector<KernelSpec>& specs, Group group, const Lattice& lattice,
                                 Precision precision)
{
    for (const DensityVariant& one : densityVariants()) {
        KernelSpec spec = densitySpec(one, group, lattice, precision, Registers::Few);
        if (std::ranges::none_of(specs, [&](const KernelSpec& other) { return other.label == spec.label; }))
            specs.push_back(std::move(spec));
    }
}

/// Plaquettes alone, and plaquettes with each of the other shapes, as far as they fit the lattice.
std::vector<LoopSet> loopSets(const Lattice& lattice)
{
    std::vector<LoopSet> sets;
    for (const LoopTraits& one : loopShapes)
        if (const LoopSet set{one.shape}; set.fit(lattice)) sets.push_back(set);
    return sets;
}

std::vector<KernelSpec> updateKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs;
    for (const LoopSet& loops : loopSets(lattice))
        for (const auto staples : stapleSources(group, loops))
            if (precision == Precision::Single || staples == defaultStapleSource(group, precision, loops))
                addUpdateKernels(specs, lattice, {.group = group, .staples = staples, .loops = loops});
    return specs;
}

} // namespace

void setLoops(KernelSpec& spec, const LoopSet& loops)
{
    for (const LoopTraits& one : loopShapes) {
        if (one.define.empty()) continue;
        spec.defines[std::string(one.define)] = loops.has(one.shape) ? "1" : "0";
        if (loops.has(one.shape)) spec.label += "-" + std::string(one.name);
    }
    if (!loops.plaquettesOnly()) spec.reach = 2;
}

KernelSpec siteKernelSpec(const std::string& kernel, Group group, const Lattice& lattice)
{
    return density(kernel, group, lattice);
}

int subgroupCount(Group group) { return traits(group).subgroups; }

int loopRows(Group group, Precision precision, Registers registers)
{
    const bool byRows = precision == Precision::Double || registers == Registers::Few;
    return !traits(group).quaternions && byRows ? colours(group) : 1;
}

/// Three matrices and a sum of SU(4) fit no card's registers beside the update.
bool hasFusedStaples(Group group) { return traits(group).linkPlanes <= 3; }

StapleSource defaultStapleSource(Group group, Precision precision, const LoopSet& loops, Registers registers)
{
    if (traits(group).quaternions) return StapleSource::Fused;
    if (precision == Precision::Double || registers == Registers::Few) return StapleSource::ByRows;
    return !loops.plaquettesOnly() || !hasFusedStaples(group) ? StapleSource::Stored : StapleSource::Fused;
}

std::vector<StapleSource> stapleSources(Group group, const LoopSet& loops)
{
    if (traits(group).quaternions) return {StapleSource::Fused};
    if (!loops.plaquettesOnly() || !hasFusedStaples(group)) return {StapleSource::Stored, StapleSource::ByRows};
    return {StapleSource::Fused, StapleSource::Stored, StapleSource::ByRows};
}

int updateSteps(Group group, StapleSource staples)
{
    return staples == StapleSource::ByRows ? subgroupCount(group) : 1;
}

KernelSpec unitaritySpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = density("unitarity", group, lattice);
    spec.ownSite = {"uSame", "uOther"};
    const double planes = 4 * linkPlanes(group) + 1;
    spec.cost = {4 * (matrixFlops(group).deviation + 1) + 1, planes, planes};
    return spec;
}

KernelSpec reunitariseSpec(Group group)
{
    return {.kernel = "reunitarise",
            .label = "reunitarise-" + word(group),
            .defines = groupDefines(group),
            .resultPlanes = linkPlanes(group),
            .cost = {matrixFlops(group).reunitarise, 2.0 * linkPlanes(group), 2.0 * linkPlanes(group)}};
}

KernelSpec randomLinksSpec(Group group, const Lattice& lattice, const DrawSource& draws)
{
    KernelSpec spec = density("random_links", group, lattice);
    spec.ownSite = {"uNumbers", "uStart"};
    spec.resultPlanes = linkPlanes(group);
    setDraws(spec, draws);
    const bool reads = draws.generator != GeneratorType::Philox; // a plane of numbers for each of the result
    const double planes = (reads ? 2 : 1) * linkPlanes(group);
    spec.cost = {linkPlanes(group) * flops::gaussians + matrixFlops(group).reunitarise, planes, planes};
    return spec;
}

KernelSpec stapleSpec(Group group, const Lattice& lattice, int mu, StapleSource source, const LoopSet& loops)
{
    const bool byRows = source == StapleSource::ByRows;
    KernelSpec spec = density("staple", group, lattice);
    spec.label += fmt::format("-mu{}{}", mu, byRows ? "-rows" : "");
    spec.defines["MU"] = std::to_string(mu);
    spec.defines["BY_ROWS"] = byRows ? "1" : "0";
    setAction(spec, lattice, loops);
    spec.resultPlanes = staplePlanes(group);
    spec.planesPerPass = byRows ? 2 : 0;
    spec.cost = stapleCost(spec, group, stapleFlops(group, loops), stapleLinks(loops),
                           loops.plaquettesOnly() ? compulsoryLinks - 1 : compulsoryLinks); // plaquettes: not its own
    return spec;
}

KernelSpec overrelaxationSpec(const Lattice& lattice, const UpdateKernel& kernel)
{
    return update("overrelaxation", lattice, kernel);
}

KernelSpec heatBathSpec(const Lattice& lattice, const UpdateKernel& kernel, const HeatBathKernel& heatBath)
{
    KernelSpec spec = update("heatbath", lattice, kernel);
    const bool creutz = heatBath.algorithm == HeatBathAlgorithm::Creutz;
    spec.label += fmt::format("{}{}", creutz ? "-creutz" : "", heatBath.countAccepted ? "-counted" : "");
    spec.defines["CREUTZ"] = creutz ? "1" : "0";
    spec.defines["COUNT_ACCEPTED"] = heatBath.countAccepted ? "1" : "0";
    setDraws(spec, heatBath.draws);
    if (heatBath.countAccepted) {
        spec.cost.loaded += 1 - spec.resultPlanes;
        spec.cost.compulsory += 1 - spec.resultPlanes;
        spec.resultPlanes = 1;
    }
    const bool all = kernel.staples != StapleSource::ByRows;
    const double planes = drawPlanes(heatBath.draws.generator, all ? subgroupCount(kernel.group) : 1);
    spec.cost.loaded += planes;
    spec.cost.compulsory += planes;
    return spec;
}

KernelSpec withLinkArrays(KernelSpec spec, int arrays)
{
    spec.label += fmt::format("-arrays{}", arrays);
    spec.defines["LINK_ARRAYS"] = std::to_string(arrays);
    spec.inPlace = spec.kernel == "heatbath";
    return spec;
}

std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    std::vector<KernelSpec> specs;
    for (const DensityVariant& one : densityVariants())
        specs.push_back(densitySpec(one, group, lattice, precision, Registers::Many));
    for (const KernelSpec& spec :
         {unitaritySpec(group, lattice), reunitariseSpec(group), randomLinksSpec(group, lattice)})
        specs.push_back(spec);
    addDensitiesForFewRegisters(specs, group, lattice, precision);
    for (KernelSpec& spec : updateKernels(group, lattice, precision))
        specs.push_back(std::move(spec));
    if (traits(group).quaternions && path == Path::Compute) addLinkArrayKernels(specs, lattice, precision);
    addGeneratorKernels(specs, group, lattice, precision);
    for (KernelSpec& spec : loopKernels(group, lattice, precision))
        specs.push_back(std::move(spec));
    for (KernelSpec& spec : fixingKernels(group, lattice, path, precision))
        specs.push_back(std::move(spec));
    for (KernelSpec& spec : projectionKernels(group, lattice))
        specs.push_back(std::move(spec));
    for (KernelSpec& spec : smearingKernels(group, lattice, precision))
        if (std::ranges::none_of(specs, [&](const KernelSpec& one) { return one.label == spec.label; }))
            specs.push_back(std::move(spec));
    if (has(group, Feature::MolecularDynamics)) {
        specs.push_back(stoutGradientSpec(group));
        for (const Insertions insertions : {Insertions::OfSites, Insertions::OfLinks})
            for (const Registers registers : {Registers::Many, Registers::Few})
                if (registers == Registers::Many || !traits(group).quaternions)
                    specs.push_back(insertionForceSpec(group, lattice, insertions, registers));
    }
    if (group == groupTraits[0].group) // what does not depend on the group is listed once
        for (KernelSpec& spec : Reduction::kernels(path, halfFieldShape(lattice, 1)))
            specs.push_back(std::move(spec));
    specs.push_back(copySpec(linkPlanes(group)));
    return specs;
}

} // namespace gaugegl
