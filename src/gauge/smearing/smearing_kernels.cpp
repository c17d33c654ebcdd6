#include "gauge/smearing/smearing_kernels.h"

#include "gauge/staple_cost.h"

#include "gauge/observables/multihit.h"
#include "gaugegl/fields/algebra_field.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

bool stored(const StapleVariant& variant) { return variant.staples != StapleSource::Fused; }

/// What a kernel that sums staples must know.
void setSums(KernelSpec& spec, const StapleVariant& variant)
{
    const bool fat = variant.sides > 0, byRows = variant.staples == StapleSource::ByRows;
    spec.label += fat ? fmt::format("-fat{}", variant.sides) : fmt::format("-mu{}", variant.mu);
    if (byRows) spec.label += "-rows";
    spec.defines["STAPLES"] = "fused";
    spec.defines["SUM"] = fat ? "staple_fat" : "staple";
    spec.defines["FAT"] = fat ? "1" : "0";
    spec.defines["SIDES"] = std::to_string(variant.sides);
    spec.defines["MU"] = std::to_string(variant.mu);
    spec.defines["SPACE_OPTIONAL"] = "1";
    if (!fat) spec.constants["uSpatial"] = 0; // unless it is set otherwise
    setLoops(spec, variant.loops);
    spec.defines["BY_ROWS"] = byRows ? "1" : "0";
    spec.defines["SUBLATTICES"] = "1";
}

/// A kernel that reads stored staples knows neither direction nor action.
void setStored(KernelSpec& spec, Group group)
{
    spec.label += "-stored";
    spec.defines["STAPLES"] = "stored";
    spec.defines["BY_ROWS"] = "0";
    spec.defines["FIRST_SUBGROUP"] = "0"; // all of the link
    spec.defines["END_SUBGROUP"] = std::to_string(traits(group).subgroups);
}

/// A pair of Bessel functions by 24 terms of the power series of 15, and a complex exponential of 30.
constexpr double besselPair = 24 * 15 + 30;
/// A point of the contour: s 16, q 26, the pair, its products 5 of 6 and 5 sums.
constexpr double contourPoint = 16 + 26 + besselPair + 5 * flops::complexProduct + 5;
constexpr double usualContourPoints = 16; // computed ones in single precision at beta 6

/// With the staples of other fields: of each plane two loops.
double sumFlops(const StapleVariant& v)
{
    const MatrixFlops& f = matrixFlops(v.group);
    return v.sides > 0 ? v.sides * 2 * (2 * f.product + f.sum) : stapleFlops(v.group, v.loops);
}
/// Links that a staple sum loads.
double sumLinks(const StapleVariant& v) { return v.sides > 0 ? 6 * v.sides : stapleLinks(v.loops); }
/// With the staples of other fields: two textures of sides and one of links opposite in each plane.
double compulsoryOf(const StapleVariant& v) { return v.sides > 0 ? 3 * v.sides + 1 : compulsoryLinks; }

/// Kernels that turn a link and its staple sum into something: `work` beside the sum, planes beside link and staples.
CostModel staplesAnd(const StapleVariant& v, double work, double planes)
{
    const double link = linkPlanes(v.group);
    if (stored(v)) {
        const double sums = staplePlanes(v.group);
        return {work, link + sums + planes, link + sums + planes};
    }
    return {sumFlops(v) + work, (sumLinks(v) + 1) * link + planes, compulsoryOf(v) * link + planes};
}

KernelSpec onStaples(const std::string& kernel, const Lattice& lattice, const StapleVariant& variant, int planes)
{
    KernelSpec spec{.kernel = kernel,
                    .label = kernel + "-" + word(variant.group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes};
    spec.defines.merge(groupDefines(variant.group));
    spec.ownSite = {"uLink", "uStaple", "uAlgebra", "uCoefficients"};
    if (stored(variant) && kernel != "staple")
        setStored(spec, variant.group);
    else
        setSums(spec, variant);
    return spec;
}

/// Adds a kernel unless it is there: variants share those that read sums.
void add(std::vector<KernelSpec>& specs, KernelSpec spec)
{
    if (std::ranges::none_of(specs, [&](const KernelSpec& one) { return one.label == spec.label; }))
        specs.push_back(std::move(spec));
}

/// The kernels of all directions of a variant, and the sums that they read.
template<class... Specs>
void addVariant(std::vector<KernelSpec>& specs, const Lattice& lattice, StapleVariant variant, const Specs&... readers)
{
    const int directions = variant.sides > 0 ? 1 : 4;
    for (variant.mu = 0; variant.mu < directions; ++variant.mu) {
        if (stored(variant)) add(specs, stapleSpec(lattice, variant));
        (add(specs, readers(variant)), ...);
    }
}

/// With the source of staples that a card with so many registers has by default.
void addDefaults(std::vector<KernelSpec>& specs, Group group, const Lattice& lattice, Precision precision,
                 Registers registers)
{
    const auto ape = [&](const StapleVariant& v) { return apeSpec(lattice, v); };
    const auto force = [&](const StapleVariant& v) { return forceSpec(lattice, v); };
    const StapleSource plaquettes = defaultStapleSource(group, precision, {}, registers);
    addVariant(specs, lattice, {.group = group, .staples = plaquettes}, ape, force);
    for (const int sides : {1, 2, 3})
        addVariant(specs, lattice, {.group = group, .staples = plaquettes, .sides = sides}, ape);
    for (const LoopTraits& one : loopShapes)
        if (const LoopSet loops{one.shape}; !loops.plaquettesOnly())
            addVariant(
                specs, lattice,
                {.group = group, .staples = defaultStapleSource(group, precision, loops, registers), .loops = loops},
                force);
    const StapleSource multihit = plaquettes == StapleSource::Fused ? StapleSource::Stored : plaquettes;
    if (!traits(group).quaternions) add(specs, stapleSpec(lattice, {.group = group, .staples = multihit, .mu = 3}));
}

/// New links from exponents; of one field of elements.
CostModel exponentialCost(Group group)
{
    const MatrixFlops& f = matrixFlops(group);
    const double planes = 2 * linkPlanes(group) + algebraPlanes(group);
    return {3 * f.elementSum + f.exponential + f.product + f.reunitarise, planes + algebraPlanes(group), planes};
}

} // namespace

