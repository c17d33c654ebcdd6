#include "fermion/operators/hopping.h"

#include "algebra/domain_wall.h"
#include "device/ghosts.h"
#include "device/tuner.h"
#include "fermion/operators/clover_field.h"
#include "fermion/operators/clover_kernels.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/hop_cost.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

static_assert(HoppingTerm<DeviceHopping> && SlicedHoppingTerm<DeviceHopping>);

/// What transport.glsl does with the phase of a direction.
enum class PhaseKind { None, Sign, Complex, Spread };

PhaseKind phaseKind(const BoundaryPhases& boundary, int mu)
{
    const double theta = boundary.theta[std::size_t(mu)];
    if (theta == 0) return PhaseKind::None;
    if (boundary.spread) return PhaseKind::Spread;
    return std::abs(theta) == 1 ? PhaseKind::Sign : PhaseKind::Complex;
}

std::string phaseMask(const BoundaryPhases& boundary, PhaseKind kind)
{
    int mask = 0;
    for (int mu = 0; mu < 4; ++mu)
        if (phaseKind(boundary, mu) == kind) mask |= 1 << mu;
    return std::to_string(mask);
}

std::string labelOf(const HopKernel& k)
{
    std::string label = fmt::format("{}-su{}-{}", traits(k.kind).name, colours(k.group), name(k.storage));
    if (k.format != FieldFormat::Real) label += "-" + name(k.format) + "-fields";
    for (int mu = 0; mu < 4; ++mu) {
        constexpr const char* phases[] = {"", "sign", "complex", "spread"};
        const PhaseKind kind = phaseKind(k.boundary, mu);
        if (kind != PhaseKind::None) label += fmt::format("-{}{}", phases[int(kind)], mu);
    }
    if (k.boundary.isospin != 0) label += "-isospin";
    constexpr const char* registers[] = {"", "-steps", "-parts", "-planes"};
    label += registers[int(k.variant.registers)];
    if (k.variant.group != WorkGroup{})
        label += fmt::format("-{}x{}x{}", k.variant.group.x, k.variant.group.y, k.variant.group.threads);
    const std::pair<bool, const char*> options[] = {{k.dagger, "-dagger"},
                                                    {k.diagonal, "-diagonal"},
                                                    {k.twist, "-twist"},
                                                    {k.updateResidual, "-descend"},
                                                    {k.terms, "-terms"}};
    for (const auto& [chosen, text] : options)
        if (chosen) label += text;
    constexpr const char* blocks[] = {"", "-blocks-chi", "-blocks-hop", "-blocks-sum"};
    label += blocks[int(k.blocks)];
    if (k.turned) label += "-turned";
    if (k.slices > 1) label += fmt::format("-slices{}", k.slices);
    if (k.vectors > 1) label += fmt::format("-vectors{}", k.vectors);
    return label;
}

/// How the kernel limits its registers.
void addRegisters(KernelSpec& spec, const HopKernel& k)
{
    const bool oneByOne = k.variant.registers == HopRegisters::Parts || k.variant.registers == HopRegisters::Planes;
    spec.defines["STEPS"] = k.variant.registers == HopRegisters::Many ? "0" : "1";
    spec.defines["BY_ROWS"] =
        oneByOne && !traits(k.group).quaternions && k.storage.reconstruct == Reconstruct::R18 ? "1" : "0";
    spec.defines["SPIN_GROUPS"] = oneByOne ? "2" : "1";
    spec.defines["SPIN_END_0"] = oneByOne ? "1" : "2";
    spec.defines["SPIN_END_1"] = "2";
    spec.group = k.variant.group;
    spec.defines["SUM_PLANES"] = std::to_string(spec.resultPlanes);
    if (k.terms) return;
    if (k.variant.registers == HopRegisters::Parts) spec.planesPerPass = fermionPlanes(k.kind, k.group) / 2;
    if (k.variant.registers == HopRegisters::Planes) spec.planesPerPass = 1;
}

} // namespace

int phaseFlops(const BoundaryPhases& boundary, int mu)
{
    constexpr int ofKind[] = {0, 2, 6, 6};
    return ofKind[int(phaseKind(boundary, mu))] + (mu == 3 && boundary.isospin != 0 ? 2 : 0);
}

