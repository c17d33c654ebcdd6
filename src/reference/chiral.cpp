#include "reference/chiral.h"

#include "reference/every_group.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace gaugegl::reference {

template<int N>
void WilsonKernel<N>::combine(SpinorField<N>& out, const SpinorField<N>& psi, const SpinorField<N>& hopped) const
{
    setZero(out);
    axpy(mass_ + 4, psi, out);
    axpy(-0.5, hopped, out);
}

template<int N>
void WilsonKernel<N>::apply(SpinorField<N>& out, const SpinorField<N>& psi) const
{
    SpinorField<N> h(psi.lattice());
    hopping_.hop(h, psi);
    combine(out, psi, h);
}

template<int N>
void WilsonKernel<N>::applyAdjoint(SpinorField<N>& out, const SpinorField<N>& psi) const
{
    SpinorField<N> h(psi.lattice());
    hopping_.hopAdjoint(h, psi);
    combine(out, psi, h);
}

template<int N>
SpinorField<N> WilsonKernel<N>::hermitian(const SpinorField<N>& psi) const
{
    SpinorField<N> d(psi.lattice());
    apply(d, psi);
    return multiplied(gamma5(), d);
}

template<int N>
SpinorField<N> chiralPart(const SpinorField<N>& psi, int sign)
{
    SpinorField<N> part = psi;
    axpy(double(sign), multiplied(gamma5(), psi), part);
    SpinorField<N> half(psi.lattice());
    axpy(0.5, part, half);
    return half;
}

template<int N>
WallField<N> zeroLike(const WallField<N>& x)
{
    return {std::vector<SpinorField<N>>(x.slices.size(), zeroLike(x.slices.front()))};
}

template<int N>
double norm2(const WallField<N>& x)
{
    double sum = 0;
    for (const SpinorField<N>& slice : x.slices)
        sum += norm2(slice);
    return sum;
}

template<int N>
std::complex<double> dot(const WallField<N>& x, const WallField<N>& y)
{
    std::complex<double> sum = 0;
    for (std::size_t s = 0; s < x.slices.size(); ++s)
        sum += dot(x.slices[s], y.slices[s]);
    return sum;
}

template<int N>
double axpyNorm2(double a, const WallField<N>& x, WallField<N>& y)
{
    double sum = 0;
    for (std::size_t s = 0; s < x.slices.size(); ++s)
        sum += axpyNorm2(a, x.slices[s], y.slices[s]);
    return sum;
}

template<int N>
void updateSolutionAndDirection(WallField<N>& y, WallField<N>& p, const WallField<N>& r, double alpha, double beta)
{
    for (std::size_t s = 0; s < y.slices.size(); ++s)
        updateSolutionAndDirection(y.slices[s], p.slices[s], r.slices[s], alpha, beta);
}

template<int N>
void DomainWallOperator<N>::apply(Field& out, const Field& psi) const
{
    const int ls = parameters_.ls();
    for (int s = 0; s < ls; ++s) {
        const std::size_t here = std::size_t(s), above = std::size_t((s + 1) % ls),
                          below = std::size_t((s + ls - 1) % ls);
        const double massAbove = s + 1 == ls ? -parameters_.mass : 1, massBelow = s == 0 ? -parameters_.mass : 1;
        SpinorField<N> neighbours = zeroLike(psi.slices[here]), d = neighbours;
        axpy(massAbove, chiralPart(psi.slices[above], -1), neighbours);
        axpy(massBelow, chiralPart(psi.slices[below], +1), neighbours);
        // psi(s) - neighbours + D_W (b psi(s) + c neighbours)
        SpinorField<N> inner = zeroLike(neighbours);
        axpy(parameters_.b[here], psi.slices[here], inner);
        axpy(parameters_.c[here], neighbours, inner);
        kernel_.apply(d, inner);
        axpy(1.0, psi.slices[here], d);
        axpy(-1.0, neighbours, d);
        out.slices[here] = d;
    }
}

template<int N>
void DomainWallOperator<N>::applyAdjoint(Field& out, const Field& psi) const
{
    const int ls = parameters_.ls();
    out = zeroLike(psi);
    for (int s = 0; s < ls; ++s) {
        const std::size_t here = std::size_t(s), above = std::size_t((s + 1) % ls),
                          below = std::size_t((s + ls - 1) % ls);
        const double massAbove = s + 1 == ls ? -parameters_.mass : 1, massBelow = s == 0 ? -parameters_.mass : 1;
        SpinorField<N> d = zeroLike(psi.slices[here]);
        kernel_.applyAdjoint(d, psi.slices[here]);
        // (1 + b D_W^dagger) psi(s) stays, P_- (-1 + c D_W^dagger) psi(s) goes to s + 1 and P_+ of it to s - 1
        axpy(1.0, psi.slices[here], out.slices[here]);
        axpy(parameters_.b[here], d, out.slices[here]);
        SpinorField<N> away = zeroLike(d);
        axpy(-1.0, psi.slices[here], away);
        axpy(parameters_.c[here], d, away);
        axpy(massAbove, chiralPart(away, -1), out.slices[above]);
        axpy(massBelow, chiralPart(away, +1), out.slices[below]);
    }
}

