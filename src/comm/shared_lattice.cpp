#include "gaugegl/comm/shared_lattice.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {

SharedLattice::SharedLattice(const Lattice& lattice) : lattice_(lattice), ranks_(singleRank())
{
    if (lattice.isShared())
        throw std::logic_error(fmt::format("other ranks hold parts of {}: which are they?", lattice.name()));
}

SharedLattice::SharedLattice(const Lattice& lattice, std::shared_ptr<const Communicator> ranks)
    : lattice_(lattice), ranks_(std::move(ranks))
{
    if (!lattice_.isShared()) return;
    const Part own{lattice_.share().origin, lattice_.share().extents};
    for (const std::vector<std::byte>& one : ranks_->gather(std::as_bytes(std::span(&own, 1))))
        std::memcpy(&parts_.emplace_back(), one.data(), sizeof own);
}

Coordinates SharedLattice::wholeCoordinates(Coordinates x) const
{
    for (std::size_t mu = 0; mu < 4; ++mu)
        x[mu] += lattice_.share().origin[mu];
    return x;
}

std::size_t SharedLattice::indexInSlice(Coordinates x, int mu) const
{
    std::array<int, 4> extents = lattice_.share().extents;
    x[std::size_t(mu)] = 0;
    extents[std::size_t(mu)] = 1;
    std::size_t index = 0;
    for (std::size_t nu = 4; nu-- > 0;)
        index = index * std::size_t(extents[nu]) + std::size_t(x[nu]);
    return index;
}

double SharedLattice::largest(double own) const
{
    double most = own;
    for (const std::vector<std::byte>& one : ranks_->gather(std::as_bytes(std::span(&own, 1)))) {
        double of = 0;
        std::memcpy(&of, one.data(), sizeof of);
        most = of > most || std::isnan(of) ? of : most;
    }
    return most;
}

std::pair<int, std::size_t> SharedLattice::ownerOf(int row) const
{
    if (parts_.empty()) return {0, std::size_t(row)};
    const int z = row % lattice_.extent(2), t = row / lattice_.extent(2);
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
        const int inZ = z - parts_[rank].origin[2], inT = t - parts_[rank].origin[3];
        const int lengthZ = parts_[rank].extents[2];
        if (inZ >= 0 && inZ < lengthZ && inT >= 0 && inT < parts_[rank].extents[3])
            return {int(rank), std::size_t(inZ + lengthZ * inT)};
    }
    throw std::logic_error(fmt::format("no rank has row {}", row));
}

std::size_t SharedLattice::rowsOf(std::size_t rank) const
{
    return std::size_t(parts_[rank].extents[2]) * std::size_t(parts_[rank].extents[3]);
}

std::size_t SharedLattice::wholeRow(std::size_t rank, std::size_t row) const
{
    const auto& [origin, extents] = parts_[rank];
    const auto lengthZ = std::size_t(extents[2]);
    const std::size_t z = row % lengthZ + std::size_t(origin[2]), t = row / lengthZ + std::size_t(origin[3]);
    return z + std::size_t(lattice_.extent(2)) * t;
}

} // namespace gaugegl
