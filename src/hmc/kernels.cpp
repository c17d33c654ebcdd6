#include "gaugegl/hmc/kernels.h"

#include "gaugegl/dirac/hopping.h"
#include "gaugegl/fields/algebra_field.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

std::string lower(Group group) { return group == Group::SU2 ? "su2" : "su3"; }

} // namespace

KernelSpec randomMomentaSpec(Group group, const Lattice& lattice)
{
    KernelSpec spec{.kernel = "random_momenta",
                    .label = "random_momenta-" + lower(group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = algebraPlanes(group)};
    spec.defines["NC"] = std::to_string(colours(group));
    return spec;
}

KernelSpec kineticEnergySpec(Group group)
{
    return {.kernel = "kinetic_energy",
            .label = "kinetic_energy-" + lower(group),
            .defines = {{"NC", std::to_string(colours(group))}}};
}

KernelSpec fermionForceSpec(const Lattice& lattice, const FermionForceKernel& k)
{
    const bool staggered = k.kind == FermionKind::Staggered, few = k.registers == Registers::Few;
    KernelSpec spec{.kernel = "fermion_force",
                    .label = fmt::format("fermion_force-{}-{}-mu{}{}", staggered ? "staggered" : "wilson",
                                         lower(k.group), k.mu, few ? "-steps" : ""),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = algebraPlanes(k.group)};
    definePhases(spec, k.boundary);
    const auto set = [&spec](const char* name, int value) { spec.defines[name] = std::to_string(value); };
    set("NC", colours(k.group));
    set("MU", k.mu);
    set("STAGGERED", staggered ? 1 : 0);
    set("COMPONENTS", staggered ? 1 : 2);
    set("STEPS", few ? 1 : 0);
    set("VECTOR_PLANES", fermionPlanes(k.kind, k.group));
    set("NORM", 0);
    return spec;
}

} // namespace gaugegl
