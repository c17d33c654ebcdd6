// Fills the ghosts of fields with what the neighbouring ranks have.
#pragma once

#include "gaugegl/device/plane_texture.h"
#include "gaugegl/gl/fence.h"

#include <optional>

namespace gaugegl {

/// Ghosts at least this wide, in sites, of some fields, that are being filled: those in z before those in t, so that corners
/// are filled too.  All ranks do it with fields of the same shapes and states.
class GhostFill {
public:
    /// Starts to read the edges; what is submitted to the device until finish() runs while ranks exchange them.  Throws
    /// std::logic_error where fields have not so many ghosts, or halves of fields want more than one slice of sites.
    GhostFill(std::vector<GhostSource> fields, int width);
    /// Exchanges the edges; then kernels read what the neighbours have.
    void finish();

private:
    /// The edges of a field in the order in which they are read.
    struct Edges {
        std::vector<RowRange> firstZ, lastZ, firstT, lastT;
    };
    std::vector<std::byte> readEdges();
    std::size_t exchangeZ(const std::vector<std::byte>& edges);
    std::size_t exchangeT(const std::vector<std::byte>& edges);
    std::vector<std::byte> sliceMessage(std::size_t field, int firstSlice, const std::byte* own) const;

    const PlaneTexture& sourceZ(std::size_t field) const;
    const PlaneTexture& sourceT(std::size_t field) const;
    void write(std::size_t field) const;

    std::vector<GhostSource> fields_;
    int width_;
    std::vector<Edges> edges_;
    std::vector<std::array<std::vector<std::byte>, 2>> receivedZ_,
        receivedT_; ///< of each field: from before and behind
    std::optional<gl::Fence> read_;
};

/// Whether some ghosts of so many sites are not filled.
bool lacksGhosts(const PlaneTexture& field, int width);

/// Makes all ghosts 0, which does not make them valid: what a kernel multiplies by 0 must be a number.
void clearGhosts(const PlaneTexture& field);

/// The rows of a rank among those of the whole field.
struct RowsOfRank {
    int firstZ = 0;     ///< first row of a slice
    int rows = 0;       ///< of a slice; 0: none of the rank's rows count
    int firstSlice = 0; ///< in slices of the field
    int slices = 0;     ///< of them
};

/// The rows of this rank's part of a field of that shape that count.
RowsOfRank rowsOfRank(const TextureShape& shape);

/// Those of all ranks, by rank.
class RowsOfRanks {
public:
    /// Asks all ranks; collective.
    RowsOfRanks(const Communicator& ranks, const TextureShape& shape);
    /// As each rank said.
    explicit RowsOfRanks(std::vector<RowsOfRank> parts);
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
/// lattice; collective.  Both have the same shape, and ranks share them.
void copyMoved(PlaneTexture& out, const PlaneTexture& in, int rows, int slices);

/// The layers of PlaneTexture::downloadBits(), which is alike for textures and buffers.
std::size_t layersOfBits(const PlaneTexture& field);

} // namespace gaugegl
