// Stout links of the host as functions of the links of a field, and the chain rule that brings derivatives with respect to them back
// (gauge/smearing/stout_links.h is the same on a device).
#pragma once

#include "gaugegl/core/stout.h"
#include "host/insertion_force.h"
#include "host/molecular_dynamics.h"

#include <vector>

namespace gaugegl::host {

/// The links of a field after stout steps, with the fields of all steps between.
class StoutLinks {
public:
    /// The field must outlive the object.
    StoutLinks(const LinkField& u, const StoutSteps& stout);

    /// To be called when the links have changed; together.
    void update();
    /// The links after all steps, as of the last update(); those of the field itself if there is no step.
    const LinkField& links() const { return levels_.empty() ? *u_ : levels_.back(); }
    /// From F with dS = -2 sum tr(dV V^-1 F) for the links V after all steps to the same for the links of the field; together.
    void pullBack(LinkAlgebra& gradient);

private:
    const LinkField& before(std::size_t step) const { return step == 0 ? *u_ : levels_[step - 1]; }

    const LinkField* u_;
    StoutSteps stout_;
    GaugeForce staples_;
    InsertionForce loops_;
    std::vector<LinkField> levels_;      ///< after each step
    std::vector<LinkAlgebra> exponents_; ///< A of each step
};

} // namespace gaugegl::host
