// What loops of the links with insertions do to links: forces of the clover term, and the chain rule of stout smearing
// (gauge/actions/insertion_force.h is the same on a device).
#pragma once

#include "host/link_field.h"

#include <optional>

namespace gaugegl::host {

/// Antihermitian matrices that are inserted at the corners of a plaquette; null where none is.
struct Corners {
    const SiteNumbers* first = nullptr;    ///< at x
    const SiteNumbers* second = nullptr;   ///< at x + mu
    const SiteNumbers* third = nullptr;    ///< at x + nu
    const SiteNumbers* opposite = nullptr; ///< at x + mu + nu
};

/// Collects the loops, then adds what they do to links; together where ranks share the lattice.
class InsertionForce {
public:
    /// For links of a group on a layout.
    InsertionForce(const std::shared_ptr<const BlockLayout>& layout, Group group);

    /// Adds f = sum over x of Re tr of the plaquettes U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger with each of the insertions in turn.
    void add(const LinkField& u, int mu, int nu, const Corners& corners);
    /// p += factor [U V]_TA, df = Re tr(dU V), of what was added; then nothing is left.
    void kick(LinkAlgebra& p, const LinkField& u, double factor);

private:
    Group group_;
    std::array<SiteNumbers, 4> sums_; ///< V
    SiteNumbers left_, right_, with_, back_, inside_, scratch_, moved_, far_;
};

} // namespace gaugegl::host
