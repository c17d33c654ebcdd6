// The diagonal of a fermion operator M = R + f H as an operator on a site: R = a (1 + i t gamma_5), a number where t = 0.
//   Wilson, twisted mass   R = 1 + 2 i kappa mu gamma_5,   f = -kappa
//   staggered              R = m,                          f = 1/2
#pragma once

#include "gaugegl/algebra/hopping.h"
#include "gaugegl/core/fermion.h"

#include <cmath>

namespace gaugegl {

/// a (1 + i t gamma_5).  Products with numbers and inverses are of the same form.
struct SiteDiagonal {
    double number = 1; ///< a
    double twist = 0;  ///< t

    /// R^-1, if a is not 0.
    constexpr SiteDiagonal inverse() const { return {1 / (number * (1 + twist * twist)), -twist}; }
    /// R^dagger.
    constexpr SiteDiagonal adjoint() const { return {number, -twist}; }
    /// |R x| / |x|, the same for all x.
    double norm() const { return std::abs(number) * std::sqrt(1 + twist * twist); }
    /// The coefficient of i gamma_5.
    constexpr double ofGamma5() const { return twist == 0 ? 0 : number * twist; }
};

/// factor times R.
constexpr SiteDiagonal operator*(double factor, const SiteDiagonal& r) { return {factor * r.number, r.twist}; }

/// Zero: the term is absent.
constexpr SiteDiagonal noDiagonal = {0, 0};

/// The coefficients of out = chi term + hop term.
constexpr HopCoefficients fused(const SiteDiagonal& chi, const SiteDiagonal& hop)
{
    return {chi.number, chi.ofGamma5(), hop.number, hop.ofGamma5()};
}

/// R of M.
constexpr SiteDiagonal diagonalOf(const WilsonParameters& quark) { return {1, quark.twist()}; }
/// R of M.
constexpr SiteDiagonal diagonalOf(const StaggeredParameters& quark) { return {quark.mass, 0}; }
/// f of M.
constexpr double hopFactorOf(const WilsonParameters& quark) { return -quark.kappa; }
/// f of M.
constexpr double hopFactorOf(const StaggeredParameters&) { return 0.5; }

} // namespace gaugegl
