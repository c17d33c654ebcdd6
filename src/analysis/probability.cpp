#include "analysis/probability.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace gaugegl::analysis {
namespace {

constexpr double accuracy = 1e-15;
constexpr int mostTerms = 100000;

/// One term a / (b + ...) of a continued fraction.
struct Term {
    double a, b;
};

/// b0 + a1/(b1 + a2/(b2 + ...)) by the modified method of Lentz (W. Lentz, Applied Optics 15 (1976) 668).
double continuedFraction(double b0, const std::function<Term(int)>& term)
{
    constexpr double tiny = 1e-300;
    const auto nonzero = [](double x) { return std::abs(x) < tiny ? tiny : x; };
    double value = nonzero(b0), c = value, d = 0;
    for (int k = 1; k < mostTerms; ++k) {
        const auto [a, b] = term(k);
        d = 1 / nonzero(b + a * d);
        c = nonzero(b + a / c);
        value *= c * d;
        if (std::abs(c * d - 1) < accuracy) break;
    }
    return value;
}

/// gamma(a, x) / Gamma(a) by DLMF 8.7.1, for x < a + 1.
double lowerGammaBySeries(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int k = 1; k < mostTerms && term > accuracy * sum; ++k) {
        term *= x / (a + k);
        sum += term;
    }
    return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

double upperGammaByFraction(double a, double x)
{
    const double fraction = continuedFraction(x + 1 - a, [=](int k) { return Term{k * (a - k), x + 2 * k + 1 - a}; });
    return std::exp(a * std::log(x) - x - std::lgamma(a)) / fraction;
}

/// I_x(a, b) for x below (a + 1)/(a + b + 2), where the fraction converges fast.
double betaByFraction(double x, double a, double b)
{
    const double fraction = continuedFraction(1, [=](int k) {
        const double m = std::floor(0.5 * k);
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        return Term{k % 2 == 0 ? even : odd, 1};
    });
    const double logFront =
        a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) - std::log(a);
    return std::exp(logFront) / fraction;
}

double incompleteBeta(double x, double a, double b)
{
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    return x < (a + 1) / (a + b + 2) ? betaByFraction(x, a, b) : 1 - betaByFraction(1 - x, b, a);
}

} // namespace

double chiSquaredTail(double chiSquared, double degrees)
{
    if (std::isnan(chiSquared)) return std::numeric_limits<double>::quiet_NaN();
    if (degrees <= 0 || chiSquared <= 0) return 1;
    const double a = 0.5 * degrees, x = 0.5 * chiSquared;
    return x < a + 1 ? 1 - lowerGammaBySeries(a, x) : upperGammaByFraction(a, x);
}

double fisherTail(double f, int numerator, int denominator)
{
    if (std::isnan(f)) return std::numeric_limits<double>::quiet_NaN();
    if (f <= 0) return 1;
    return incompleteBeta(denominator / (denominator + numerator * f), 0.5 * denominator, 0.5 * numerator);
}

double wideningOf(std::size_t samples, int degrees)
{
    const double n = double(samples), q = degrees;
    return (n - 1) * (n - 2) / ((n - 1 - q) * (n - 2 - q));
}

double hotellingTail(double chiSquared, int degrees, std::size_t samples)
{
    const double n = double(samples), q = degrees;
    return degrees <= 0 ? 1 : fisherTail((n - q) / (q * (n - 1)) * chiSquared, degrees, int(samples) - degrees);
}

} // namespace gaugegl::analysis
