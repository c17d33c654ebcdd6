#include "gaugegl/device/buffer_heap.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

constexpr std::int64_t firstChunkBytes = std::int64_t(16) << 20;
constexpr std::int64_t largestChunkBytes = std::int64_t(1) << 30; // offsets stay far below 2^31 units

std::int64_t largestChunkOf(const gl::Capabilities& c)
{
    return std::min(std::int64_t(c.maxStorageBlockSize), largestChunkBytes);
}

/// One more block is that of the result.
/// Others are for the results of a kernel.
int mostChunks(const gl::Capabilities& c) { return std::max(c.maxStorageBlocks - mostTargets, 0); }

/// Few chunks, and not much more memory than is used.
std::int64_t usualChunkBytes(int chunk) { return chunk < 6 ? firstChunkBytes << chunk : largestChunkBytes; }

} // namespace

BufferRange::BufferRange(BufferHeap& heap, std::int64_t size) : heap_(&heap), size_(size)
{
    const auto place = heap.allocate(size);
    chunk_ = place.chunk;
    offset_ = place.offset;
}

BufferRange::~BufferRange()
{
    if (heap_) heap_->release(chunk_, offset_, size_);
}

BufferRange::BufferRange(BufferRange&& other) noexcept
    : heap_(std::exchange(other.heap_, nullptr)), chunk_(other.chunk_), offset_(other.offset_), size_(other.size_)
{}

BufferRange& BufferRange::operator=(BufferRange&& other) noexcept
{
    if (this == &other) return *this;
    if (heap_) heap_->release(chunk_, offset_, size_);
    heap_ = std::exchange(other.heap_, nullptr);
    chunk_ = other.chunk_;
    offset_ = other.offset_;
    size_ = other.size_;
    return *this;
}

BufferHeap::BufferHeap(gl::Context& context, std::size_t unitBytes) : context_(&context), unitBytes_(unitBytes) {}

std::int64_t BufferHeap::largestChunk() const
{
    return largestChunkOf(context_->capabilities()) / std::int64_t(unitBytes_);
}

std::uint64_t BufferHeap::capacityBytes(const gl::Capabilities& capabilities)
{
    std::uint64_t bytes = 0;
    for (int chunk = 0; chunk < mostChunks(capabilities); ++chunk)
        bytes += std::uint64_t(std::min(usualChunkBytes(chunk), largestChunkOf(capabilities)));
    return bytes;
}

BufferHeap::Place BufferHeap::allocate(std::int64_t size)
{
    for (std::size_t chunk = 0;; ++chunk) {
        if (chunk == chunks_.size()) addChunk(size);
        auto& gaps = chunks_[chunk].free;
        const auto gap = std::ranges::find_if(gaps, [size](const auto& g) { return g.second >= size; });
        if (gap == gaps.end()) continue;
        const auto [offset, length] = *gap;
        gaps.erase(gap);
        if (length > size) gaps.emplace(offset + size, length - size);
        return {static_cast<int>(chunk), offset};
    }
}

void BufferHeap::release(int chunk, std::int64_t offset, std::int64_t size)
{
    auto& gaps = chunks_[static_cast<std::size_t>(chunk)].free;
    const auto next = gaps.lower_bound(offset);
    if (next != gaps.end() && next->first == offset + size) {
        size += next->second;
        gaps.erase(next);
    }
    const auto after = gaps.lower_bound(offset);
    if (after != gaps.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == offset) {
            before->second += size;
            return;
        }
    }
    gaps.emplace(offset, size);
}

void BufferHeap::addChunk(std::int64_t size)
{
    const auto unit = std::int64_t(unitBytes_);
    const gl::Capabilities& capabilities = context_->capabilities();
    const std::string& renderer = capabilities.renderer;
    if (size > largestChunk())
        throw DeviceError(fmt::format("a field needs a storage block of {:.1f} MiB; {} allows {:.1f} MiB: choose a "
                                      "smaller lattice, or textures",
                                      double(size * unit) / (1 << 20), renderer,
                                      double(largestChunk() * unit) / (1 << 20)));
    if (chunks() >= mostChunks(capabilities))
        throw DeviceError(fmt::format("the fields need more than the {} storage blocks of {:.1f} MiB that {} allows: "
                                      "choose a smaller lattice, or textures",
                                      mostChunks(capabilities), double(largestChunk() * unit) / (1 << 20), renderer));
    const std::int64_t length = std::max(size, std::min(usualChunkBytes(chunks()) / unit, largestChunk()));

    const gl::Functions& gl = context_->gl();
    context_->makeCurrent();
    constexpr int mostErrors = 100;                                      // that a driver has kept
    for (int k = 0; k < mostErrors && gl.GetError() != GL_NO_ERROR; ++k) // not of this allocation
        context_->throwOnReset();
    Chunk chunk{gl::Buffer(*context_), {{0, length}}};
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, chunk.buffer.id());
    gl.BufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr(length * unit), nullptr, GL_DYNAMIC_COPY);
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    if (gl.GetError() == GL_OUT_OF_MEMORY)
        throw DeviceError(fmt::format("{} has no memory for a buffer of {:.1f} MiB: choose a smaller lattice", renderer,
                                      double(length * unit) / (1 << 20)));
    chunks_.push_back(std::move(chunk));
}

} // namespace gaugegl
