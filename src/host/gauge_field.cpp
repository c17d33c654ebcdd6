#include "host/gauge_field.h"

#include "gaugegl/core/tree_sum.h"
#include "host/matrix.h"

#include <algorithm>

namespace gaugegl {
namespace {

std::size_t matrixSize(Group group) { return std::size_t(colours(group) * colours(group)); }

} // namespace

std::span<std::complex<double>> HostGaugeField::link(int mu, std::int64_t site)
{
    const std::size_t size = matrixSize(group);
    return linksOf(site).subspan(std::size_t(mu) * size, size);
}

std::span<const std::complex<double>> HostGaugeField::link(int mu, std::int64_t site) const
{
    const std::size_t size = matrixSize(group);
    return linksOf(site).subspan(std::size_t(mu) * size, size);
}

std::span<std::complex<double>> HostGaugeField::linksOf(std::int64_t site)
{
    const std::size_t size = 4 * matrixSize(group);
    return std::span(links).subspan(std::size_t(site) * size, size);
}

std::span<const std::complex<double>> HostGaugeField::linksOf(std::int64_t site) const
{
    const std::size_t size = 4 * matrixSize(group);
    return std::span(links).subspan(std::size_t(site) * size, size);
}

HostGaugeField hostGaugeField(const Lattice& lattice, Group group)
{
    const std::size_t size = matrixSize(group), diagonal = std::size_t(colours(group)) + 1;
    HostGaugeField u{lattice, group, LinkVector(std::size_t(4 * lattice.volume()) * size)};
    for (std::size_t k = 0; k < u.links.size(); ++k)
        u.links[k] = k % size % diagonal == 0 ? 1 : 0;
    return u;
}

namespace host {
namespace {

/// The links at a site of a part, or at one that comes next in z or t.
template<int N>
class LinksBeside {
public:
    LinksBeside(const HostGaugeField& u, const LinksAhead& ahead) : u_(&u), ahead_(&ahead) {}

    Matrix<N> at(int mu, const Coordinates& x) const
    {
        const std::array<int, 4>& e = u_->lattice.extents();
        const auto inSlice = [&](const LinkVector& links, int line) {
            const std::size_t site = std::size_t(x[0] + e[0] * (x[1] + e[1] * line));
            return matrix<N>(std::span(links).subspan((site * 4 + std::size_t(mu)) * N * N, N * N));
        };
        if (x[2] == e[2] && !ahead_->z.empty()) return inSlice(ahead_->z, x[3]);
        if (x[3] == e[3] && !ahead_->t.empty()) return inSlice(ahead_->t, x[2]);
        Coordinates wrapped = x;
        for (std::size_t nu = 0; nu < 4; ++nu)
            wrapped[nu] %= e[nu];
        return matrix<N>(u_->link(mu, u_->lattice.index(wrapped)));
    }

    /// (1/N) Re tr of the plaquette (mu, nu) with corner x.
    double plaquette(const Coordinates& x, int mu, int nu) const
    {
        Coordinates right = x, up = x;
        ++right[std::size_t(mu)];
        ++up[std::size_t(nu)];
        const Matrix<N> ahead = product<N>(at(mu, x), at(nu, right));
        return trace<N>(product<N>(product<N>(ahead, adjoint<N>(at(mu, up))), adjoint<N>(at(nu, x)))).real() / N;
    }

