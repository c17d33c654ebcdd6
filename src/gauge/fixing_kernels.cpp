#include "gaugegl/gauge/fixing_kernels.h"

#include "gaugegl/core/choice.h"
#include "gaugegl/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The file of shaders/lattice that has the functional.
std::string functionalFile(Gauge gauge) { return choiceName(gauge == Gauge::Coulomb ? Gauge::Landau : gauge); }

int localPlanes(Gauge gauge) { return gauge == Gauge::Landau || gauge == Gauge::Coulomb ? 1 : 4; }

const char* methodFile(FixingStep::Kind kind)
{
    switch (kind) {
    case FixingStep::Kind::Power:
        return "power";
    case FixingStep::Kind::Stochastic:
        return "chance";
    case FixingStep::Kind::HeatBath:
        return "drawn";
    }
    return "";
}

int linksOfSite(Gauge gauge) { return 2 * fixedDirections(gauge); }

KernelSpec onSites(const std::string& kernel, const Lattice& lattice, Group group, Gauge gauge)
{
    if (std::ranges::count(gaugesOnDevice, gauge) == 0)
        throw InputError(fmt::format("gauge '{}' is not fixed on the device", choiceName(gauge)));
    KernelSpec spec = siteKernelSpec(kernel, group, lattice);
    spec.defines["GAUGE"] = functionalFile(gauge);
    spec.defines["LINKS"] = std::to_string(linksOfSite(gauge));
    spec.defines["LOCAL_PLANES"] = std::to_string(localPlanes(gauge));
    spec.defines["END_SUBGROUP"] = std::to_string(subgroupCount(group));
    spec.defines["STORED_PLANES"] = std::to_string(linkPlanes(group));
    spec.label += "-" + choiceName(gauge);
    return spec;
}

void setReload(KernelSpec& spec, bool reload)
{
    spec.defines["RELOAD"] = reload ? "1" : "0";
    if (reload) spec.label += "-reload";
}

} // namespace

std::string name(FixingKernels kernels)
{
    switch (kernels) {
    case FixingKernels::TwoStep:
        return "two-step";
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
    const bool twoStep = variant.kernels == FixingKernels::TwoStep;
    KernelSpec spec = onSites(twoStep ? "fix_transformation" : "fix", lattice, variant.group, variant.gauge);
    spec.defines["METHOD"] = methodFile(variant.kind);
    spec.label += std::string("-") + methodFile(variant.kind);
    setReload(spec, variant.kernels == FixingKernels::Reloading || (twoStep && variant.reload));
    const int planes = linkPlanes(variant.group), links = linksOfSite(variant.gauge);
    spec.resultPlanes = twoStep ? planes : planes * links;
    if (twoStep) return spec;
    spec.targets.assign(std::size_t(links), Target{planes});
    spec.scatters = true;
    if (variant.kernels == FixingKernels::EightThreads) {
        spec.group = {.x = 8, .y = 4, .threads = links}; // 32 threads that follow each other have one kind of link
        spec.ownTargets = true;
        spec.label += "-threads";
    }
    return spec;
}

KernelSpec transformSpec(const Lattice& lattice, Group group, LinkEnd end)
{
    KernelSpec spec = siteKernelSpec("transform", group, lattice);
    spec.resultPlanes = linkPlanes(group);
    spec.defines["THERE"] = end == LinkEnd::There ? "1" : "0";
    spec.label += end == LinkEnd::There ? "-there" : "-here";
    return spec;
}

KernelSpec fixAccumulateSpec(Group group)
{
    KernelSpec spec = reunitariseSpec(group);
    spec.label = "fix_accumulate" + spec.label.substr(spec.kernel.size());
    spec.kernel = "fix_accumulate";
    return spec;
}

KernelSpec fixQualitySpec(const Lattice& lattice, Group group, Gauge gauge, bool reload)
{
    KernelSpec spec = onSites("fix_quality", lattice, group, gauge);
    setReload(spec, reload);
    return spec;
}

KernelSpec fixSlicesSpec(const Lattice& lattice)
{
    gl::Defines defines = latticeDefines(lattice);
    defines["COLUMNS"] = std::to_string(sliceColumns);
    return {.kernel = "fix_slices", .label = "fix_slices", .defines = std::move(defines), .resultPlanes = 2};
}

bool reloadsLinks(Group group, Precision precision, Registers registers)
{
    return group == Group::SU3 && (precision == Precision::Double || registers == Registers::Few);
}

std::vector<KernelSpec> fixingKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    using Kind = FixingStep::Kind;
    std::vector<bool> reloads = {reloadsLinks(group, precision, Registers::Many)};
    if (reloadsLinks(group, precision, Registers::Few) != reloads[0]) reloads.push_back(!reloads[0]);
    std::vector<KernelSpec> specs = {fixAccumulateSpec(group)};
    for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There})
        specs.push_back(transformSpec(lattice, group, end));
    for (const Gauge gauge : gaugesOnDevice) {
        for (const bool reload : reloads) {
            specs.push_back(fixQualitySpec(lattice, group, gauge, reload));
            for (const Kind kind : {Kind::Power, Kind::Stochastic, Kind::HeatBath})
                specs.push_back(fixSpec(lattice, {.group = group, .gauge = gauge, .kind = kind, .reload = reload}));
        }
        for (const FixingKernels kernels :
             {FixingKernels::OneThread, FixingKernels::Reloading, FixingKernels::EightThreads})
            for (const Kind kind : {Kind::Power, Kind::Stochastic, Kind::HeatBath})
                if (path == Path::Compute)
                    specs.push_back(
                        fixSpec(lattice, {.group = group, .gauge = gauge, .kernels = kernels, .kind = kind}));
    }
    if (group == Group::SU2)
        specs.push_back(fixSlicesSpec(lattice)); // what does not depend on the group is listed once
    return specs;
}

} // namespace gaugegl
