// A heap of shader storage buffers that hold the fields.
//
// OpenGL guarantees a compute shader only eight storage blocks of 16 MiB (Mesa: 16 of 128 MiB).  Fields are therefore
// ranges of a few large buffers, the chunks.  All chunks are bound to a kernel, which addresses a field by chunk and
// offset.
#pragma once

#include "gaugegl/gl/objects.h"

#include <cstdint>
#include <map>
#include <vector>

namespace gaugegl {

/// The most fields that a kernel writes, each through a storage block of its own.
constexpr int mostTargets = 3;

class BufferHeap;

/// A range of a chunk, in units of four numbers; the destructor frees it.  Move-only.
class BufferRange {
public:
    BufferRange() = default;
    /// Allocates `size` units.  Throws as BufferHeap::allocate.
    BufferRange(BufferHeap& heap, std::int64_t size);
    ~BufferRange();
    /// Takes over the range of other, which is left empty.
    BufferRange(BufferRange&& other) noexcept;
    /// Frees its own range and takes over that of other, which is left empty.
    BufferRange& operator=(BufferRange&& other) noexcept;

    /// The number of its chunk.
    int chunk() const { return chunk_; }
    /// Its first unit within the chunk.
    std::int64_t offset() const { return offset_; }
    /// Its number of units.
    std::int64_t size() const { return size_; }

private:
    BufferHeap* heap_ = nullptr;
    int chunk_ = 0;
    std::int64_t offset_ = 0, size_ = 0;
};

/// The storage buffers of a device.
class BufferHeap {
public:
    /// A unit is four numbers: 16 or 32 bytes.  The context must outlive the heap.
    BufferHeap(gl::Context& context, std::size_t unitBytes);

    /// The number of buffers made so far.  Kernels are compiled for this number.
    int chunks() const { return static_cast<int>(chunks_.size()); }
    /// The name of the OpenGL buffer of a chunk.
    GLuint id(int chunk) const { return chunks_[static_cast<std::size_t>(chunk)].buffer.id(); }
    /// Bytes per unit.
    std::size_t unitBytes() const { return unitBytes_; }
    /// The total bytes of all chunks that a driver allows.
    static std::uint64_t capacityBytes(const gl::Capabilities& capabilities);

private:
    friend class BufferRange;
    struct Chunk {
        gl::Buffer buffer;
        std::map<std::int64_t, std::int64_t> free; // offset and size of the gaps
    };
    struct Place {
        int chunk;
        std::int64_t offset;
    };

    /// The first gap that is large enough, else a new chunk.  Throws DeviceError if the driver's storage blocks are too
    /// small or too few, or if it is out of memory.
    Place allocate(std::int64_t size);
    void release(int chunk, std::int64_t offset, std::int64_t size);
    void addChunk(std::int64_t size);
    std::int64_t largestChunk() const;

    gl::Context* context_;
    std::size_t unitBytes_;
    std::vector<Chunk> chunks_;
};

} // namespace gaugegl
