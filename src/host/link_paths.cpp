#include "host/link_paths.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace gaugegl::host {

template<class T>
LinksAndNeighbours<T> around(const LinksOf<T>& u)
{
    LinksAndNeighbours<T> result;
    for (const int parity : {0, 1}) {
        for (int mu = 0; mu < 4; ++mu)
            result.links[mu][parity] = u[mu].data(parity);
        result.neighbours[parity] = u.layout()->neighbours(parity).data();
    }
    result.packs = u[0].packs();
    return result;
}
template LinksAndNeighbours<float> around(const LinksOf<float>& u);
template LinksAndNeighbours<double> around(const LinksOf<double>& u);

std::vector<StaplePath> staplePaths(const GaugeAction& action, int mu)
{
    std::vector<StaplePath> all;
    const auto link = std::int8_t(mu + 1);
    action.forEachLoop([&](const LoopTraits& shape, double coefficient) {
        std::set<std::vector<std::int8_t>> staples;
        // Every loop of the shape in every plane and orientation, begun at each of its steps along the link.
        for (int a = 1; a <= 4; ++a)
            for (int b = 1; b <= 4; ++b)
                for (const int signs : {0, 1, 2, 3}) {
                    if (a == b) continue;
                    std::vector<std::int8_t> loop;
                    for (int k = 0; k < shape.steps; ++k) {
                        const int step = shape.path[std::size_t(k)], axis = std::abs(step);
                        const bool turned = (signs >> (axis - 1) & 1) != 0;
                        loop.push_back(std::int8_t((axis == 1 ? a : b) * ((step < 0) != turned ? -1 : 1)));
                    }
                    for (std::size_t k = 0; k < loop.size();
                         ++k, std::rotate(loop.begin(), loop.begin() + 1, loop.end()))
                        if (loop.front() == link) staples.insert({loop.begin() + 1, loop.end()});
                }
        for (const std::vector<std::int8_t>& steps : staples) {
            StaplePath& path = all.emplace_back(StaplePath{{}, int(steps.size()), coefficient});
            std::ranges::copy(steps, path.steps);
        }
    });
    return all;
}

std::vector<std::int8_t> rectanglePath(int first, int m, int second, int n)
{
    std::vector<std::int8_t> path;
    for (const auto& [direction, steps] : {std::pair(first, m), {second, n}, {-first, m}, {-second, n}})
        path.insert(path.end(), std::size_t(steps), std::int8_t(direction));
    return path;
}

void requireAlone(const BlockLayout& layout, const char* what)
{
    if (layout.shared().lattice().isShared())
        throw InputError(fmt::format("{} on the CPU are for lattices that no ranks share; use one process, which takes "
                                     "all processors, or a device for each rank",
                                     what));
}

} // namespace gaugegl::host
