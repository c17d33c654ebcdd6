#include "gaugegl/gauge/observables/topology.h"

#include "core/field_strength.h"
#include "gauge/observables/loop_kernels.h"
#include "gaugegl/base/error.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// (mu, nu) as kernels/topology.glsl wants them: those that are dual to each other three apart.
constexpr std::array<std::array<int, 2>, 6> planes = {{{0, 1}, {0, 2}, {0, 3}, {2, 3}, {1, 3}, {1, 2}}};

Density makeDensity(Device& device, const Lattice& lattice)
{
    return {PlaneTexture(device, halfFieldShape(lattice, 1)), PlaneTexture(device, halfFieldShape(lattice, 1))};
}

} // namespace

TopologyMeter::TopologyMeter(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group), density_(makeDensity(device, lattice)),
      improvedDensity_(makeDensity(device, lattice)), reduction_(device)
{
    for (std::size_t i = 0; i <= planes.size(); ++i)
        clover_.push_back(std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, fullMatrixPlanes(group))));
}

/// Element m - 1 holds the lines of m links.
std::vector<TopologyMeter::Lines> TopologyMeter::lines(const GaugeField& u, int longest)
{
    std::vector<Lines> result(1);
    for (int mu = 0; mu < 4; ++mu)
        result[0][std::size_t(mu)] = linksOf(u, mu);
    for (int length = 2; length <= longest; ++length) {
        Lines longer{};
        for (int mu = 0; mu < 4; ++mu) {
            const auto index = std::size_t(4 * (length - 2) + mu), direction = std::size_t(mu);
            if (longLines_.size() <= index) longLines_.emplace_back(*device_, lattice_, linkPlanes(group_));
            Coordinates from{};
            from[direction] = length - 1;
            extend(longLines_[index], result.back()[direction], result[0][direction], u, {.mu = mu, .from = from});
            longer[direction] = longLines_[index].view();
        }
        result.push_back(longer);
    }
    return result;
}

/// The weighted sum of clovers of a plane at the sites of one parity.
void TopologyMeter::makeClover(std::size_t plane, const GaugeField& like, const Sum& sum, int parity)
{
    const auto [mu, nu] = planes[plane];
    const auto& [lines, terms] = sum;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto [m, n, weight] = terms[i];
        addClover(*clover_.back(), like,
                  {.mu = mu,
                   .nu = nu,
                   .m = m,
                   .n = n,
                   .along = lines[std::size_t(m - 1)][std::size_t(mu)],
                   .across = lines[std::size_t(n - 1)][std::size_t(nu)],
                   .weight = weight,
                   .before = i > 0 ? clover_[plane].get() : nullptr},
                  parity);
        std::swap(clover_[plane], clover_.back());
    }
}

std::array<double, 4> TopologyMeter::sumOf(const GaugeField& u, std::span<const CloverOfLoops> terms, Density& out)
{
    int longest = 1;
    for (const CloverOfLoops& term : terms)
        longest = std::max(longest, term.m);
    const std::vector<Lines> allLines = lines(u, longest);
    std::array<double, 4> total{};
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<const PlaneTexture*> clovers;
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            makeClover(plane, u, {allLines, terms}, parity);
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            clovers.push_back(clover_[plane].get());
        Kernel(*device_, topologySpec(group_, lattice_)).read("uClover", clovers).run(out.of(parity));
        const auto sum = reduction_.sum(out.of(parity));
        for (std::size_t i = 0; i < total.size(); ++i)
            total[i] += sum[i];
    }
    return total;
}

/// The five loops reach three sites.
void TopologyMeter::requireGhosts(bool improved) const
{
    for (int mu = 2; improved && mu < 4; ++mu)
        if (const Share& part = lattice_.share(); part.divides(mu) && part.ghosts[std::size_t(mu)] < 3)
            throw InputError(fmt::format("the improved charge needs 3 slices of ghosts in {}; there are {}",
                                         directionNames[std::size_t(mu)], part.ghosts[std::size_t(mu)]));
}

TopologyObservables TopologyMeter::measure(const GaugeField& u, bool improved)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    requireGhosts(improved);
    const std::array<double, 4> clover = sumOf(u, plainClover, density_);
    TopologyObservables result{clover[0] / double(lattice_.volume()), clover[1], 0};
    if (improved) result.chargeImproved = sumOf(u, improvedClover, improvedDensity_)[1];
    return result;
}

} // namespace gaugegl
