#include "host/gauge_field.h"

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

/// (1/N) Re tr of the plaquette (mu, nu) with corner x.
template<int N>
double plaquetteAt(const HostGaugeField& u, const Coordinates& x, int mu, int nu)
{
    const auto link = [&u](int direction, const Coordinates& at) {
        return matrix<N>(u.link(direction, u.lattice.index(at)));
    };
    const Coordinates right = u.lattice.shifted(x, mu, +1), up = u.lattice.shifted(x, nu, +1);
    const Matrix<N> ahead = product<N>(link(mu, x), link(nu, right));
    return trace<N>(product<N>(product<N>(ahead, adjoint<N>(link(mu, up))), adjoint<N>(link(nu, x)))).real() / N;
}

template<int N>
double meanPlaquette(const HostGaugeField& u)
{
    const std::int64_t volume = u.lattice.volume();
    double space = 0, time = 0;
#pragma omp parallel for reduction(+ : space, time)
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = u.lattice.coordinates(site);
        double spaceHere = 0, timeHere = 0;
        for (int nu = 1; nu < 4; ++nu)
            for (int mu = 0; mu < nu; ++mu)
                (nu == 3 ? timeHere : spaceHere) += plaquetteAt<N>(u, x, mu, nu);
        space += spaceHere / 3;
        time += timeHere / 3;
    }
    return (space / double(volume) + time / double(volume)) / 2;
}

template<int N>
void transformBy(HostGaugeField& u, const TransformationVector& g)
{
    const Lattice& lattice = u.lattice;
    const std::int64_t volume = lattice.volume();
    const auto elementAt = [&g](std::int64_t site) {
        return matrix<N>(std::span(g).subspan(std::size_t(site) * N * N, N * N));
    };
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            const auto link = u.link(mu, site);
            const std::int64_t next = lattice.index(lattice.shifted(x, mu, +1));
            const Matrix<N> left = product<N>(elementAt(site), matrix<N>(link));
            std::ranges::copy(product<N>(left, adjoint<N>(elementAt(next))), link.begin());
        }
    }
}

} // namespace

double plaquette(const HostGaugeField& u)
{
    return withColours(u.group, [&](auto n) { return meanPlaquette<n>(u); });
}

double linkTrace(const HostGaugeField& u)
{
    const std::int64_t volume = u.lattice.volume();
    const int n = colours(u.group);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::int64_t site = 0; site < volume; ++site) {
        double here = 0;
        for (int mu = 0; mu < 4; ++mu) {
            double trace = 0;
            for (int i = 0; i < n; ++i)
                trace += u.link(mu, site)[std::size_t(i * n + i)].real();
            here += trace / n;
        }
        sum += here / 4;
    }
    return sum / double(volume);
}

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

void transform(HostGaugeField& u, const TransformationVector& g)
{
    withColours(u.group, [&](auto n) { transformBy<n>(u, g); });
}

TransformationVector randomTransformation(const Lattice& lattice, Group group, const GeneratorChoice& generator,
                                          std::uint64_t seed, Precision precision)
{
    requireStarts(generator); // throws here, not in a thread
    const std::int64_t volume = lattice.volume();
    const std::size_t size = matrixSize(group);
    TransformationVector g(std::size_t(volume) * size);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const RandomSite at{
            .seed = seed, .purpose = Purpose::GaugeTransformation, .site = static_cast<std::uint32_t>(site)};
        drawElement(group, std::span(g).subspan(std::size_t(site) * size, size), firstDraws(generator, at, precision));
    }
    return g;
}

} // namespace host
} // namespace gaugegl
