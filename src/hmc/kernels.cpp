#include "hmc/kernels.h"

#include "fermion/kernels.h"
#include "fermion/operators/clover_kernels.h"
#include "fermion/operators/hopping.h"
#include "gauge/actions/insertion_force.h"
#include "gaugegl/fields/algebra_field.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Flops of elements of the algebra; numbers of one.
struct ElementFlops {
    double numbers;     ///< of an element
    double outer;       ///< adding the part of a b^dagger
    double part;        ///< of a sum of those
    double traceSquare; ///< tr h^2
    double gaussian;    ///< drawing one: blocks of 22, and its numbers from them
};
constexpr ElementFlops elementFlopsOfGroups[] = {{3, 27, 0, 6, 22 + 3}, {8, 60, 11, 19, 2 * 22 + 2 + 4 + 6}};

const ElementFlops& elementFlops(Group group) { return elementFlopsOfGroups[int(group)]; }

/// Two products of a link and a vector for each spin component, with two projections of spinors each.
CostModel fermionForceCost(const FermionForceKernel& k)
{
    const FermionKindTraits& kind = traits(k.kind);
    const int n = colours(k.group), components = kind.stepVectors;
    const ElementFlops& f = elementFlops(k.group);
    const double link = linkPlanes(k.group), vector = fermionPlanes(k.kind, k.group), element = algebraPlanes(k.group),
                 product = n * (8 * n - 2), projections = hasSpin(k.kind) ? 2 * 2 * n : 0;
    const double flops =
        2 * components * k.slices * (projections + product + f.outer) + f.part + 2 * f.numbers + kind.staggeredPhases;
    const bool reads = !traits(k.group).quaternions && k.variant.registers != ForceRegisters::Many;
    const double rows = reads ? 2 : 0; // planes of a link that are read again
    return {flops, element, link + 4 * k.slices * vector / kind.sitesPerTexel + 2 * element,
            2 * components * k.slices * (link + rows + 2 * vector) + element};
}

} // namespace

