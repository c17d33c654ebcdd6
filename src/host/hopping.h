// The hopping terms on the host, even-odd, in double or single precision; what they compute is in algebra/hopping.h and
// CONVENTIONS.md, "Fermions".  They are compared with the reference, which shares no code with them.
#pragma once

#include "gaugegl/algebra/hopping.h"
#include "host/field.h"

#include <utility>

namespace gaugegl::host {

/// Flops of a hopping term on one site, without a diagonal term: Wilson 1320 in SU(3) and 624 in SU(2), staggered 570
/// and 252.  A product of a link and a vector has N (8 N - 2); Wilson: 8 projections of 4 N, 16 products, 7 sums of 8
/// N; staggered: 8 products, 7 sums of 2 N.
constexpr int hopFlops(FermionKind kind, Group group)
{
    const int n = colours(group), product = n * (8 * n - 2);
    return kind == FermionKind::Wilson ? 8 * (4 * n + 2 * product) + 7 * 8 * n : 8 * product + 7 * 2 * n;
}

/// H and what is fused to it.  The links of both parities are stored with all phases and signs of the steps in them,
/// each of them twice, for the step forwards and, adjoint, for the one backwards.  A value; copies share the links.
template<class T, FermionKind kind>
class Hopping {
public:
    /// What it acts on.
    using Field = host::Field<T>;

    /// Links in the order of LinkVector (core/fermion.h).  Throws InputError where their number is wrong.
    Hopping(const Lattice& lattice, Group group, std::span<const std::complex<double>> links,
            const BoundaryPhases& boundary);
    /// The same on fields of a layout that is shared with others.
    Hopping(std::shared_ptr<const BlockLayout> layout, Group group, std::span<const std::complex<double>> links,
            const BoundaryPhases& boundary);

    /// Where the sites are.
    const std::shared_ptr<const BlockLayout>& layout() const { return layout_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }

    /// 0 on the sites of a parity.
    Field makeField(int parity) const { return Field(layout_, kind, group_, parity); }

    /// out = the sum of algebra/hopping.h; psi and chi are not out.
    void hop(Field& out, const Field& psi, const Hop& hop) const { run({hop}, out, psi, nullptr); }
    /// With a diagonal term.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const { run({hop}, out, psi, &chi); }
    /// The same; |out|^2.
    double hopNorm2(Field& out, const Field& psi, const Hop& hop) const
    {
        return run({.hop = hop, .outNorm = true}, out, psi, nullptr).first;
    }
    /// With a diagonal term.
    double hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run({.hop = hop, .outNorm = true}, out, psi, &chi).first;
    }
    /// The same; |out|^2 and |psi|^2.
    std::pair<double, double> hopNorms(Field& out, const Field& psi, const Hop& hop) const
    {
        return run({.hop = hop, .outNorm = true, .psiNorm = true}, out, psi, nullptr);
    }
    /// out -= alpha times the sum of algebra/hopping.h; |out|^2.
    double hopAndUpdateResidual(Field& out, double alpha, const Field& psi, const Hop& hop) const
    {
        return run({.hop = hop, .factor = -alpha, .add = true, .outNorm = true}, out, psi, nullptr).first;
    }
    /// With a diagonal term.
    double hopAndUpdateResidual(Field& out, double alpha, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run({.hop = hop, .factor = -alpha, .add = true, .outNorm = true}, out, psi, &chi).first;
    }

private:
    /// One pass over the lattice.
    struct Pass {
        Hop hop;
        double factor = 1;    ///< of the sum
        bool add = false;     ///< to what is in out
        bool outNorm = false; ///< to be returned
        bool psiNorm = false; ///< likewise
    };
    std::pair<double, double> run(const Pass& pass, Field& out, const Field& psi, const Field* chi) const;

    std::shared_ptr<const BlockLayout> layout_;
    Group group_;
    std::array<std::shared_ptr<const AlignedVector<T>>, 2> links_; ///< of a parity: kernels.h
};

/// H psi(x) = sum_mu [ (1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^dagger psi(x-mu) ].
template<class T>
using WilsonHopping = Hopping<T, FermionKind::Wilson>;
/// H chi(x) = sum_mu eta_mu(x) [ U_mu(x) chi(x+mu) - U_mu(x-mu)^dagger chi(x-mu) ].
template<class T>
using StaggeredHopping = Hopping<T, FermionKind::Staggered>;

static_assert(HoppingTerm<WilsonHopping<double>> && HoppingTerm<WilsonHopping<float>>);
static_assert(HoppingTerm<StaggeredHopping<double>> && HoppingTerm<StaggeredHopping<float>>);

} // namespace gaugegl::host
