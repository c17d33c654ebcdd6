// The hopping term with its fused diagonal term, the interface between the even-odd operators (schur.h) and the
// implementations on the host and on a device:
//   out(x) = (a + i b gamma_5) chi(x) + (c + i d gamma_5) H psi(x),
// where out and chi live on one parity and psi on the other.  Staggered fermions have no gamma_5 (b = d = 0), and
//   H psi(x) = sum_mu eta_mu(x) [ U_mu(x) psi(x+mu) - U_mu(x-mu)^dagger psi(x-mu) ].
//
// A hopping term may have a clover term: Hermitian blocks B(x) of the upper two and of the lower two spins of each site, and
// C = B^-1, or C = (B^2 + t^2)^-1 for a diagonal R = B + i t gamma_5.  A hop multiplies by one of them:
//   OfChi   out = (a B + i b gamma_5) chi + (c + i d gamma_5) H psi
//   OfHop   out = (a + i b gamma_5) chi + R^-1 c H psi                    with R^-1 = C (B - i t gamma_5)
//   OfSum   out = R^-1 (a chi + c H psi)                                  or its adjoint, t of the other sign
#pragma once

#include "algebra/concepts.h"

namespace gaugegl {

/// H (Plus) or H^dagger (Minus): gamma_5 H gamma_5 for Wilson, -H for staggered fermions, with a chemical potential of the other sign.
enum class Sign { Plus, Minus };

/// What is multiplied by the blocks of a clover term.
enum class SiteBlocks { None, OfChi, OfHop, OfSum };

/// The coefficients a, b, c, d above.
struct HopCoefficients {
    double diagonal = 0;                  ///< a; chi is not read if diagonal = diagonalTwist = 0
    double diagonalTwist = 0;             ///< b
    double hop = 1;                       ///< c
    double hopTwist = 0;                  ///< d; 0 with OfHop and OfSum
    SiteBlocks blocks = SiteBlocks::None; ///< which of the sums above
    double turn = 0;                      ///< OfHop, OfSum: t, or -t of the adjoint
};

/// One application of the hopping term.
struct Hop {
    int parity = 0;               ///< of out and chi
    Sign sign = Sign::Plus;       ///< H, or H^dagger
    HopCoefficients factors = {}; ///< a, b, c, d as written above, whatever the sign
};

/// The hopping term that an even-odd operator is built on.  A field lives on one parity.  Its components are exchanged
/// in the layout of HalfVector (core/fermion.h) by the free functions
///   upload(Field& out, std::span<const std::complex<double>>)    rounds to the precision of the field
///   download(std::span<std::complex<double>> out, const Field&)
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
