// The bits of a field that ranks share, in the order of PlaneTexture::downloadBits() of the whole field, without a rank that holds
// them all: the layers one after the other, in each the rows (z, slice), z fastest.
#pragma once

#include "device/ghosts.h"

#include <functional>

namespace gaugegl {

/// Hands the bits of the whole field to rank 0, in blocks of at most the rows that one rank has of a slice.
class WholeBits {
public:
    /// Ranks other than 0 send all of theirs here; rank 0 must then call next() until all bytes() are there; collective.
    explicit WholeBits(const PlaneTexture& field);
    /// Whether next() gives them here: on rank 0, and of a field that is not shared on every rank.
    bool areHere() const { return !rows_ || ranks_->rank() == 0; }
    /// The number of all bytes.
    std::size_t bytes() const { return bytes_; }
    /// The next block, until the next call.
    std::span<const std::byte> next();

private:
    const Communicator* ranks_;
    std::vector<std::byte> own_;
    std::optional<RowsOfRanks> rows_; ///< none if this rank holds the whole field
    std::size_t rowBytes_ = 0;        ///< of a row of a layer
    std::size_t bytes_ = 0, done_ = 0;
    std::vector<std::byte> received_;
};

/// Fills in bytes of the whole field from one of them on.
using ReadBits = std::function<void(std::size_t offset, std::span<std::byte> out)>;

/// The number of bytes of the whole field; collective.
std::size_t wholeBytes(const PlaneTexture& field);
/// Uploads this rank's rows of a whole field, which are all that it reads; collective.
void uploadWholeBits(PlaneTexture& field, const ReadBits& read);
/// Uploads this rank's rows of a whole field in memory; collective.  Throws InputError for another size.
void uploadWholeBits(PlaneTexture& field, std::span<const std::byte> whole);

} // namespace gaugegl
