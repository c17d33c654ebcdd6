// What forces are made of on the host: sums of products of matrices of a site and its neighbours, in the instruction set of the layout.
// All functions are collective where ranks share the lattice.
#pragma once

#include "gaugegl/core/group.h"
#include "host/site_numbers.h"

namespace gaugegl::host {

/// Matrices of the group or sums of them, at the sites or their neighbours: m(x) or m(x + step mu), or the adjoint of it.
struct Taken {
    const SiteNumbers* matrices = nullptr; ///< null: no factor
    int mu = 0;                            ///< of the step
    int step = 0;                          ///< 0, 1 or -1
    bool adjoint = false;                  ///< its adjoint
};

/// m(x).
inline Taken here(const SiteNumbers& m) { return {&m}; }
/// m(x + mu).
inline Taken ahead(const SiteNumbers& m, int mu) { return {&m, mu, 1}; }
/// m(x - mu).
inline Taken behind(const SiteNumbers& m, int mu) { return {&m, mu, -1}; }
/// The adjoint.
inline Taken adjoint(Taken m)
{
    m.adjoint = !m.adjoint;
    return m;
}

/// Matrices that are 0 everywhere.
SiteNumbers makeMatrices(const std::shared_ptr<const BlockLayout>& layout, Group group);
/// Elements of the algebra that are 0 everywhere.
SiteNumbers makeAlgebra(const std::shared_ptr<const BlockLayout>& layout, Group group);

/// out = factor a b; out is none of the matrices of steps.  Without b the factor is one matrix.
void setProduct(Group group, SiteNumbers& out, const Taken& a, const Taken& b = {}, double factor = 1);
/// out += factor a b.
void addProduct(Group group, SiteNumbers& out, const Taken& a, const Taken& b = {}, double factor = 1);
/// h += factor [a b]_TA / i.
void addAlgebraPart(Group group, SiteNumbers& h, const Taken& a, const Taken& b = {}, double factor = 1);
/// h = factor [a b]_TA / i.
void setAlgebraPart(Group group, SiteNumbers& h, const Taken& a, const Taken& b = {}, double factor = 1);
/// out = exp(factor i h) u, projected on the group; out may be u.
void setMoved(Group group, SiteNumbers& out, const SiteNumbers& h, const SiteNumbers& u, double factor);
/// Projects sums of matrices of the group on it, each on its unitary part divided by the cube root of its determinant
/// (gauge/smearing/smearing.h); not with ghosts.
void projectPolar(Group group, SiteNumbers& m);
/// gauge/smearing/stout_links.h: from A and F, dS = -2 sum tr(dV V^-1 F), V = exp(A) U, the matrices L that are inserted and, in the
/// place of F, exp(-A) F exp(A).
void setStoutGradient(Group group, SiteNumbers& inserted, SiteNumbers& gradient, const SiteNumbers& exponent);

/// The sums over the sites of a lattice in the one order (CONVENTIONS.md, "Lattice sums") of numbers that are collected.
class SiteSums {
public:
    /// 0 at every site.
    explicit SiteSums(const std::shared_ptr<const BlockLayout>& layout) : sums_(layout, 1) {}

    /// += offset + factor Re tr a b.
    void addRealTrace(Group group, const Taken& a, const Taken& b, double factor, double offset);
    /// += tr h^2.
    void addTraceSquare(Group group, const SiteNumbers& h);
    /// The sum over all sites; collective.
    double value() const;

private:
    SiteNumbers sums_;
};

} // namespace gaugegl::host
