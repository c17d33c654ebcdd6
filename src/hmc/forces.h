// Momenta and forces on the device, CONVENTIONS.md, "Molecular dynamics"; reference/hmc.h is the reference on the CPU.
#pragma once

#include "fermion/operators/hopping.h"
#include "gauge/actions/staple_kernels.h"
#include "gaugegl/gauge/update/generator.h"
#include "hmc/kernels.h"
#include "hmc/pseudofermion_solve.h"

namespace gaugegl {

/// Gaussian momenta, density exp(-sum tr h^2), of a trajectory: for each direction the even sites, then the odd ones.
void drawMomenta(AlgebraField& p, Generator& generator, std::uint32_t trajectory);
/// drawMomenta() with the Philox numbers of a seed.
void drawMomenta(AlgebraField& p, std::uint64_t seed, std::uint32_t trajectory);

/// sum over links of tr h^2, summed in two floats.
double kineticEnergy(const AlgebraField& p, Reduction& reduction);

/// U -> exp(time P) U, every link, projected on the group.
void moveLinks(GaugeField& u, const AlgebraField& p, double time);

/// The force of the gauge action.
class GaugeForce {
public:
    /// The device must outlive the object.
    GaugeForce(Device& device, const Lattice& lattice, Group group, double beta, const GaugeAction& action = {})
        : beta_(beta), staples_(device, lattice, group, action)
    {}

    /// p -= time F.
    void kickMomenta(AlgebraField& p, const GaugeField& u, double time);

private:
    double beta_;
    StapleKernels staples_;
};

/// The fields of a bilinear form.
using Bilinear = BilinearOf<FermionField>;

/// The variants that a tuner chooses among; the first is the default.
std::vector<ForceVariant> forceVariants(const Device& device, Group group);

/// The force of Re y^dagger H x, H the hopping term of quarks of one kind in the links of a field.
class HoppingForce {
public:
    /// The links must outlive the object.
    HoppingForce(FermionKind kind, const GaugeField& u, const BoundaryPhases& boundary, int slices = 1);

    /// Selects the fastest variant on this device; takes a moment if the tuner has to time the variants first.
    void tune(Tuner& tuner);
    /// Selects a variant.
    void use(const ForceVariant& variant) { variant_ = variant; }
    /// The selected variant.
    const ForceVariant& variant() const { return variant_; }

    /// p -= factor F.
    void kickMomenta(AlgebraField& p, const Bilinear& fields, double factor) const;

private:
    /// The links that a pass works on, and their momenta before and after it.
    struct Moved {
        int mu, parity;
        const PlaneTexture& before;
        PlaneTexture& after;
    };
    KernelSpec spec(int mu) const;
    void run(const Moved& moved, const Bilinear& fields, double factor) const;

    FermionKind kind_;
    const GaugeField* u_;
    BoundaryPhases boundary_;
    int slices_; ///< of the quarks, which are summed
    std::vector<double> phases_;
    ForceVariant variant_;
};

} // namespace gaugegl