void definePhases(KernelSpec& spec, const BoundaryPhases& boundary)
{
    spec.defines["SIGN_PHASES"] = phaseMask(boundary, PhaseKind::Sign);
    spec.defines["COMPLEX_PHASES"] = phaseMask(boundary, PhaseKind::Complex);
    spec.defines["SPREAD_PHASES"] = phaseMask(boundary, PhaseKind::Spread);
    spec.defines["ISOSPIN"] = boundary.isospin != 0 ? "1" : "0";
}

std::vector<double> isospinValues(const BoundaryPhases& boundary, Sign sign)
{
    const double mu = sign == Sign::Plus ? boundary.isospin : -boundary.isospin;
    return {std::exp(mu), std::exp(-mu)};
}

std::vector<double> phaseValues(const BoundaryPhases& boundary, const Lattice& lattice)
{
    std::vector<double> values;
    values.reserve(8);
    for (int mu = 0; mu < 4; ++mu) {
        const std::complex<double> phase = boundary.ofStep(lattice, mu, lattice.extent(mu) - 1);
        values.push_back(phase.real());
        values.push_back(phase.imag());
    }
    return values;
}

KernelSpec hopSpec(const Lattice& lattice, const HopKernel& k)
{
    const int planes = fermionPlanes(k.kind, k.group);
    KernelSpec spec{.kernel = traits(k.kind).name,
                    .label = labelOf(k),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes + (k.terms ? 1 : 0)};
    spec.targets = {{planes, k.format}};
    if (k.terms) spec.targets.push_back({1, FieldFormat::Real});
    spec.defines.merge(hopDefines(k.storage, k.group));
    const auto set = [&](const char* name, const std::string& value) { spec.defines[name] = value; };
    spec.defines.merge(groupDefines(k.group));
    set("VECTOR_PLANES", std::to_string(planes));
    set("NORM", k.format == FieldFormat::BlockFloat16 ? "1" : "0");
    definePhases(spec, k.boundary);
    addRegisters(spec, k);
    set("DIAGONAL", k.diagonal ? "1" : "0");
    set("UPDATE_RESIDUAL", k.updateResidual ? "1" : "0");
    set("TERMS", k.terms ? "1" : "0");
    set("SLICES", std::to_string(k.slices));
    set("VECTORS", std::to_string(k.vectors));
    if (hasSpin(k.kind)) {
        set("DAGGER", k.dagger ? "1" : "0");
        set("TWIST", k.twist ? "1" : "0");
        set("BLOCKS", std::to_string(int(k.blocks)));
        set("TURNED", k.turned ? "1" : "0");
        spec.defines.merge(blockDefines(k.group, k.format)); // also where the text that has them is left out
    }
    spec.sixteenBits = k.format != FieldFormat::Real || k.storage.links != FieldFormat::Real;
    spec.ownSite = {"uSame", "uChi", "uResidual", "uTable", "uBlocks", "uInverses"};
    spec.cost = hopCost(k);
    return spec;
}

HopRegisters fewHopRegisters(FermionKind kind, Group group, Precision precision)
{
    if (precision == Precision::Double) return HopRegisters::Planes;
    return hasSpin(kind) && !traits(group).quaternions ? HopRegisters::Parts : HopRegisters::Steps;
}

std::string name(const HopVariant& variant)
{
    constexpr const char* registers[] = {"straight", "steps", "parts", "planes"};
    return fmt::format("{} {}x{}x{}", registers[int(variant.registers)], variant.group.x, variant.group.y,
                       variant.group.threads);
}

