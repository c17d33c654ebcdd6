// The force of the clover term on the host: CONVENTIONS.md, "Molecular dynamics" (hmc/clover_force.h is the same on a device).
#pragma once

#include "host/clover.h"
#include "host/field.h"
#include "host/insertion_force.h"

namespace gaugegl::host {

/// Collects functions of the links that are sums of Re tr [G_munu(x) T_munu(x)], then kicks momenta by their force.
class CloverForce {
public:
    /// For links of a group on a layout.
    CloverForce(const std::shared_ptr<const BlockLayout>& layout, Group group);

    /// Adds weight times Re y^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu] x, spinors of one parity.
    template<class T>
    void add(const Field<T>& y, const Field<T>& x, double weight);
    /// Adds weight times Re tr [R^-1 sum over mu < nu of gamma_mu gamma_nu G_munu], R that of a clover term, as if R^-1 did not
    /// depend on the links; of the sites of a parity.
    void addDeterminant(int parity, const CloverTerm& clover, double weight);
    /// p -= F with the force F of what was added; then nothing is left; collective.
    void kickMomenta(LinkAlgebra& p, const LinkField& u);

private:
    Group group_;
    std::array<SiteNumbers, 6> planes_; ///< (T - T^dagger)/2 of the planes 01, 02, 03, 12, 13, 23
    InsertionForce loops_;
};

} // namespace gaugegl::host
