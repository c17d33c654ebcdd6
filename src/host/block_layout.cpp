#include "host/block_layout.h"

#include "gaugegl/core/fermion.h"

#include <algorithm>

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

/// Of a step (GhostPlaces::Edge).
int tagOf(int mu, int step) { return 2 * mu + (step > 0 ? 0 : 1); }

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

bool BlockLayout::crosses(const Coordinates& x, int mu, int step) const
{
    return shared_.lattice().share().divides(mu) && x[std::size_t(mu)] == (step > 0 ? lattice_.extent(mu) - 1 : 0);
}

bool BlockLayout::isInterior(const Coordinates& x) const
{
    for (const Coordinates& v : translations_)
        for (int mu = 0; mu < 4; ++mu)
            for (const int step : {+1, -1})
                if (crosses(translated(lattice_, x, v), mu, step)) return false;
    return true;
}

void BlockLayout::fillBlocks(int parity)
{
    std::vector<std::int32_t>& places = places_[std::size_t(parity)];
    places.assign(std::size_t(lattice_.halfVolume()), -1);
    std::vector<std::int64_t>& order = halfSites_[std::size_t(parity)];
    order.reserve(places.size());
    for (const bool interior : {true, false}) {
        for (std::int64_t half = 0; half < lattice_.halfVolume(); ++half) {
            const Coordinates x = lattice_.coordinates(siteOfHalf(lattice_, parity, half));
            if (places[std::size_t(half)] >= 0 || isInterior(x) != interior) continue;
            for (const Coordinates& v : translations_) {
                const std::int64_t other = lattice_.index(translated(lattice_, x, v)) / 2;
                places[std::size_t(other)] = std::int32_t(order.size());
                order.push_back(other);
            }
        }
        if (interior) interior_ = std::int64_t(order.size()) / lanes_;
    }
}

void BlockLayout::fillNeighbours(int parity)
{
    std::vector<Neighbour>& list = neighbours_[std::size_t(parity)];
    list.reserve(std::size_t(8 * blocks()));
    const std::vector<std::int32_t>& places = places_[std::size_t(1 - parity)];
    GhostPlaces& ghosts = ghosts_[std::size_t(1 - parity)];
    const auto siteOf = [&](std::int64_t block, int lane) {
        const std::int64_t half = halfSites_[std::size_t(parity)][std::size_t(block * lanes_ + lane)];
        return lattice_.coordinates(siteOfHalf(lattice_, parity, half));
    };
    const auto placeAfter = [&](const Coordinates& x, int mu, int step) {
        return places[std::size_t(lattice_.index(lattice_.shifted(x, mu, step)) / 2)];
    };
    for (std::int64_t block = 0; block < blocks(); ++block)
        for (int mu = 0; mu < 4; ++mu)
            for (const int step : {+1, -1}) {
                std::vector<int> ofOthers;
                for (int lane = 0; block >= interior_ && lane < lanes_; ++lane)
                    if (crosses(siteOf(block, lane), mu, step)) ofOthers.push_back(lane);
                if (ofOthers.empty()) {
                    const std::int32_t at = placeAfter(siteOf(block, 0), mu, step);
                    list.push_back({at / lanes_, at % lanes_});
                    continue;
                }
                const auto ghost = std::int32_t(blocks() + ghosts.blocks++);
                list.push_back({ghost, 0});
                for (int lane = 0; lane < lanes_; ++lane)
                    if (std::ranges::find(ofOthers, lane) == ofOthers.end())
                        ghosts.copies.push_back(
                            {ghost * lanes_ + lane, placeAfter(siteOf(block, lane), mu, step), tagOf(mu, step)});
            }
}

void BlockLayout::fillEdges(int parity)
{
    const Share& share = shared_.lattice().share();
    GhostPlaces& ghosts = ghosts_[std::size_t(parity)];
    for (int mu = 0; mu < 4; ++mu) {
        if (!share.divides(mu)) continue;
        for (const int step : {+1, -1}) {
            // Steps +mu of the rank before this one end on the first slice here, and those from here behind the last.
            const int before = share.before[std::size_t(mu)], behind = share.behind[std::size_t(mu)];
            const int tag = tagOf(mu, step);
            GhostPlaces::Edge sent{step > 0 ? before : behind, tag, {}}, received{step > 0 ? behind : before, tag, {}};
            const int first = step > 0 ? 0 : lattice_.extent(mu) - 1;
            for (std::int64_t half = 0; half < lattice_.halfVolume(); ++half) {
                const Coordinates x = lattice_.coordinates(siteOfHalf(lattice_, parity, half));
                if (x[std::size_t(mu)] == first) sent.places.push_back(places_[std::size_t(parity)][std::size_t(half)]);
                const Coordinates from = lattice_.coordinates(siteOfHalf(lattice_, 1 - parity, half));
                if (!crosses(from, mu, step)) continue;
                const std::int32_t place = places_[std::size_t(1 - parity)][std::size_t(half)];
                const Neighbour& ghost = neighbours_[std::size_t(1 - parity)][std::size_t(place / lanes_ * 8 + tag)];
                received.places.push_back(ghost.block * lanes_ + place % lanes_);
            }
            ghosts.sent.push_back(std::move(sent));
            ghosts.received.push_back(std::move(received));
        }
    }
}

BlockLayout::BlockLayout(SharedLattice shared, InstructionSet set)
    : shared_(std::move(shared)), lattice_(shared_.local()), set_(set), translations_(translationGroup(lattice_)),
      lanes_(int(translations_.size()))
{
    for (const int parity : {0, 1})
        fillBlocks(parity);
    for (const int parity : {0, 1})
        fillNeighbours(parity);
    for (const int parity : {0, 1})
        fillEdges(parity);
}

std::vector<std::array<double, 2>> BlockLayout::rowSums(int parity, const std::array<const double*, 2>& values,
                                                        const VectorInList& of) const
{
    const std::vector<std::int32_t>& places = places_[std::size_t(parity)];
    const std::int64_t sites = std::int64_t(lattice_.extent(0)) / 2 * lattice_.extent(1);
    std::vector<std::array<double, 2>> rows(places.size() / std::size_t(sites));
#pragma omp parallel for schedule(static) if (rows.size() > 16)
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int32_t* const at = &places[row * std::size_t(sites)];
        for (std::size_t list = 0; list < 2; ++list) {
            if (!values[list]) continue;
            std::vector<double> line(static_cast<std::size_t>(sites));
            for (std::size_t i = 0; i < line.size(); ++i)
                line[i] = values[list][of.indexOf(at[i])];
            rows[row][list] = treeSum(line);
        }
    }
    return shared_.rowsOfAll(rows);
}

std::array<double, 2> BlockLayout::sums(int parity, const std::array<const double*, 2>& values) const
{
    std::vector<std::array<double, 2>> rows = rowSums(parity, values);
    return treeSum(rows);
}

std::array<Each<double>, 2> BlockLayout::sumsOfVectors(int parity, const std::array<const double*, 2>& values,
                                                       int lanes, int vectors, const VectorSet& inUse) const
{
    std::array<Each<double>, 2> sums = {Each<double>(vectors), Each<double>(vectors)};
    inUse.forEach([&](int v) {
        std::vector<std::array<double, 2>> rows = rowSums(parity, values, {lanes, vectors, v});
        const std::array<double, 2> both = treeSum(rows);
        sums[0][v] = both[0];
        sums[1][v] = both[1];
    });
    return sums;
}

} // namespace gaugegl::host
