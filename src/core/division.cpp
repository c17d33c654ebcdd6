#include "gaugegl/core/division.h"

#include "core/numbers_in.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace gaugegl {
namespace {

/// The extents of the blocks along a direction: even, in proportion to the weights as far as that goes.
std::vector<int> blockExtents(int extent, const std::vector<int>& weights)
{
    const int total = std::accumulate(weights.begin(), weights.end(), 0);
    std::vector<int> extents;
    int before = 0, begin = 0;
    for (const int weight : weights) {
        before += weight;
        const int end = int((std::int64_t(extent) / 2 * before + total / 2) / total) * 2;
        extents.push_back(end - begin);
        begin = end;
    }
    return extents;
}

std::vector<int> weightsOf(const Grid& grid, std::size_t mu, const std::vector<int>& shares)
{
    if (mu == 3 && !shares.empty()) return shares;
    return std::vector<int>(std::size_t(grid.blocks[mu]), 1);
}

int ghostsOf(std::size_t mu, const GhostWidth& ghosts) { return mu == 2 ? ghosts.z : ghosts.t; }

/// Why the lattice cannot be divided so; empty if it can.
std::string obstacle(const Lattice& lattice, const Grid& grid, const std::vector<int>& shares, const GhostWidth& ghosts)
{
    for (std::size_t mu = 2; mu < 4; ++mu) {
        const int blocks = grid.blocks[mu], extent = lattice.extents()[mu];
        if (blocks == 1) continue;
        const char* name = directionNames[mu];
        if (shares.empty() && extent % blocks != 0)
            return fmt::format("{} = {} is not divisible by {}", name, extent, blocks);
        const std::vector<int> extents = blockExtents(extent, weightsOf(grid, mu, shares));
        if (shares.empty() && extent / blocks % 2 != 0)
            return fmt::format("{} = {} in {} blocks gives {} sites each; they must be even", name, extent, blocks,
                               extent / blocks);
        const int least = std::max(2, ghostsOf(mu, ghosts));
        if (const int smallest = std::ranges::min(extents); smallest < least)
            return fmt::format("{} = {} in {} blocks gives {} sites to one of them; at least {} are needed", name,
                               extent, blocks, smallest, least);
    }
    return {};
}

/// Sites that one rank has to receive, of a lattice that can be divided so.
std::int64_t ghostSites(const Lattice& lattice, const Grid& grid)
{
    const auto& e = lattice.extents();
    std::int64_t sites = 0;
    for (std::size_t mu = 2; mu < 4; ++mu)
        if (grid.blocks[mu] > 1) sites += lattice.volume() / grid.size() / (e[mu] / grid.blocks[mu]);
    return sites;
}

std::vector<Grid> possibleGrids(const Lattice& lattice, int ranks, const GhostWidth& ghosts)
{
    std::vector<Grid> grids;
    for (int z = 1; z <= ranks; ++z)
        if (ranks % z == 0)
            if (const Grid grid{{1, 1, z, ranks / z}}; obstacle(lattice, grid, {}, ghosts).empty())
                grids.push_back(grid);
    // Slices in t are copied as a whole: rather divide t.
    std::ranges::stable_sort(grids, {}, [&](const Grid& grid) { return ghostSites(lattice, grid); });
    return grids;
}

/// "with 4 ranks the grids 1x1x1x4, 1x1x2x2 would work"
std::string whatWouldWork(const Lattice& lattice, int ranks, const GhostWidth& ghosts)
{
    std::vector<std::string> names;
    for (const Grid& grid : possibleGrids(lattice, ranks, ghosts))
        names.push_back(grid.name());
    if (!names.empty()) return fmt::format("with {} ranks {} would work", ranks, fmt::join(names, ", "));
    for (int fewer = ranks - 1; fewer > 1; --fewer)
        if (const auto grids = possibleGrids(lattice, fewer, ghosts); !grids.empty())
            return fmt::format("{} ranks would work, as {}", fewer, grids[0].name());
    return "one rank would work";
}

} // namespace

