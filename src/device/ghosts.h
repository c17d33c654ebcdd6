// Fills the ghosts of fields with what the neighbouring ranks have.
#pragma once

#include "gaugegl/device/plane_texture.h"

namespace gaugegl {

/// Fills ghosts at least this wide, in sites, of all these fields, those in z before those in t, so that corners are
/// filled too.  All ranks call it with fields of the same shapes and states.  Throws std::logic_error where fields have
/// not so many.
void fillGhosts(const std::vector<const PlaneTexture*>& fields, int width);

/// Whether some ghosts of so many sites are not filled.
bool lacksGhosts(const PlaneTexture& field, int width);

/// The rows of a rank among those of the whole field.
struct RowsOfRank {
    int firstZ = 0;     ///< first row of a slice
    int rows = 0;       ///< of a slice; 0: none of the rank's rows count
    int firstSlice = 0; ///< in slices of the field
    int slices = 0;     ///< of them
};

/// Those of all ranks, by rank; together.
class RowsOfRanks {
public:
    /// For a field of this shape on each of them.
    RowsOfRanks(const Communicator& ranks, const TextureShape& shape);
    /// The rows of one rank.
    const RowsOfRank& of(int rank) const { return parts_[std::size_t(rank)]; }
    /// All rows.
    std::size_t count() const { return std::size_t(lengthZ_) * std::size_t(slices_); }
    /// The rows of a slice.
    int lengthZ() const { return lengthZ_; }
    /// The slices.
    int slices() const { return slices_; }
    /// The rank that has a row, and the number of the row there.
    std::pair<int, std::size_t> owner(int z, int slice) const;
    /// Where row `own` of a rank is among all of them.
    std::size_t row(int rank, std::size_t own) const;

private:
    std::vector<RowsOfRank> parts_;
    int lengthZ_ = 0, slices_ = 0;
};

/// out = in, moved by so many rows in z and slices in t: row (z, t) of out is row (z + rows, t + slices) of in, around the
/// lattice; together.  Both have the same shape, and ranks share them.
void copyMoved(PlaneTexture& out, const PlaneTexture& in, int rows, int slices);

/// What PlaneTexture::downloadBits() would be of the whole field, on rank 0; empty on the others; together.
std::vector<std::byte> wholeBits(const PlaneTexture& field);
/// Their number; together.
std::size_t wholeBytes(const PlaneTexture& field);
/// Uploads this rank's rows of what wholeBits() was.  Throws InputError for another size.
void uploadWholeBits(PlaneTexture& field, std::span<const std::byte> whole);

} // namespace gaugegl
