// The hopping terms of bundles on the host: links are read once for all vectors.
#pragma once

#include "host/bundle.h"
#include "host/hopping.h"

namespace gaugegl::host {

/// Which vectors of bundles are in use: at first all.
inline std::shared_ptr<VectorSet> allInUse(int vectors)
{
    return std::make_shared<VectorSet>(VectorSet::first(vectors));
}

/// A hopping term, with its clover term if it has one, of bundles.  Its numbers are bit for bit those of single fields.
template<class T, FermionKind kind>
class BundleHopping {
public:
    /// What it acts on.
    using Field = Bundle<T>;
    /// A matrix that mixes the slices of each vector.
    using Mixing = SliceMixing<T>;
    /// The numbers of its fields.
    using Real = Each<double>;

    /// Of as many vectors; bundles of terms with the same state can be used together.  Copies of the hopping term share links.
    BundleHopping(Hopping<T, kind> one, int vectors, std::shared_ptr<VectorSet> inUse)
        : one_(std::move(one)), vectors_(vectors), inUse_(std::move(inUse))
    {}

    /// A zero bundle on the sites of a parity.
    Field makeField(int parity) const
    {
        return Field(one_.layout(), kind, one_.group(), parity, one_.slices(), vectors_, inUse_);
    }
    /// Such a matrix in the precision of the fields.
    Mixing mixing(const SliceMatrix& matrix) const { return Mixing(matrix); }

    /// out = (c + i d gamma_5) H psi, here and below as those of Hopping.
    void hop(Field& out, const Field& psi, const Hop& hop) const { run(pass(hop), out, psi, nullptr); }
    /// out = (a + i b gamma_5) chi + (c + i d gamma_5) H psi.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const { run(pass(hop), out, psi, &chi); }
    /// hop(out, psi, hop); |out|^2.
    Real hopNorm2(Field& out, const Field& psi, const Hop& hop) const
    {
        return run(withNorm(pass(hop)), out, psi, nullptr)[0];
    }
    /// hop(out, psi, hop, chi); |out|^2.
    Real hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run(withNorm(pass(hop)), out, psi, &chi)[0];
    }
    /// hop(out, psi, hop); |out|^2 and |psi|^2.
    std::pair<Real, Real> hopNorms(Field& out, const Field& psi, const Hop& hop) const
    {
        Pass both = withNorm(pass(hop));
        both.psiNorm = true;
        const auto norms = run(both, out, psi, nullptr);
        return {norms[0], norms[1]};
    }
    /// out -= alpha (c + i d gamma_5) H psi; |out|^2.
    Real hopAndUpdateResidual(Field& out, const Real& alpha, const Field& psi, const Hop& hop) const
    {
        return run(subtracted(pass(hop), alpha), out, psi, nullptr)[0];
    }
    /// out -= alpha ((a + i b gamma_5) chi + (c + i d gamma_5) H psi); |out|^2.
    Real hopAndUpdateResidual(Field& out, const Real& alpha, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return run(subtracted(pass(hop), alpha), out, psi, &chi)[0];
    }

private:
    using Pass = typename Hopping<T, kind>::Pass;

    Pass pass(const Hop& hop) const { return {.hop = hop, .factors = Real(vectors_, 1.0), .inUse = *inUse_}; }
    static Pass withNorm(Pass pass)
    {
        pass.outNorm = true;
        return pass;
    }
    static Pass subtracted(Pass pass, const Real& alpha)
    {
        pass.factors = -alpha;
        pass.add = true;
        return withNorm(std::move(pass));
    }
    std::array<Real, 2> run(const Pass& pass, Field& out, const Field& psi, const Field* chi) const
    {
        return one_.run(pass, out.all(), psi.all(), chi ? &chi->all() : nullptr);
    }

    Hopping<T, kind> one_;
    int vectors_;
    std::shared_ptr<VectorSet> inUse_;
};

static_assert(SlicedHoppingTerm<BundleHopping<double, FermionKind::Wilson>>);
static_assert(HoppingTerm<BundleHopping<float, FermionKind::Staggered>>);

} // namespace gaugegl::host
