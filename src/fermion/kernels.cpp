#include "fermion/kernels.h"

#include "fermion/operators/clover_kernels.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/slices.h"
#include "fermion/operators/wuppertal.h"
#include "fields/device_number.h"
#include "gaugegl/device/reduction.h"

namespace gaugegl {
namespace {

/// What solvers and others ask of a hopping term in the default storage: each kernel differs in what it fuses.
std::vector<HopKernel> fusedHops(FermionKind kind, Group group)
{
    const HopKernel plain{.kind = kind, .group = group};
    std::vector<HopKernel> hops;
    for (const bool dagger : {false, true}) {
        if (dagger && !hasSpin(kind)) continue;
        for (const bool twist : {false, true}) {
            if (twist && !hasSpin(kind)) continue;
            HopKernel k = plain;
            k.dagger = dagger;
            k.twist = twist;
            hops.push_back(k);
            k.diagonal = true;
            hops.push_back(k);
            k.terms = true;
            hops.push_back(k);
            k.updateResidual = true;
            hops.push_back(k);
        }
    }
    HopKernel k = plain;
    k.terms = true;
    hops.push_back(k);
    return hops;
}

/// What hops are listed for.
struct HopsOf {
    FermionKind kind;
    Group group;
    const Lattice& lattice;
    Path path;
    Precision precision;
};

void addHops(std::vector<KernelSpec>& specs, const HopsOf& of)
{
    const auto& [kind, group, lattice, path, precision] = of;
    for (const HopKernel& k : fusedHops(kind, group))
        specs.push_back(hopSpec(lattice, k));
    for (HopKernel k : fusedHops(kind, group)) // on cards with few registers, where norms have kernels of their own
        if (!k.terms || k.updateResidual) {
            k.terms = false;
            k.variant.registers = fewHopRegisters(kind, group, precision);
            k.storage = defaultHopStorage(group, precision, Registers::Few);
            specs.push_back(hopSpec(lattice, k));
        }
    for (const Registers registers : {Registers::Many, Registers::Few}) {
        HopKernel k{.kind = kind, .group = group, .boundary = {.isospin = 1}};
        if (registers == Registers::Few) k.variant.registers = fewHopRegisters(kind, group, precision);
        k.storage = defaultHopStorage(group, precision, registers);
        specs.push_back(hopSpec(lattice, k));
    }
    if (path == Path::Compute && precision == Precision::Single) // some of what a tuner chooses among
        for (const WorkGroup workGroup : {WorkGroup{32, 2, 1}, WorkGroup{8, 4, 2}, WorkGroup{8, 4, 4}}) {
            specs.push_back(hopSpec(lattice, {.kind = kind, .group = group, .variant = {.group = workGroup}}));
            specs.push_back(hopSpec(
                lattice,
                {.kind = kind, .group = group, .variant = {.group = workGroup}, .diagonal = true, .terms = true}));
        }
    for (const HopStorage& storage : hopStorages(group, precision))
        if (storage != HopStorage{})
            specs.push_back(hopSpec(lattice, {.kind = kind, .group = group, .storage = storage}));
    if (precision == Precision::Double) return;
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16}) {
        HopKernel k{.kind = kind, .group = group, .format = format};
        k.storage.links = format == FieldFormat::Half ? FieldFormat::Half : FieldFormat::Fixed;
        specs.push_back(hopSpec(lattice, k));
        k.diagonal = k.terms = true;
        specs.push_back(hopSpec(lattice, k));
        k.updateResidual = true;
        specs.push_back(hopSpec(lattice, k));
    }
}

