#include "gaugegl/io/checksums.h"

#include "io/endian.h"

#include <bit>
#include <cassert>
#include <charconv>
#include <fmt/format.h>
#include <zlib.h>

namespace gaugegl::io {

void ScidacChecksum::add(std::int64_t site, std::span<const std::byte> bytes)
{
    const uLong start = crc32(0, Z_NULL, 0);
    const auto crc = static_cast<std::uint32_t>(
        crc32(start, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    suma ^= std::rotl(crc, static_cast<int>(site % 29));
    sumb ^= std::rotl(crc, static_cast<int>(site % 31));
}

void ScidacChecksum::add(const ScidacChecksum& part)
{
    suma ^= part.suma;
    sumb ^= part.sumb;
}

std::string name(const ScidacChecksum& checksum)
{
    return fmt::format("suma {:x}, sumb {:x}", checksum.suma, checksum.sumb);
}

void NerscChecksum::add(std::span<const std::byte> bytes)
{
    assert(bytes.size() % 4 == 0);
    for (std::size_t i = 0; i < bytes.size(); i += 4)
        sum_ += load<std::uint32_t>(&bytes[i], bigEndian_);
}

void MilcChecksum::add(std::int64_t word, std::span<const std::byte> bytes)
{
    assert(bytes.size() % 4 == 0);
    int by29 = int(word % 29), by31 = int(word % 31);
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        const auto value = load<std::uint32_t>(&bytes[i], bigEndian_);
        sums_[0] ^= std::rotl(value, by29);
        sums_[1] ^= std::rotl(value, by31);
        if (++by29 == 29) by29 = 0;
        if (++by31 == 31) by31 = 0;
    }
}

void MilcChecksum::add(const MilcChecksum& part)
{
    sums_[0] ^= part.sums_[0];
    sums_[1] ^= part.sums_[1];
}

std::optional<std::uint32_t> parseHex(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc() || text.empty() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

} // namespace gaugegl::io
