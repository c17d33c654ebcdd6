#include "reference/hmc.h"

#include "gaugegl/core/link_set.h"
#include "reference/every_group.h"
#include "reference/loops.h"
#include "reference/observables.h"
#include "reference/smearing.h"
#include "reference/update.h"

#include <stdexcept>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;
using namespace std::complex_literals;

/// sum_a p_a T_a of the Gaussians of two blocks: half the Pauli matrices, half the Gell-Mann matrices.
template<int N>
Matrix<N> hermitian(const std::array<double, 4>& first, const std::array<double, 4>& second)
{
    Matrix<N> h;
    if constexpr (N == 2) {
        h(0, 0) = first[2] / 2;
        h(1, 1) = -first[2] / 2;
        h(0, 1) = Complex(first[0], -first[1]) / 2.0;
    } else if constexpr (N > 3) {
        throw std::logic_error("Gaussian momenta are defined for SU(2) and SU(3) alone");
    } else {
        const double p3 = first[2], p8 = second[3];
        h(0, 0) = p3 / 2 + p8 / std::sqrt(12.0);
        h(1, 1) = -p3 / 2 + p8 / std::sqrt(12.0);
        h(2, 2) = -p8 / std::sqrt(3.0);
        h(0, 1) = Complex(first[0], -first[1]) / 2.0;
        h(0, 2) = Complex(first[3], -second[0]) / 2.0;
        h(1, 2) = Complex(second[1], -second[2]) / 2.0;
    }
    for (int row = 0; row < N; ++row)
        for (int column = 0; column < row; ++column)
            h(row, column) = std::conj(h(column, row));
    return h;
}

template<int N>
Matrix<N> times(Complex factor, Matrix<N> m)
{
    for (Complex& element : m.e)
        element *= factor;
    return m;
}

/// a b^dagger of the colour vectors of one spin.
template<int N, int S>
void addOuter(Matrix<N>& m, Complex factor, const std::array<std::array<Complex, N>, S>& a,
              const std::array<std::array<Complex, N>, S>& b)
{
    for (std::size_t s = 0; s < S; ++s)
        for (int row = 0; row < N; ++row)
            for (int column = 0; column < N; ++column)
                m(row, column) += factor * a[s][std::size_t(row)] * std::conj(b[s][std::size_t(column)]);
}

template<int N, int S>
std::array<std::array<Complex, N>, S> at(const FermionField<N, S>& x, std::int64_t site)
{
    std::array<std::array<Complex, N>, S> v;
    for (int s = 0; s < S; ++s)
        for (int a = 0; a < N; ++a)
            v[std::size_t(s)][std::size_t(a)] = x(site, s, a);
    return v;
}

template<int N, int S>
std::array<std::array<Complex, N>, S> product(const Matrix<N>& u, const std::array<std::array<Complex, N>, S>& v)
{
    std::array<std::array<Complex, N>, S> w{};
    for (std::size_t s = 0; s < S; ++s)
        for (int a = 0; a < N; ++a)
            for (int b = 0; b < N; ++b)
                w[s][std::size_t(a)] += u(a, b) * v[s][std::size_t(b)];
    return w;
}

/// (1 - sign gamma_mu) v.
template<int N>
std::array<std::array<Complex, N>, 4> spinProjected(int mu, double sign, const std::array<std::array<Complex, N>, 4>& v)
{
    const SpinMatrix p = SpinMatrix::identity() - sign * gamma(mu);
    std::array<std::array<Complex, N>, 4> w{};
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r)
            for (std::size_t a = 0; a < N; ++a)
                w[std::size_t(s)][a] += p(s, r) * v[std::size_t(r)][a];
    return w;
}

/// From the matrices m with dS/dt = sum over links of Re tr(P m).
template<int N, class Of>
Momenta<N> forceFrom(const Lattice& lattice, const Of& of)
{
    Momenta<N> f(std::size_t(lattice.volume()));
#pragma omp parallel for
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            f[std::size_t(site)][std::size_t(mu)] = -0.5 * algebraPart(of(mu, site));
    return f;
}

} // namespace

template<int N>
Momenta<N> gaussianMomenta(const Lattice& lattice, const LinkDraws& draws)
{
    Momenta<N> p(std::size_t(lattice.volume()));
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const auto first = gaussians(draws(mu, std::uint32_t(site), 0));
            const auto second = N == 2 ? std::array<double, 4>() : gaussians(draws(mu, std::uint32_t(site), 1));
            p[std::size_t(site)][std::size_t(mu)] = times(1i, hermitian<N>(first, second));
        }
    return p;
}

template<int N>
Momenta<N> gaussianMomenta(const Lattice& lattice, std::uint64_t seed, std::uint32_t trajectory, Precision precision)
{
    return gaussianMomenta<N>(lattice, [=](int mu, std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, Purpose::Momentum, mu, trajectory, site}, draw, precision);
    });
}

