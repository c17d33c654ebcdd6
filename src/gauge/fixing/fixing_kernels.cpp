#include "gauge/fixing/fixing_kernels.h"

#include "fixing_cost.h"

#include "gaugegl/core/choice.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The file of shaders/lattice that has the functional.
std::string functionalFile(Gauge gauge) { return choiceName(gauge == Gauge::Coulomb ? Gauge::Landau : gauge); }

/// A vector, or the form of the centre gauge: 10 numbers in SU(2), 14 in SU(3).
int localPlanes(Gauge gauge, Group group)
{
    if (gauge != Gauge::Centre) return 1;
    return traits(group).quaternions ? 3 : 4;
}

const char* methodFile(FixingStep::Kind kind)
{
    switch (kind) {
    case FixingStep::Kind::Power:
        return "power";
    case FixingStep::Kind::Stochastic:
        return "chance";
    case FixingStep::Kind::HeatBath:
        return "annealing";
    }
    return "";
}

int linksOfSite(Gauge gauge) { return 2 * fixedDirections(gauge); }

KernelSpec onSites(const std::string& kernel, const Lattice& lattice, Group group, Gauge gauge)
{
    KernelSpec spec = siteKernelSpec(kernel, group, lattice);
    spec.defines["GAUGE"] = functionalFile(gauge);
    spec.defines["LINKS"] = std::to_string(linksOfSite(gauge));
    spec.defines["LOCAL_PLANES"] = std::to_string(localPlanes(gauge, group));
    spec.defines["END_SUBGROUP"] = std::to_string(subgroupCount(group));
    spec.defines["STORED_PLANES"] = std::to_string(linkPlanes(group));
    spec.label += "-" + choiceName(gauge);
    return spec;
}

/// Links are read one after the other: where one thread has a whole site and few registers for it.
void setReload(KernelSpec& spec, bool reload) { spec.defines["RELOAD"] = reload ? "1" : "0"; }

void setSubgroup(KernelSpec& spec, std::optional<int> subgroup)
{
    spec.defines["ONLY_SUBGROUP"] = std::to_string(subgroup.value_or(-1));
    if (subgroup) spec.label += fmt::format("-subgroup{}", *subgroup);
}

/// Transformations, or rotations of a subgroup.
KernelSpec transformationSpec(KernelSpec spec, const FixingVariant& variant)
{
    const bool bySubgroups = variant.kernels == FixingKernels::BySubgroups;
    setReload(spec, bySubgroups);
    setSubgroup(spec, bySubgroups ? std::optional(variant.subgroup) : std::nullopt);
    spec.resultPlanes = bySubgroups ? 1 : linkPlanes(variant.group);
    return spec;
}

} // namespace

std::string name(FixingKernels kernels)
{
    switch (kernels) {
    case FixingKernels::TwoStep:
        return "two-step";
    case FixingKernels::BySubgroups:
        return "by-subgroups";
    case FixingKernels::OneThread:
        return "one-thread";
    case FixingKernels::Reloading:
        return "reloading";
    case FixingKernels::EightThreads:
        return "eight-threads";
    }
    return "";
}

KernelSpec fixSpec(const Lattice& lattice, const FixingVariant& variant)
{
    const bool twoSteps = takesTwoSteps(variant.kernels);
    KernelSpec spec = onSites(twoSteps ? "fix_transformation" : "fix", lattice, variant.group, variant.gauge);
    spec.defines["METHOD"] = methodFile(variant.kind);
    spec.label += std::string("-") + methodFile(variant.kind);
    spec.cost = fixCost(variant);
    if (twoSteps) return transformationSpec(std::move(spec), variant);
    const int planes = linkPlanes(variant.group), links = linksOfSite(variant.gauge);
    const bool reload = variant.kernels == FixingKernels::Reloading;
    setReload(spec, reload);
    if (reload) spec.label += "-reload";
    spec.resultPlanes = planes * links;
    spec.targets.assign(std::size_t(links), Target{planes});
    spec.scatters = true;
    if (variant.kernels == FixingKernels::EightThreads) {
        spec.group = {.x = 8, .y = 4, .threads = links}; // 32 threads that follow each other have one kind of link
        spec.ownTargets = true;
        spec.label += "-threads";
    }
    return spec;
}

