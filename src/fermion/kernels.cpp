#include "fermion/kernels.h"

#include <stdexcept>

namespace gaugegl {
namespace {

int number(const KernelSpec& spec, const std::string& name)
{
    const auto found = spec.defines.find(name);
    return found == spec.defines.end() ? 0 : std::stoi(found->second);
}

/// Of a real number in this format, in units of one in single precision.
double share(FieldFormat format) { return format == FieldFormat::Real ? 1 : 0.5; }

/// Planes of a field and the layer of its norms.
double planesOf(int planes, FieldFormat format)
{
    return (planes + (format == FieldFormat::BlockFloat16 ? 1 : 0)) * share(format);
}

/// A number of the device: hi and lo.
constexpr double planesOfNumber = 2;

/// What solvers and others ask of a hopping term in the default storage: each kernel differs in what it fuses.
std::vector<HopKernel> fusedHops(FermionKind kind, Group group)
{
    const HopKernel plain{.kind = kind, .group = group};
    std::vector<HopKernel> hops;
    for (const bool dagger : {false, true}) {
        if (dagger && kind == FermionKind::Staggered) continue;
        for (const bool twist : {false, true}) {
            if (twist && kind == FermionKind::Staggered) continue;
            HopKernel k = plain;
            k.dagger = dagger;
            k.twist = twist;
            hops.push_back(k);
            k.diagonal = true;
            hops.push_back(k);
            k.terms = true;
            hops.push_back(k);
            k.descend = true;
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
        if (!k.terms || k.descend) {
            k.terms = false;
            k.variant.registers = fewHopRegisters(kind, group, precision);
            k.storage = defaultHopStorage(group, precision, Registers::Few);
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
        k.descend = true;
        specs.push_back(hopSpec(lattice, k));
    }
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

double hopFlops(const KernelSpec& spec)
{
    const bool wilson = spec.kernel == "wilson";
    const int nc = number(spec, "NC"), reals = (wilson ? 8 : 2) * nc, product = nc * (8 * nc - 2);
    const double twist = number(spec, "TWIST") ? 3 : 1;
    double flops = wilson ? 8 * (4 * nc + 2 * product) + 7 * reals : 8 * product + 7 * reals;
    flops += twist * reals; // the factor of the hopping term
    if (number(spec, "DIAGONAL")) flops += (twist + 1) * reals;
    if (number(spec, "DESCEND")) flops += 2 * reals;
    if (number(spec, "TERMS")) flops += 2 * reals * 2;
    const std::pair<const char*, int> phases[] = {{"SIGN_PHASES", 2}, {"COMPLEX_PHASES", 6}, {"SPREAD_PHASES", 6}};
    for (const auto& [mask, flopsOfNumber] : phases)
        for (int mu = 0; mu < 4; ++mu)
            if (number(spec, mask) >> mu & 1) flops += 2 * (wilson ? 2 : 1) * nc * flopsOfNumber;
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
HopLoads hopLoads(const KernelSpec& spec)
{
    const bool byRows = number(spec, "BY_ROWS") != 0;
    if (spec.kernel == "wilson") {
        const double groups = number(spec, "SPIN_GROUPS");
        return {8 * groups, 8 * (byRows ? 2 : groups), 8 * groups};
    }
    const double here = number(spec, "STEPS") ? 6 + number(spec, "TERMS") : 1;
    return {here + 4 + 2 + 8, 16, 10 + 4 + 12}; // neighbours: a choice of two counts as both
}

FieldFormat linkFormat(const KernelSpec& spec)
{
    if (number(spec, "LINK_FIXED")) return FieldFormat::Fixed;
    // 16-bit floats are read as all floats are, so that only the label tells, "wilson-su3-12-half-half-fields": the
    // fields come last.
    const std::size_t half = spec.label.find("-half");
    const bool ofLinks = half != std::string::npos && spec.label.compare(half, 12, "-half-fields") != 0;
    return ofLinks ? FieldFormat::Half : FieldFormat::Real;
}

/// A hop of Wilson or staggered fermions.
KernelCost hopCost(const KernelSpec& spec, int passes)
{
    const double sites = spec.kernel == "wilson" ? 1 : 2; // of a texel
    const double field = planesOf(spec.targets[0].planes, spec.targets[0].format);
    const int linkReals = number(spec, "LINK_REALS");
    const double linkPlanes = linkReals == 18 ? 5 : linkReals == 12 ? 3 : linkReals == 8 ? 2 : 1;
    const double link = linkPlanes * share(linkFormat(spec));
    const int neighbours = number(spec, "NEIGHBOURS");
    const HopLoads loads = hopLoads(spec);

    // Chi and the residual, and a number beside it; the result, and the terms of a texel.
    const double others = field * (number(spec, "DIAGONAL") + number(spec, "DESCEND")),
                 written = field + number(spec, "TERMS");
    const double read = loads.psi * field + loads.links * link * (number(spec, "BY_ROWS") ? 1.2 : 1) +
                        (neighbours > 0 ? loads.neighbours : 0) + others + planesOfNumber * number(spec, "DESCEND");
    return {hopFlops(spec), (passes * read + written) / sites,
            (field + others + written) / sites + 8 * link + (neighbours == 1 ? 2 : 0)};
}

KernelCost linearCost(const KernelSpec& spec, int passes)
{
    const int planes = number(spec, "VECTOR_PLANES");
    const auto operation = LinearOperation(number(spec, "OPERATION"));
    const double ofNumber = number(spec, "COMPLEX") ? 8 : 2, reals = 4 * planes;
    const bool halfX = spec.label.find("-half-") != std::string::npos; // "-half-half", "-real-half"
    const FieldFormat x = number(spec, "NORM") ? FieldFormat::BlockFloat16
                          : halfX              ? FieldFormat::Half
                                               : FieldFormat::Real;
    const double ofX = planesOf(planes, x), ofY = planesOf(planes, spec.targets[0].format);
    const double terms = number(spec, "TERMS");
    double flops = 0, read = 0, numbers = number(spec, "CONSTANT") ? 0 : 1, written = ofY + terms;
    switch (operation) {
    case LinearOperation::Axpy:
    case LinearOperation::Xpay:
        flops = reals * (ofNumber + 2 * terms);
        read = ofX + ofY;
        break;
    case LinearOperation::Update:
        flops = reals * 4;
        read = ofX + 2 * ofY;
        numbers = 2;
        written = 2 * ofY;
        break;
    case LinearOperation::Products:
        flops = reals * 8;
        read = 2 * ofX;
        numbers = 0;
        written = 1;
        break;
    case LinearOperation::Scale:
        flops = reals;
        read = ofX;
        break;
    case LinearOperation::Zero:
        break;
    }
    return {flops, passes * (read + planesOfNumber * numbers) + written, read + written};
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

bool hasSixteenBits(const KernelSpec& spec)
{
    for (const Target& target : spec.targets)
        if (target.format != FieldFormat::Real) return true;
    return number(spec, "NORM") || number(spec, "NORM_Y") || number(spec, "LINK_FIXED") ||
           spec.label.find("-half") != std::string::npos;
}

std::vector<KernelSpec> fermionKernels(Group group, const Lattice& lattice, Path path, Precision precision)
{
    std::vector<KernelSpec> specs;
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
        addHops(specs, {kind, group, lattice, path, precision});
        addLinearAlgebra(specs, fermionPlanes(kind, group), precision);
    }
    for (const HopStorage& storage : hopStorages(group, precision))
        if (storage.neighbours != Neighbours::Table &&
            (storage.links != FieldFormat::Real || storage.reconstruct != Reconstruct::R12))
            specs.push_back(hopLinksSpec(lattice, group, storage));
    if (group == groupTraits[0].group) // what does not depend on the group is listed once
        for (int operation = 0; operation < 3; ++operation)
            for (const bool complex : {false, true})
                specs.push_back(numberSpec(operation, complex));
    return specs;
}

KernelCost fermionKernelCost(const KernelSpec& spec, int passes)
{
    if (spec.kernel == "wilson" || spec.kernel == "staggered") return hopCost(spec, passes);
    if (spec.kernel == "linear") return linearCost(spec, passes);
    if (spec.kernel == "number") return {number(spec, "COMPLEX") ? 8.0 : 1.0, 6, 6};
    if (spec.kernel == "hop_links") { // a link of the gauge field becomes one of the target
        const double read = number(spec, "NC") == 2 ? 1 : 3,
                     written = planesOf(spec.targets[0].planes, spec.targets[0].format);
        return {number(spec, "LINK_REALS") == 8 ? 16.0 : 0.0, read + written, read + written};
    }
    throw std::out_of_range("no cost is known for the kernel " + spec.kernel);
}

} // namespace gaugegl