std::vector<HopVariant> hopVariants(const Device& device, FermionKind kind, Group group)
{
    const HopRegisters few = fewHopRegisters(kind, group, device.precision());
    std::vector<HopVariant> all;
    for (const HopRegisters registers : {HopRegisters::Many, few}) {
        // A software driver has no registers to save, and takes minutes to compile such loops.
        const bool software = device.context().capabilities().software;
        if (software && registers == few && device.registers() == Registers::Many) continue;
        all.push_back({.registers = registers});
        if (device.path() == Path::Fragment) continue;
        for (const auto& [x, y] : {std::pair(16, 4), std::pair(32, 2), std::pair(16, 8)})
            all.push_back({registers, {x, y, 1}});
        if (device.precision() == Precision::Double)
            continue; // the shared memory of a group would not suffice everywhere
        for (const int threads : {2, 4})
            all.push_back({registers, {8, 4, threads}});
    }
    if (device.registers() == Registers::Few)
        std::ranges::stable_sort(all, {}, [&](const HopVariant& v) { return v.registers != few; });
    return all;
}

int pollIntervalOn(const Device& device) { return device.context().capabilities().software ? 1 : 8; }

DeviceHopping::DeviceHopping(FermionKind kind, const HopLinks& links, const BoundaryPhases& boundary,
                             FieldFormat format)
    : kind_(kind), links_(&links), boundary_(boundary),
      space_(
          FermionSpace::create(links.gauge().device(), {links.gauge().lattice(), links.gauge().group(), kind, format}))
{
    variant_ = hopVariants(space_->device(), kind, links.gauge().group()).front();
    if (hasSpin(kind) && format == FieldFormat::Real && links.gauge().lattice().isShared())
        halves_ = std::make_shared<HalfSpinors>(space_->device(), space_->shape(), links.gauge().group());
    phases_ = phaseValues(boundary, links.gauge().lattice());
}

DeviceHopping DeviceHopping::ofVectors(int vectors) const
{
    const int slices = space_->description().slices;
    DeviceHopping result = inSlices(vectors * slices);
    FermionSpace::Description d = result.space_->description();
    d.vectors = vectors;
    result.space_ = FermionSpace::create(space_->device(), d);
    return result;
}

DeviceHopping DeviceHopping::inSlices(int slices) const
{
    DeviceHopping result = *this;
    FermionSpace::Description d = space_->description();
    d.slices = slices;
    result.space_ = FermionSpace::create(space_->device(), d);
    if (halves_) result.halves_ = std::make_shared<HalfSpinors>(space_->device(), result.space_->shape(), d.group);
    return result;
}

DeviceHopping DeviceHopping::with(std::shared_ptr<const CloverField> clover) const
{
    assert(hasSpin(kind_) &&
           (clover->format() == FieldFormat::Real) == (space_->description().format == FieldFormat::Real));
    DeviceHopping result = *this;
    result.clover_ = std::move(clover);
    return result;
}

DeviceHopping::Field DeviceHopping::makeField(int /*parity*/) const { return FermionField(space_); }

void DeviceHopping::tune(Tuner& tuner)
{
    const std::vector<HopVariant> variants = hopVariants(space_->device(), kind_, links_->gauge().group());
    const Lattice& lattice = links_->gauge().lattice();
    const HopKernel kernel{.kind = kind_,
                           .group = links_->gauge().group(),
                           .format = space_->description().format,
                           .storage = links_->storage(),
                           .boundary = boundary_,
                           .slices = space_->description().slices};
    TuningQuestion question{.kernel = hopSpec(lattice, kernel).label, .lattice = lattice.name(), .variants = {}};
    for (const HopVariant& variant : variants)
        question.variants.push_back(name(variant));
    std::optional<Field> psi, out; // where something is timed
    const std::size_t best = tuner.best(question, [&](std::size_t i) {
        if (!psi) {
            psi = makeField(0);
            out = makeField(1);
            setZero(*psi);
        }
        variant_ = variants[i];
        hop(*out, *psi, {.parity = 1});
    });
    variant_ = variants[best];
}

std::pair<DeviceReal, DeviceReal> DeviceHopping::runWithNorms(Field& out, const Field& psi, const Hop& hop,
                                                              const Extras& extras, bool ofPsi) const
{
    if (variant_.registers != HopRegisters::Many) { // a norm in the same kernel would not fit
        run(out, psi, hop, extras);
        return {norm2(out), ofPsi ? norm2(psi) : DeviceReal()};
    }
    Extras withTerms = extras;
    withTerms.terms = true;
    withTerms.normOfPsi = ofPsi;
    run(out, psi, hop, withTerms);
    const DeviceReal ofOut{space_->sumOfTerms()};
    DeviceReal second = ofOut;
    second.index = 1;
    return {ofOut, second};
}