template<int N>
WallField<N> DomainWallOperator<N>::source(const SpinorField<N>& eta) const
{
    Field chi{std::vector<SpinorField<N>>(std::size_t(parameters_.ls()), zeroLike(eta))};
    const auto add = [&](std::size_t s, int sign) {
        const SpinorField<N> part = chiralPart(eta, sign);
        SpinorField<N> d = zeroLike(eta);
        kernel_.apply(d, part);
        axpy(1.0, part, chi.slices[s]);
        axpy(-parameters_.c[s], d, chi.slices[s]);
    };
    add(0, +1);
    add(chi.slices.size() - 1, -1);
    return chi;
}

template<int N>
SpinorField<N> DomainWallOperator<N>::wall(const Field& psi) const
{
    SpinorField<N> q = chiralPart(psi.slices.front(), -1);
    axpy(1.0, chiralPart(psi.slices.back(), +1), q);
    return q;
}

template<int N>
SpinorField<N> DomainWallOperator<N>::midpoint(const Field& psi) const
{
    const std::size_t half = psi.slices.size() / 2;
    SpinorField<N> q = chiralPart(psi.slices[half - 1], +1);
    axpy(1.0, chiralPart(psi.slices[half], -1), q);
    return q;
}

namespace {

/// The Chebyshev coefficients of f(y) = y^(-1/2) on [a, b], c_0 halved, until they are below 1e-16 of the first.
std::vector<double> inverseRootSeries(double a, double b)
{
    constexpr int points = 8192;
    std::vector<double> f(points), c;
    for (int k = 0; k < points; ++k)
        f[std::size_t(k)] = 1 / std::sqrt((a + b) / 2 + (b - a) / 2 * std::cos(std::numbers::pi * (k + 0.5) / points));
    for (int n = 0; n < points / 2; ++n) {
        double sum = 0;
        for (int k = 0; k < points; ++k)
            sum +=
                f[std::size_t(k)] * std::cos(std::numbers::pi * double(n * (2 * k + 1) % (4 * points)) / (2 * points));
        c.push_back((n == 0 ? 1.0 : 2.0) / points * sum);
        if (std::abs(c.back()) < 1e-16 * c.front()) break;
    }
    return c;
}

} // namespace

template<int N>
OverlapOperator<N>::OverlapOperator(const GaugeField<N>& u, const OverlapParameters& parameters, double lower,
                                    double upper)
    : kernel_(u, -parameters.rho, parameters.boundary), parameters_(parameters), lower_(lower), upper_(upper),
      series_(inverseRootSeries(lower * lower, upper * upper))
{}

// Clenshaw: b_n = c_n psi + 2 z b_{n+1} - b_{n+2}, z the square of H_W moved to [-1, 1]; the sum is c_0 psi + z b_1 - b_2.
template<int N>
SpinorField<N> OverlapOperator<N>::sign(const Field& psi) const
{
    const double a = lower_ * lower_, b = upper_ * upper_;
    const auto moved = [&](const Field& x) {
        Field y = zeroLike(x);
        axpy(2 / (b - a), kernel_.hermitian(kernel_.hermitian(x)), y);
        axpy(-(a + b) / (b - a), x, y);
        return y;
    };
    Field next = zeroLike(psi), afterNext = next;
    for (std::size_t n = series_.size() - 1; n > 0; --n) {
        Field one = zeroLike(psi);
        axpy(series_[n], psi, one);
        axpy(2.0, moved(next), one);
        axpy(-1.0, afterNext, one);
        afterNext = std::exchange(next, one);
    }
    Field sum = moved(next);
    axpy(series_[0], psi, sum);
    axpy(-1.0, afterNext, sum);
    return kernel_.hermitian(sum);
}

template<int N>
void OverlapOperator<N>::apply(Field& out, const Field& psi) const
{
    const double factor = parameters_.rho - parameters_.mass / 2;
    setZero(out);
    axpy(factor + parameters_.mass, psi, out);
    axpy(factor, multiplied(gamma5(), sign(psi)), out);
}

template<int N>
void OverlapOperator<N>::applyAdjoint(Field& out, const Field& psi) const
{
    const double factor = parameters_.rho - parameters_.mass / 2;
    setZero(out);
    axpy(factor + parameters_.mass, psi, out);
    axpy(factor, sign(multiplied(gamma5(), psi)), out);
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template class WilsonKernel<N>;                                                                                    \
    template SpinorField<N> chiralPart(const SpinorField<N>&, int);                                                    \
    template WallField<N> zeroLike(const WallField<N>&);                                                               \
    template double norm2(const WallField<N>&);                                                                        \
    template std::complex<double> dot(const WallField<N>&, const WallField<N>&);                                       \
    template double axpyNorm2(double, const WallField<N>&, WallField<N>&);                                             \
    template void updateSolutionAndDirection(WallField<N>&, WallField<N>&, const WallField<N>&, double, double);       \
    template class DomainWallOperator<N>;                                                                              \
    template class OverlapOperator<N>;
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
