#include "host/aligned_vector.h"

#include "base/platform.h"

#include <new>

namespace gaugegl::host {
namespace {

constexpr std::size_t cacheLine = 64, largePage = std::size_t(2) << 20;

std::align_val_t alignmentOf(std::size_t bytes)
{
    return std::align_val_t(bytes >= 2 * largePage ? largePage : cacheLine);
}

} // namespace

void* allocateAligned(std::size_t bytes)
{
    const std::align_val_t alignment = alignmentOf(bytes);
    void* const memory = ::operator new(bytes, alignment);
#if defined(__linux__)
    // A wish: where the system does not grant it, pages are small.
    if (alignment == std::align_val_t(largePage)) adviseLargePages(memory, bytes);
#endif
    return memory;
}

void freeAligned(void* memory, std::size_t bytes) { ::operator delete(memory, alignmentOf(bytes)); }

} // namespace gaugegl::host
