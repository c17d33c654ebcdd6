// The matrices of the steps of hopping terms (kernels.h), from the links.
#pragma once

#include "host/kernels.h"
#include "host/link_field.h"

#include <array>
#include <cstdint>
#include <memory>

namespace gaugegl::host {

/// What multiplies the links of the steps to each site: phases of the boundary and, staggered, eta_mu and the sign of the step backwards.
class StepFactors {
public:
    /// Of quarks of one kind on this rank's part of a lattice.
    StepFactors(const BlockLayout& layout, FermionKind kind, const BoundaryPhases& boundary);

    /// [block][pack][2 mu + (0 forwards, 1 backwards)][re, im][lane] of packs of doubles, the backward ones of the adjoint.
    const double* of(int parity) const { return factors_[std::size_t(parity)].data(); }
    /// BoundaryPhases::isospin, whose weights kernels multiply by: the links keep their group, and the adjoint exchanges them.
    double isospin() const { return isospin_; }
    /// Whether all are 1 or -1, on all ranks.
    bool areSigns() const { return areSigns_; }
    /// [block][step]: bit l is set where that of lane l of the block is -1; nothing unless areSigns().
    const std::shared_ptr<const std::vector<std::uint16_t>>& signs(int parity) const
    {
        return signs_[std::size_t(parity)];
    }

private:
    std::array<AlignedVector<double>, 2> factors_;
    double isospin_;
    bool areSigns_ = true;
    std::array<std::shared_ptr<const std::vector<std::uint16_t>>, 2> signs_;
};

/// The matrices of each parity.
template<class T>
class HopMatrices {
public:
    /// U_mu(x) and U_mu(x-mu)^dagger with their factors; collective.  Where the factors are signs and the links, to rounding, of the group,
    /// the kernels compute the last row and it is not stored: a hop on a large lattice takes as long as memory delivers links.
    HopMatrices(const LinkField& links, const StepFactors& factors);

    /// Those of a parity.
    StepLinks<T> of(int parity) const
    {
        const auto p = std::size_t(parity);
        return {numbers_[p]->data(), whole_, signs_[p] ? signs_[p]->data() : nullptr};
    }
    /// Real numbers of a matrix in memory.
    int storedNumbers() const { return stored_; }

private:
    void fill(const LinkField& links, const StepFactors& factors);

    bool whole_;
    int stored_ = 0;
    double deviation_ = 0; ///< the largest one of a last row from what the kernels compute
    std::array<std::shared_ptr<const AlignedVector<T>>, 2> numbers_;
    std::array<std::shared_ptr<const std::vector<std::uint16_t>>, 2> signs_;
};

} // namespace gaugegl::host
