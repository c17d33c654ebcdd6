// Operators composed of others: A^dagger A + sigma and A + sigma.  They hold temporary fields, so an object must not be
// used by two threads at once.
#pragma once

#include "algebra/concepts.h"

namespace gaugegl {

/// A^dagger A + sigma, Hermitian and positive for sigma >= 0.
template<AdjointOperator A>
class Normal {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.
    explicit Normal(const A& a, double sigma = 0) : a_(&a), sigma_(sigma) {}

    /// out = A^dagger A in + sigma in; out is not in.
    void apply(Field& out, const Field& in) const
    {
        prepare(in);
        a_->apply(*image_, in);
        a_->applyAdjoint(out, *image_);
        if (sigma_ != 0) axpy(sigma_, in, out);
    }
    /// The same as apply(): the operator is Hermitian.
    void applyAdjoint(Field& out, const Field& in) const { apply(out, in); }

    /// |A p|^2 + sigma |p|^2.
    Real curvature(const Field& p) const
    {
        prepare(p);
        const Real image2 = gaugegl::applyNorm2(*a_, *image_, p);
        return sigma_ == 0 ? image2 : image2 + sigma_ * norm2(p);
    }
    /// r -= alpha (A^dagger A + sigma) p for the p of the last curvature(); returns |r|^2.
    Real descend(Field& r, const Real& alpha, const Field& p) const
    {
        if (sigma_ != 0) axpy(-(sigma_ * alpha), p, r);
        if constexpr (requires { a_->descendAdjoint(r, alpha, *image_); })
            return a_->descendAdjoint(r, alpha, *image_);
        else {
            if (!adjoint_) adjoint_.emplace(zeroLike(r));
            a_->applyAdjoint(*adjoint_, *image_);
            return axpyNorm2(-alpha, *adjoint_, r);
        }
    }

private:
    void prepare(const Field& like) const
    {
        if (!image_) image_.emplace(zeroLike(like));
    }

    const A* a_;
    double sigma_;
    mutable std::optional<Field> image_, adjoint_; // A in; A^dagger A in
};

/// Calls f with A^dagger A, or with A itself if it is Hermitian and positive.
template<AdjointOperator A, class F>
auto withPositive(const A& a, F f)
{
    if constexpr (A::positive)
        return f(a);
    else
        return f(Normal<A>(a));
}

/// A + sigma with a real number sigma.
template<LinearOperator A>
class Shifted {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.
    Shifted(const A& a, double sigma) : a_(&a), sigma_(sigma) {}

    /// sigma.
    double shift() const { return sigma_; }

    /// out = A in + sigma in; out is not in.
    void apply(Field& out, const Field& in) const
    {
        a_->apply(out, in);
        if (sigma_ != 0) axpy(sigma_, in, out);
    }
    /// out = A^dagger in + sigma in; out is not in.
    void applyAdjoint(Field& out, const Field& in) const requires AdjointOperator<A>
    {
        a_->applyAdjoint(out, in);
        if (sigma_ != 0) axpy(sigma_, in, out);
    }
    /// (p, A p) + sigma |p|^2.
    Real curvature(const Field& p) const
    {
        if (!descent_) descent_.emplace(*a_, p);
        const Real unshifted = descent_->curvature(p);
        return sigma_ == 0 ? unshifted : unshifted + sigma_ * norm2(p);
    }
    /// r -= alpha (A + sigma) p for the p of the last curvature(); returns |r|^2.
    Real descend(Field& r, const Real& alpha, const Field& p) const
    {
        if (sigma_ != 0) axpy(-(sigma_ * alpha), p, r);
        return descent_->descend(r, alpha, p);
    }

private:
    const A* a_;
    double sigma_;
    mutable std::optional<Descent<A>> descent_;
};

} // namespace gaugegl
