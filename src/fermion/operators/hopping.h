// The hopping terms on the device with their fused diagonal terms and norms; kernels/wilson.glsl and
// kernels/staggered.glsl define them.
#pragma once

#include "algebra/hopping.h"
#include "fermion/operators/hop_links.h"
#include "fermion/operators/slices.h"
#include "fields/fermion_field.h"

namespace gaugegl {

class CloverField;
class HalfSpinors;

class Tuner;

/// How a kernel limits its registers, for cards with 63 per thread such as Fermi.
enum class HopRegisters {
    Many,  ///< no limit: straight-line code
    Steps, ///< each hop is in a loop of opaque length, so that loads are not hoisted (lattice/links.glsl)
    Parts, ///< as Steps, with spin components one by one and the rows of an 18-real link read separately; without norms
           ///< a pass writes two spin components
    Planes ///< as Parts, and a pass writes one plane
};

/// One of the equivalent programs of a hopping term.
struct HopVariant {
    HopRegisters registers = HopRegisters::Many; ///< how it limits its registers
    WorkGroup group = {};                        ///< work group of the compute path
    /// Equal choices.
    bool operator==(const HopVariant&) const = default;
};
/// "straight 8x8x1", "parts 32x2x1", ..
std::string name(const HopVariant& variant);
/// The variants that a tuner chooses among; the first is the default.
std::vector<HopVariant> hopVariants(const Device& device, FermionKind kind, Group group);

/// Flops of a complex number that gets the phase and the weight of a step in a direction.
int phaseFlops(const BoundaryPhases& boundary, int mu);
/// Tells a program which directions have phases, and of which kind, and whether steps in t have weights.
void definePhases(KernelSpec& spec, const BoundaryPhases& boundary);
/// The values of uIsospin in H or in H^dagger: e^mu and e^-mu, or these in the other order.
std::vector<double> isospinValues(const BoundaryPhases& boundary, Sign sign = Sign::Plus);
/// The values of uPhases: (re, im) of exp(i pi theta), or of exp(i pi theta / L) if the phase is spread.
std::vector<double> phaseValues(const BoundaryPhases& boundary, const Lattice& lattice);

/// One program of a hopping term.
struct HopKernel {
    FermionKind kind = FermionKind::Wilson; ///< Wilson and twisted mass, or staggered
    Group group = Group::SU3;               ///< of the links
    FieldFormat format = FieldFormat::Real; ///< of the fermion fields
    HopStorage storage = {};                ///< of the links
    BoundaryPhases boundary = {};           ///< which directions have phases
    HopVariant variant = {};                ///< which of the equivalent programs
    bool dagger = false;                    ///< Wilson: the adjoint
    bool diagonal = false;                  ///< adds the diagonal term
    bool twist = false;                     ///< Wilson: a coefficient of i gamma_5 is not 0
    bool updateResidual = false;            ///< subtracts the result from a residual
    bool terms = false;                     ///< writes the terms of |out|^2 and |psi|^2
    SiteBlocks blocks = SiteBlocks::None;   ///< what the blocks of a clover term multiply
    bool turned = false;                    ///< OfHop, OfSum: a diagonal with a twist is inverted
    int slices = 1;                         ///< of the fermion fields
    int vectors = 1;                        ///< right-hand sides that these slices belong to
    /// Equal programs.
    bool operator==(const HopKernel&) const = default;
};
/// The variant that does not spill with the 63 registers of a Fermi card, with links in defaultHopStorage().
HopRegisters fewHopRegisters(FermionKind kind, Group group, Precision precision);
/// The specification of the kernel.
KernelSpec hopSpec(const Lattice& lattice, const HopKernel& kernel);

/// Solver iterations between two polls of the residual: 1 on a software driver, which runs synchronously with the host.
int pollIntervalOn(const Device& device);

/// H of Wilson or staggered fermions on a device; models HoppingTerm (algebra/hopping.h).
class DeviceHopping {
public:
    /// A field on one parity.
    using Field = FermionField;
    /// A matrix that mixes its slices.
    using Mixing = SliceMixing;

    /// The links must outlive the operator.
    DeviceHopping(FermionKind kind, const HopLinks& links, const BoundaryPhases& boundary,
                  FieldFormat format = FieldFormat::Real);