Grid Grid::parse(std::string_view text)
{
    const std::vector<int> numbers = numbersIn(text, 'x');
    if (numbers.size() != 4)
        throw InputError(fmt::format("grid '{}' is not of the form 1x1xPzxPt such as 1x1x2x4", text));
    if (numbers[0] != 1 || numbers[1] != 1)
        throw InputError(fmt::format("grid '{}' divides x or y; only z and t can be divided, as in 1x1x2x4", text));
    return {{1, 1, numbers[2], numbers[3]}};
}

std::string Grid::name() const { return fmt::format("{}", fmt::join(blocks, "x")); }

std::vector<int> parseShares(std::string_view text)
{
    std::vector<int> shares = numbersIn(text, ',');
    if (shares.empty())
        throw InputError(fmt::format("shares '{}' are not positive whole numbers between commas such as 3,1", text));
    return shares;
}

Grid chosenGrid(const Lattice& lattice, int ranks, const DivisionRequest& request, const GhostWidth& ghosts)
{
    const auto refuse = [&](const Grid& grid, const std::string& why) -> Grid {
        throw InputError(fmt::format("lattice {} cannot be divided by the grid {}: {}; {}", lattice.name(), grid.name(),
                                     why, whatWouldWork(lattice, ranks, ghosts)));
    };
    if (!request.shares.empty()) {
        const Grid grid = request.grid.value_or(Grid{{1, 1, 1, int(request.shares.size())}});
        if (grid.blocks[2] != 1 || grid.blocks[3] != int(request.shares.size()))
            throw InputError(fmt::format("{} shares need the grid 1x1x1x{}, not {}", request.shares.size(),
                                         request.shares.size(), grid.name()));
        if (grid.size() != ranks)
            throw InputError(fmt::format("{} shares need {} ranks; there are {}", request.shares.size(),
                                         request.shares.size(), ranks));
        const std::string why = obstacle(lattice, grid, request.shares, ghosts);
        return why.empty() ? grid : refuse(grid, why);
    }
    if (request.grid) {
        if (request.grid->size() != ranks)
            throw InputError(fmt::format("grid {} needs {} ranks; there are {}: {}", request.grid->name(),
                                         request.grid->size(), ranks, whatWouldWork(lattice, ranks, ghosts)));
        const std::string why = obstacle(lattice, *request.grid, {}, ghosts);
        return why.empty() ? *request.grid : refuse(*request.grid, why);
    }
    if (ranks == 1) return {};
    const std::vector<Grid> grids = possibleGrids(lattice, ranks, ghosts);
    if (grids.empty())
        throw InputError(
            fmt::format("lattice {} cannot be divided among {} ranks, in z and t, into blocks of even extents "
                        "of at least {} and {}; {}",
                        lattice.name(), ranks, std::max(2, ghosts.z), std::max(2, ghosts.t),
                        whatWouldWork(lattice, ranks, ghosts)));
    return grids[0];
}

Lattice sharedLattice(const Lattice& lattice, int rank, int ranks, const DivisionRequest& request,
                      const GhostWidth& ghosts)
{
    const Grid grid = chosenGrid(lattice, ranks, request, ghosts);
    if (grid.size() == 1) return lattice;
    const std::array<int, 2> blocks = {grid.blocks[2], grid.blocks[3]}, at = {rank % blocks[0], rank / blocks[0]};
    Share share{.extents = lattice.extents()};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t mu = i + 2;
        if (blocks[i] == 1) continue;
        const std::vector<int> extents = blockExtents(lattice.extents()[mu], weightsOf(grid, mu, request.shares));
        share.extents[mu] = extents[std::size_t(at[i])];
        share.origin[mu] = std::accumulate(extents.begin(), extents.begin() + at[i], 0);
        share.ghosts[mu] = ghostsOf(mu, ghosts);
        const auto rankAt = [&](int step) {
            std::array<int, 2> other = at;
            other[i] = (at[i] + step + blocks[i]) % blocks[i];
            return other[0] + blocks[0] * other[1];
        };
        share.before[mu] = rankAt(-1);
        share.behind[mu] = rankAt(+1);
    }
    return lattice.shared(share);
}

} // namespace gaugegl
