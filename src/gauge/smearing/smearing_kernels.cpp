#include "gaugegl/gauge/smearing/smearing_kernels.h"

#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/observables/multihit.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

gl::Defines groupDefines(Group group) { return {{"NC", std::to_string(colours(group))}}; }

bool stored(const StapleVariant& variant) { return variant.staples != StapleSource::Fused; }

/// What a kernel that sums staples must know.
void setSums(KernelSpec& spec, const StapleVariant& variant)
{
    const bool fat = variant.sides > 0, byRows = variant.staples == StapleSource::ByRows;
    spec.label += fat ? fmt::format("-fat{}", variant.sides) : fmt::format("-mu{}", variant.mu);
    if (byRows) spec.label += "-rows";
    if (variant.rectangles) spec.label += "-rectangles";
    spec.defines["STAPLES"] = "fused";
    spec.defines["SUM"] = fat ? "staple_fat" : "staple";
    spec.defines["FAT"] = fat ? "1" : "0";
    spec.defines["SIDES"] = std::to_string(variant.sides);
    spec.defines["MU"] = std::to_string(variant.mu);
    spec.defines["SPACE_OPTIONAL"] = "1";
    if (!fat) spec.constants["uSpatial"] = 0; // unless it is set otherwise
    spec.defines["RECTANGLES"] = variant.rectangles ? "1" : "0";
    spec.defines["BY_ROWS"] = byRows ? "1" : "0";
    spec.defines["SUBLATTICES"] = "1";
}

/// What reads them knows neither direction nor action.
void setStored(KernelSpec& spec, Group group)
{
    spec.label += "-stored";
    spec.defines["STAPLES"] = "stored";
    spec.defines["BY_ROWS"] = "0";
    spec.defines["FIRST_SUBGROUP"] = "0"; // all of the link
    spec.defines["END_SUBGROUP"] = std::to_string(traits(group).subgroups);
}

KernelSpec onStaples(const std::string& kernel, const Lattice& lattice, const StapleVariant& variant, int planes)
{
    KernelSpec spec{.kernel = kernel,
                    .label = kernel + "-" + word(variant.group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes};
    spec.defines.merge(groupDefines(variant.group));
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
    const StapleSource plaquettes = defaultStapleSource(group, precision, false, registers),
                       rectangles = defaultStapleSource(group, precision, true, registers);
    addVariant(specs, lattice, {.group = group, .staples = plaquettes}, ape, force);
    for (const int sides : {1, 2, 3})
        addVariant(specs, lattice, {.group = group, .staples = plaquettes, .sides = sides}, ape);
    addVariant(specs, lattice, {.group = group, .staples = rectangles, .rectangles = true}, force);
    const StapleSource multihit = plaquettes == StapleSource::Fused ? StapleSource::Stored : plaquettes;
    if (!traits(group).quaternions) add(specs, stapleSpec(lattice, {.staples = multihit, .mu = 3}));
}

} // namespace

KernelSpec stapleSpec(const Lattice& lattice, const StapleVariant& variant)
{
    if (variant.sides == 0) // the program of the updates, for every colour at once
        return stapleSpec(lattice, variant.mu, variant.staples, variant.rectangles);
    KernelSpec spec = onStaples("staple", lattice, variant, staplePlanes);
    if (variant.staples == StapleSource::ByRows) spec.planesPerPass = 2;
    return spec;
}

KernelSpec apeSpec(const Lattice& lattice, const StapleVariant& variant)
{
    return onStaples("ape", lattice, variant, linkPlanes(variant.group));
}

KernelSpec forceSpec(const Lattice& lattice, const StapleVariant& variant)
{
    return onStaples("force", lattice, variant, algebraPlanes(variant.group));
}

KernelSpec exponentialSpec(Group group)
{
    return {.kernel = "exponential",
            .label = "exponential-" + word(group),
            .defines = groupDefines(group),
            .resultPlanes = linkPlanes(group)};
}

KernelSpec flowDistanceSpec(Group group)
{
    return {.kernel = "flow_distance", .label = "flow_distance-" + word(group), .defines = groupDefines(group)};
}

KernelSpec multihitCoefficientsSpec(const Lattice& lattice)
{
    return onStaples("multihit_coefficients", lattice, {.staples = StapleSource::Stored, .mu = 3}, 1);
}

KernelSpec multihitSpec(const Lattice& lattice, Group group)
{
    const StapleSource staples = traits(group).quaternions ? StapleSource::Fused : StapleSource::Stored;
    KernelSpec spec =
        onStaples("multihit", lattice, {.group = group, .staples = staples, .mu = 3}, multihitPlanes(group));
    if (!traits(group).quaternions) spec.planesPerPass = 2; // row by row: else registers spill on small cards
    return spec;
}

std::vector<KernelSpec> smearingKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs = {exponentialSpec(group), flowDistanceSpec(group), multihitSpec(lattice, group)};
    if (!traits(group).quaternions) specs.push_back(multihitCoefficientsSpec(lattice));
    for (const Registers registers : {Registers::Many, Registers::Few})
        addDefaults(specs, group, lattice, precision, registers);
    return specs;
}

} // namespace gaugegl