template<int N>
double kineticEnergy(const Momenta<N>& p)
{
    double sum = 0;
    for (const auto& site : p)
        for (const Matrix<N>& one : site)
            sum -= trace(one * one).real();
    return sum;
}

template<int N>
void add(Momenta<N>& p, double factor, const Momenta<N>& f)
{
    for (std::size_t site = 0; site < p.size(); ++site)
        for (std::size_t mu = 0; mu < 4; ++mu)
            p[site][mu] += factor * f[site][mu];
}

template<int N>
void moveLinks(GaugeField<N>& u, const Momenta<N>& p, double time)
{
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            u(mu, site) = exponential(time * p[std::size_t(site)][std::size_t(mu)]) * u(mu, site);
}

template<int N>
double gaugeAction(const GaugeField<N>& u, double beta, const GaugeAction& action)
{
    const Lattice& lattice = u.lattice();
    double sum = 0;
    action.forEachLoop([&](const LoopTraits& shape, double coefficient) {
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (const Path& loop : loopsOf(shape.shape))
                sum += coefficient * (1 - trace(pathProduct<N>(u, lattice.coordinates(site), loop)).real() / N);
    });
    return beta * sum;
}

template<int N>
Momenta<N> gaugeForce(const GaugeField<N>& u, double beta, const GaugeAction& action)
{
    return forceFrom<N>(u.lattice(), [&](int mu, std::int64_t site) {
        return (-beta / N) * (u(mu, site) * staple(u, mu, site, action));
    });
}

// The link U_mu(x) stands in two terms of y^dagger H x, phase y(x)^dagger (1 - gamma_mu) U x(x+mu) and
// conj(phase) y(x+mu)^dagger (1 + gamma_mu) U^dagger x(x), in t the first times e^mu, the second times e^-mu of a chemical potential.
template<int N>
Momenta<N> hoppingForce(const GaugeField<N>& u, const BoundaryPhases& boundary, const SpinorField<N>& y,
                        const SpinorField<N>& x)
{
    const Lattice& lattice = u.lattice();
    return forceFrom<N>(lattice, [&](int mu, std::int64_t site) {
        const Coordinates from = lattice.coordinates(site);
        const std::int64_t next = lattice.index(lattice.shifted(from, mu, +1));
        const Complex phase = boundary.ofStep(lattice, mu, from[std::size_t(mu)]);
        const double weight = mu == 3 ? std::exp(boundary.isospin) : 1;
        Matrix<N> m;
        addOuter<N, 4>(m, weight * phase, spinProjected<N>(mu, +1, product<N, 4>(u(mu, site), at(x, next))),
                       at(y, site));
        addOuter<N, 4>(m, -std::conj(phase) / weight, spinProjected<N>(mu, -1, at(x, site)),
                       product<N, 4>(u(mu, site), at(y, next)));
        return m;
    });
}

template<int N>
Momenta<N> hoppingForce(const GaugeField<N>& u, const BoundaryPhases& boundary, const StaggeredField<N>& y,
                        const StaggeredField<N>& x)
{
    const Lattice& lattice = u.lattice();
    return forceFrom<N>(lattice, [&](int mu, std::int64_t site) {
        const Coordinates from = lattice.coordinates(site);
        const std::int64_t next = lattice.index(lattice.shifted(from, mu, +1));
        const Complex phase = double(staggeredPhase(mu, from)) * boundary.ofStep(lattice, mu, from[std::size_t(mu)]);
        const double weight = mu == 3 ? std::exp(boundary.isospin) : 1;
        Matrix<N> m;
        addOuter<N, 1>(m, weight * phase, product<N, 1>(u(mu, site), at(x, next)), at(y, site));
        addOuter<N, 1>(m, std::conj(phase) / weight, at(x, site), product<N, 1>(u(mu, site), at(y, next)));
        return m;
    });
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Momenta<N> gaussianMomenta(const Lattice&, const LinkDraws&);                                             \
    template Momenta<N> gaussianMomenta(const Lattice&, std::uint64_t, std::uint32_t, Precision);                      \
    template double kineticEnergy(const Momenta<N>&);                                                                  \
    template void add(Momenta<N>&, double, const Momenta<N>&);                                                         \
    template void moveLinks(GaugeField<N>&, const Momenta<N>&, double);                                                \
    template double gaugeAction(const GaugeField<N>&, double, const GaugeAction&);                                     \
    template Momenta<N> gaugeForce(const GaugeField<N>&, double, const GaugeAction&);                                  \
    template Momenta<N> hoppingForce(const GaugeField<N>&, const BoundaryPhases&, const SpinorField<N>&,               \
                                     const SpinorField<N>&);                                                           \
    template Momenta<N> hoppingForce(const GaugeField<N>&, const BoundaryPhases&, const StaggeredField<N>&,            \
                                     const StaggeredField<N>&);

GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
