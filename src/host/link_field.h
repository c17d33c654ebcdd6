// Links of the host, as its kernels read them, for what changes them and what follows from them.
#pragma once

#include "gaugegl/core/fermion.h"
#include "host/link_algebra.h"

#include <span>

namespace gaugegl::host {

/// U_mu(x) of this rank's part of a lattice, in precision T = double or float.  A copy is a deep copy.
template<class T>
class LinksOf {
public:
    using Matrices = NumbersOfSites<T>; ///< those of a direction

    /// Every link 1.
    LinksOf(const std::shared_ptr<const BlockLayout>& layout, Group group);
    /// Links in the order of LinkVector (core/fermion.h).  Throws InputError where their number is wrong.
    LinksOf(const std::shared_ptr<const BlockLayout>& layout, Group group, std::span<const std::complex<double>> links);

    /// The layout of the sites.
    const std::shared_ptr<const BlockLayout>& layout() const { return u_[0].layout(); }
    /// The group.
    Group group() const { return group_; }
    /// The links in a direction.
    const Matrices& operator[](int mu) const { return u_[std::size_t(mu)]; }
    /// The links in a direction, to be changed.
    Matrices& operator[](int mu) { return u_[std::size_t(mu)]; }
    /// Replaces all links, as in the constructor.
    void assign(std::span<const std::complex<double>> links);
    /// The links in the order of LinkVector.
    LinkVector links() const;
    /// Those in a direction, [site][row][column].
    LinkVector links(int mu) const;

private:
    Group group_;
    std::array<Matrices, 4> u_;
};

/// In double precision.
using LinkField = LinksOf<double>;

/// The same links in double precision.
LinkField inDouble(const LinksOf<float>& u);

/// An element of the algebra for each link, by direction: momenta, or forces.  A copy is a deep copy.
using LinkAlgebra = std::array<SiteNumbers, 4>;

/// 0 everywhere.
LinkAlgebra makeLinkAlgebra(const std::shared_ptr<const BlockLayout>& layout, Group group);
/// p = 0.
void setZero(LinkAlgebra& p);
/// p += q.
void add(LinkAlgebra& p, const LinkAlgebra& q);

} // namespace gaugegl::host
