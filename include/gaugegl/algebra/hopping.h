// The hopping term with what is fused to it, as the even-odd operators (schur.h) want it from the host and from a
// device:
//   out(x) = (a + i b gamma_5) chi(x) + (c + i d gamma_5) H psi(x),
// where out and chi live on one parity and psi on the other.  Staggered fermions have no gamma_5 (b = d = 0), and
//   H psi(x) = sum_mu eta_mu(x) [ U_mu(x) psi(x+mu) - U_mu(x-mu)^dagger psi(x-mu) ].
#pragma once

#include "gaugegl/algebra/concepts.h"

namespace gaugegl {

/// The operator or its adjoint.  H^dagger is gamma_5 H gamma_5 (Wilson) or -H (staggered).
enum class Sign { Plus, Minus };

/// The numbers a, b, c, d above.
struct HopCoefficients {
    double diagonal = 0;      ///< a; with diagonalTwist = 0 and diagonal = 0 chi is not read
    double diagonalTwist = 0; ///< b
    double hop = 1;           ///< c
    double hopTwist = 0;      ///< d
};

/// One application.
struct Hop {
    int parity = 0;               ///< of out and chi
    Sign sign = Sign::Plus;       ///< H, or H^dagger
    HopCoefficients factors = {}; ///< a, b, c, d as written above, whatever the sign
};

/// What an even-odd operator is made of.  Fields are exchanged as spans of one parity (core/fermion.h, HalfVector) by
/// free functions
///   upload(Field& out, std::span<const std::complex<double>>)      rounded to the precision of the field
///   download(std::span<std::complex<double>> out, const Field&)  A field lives on one parity.
template<class D>
concept HoppingTerm = VectorField<typename D::Field> &&
    requires(const D& d, typename D::Field& out, const typename D::Field& in, const Hop& hop,
             const RealOf<typename D::Field>& alpha)
{
    {
        d.makeField(0)
        } -> std::same_as<typename D::Field>; // on the even sites, undefined
    d.hop(out, in, hop);                      // diagonal factors are 0
    d.hop(out, in, hop, in);                  // chi is the last one; not out
    {
        d.hopNorm2(out, in, hop)
        } -> std::same_as<RealOf<typename D::Field>>; // |out|^2
    {
        d.hopNorm2(out, in, hop, in)
        } -> std::same_as<RealOf<typename D::Field>>;
    {d.hopNorms(out, in, hop)}; // {|out|^2, |psi|^2} as a std::pair of reals
    {
        d.hopAndUpdateResidual(out, alpha, in, hop, in)
        } -> std::same_as<RealOf<typename D::Field>>; // out -= alpha (the sum above); |out|^2
    {
        d.hopAndUpdateResidual(out, alpha, in, hop)
        } -> std::same_as<RealOf<typename D::Field>>;
};

} // namespace gaugegl
