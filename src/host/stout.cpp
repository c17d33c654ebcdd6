#include "host/stout.h"

#include "host/site_matrices.h"

#include <cmath>

namespace gaugegl::host {
namespace {

/// The staple sum A_mu of every site, in the planes with so many directions: of each the staple ahead, and that of the site
/// behind.
template<int N>
SiteMatrices<N> stapleSums(const LinksAround<N>& links, const SharedLattice& shared, int mu, int directions)
{
    const Lattice lattice = shared.local();
    SiteMatrices<N> sums(shared), below(shared);
    for (int nu = 0; nu < directions; ++nu) {
        if (nu == mu) continue;
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) {
            const Matrix<N> along = links.at(mu, x), side = links.at(nu, x), ahead = links.ahead(nu, x, mu);
            const Matrix<N> far = product<N>(side, links.ahead(mu, x, nu));
            add<N>(sums[site], product<N>(ahead, adjoint<N>(far)));
            below[site] = product<N>(adjoint<N>(product<N>(along, ahead)), side);
        });
        below.fetchBehind(nu);
        forSites(lattice, [&](std::int64_t site, const Coordinates& x) { add<N>(sums[site], below.behind(x, nu)); });
    }
    return sums;
}

/// -rho [m]_TA.
template<int N>
Matrix<N> exponent(const Matrix<N>& m, double rho)
{
    const Matrix<N> adjointM = adjoint<N>(m);
    Matrix<N> a;
    std::complex<double> mean = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        a[k] = -0.5 * rho * (m[k] - adjointM[k]);
    for (std::size_t i = 0; i < N; ++i)
        mean += a[N * i + i] / double(N);
    for (std::size_t i = 0; i < N; ++i)
        a[N * i + i] -= mean;
    return a;
}

/// exp(a) by its Taylor series, after halvings of a that bring its norm below 1/2, and as many squarings.
template<int N>
Matrix<N> exponential(Matrix<N> a)
{
    double norm2 = 0;
    for (const std::complex<double>& number : a)
        norm2 += std::norm(number);
    int halvings = 0;
    while (norm2 > 0.25) {
        norm2 /= 4;
        ++halvings;
    }
    for (std::complex<double>& number : a)
        number = std::ldexp(1.0, -halvings) * number;
    constexpr int terms = 15; // the next is below (1/2)^16 / 16!
    Matrix<N> result{};
    for (int n = terms; n > 0; --n) {
        for (std::size_t i = 0; i < N; ++i)
            result[N * i + i] += 1.0;
        result = product<N>(a, result);
        for (std::complex<double>& number : result)
            number /= double(n);
    }
    for (std::size_t i = 0; i < N; ++i)
        result[N * i + i] += 1.0;
    for (; halvings > 0; --halvings)
        result = product<N>(result, result);
    return result;
}

template<int N>
void smearOnce(HostGaugeField& links, double rho, const SharedLattice& shared, int directions)
{
    LinkVector next = links.links;
    const LinksAround<N> around(shared, links.links);
    for (int mu = 0; mu < directions; ++mu) {
        const SiteMatrices<N> sums = stapleSums<N>(around, shared, mu, directions);
        forSites(shared.local(), [&](std::int64_t site, const Coordinates& x) {
            const Matrix<N> u = around.at(mu, x);
            const Matrix<N> smeared = product<N>(exponential<N>(exponent<N>(product<N>(u, sums[site]), rho)), u);
            const std::span to = std::span(next).subspan(std::size_t(site * 4 + mu) * N * N, N * N);
            std::copy(smeared.begin(), smeared.end(), to.begin());
            project(links.group, to);
        });
    }
    links.links = std::move(next);
}

} // namespace

HostGaugeField stoutSmeared(HostGaugeField links, const StoutSteps& stout, const SharedLattice& shared, int directions)
{
    if (!stout.smears()) return links;
    for (int step = 0; step < stout.steps; ++step)
        withColours(links.group, [&](auto n) { smearOnce<n>(links, stout.rho, shared, directions); });
    return links;
}

} // namespace gaugegl::host
