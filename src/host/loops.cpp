#include "host/loops.h"

#include "core/field_strength.h"
#include "dispatch.h"
#include "host/link_paths.h"

#include <numbers>

namespace gaugegl::host {
namespace {

using Steps = std::vector<std::int8_t>;

const LinkKernels::Group& linkKernelsFor(const LinkField& u)
{
    return compiledFor<const LinkKernels*>(u.layout()->instructionSet(), {baselineLinks, avx2Links, avx512Links})
        ->groups[std::size_t(u.group())];
}

std::vector<LinkPath> pathsOf(const std::vector<Steps>& all)
{
    std::vector<LinkPath> paths;
    paths.reserve(all.size());
    for (const Steps& steps : all)
        paths.push_back({steps.data(), int(steps.size())});
    return paths;
}

/// f(parity, numbers of the sites) for both parities; the sums of the numbers over the lattice.
template<std::size_t lists, class F>
std::array<double, lists> sumsOf(const LinkField& u, const F& f)
{
    const BlockLayout& layout = *u.layout();
    requireAlone(layout, "observables of links");
    std::array<double, lists> sums{};
    for (const int parity : {0, 1}) {
        std::array<std::vector<double>, lists> numbers;
        for (std::vector<double>& list : numbers)
            list.resize(std::size_t(layout.lattice().halfVolume()));
        f(parity, numbers);
        for (std::size_t i = 0; i < lists; ++i)
            sums[i] += layout.sums(parity, {numbers[i].data(), nullptr})[0];
    }
    return sums;
}

/// Adds offset + scale Re tr P of some paths at all sites of a parity to a list; the links in time may be those of another field.
void addTraces(const LinkField& u, int parity, const std::vector<Steps>& all, double offset, double scale,
               std::array<double*, 3> lists, const LinkField* temporal = nullptr)
{
    const std::vector<LinkPath> paths = pathsOf(all);
    LinksAndNeighbours<double> links = around(u);
    for (const int of : {0, 1})
        if (temporal) links.links[3][of] = (*temporal)[3].data(of);
    const PathTraceCall call{.u = links,
                             .parity = parity,
                             .paths = paths.data(),
                             .count = int(paths.size()),
                             .offset = offset,
                             .scale = scale,
                             .re = lists[0],
                             .im = lists[1],
                             .square = lists[2]};
    forPieces(u.layout()->blocks(), 8,
              [&, traces = linkKernelsFor(u).pathTraces](std::int64_t first, std::int64_t last) {
                  traces(call, first, last);
              });
}

/// The loops of m x n steps around a site, as leaves of a clover in the plane of two directions.
void addLeaves(std::vector<Steps>& paths, int a, int m, int b, int n)
{
    for (const Steps& leaf : {rectanglePath(a, m, b, n), rectanglePath(b, n, -a, m), rectanglePath(-a, m, -b, n),
                              rectanglePath(-b, n, a, m)})
        paths.push_back(leaf);
}

} // namespace

std::array<double, 4> plaquetteSums(const LinkField& u)
{
    std::vector<Steps> space, time, links;
    for (int nu = 1; nu < 4; ++nu)
        for (int mu = 0; mu < nu; ++mu)
            (nu == 3 ? time : space).push_back(rectanglePath(mu + 1, 1, nu + 1, 1));
    for (int mu = 0; mu < 4; ++mu)
        links.push_back({std::int8_t(mu + 1)});
    const double n = colours(u.group());
    const auto [ofSpace, ofTime, traces] = sumsOf<3>(u, [&](int parity, auto& numbers) {
        addTraces(u, parity, space, 1, -1 / n, {numbers[0].data()});
        addTraces(u, parity, time, 1, -1 / n, {numbers[1].data()});
        addTraces(u, parity, links, 0, 1 / (4 * n), {numbers[2].data()});
    });
    return {ofSpace, ofTime, ofSpace + ofTime, traces};
}

double rectangleMean(const LinkField& u)
{
    std::vector<Steps> loops;
    for (int a = 1; a <= 4; ++a)
        for (int b = 1; b <= 4; ++b)
            if (a != b) loops.push_back(rectanglePath(a, 2, b, 1));
    const double each = double(loops.size()) * colours(u.group());
    const auto [sum] =
        sumsOf<1>(u, [&](int parity, auto& numbers) { addTraces(u, parity, loops, 0, 1 / each, {numbers[0].data()}); });
    return sum / double(u.layout()->lattice().volume());
}

LineMeans polyakovMeans(const LinkField& u, int mu)
{
    const std::vector<Steps> line = {Steps(std::size_t(u.layout()->lattice().extent(mu)), std::int8_t(mu + 1))};
    const double n = colours(u.group()), volume = double(u.layout()->lattice().volume());
    const auto [re, im, squares] = sumsOf<3>(u, [&](int parity, auto& numbers) {
        addTraces(u, parity, line, 0, 1 / n, {numbers[0].data(), numbers[1].data(), numbers[2].data()});
    });
    return {{re / volume, im / volume}, (n * n * squares / volume - 1) / (n * n - 1)};
}

double pathMean(const LinkField& temporal, const LinkField& spatial, const std::vector<Steps>& paths)
{
    const double each = double(paths.size()) * colours(spatial.group());
    const auto [sum] = sumsOf<1>(spatial, [&](int parity, auto& numbers) {
        addTraces(spatial, parity, paths, 0, 1 / each, {numbers[0].data()}, &temporal);
    });
    return sum / double(spatial.layout()->lattice().volume());
}

EnergyAndCharge cloverTopology(const LinkField& u, bool improved)
{
    const std::span<const CloverOfLoops> terms =
        improved ? std::span<const CloverOfLoops>(improvedClover) : plainClover;
    std::array<std::vector<Steps>, 6> leaves;
    std::array<std::vector<LinkPath>, 6> paths;
    std::vector<double> weights; // the same in each plane
    for (const CloverOfLoops& term : terms)
        weights.insert(weights.end(), 4, term.weight / (4 * term.m * term.n));
    std::size_t plane = 0;
    for (int a = 1; a < 4; ++a)
        for (int b = a + 1; b <= 4; ++b, ++plane) {
            for (const auto& [m, n, weight] : terms)
                addLeaves(leaves[plane], a, m, b, n);
            paths[plane] = pathsOf(leaves[plane]);
        }
    const auto [squares, dual] = sumsOf<2>(u, [&](int parity, auto& numbers) {
        FieldStrengthCall call{
            .u = around(u), .parity = parity, .planes = {}, .squares = numbers[0].data(), .dual = numbers[1].data()};
        for (std::size_t i = 0; i < 6; ++i)
            call.planes[i] = {paths[i].data(), weights.data(), int(weights.size())};
        forPieces(u.layout()->blocks(), 8,
                  [&, kernel = linkKernelsFor(u).fieldStrength](std::int64_t first, std::int64_t last) {
                      kernel(call, first, last);
                  });
    });
    constexpr double pi = std::numbers::pi;
    return {squares / double(u.layout()->lattice().volume()), dual / (4 * pi * pi)};
}

} // namespace gaugegl::host
