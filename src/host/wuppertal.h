// Wuppertal smearing on the host: CONVENTIONS.md, "Smeared quarks".
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/quark_smearing.h"

#include <span>

namespace gaugegl::host {

/// The spatial links with the phases of the boundary in space, and what they make of fields.  All of it is collective.
class Wuppertal {
public:
    /// Links of this rank's part in the order of LinkVector (core/fermion.h).
    Wuppertal(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
              const BoundaryPhases& boundary);

    /// psi -> (psi + alpha sum_j [U_j(x) psi(x+j) + U_j(x-j)^dagger psi(x-j)]) / (1 + 6 alpha), so many times, on colour vectors:
    /// any number of them on each site.
    void smear(FermionVector& psi, const WuppertalSteps& smearing) const;

private:
    SharedLattice shared_;
    Group group_;
    LinkVector steps_; ///< of each site the matrices of the six steps: in x ahead and back, in y, in z
};

} // namespace gaugegl::host
