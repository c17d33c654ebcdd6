#include "reference/update.h"

#include "gaugegl/base/error.h"
#include "reference/every_group.h"
#include "reference/loops.h"

#include <algorithm>

#include <fmt/format.h>
#include <numbers>

namespace gaugegl::reference {

namespace {

/// Below this |q| the direction q/|q| is rounding noise; CONVENTIONS.md fixes the number.
constexpr double smallestStaple = 1e-12;

/// Below this alpha proposals are flat; CONVENTIONS.md fixes the number.
constexpr double flatBelow = 0x1p-8;

void requireValid(const HeatBath& parameters)
{
    if (!isCoupling(parameters.beta))
        throw InputError(fmt::format("heat bath beta is {}; it must be 0 to {}", parameters.beta, largestBeta));
    if (parameters.trials < 1 || parameters.trials > 255)
        throw InputError(fmt::format("heat bath trials is {}; it must be 1 to 255", parameters.trials));
}

/// 1 - x0 of one trial; empty if rejected.
std::optional<double> trial(double alpha, HeatBathAlgorithm algorithm, const std::array<double, 4>& u)
{
    if (alpha < flatBelow) {
        const double delta = 2 * u[0];
        if (u[3] * u[3] <= delta * (2 - delta) && u[1] <= std::exp(-alpha * delta)) return delta;
    } else if (algorithm == HeatBathAlgorithm::KennedyPendleton) {
        const double cosine = std::cos(2 * std::numbers::pi * u[1]);
        const double delta = -(std::log(u[0]) + cosine * cosine * std::log(u[2])) / alpha;
        if (u[3] * u[3] <= 1 - delta / 2) return delta;
    } else {
        const double delta = -std::log(u[0] + (1 - u[0]) * std::exp(-2 * alpha)) / alpha;
        if (u[3] * u[3] <= delta * (2 - delta)) return delta;
    }
    return std::nullopt;
}

/// Updates one link in the field of its staples; returns the number of subgroups with a new value.
template<int N>
int heatBathLink(Matrix<N>& link, const Matrix<N>& staples, const HeatBath& parameters, const SiteDraws& draws)
{
    Matrix<N> m = link * staples;
    int accepted = 0;
    for (std::size_t s = 0; s < subgroups<N>.size(); ++s) {
        const Quaternion q = quaternionPart(m, subgroups<N>[s]);
        const double k = norm(q);
        if (k < smallestStaple) continue;
        const std::optional<Quaternion> x = drawSubgroup(2 * parameters.beta * k / N, parameters, draws, int(s));
        if (!x) continue;
        const Quaternion a = mul(*x, adj(scaled(1 / k, q)));
        multiplyRows(link, a, subgroups<N>[s]);
        multiplyRows(m, a, subgroups<N>[s]);
        ++accepted;
    }
    return accepted;
}

template<int N>
void overrelaxLink(Matrix<N>& link, const Matrix<N>& staples)
{
    Matrix<N> m = link * staples;
    for (const Rows& rows : subgroups<N>) {
        const Quaternion q = quaternionPart(m, rows);
        const double k = norm(q);
        if (k < smallestStaple) continue;
        const Quaternion inverse = adj(scaled(1 / k, q));
        const Quaternion a = mul(inverse, inverse);
        multiplyRows(link, a, rows);
        multiplyRows(m, a, rows);
    }
}

/// The direction of the plane of a staple beside that of its link.
int otherDirection(const Path& path, int mu)
{
    return std::ranges::find_if(path, [mu](const Step& step) { return step.mu != mu; })->mu;
}

/// Which sites have their link in a set.
class SetMembers {
public:
    SetMembers(const Lattice& lattice, const LinkSet& set) : lattice_(lattice), set_(set)
    {
        if (set.sublattice != LinkSet::everySublattice) sublattices_.emplace(lattice);
    }
    bool has(std::int64_t site) const
    {
        const Coordinates x = lattice_.coordinates(site);
        if (set_.mu != 3 && set_.thickness > 0 && x[3] % set_.thickness == 0) return false;
        return Lattice::parity(x) == set_.parity && (!sublattices_ || sublattices_->of(x, set_.mu) == set_.sublattice);
    }

private:
    const Lattice& lattice_;
    LinkSet set_;
    std::optional<Sublattices> sublattices_;
};

} // namespace

PlaneWeights PlaneWeights::only(int mu, int nu)
{
    PlaneWeights weights;
    weights.w = {};
    weights.w[std::size_t(mu)][std::size_t(nu)] = weights.w[std::size_t(nu)][std::size_t(mu)] = 1;
    return weights;
}

template<int N>
Matrix<N> staple(const GaugeField<N>& u, int mu, std::int64_t site, const GaugeAction& action,
                 const PlaneWeights& weights)
{
    const Coordinates up = u.lattice().shifted(u.lattice().coordinates(site), mu, +1);
    Matrix<N> sum;
    action.forEachLoop([&](const LoopTraits& shape, double coefficient) {
        for (const Path& path : staplesOf(shape.shape, mu)) {
            const double weight = weights.w[std::size_t(mu)][std::size_t(otherDirection(path, mu))];
            if (weight != 0) sum += weight * coefficient * pathProduct<N>(u, up, path);
        }
    });
    return sum;
}

std::optional<Quaternion> drawSubgroup(double alpha, const HeatBath& parameters, const SiteDraws& draws, int subgroup)
{
    const std::uint32_t first = blocksPerSubgroup * std::uint32_t(subgroup);
    std::optional<double> delta;
    for (std::uint32_t r = 0; r < std::uint32_t(parameters.trials) && !delta; ++r)
        delta = trial(alpha, parameters.algorithm, draws(first + r));
    if (!delta) return std::nullopt;

    const std::array<double, 4> u = draws(first + blocksPerSubgroup - 1);
    const double phi = 2 * std::numbers::pi * u[1], r = 2 * std::sqrt(u[0] * (1 - u[0]));
    const double length = std::sqrt(*delta * (2 - *delta)); // sqrt(1 - x0^2) without its cancellation
    return Quaternion{1 - *delta, length * r * std::cos(phi), length * r * std::sin(phi), length * (1 - 2 * u[0])};
}

template<int N>
UpdateCount heatBath(GaugeField<N>& u, const LinkSet& set, const HeatBath& parameters, const Draws& draws,
                     const PlaneWeights& weights)
{
    requireValid(parameters);
    const SetMembers members(u.lattice(), set);
    const std::int64_t volume = u.lattice().volume();
    std::int64_t visited = 0, accepted = 0;
#pragma omp parallel for reduction(+ : visited, accepted)
    for (std::int64_t site = 0; site < volume; ++site) {
        if (!members.has(site)) continue;
        const auto ofSite = [&](std::uint32_t draw) { return draws(static_cast<std::uint32_t>(site), draw); };
        accepted +=
            heatBathLink(u(set.mu, site), staple(u, set.mu, site, parameters.action, weights), parameters, ofSite);
        ++visited;
    }
    return {visited * std::int64_t(subgroups<N>.size()), accepted};
}

template<int N>
UpdateCount heatBath(GaugeField<N>& u, const LinkSet& set, const HeatBath& parameters, std::uint64_t seed,
                     std::uint32_t sweep, Precision randomPrecision, const PlaneWeights& weights)
{
    const auto draws = [=](std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, Purpose::HeatBath, set.mu, sweep, site}, draw, randomPrecision);
    };
    return heatBath(u, set, parameters, draws, weights);
}

