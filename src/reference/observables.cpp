#include "reference/observables.h"
#include "reference/every_group.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl::reference {

namespace {

/// (1/N) Re tr of the plaquette (mu, nu) with corner x.
template<int N>
double plaquetteAt(const GaugeField<N>& u, const Coordinates& x, int mu, int nu)
{
    return trace(pathProduct(u, x, {{mu, +1}, {nu, +1}, {mu, -1}, {nu, -1}})).real() / N;
}

/// The means over the spatial planes, the planes with t, and both, at x.
template<int N>
Plaquettes plaquettesAt(const GaugeField<N>& u, const Coordinates& x)
{
    double space = 0, time = 0;
    for (int nu = 1; nu < 4; ++nu)
        for (int mu = 0; mu < nu; ++mu)
            (nu == 3 ? time : space) += plaquetteAt(u, x, mu, nu);
    return {(space + time) / 6, space / 3, time / 3};
}

/// The mean over the twelve loops of two steps in mu and one in nu from x.
template<int N>
double rectangleAt(const GaugeField<N>& u, const Coordinates& x)
{
    double sum = 0;
    for (int mu = 0; mu < 4; ++mu) {
        for (int nu = 0; nu < 4; ++nu) {
            if (nu == mu) continue;
            sum += trace(pathProduct(u, x, {{mu, +1}, {mu, +1}, {nu, +1}, {mu, -1}, {mu, -1}, {nu, -1}})).real() / N;
        }
    }
    return sum / 12;
}

template<int N>
double linkTraceAt(const GaugeField<N>& u, std::int64_t site)
{
    double sum = 0;
    for (int mu = 0; mu < 4; ++mu)
        sum += trace(u(mu, site)).real() / N;
    return sum / 4;
}

/// (1/N) tr of the product of the links in direction mu that begins at x.
template<int N>
std::complex<double> polyakovLoopAt(const GaugeField<N>& u, Coordinates x, int mu)
{
    Matrix<N> line = Matrix<N>::identity();
    for (int i = 0; i < u.lattice().extent(mu); ++i, x = u.lattice().shifted(x, mu, +1))
        line = line * u(mu, x);
    return trace(line) / double(N);
}

template<int N>
double adjointOf(const std::complex<double>& loop)
{
    return (N * N * std::norm(loop) - 1) / (N * N - 1);
}

/// What the device has of an observable at a site.
template<int N>
using DensityAt = std::vector<double> (*)(const GaugeField<N>& u, const Coordinates& x, int mu);

template<int N>
std::vector<double> plaquetteDensity(const GaugeField<N>& u, const Coordinates& x, int /*mu*/)
{
    const Plaquettes p = plaquettesAt(u, x);
    return {3 * (1 - p.space), 3 * (1 - p.time), 6 * (1 - p.all), linkTraceAt(u, u.lattice().index(x))};
}

template<int N>
std::vector<double> rectangleDensity(const GaugeField<N>& u, const Coordinates& x, int /*mu*/)
{
    return {rectangleAt(u, x)};
}

template<int N>
std::vector<double> polyakovDensity(const GaugeField<N>& u, const Coordinates& x, int mu)
{
    const std::complex<double> loop = polyakovLoopAt(u, x, mu);
    return {loop.real(), loop.imag()};
}

template<int N>
std::vector<double> adjointDensity(const GaugeField<N>& u, const Coordinates& x, int mu)
{
    return {adjointOf<N>(polyakovLoopAt(u, x, mu))};
}

/// The observables of the catalogue.
template<int N>
DensityAt<N> densityAt(std::string_view observable)
{
    if (observable == "plaquette") return plaquetteDensity<N>;
    if (observable == "rectangle") return rectangleDensity<N>;
    if (observable == "polyakov_loop" || observable == "spatial_polyakov_loop") return polyakovDensity<N>;
    if (observable == "adjoint_polyakov_loop") return adjointDensity<N>;
    throw std::logic_error(fmt::format("the reference has no density of the observable {}", observable));
}

} // namespace