KernelSpec randomMomentaSpec(Group group, const Lattice& lattice, const DrawSource& draws)
{
    KernelSpec spec{.kernel = "random_momenta",
                    .label = "random_momenta-" + word(group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = algebraPlanes(group)};
    spec.defines.merge(groupDefines(group));
    setDraws(spec, draws);
    spec.ownSite = {"uNumbers"};
    const bool reads = draws.generator != GeneratorType::Philox; // a plane of numbers for each of the result
    const double planes = (reads ? 2 : 1) * spec.resultPlanes;
    spec.cost = {elementFlops(group).gaussian, planes, planes};
    return spec;
}

KernelSpec kineticEnergySpec(Group group)
{
    const double planes = 4 * algebraPlanes(group) + 1;
    return {.kernel = "kinetic_energy",
            .label = "kinetic_energy-" + word(group),
            .defines = groupDefines(group),
            .cost = {4 * (elementFlops(group).traceSquare + 1), planes, planes}};
}

std::string name(const ForceVariant& variant)
{
    constexpr const char* registers[] = {"straight", "steps", "planes"};
    return fmt::format("{} {}x{}", registers[int(variant.registers)], variant.group.x, variant.group.y);
}

ForceRegisters fewForceRegisters(Group group, Precision precision)
{
    // An element of the algebra of SU(2) is one plane.
    return !traits(group).quaternions && precision == Precision::Double ? ForceRegisters::Planes
                                                                        : ForceRegisters::Steps;
}

KernelSpec fermionForceSpec(const Lattice& lattice, const FermionForceKernel& k)
{
    BoundaryPhases steps = k.boundary;
    if (k.mu != 3) steps.isospin = 0; // the same program

    constexpr const char* registers[] = {"", "-steps", "-planes"};
    const FermionKindTraits& kind = traits(k.kind);
    const WorkGroup& threads = k.variant.group;
    KernelSpec spec{.kernel = "fermion_force",
                    .label = fmt::format("fermion_force-{}-{}-mu{}{}", kind.name, word(k.group), k.mu,
                                         registers[int(k.variant.registers)]),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = algebraPlanes(k.group)};
    if (threads != WorkGroup{}) spec.label += fmt::format("-{}x{}", threads.x, threads.y);
    if (steps.isospin != 0) spec.label += "-isospin";
    if (k.slices > 1) spec.label += fmt::format("-slices{}", k.slices);
    spec.group = threads;
    if (k.variant.registers == ForceRegisters::Planes) spec.planesPerPass = 1;
    definePhases(spec, steps);
    const auto set = [&spec](const char* name, int value) { spec.defines[name] = std::to_string(value); };
    spec.defines.merge(groupDefines(k.group));
    set("MU", k.mu);
    set("STAGGERED", kind.staggeredPhases ? 1 : 0);
    set("COMPONENTS", kind.stepVectors);
    set("SLICES", k.slices);
    set("STEPS", k.variant.registers == ForceRegisters::Many ? 0 : 1);
    set("VECTOR_PLANES", fermionPlanes(k.kind, k.group));
    set("NORM", 0);
    spec.ownSite = {"uLink", "uMomentum", "uX", "uY"};
    spec.cost = fermionForceCost(k);
    return spec;
}

KernelSpec cloverInsertionsSpec(Group group, const CloverInsertionKernel& k, Precision precision, Registers registers)
{
    const int n = colours(group), one = insertionPlanes(group), vector = fermionPlanes(FermionKind::Wilson, group);
    KernelSpec spec{.kernel = "clover_insertions",
                    .label = fmt::format("clover_insertions-{}{}{}{}", word(group), k.determinant ? "-determinant" : "",
                                         k.turned ? "-turned" : "", k.add ? "-added" : ""),
                    .defines = groupDefines(group),
                    .resultPlanes = 6 * one,
                    .planesPerPass = 2 * one}; // more spill on cards with 255 registers
    if (registers == Registers::Few) {         // a plane of the lattice after the other
        spec.label += "-few";
        spec.planesPerPass = precision == Precision::Double ? 1 : one;
    }
    spec.defines.merge(blockDefines(group));
    const auto set = [&spec](const char* name, int value) { spec.defines[name] = std::to_string(value); };
    set("INSERTION_PLANES", one);
    set("DETERMINANT", k.determinant ? 1 : 0);
    set("TURNED", k.turned ? 1 : 0);
    set("ADD", k.add ? 1 : 0);
    set("STEPS", 0);
    set("VECTOR_PLANES", vector);
    set("NORM", 0);
    spec.ownSite = {"uBefore", "uX", "uY", "uInverses", "uBlocks"};
    // Of each plane and chirality: two outer products of N^2 elements with their factors, or N^2 elements of blocks; the weight.
    const int rows = 2 * n, pairs = n * (rows - 1), blocks = k.turned ? 2 : 1;
    double flops = 6 * (k.determinant ? 2.0 * n * n * 4 : 2.0 * 2 * (2 * n + n * n * 8)) + 6 * n * n * (k.add ? 2 : 1);
    if (k.turned) flops += 2 * (rows * (1 + (rows - 1) * 4) + pairs * (6 + (rows - 2) * 8));
    const double read = k.determinant ? blocks * blockPlanes(group) : 2.0 * vector;
    const double before = k.add ? 6 * one : 0; // each pass has all of them in its text
    spec.cost = {flops, 6.0 * one, read + before + 6 * one, read + before};
    return spec;
}

std::vector<KernelSpec> hmcKernels(Group group, const Lattice& lattice, Precision precision)
{
    if (!has(group, Feature::MolecularDynamics)) return {};
    const DrawSource ranlux = drawSource(GeneratorType::Ranlux, precision, momentumDraws(group));
    std::vector<KernelSpec> specs = {randomMomentaSpec(group, lattice), randomMomentaSpec(group, lattice, ranlux),
                                     kineticEnergySpec(group)};
    for (const LinearOperation operation : {LinearOperation::Axpy, LinearOperation::Zero})
        specs.push_back(linearSpec(algebraPlanes(group), {.operation = operation, .constant = true}));
    for (const Registers registers : {Registers::Many, Registers::Few})
        for (const CloverInsertionKernel& k : {CloverInsertionKernel{},
                                               {.add = true},
                                               {.determinant = true, .add = true},
                                               {.determinant = true, .turned = true, .add = true}})
            specs.push_back(cloverInsertionsSpec(group, k, precision, registers));
    std::vector<ForceRegisters> ways = {ForceRegisters::Many, ForceRegisters::Steps};
    if (fewForceRegisters(group, precision) == ForceRegisters::Planes) ways.push_back(ForceRegisters::Planes);
    for (const FermionKindTraits& fermions : fermionKinds)
        for (const ForceRegisters registers : ways)
            for (int mu = 0; mu < 4; ++mu)
                specs.push_back(fermionForceSpec(
                    lattice, {.kind = fermions.kind, .group = group, .mu = mu, .variant = {registers, {}}}));
    for (const FermionKindTraits& fermions : fermionKinds)
        for (const ForceRegisters registers : ways)
            specs.push_back(fermionForceSpec(lattice, {.kind = fermions.kind,
                                                       .group = group,
                                                       .boundary = {.isospin = 1},
                                                       .mu = 3,
                                                       .variant = {registers, {}}}));
    constexpr int slices = 8; // of domain walls
    for (const ForceRegisters registers : ways)
        specs.push_back(
            fermionForceSpec(lattice, {.group = group, .mu = 3, .variant = {registers, {}}, .slices = slices}));
    return specs;
}

std::vector<KernelSpec> everyKernel(Group group, const Lattice& lattice, Path path, Precision precision)
{
    std::vector<KernelSpec> specs = allKernels(group, lattice, path, precision);
    for (auto&& more : {fermionKernels(group, lattice, path, precision), hmcKernels(group, lattice, precision)})
        specs.insert(specs.end(), more.begin(), more.end());
    return specs;
}

} // namespace gaugegl