/// The clover term, and what even-odd forms ask of hops with it.
void addClover(std::vector<KernelSpec>& specs, const HopsOf& of)
{
    const auto& [kind, group, lattice, path, precision] = of;
    for (const Registers registers : {Registers::Many, Registers::Few}) {
        specs.push_back(cloverBlocksSpec(group, lattice, precision, registers));
        for (const bool squared : {false, true})
            specs.push_back(cloverInverseSpec(group, squared, registers));
    }
    const auto add = [&, &kind = kind, &group = group, &lattice = lattice, &precision = precision](HopKernel k) {
        specs.push_back(hopSpec(lattice, k));
        if (k.terms) return; // on cards with few registers norms have kernels of their own
        k.variant.registers = fewHopRegisters(kind, group, precision);
        k.storage = defaultHopStorage(group, precision, Registers::Few);
        specs.push_back(hopSpec(lattice, k));
    };
    for (const bool dagger : {false, true})
        for (const bool twisted : {false, true}) {
            const HopKernel plain{.kind = kind, .group = group, .dagger = dagger};
            HopKernel inverse = plain;
            inverse.blocks = SiteBlocks::OfHop;
            inverse.turned = twisted;
            add(inverse);
            if (!dagger) {
                inverse.blocks = SiteBlocks::OfSum;
                inverse.diagonal = true;
                add(inverse);
            }
            HopKernel chi = plain;
            chi.blocks = SiteBlocks::OfChi;
            chi.diagonal = true;
            chi.twist = twisted;
            add(chi);
            chi.terms = true;
            add(chi);
            chi.updateResidual = dagger;
            if (dagger) add(chi);
            if (precision == Precision::Double || twisted) continue;
            for (HopKernel k : {plain, chi}) {
                k.format = FieldFormat::BlockFloat16;
                k.storage.links = FieldFormat::Fixed;
                if (!k.diagonal) k.blocks = SiteBlocks::OfHop;
                specs.push_back(hopSpec(lattice, k));
            }
        }
    if (precision == Precision::Double) return;
    specs.push_back(linearSpec(
        blockPlanes(group), {.operation = LinearOperation::Scale, .constant = true, .y = FieldFormat::BlockFloat16}));
}

/// Hops of domain-wall quarks and the matrices that mix their slices.
void addDomainWall(std::vector<KernelSpec>& specs, const HopsOf& of)
{
    constexpr int slices = 8;
    const auto& [kind, group, lattice, path, precision] = of;
    for (const bool dagger : {false, true})
        for (const bool diagonal : {false, true}) {
            HopKernel hop{.kind = kind, .group = group, .dagger = dagger, .diagonal = diagonal, .slices = slices};
            specs.push_back(hopSpec(lattice, hop));
            hop.variant.registers = fewHopRegisters(kind, group, precision);
            hop.storage = defaultHopStorage(group, precision, Registers::Few);
            specs.push_back(hopSpec(lattice, hop));
        }
    HopKernel hop{.kind = kind, .group = group, .diagonal = true, .terms = true, .slices = slices};
    specs.push_back(hopSpec(lattice, hop));
    for (const Registers registers : {Registers::Many, Registers::Few})
        for (const bool diagonal : {false, true}) {
            MixKernel mix{
                .group = group, .slices = slices, .diagonal = diagonal, .registers = registers, .precision = precision};
            specs.push_back(mixSpec(lattice, mix));
            mix.terms = true;
            if (diagonal && registers == Registers::Many) specs.push_back(mixSpec(lattice, mix));
        }
    if (precision == Precision::Double) return;
    hop.format = FieldFormat::BlockFloat16;
    hop.storage.links = FieldFormat::Fixed;
    specs.push_back(hopSpec(lattice, hop));
    specs.push_back(mixSpec(
        lattice,
        {.group = group, .format = FieldFormat::BlockFloat16, .slices = slices, .diagonal = true, .terms = true}));
}

void addLinearAlgebra(std::vector<KernelSpec>& specs, int planes, Precision precision)
{
    using enum LinearOperation;
    const LinearKernel real[] = {{Axpy},
                                 {.operation = Axpy, .terms = true},
                                 {Xpay},
                                 {Update},
                                 {Products},
                                 {.operation = Axpy, .complex = true},
                                 {.operation = Axpy, .complex = true, .terms = true},
                                 {.operation = Xpay, .complex = true},
                                 {.operation = Scale, .constant = true},
                                 {.operation = Zero, .constant = true}};
    for (LinearKernel k : real) {
        specs.push_back(linearSpec(planes, k));
        LinearKernel few = k;
        few.registers = Registers::Few;
        few.precision = precision;
        specs.push_back(linearSpec(planes, few));
        if (precision == Precision::Double) continue;
        for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16}) {
            k.x = k.y = format;
            specs.push_back(linearSpec(planes, k));
        }
    }
    if (precision == Precision::Double) return;
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16}) {
        specs.push_back(linearSpec(planes, {.operation = Scale, .constant = true, .x = format}));
        specs.push_back(linearSpec(planes, {.operation = Scale, .constant = true, .y = format}));
        specs.push_back(linearSpec(planes, {.operation = Axpy, .constant = true, .x = format}));
    }
}

} // namespace

