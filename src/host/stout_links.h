// Stout links of the host as functions of the links of a field, and the chain rule that brings derivatives with respect to them back
// (gauge/smearing/stout_links.h is the same on a device): CONVENTIONS.md, "Smearing and flow".
#pragma once

#include "gaugegl/core/stout.h"
#include "gaugegl/host/gauge_field.h"
#include "host/insertion_force.h"
#include "host/molecular_dynamics.h"

#include <optional>
#include <vector>

namespace gaugegl::host {

/// The links of a field after stout steps U' = exp(-rho [U S]_TA) U, S the staple sum, with the fields of all steps between.
class StoutLinks {
public:
    /// The field must outlive the object.  Of three directions: spatial links alone, with staples in space.
    StoutLinks(const LinkField& u, const StoutSteps& stout, int directions = 4);

    /// To be called when the links have changed; collective.
    void update();
    /// The links after all steps, as of the last update(); those of the field itself if there is no step.
    const LinkField& links() const { return levels_.empty() ? *u_ : levels_.back(); }
    /// From F with dS = -2 sum tr(dV V^-1 F) for the links V after all steps to F with dS = -2 sum tr(dU U^-1 F) for the field's links U,
    /// in all four directions; collective.
    void pullBack(LinkAlgebra& gradient);

private:
    const LinkField& before(std::size_t step) const { return step == 0 ? *u_ : levels_[step - 1]; }

    const LinkField* u_;
    StoutSteps stout_;
    int directions_;
    std::optional<GaugeForce> staples_; ///< if there are steps
    std::optional<InsertionForce> loops_;
    std::vector<LinkField> levels_;      ///< after each step
    std::vector<LinkAlgebra> exponents_; ///< -rho [U S]_TA of each step
};

/// The links after all steps, of this rank's part of a lattice; collective.
HostGaugeField stoutSmeared(HostGaugeField links, const StoutSteps& stout, const SharedLattice& shared,
                            int directions = 4);

} // namespace gaugegl::host
