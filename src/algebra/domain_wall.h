// The even-odd operator of domain-wall quarks (core/domain_wall.h) over a hopping term of fields in slices.
#pragma once

#include "algebra/hopping.h"
#include "core/domain_wall.h"

namespace gaugegl {

/// A hopping term of fields in slices, and matrices that mix these.  A field is exchanged with the slices of a site one after the other,
/// [(half site * slices + slice) * components of a slice].
template<class D>
concept SlicedHoppingTerm = HoppingTerm<D> &&
    requires(const D& d, const SliceMatrix& matrix, const typename D::Mixing& m, typename D::Field& out,
             const typename D::Field& x, const typename D::Field& chi)
{
    {
        d.mixing(matrix)
        } -> std::same_as<typename D::Mixing>;
    mixSlices(out, m, x);         // out = M x; out is not x
    mixSlices(out, m, x, 1, chi); // out = a chi + M x
    {
        mixSlicesNorm2(out, m, x, 1, chi)
        } -> std::same_as<RealOf<typename D::Field>>; // out = a chi + M x; |out|^2
};

/// S on one parity.  An application takes two hops and two matrices.
template<SlicedHoppingTerm D>
class DomainWallSchur {
public:
    using Field = typename D::Field;         ///< on one parity
    using Real = RealOf<Field>;              ///< its numbers
    using Parameters = DomainWallParameters; ///< numbers of the quark
    static constexpr bool positive = false;  ///< S is not Hermitian

    /// The hopping term, which has the boundary phases and as many slices, must outlive the object.  Throws InputError where A has no inverse.
    DomainWallSchur(const D& d, const DomainWallParameters& quark, int parity = 0)
        : DomainWallSchur(d, DomainWallMatrices(quark), parity)
    {}

    /// out = S in.
    void apply(Field& out, const Field& in) const
    {
        first(in);
        d_->hop(out, other_, second(), in);
    }
    /// out = S in; returns |out|^2.
    Real applyNorm2(Field& out, const Field& in) const
    {
        first(in);
        return d_->hopNorm2(out, other_, second(), in);
    }
    /// out = S^dagger in.
    void applyAdjoint(Field& out, const Field& in) const
    {
        firstAdjoint(in);
        mixSlices(out, minusQuarterAdjoint_, same_, 1, in);
    }
    /// out = S^dagger in; returns |out|^2.
    Real applyAdjointNorm2(Field& out, const Field& in) const
    {
        firstAdjoint(in);
        return mixSlicesNorm2(out, minusQuarterAdjoint_, same_, 1, in);
    }

    /// b_p + 1/2 H_pq K b_q, from the source on both parities, p and the other.
    void prepareSource(Field& bHat, const Field& bSame, const Field& bOther) const
    {
        mixSlices(other_, k_, bOther);
        d_->hop(bHat, other_, {parity_, Sign::Plus, {1, 0, 0.5, 0}}, bSame);
    }
    /// x on both parities from z_p and b_q.
    void reconstruct(Field& xOther, Field& xSame, const Field& zSame, const Field& bOther) const
    {
        mixSlices(same_, k_, zSame);
        d_->hop(other_, same_, {1 - parity_, Sign::Plus, {1, 0, 0.5, 0}}, bOther);
        mixSlices(xOther, inverse_, other_);
        mixSlices(xSame, inverse_, zSame);
    }
    /// The fields of dS = -1/4 (dH K H K + H K dH K) between y and x: Re y^dagger dS x is -1/4 Re of y^dagger dH xOther + yOther^dagger dH xSame,
    /// with xSame = K x, xOther = K H K x and yOther = K^dagger H^dagger y.
    void forForce(Field& yOther, Field& xSame, Field& xOther, const Field& y, const Field& x) const
    {
        mixSlices(xSame, k_, x);
        d_->hop(other_, xSame, {1 - parity_, Sign::Plus, {0, 0, 1, 0}});
        mixSlices(xOther, k_, other_);
        d_->hop(other_, y, {1 - parity_, Sign::Minus, {0, 0, 1, 0}});
        mixSlices(yOther, kAdjoint_, other_);
    }
    /// |b - D_5 x| / |bHat - S z_p|, for the x of reconstruct().
    double residualFactor() const { return 1; }
    /// A field that S acts on.
    Field makeField() const { return d_->makeField(parity_); }
    /// A field on the other parity.
    Field makeOtherField() const { return d_->makeField(1 - parity_); }

private:
    DomainWallSchur(const D& d, const DomainWallMatrices& m, int parity)
        : d_(&d), parity_(parity), k_(d.mixing(m.k)), kAdjoint_(d.mixing(m.k.transposed())),
          minusQuarterAdjoint_(d.mixing(-0.25 * m.k.transposed())), inverse_(d.mixing(m.inverse)),
          same_(d.makeField(parity)), hopped_(d.makeField(1 - parity)), other_(d.makeField(1 - parity))
    {}

    // K H K in
    void first(const Field& in) const
    {
        mixSlices(same_, k_, in);
        d_->hop(hopped_, same_, {1 - parity_, Sign::Plus, {0, 0, 1, 0}});
        mixSlices(other_, k_, hopped_);
    }
    Hop second() const { return {parity_, Sign::Plus, {1, 0, -0.25, 0}}; }
    // H^dagger K^dagger H^dagger in
    void firstAdjoint(const Field& in) const
    {
        d_->hop(hopped_, in, {1 - parity_, Sign::Minus, {0, 0, 1, 0}});
        mixSlices(other_, kAdjoint_, hopped_);
        d_->hop(same_, other_, {parity_, Sign::Minus, {0, 0, 1, 0}});
    }

    const D* d_;
    int parity_;
    typename D::Mixing k_, kAdjoint_, minusQuarterAdjoint_, inverse_;
    mutable Field same_, hopped_, other_;
};

} // namespace gaugegl
