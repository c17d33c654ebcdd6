// D(m) = f + m + f gamma_5 sign(H_W), f = rho - m / 2, and what conjugate gradients invert: D(m)^dagger D(m) commutes with gamma_5, and on
// fields of one chirality, gamma_5 psi = s psi, it needs one sign,
//   D^dagger D psi = [(f + m)^2 + f^2] psi + 2 f (f + m) P_s gamma_5 sign psi,   P_s = (1 + s gamma_5) / 2.
// D(m) is normal, so that x = D^dagger y solves D x = b to the residual of D^dagger D y = b.
#pragma once

#include "fermion/overlap/kernel_sign.h"

#include <utility>

namespace gaugegl {

/// out = (in + s gamma_5 in) / 2; out is not in.  `turned` is a temporary field.
template<HoppingTerm D>
void projectChirality(const D& d, int s, FullField<typename D::Field>& out, const FullField<typename D::Field>& in,
                      FullField<typename D::Field>& turned)
{
    applyIGamma5(d, turned, in);
    setZero(out);
    axpy(0.5, in, out);
    axpy(std::complex<double>(0, -0.5 * s), turned, out);
}

/// D(m).
template<HoppingTerm D>
class OverlapOperator {
public:
    using Field = FullField<typename D::Field>; ///< what it acts on

    /// The sign must outlive the object.
    OverlapOperator(const KernelSign<D>& sign, const OverlapParameters& quark)
        : sign_(&sign), f_(quark.rho - quark.mass / 2), mass_(quark.mass)
    {}

    /// out = D(m) in; out is not in.
    void apply(Field& out, const Field& in) const
    {
        prepare(in);
        sign_->applyGamma5(*y_, in);
        combine(out, in);
    }
    /// out = D(m)^dagger in; out is not in.
    void applyAdjoint(Field& out, const Field& in) const
    {
        prepare(in);
        applyGamma5(sign_->hopping(), out, in, *turned_);
        sign_->apply(*y_, out);
        combine(out, in);
    }
    /// The sign.
    const KernelSign<D>& sign() const { return *sign_; }
    /// f = rho - m / 2.
    double factor() const { return f_; }
    /// m.
    double mass() const { return mass_; }

private:
    void prepare(const Field& like) const
    {
        if (y_) return;
        y_.emplace(zeroLike(like));
        turned_.emplace(zeroLike(like));
    }
    /// out = (f + m) in + f y.
    void combine(Field& out, const Field& in) const
    {
        setZero(out);
        axpy(f_ + mass_, in, out);
        axpy(f_, *y_, out);
    }

    const KernelSign<D>* sign_;
    double f_, mass_;
    mutable std::optional<Field> y_, turned_;
};

/// D(m)^dagger D(m) on fields of one chirality, Hermitian and positive.
template<HoppingTerm D>
class ChiralOverlap {
public:
    using Field = FullField<typename D::Field>; ///< what it acts on

    /// The chirality s is 1 or -1.  The operator must outlive the object.
    ChiralOverlap(const OverlapOperator<D>& d, int s) : d_(&d), s_(s) {}

    /// out = D^dagger D in for an in of that chirality, which out has whatever the rounding; out is not in.
    void apply(Field& out, const Field& in) const
    {
        if (!y_) {
            y_.emplace(zeroLike(in));
            turned_.emplace(zeroLike(in));
        }
        const double f = d_->factor(), sum = f + d_->mass();
        d_->sign().applyGamma5(*y_, in);
        projectChirality(d_->sign().hopping(), s_, out, *y_, *turned_);
        std::swap(out, *y_);
        setZero(out);
        axpy(sum * sum + f * f, in, out);
        axpy(2 * f * sum, *y_, out);
    }
    /// s.
    int chirality() const { return s_; }

private:
    const OverlapOperator<D>* d_;
    int s_;
    mutable std::optional<Field> y_, turned_;
};

} // namespace gaugegl
