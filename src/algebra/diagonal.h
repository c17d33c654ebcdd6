// The diagonal of a fermion operator M = R + f H as an operator on a site: R = a (B + i t gamma_5), where B is 1 or the
// blocks of a clover term, which the hopping term has (algebra/hopping.h).
//   Wilson, twisted mass   R = B + 2 i kappa mu gamma_5,   f = -kappa
//   staggered              R = m,                          f = 1/2
#pragma once

#include "algebra/hopping.h"
#include "gaugegl/core/fermion.h"

#include <cassert>
#include <cmath>

namespace gaugegl {

/// The matrix that a diagonal is made of.
enum class DiagonalBlocks {
    One,          ///< a (1 + i t gamma_5)
    Clover,       ///< a (B + i t gamma_5)
    CloverInverse ///< a (B + i t gamma_5)^-1
};

/// A diagonal.  Products with numbers and inverses are of the same form.
struct SiteDiagonal {
    double number = 1;                           ///< a
    double twist = 0;                            ///< t
    DiagonalBlocks blocks = DiagonalBlocks::One; ///< what it is made of

    /// R^-1, if a is not 0.
    constexpr SiteDiagonal inverse() const
    {
        if (blocks == DiagonalBlocks::One) return {1 / (number * (1 + twist * twist)), -twist};
        return {1 / number, twist,
                blocks == DiagonalBlocks::Clover ? DiagonalBlocks::CloverInverse : DiagonalBlocks::Clover};
    }
    /// R^dagger.
    constexpr SiteDiagonal adjoint() const { return {number, -twist, blocks}; }
    /// |R x| / |x|, the same for all x; of R without blocks.
    double norm() const
    {
        assert(blocks == DiagonalBlocks::One);
        return std::abs(number) * std::sqrt(1 + twist * twist);
    }
    /// The coefficient of i gamma_5 where it is a term of its own.
    constexpr double ofGamma5() const
    {
        return twist == 0 || blocks == DiagonalBlocks::CloverInverse ? 0 : number * twist;
    }
};

/// factor times R.
constexpr SiteDiagonal operator*(double factor, const SiteDiagonal& r)
{
    return {factor * r.number, r.twist, r.blocks};
}

/// Zero: the term is absent.
constexpr SiteDiagonal noDiagonal = {0, 0};

/// The coefficients of out = chi term + hop term.  With blocks one of the two is a number, or absent, or both are the same
/// inverse.
constexpr HopCoefficients fused(const SiteDiagonal& chi, const SiteDiagonal& hop)
{
    using enum DiagonalBlocks;
    HopCoefficients f{chi.number, chi.ofGamma5(), hop.number, hop.ofGamma5()};
    assert(hop.blocks != Clover && (chi.blocks != Clover || hop.blocks == One));
    assert(chi.blocks != CloverInverse || hop.number == 0 || (hop.blocks == CloverInverse && hop.twist == chi.twist));
    if (chi.blocks == Clover) f.blocks = SiteBlocks::OfChi;
    if (hop.blocks == CloverInverse) f.blocks = SiteBlocks::OfHop;
    if (chi.blocks == CloverInverse) f.blocks = SiteBlocks::OfSum;
    if (f.blocks == SiteBlocks::OfHop) f.turn = hop.twist;
    if (f.blocks == SiteBlocks::OfSum) f.turn = chi.twist;
    return f;
}

/// R of M.
constexpr SiteDiagonal diagonalOf(const WilsonParameters& quark)
{
    return {1, quark.twist(), quark.hasBlocks() ? DiagonalBlocks::Clover : DiagonalBlocks::One};
}
/// R of M.
constexpr SiteDiagonal diagonalOf(const StaggeredParameters& quark) { return {quark.mass, 0}; }
/// f of M.
constexpr double hopFactorOf(const WilsonParameters& quark) { return -quark.kappa; }
/// f of M.
constexpr double hopFactorOf(const StaggeredParameters&) { return 0.5; }

} // namespace gaugegl
