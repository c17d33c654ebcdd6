// Even-odd forms of M x = b.  With p one parity and q the other, M_pp is R or m, M_pq the hopping term, and eliminating
// x_q leaves A x_p = bHat.
//
// Wilson, twisted mass (R = B + i mt gamma_5, mt = 2 kappa mu, B = 1 or the blocks of a clover term; M = R - kappa H):
//   asymmetric   A = R - kappa^2 H_pq R^-1 H_qp
//                bHat = b_p + kappa H_pq R^-1 b_q
//                |b - M x| = |bHat - A x_p|
//   symmetric    A = 1 - kappa^2 R^-1 H_pq R^-1 H_qp
//                bHat = R^-1 (b_p + kappa H_pq R^-1 b_q)
//                |b - M x| = sqrt(1 + mt^2) |bHat - A x_p| without a clover term
//   both         x_q = R^-1 (b_q + kappa H_qp x_p)
//
// Staggered (M = m + H/2, H antihermitian):
//   A = m^2 - H_pq H_qp / 4
//   bHat = m b_p - H_pq b_q / 2
//   |b - M x| = |bHat - A x_p| / m
//   x_q = (b_q - H_qp x_p / 2) / m
//
// Staggered with a chemical potential (M = R + H/2, R = m; H is not antihermitian): the asymmetric form with kappa = -1/2,
//   A = m - H_pq H_qp / (4 m)
//
// The relations for |b - M x| hold if x_q is that of reconstruct(): up to rounding, the residual then vanishes on q.
//
// The operators hold a temporary field on the other parity, so an object must not be used by two threads at once.
// out must not be the same field as in.
#pragma once

#include "algebra/diagonal.h"
#include "algebra/hopping.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/fermion.h"

#include <cmath>
#include <optional>

namespace gaugegl {

/// The two forms above.  They are identical for mu = 0.
enum class SchurForm { Asymmetric, Symmetric };

/// Form and parity of an even-odd operator.
struct SchurOptions {
    SchurForm form = SchurForm::Asymmetric; ///< R on the diagonal, or multiplied by R^-1
    int parity = 0;                         ///< p, the parity that A acts on
};

/// The even-odd operator of Wilson and twisted-mass fermions, and of staggered ones with a chemical potential.  An application takes two
/// fused hopping terms.  Only the adjoint of the symmetric form with mu != 0 takes a third one, because R^-1 acts first there.
template<HoppingTerm D, class Parameters_ = WilsonParameters>
class WilsonSchur {
public:
    using Field = typename D::Field;        ///< on one parity
    using Real = RealOf<Field>;             ///< its numbers
    using Parameters = Parameters_;         ///< numbers of the quark
    static constexpr bool positive = false; ///< A is not Hermitian

    /// The hopping term, which has the boundary phases, must outlive the object.
    WilsonSchur(const D& d, const Parameters_& parameters, const SchurOptions& options = {})
        : d_(&d), kappa_(-hopFactorOf(parameters)), r_(diagonalOf(parameters)), options_(options),
          between_(d.makeField(1 - options.parity))
    {}

    /// The operator of the other flavour, -mu, where there is no chemical potential, whose sign would change in the hopping term.
    WilsonSchur flipped() const
    {
        WilsonSchur other = *this;
        other.r_ = r_.adjoint();
        return other;
    }

    /// out = A in.
    void apply(Field& out, const Field& in) const
    {
        first(in);
        d_->hop(out, between_, second(), in);
    }
    /// out = A in; returns |out|^2.
    Real applyNorm2(Field& out, const Field& in) const
    {
        first(in);
        return d_->hopNorm2(out, between_, second(), in);
    }
    /// out = A^dagger in.
    void applyAdjoint(Field& out, const Field& in) const
    {
        const Field& from = firstAdjoint(in);
        d_->hop(out, between_, secondAdjoint(), from);
    }
    /// out = A^dagger in; returns |out|^2.
    Real applyAdjointNorm2(Field& out, const Field& in) const
    {
        const Field& from = firstAdjoint(in);
        return d_->hopNorm2(out, between_, secondAdjoint(), from);
    }
    /// out -= alpha A^dagger in; returns |out|^2.
    Real descendAdjoint(Field& out, const Real& alpha, const Field& in) const
    {
        const Field& from = firstAdjoint(in);
        return d_->hopAndUpdateResidual(out, alpha, between_, secondAdjoint(), from);
    }

    /// The right-hand side of A x_p = bHat from the source on both parities, p and the other.
    void prepareSource(Field& bHat, const Field& bSame, const Field& bOther) const
    {
        // R^-1 b_q: the coefficient of the hop is 0, but its argument must have parity p.
        d_->hop(between_, bSame, {1 - options_.parity, Sign::Plus, fused(inverse(), noDiagonal)}, bOther);
        const SiteDiagonal left = options_.form == SchurForm::Symmetric ? inverse() : SiteDiagonal();
        d_->hop(bHat, between_, {options_.parity, Sign::Plus, fused(left, kappa_ * left)}, bSame);
    }
    /// x_q on the other parity, from x_p and b_q.
    void reconstruct(Field& xOther, const Field& xSame, const Field& bOther) const
    {
        d_->hop(xOther, xSame, {1 - options_.parity, Sign::Plus, fused(inverse(), kappa_ * inverse())}, bOther);
    }
    /// |b - M x| / |bHat - A x_p|; not of the symmetric form with a clover term, where it depends on x.
    double residualFactor() const { return options_.form == SchurForm::Symmetric ? r_.norm() : 1; }
    /// A field that A acts on.
    Field makeField() const { return d_->makeField(options_.parity); }

private:
    SiteDiagonal inverse() const { return r_.inverse(); }

