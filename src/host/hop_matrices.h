// The matrices of the steps of hopping terms (kernels.h), from the links.
#pragma once

#include "host/link_field.h"

#include <array>
#include <memory>

namespace gaugegl::host {

/// What multiplies the links of the steps to each site: phases of the boundary and, staggered, eta_mu and the sign of the step backwards.
class StepFactors {
public:
    /// Of quarks of one kind on this rank's part of a lattice.
    StepFactors(const BlockLayout& layout, FermionKind kind, const BoundaryPhases& boundary);

    /// [block][pack][2 mu + (0 forwards, 1 backwards)][re, im][lane] of packs of doubles, the backward ones of the adjoint.
    const double* of(int parity) const { return factors_[std::size_t(parity)].data(); }

private:
    std::array<AlignedVector<double>, 2> factors_;
};

/// The matrices of each parity.
template<class T>
using HopMatrices = std::array<std::shared_ptr<const AlignedVector<T>>, 2>;

/// U_mu(x) and U_mu(x-mu)^dagger with their factors; together.
template<class T>
HopMatrices<T> hopMatrices(const LinkField& links, const StepFactors& factors);

} // namespace gaugegl::host
