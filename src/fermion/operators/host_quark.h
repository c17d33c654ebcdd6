// The hopping term of an operator on the host in double precision, with its clover term if it has one.
#pragma once

#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/host/gauge_field.h"
#include "host/clover.h"
#include "host/hopping.h"

#include <optional>

namespace gaugegl {

/// That of quarks in links that are theirs: smeared, if they are to be.
template<FermionKind kind>
class HostQuark {
public:
    /// The links of this rank's part of a lattice, which need not outlive the object.  Throws InputError where a block of the
    /// clover term has no inverse; collective.
    HostQuark(const HostGaugeField& links, const DiracParameters& dirac, const SharedLattice& shared)
        : double_(
              host::Hopping<double, kind>(shared, links.group, links.links, dirac.phases()).inSlices(dirac.slices()))
    {
        if (dirac.clover == 0) return;
        clover_.emplace(host::cloverTerm(shared, links.group, links.links, dirac.wilson()));
        double_ = double_.with(*clover_);
    }

    /// In the slices of the operator, with the clover term.
    const host::Hopping<double, kind>& inDouble() const { return double_; }
    /// Another hopping term in their slices, with the clover term.
    template<class T>
    host::Hopping<T, kind> completed(const host::Hopping<T, kind>& hopping) const
    {
        const host::Hopping<T, kind> inSlices = hopping.inSlices(double_.slices());
        return clover_ ? inSlices.with(*clover_) : inSlices;
    }

private:
    host::Hopping<double, kind> double_;
    std::optional<host::CloverTerm> clover_;
};

} // namespace gaugegl