    void first(const Field& in) const
    {
        d_->hop(between_, in, {1 - options_.parity, Sign::Plus, fused(noDiagonal, inverse())});
    }
    Hop second() const
    {
        const double k2 = kappa_ * kappa_;
        if (options_.form == SchurForm::Asymmetric) return {options_.parity, Sign::Plus, fused(r_, {-k2})};
        return {options_.parity, Sign::Plus, fused({}, -k2 * inverse())};
    }
    // The first half of A^dagger.  The symmetric adjoint is the asymmetric one applied to (R^-1)^dagger in; returns
    // that field, or `in` where no rotation is needed.
    const Field& firstAdjoint(const Field& in) const
    {
        const Field* from = &in;
        if (options_.form == SchurForm::Symmetric && (r_.twist != 0 || r_.blocks != DiagonalBlocks::One)) {
            if (!rotated_) rotated_.emplace(makeField());
            // The coefficient of the hop is 0, but its argument must be defined.
            setZero(between_);
            d_->hop(*rotated_, between_, {options_.parity, Sign::Plus, fused(inverse().adjoint(), noDiagonal)}, in);
            from = &*rotated_;
        }
        d_->hop(between_, *from, {1 - options_.parity, Sign::Minus, fused(noDiagonal, inverse().adjoint())});
        return *from;
    }
    Hop secondAdjoint() const { return {options_.parity, Sign::Minus, fused(r_.adjoint(), {-kappa_ * kappa_})}; }

    const D* d_;
    double kappa_;
    SiteDiagonal r_;
    SchurOptions options_;
    mutable Field between_; // on the other parity
    mutable std::optional<Field> rotated_;
};

/// The even-odd operator of staggered fermions without a chemical potential: Hermitian, and positive where m != 0.
template<HoppingTerm D>
class StaggeredSchur {
public:
    using Field = typename D::Field;        ///< on one parity
    using Real = RealOf<Field>;             ///< its numbers
    using Parameters = StaggeredParameters; ///< numbers of the quark
    static constexpr bool positive = true;  ///< A is Hermitian and positive

    /// The hopping term, which has the boundary phases, must outlive the object.
    StaggeredSchur(const D& d, const StaggeredParameters& parameters, int parity = 0)
        : d_(&d), mass_(parameters.mass), parity_(parity), between_(d.makeField(1 - parity))
    {}

    /// out = A in.
    void apply(Field& out, const Field& in) const
    {
        d_->hop(between_, in, first());
        d_->hop(out, between_, second(), in);
    }
    /// out = A in; returns |out|^2.
    Real applyNorm2(Field& out, const Field& in) const
    {
        d_->hop(between_, in, first());
        return d_->hopNorm2(out, between_, second(), in);
    }
    /// The same as apply(): A is Hermitian.
    void applyAdjoint(Field& out, const Field& in) const { apply(out, in); }
    /// The same as applyNorm2(): A is Hermitian.
    Real applyAdjointNorm2(Field& out, const Field& in) const { return applyNorm2(out, in); }

    /// (p, A p) = m^2 |p|^2 + |H_qp p|^2 / 4, in one pass.
    Real curvature(const Field& p) const
    {
        const auto [hopped2, p2] = d_->hopNorms(between_, p, first());
        return (mass_ * mass_) * p2 + hopped2;
    }
    /// r -= alpha A p for the p of the last curvature(), in one pass; returns |r|^2.
    Real descend(Field& r, const Real& alpha, const Field& p) const
    {
        return d_->hopAndUpdateResidual(r, alpha, between_, second(), p);
    }

    /// The right-hand side of A x_p = bHat from the source on both parities, p and the other.
    void prepareSource(Field& bHat, const Field& bSame, const Field& bOther) const
    {
        d_->hop(bHat, bOther, {parity_, Sign::Plus, {mass_, 0, -0.5, 0}}, bSame);
    }
    /// x_q on the other parity, from x_p and b_q.  Throws InputError if the mass is 0.
    void reconstruct(Field& xOther, const Field& xSame, const Field& bOther) const
    {
        requireMass();
        d_->hop(xOther, xSame, {1 - parity_, Sign::Plus, {1 / mass_, 0, -0.5 / mass_, 0}}, bOther);
    }
    /// |b - M x| / |bHat - A x_p|.  Throws InputError if the mass is 0.
    double residualFactor() const
    {
        requireMass();
        return 1 / std::abs(mass_);
    }
    /// A field that A acts on.
    Field makeField() const { return d_->makeField(parity_); }

private:
    Hop first() const { return {1 - parity_, Sign::Plus, {0, 0, 0.5, 0}}; }
    Hop second() const { return {parity_, Sign::Plus, {mass_ * mass_, 0, -0.5, 0}}; }
    void requireMass() const
    {
        if (mass_ == 0) throw InputError("staggered mass 0: the odd sites cannot be solved for; it must not be 0");
    }

    const D* d_;
    double mass_;
    int parity_;
    mutable Field between_; // on the other parity
};

} // namespace gaugegl
