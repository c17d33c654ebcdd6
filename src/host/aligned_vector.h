// Arrays that vector instructions read.
#pragma once

#include <cstddef>
#include <vector>

namespace gaugegl::host {

/// Memory aligned to a cache line.  Large allocations use huge pages if the system has them, because the hop touches so
/// many pages that TLB misses would cost time.  Throws std::bad_alloc.
void* allocateAligned(std::size_t bytes);
/// Frees memory of allocateAligned() with that size.
void freeAligned(void* memory, std::size_t bytes);

/// An allocator of the standard library.
template<class T>
struct AlignedAllocator {
    using value_type = T; ///< what std::vector asks for
    AlignedAllocator() = default;
    /// Allocators are stateless.
    template<class U>
    explicit AlignedAllocator(const AlignedAllocator<U>&)
    {}
    /// Throws std::bad_alloc.
    T* allocate(std::size_t n) { return static_cast<T*>(allocateAligned(n * sizeof(T))); }
    /// Frees memory of allocate().
    void deallocate(T* memory, std::size_t n) { freeAligned(memory, n * sizeof(T)); }
    /// Always true: any allocator can free the memory of another.
    bool operator==(const AlignedAllocator&) const = default;
};

/// Numbers that vector instructions read.
template<class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

} // namespace gaugegl::host
