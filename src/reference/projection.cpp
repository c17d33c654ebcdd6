#include "reference/projection.h"
#include "permutation.h"
#include "reference/every_group.h"

#include <algorithm>
#include <numbers>

namespace gaugegl::reference {
namespace {

constexpr double turn = 2 * std::numbers::pi;

double turnsOf(const std::complex<double>& z) { return std::arg(z) / turn; }

/// The mean over colours; in SU(2) both are equal.
template<int N, class F>
double colourMean(const Colourful<N>& values, const F& f)
{
    double sum = 0;
    for (const double value : values)
        sum += f(value) / N;
    return sum;
}

/// [4 site + mu].
template<class Field>
const auto& at(const Field& field, const Lattice& lattice, const Coordinates& x, int mu)
{
    return field[std::size_t(4 * lattice.index(x) + mu)];
}

/// sum of the two links ahead minus the two links back.
template<int N>
Colourful<N> aroundPlaquette(const AbelianField<N>& a, const Lattice& lattice, const Coordinates& x,
                             const std::array<int, 2>& plane)
{
    const auto [mu, nu] = plane;
    const Coordinates right = lattice.shifted(x, mu, 1), up = lattice.shifted(x, nu, 1);
    Colourful<N> sum{};
    for (std::size_t i = 0; i < std::size_t(N); ++i)
        sum[i] = at(a, lattice, x, mu)[i] + at(a, lattice, right, nu)[i] - at(a, lattice, up, mu)[i] -
                 at(a, lattice, x, nu)[i];
    return sum;
}

} // namespace

template<int N>
Colourful<N> abelianAngles(const Matrix<N>& link)
{
    Colourful<N> angles{};
    double sum = 0;
    for (int i = 0; i < N; ++i) {
        angles[std::size_t(i)] = turnsOf(link(i, i));
        sum += angles[std::size_t(i)];
    }
    if (N == 2) return {angles[0], -angles[0]};
    for (double& angle : angles)
        angle -= (sum - std::floor(sum + 0.5)) / N;
    return angles;
}

template<int N>
AbelianField<N> abelianProjection(const GaugeField<N>& u)
{
    const std::int64_t volume = u.lattice().volume();
    AbelianField<N> a(static_cast<std::size_t>(4 * volume));
    for (std::int64_t site = 0; site < volume; ++site)
        for (int mu = 0; mu < 4; ++mu)
            a[std::size_t(4 * site + mu)] = abelianAngles(u(mu, site));
    return a;
}

template<int N>
Colourful<N> flux(const AbelianField<N>& a, const Lattice& lattice, const Coordinates& x,
                  const std::array<int, 2>& plane)
{
    Colourful<N> reduced = aroundPlaquette<N>(a, lattice, x, plane);
    double sum = 0;
    for (double& value : reduced) {
        value -= std::floor(value + 0.5);
        sum += value;
    }
    if (N == 2) return {reduced[0], -reduced[0]};
    if (sum > 0.5) *std::ranges::max_element(reduced) -= 1;
    if (sum < -0.5) *std::ranges::min_element(reduced) += 1;
    return reduced;
}

template<int N>
Colourful<N> monopoleCurrent(const AbelianField<N>& a, const Lattice& lattice, const Coordinates& x, int mu)
{
    Colourful<N> current{};
    for (int nu = 0; nu < 4; ++nu)
        for (int rho = 0; rho < 4; ++rho)
            for (int sigma = rho + 1; sigma < 4; ++sigma) {
                const int sign = epsilon(mu, nu, rho, sigma);
                if (sign == 0) continue;
                const Colourful<N> ahead = flux<N>(a, lattice, lattice.shifted(x, nu, 1), {rho, sigma});
                const Colourful<N> here = flux<N>(a, lattice, x, {rho, sigma});
                for (std::size_t i = 0; i < std::size_t(N); ++i)
                    current[i] += sign * (ahead[i] - here[i]);
            }
    for (double& k : current)
        k = std::round(k);
    return current;
}

template<int N>
std::vector<AbelianSite> abelianSites(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const AbelianField<N> a = abelianProjection(u);
    const std::int64_t volume = lattice.volume();
    std::vector<AbelianSite> sites(static_cast<std::size_t>(volume));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        AbelianSite& here = sites[std::size_t(site)];
        for (int mu = 0; mu < 4; ++mu) {
            const double k =
                colourMean<N>(monopoleCurrent<N>(a, lattice, x, mu), [](double current) { return std::abs(current); });
            here.monopoles += k / 4;
            if (mu == 3) here.monopolesTime = k;
        }
        for (int nu = 1; nu < 4; ++nu)
            for (int mu = 0; mu < nu; ++mu)
                (nu == 3 ? here.time : here.space) +=
                    colourMean<N>(aroundPlaquette<N>(a, lattice, x, {mu, nu}),
                                  [](double angle) { return std::cos(turn * angle); }) /
                    3;
    }
    return sites;
}

