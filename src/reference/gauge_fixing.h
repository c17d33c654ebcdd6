// Gauge fixing in double precision, straight from the functionals of CONVENTIONS.md, "Gauge fixing".  A transformation
// g(x) turns the eight links of a site alike: V -> g V for V = U_mu(x) and V = U_mu(x-mu)^dagger.  A functional is a
// mean of a function phi(V) = phi(V^dagger) of one link:
//   Landau, Coulomb    phi = (1/N) Re tr V           (Coulomb: spatial links alone),
//   maximally Abelian  phi = 1/2 tr(sigma_3 V sigma_3 V^dagger) in SU(2), (1/3) sum_i |V_ii|^2 in SU(3),
//   centre             phi = |tr V / N|^2.
// In an SU(2) subgroup the sum of phi over the links of a site is f(a) = a^T Q a + 2 b.a + const on |a| = 1.
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "reference/gauge_field.h"
#include "reference/subgroup.h"

namespace gaugegl::reference {

/// A_mu = (U - U^dagger)/(2i) without its trace.
template<int N>
Matrix<N> gluonField(const Matrix<N>& link);

/// phi(V) of one link.
template<int N>
double linkFunctional(const Matrix<N>& link, Gauge gauge);

/// What a site adds to functional and theta.
struct SiteGauge {
    double functional; ///< mean of phi over the links that touch it, 8 or 6
    double theta;      ///< tr[Delta Delta^dagger] / N
};

/// Delta(x): minus N times the gradient of the sum of phi over the links of a site, phi(e^{ih}) = phi(1) - tr(h
/// Delta)/N. In Landau and Coulomb gauge sum_mu [A_mu(x) - A_mu(x-mu)].
template<int N>
Matrix<N> gaugeGradient(const GaugeField<N>& u, Gauge gauge, std::int64_t site);

/// What every site adds.
template<int N>
std::vector<SiteGauge> siteGauge(const GaugeField<N>& u, Gauge gauge);

/// Functional, theta, and the largest tr[Delta Delta^dagger] / N of a site; the iteration is 0.
template<int N>
FixingState gaugeState(const GaugeField<N>& u, Gauge gauge);

/// The functional alone.
template<int N>
double gaugeFunctional(const GaugeField<N>& u, Gauge gauge)
{
    return gaugeState(u, gauge).functional;
}

/// Transforms u by the random gauge transformation of the seed: CONVENTIONS.md, "Random numbers".
template<int N>
void randomTransformation(GaugeField<N>& u, std::uint64_t seed, Precision precision);

/// f(a) = a^T Q a + 2 b.a + constant.
struct SubgroupForm {
    std::array<std::array<double, 4>, 4> q{}; ///< symmetric
    Quaternion b{};                           ///< 0 in maximally Abelian gauge, and in centre gauge of SU(2)
    double constant = 0;                      ///< f(0), which no maximum depends on

    /// f(a), of any length.
    double operator()(const Quaternion& a) const;
};

/// The sum of phi over these links, V -> a V in the rows of a subgroup, from its values.
template<int N>
SubgroupForm subgroupForm(const std::vector<Matrix<N>>& links, Gauge gauge, Rows rows);

/// The a of the highest f on |a| = 1; of several maxima the one with the largest a0, then a1, a2, a3.  1 where f is
/// constant up to rounding (1e-12).
Quaternion maximum(const SubgroupForm& f);

/// a^omega: a = cos(phi) + sin(phi) n i sigma with phi in [0, pi] to cos(omega phi) + sin(omega phi) n i sigma, or
/// the terms up to (a - 1) or (a - 1)^2 of the binomial series, normalised.
Quaternion power(const Quaternion& a, double omega, PowerOrder order);

/// One trial of Metropolis for the density exp(f / T) on |a| = 1: x a, x = cos(phi) + sin(phi) n i sigma, with
/// phi = min(pi/2, sqrt T) u2 and n = (r cos 2 pi u1, r sin 2 pi u1, 1 - 2 u0), r = 2 sqrt(u0 (1 - u0)), is taken if
/// f(x a) - f(a) >= T ln u3.
Quaternion metropolisTrial(const SubgroupForm& f, const Quaternion& a, double temperature,
                           const std::array<double, 4>& u);

/// One sweep: every even site, then every odd one.
struct FixingSweep {
    Gauge gauge = Gauge::Landau;                   ///< what is maximised
    FixingStep step = {};                          ///< how; HeatBath is Metropolis where the form has Q
    std::uint64_t seed = 1;                        ///< of the random numbers
    Precision randomPrecision = Precision::Double; ///< of the random numbers
};

/// Transforms the field by one sweep: at each site a g(x) through all subgroups in turn.  The links are not made
/// unitary.
template<int N>
void fixingSweep(GaugeField<N>& u, const FixingSweep& sweep);

} // namespace gaugegl::reference
