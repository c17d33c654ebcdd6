// Shader storage buffers divided among fields.
//
// OpenGL guarantees a compute shader only eight storage blocks, of 16 MiB (Mesa: 16 of 128 MiB): fields are ranges of a
// few large buffers, the chunks, which a kernel sees all at once and finds its fields in by chunk and offset.
#pragma once

#include "gaugegl/gl/objects.h"

#include <cstdint>
#include <map>
#include <vector>

namespace gaugegl {

/// A kernel writes at most so many fields, each through a storage block of its own.
constexpr int mostTargets = 3;

class BufferHeap;

/// A range of the chunks of a heap, in units of four numbers; given back by the destructor.  Moves, never copies.
class BufferRange {
public:
    BufferRange() = default;
    /// Throws as BufferHeap::allocate.
    BufferRange(BufferHeap& heap, std::int64_t size);
    ~BufferRange();
    /// Takes the range over.
    BufferRange(BufferRange&& other) noexcept;
    /// Takes the range over.
    BufferRange& operator=(BufferRange&& other) noexcept;

    /// Which chunk it lies in.
    int chunk() const { return chunk_; }
    /// Where in the chunk it begins.
    std::int64_t offset() const { return offset_; }
    /// How many units it has.
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

    /// Buffers made so far.  Kernels are compiled for so many.
    int chunks() const { return static_cast<int>(chunks_.size()); }
    /// The name of the OpenGL buffer of a chunk.
    GLuint id(int chunk) const { return chunks_[static_cast<std::size_t>(chunk)].buffer.id(); }
    /// Bytes of a unit.
    std::size_t unitBytes() const { return unitBytes_; }
    /// Bytes that all chunks which a driver allows hold together.
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

    /// The first gap that is large enough, else a new chunk.  Throws DeviceError when the driver's blocks are too small
    /// or too few, or its memory is out.
    Place allocate(std::int64_t size);
    void release(int chunk, std::int64_t offset, std::int64_t size);
    void addChunk(std::int64_t size);
    std::int64_t largestChunk() const;

    gl::Context* context_;
    std::size_t unitBytes_;
    std::vector<Chunk> chunks_;
};

} // namespace gaugegl