template<int N>
AbelianObservables abelianObservables(const GaugeField<N>& u)
{
    AbelianObservables result;
    const auto volume = double(u.lattice().volume());
    for (const AbelianSite& here : abelianSites(u)) {
        result.monopoleDensity += here.monopoles / volume;
        result.monopoleDensityTime += here.monopolesTime / volume;
        result.plaquetteSpace += here.space / volume;
        result.plaquetteTime += here.time / volume;
    }
    result.plaquette = (result.plaquetteSpace + result.plaquetteTime) / 2;
    return result;
}

template<int N>
int centreOf(const Matrix<N>& link)
{
    const std::complex<double> t = trace(link);
    int best = 0;
    double highest = t.real();
    for (int z = 1; z < N; ++z) {
        const double value = (t * std::polar(1.0, -turn * z / N)).real();
        if (value > highest) {
            highest = value;
            best = z;
        }
    }
    return best;
}

template<int N>
std::vector<CentreSite> centreSites(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    std::vector<int> z(static_cast<std::size_t>(4 * volume));
    for (std::int64_t site = 0; site < volume; ++site)
        for (int mu = 0; mu < 4; ++mu)
            z[std::size_t(4 * site + mu)] = centreOf(u(mu, site));
    std::vector<CentreSite> sites(static_cast<std::size_t>(volume));
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int nu = 1; nu < 4; ++nu)
            for (int mu = 0; mu < nu; ++mu) {
                const int around = at(z, lattice, x, mu) + at(z, lattice, lattice.shifted(x, mu, 1), nu) -
                                   at(z, lattice, lattice.shifted(x, nu, 1), mu) - at(z, lattice, x, nu);
                if (around % N != 0)
                    (nu == 3 ? sites[std::size_t(site)].time : sites[std::size_t(site)].space) += 1. / 3;
            }
    }
    return sites;
}

template<int N>
CentreObservables centreObservables(const GaugeField<N>& u)
{
    CentreObservables result;
    const auto volume = double(u.lattice().volume());
    for (const CentreSite& here : centreSites(u)) {
        result.vortexDensitySpace += here.space / volume;
        result.vortexDensityTime += here.time / volume;
    }
    result.vortexDensity = (result.vortexDensitySpace + result.vortexDensityTime) / 2;
    // Every other element of the centre has the real part -1/(N - 1).
    result.plaquette = 1 - result.vortexDensity * (1 + 1.0 / (N - 1));
    return result;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Colourful<N> abelianAngles<N>(const Matrix<N>&);                                                          \
    template AbelianField<N> abelianProjection<N>(const GaugeField<N>&);                                               \
    template Colourful<N> flux<N>(const AbelianField<N>&, const Lattice&, const Coordinates&,                          \
                                  const std::array<int, 2>&);                                                          \
    template Colourful<N> monopoleCurrent<N>(const AbelianField<N>&, const Lattice&, const Coordinates&, int);         \
    template std::vector<AbelianSite> abelianSites<N>(const GaugeField<N>&);                                           \
    template AbelianObservables abelianObservables<N>(const GaugeField<N>&);                                           \
    template int centreOf<N>(const Matrix<N>&);                                                                        \
    template std::vector<CentreSite> centreSites<N>(const GaugeField<N>&);                                             \
    template CentreObservables centreObservables<N>(const GaugeField<N>&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
