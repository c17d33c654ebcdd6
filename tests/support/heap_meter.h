// The memory that C++ code asks for with new.  Included once in an executable, since it replaces the operators.
#pragma once

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace gaugegl::testing_support {

inline std::atomic<std::size_t> heapBytes = 0, heapPeak = 0;

/// The bytes by which the heap grew at most since it was made.
class HeapMeter {
public:
    HeapMeter() : before_(heapBytes) { heapPeak = heapBytes.load(); }
    std::size_t peak() const { return heapPeak - before_; }

private:
    std::size_t before_;
};

inline void* counted(void* memory)
{
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = heapBytes += ::malloc_usable_size(memory);
    for (std::size_t peak = heapPeak; now > peak && !heapPeak.compare_exchange_weak(peak, now);) {
    }
    return memory;
}

inline void uncounted(void* memory)
{
    heapBytes -= ::malloc_usable_size(memory);
    std::free(memory);
}

} // namespace gaugegl::testing_support

void* operator new(std::size_t size) { return gaugegl::testing_support::counted(std::malloc(size)); }
void* operator new[](std::size_t size) { return gaugegl::testing_support::counted(std::malloc(size)); }
void operator delete(void* memory) noexcept { gaugegl::testing_support::uncounted(memory); }
void operator delete[](void* memory) noexcept { gaugegl::testing_support::uncounted(memory); }
void operator delete(void* memory, std::size_t) noexcept { gaugegl::testing_support::uncounted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { gaugegl::testing_support::uncounted(memory); }
