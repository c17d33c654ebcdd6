// The hypercubic lattice: extents, site numbering, parity, periodic neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gaugegl {

/// (x, y, z, t).
using Coordinates = std::array<int, 4>;

/// The names of the directions, "x", "y", "z", "t".
extern const std::array<const char*, 4> directionNames;

/// The part of a lattice that a rank holds: a block that is whole in x and y.
struct Share {
    std::array<int, 4> origin{};  ///< its first site; even numbers
    std::array<int, 4> extents{}; ///< even numbers
    /// Slices of the neighbours that fields hold on either side; 0 in directions that are not divided.
    std::array<int, 4> ghosts{};
    std::array<int, 4> before{}; ///< the ranks whose parts come before this one in each direction
    std::array<int, 4> behind{}; ///< and after it

    /// Whether other ranks have sites in this direction.
    bool divides(int mu) const { return ghosts[static_cast<std::size_t>(mu)] > 0; }
    /// Equal numbers.
    bool operator==(const Share&) const = default;
};

/// A periodic Lx x Ly x Lz x Lt lattice.  Sites are numbered x fastest, t slowest; the parity of a site is
/// (x + y + z + t) mod 2.
class Lattice {
public:
    /// Throws InputError unless every extent is even, at least 2, and the volume is below 2^32 (the site is a 32-bit
    /// counter of the random numbers).
    explicit Lattice(const std::array<int, 4>& extents);

    /// From "8x8x8x16".  Throws InputError.
    static Lattice parse(std::string_view text);

    /// The number of sites in direction mu.
    int extent(int mu) const { return extents_[static_cast<std::size_t>(mu)]; }
    /// The extents (Lx, Ly, Lz, Lt).
    const std::array<int, 4>& extents() const { return extents_; }
    /// The number of sites.
    std::int64_t volume() const;
    /// Sites of one parity.
    std::int64_t halfVolume() const { return volume() / 2; }
    /// Sites of one t.
    std::int64_t spatialVolume() const { return volume() / extents_[3]; }

    /// The number of a site.
    std::int64_t index(const Coordinates& x) const
    {
        return x[0] + extents_[0] * (x[1] + extents_[1] * (x[2] + static_cast<std::int64_t>(extents_[2]) * x[3]));
    }
    /// The inverse of index().
    Coordinates coordinates(std::int64_t index) const;
    /// 0 for even sites, 1 for odd ones.
    static int parity(const Coordinates& x) { return (x[0] + x[1] + x[2] + x[3]) & 1; }

    /// x moved by `steps` (any sign) in direction mu, wrapped around.
    Coordinates shifted(Coordinates x, int mu, int steps) const;

    /// "8x8x8x16".
    std::string name() const;

    /// What this rank holds: all of it unless it was given by shared().
    const Share& share() const { return share_; }
    /// The same lattice of which this rank holds only that part.
    Lattice shared(const Share& share) const;
    /// The part as a lattice of its own, in whose order the host holds the sites of this rank.
    Lattice local() const { return Lattice(share_.extents); }
    /// The same lattice as a single rank would hold it.
    Lattice whole() const { return Lattice(extents_); }
    /// The number of a site of local() in the whole lattice.
    std::int64_t wholeSite(std::int64_t localSite) const;
    /// The number in local() of a site of the whole lattice; -1 if another rank holds it.
    std::int64_t localSite(std::int64_t site) const;
    /// Whether other ranks hold parts.
    bool isShared() const { return share_.extents != extents_; }

    /// Equal extents.
    bool operator==(const Lattice&) const = default;

private:
    std::array<int, 4> extents_;
    Share share_;
};

} // namespace gaugegl
