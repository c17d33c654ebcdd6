// A file that stands for other bytes, compressed or in pieces, as these bytes, at any position, with memory that does not grow with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gaugegl::io {

/// Reads forwards fast.
class PackedInput {
public:
    virtual ~PackedInput() = default;
    PackedInput(const PackedInput&) = delete;
    PackedInput& operator=(const PackedInput&) = delete;

    /// Of what it stands for.
    std::uint64_t size() const { return size_; }
    /// Fills `bytes`, which lie inside, from `offset` on.  Throws FileError.
    virtual void read(std::span<std::byte> bytes, std::uint64_t offset) = 0;

protected:
    PackedInput() = default;

    std::uint64_t size_ = 0;
};

} // namespace gaugegl::io