template<int N>
Plaquettes plaquettes(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    double space = 0, time = 0;
#pragma omp parallel for reduction(+ : space, time)
    for (std::int64_t site = 0; site < volume; ++site) {
        const Plaquettes here = plaquettesAt(u, lattice.coordinates(site));
        space += here.space;
        time += here.time;
    }
    space /= double(volume);
    time /= double(volume);
    return {(space + time) / 2, space, time};
}

template<int N>
double rectangle(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::int64_t site = 0; site < volume; ++site)
        sum += rectangleAt(u, lattice.coordinates(site));
    return sum / double(volume);
}

template<int N>
std::complex<double> polyakovLoop(const GaugeField<N>& u)
{
    std::complex<double> sum = 0;
    for (const std::complex<double>& loop : polyakovLoops(u))
        sum += loop;
    return sum / double(u.lattice().spatialVolume());
}

template<int N>
double linkTrace(const GaugeField<N>& u)
{
    const std::int64_t volume = u.lattice().volume();
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::int64_t site = 0; site < volume; ++site)
        sum += linkTraceAt(u, site);
    return sum / double(volume);
}

template<int N>
double actionDensity(const GaugeField<N>& u)
{
    return 6 * (1 - plaquettes(u).all);
}

template<int N>
double wilsonAction(const GaugeField<N>& u, double beta)
{
    return beta * double(u.lattice().volume()) * actionDensity(u);
}

template<int N>
std::vector<SiteObservables> siteObservables(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    std::vector<SiteObservables> result(static_cast<std::size_t>(volume));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        const Plaquettes p = plaquettesAt(u, x);
        result[std::size_t(site)] = {.plaquetteSpace = p.space,
                                     .plaquetteTime = p.time,
                                     .actionDensity = 6 * (1 - p.all),
                                     .linkTrace = linkTraceAt(u, site),
                                     .rectangle = rectangleAt(u, x)};
    }
    return result;
}

template<int N>
std::vector<std::complex<double>> polyakovLoops(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t space = lattice.spatialVolume();
    std::vector<std::complex<double>> loops(static_cast<std::size_t>(space));
#pragma omp parallel for
    for (std::int64_t site = 0; site < space; ++site)
        loops[std::size_t(site)] = polyakovLoopAt(u, lattice.coordinates(site), 3);
    return loops;
}

template<int N>
std::vector<double> adjointPolyakovLoops(const GaugeField<N>& u)
{
    std::vector<double> adjoint;
    for (const std::complex<double>& loop : polyakovLoops(u))
        adjoint.push_back(adjointOf<N>(loop));
    return adjoint;
}

template<int N>
std::vector<std::vector<double>> densityOf(std::string_view observable, const GaugeField<N>& u,
                                           const std::vector<Coordinates>& sites, int mu)
{
    const DensityAt<N> at = densityAt<N>(observable);
    std::vector<std::vector<double>> density(sites.size());
#pragma omp parallel for
    for (std::int64_t i = 0; i < std::int64_t(sites.size()); ++i)
        density[std::size_t(i)] = at(u, sites[std::size_t(i)], mu);
    return density;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Plaquettes plaquettes<N>(const GaugeField<N>&);                                                           \
    template double rectangle<N>(const GaugeField<N>&);                                                                \
    template std::complex<double> polyakovLoop<N>(const GaugeField<N>&);                                               \
    template double linkTrace<N>(const GaugeField<N>&);                                                                \
    template double actionDensity<N>(const GaugeField<N>&);                                                            \
    template double wilsonAction<N>(const GaugeField<N>&, double);                                                     \
    template std::vector<SiteObservables> siteObservables<N>(const GaugeField<N>&);                                    \
    template std::vector<std::complex<double>> polyakovLoops<N>(const GaugeField<N>&);                                 \
    template std::vector<double> adjointPolyakovLoops<N>(const GaugeField<N>&);                                        \
    template std::vector<std::vector<double>> densityOf<N>(std::string_view, const GaugeField<N>&,                     \
                                                           const std::vector<Coordinates>&, int);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
