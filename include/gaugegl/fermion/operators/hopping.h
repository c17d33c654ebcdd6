// The hopping terms on the device, with what is fused to them: kernels/wilson.glsl and kernels/staggered.glsl are their
// definitions.
#pragma once

#include "gaugegl/algebra/hopping.h"
#include "gaugegl/device/tuner.h"
#include "gaugegl/fermion/operators/hop_links.h"
#include "gaugegl/fields/fermion_field.h"

namespace gaugegl {

/// What a kernel does to make do with few registers, as the 63 of a Fermi card.
enum class HopRegisters {
    Many,  ///< nothing: straight code
    Steps, ///< each hop stands in a loop of unknown length, which keeps its loads where they are (lattice/links.glsl)
    Parts, ///< and spin components one by one, each row of a link of 18 reals for itself; without terms a pass writes
           ///< two spin components
    Planes ///< likewise, and a pass writes one plane
};

/// Which of the programs that do the same a hopping term uses.
struct HopVariant {
    HopRegisters registers = HopRegisters::Many; ///< how it makes do with few
    WorkGroup group = {};                        ///< on the compute path
    /// Equal choices.
    bool operator==(const HopVariant&) const = default;
};
/// "straight 8x8x1", "parts 32x2x1", ..
std::string name(const HopVariant& variant);
/// What a tuner chooses among; the first is what is taken without one.
std::vector<HopVariant> hopVariants(const Device& device, FermionKind kind, Group group);

/// Flops of a complex number that gets the phase of a direction.
int phaseFlops(const BoundaryPhases& boundary, int mu);
/// Tells a program which directions have phases, and of which kind.
void definePhases(KernelSpec& spec, const BoundaryPhases& boundary);
/// The uPhases of such a program: (re, im) of exp(i pi theta), or of that of one step where it is spread.
std::vector<double> phaseValues(const BoundaryPhases& boundary, const Lattice& lattice);

/// One program of a hopping term.
struct HopKernel {
    FermionKind kind = FermionKind::Wilson; ///< Wilson and twisted mass, or staggered
    Group group = Group::SU3;               ///< of the links
    FieldFormat format = FieldFormat::Real; ///< of the fermion fields
    HopStorage storage = {};                ///< of the links
    BoundaryPhases boundary = {};           ///< which directions have phases
    HopVariant variant = {};                ///< how it is programmed
    bool dagger = false;                    ///< Wilson: the adjoint
    bool diagonal = false;                  ///< adds the diagonal term
    bool twist = false;                     ///< Wilson: a factor has an i gamma_5
    bool descend = false;                   ///< subtracts from a residual
    bool terms = false;                     ///< writes the terms of |out|^2 and |psi|^2
};
/// What fits the 63 registers of a Fermi card: nothing spills there with links as defaultHopStorage() has them.
HopRegisters fewHopRegisters(FermionKind kind, Group group, Precision precision);
/// Its program.
KernelSpec hopSpec(const Lattice& lattice, const HopKernel& kernel);

/// Iterations of a solver between two looks at the residual: a software driver is never ahead of the host.
int pollIntervalOn(const Device& device);

/// H of Wilson or staggered fermions on a device; it fulfils HoppingTerm (algebra/hopping.h).
class DeviceHopping {
public:
    /// Fields on one parity.
    using Field = FermionField;

    /// The links must outlive the operator.
    DeviceHopping(FermionKind kind, const HopLinks& links, const BoundaryPhases& boundary,
                  FieldFormat format = FieldFormat::Real);

    /// A field with undefined contents; the parity does not matter to it.
    Field makeField(int parity) const;
    /// For fields of its kind.
    const std::shared_ptr<FermionSpace>& space() const { return space_; }
    /// Of the links.
    const HopLinks& links() const { return *links_; }

    /// The variant that is the fastest on this device; takes a moment when the tuner does not know it yet.
    void tune(Tuner& tuner);
    /// From now on this one.
    void use(const HopVariant& variant) { variant_ = variant; }
    /// What is used.
    const HopVariant& variant() const { return variant_; }

    /// out = the hopping term; out is not psi.
    void hop(Field& out, const Field& psi, const Hop& hop) const { run(out, psi, hop, {}); }
    /// With the diagonal term of chi; out is neither psi nor chi.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        run(out, psi, hop, {.chi = &chi});
    }
    /// The same with |out|^2.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop) const;
    /// The same with |out|^2.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const;
    /// The same with |out|^2 and |psi|^2.
    std::pair<DeviceReal, DeviceReal> hopNorms(Field& out, const Field& psi, const Hop& hop) const;
    /// out -= alpha times the sum; returns |out|^2.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop) const;
    /// The same with the diagonal term of chi.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                    const Field& chi) const;

private:
    struct Extras {
        const Field* chi = nullptr;
        const DeviceReal* alpha = nullptr;
        bool terms = false;
    };
    void run(Field& out, const Field& psi, const Hop& hop, const Extras& extras) const;
    std::pair<DeviceReal, DeviceReal> runWithNorms(Field& out, const Field& psi, const Hop& hop, const Extras& extras,
                                                   bool ofPsi) const;

    FermionKind kind_;
    const HopLinks* links_;
    BoundaryPhases boundary_;
    std::shared_ptr<FermionSpace> space_;
    std::vector<double> phases_;
    HopVariant variant_;
};

/// Wilson and twisted mass.
class WilsonHopping : public DeviceHopping {
public:
    /// The links must outlive the operator.
    explicit WilsonHopping(const HopLinks& links, const BoundaryPhases& boundary,
                           FieldFormat format = FieldFormat::Real)
        : DeviceHopping(FermionKind::Wilson, links, boundary, format)
    {}
};
/// Staggered.
class StaggeredHopping : public DeviceHopping {
public:
    /// The links must outlive the operator.
    explicit StaggeredHopping(const HopLinks& links, const BoundaryPhases& boundary,
                              FieldFormat format = FieldFormat::Real)
        : DeviceHopping(FermionKind::Staggered, links, boundary, format)
    {}
};

} // namespace gaugegl
