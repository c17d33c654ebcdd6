// Which rows of a field each rank has.
#include "device/ghosts.h"

#include "gaugegl/device/device.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {

RowsOfRank rowsOfRank(const TextureShape& shape)
{
    const GhostRows& g = shape.ghosts;
    if (!g.counts) return {};
    return {g.origin[0], g.sliceRows, g.origin[1] / g.sitesOfSlice, g.sliceRows > 0 ? shape.height / g.sliceRows : 0};
}

RowsOfRanks::RowsOfRanks(std::vector<RowsOfRank> parts) : parts_(std::move(parts))
{
    for (const RowsOfRank& part : parts_) {
        lengthZ_ = std::max(lengthZ_, part.firstZ + part.rows);
        slices_ = std::max(slices_, part.firstSlice + part.slices);
    }
}

namespace {

std::vector<RowsOfRank> gathered(const Communicator& ranks, const RowsOfRank& own)
{
    std::vector<RowsOfRank> parts;
    for (const std::vector<std::byte>& one : ranks.gather(std::as_bytes(std::span(&own, 1))))
        std::memcpy(&parts.emplace_back(), one.data(), sizeof own);
    return parts;
}

} // namespace

RowsOfRanks::RowsOfRanks(const Communicator& ranks, const TextureShape& shape)
    : RowsOfRanks(gathered(ranks, rowsOfRank(shape)))
{}

std::size_t RowsOfRanks::row(int rank, std::size_t own) const
{
    const RowsOfRank& part = of(rank);
    const auto rows = std::size_t(part.rows);
    return own % rows + std::size_t(part.firstZ) + std::size_t(lengthZ_) * (own / rows + std::size_t(part.firstSlice));
}

std::pair<int, std::size_t> RowsOfRanks::owner(int z, int slice) const
{
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
        const auto& [firstZ, rows, firstSlice, slices] = parts_[rank];
        if (z >= firstZ && z < firstZ + rows && slice >= firstSlice && slice < firstSlice + slices)
            return {int(rank), std::size_t(z - firstZ + rows * (slice - firstSlice))};
    }
    throw std::logic_error(fmt::format("no rank has row {} of slice {}", z, slice));
}

} // namespace gaugegl
