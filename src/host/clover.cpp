#include "host/clover.h"

#include "gaugegl/base/error.h"
#include "host/site_matrices.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::host {
namespace {

using Complex = std::complex<double>;

/// The six planes of F.
constexpr std::array<std::array<int, 2>, 6> planes = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
enum Plane { Plane01, Plane02, Plane03, Plane12, Plane13, Plane23 };

/// F of a plane: the four leaves around a site are plaquettes of it and of sites behind it, transported.
template<int N>
void fieldStrength(SiteMatrices<N>& f, const LinksAround<N>& links, const SharedLattice& shared, Plane plane)
{
    const Lattice lattice = shared.local();
    const auto [mu, nu] = planes[std::size_t(plane)];
    SiteMatrices<N> moved(shared);
    forSites(lattice, [&, mu = mu, nu = nu](std::int64_t site, const Coordinates& x) {
        const Matrix<N> right = product<N>(links.at(mu, x), links.ahead(nu, x, mu)),
                        left = product<N>(links.at(nu, x), links.ahead(mu, x, nu));
        f[site] = product<N>(right, adjoint<N>(left));
    });
    for (const int along : {mu, nu}) {
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) {
            moved[site] = transported<N>(f[site], links.at(along, x));
        });
        moved.fetchBehind(along);
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) { add<N>(f[site], moved.behind(x, along)); });
    }
    forSites(lattice, [&](std::int64_t site, const Coordinates&) { // F = -i (C - C^dagger) / 8
        const Matrix<N> c = f[site], adjointC = adjoint<N>(c);
        for (std::size_t k = 0; k < c.size(); ++k)
            f[site][k] = Complex(0, -0.125) * (c[k] - adjointC[k]);
    });
}

/// Where element (i, j), j < i, of a block of n rows begins.
constexpr std::size_t offDiagonal(std::size_t n, std::size_t i, std::size_t j) { return n + i * (i - 1) + 2 * j; }

/// A Hermitian block, the lower triangle with the diagonal.
template<int n>
struct Block {
    std::array<std::array<Complex, n>, n> e{};

    void packTo(double* to) const
    {
        for (std::size_t i = 0; i < n; ++i) {
            to[i] = e[i][i].real();
            for (std::size_t j = 0; j < i; ++j) {
                to[offDiagonal(n, i, j)] = e[i][j].real();
                to[offDiagonal(n, i, j) + 1] = e[i][j].imag();
            }
        }
    }
    Complex element(std::size_t i, std::size_t j) const { return j <= i ? e[i][j] : std::conj(e[j][i]); }
    /// B^2 + t^2.
    Block squared(double t) const
    {
        Block s;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                for (std::size_t k = 0; k < n; ++k)
                    s.e[i][j] += times(element(i, k), element(k, j));
                if (i == j) s.e[i][j] += t * t;
            }
        return s;
    }
    /// Replaces the block by its inverse, row by row as Gauss and Jordan do; log |det|.
    double invert()
    {
        double logarithm = 0;
        for (std::size_t k = 0; k < n; ++k) {
            const double pivot = e[k][k].real(), inverse = 1 / pivot;
            logarithm += std::log(std::abs(pivot));
            std::array<Complex, n> column;
            for (std::size_t i = 0; i < n; ++i)
                column[i] = element(i, k);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j <= i; ++j)
                    if (i != k && j != k) e[i][j] -= inverse * times(column[i], std::conj(column[j]));
            for (std::size_t i = 0; i < n; ++i) {
                if (i > k) e[i][k] = inverse * column[i];
                if (i < k) e[k][i] = inverse * std::conj(column[i]);
            }
            e[k][k] = -inverse;
        }
        for (auto& row : e)
            for (Complex& number : row)
                number = -number;
        return logarithm;
    }
};

/// B of the spins with that sign of gamma_5.
template<int N>
Block<2 * N> blockOf(const std::array<Matrix<N>, 6>& f, double sign, double factor)
{
    Block<2 * N> block;
    for (std::size_t a = 0; a < N; ++a)
        for (std::size_t b = 0; b < N; ++b) {
            const std::size_t k = N * a + b;
            const Complex x = f[Plane12][k] - sign * f[Plane03][k], y = f[Plane02][k] + sign * f[Plane13][k],
                          z = f[Plane01][k] - sign * f[Plane23][k];
            const double one = a == b ? 1 : 0;
            block.e[a][b] = one - factor * z;
            block.e[N + a][N + b] = one + factor * z;
            block.e[N + a][b] = -factor * (x + Complex(0, 1) * y);
        }
    return block;
}

template<int N>
CloverTerm cloverTermOf(const SharedLattice& shared, std::span<const Complex> links, const WilsonParameters& quark)
{
    const Lattice lattice = shared.local();
    const LinksAround<N> around(shared, links);
    std::vector<SiteMatrices<N>> f(planes.size(), SiteMatrices<N>(shared));
    for (std::size_t plane = 0; plane < planes.size(); ++plane)
        fieldStrength<N>(f[plane], around, shared, Plane(plane));

    constexpr std::size_t reals = std::size_t(4) * N * N;
    CloverTerm term;
    term.twist = quark.twist();
    term.blocks.resize(std::size_t(lattice.volume()) * 2 * reals);
    term.inverses.resize(term.blocks.size());
    std::vector<double> logarithms(static_cast<std::size_t>(lattice.volume()));
    forSites(lattice, [&](std::int64_t site, const Coordinates&) {
        std::array<Matrix<N>, 6> here;
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            here[plane] = f[plane][site];
        for (const std::size_t half : {0, 1}) {
            Block<2 * N> block = blockOf<N>(here, half == 0 ? 1 : -1, quark.kappa * quark.clover);
            const std::size_t at = (std::size_t(site) * 2 + half) * reals;
            block.packTo(&term.blocks[at]);
            const bool turned = term.twist != 0;
            if (turned) block = block.squared(term.twist);
            logarithms[std::size_t(site)] += block.invert() * (turned ? 0.5 : 1);
            block.packTo(&term.inverses[at]);
        }
    });
    term.logDeterminants = shared.sumOfSites([&](std::int64_t site) {
        std::array<double, 2> sum{};
        sum[std::size_t(Lattice::parity(lattice.coordinates(site)))] = logarithms[std::size_t(site)];
        return sum;
    });
    for (const double logarithm : term.logDeterminants)
        if (!std::isfinite(logarithm))
            throw InputError(fmt::format("the clover term has a block without inverse at kappa = {}, c_SW = {}",
                                         quark.kappa, quark.clover));
    return term;
}

} // namespace

CloverTerm cloverTerm(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
                      const WilsonParameters& quark)
{
    requireFeature(group, Feature::Fermions);
    return withColours(group, [&](auto n) { return cloverTermOf<n>(shared, links, quark); });
}

} // namespace gaugegl::host
