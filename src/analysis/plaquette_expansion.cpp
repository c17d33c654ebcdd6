#include "analysis/plaquette_expansion.h"

#include <Eigen/Dense>
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

/// ln of the integral of exp(beta/N Re tr U) over SU(N).
double logOfOneLink(int colours, double beta)
{
    const double x = beta / colours;
    const int most = 12 + int(2 * x); // what follows is below rounding
    double sum = 0;
    for (int n = -most; n <= most; ++n) {
        Eigen::MatrixXd m(colours, colours);
        for (int i = 0; i < colours; ++i)
            for (int j = 0; j < colours; ++j)
                m(i, j) = bessel(n + j - i, x);
        sum += m.determinant();
    }
    return std::log(sum);
}

/// c1, c2, c3 of the weak-coupling expansion in 1/beta, in the order of groupTraits.  In g^2 = 2N/beta they are (N^2 - 1)
/// times 1/(8N), 0.0051069297 - 1/(128 N^2) and 0.0023152583/N^3 - 0.002265487/N + 0.000794223 N.
constexpr double weakCoefficients[][3] = {{0.75, 0.15138, 0.14306}, {2, 1.22080, 2.96051}, {3.75, 4.43390, 20.327}};

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
    if (traits(group).quaternions) return bessel(2, beta) / bessel(1, beta);
    return derivative([group](double b) { return logOfOneLink(colours(group), b); }, beta);
}

double strongCouplingPlaquette(Group group, double beta)
{
    const double u = onePlaquette(group, beta);
    const double slope = derivative([group](double b) { return onePlaquette(group, b); }, beta);
    // The cubes of fundamental plaquettes, and where it is another representation of conjugate ones.
    const int representations = colours(group) == 2 ? 1 : 2;
    return u + 4 * representations * colours(group) * colours(group) * std::pow(u, 5) * slope;
}

double weakCouplingPlaquette(Group group, double beta)
{
    const double b = 1 / beta;
    const auto& c = weakCoefficients[int(group)];
    return 1 - b * (c[0] + b * (c[1] + b * c[2]));
}

} // namespace gaugegl::analysis