std::vector<HopStorage> hopStorages(Group group, Precision precision)
{
    std::vector<HopStorage> all;
    for (const Reconstruct reals : {Reconstruct::R12, Reconstruct::R18, Reconstruct::R8})
        for (const FieldFormat format : {FieldFormat::Real, FieldFormat::Half, FieldFormat::Fixed})
            for (const Neighbours neighbours : {Neighbours::Computed, Neighbours::Table, Neighbours::InLinks})
                if (const HopStorage storage{reals, format, neighbours};
                    exists(storage, group, precision, Storage::Texture))
                    all.push_back(storage);
    return all;
}

std::vector<KernelSpec> fermionKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    if (!has(group, Feature::Fermions)) return {};
    std::vector<KernelSpec> specs;
    for (const FermionKindTraits& fermions : fermionKinds) {
        const FermionKind kind = fermions.kind;
        addHops(specs, {kind, group, lattice, path, precision});
        if (hasSpin(kind)) {
            addClover(specs, {kind, group, lattice, path, precision});
            addDomainWall(specs, {kind, group, lattice, path, precision});
        }
        addLinearAlgebra(specs, fermionPlanes(kind, group), precision);
    }
    for (const HopStorage& storage : hopStorages(group, precision))
        if (storage.neighbours != Neighbours::Table &&
            (storage.links != FieldFormat::Real || storage.reconstruct != Reconstruct::R12))
            specs.push_back(hopLinksSpec(lattice, group, storage));
    for (const int mu : {2, 3})
        for (const int sign : {1, -1})
            specs.push_back(halfSpinorSpec(group, {.mu = mu, .sign = sign}));
    for (const Registers registers : {Registers::Many, Registers::Few})
        specs.push_back(wuppertalSpec(group, lattice, precision, {}, registers));
    if (group == groupTraits[0].group) { // what does not depend on the group is listed once
        for (int operation = 0; operation < 3; ++operation)
            for (const bool complex : {false, true})
                specs.push_back(numberSpec(operation, complex));
        specs.push_back(shiftsSpec(12));
    }
    return specs;
}

std::vector<KernelSpec> bundleKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    if (!has(group, Feature::Fermions)) return {};
    std::vector<KernelSpec> specs;
    for (const FermionKindTraits& fermions : fermionKinds) {
        const FermionKind kind = fermions.kind;
        for (HopKernel k : fusedHops(kind, group)) {
            if (k.dagger || k.twist) continue;
            k.vectors = k.slices = largestBundle;
            specs.push_back(hopSpec(lattice, k));
            if (k.terms && !k.updateResidual) continue;
            k.terms = false; // on cards with few registers
            k.variant.registers = fewHopRegisters(kind, group, precision);
            k.storage = defaultHopStorage(group, precision, Registers::Few);
            specs.push_back(hopSpec(lattice, k));
        }
        using enum LinearOperation;
        for (const Registers registers : {Registers::Many, Registers::Few}) {
            const bool terms = registers == Registers::Many;
            LinearKernel k{.terms = terms, .registers = registers, .precision = precision, .vectors = largestBundle};
            for (const LinearOperation operation : {Axpy, Xpay, Update, Products}) {
                k.operation = operation;
                specs.push_back(linearSpec(fermionPlanes(kind, group), k));
                k.terms = false;
            }
            for (const LinearOperation operation : {Update, Scale}) { // of shifted systems
                k.operation = operation;
                k.constant = operation == Scale;
                k.oneX = true;
                specs.push_back(linearSpec(fermionPlanes(kind, group), k));
            }
            k.vectors = 1;
            specs.push_back(linearSpec(fermionPlanes(kind, group), k));
            if (hasSpin(kind))
                specs.push_back(mixSpec(lattice, {.group = group,
                                                  .slices = 8,
                                                  .diagonal = true,
                                                  .terms = terms,
                                                  .registers = registers,
                                                  .precision = precision,
                                                  .vectors = 2}));
        }
    }
    if (group == groupTraits[0].group) {
        specs.push_back(Reduction::spec(path, {.fold = 8, .vectors = largestBundle}));
        for (int operation = 0; operation < 3; ++operation)
            specs.push_back(numberSpec(operation, false, largestBundle));
    }
    return specs;
}

} // namespace gaugegl
