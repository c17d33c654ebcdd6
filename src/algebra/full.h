// Fields and operators on the whole lattice, composed of those on one parity: M, M^dagger and gamma_5 M from the
// definition, without preconditioning (M^dagger M is Normal of them).  They are for residuals and checks; even-odd
// solvers need less work.
#pragma once

#include "algebra/diagonal.h"
#include "algebra/hopping.h"
#include "algebra/shifts.h"
#include "gaugegl/core/fermion.h"

#include <complex>
#include <utility>

namespace gaugegl {

/// A field on the whole lattice.
template<VectorField F>
struct FullField {
    F even; ///< on even sites
    F odd;  ///< on odd sites

    /// The field on one parity, 0 (even) or 1 (odd).
    F& operator[](int parity) { return parity == 0 ? even : odd; }
    /// The field on one parity, 0 (even) or 1 (odd).
    const F& operator[](int parity) const { return parity == 0 ? even : odd; }
};

/// A zero field with the lattice, group and storage of x.
template<VectorField F>
FullField<F> zeroLike(const FullField<F>& x)
{
    return {zeroLike(x.even), zeroLike(x.odd)};
}
/// y = 0.
template<VectorField F>
void setZero(FullField<F>& y)
{
    setZero(y.even);
    setZero(y.odd);
}
/// |x|^2.
template<VectorField F>
RealOf<F> norm2(const FullField<F>& x)
{
    return norm2(x.even) + norm2(x.odd);
}
/// (x, y), linear in y.
template<VectorField F>
ComplexOf<F> dot(const FullField<F>& x, const FullField<F>& y)
{
    return dot(x.even, y.even) + dot(x.odd, y.odd);
}
/// y += a x, with a real, complex or device number a.
template<VectorField F, class S>
void axpy(const S& a, const FullField<F>& x, FullField<F>& y)
{
    axpy(a, x.even, y.even);
    axpy(a, x.odd, y.odd);
}
/// y = x + a y.
template<VectorField F, class S>
void xpay(const FullField<F>& x, const S& a, FullField<F>& y)
{
    xpay(x.even, a, y.even);
    xpay(x.odd, a, y.odd);
}
/// y += a x; returns |y|^2.
template<VectorField F>
RealOf<F> axpyNorm2(const RealOf<F>& a, const FullField<F>& x, FullField<F>& y)
{
    return axpyNorm2(a, x.even, y.even) + axpyNorm2(a, x.odd, y.odd);
}
/// y += alpha p; p = r + beta p.
template<VectorField F>
void updateSolutionAndDirection(FullField<F>& y, FullField<F>& p, const FullField<F>& r, const RealOf<F>& alpha,
                                const RealOf<F>& beta)
{
    updateSolutionAndDirection(y.even, p.even, r.even, alpha, beta);
    updateSolutionAndDirection(y.odd, p.odd, r.odd, alpha, beta);
}
/// The poll of the fields on one parity, if they have one of their own.
template<VectorField F>
auto makePoll(const FullField<F>& x, int interval) requires requires
{
    makePoll(x.even, interval);
}
{
    return makePoll(x.even, interval);
}

/// The numbers of shifted systems where the fields on one parity have some of their own.
template<VectorField F>
auto makeShiftNumbers(const FullField<F>& x, std::vector<double> distances, int interval) requires requires
{
    makeShiftNumbers(x.even, distances, interval);
}
{
    return makeShiftNumbers(x.even, std::move(distances), interval);
}
/// The fields of shifted systems on both parities.
template<class Half>
struct FullShiftFields {
    Half even; ///< on even sites
    Half odd;  ///< on odd sites

    /// Of both.
    template<VectorField F, class Numbers>
    void update(const FullField<F>& r, const Numbers& numbers)
    {
        even.update(r.even, numbers);
        odd.update(r.odd, numbers);
    }
    /// Of both.
    void leave(std::size_t i)
    {
        even.leave(i);
        odd.leave(i);
    }
    /// Of both.
    void end()
    {
        even.end();
        odd.end();
    }
};
/// The fields of shifted systems where those on one parity have some of their own.
template<VectorField F>
auto makeShiftFields(const FullField<F>& r, const std::vector<FullField<F>*>& x) requires requires
{
    makeShiftFields(r.even, std::vector<F*>());
}
{
    std::vector<F*> even, odd;
    for (FullField<F>* one : x) {
        even.push_back(&one->even);
        odd.push_back(&one->odd);
    }
    using Half = decltype(makeShiftFields(r.even, even));
    return FullShiftFields<Half>{makeShiftFields(r.even, even), makeShiftFields(r.odd, odd)};
}

/// M = R + f H on the whole lattice, with the R and f of algebra/diagonal.h.
template<HoppingTerm D>
class FullOperator {
public:
    using Field = FullField<typename D::Field>; ///< on both parities
    using Real = RealOf<Field>;                 ///< its numbers

    /// The hopping term, which has the boundary phases, must outlive the object.
    template<class Parameters>
    FullOperator(const D& d, const Parameters& quark) : d_(&d), r_(diagonalOf(quark)), f_(hopFactorOf(quark))
    {}

    /// out = M in; out is not in, here and below.
    void apply(Field& out, const Field& in) const { run(out, in, {fused(r_, {f_}), Sign::Plus}); }
    /// out = M in; returns |out|^2.
    Real applyNorm2(Field& out, const Field& in) const { return runNorm2(out, in, {fused(r_, {f_}), Sign::Plus}); }
    /// out = M^dagger in.
    void applyAdjoint(Field& out, const Field& in) const { run(out, in, {fused(r_.adjoint(), {f_}), Sign::Minus}); }
    /// out = M^dagger in; returns |out|^2.
    Real applyAdjointNorm2(Field& out, const Field& in) const
    {
        return runNorm2(out, in, {fused(r_.adjoint(), {f_}), Sign::Minus});
    }
    /// out = i gamma_5 M in, of fields with spin.  Allocates a temporary field where M has blocks.
    void applyIGamma5(Field& out, const Field& in) const
    {
        if (r_.blocks == DiagonalBlocks::One) {
            run(out, in, {{-r_.ofGamma5(), r_.number, 0, f_}, Sign::Plus});
            return;
        }
        Field image = zeroLike(in);
        apply(image, in);
        run(out, image, {{0, 1, 0, 0}, Sign::Plus});
    }
    /// out = gamma_5 M in, Hermitian for mu = 0.  Allocates a temporary field for i gamma_5 M in.
    void applyGamma5(Field& out, const Field& in) const requires requires(typename D::Field& y)
    {
        axpy(std::complex<double>(), y, y);
    }
    {
        Field turned = zeroLike(in);
        applyIGamma5(turned, in);
        setZero(out);
        axpy(std::complex<double>(0, -1), turned, out);
    }

private:
    struct Form {
        HopCoefficients factors;
        Sign sign;
    };
    void run(Field& out, const Field& in, const Form& form) const
    {
        for (const int parity : {0, 1})
            d_->hop(out[parity], in[1 - parity], {parity, form.sign, form.factors}, in[parity]);
    }
    Real runNorm2(Field& out, const Field& in, const Form& form) const
    {
        return d_->hopNorm2(out.even, in.odd, {0, form.sign, form.factors}, in.even) +
               d_->hopNorm2(out.odd, in.even, {1, form.sign, form.factors}, in.odd);
    }

    const D* d_;
    SiteDiagonal r_;
    double f_;
};

} // namespace gaugegl
