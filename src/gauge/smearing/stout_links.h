// Stout links as functions of the links of a field, and the chain rule that brings derivatives with respect to them back to the
// links (Morningstar and Peardon, hep-lat/0311018); kernels/stout_gradient.glsl differentiates the exponential as it is computed.
#pragma once

#include "gauge/actions/staple_kernels.h"
#include "gaugegl/core/stout.h"
#include "gaugegl/fields/algebra_field.h"

#include <deque>
#include <optional>

namespace gaugegl {

/// The kernel of one step of the chain rule: of two targets, what is inserted into loops, and what is there without them.
KernelSpec stoutGradientSpec(Group group);

/// The links of a field after stout steps, with the fields of all steps between.
class StoutLinks {
public:
    /// The field must outlive the object.  Needs, for each step, the memory of the field and of an element of the algebra
    /// on each link.  Registers: per thread, for which kernels of the chain rule are chosen; those of the device unless given
    /// otherwise.
    StoutLinks(const GaugeField& u, const StoutSteps& stout, std::optional<Registers> registers = {});

    /// To be called when the links have changed.
    void update();
    /// The links after all steps, as of the last update(); those of the field itself if there is no step.
    const GaugeField& links() const { return levels_.empty() ? *u_ : levels_.back(); }
    /// From F with dS = -2 sum tr(dV V^-1 F) for the links V after all steps to F with dS = -2 sum tr(dU U^-1 F) for the field's links U.
    void pullBack(AlgebraField& gradient);

private:
    const GaugeField& before(std::size_t step) const { return step == 0 ? *u_ : levels_[step - 1]; }

    const GaugeField* u_;
    StoutSteps stout_;
    Registers registers_;
    StapleKernels staples_;
    std::deque<GaugeField> levels_;      ///< after each step
    std::deque<AlgebraField> exponents_; ///< A of each step
    std::optional<AlgebraField> inserted_;
};

/// The exponents A = -rho [U S]_TA of a step of all links in the first `directions`; S the staples that `staples` sums.
void stoutExponents(AlgebraField& out, const GaugeField& u, StapleKernels& staples, double rho, int directions = 4);

} // namespace gaugegl
