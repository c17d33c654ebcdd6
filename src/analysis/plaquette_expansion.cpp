#include "gaugegl/analysis/plaquette_expansion.h"

#include <array>
#include <cmath>
#include <cstdlib>

namespace gaugegl::analysis {
namespace {

/// I_n of any integer order and real argument: I_{-n} = I_n, I_n(-x) = (-1)^n I_n(x).
double bessel(int n, double x)
{
    const double magnitude = std::cyl_bessel_i(double(std::abs(n)), std::abs(x));
    return x < 0 && n % 2 != 0 ? -magnitude : magnitude;
}

/// ln of the integral of exp(beta/3 Re tr U) over SU(3).
double logOfOneLink(double beta)
{
    const double x = beta / 3;
    const int most = 12 + int(2 * x); // what follows is below rounding
    double sum = 0;
    for (int n = -most; n <= most; ++n) {
        std::array<std::array<double, 3>, 3> m{};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                m[std::size_t(i)][std::size_t(j)] = bessel(n + j - i, x);
        sum += m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    }
    return std::log(sum);
}

constexpr double step = 1e-2; // of the differences below, of fourth order: errors of about 1e-9

template<class Function>
double derivative(const Function& f, double x)
{
    return (8 * (f(x + step) - f(x - step)) - (f(x + 2 * step) - f(x - 2 * step))) / (12 * step);
}

} // namespace

double onePlaquette(Group group, double beta)
{
    if (beta == 0) return 0;
    if (group == Group::SU2) return bessel(2, beta) / bessel(1, beta);
    return derivative(logOfOneLink, beta);
}

double strongCouplingPlaquette(Group group, double beta)
{
    const double u = onePlaquette(group, beta);
    const double slope = derivative([group](double b) { return onePlaquette(group, b); }, beta);
    return u + (group == Group::SU2 ? 16 : 72) * std::pow(u, 5) * slope;
}

double weakCouplingPlaquette(Group group, double beta)
{
    const double b = 1 / beta;
    if (group == Group::SU2) return 1 - b * (0.75 + b * (0.15138 + b * 0.14306));
    return 1 - b * (2 + b * (1.22080 + b * 2.96051));
}

} // namespace gaugegl::analysis