    /// The means over the planes and over the directions.
    std::array<double, 2> means(const Coordinates& x) const
    {
        double space = 0, time = 0, link = 0;
        for (int nu = 1; nu < 4; ++nu)
            for (int mu = 0; mu < nu; ++mu)
                (nu == 3 ? time : space) += plaquette(x, mu, nu);
        for (int mu = 0; mu < 4; ++mu)
            link += trace<N>(at(mu, x)).real() / N;
        return {(space / 3 + time / 3) / 2, link / 4};
    }

private:
    const HostGaugeField* u_;
    const LinksAhead* ahead_;
};

template<int N>
std::vector<std::array<double, 2>> sumsOfRows(const HostGaugeField& u, const LinksAhead& ahead)
{
    const std::array<int, 4>& e = u.lattice.extents();
    const LinksBeside<N> links(u, ahead);
    std::vector<std::array<double, 2>> rows(std::size_t(e[2]) * std::size_t(e[3]));
#pragma omp parallel for
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int z = int(row) % e[2], t = int(row) / e[2];
        std::vector<std::array<double, 2>> line;
        line.reserve(std::size_t(e[0]) * std::size_t(e[1]));
        for (int y = 0; y < e[1]; ++y)
            for (int x = 0; x < e[0]; ++x)
                line.push_back(links.means({x, y, z, t}));
        rows[row] = treeSum(line);
    }
    return rows;
}

template<int N>
void transformBy(HostGaugeField& u, const TransformationVector& g, const SharedLattice& shared)
{
    const Lattice& lattice = u.lattice;
    const std::int64_t volume = lattice.volume();
    const auto elementAt = [](const TransformationVector& of, std::size_t place) {
        return matrix<N>(std::span(of).subspan(place * N * N, N * N));
    };
    std::array<TransformationVector, 4> ahead;
    for (int mu = 0; mu < 4; ++mu)
        ahead[std::size_t(mu)] = shared.neighbourSlice(std::span(g), std::size_t(N * N), mu, +1);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            const auto link = u.link(mu, site);
            const TransformationVector& others = ahead[std::size_t(mu)];
            const bool elsewhere = !others.empty() && x[std::size_t(mu)] == lattice.extent(mu) - 1;
            const Matrix<N> there = elsewhere ? elementAt(others, shared.indexInSlice(x, mu))
                                              : elementAt(g, std::size_t(lattice.index(lattice.shifted(x, mu, +1))));
            const Matrix<N> left = product<N>(elementAt(g, std::size_t(site)), matrix<N>(link));
            std::ranges::copy(product<N>(left, adjoint<N>(there)), link.begin());
        }
    }
}

} // namespace

std::vector<std::array<double, 2>> rowSums(const HostGaugeField& u, const LinksAhead& ahead)
{
    return withColours(u.group, [&](auto n) { return sumsOfRows<n>(u, ahead); });
}

std::array<double, 2> meansOf(std::vector<std::array<double, 2>> rows, const Lattice& lattice)
{
    const auto [plaquettes, traces] = treeSum(rows);
    return {plaquettes / double(lattice.volume()), traces / double(lattice.volume())};
}

double plaquette(const HostGaugeField& u) { return meansOf(rowSums(u), u.lattice)[0]; }

double linkTrace(const HostGaugeField& u) { return meansOf(rowSums(u), u.lattice)[1]; }

double reunitarise(HostGaugeField& u)
{
    const std::int64_t volume = u.lattice.volume();
    double worst = 0;
#pragma omp parallel for reduction(max : worst)
    for (std::int64_t site = 0; site < volume; ++site)
        for (int mu = 0; mu < 4; ++mu) {
            worst = std::max(worst, unitarityDefect(u.group, u.link(mu, site)));
            project(u.group, u.link(mu, site));
        }
    return worst;
}

void reunitarise(TransformationVector& g, Group group)
{
    const std::size_t size = matrixSize(group);
#pragma omp parallel for
    for (std::size_t first = 0; first < g.size(); first += size)
        project(group, std::span(g).subspan(first, size));
}

void transform(HostGaugeField& u, const TransformationVector& g, const SharedLattice& shared)
{
    withColours(u.group, [&](auto n) { transformBy<n>(u, g, shared); });
}

TransformationVector randomTransformation(const Lattice& lattice, Group group, const GeneratorChoice& generator,
                                          std::uint64_t seed, Precision precision)
{
    requireStarts(generator); // throws here, not in a thread
    const std::int64_t volume = lattice.local().volume();
    const std::size_t size = matrixSize(group);
    TransformationVector g(std::size_t(volume) * size);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const RandomSite at{.seed = seed,
                            .purpose = Purpose::GaugeTransformation,
                            .site = static_cast<std::uint32_t>(lattice.wholeSite(site))};
        drawElement(group, std::span(g).subspan(std::size_t(site) * size, size), firstDraws(generator, at, precision));
    }
    return g;
}

} // namespace host
} // namespace gaugegl
