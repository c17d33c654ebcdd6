// The force of the clover term of Wilson and twisted-mass quarks: CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "fermion/operators/clover_field.h"
#include "fields/fermion_field.h"
#include "gaugegl/fields/algebra_field.h"

#include <functional>
#include <optional>

namespace gaugegl {

/// Collects functions of the links that are sums of Re tr [G_munu(x) T_munu(x)], then kicks momenta by their force.
class CloverForce {
public:
    /// The links must outlive the object.  Registers: per thread, for which kernels are chosen; those of the device unless given
    /// otherwise.
    explicit CloverForce(const GaugeField& u, std::optional<Registers> registers = {})
        : u_(&u), registers_(registers.value_or(u.device().registersOfLongKernels()))
    {}

    /// Adds weight times Re y^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu] x of the sites of a parity.
    void add(int parity, const FermionField& y, const FermionField& x, double weight);
    /// Adds weight times Re tr [R^-1 sum over mu < nu of gamma_mu gamma_nu G_munu], R that of a clover term, as if R^-1 did not
    /// depend on the links; of the sites of a parity.
    void addDeterminant(int parity, const CloverField& clover, double weight);
    /// p -= F with the force F of what was added to both parities; then nothing is left.
    void kickMomenta(AlgebraField& p);

private:
    void run(int parity, bool determinant, const std::function<void(Kernel&)>& bind, bool turned, double weight);

    const GaugeField* u_;
    Registers registers_;
    std::array<std::optional<PlaneTexture>, 2> insertions_;
    std::array<bool, 2> filled_ = {false, false};
    std::optional<PlaneTexture> scratch_;
};

} // namespace gaugegl
