// The hopping terms on the host, even-odd, in double or single precision; algebra/hopping.h and CONVENTIONS.md,
// "Fermions", define them.  Tests compare them with the reference, which shares no code with them.
#pragma once

#include "algebra/domain_wall.h"
#include "algebra/hopping.h"
#include "host/clover.h"
#include "host/field.h"
#include "host/hop_matrices.h"
#include "host/slices.h"

#include <utility>

namespace gaugegl::host {

/// Flops of a hopping term on one site, without a diagonal term: Wilson 1320 in SU(3) and 624 in SU(2), staggered 570
/// and 252.  A product of a link and a vector has N (8 N - 2) flops.
///   Wilson      8 projections of 4 N, 16 products, 7 sums of 8 N
///   staggered   8 products, 7 sums of 2 N
constexpr int hopFlops(FermionKind kind, Group group)
{
    const int n = colours(group), product = n * (8 * n - 2);
    const int projection = hasSpin(kind) ? 4 * n : 0;
    return 8 * (projection + traits(kind).stepVectors * product) + 7 * 2 * spins(kind) * n;
}

/// Flops of the blocks of a clover term on one site: SU(3) 504, SU(2) 224.  A number of the diagonal takes 2, an element
/// beside it with its adjoint 16, a block of n rows 2 n + 8 n (n - 1).
constexpr int cloverFlops(Group group)
{
    const int n = 2 * colours(group);
    return 2 * (2 * n + 8 * n * (n - 1));
}

template<class T, FermionKind kind>
class BundleHopping;

/// H with its fused diagonal term and norms.  The links of both parities are stored including the phases and signs of
/// the steps, each of them twice: for the step forwards and, adjoint, for the step backwards.  Copies share the links.
template<class T, FermionKind kind>
class Hopping {
public:
    /// The field that it acts on.
    using Field = host::Field<T>;
    /// A matrix that mixes its slices.
    using Mixing = SliceMixing<T>;

    /// Links of this rank's part in the order of LinkVector (core/fermion.h); ranks that share the lattice do this and
    /// all that follows together.  Throws InputError where their number is wrong.
    Hopping(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
            const BoundaryPhases& boundary);
    /// The hopping term on fields with the same layout.
    Hopping(const std::shared_ptr<const BlockLayout>& layout, Group group, std::span<const std::complex<double>> links,
            const BoundaryPhases& boundary);
    /// The hopping term in links of the host with the factors of such quarks on their layout; collective.
    Hopping(const LinkField& links, const StepFactors& factors);

    /// The layout of the sites.
    const std::shared_ptr<const BlockLayout>& layout() const { return layout_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }
    /// Real numbers that the memory holds of a link of a step: SU(3) 12 or 18, SU(2) 4 or 8 (host/hop_matrices.h).
    int linkNumbers() const { return links_.storedNumbers(); }

    /// The same hopping term with a clover term, of this rank's part.
    Hopping with(const CloverTerm& clover) const;
    /// Whether it has a clover term.
    bool hasClover() const { return blocks_[0] != nullptr; }

    /// Slices of its fields.
    int slices() const { return slices_; }
    /// The same hopping term of fields with so many slices, which it does not mix.
    Hopping inSlices(int slices) const;
    /// Such a matrix in the precision of the fields.
    Mixing mixing(const SliceMatrix& matrix) const { return Mixing(matrix); }
    /// A zero field on the sites of a parity.
    Field makeField(int parity) const { return Field(layout_, kind, group_, parity, slices_); }

    /// out = (c + i d gamma_5) H psi (algebra/hopping.h); out is not psi.
    void hop(Field& out, const Field& psi, const Hop& hop) const { run({hop}, out, psi, nullptr); }
    /// out = (a + i b gamma_5) chi + (c + i d gamma_5) H psi; out is neither psi nor chi.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const { run({hop}, out, psi, &chi); }
    /// hop(out, psi, hop); returns |out|^2 from the same pass.
    double hopNorm2(Field& out, const Field& psi, const Hop& hop) const
    {
        return run({.hop = hop, .outNorm = true}, out, psi, nullptr)[0][0];
    }
    /// hop(out, psi, hop, chi); returns |out|^2 from the same pass.
    double hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run({.hop = hop, .outNorm = true}, out, psi, &chi)[0][0];
    }
    /// hop(out, psi, hop); returns |out|^2 and |psi|^2 from the same pass.
    std::pair<double, double> hopNorms(Field& out, const Field& psi, const Hop& hop) const
    {
        const auto norms = run({.hop = hop, .outNorm = true, .psiNorm = true}, out, psi, nullptr);
        return {norms[0][0], norms[1][0]};
    }
    /// out -= alpha (c + i d gamma_5) H psi; returns |out|^2.
    double hopAndUpdateResidual(Field& out, double alpha, const Field& psi, const Hop& hop) const
    {
        return run({.hop = hop, .factors = Each(1, -alpha), .add = true, .outNorm = true}, out, psi, nullptr)[0][0];
    }
    /// out -= alpha ((a + i b gamma_5) chi + (c + i d gamma_5) H psi); returns |out|^2.
    double hopAndUpdateResidual(Field& out, double alpha, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run({.hop = hop, .factors = Each(1, -alpha), .add = true, .outNorm = true}, out, psi, &chi)[0][0];
    }

    /// p -= factor times the force of Re y^dagger H x (CONVENTIONS.md, "Molecular dynamics"), y and x by parity; p are momenta of the layout
    /// (host/link_field.h).
    void kickMomenta(LinkAlgebra& p, const std::array<const Field*, 2>& y, const std::array<const Field*, 2>& x,
                     double factor) const;

private:
    friend class BundleHopping<T, kind>;

    /// One pass over the lattice, of fields of one or several vectors.
    struct Pass {
        Hop hop;
        Each<double> factors = Each(1, 1.0);   ///< of the sum, of each vector
        bool add = false;                      ///< to what is in out
        bool outNorm = false;                  ///< return |out|^2
        bool psiNorm = false;                  ///< return |psi|^2
        VectorSet inUse = VectorSet::first(1); ///< of the vectors
    };
    /// |out|^2 and |psi|^2 of each vector, where the pass asks for them.
    std::array<Each<double>, 2> run(const Pass& pass, Field& out, const Field& psi, const Field* chi) const;

    std::shared_ptr<const BlockLayout> layout_;
    Group group_;
    int slices_ = 1;
    double isospin_;
    HopMatrices<T> links_;
    std::array<std::shared_ptr<const AlignedVector<T>>, 2> blocks_, inverses_; ///< of a clover term, by parity, or null
};

/// H psi(x) = sum_mu [ (1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^dagger psi(x-mu) ].
template<class T>
using WilsonHopping = Hopping<T, FermionKind::Wilson>;
/// H chi(x) = sum_mu eta_mu(x) [ U_mu(x) chi(x+mu) - U_mu(x-mu)^dagger chi(x-mu) ].
template<class T>
using StaggeredHopping = Hopping<T, FermionKind::Staggered>;

static_assert(HoppingTerm<WilsonHopping<double>> && HoppingTerm<WilsonHopping<float>>);
static_assert(SlicedHoppingTerm<WilsonHopping<double>> && SlicedHoppingTerm<WilsonHopping<float>>);
static_assert(HoppingTerm<StaggeredHopping<double>> && HoppingTerm<StaggeredHopping<float>>);

} // namespace gaugegl::host
