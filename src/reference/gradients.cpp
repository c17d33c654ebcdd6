#include "reference/gradients.h"

#include "reference/every_group.h"
#include "reference/smearing.h"
#include "reference/update.h"

#include <boost/math/quadrature/gauss.hpp>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;

/// m with dS/dt = sum over links of Re tr(P m).
template<int N>
using Slopes = std::vector<std::array<Matrix<N>, 4>>;

/// Adds the slopes of S = Re tr [insertion L], L the loop of the path that begins at x.
template<int N>
void addLoop(Slopes<N>& slopes, const GaugeField<N>& u, const Coordinates& x, std::initializer_list<Step> path,
             const Matrix<N>& insertion)
{
    const std::vector<Step> steps(path);
    Coordinates at = x;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const auto [mu, sign] = steps[k];
        const Coordinates next = u.lattice().shifted(at, mu, sign);
        const std::span<const Step> all(steps);
        const Matrix<N> before = pathProduct(u, x, all.first(k)), behind = pathProduct(u, next, all.subspan(k + 1));
        const Coordinates& start = sign > 0 ? at : next;
        const Matrix<N>& link = u(mu, start);
        Matrix<N>& slope = slopes[std::size_t(u.lattice().index(start))][std::size_t(mu)];
        // U -> P U, and U^dagger -> -U^dagger P.
        if (sign > 0)
            slope += link * (behind * insertion * before);
        else
            slope -= (behind * insertion * before) * adj(link);
        at = next;
    }
}

template<int N>
Momenta<N> forcesOf(const Slopes<N>& slopes)
{
    Momenta<N> f(slopes.size());
    for (std::size_t site = 0; site < slopes.size(); ++site)
        for (std::size_t mu = 0; mu < 4; ++mu)
            f[site][mu] = -0.5 * algebraPart(slopes[site][mu]);
    return f;
}

/// t with Re y^dagger (gamma_mu gamma_nu G) x = Re tr (G t), from m = x y^dagger of all spins.
template<int N>
Matrix<N> traceOverSpins(int mu, int nu, const Matrix<4 * N>& m)
{
    const SpinMatrix spin = gamma(mu) * gamma(nu);
    Matrix<N> t;
    for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s)
            for (int a = 0; a < N; ++a)
                for (int b = 0; b < N; ++b)
                    t(a, b) += spin(r, s) * m(s * N + a, r * N + b);
    return t;
}

/// Adds the slopes of Re tr over spins and colours of [sum over mu < nu of gamma_mu gamma_nu G_munu(x)] m.
template<int N>
void addClover(Slopes<N>& slopes, const GaugeField<N>& u, const Coordinates& x, const Matrix<4 * N>& m)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) {
            const Matrix<N> t = traceOverSpins<N>(mu, nu, m), insertion = 0.125 * (t - adj(t));
            const Step a{mu, 1}, b{nu, 1}, c{mu, -1}, d{nu, -1};
            addLoop(slopes, u, x, {a, b, c, d}, insertion);
            addLoop(slopes, u, x, {b, c, d, a}, insertion);
            addLoop(slopes, u, x, {c, d, a, b}, insertion);
            addLoop(slopes, u, x, {d, a, b, c}, insertion);
        }
}

template<int N>
Matrix<4 * N> outer(const SpinorField<N>& x, const SpinorField<N>& y, std::int64_t site)
{
    Matrix<4 * N> m;
    for (int row = 0; row < 4 * N; ++row)
        for (int column = 0; column < 4 * N; ++column)
            m(row, column) = x(site, row / N, row % N) * std::conj(y(site, column / N, column % N));
    return m;
}

} // namespace

template<int N>
double cloverForm(const GaugeField<N>& u, const SpinorField<N>& y, const SpinorField<N>& x)
{
    double sum = 0;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        sum += trace(cloverMatrix(u, u.lattice().coordinates(site)) * outer<N>(x, y, site)).real();
    return sum;
}

template<int N>
Momenta<N> cloverForce(const GaugeField<N>& u, const SpinorField<N>& y, const SpinorField<N>& x)
{
    Slopes<N> slopes(std::size_t(u.lattice().volume()));
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        addClover(slopes, u, u.lattice().coordinates(site), outer<N>(x, y, site));
    return forcesOf<N>(slopes);
}

template<int N>
double logDeterminant(const GaugeField<N>& u, const WilsonParameters& quark, int parity)
{
    const auto diagonals = cloverDiagonals(u, quark);
    double sum = 0;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        if (Lattice::parity(u.lattice().coordinates(site)) == parity)
            sum += logDeterminant(diagonals[std::size_t(site)]);
    return sum;
}

// d log |det R| = Re tr R^-1 dR, dR = -kappa c_SW sum gamma_mu gamma_nu dG_munu.
template<int N>
Momenta<N> determinantForce(const GaugeField<N>& u, const WilsonParameters& quark, int parity)
{
    const auto diagonals = cloverDiagonals(u, quark);
    Slopes<N> slopes(std::size_t(u.lattice().volume()));
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site) {
        const Coordinates x = u.lattice().coordinates(site);
        if (Lattice::parity(x) == parity)
            addClover(slopes, u, x, -quark.kappa * quark.clover * inverse(diagonals[std::size_t(site)]));
    }
    return forcesOf<N>(slopes);
}

template<int N>
Momenta<N> stoutGradient(const GaugeField<N>& u, double rho, const Momenta<N>& f)
{
    const Lattice& lattice = u.lattice();
    Slopes<N> slopes(f.size());
    Momenta<N> result(f.size());
    using Gauss = boost::math::quadrature::gauss<double, 30>;
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const auto s = std::size_t(site), m = std::size_t(mu);
            const Coordinates x = lattice.coordinates(site);
            const Matrix<N> a = -rho * algebraPart(u(mu, site) * staple(u, mu, site, {}));
            const auto turned = [&](double time) { return exponential(-time * a) * f[s][m] * exponential(time * a); };
            result[s][m] = turned(1);
            // dS = -2 tr(dA L), L the mean of exp(-time a) F exp(time a) over 0 < time < 1.
            Matrix<N> l;
            for (std::size_t k = 0; k < Gauss::abscissa().size(); ++k)
                for (const double sign : {1.0, -1.0})
                    l += 0.5 * Gauss::weights()[k] * turned(0.5 + 0.5 * sign * Gauss::abscissa()[k]);
            for (int nu = 0; nu < 4; ++nu) {
                if (nu == mu) continue;
                addLoop(slopes, u, x, {{mu, 1}, {nu, 1}, {mu, -1}, {nu, -1}}, 2 * rho * l);
                addLoop(slopes, u, x, {{mu, 1}, {nu, -1}, {mu, -1}, {nu, 1}}, 2 * rho * l);
            }
        }
    add(result, 1, forcesOf<N>(slopes));
    return result;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template double cloverForm(const GaugeField<N>&, const SpinorField<N>&, const SpinorField<N>&);                    \
    template Momenta<N> cloverForce(const GaugeField<N>&, const SpinorField<N>&, const SpinorField<N>&);               \
    template double logDeterminant(const GaugeField<N>&, const WilsonParameters&, int);                                \
    template Momenta<N> determinantForce(const GaugeField<N>&, const WilsonParameters&, int);                          \
    template Momenta<N> stoutGradient(const GaugeField<N>&, double, const Momenta<N>&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
