// Arrays that vector instructions read.
#pragma once

#include <cstddef>
#include <vector>

namespace gaugegl::host {

/// Memory that begins with a cache line, and where it is long lies in large pages as far as the system has them: the
/// hop visits so many pages that looking them up would take a part of its time.  Throws std::bad_alloc.
void* allocateAligned(std::size_t bytes);
/// Of allocateAligned() with that size.
void freeAligned(void* memory, std::size_t bytes);

/// An allocator of the standard library.
template<class T>
struct AlignedAllocator {
    using value_type = T; ///< what std::vector asks for
    AlignedAllocator() = default;
    /// Stateless.
    template<class U>
    explicit AlignedAllocator(const AlignedAllocator<U>&)
    {}
    /// Throws std::bad_alloc.
    T* allocate(std::size_t n) { return static_cast<T*>(allocateAligned(n * sizeof(T))); }
    /// Of allocate().
    void deallocate(T* memory, std::size_t n) { freeAligned(memory, n * sizeof(T)); }
    /// Any frees what another allocated.
    bool operator==(const AlignedAllocator&) const = default;
};

/// Numbers that vector instructions read.
template<class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

} // namespace gaugegl::host