template<int N>
UpdateCount heatBathSweep(GaugeField<N>& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                          Precision randomPrecision, const PlaneWeights& weights)
{
    UpdateCount total;
    for (const LinkSet& set : linkSets(u.lattice(), parameters.action.loops())) {
        const UpdateCount count = heatBath(u, set, parameters, seed, sweep, randomPrecision, weights);
        total.proposals += count.proposals;
        total.accepted += count.accepted;
    }
    return total;
}

template<int N>
void overrelaxation(GaugeField<N>& u, const LinkSet& set, const GaugeAction& action, const PlaneWeights& weights)
{
    const SetMembers members(u.lattice(), set);
    const std::int64_t volume = u.lattice().volume();
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site)
        if (members.has(site)) overrelaxLink(u(set.mu, site), staple(u, set.mu, site, action, weights));
}

template<int N>
void overrelaxationSweep(GaugeField<N>& u, const GaugeAction& action, const PlaneWeights& weights)
{
    for (const LinkSet& set : linkSets(u.lattice(), action.loops()))
        overrelaxation(u, set, action, weights);
}

template<int N>
double reunitarise(GaugeField<N>& u)
{
    const std::int64_t volume = u.lattice().volume();
    double worst = 0;
#pragma omp parallel
    {
        double mine = 0; // not a max reduction: that one forgets NaN
#pragma omp for
        for (std::int64_t site = 0; site < volume; ++site) {
            for (int mu = 0; mu < 4; ++mu) {
                mine = larger(mine, unitarityDeviation(u(mu, site)));
                u(mu, site) = reunitarised(u(mu, site));
            }
        }
#pragma omp critical
        worst = larger(worst, mine);
    }
    return worst;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Matrix<N> staple<N>(const GaugeField<N>&, int, std::int64_t, const GaugeAction&, const PlaneWeights&);    \
    template UpdateCount heatBath<N>(GaugeField<N>&, const LinkSet&, const HeatBath&, const Draws&,                    \
                                     const PlaneWeights&);                                                             \
    template UpdateCount heatBath<N>(GaugeField<N>&, const LinkSet&, const HeatBath&, std::uint64_t, std::uint32_t,    \
                                     Precision, const PlaneWeights&);                                                  \
    template UpdateCount heatBathSweep<N>(GaugeField<N>&, const HeatBath&, std::uint64_t, std::uint32_t, Precision,    \
                                          const PlaneWeights&);                                                        \
    template void overrelaxation<N>(GaugeField<N>&, const LinkSet&, const GaugeAction&, const PlaneWeights&);          \
    template void overrelaxationSweep<N>(GaugeField<N>&, const GaugeAction&, const PlaneWeights&);                     \
    template double reunitarise<N>(GaugeField<N>&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
