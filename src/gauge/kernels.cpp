#include "gaugegl/gauge/kernels.h"

#include "gaugegl/device/reduction.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

std::string lower(Group group) { return group == Group::SU2 ? "su2" : "su3"; }

gl::Defines groupDefines(Group group) { return {{"NC", std::to_string(colours(group))}}; }

gl::Defines siteDefines(Group group, const Lattice& lattice)
{
    gl::Defines defines = latticeDefines(lattice);
    defines.merge(groupDefines(group));
    return defines;
}

KernelSpec density(const std::string& kernel, Group group, const Lattice& lattice)
{
    return {.kernel = kernel,
            .label = kernel + "-" + lower(group),
            .defines = siteDefines(group, lattice),
            .resultPlanes = 1};
}

KernelSpec loops(const std::string& kernel, Group group, const Lattice& lattice, Precision precision)
{
    KernelSpec spec = density(kernel, group, lattice);
    spec.defines["BY_ROWS"] = loopRows(group, precision) > 1 ? "1" : "0";
    return spec;
}

/// An update that does the subgroups first .. end-1.
KernelSpec update(KernelSpec spec, int first, int end, bool stored)
{
    spec.defines["FIRST_SUBGROUP"] = std::to_string(first);
    spec.defines["END_SUBGROUP"] = std::to_string(end);
    spec.defines["STAPLES"] = stored ? "stored" : "fused";
    return spec;
}

KernelSpec fused(const std::string& kernel, Group group, const Lattice& lattice, int mu)
{
    KernelSpec spec = update(density(kernel, group, lattice), 0, subgroupCount(group), false);
    spec.label += fmt::format("-mu{}", mu);
    spec.defines["MU"] = std::to_string(mu);
    spec.resultPlanes = linkPlanes(group);
    return spec;
}

KernelSpec ofSubgroup(const std::string& kernel, const Lattice& lattice, int subgroup)
{
    KernelSpec spec = update(density(kernel, Group::SU3, lattice), subgroup, subgroup + 1, true);
    spec.label += fmt::format("-subgroup{}", subgroup);
    spec.resultPlanes = linkPlanes(Group::SU3);
    return spec;
}

/// A heat bath from an update of the same shape.
KernelSpec heatBath(KernelSpec spec, HeatBathAlgorithm algorithm, bool countAccepted)
{
    const bool creutz = algorithm == HeatBathAlgorithm::Creutz;
    spec.label += fmt::format("{}{}", creutz ? "-creutz" : "", countAccepted ? "-counted" : "");
    spec.defines["CREUTZ"] = creutz ? "1" : "0";
    spec.defines["COUNT_ACCEPTED"] = countAccepted ? "1" : "0";
    if (countAccepted) spec.resultPlanes = 1;
    return spec;
}

constexpr HeatBathAlgorithm algorithms[] = {HeatBathAlgorithm::KennedyPendleton, HeatBathAlgorithm::Creutz};

std::vector<KernelSpec> updateKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs;
    if (defaultStapleSource(group, precision) == StapleSource::Fused) {
        for (int mu = 0; mu < 4; ++mu) {
            specs.push_back(overrelaxationSpec(group, lattice, mu));
            for (const auto algorithm : algorithms)
                specs.push_back(heatBathSpec(group, lattice, mu, algorithm, false));
        }
        for (const auto algorithm : algorithms)
            specs.push_back(heatBathSpec(group, lattice, 3, algorithm, true));
    }
    if (group == Group::SU2) return specs;
    for (int mu = 0; mu < 4; ++mu)
        specs.push_back(stapleSpec(lattice, mu));
    for (int subgroup = 0; subgroup < 3; ++subgroup) {
        specs.push_back(overrelaxationSubgroupSpec(lattice, subgroup));
        for (const auto algorithm : algorithms)
            for (const bool count : {false, true})
                specs.push_back(heatBathSubgroupSpec(lattice, subgroup, algorithm, count));
    }
    return specs;
}

} // namespace

int subgroupCount(Group group) { return group == Group::SU2 ? 1 : 3; }

int loopRows(Group group, Precision precision) { return group == Group::SU3 && precision == Precision::Double ? 3 : 1; }

StapleSource defaultStapleSource(Group group, Precision precision)
{
    return group == Group::SU3 && precision == Precision::Double ? StapleSource::Stored : StapleSource::Fused;
}

KernelSpec plaquetteSpec(Group group, const Lattice& lattice, Precision precision)
{
    return loops("plaquette", group, lattice, precision);
}

KernelSpec rectangleSpec(Group group, const Lattice& lattice, Precision precision)
{
    return loops("rectangle", group, lattice, precision);
}

KernelSpec polyakovSpec(Group group, const Lattice& lattice) { return density("polyakov", group, lattice); }
KernelSpec unitaritySpec(Group group, const Lattice& lattice) { return density("unitarity", group, lattice); }

KernelSpec reunitariseSpec(Group group)
{
    return {.kernel = "reunitarise",
            .label = "reunitarise-" + lower(group),
            .defines = groupDefines(group),
            .resultPlanes = linkPlanes(group)};
}

KernelSpec randomLinksSpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = density("random_links", group, lattice);
    spec.resultPlanes = linkPlanes(group);
    return spec;
}

KernelSpec overrelaxationSpec(Group group, const Lattice& lattice, int mu)
{
    return fused("overrelaxation", group, lattice, mu);
}

KernelSpec heatBathSpec(Group group, const Lattice& lattice, int mu, HeatBathAlgorithm algorithm, bool countAccepted)
{
    return heatBath(fused("heatbath", group, lattice, mu), algorithm, countAccepted);
}

KernelSpec stapleSpec(const Lattice& lattice, int mu)
{
    KernelSpec spec = density("staple", Group::SU3, lattice);
    spec.label += fmt::format("-mu{}", mu);
    spec.defines["MU"] = std::to_string(mu);
    spec.resultPlanes = staplePlanes;
    spec.planesPerPass = 2; // a row
    return spec;
}

KernelSpec overrelaxationSubgroupSpec(const Lattice& lattice, int subgroup)
{
    return ofSubgroup("overrelaxation", lattice, subgroup);
}

KernelSpec heatBathSubgroupSpec(const Lattice& lattice, int subgroup, HeatBathAlgorithm algorithm, bool countAccepted)
{
    return heatBath(ofSubgroup("heatbath", lattice, subgroup), algorithm, countAccepted);
}

std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    std::vector<KernelSpec> specs = {plaquetteSpec(group, lattice, precision),
                                     rectangleSpec(group, lattice, precision),
                                     polyakovSpec(group, lattice),
                                     unitaritySpec(group, lattice),
                                     reunitariseSpec(group),
                                     randomLinksSpec(group, lattice)};
    for (KernelSpec& spec : updateKernels(group, lattice, precision))
        specs.push_back(std::move(spec));
    if (group == Group::SU2) // what does not depend on the group is listed once
        for (int fold : {2, 4, 8, 16})
            for (bool first : {true, false})
                specs.push_back(Reduction::spec(path, fold, first));
    specs.push_back(copySpec(linkPlanes(group)));
    return specs;
}

} // namespace gaugegl
