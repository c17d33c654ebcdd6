#include "host/block_layout.h"

#include "gaugegl/core/fermion.h"

namespace gaugegl::host {
namespace {

/// Generators of the translations by half extents that keep the parity: a direction with an even half alone, those with
/// an odd half in pairs with the next one.
std::vector<Coordinates> generators(const Lattice& lattice)
{
    std::vector<Coordinates> found;
    found.reserve(4);
    int odd = -1;
    for (int mu = 0; mu < 4; ++mu) {
        const int half = lattice.extent(mu) / 2;
        Coordinates v{};
        v[std::size_t(mu)] = half;
        if (half % 2 == 0) {
            found.push_back(v);
            continue;
        }
        if (odd >= 0) {
            v[std::size_t(odd)] = lattice.extent(odd) / 2;
            found.push_back(v);
        }
        odd = mu;
    }
    return found;
}

Coordinates translated(const Lattice& lattice, Coordinates x, const Coordinates& v)
{
    for (int mu = 0; mu < 4; ++mu)
        x = lattice.shifted(x, mu, v[std::size_t(mu)]);
    return x;
}

/// All sums of generators; bit b of the number of a translation says whether generator b is in it.
std::vector<Coordinates> translationGroup(const Lattice& lattice)
{
    std::vector<Coordinates> group{{}};
    group.reserve(16);
    for (const Coordinates& v : generators(lattice))
        for (std::size_t l = 0, order = group.size(); l < order; ++l)
            group.push_back(translated(lattice, group[l], v));
    return group;
}

} // namespace

std::vector<std::int64_t> BlockLayout::fillBlocks(int parity)
{
    std::vector<std::int64_t> position(std::size_t(lattice_.halfVolume()), -1);
    std::vector<std::int64_t>& order = halfSites_[std::size_t(parity)];
    order.reserve(position.size());
    for (std::int64_t half = 0; half < lattice_.halfVolume(); ++half) {
        if (position[std::size_t(half)] >= 0) continue;
        const Coordinates x = lattice_.coordinates(siteOfHalf(lattice_, parity, half));
        for (const Coordinates& v : translations_) {
            const std::int64_t other = lattice_.index(translated(lattice_, x, v)) / 2;
            position[std::size_t(other)] = std::int64_t(order.size());
            order.push_back(other);
        }
    }
    return position;
}

BlockLayout::BlockLayout(const Lattice& lattice, InstructionSet set)
    : lattice_(lattice), set_(set), translations_(translationGroup(lattice)), lanes_(int(translations_.size()))
{
    const std::array<std::vector<std::int64_t>, 2> position = {fillBlocks(0), fillBlocks(1)};
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<Neighbour>& list = neighbours_[std::size_t(parity)];
        list.reserve(std::size_t(8 * blocks()));
        for (std::int64_t block = 0; block < blocks(); ++block) {
            const std::int64_t first = halfSites_[std::size_t(parity)][std::size_t(block * lanes_)];
            const Coordinates x = lattice_.coordinates(siteOfHalf(lattice_, parity, first));
            for (int mu = 0; mu < 4; ++mu) {
                for (const int step : {+1, -1}) {
                    const std::int64_t half = lattice_.index(lattice_.shifted(x, mu, step)) / 2;
                    const std::int64_t at = position[std::size_t(1 - parity)][std::size_t(half)];
                    list.push_back({std::int32_t(at / lanes_), std::int32_t(at % lanes_)});
                }
            }
        }
    }
}

} // namespace gaugegl::host
