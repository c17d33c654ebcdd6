// Numbers of a given byte order in a sequence of bytes.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>

namespace gaugegl::io {

/// The bytes in the other order.
template<std::unsigned_integral Word>
constexpr Word byteSwapped(Word word)
{
    Word swapped = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i)
        swapped = static_cast<Word>(swapped | (((word >> (8 * i)) & 0xffu) << (8 * (sizeof(Word) - 1 - i))));
    return swapped;
}

/// The number at `bytes`, which need not be aligned.
template<std::unsigned_integral Word>
Word load(const std::byte* bytes, bool bigEndian)
{
    Word word = 0;
    std::memcpy(&word, bytes, sizeof(Word));
    return bigEndian == (std::endian::native == std::endian::big) ? word : byteSwapped(word);
}

/// Puts the number at `bytes`, which need not be aligned.
template<std::unsigned_integral Word>
void store(std::byte* bytes, Word word, bool bigEndian)
{
    if (bigEndian != (std::endian::native == std::endian::big)) word = byteSwapped(word);
    std::memcpy(bytes, &word, sizeof(Word));
}

} // namespace gaugegl::io
