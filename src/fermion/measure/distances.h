// Sums over the sites at every distance from a source.
#pragma once

#include "gaugegl/fermion/measure/correlators.h"

#include <type_traits>

namespace gaugegl {

/// Sums over the sites at every distance of f(site): trees over those of each row (z, t), then over rows; collective.
template<class F>
auto sumsOfDistances(const CorrelatorGeometry& geometry, const F& f)
{
    using Value = std::remove_cvref_t<decltype(f(std::int64_t{}))>;
    const Lattice local = geometry.lattice.local();
    const int extent = geometry.lattice.lattice().extent(geometry.direction);
    const auto direction = std::size_t(geometry.direction);
    const std::int64_t sites = std::int64_t(local.extent(0)) * local.extent(1), rows = local.volume() / sites;
    // A row has sites of all x and y, but of one z and t.
    const std::size_t classes = direction < 2 ? std::size_t(extent) : 1;
    std::vector<Value> own(std::size_t(rows) * classes); // [row][class]
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        std::vector<std::vector<Value>> lines(classes);
        for (std::int64_t site = row * sites; site < (row + 1) * sites; ++site)
            lines[classes > 1 ? std::size_t(local.coordinates(site)[direction]) : 0].push_back(f(site));
        for (std::size_t k = 0; k < classes; ++k)
            own[std::size_t(row) * classes + k] = treeSum(lines[k]);
    }
    const std::vector<Value> all = geometry.lattice.rowsOfAll(own, classes);
    const auto lengthZ = std::size_t(geometry.lattice.lattice().extent(2));
    std::vector<Value> values;
    for (int distance = 0; distance < extent; ++distance) {
        const auto x = std::size_t((distance + geometry.origin) % extent);
        std::vector<Value> line;
        for (std::size_t row = 0; row < all.size() / classes; ++row)
            if (classes > 1 || (direction == 2 ? row % lengthZ : row / lengthZ) == x)
                line.push_back(all[row * classes + (classes > 1 ? x : 0)]);
        values.push_back(treeSum(line));
    }
    return values;
}

} // namespace gaugegl