KernelSpec stapleSpec(const Lattice& lattice, const StapleVariant& variant)
{
    if (variant.sides == 0) // the program of the updates, for every colour at once
        return stapleSpec(variant.group, lattice, variant.mu, variant.staples, variant.loops);
    KernelSpec spec = onStaples("staple", lattice, variant, staplePlanes(variant.group));
    if (variant.staples == StapleSource::ByRows) spec.planesPerPass = 2;
    spec.cost = stapleCost(spec, variant.group, sumFlops(variant), sumLinks(variant), compulsoryOf(variant) - 1);
    return spec;
}

KernelSpec apeSpec(const Lattice& lattice, const StapleVariant& variant)
{
    KernelSpec spec = onStaples("ape", lattice, variant, linkPlanes(variant.group));
    const MatrixFlops& f = matrixFlops(variant.group);
    spec.cost = staplesAnd(variant, 3 * f.sum + f.project, spec.resultPlanes);
    return spec;
}

KernelSpec forceSpec(const Lattice& lattice, const StapleVariant& variant)
{
    KernelSpec spec = onStaples("force", lattice, variant, algebraPlanes(variant.group));
    const MatrixFlops& f = matrixFlops(variant.group);
    spec.cost = staplesAnd(variant, f.product + f.elementPart + 3 * f.elementSum, 2.0 * algebraPlanes(variant.group));
    if (stored(variant)) spec.cost.loaded += (colours(variant.group) - 1) * linkPlanes(variant.group); // row by row
    return spec;
}

KernelSpec exponentialSpec(Group group)
{
    return {.kernel = "exponential",
            .label = "exponential-" + word(group),
            .defines = groupDefines(group),
            .resultPlanes = linkPlanes(group),
            .cost = exponentialCost(group)};
}

KernelSpec flowDistanceSpec(Group group)
{
    const MatrixFlops& f = matrixFlops(group);
    const double planes = 2 * linkPlanes(group) + 1;
    return {.kernel = "flow_distance",
            .label = "flow_distance-" + word(group),
            .defines = groupDefines(group),
            .cost = {2 * f.sum + f.traceAdj + 1, planes, planes}};
}

KernelSpec multihitCoefficientsSpec(const Lattice& lattice)
{
    KernelSpec spec = onStaples("multihit_coefficients", lattice, {.staples = StapleSource::Stored, .mu = 3}, 1);
    const MatrixFlops& f = matrixFlops(Group::SU3);
    // J, its invariants 20 + 15, the sums, the end 10.
    const double work =
        f.sum + flops::cofactors + flops::determinant + 2 * f.traceAdj + 35 + usualContourPoints * contourPoint + 10;
    spec.cost = {work, staplePlanes(Group::SU3) + 1.0, staplePlanes(Group::SU3) + 1.0};
    return spec;
}

KernelSpec multihitSpec(const Lattice& lattice, Group group)
{
    const StapleSource staples = traits(group).quaternions ? StapleSource::Fused : StapleSource::Stored;
    KernelSpec spec =
        onStaples("multihit", lattice, {.group = group, .staples = staples, .mu = 3}, multihitPlanes(group));
    const MatrixFlops& f = matrixFlops(group);
    const double written = spec.resultPlanes, link = linkPlanes(group);
    if (traits(group).quaternions) { // |A| 9, the factor 5, the result
        spec.cost = {stapleFlops(group) + 9 + besselPair + 5 + f.sum, stapleLinks() * link + written,
                     (compulsoryLinks - 1) * link + written};
        return spec;
    }
    spec.planesPerPass = 2; // row by row: else registers spill on small cards
    const double passes = written / spec.planesPerPass, read = staplePlanes(group) + 1;
    spec.cost = {3 * f.sum + flops::combination + flops::cofactors + 2 * f.product, passes * read + written,
                 read + written};
    return spec;
}

std::vector<KernelSpec> smearingKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs = {exponentialSpec(group), flowDistanceSpec(group)};
    if (has(group, Feature::MeanLinks)) specs.push_back(multihitSpec(lattice, group));
    if (has(group, Feature::MeanLinks) && !traits(group).quaternions)
        specs.push_back(multihitCoefficientsSpec(lattice));
    for (const Registers registers : {Registers::Many, Registers::Few})
        addDefaults(specs, group, lattice, precision, registers);
    return specs;
}

} // namespace gaugegl
