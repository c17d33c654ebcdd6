#include "reference/topology.h"
#include "permutation.h"
#include "reference/every_group.h"

#include <numbers>

namespace gaugegl::reference {
namespace {

struct Loops {
    std::array<int, 2> size;
    double weight;
};

const std::vector<Loops>& loops(bool improved)
{
    static const std::vector<Loops> clover = {{{1, 1}, 1}};
    static const std::vector<Loops> five = {{{1, 1}, 65. / 36},  {{2, 2}, -11. / 45}, {{1, 2}, -16. / 45},
                                            {{2, 1}, -16. / 45}, {{1, 3}, 1. / 20},   {{3, 1}, 1. / 20},
                                            {{3, 3}, 1. / 20}};
    return improved ? five : clover;
}

} // namespace

template<int N>
Matrix<N> fieldStrength(const GaugeField<N>& u, const Coordinates& x, const std::array<int, 2>& plane,
                        const std::array<int, 2>& size)
{
    // A leaf goes around from x: a steps in one direction, b in the other, and back; the next one begins a quarter turn
    // further on.
    const auto leaf = [&](Step first, int a, Step second, int b) {
        std::vector<Step> path(std::size_t(a), first);
        path.insert(path.end(), std::size_t(b), second);
        path.insert(path.end(), std::size_t(a), Step{first.mu, -first.sign});
        path.insert(path.end(), std::size_t(b), Step{second.mu, -second.sign});
        return pathProduct(u, x, std::span<const Step>(path));
    };
    const auto [mu, nu] = plane;
    const auto [m, n] = size;
    Matrix<N> c = leaf({mu, +1}, m, {nu, +1}, n) + leaf({nu, +1}, n, {mu, -1}, m) + leaf({mu, -1}, m, {nu, -1}, n) +
                  leaf({nu, -1}, n, {mu, +1}, m);
    c -= adj(c);
    const std::complex<double> mean = trace(c) / double(N);
    Matrix<N> f;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            f(i, j) = (c(i, j) - (i == j ? mean : 0.0)) / std::complex<double>(0, 8.0 * m * n);
    return f;
}

template<int N>
EnergyAndCharge topologyAt(const GaugeField<N>& u, const Coordinates& x, bool improved)
{
    std::array<std::array<Matrix<N>, 4>, 4> f;
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < 4; ++nu) {
            if (mu == nu) continue;
            auto& sum = f[std::size_t(mu)][std::size_t(nu)];
            for (const auto& [size, weight] : loops(improved))
                sum += weight * fieldStrength(u, x, {mu, nu}, size);
        }
    const auto traceOf = [&f](int mu, int nu, int rho, int sigma) { // of two field strengths
        return trace(f[std::size_t(mu)][std::size_t(nu)] * f[std::size_t(rho)][std::size_t(sigma)]).real();
    };
    EnergyAndCharge result{0, 0};
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < 4; ++nu) {
            result.energy += 0.25 * 2 * traceOf(mu, nu, mu, nu); // tr T^a T^b = delta^ab / 2
            for (int rho = 0; rho < 4; ++rho)
                for (int sigma = 0; sigma < 4; ++sigma)
                    if (const int sign = epsilon(mu, nu, rho, sigma); sign != 0)
                        result.charge +=
                            sign * traceOf(mu, nu, rho, sigma) / (32 * std::numbers::pi * std::numbers::pi);
        }
    return result;
}

template<int N>
std::vector<EnergyAndCharge> topologyDensity(const GaugeField<N>& u, bool improved)
{
    const std::int64_t volume = u.lattice().volume();
    std::vector<EnergyAndCharge> result(static_cast<std::size_t>(volume));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site)
        result[std::size_t(site)] = topologyAt(u, u.lattice().coordinates(site), improved);
    return result;
}

template<int N>
EnergyAndCharge topology(const GaugeField<N>& u, bool improved)
{
    EnergyAndCharge total{0, 0};
    for (const EnergyAndCharge& at : topologyDensity(u, improved)) {
        total.energy += at.energy / double(u.lattice().volume());
        total.charge += at.charge;
    }
    return total;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Matrix<N> fieldStrength<N>(const GaugeField<N>&, const Coordinates&, const std::array<int, 2>&,           \
                                        const std::array<int, 2>&);                                                    \
    template EnergyAndCharge topologyAt<N>(const GaugeField<N>&, const Coordinates&, bool);                            \
    template std::vector<EnergyAndCharge> topologyDensity<N>(const GaugeField<N>&, bool);                              \
    template EnergyAndCharge topology<N>(const GaugeField<N>&, bool);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