KernelSpec transformSpec(const Lattice& lattice, Group group, LinkEnd end, std::optional<int> subgroup)
{
    KernelSpec spec = siteKernelSpec("transform", group, lattice);
    spec.ownSite = {"uLink"};
    spec.resultPlanes = linkPlanes(group);
    spec.defines["THERE"] = end == LinkEnd::There ? "1" : "0";
    spec.label += end == LinkEnd::There ? "-there" : "-here";
    setSubgroup(spec, subgroup);
    spec.cost = transformCost(group, end, subgroup.has_value());
    return spec;
}

int fixingSteps(Group group, FixingKernels kernels)
{
    return kernels == FixingKernels::BySubgroups ? subgroupCount(group) : 1;
}

KernelSpec fixAccumulateSpec(Group group)
{
    KernelSpec spec = reunitariseSpec(group);
    spec.label = "fix_accumulate" + spec.label.substr(spec.kernel.size());
    spec.kernel = "fix_accumulate";
    spec.cost = fixAccumulateCost(group);
    return spec;
}

KernelSpec fixFunctionalSpec(const Lattice& lattice, Group group, Gauge gauge, Precision precision)
{
    KernelSpec spec = onSites("fix_functional", lattice, group, gauge);
    setReload(spec, precision == Precision::Double);
    spec.cost = fixFunctionalCost(group, gauge);
    return spec;
}

FixingKernels defaultFixingKernels(Group group, Path path, Precision precision, Gauge gauge)
{
    if (!traits(group).quaternions && (precision == Precision::Double || gauge == Gauge::Centre))
        return FixingKernels::BySubgroups;
    return path == Path::Compute ? FixingKernels::EightThreads : FixingKernels::TwoStep;
}

std::vector<FixingKernels> kernelsOfEveryCard(Group group, Path path, Precision precision, Gauge gauge)
{
    using enum FixingKernels;
    const bool isDouble = precision == Precision::Double, linear = gauge == Gauge::Landau || gauge == Gauge::Coulomb;
    if (!traits(group).quaternions && (isDouble || gauge == Gauge::Centre)) return {BySubgroups};
    if (path == Path::Fragment) return {TwoStep};
    if (isDouble || (!traits(group).quaternions && !linear)) return {TwoStep, EightThreads};
    return !traits(group).quaternions ? std::vector{TwoStep, EightThreads, Reloading}
                                      : std::vector{TwoStep, EightThreads, Reloading, OneThread};
}

std::vector<KernelSpec> fixingKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    if (!has(group, Feature::GaugeFixing)) return {};
    using Kind = FixingStep::Kind;
    std::vector<KernelSpec> specs = {fixAccumulateSpec(group)};
    for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There})
        specs.push_back(transformSpec(lattice, group, end));
    for (const Gauge gauge : gaugesOnDevice)
        specs.push_back(fixFunctionalSpec(lattice, group, gauge, precision));
    for (const Gauge gauge : gaugesOnDevice)
        for (const FixingKernels kernels : kernelsOfEveryCard(group, path, precision, gauge))
            for (int step = 0; step < fixingSteps(group, kernels); ++step)
                for (const Kind kind : {Kind::Power, Kind::Stochastic, Kind::HeatBath})
                    specs.push_back(fixSpec(
                        lattice, {.group = group, .gauge = gauge, .kernels = kernels, .kind = kind, .subgroup = step}));
    for (int step = 0; step < subgroupCount(group) && !traits(group).quaternions; ++step)
        for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There})
            specs.push_back(transformSpec(lattice, group, end, step));
    return specs;
}

} // namespace gaugegl