DeviceReal DeviceHopping::hopNorm2(Field& out, const Field& psi, const Hop& hop) const
{
    return runWithNorms(out, psi, hop, {}, false).first;
}

DeviceReal DeviceHopping::hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
{
    return runWithNorms(out, psi, hop, {.chi = &chi}, false).first;
}

std::pair<DeviceReal, DeviceReal> DeviceHopping::hopNorms(Field& out, const Field& psi, const Hop& hop) const
{
    return runWithNorms(out, psi, hop, {}, true);
}

DeviceReal DeviceHopping::hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                               const VectorSet& inUse) const
{
    return runWithNorms(out, psi, hop, {.alpha = &alpha, .inUse = inUse}, false).first;
}

DeviceReal DeviceHopping::hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                               const Field& chi, const VectorSet& inUse) const
{
    return runWithNorms(out, psi, hop, {.chi = &chi, .alpha = &alpha, .inUse = inUse}, false).first;
}

/// Numbers of 16 bits would be rounded in another unit, and the norm of psi needs all of it.
bool DeviceHopping::exchangesHalves(const Extras& extras) const
{
    return halves_ && !extras.normOfPsi && !staysWithinRank_;
}

void DeviceHopping::run(Field& out, const Field& psi, const Hop& hop, const Extras& extras) const
{
    const HopCoefficients& f = hop.factors;
    const bool antihermitian = traits(kind_).antihermitianHops, dagger = hop.sign == Sign::Minus;
    assert(hasSpin(kind_) || (f.diagonalTwist == 0 && f.hopTwist == 0));
    const Lattice& lattice = links_->gauge().lattice();
    const HopKernel chosen{.kind = kind_,
                           .group = links_->gauge().group(),
                           .format = space_->description().format,
                           .storage = links_->storage(),
                           .boundary = boundary_,
                           .variant = variant_,
                           .dagger = dagger && !antihermitian,
                           .diagonal = extras.chi != nullptr,
                           .twist = f.diagonalTwist != 0 || f.hopTwist != 0,
                           .updateResidual = extras.alpha != nullptr,
                           .terms = extras.terms,
                           .blocks = f.blocks,
                           .turned = f.turn != 0,
                           .slices = space_->description().slices,
                           .vectors = space_->description().vectors};
    Kernel kernel(space_->device(), kernels_->of(chosen, [&] {
        KernelSpec spec = hopSpec(lattice, chosen);
        if (staysWithinRank_) spec.ownSite.insert("uPsi");
        return spec;
    }));
    links_->bind(kernel, hop.parity);
    const double sign = antihermitian && dagger ? -1 : 1;
    kernel.read("uPsi", psi.planes())
        .set("uFactors", std::vector{f.diagonal, f.diagonalTwist, sign * f.hop, f.hopTwist});
    kernel.set("uPhases", phases_);
    if (boundary_.isospin != 0) kernel.set("uIsospin", isospinValues(boundary_, hop.sign));
    if (exchangesHalves(extras) && lacksGhosts(psi.planes(), 1))
        kernel.fillFrom(halves_->edgesOf(psi.planes(), dagger));
    if (extras.chi) kernel.read("uChi", extras.chi->planes());
    if (f.blocks != SiteBlocks::None) {
        assert(clover_);
        if (f.blocks == SiteBlocks::OfChi || f.turn != 0) kernel.read("uBlocks", clover_->blocks(hop.parity));
        if (f.blocks != SiteBlocks::OfChi) kernel.read("uInverses", clover_->inverses(hop.parity));
        if (f.turn != 0) kernel.set("uTurn", f.turn);
    }
    if (extras.alpha) {
        extras.alpha->bind(kernel, 0);
        if (space_->description().vectors > 1) kernel.set("uInUse", int(extras.inUse.bits()));
        kernel.read("uResidual", out.planes());
    }
    out.write(kernel, extras.terms);
}

} // namespace gaugegl
