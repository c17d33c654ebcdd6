#include "gaugegl/gauge/topology.h"

#include <cassert>

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
        clover_.push_back(std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, generalPlanes(group))));
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
void TopologyMeter::makeClover(std::size_t plane, const std::vector<Lines>& lines, const std::vector<Loops>& terms,
                               int parity)
{
    const auto [mu, nu] = planes[plane];
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto [m, n, weight] = terms[i];
        const LineView &a = lines[std::size_t(m - 1)][std::size_t(mu)], &b = lines[std::size_t(n - 1)][std::size_t(nu)];
        std::vector<const PlaneTexture*> linesA, linesB;
        for (int corner = 0; corner < 4; ++corner) { // (i, j) mod 2 = (corner & 1, corner >> 1)
            const int there = (parity + m * (corner & 1) + n * (corner >> 1)) & 1;
            linesA.push_back(&a.of(there));
            linesB.push_back(&b.of(there));
        }
        const auto along = [this](int direction, int steps) {
            Coordinates d{};
            d[std::size_t(direction)] = steps;
            return wrapped(lattice_, d);
        };
        Kernel kernel(*device_, cloverSpec(group_, lattice_, device_->precision(), i > 0, device_->registers()));
        kernel.read("uA", linesA).read("uB", linesB);
        if (i > 0) kernel.read("uBefore", *clover_[plane]);
        kernel.set("uParity", parity)
            .set("uAheadA", along(mu, m))
            .set("uBackA", along(mu, -m))
            .set("uAheadB", along(nu, n))
            .set("uBackB", along(nu, -n))
            .set("uWeight", weight / (4 * m * n))
            .run(*clover_.back());
        std::swap(clover_[plane], clover_.back());
    }
}

std::array<double, 4> TopologyMeter::sumOf(const GaugeField& u, const std::vector<Loops>& terms, Density& out)
{
    int longest = 1;
    for (const Loops& term : terms)
        longest = std::max(longest, term.m);
    const std::vector<Lines> allLines = lines(u, longest);
    std::array<double, 4> total{};
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<const PlaneTexture*> clovers;
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            makeClover(plane, allLines, terms, parity);
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            clovers.push_back(clover_[plane].get());
        Kernel(*device_, topologySpec(group_, lattice_)).read("uClover", clovers).run(out.of(parity));
        const auto sum = reduction_.sum(out.of(parity));
        for (std::size_t i = 0; i < total.size(); ++i)
            total[i] += sum[i];
    }
    return total;
}

TopologyObservables TopologyMeter::measure(const GaugeField& u, bool improved)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    const std::array<double, 4> clover = sumOf(u, {{1, 1, 1.0}}, density_);
    TopologyObservables result{clover[0] / double(lattice_.volume()), clover[1], 0};
    if (improved)
        result.chargeImproved = sumOf(u,
                                      {{1, 1, 65.0 / 36},
                                       {2, 2, -11.0 / 45},
                                       {1, 2, -16.0 / 45},
                                       {2, 1, -16.0 / 45},
                                       {1, 3, 0.05},
                                       {3, 1, 0.05},
                                       {3, 3, 0.05}},
                                      improvedDensity_)[1];
    return result;
}

} // namespace gaugegl