    /// A field with undefined contents; fields of both parities have the same shape.
    Field makeField(int parity) const;
    /// The space of the fields that it acts on.
    const std::shared_ptr<FermionSpace>& space() const { return space_; }
    /// The links.
    const HopLinks& links() const { return *links_; }
    /// The same hopping term of fields with so many slices, which it does not mix: those of a fifth
    /// dimension, or several right-hand sides.
    DeviceHopping inSlices(int slices) const;
    /// The same hopping term of so many right-hand sides with numbers of their own (fields/fermion_bundle.h), each of fields as
    /// this one's.
    DeviceHopping ofVectors(int vectors) const;
    /// Such a matrix in the precision of the device.
    Mixing mixing(const SliceMatrix& matrix) const { return {space_->device(), matrix}; }
    /// The same hopping term with a clover term, of the same links, in 16 bits if the fields are.
    DeviceHopping with(std::shared_ptr<const CloverField> clover) const;
    /// The clover term, or null.
    const CloverField* clover() const { return clover_.get(); }

    /// Selects the fastest variant on this device; takes a moment if the tuner has to time the variants first.
    void tune(Tuner& tuner);
    /// Selects a variant.
    void use(const HopVariant& variant) { variant_ = variant; }
    /// The selected variant.
    const HopVariant& variant() const { return variant_; }

    /// Every link from or to another rank is 0, so that nothing of its fields is needed: hops exchange no ghosts.
    void stayWithinRank()
    {
        staysWithinRank_ = true;
        kernels_ = std::make_shared<PreparedKernels<HopKernel>>();
    }

    /// out = (c + i d gamma_5) H psi; out is not psi.
    void hop(Field& out, const Field& psi, const Hop& hop) const { run(out, psi, hop, {}); }
    /// out = (a + i b gamma_5) chi + (c + i d gamma_5) H psi; out is neither psi nor chi.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        run(out, psi, hop, {.chi = &chi});
    }
    /// hop(out, psi, hop); returns |out|^2 from the same pass.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop) const;
    /// hop(out, psi, hop, chi); returns |out|^2 from the same pass.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const;
    /// hop(out, psi, hop); returns |out|^2 and |psi|^2 from the same pass.
    std::pair<DeviceReal, DeviceReal> hopNorms(Field& out, const Field& psi, const Hop& hop) const;
    /// out -= alpha (c + i d gamma_5) H psi, of the vectors in use; returns |out|^2.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                    const VectorSet& inUse = VectorSet::first(1)) const;
    /// out -= alpha ((a + i b gamma_5) chi + (c + i d gamma_5) H psi), of the vectors in use; returns |out|^2.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                    const Field& chi, const VectorSet& inUse = VectorSet::first(1)) const;

private:
    struct Extras {
        const Field* chi = nullptr;
        const DeviceReal* alpha = nullptr;
        bool terms = false;
        bool normOfPsi = false; ///< among the terms
        VectorSet inUse = VectorSet::first(1);
    };
    void run(Field& out, const Field& psi, const Hop& hop, const Extras& extras) const;
    bool exchangesHalves(const Extras& extras) const;
    std::pair<DeviceReal, DeviceReal> runWithNorms(Field& out, const Field& psi, const Hop& hop, const Extras& extras,
                                                   bool ofPsi) const;

    FermionKind kind_;
    const HopLinks* links_;
    BoundaryPhases boundary_;
    std::shared_ptr<FermionSpace> space_;
    std::vector<double> phases_;
    HopVariant variant_;
    bool staysWithinRank_ = false;
    std::shared_ptr<const CloverField> clover_;
    std::shared_ptr<HalfSpinors> halves_; ///< of Wilson fermions on a shared lattice
    std::shared_ptr<PreparedKernels<HopKernel>> kernels_ = std::make_shared<PreparedKernels<HopKernel>>();
};

/// The hopping term of Wilson and twisted-mass fermions.
class WilsonHopping : public DeviceHopping {
public:
    /// The links must outlive the operator.
    explicit WilsonHopping(const HopLinks& links, const BoundaryPhases& boundary,
                           FieldFormat format = FieldFormat::Real)
        : DeviceHopping(FermionKind::Wilson, links, boundary, format)
    {}
};
/// The hopping term of staggered fermions.
class StaggeredHopping : public DeviceHopping {
public:
    /// The links must outlive the operator.
    explicit StaggeredHopping(const HopLinks& links, const BoundaryPhases& boundary,
                              FieldFormat format = FieldFormat::Real)
        : DeviceHopping(FermionKind::Staggered, links, boundary, format)
    {}
};

} // namespace gaugegl
