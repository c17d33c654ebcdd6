// The checksums of file formats, fed with the bytes of the file site by site.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl::io {

/// QIO's checksum of a lattice field: with crc the CRC-32 (as in zlib) of the bytes of site number `site`,
///   suma = xor of rotl(crc, site mod 29),   sumb = xor of rotl(crc, site mod 31).
struct ScidacChecksum {
    std::uint32_t suma = 0; ///< over rotations mod 29
    std::uint32_t sumb = 0; ///< over rotations mod 31

    /// Adds the bytes of one site; sites may come in any order.
    void add(std::int64_t site, std::span<const std::byte> bytes);
    /// Adds the sites of another part of the lattice.
    void add(const ScidacChecksum& part);
    /// Equal sums.
    bool operator==(const ScidacChecksum&) const = default;
};

/// "suma a3b09c8, sumb d7a6d9a1".
std::string name(const ScidacChecksum& checksum);

/// The checksum of the NERSC archive: the sum mod 2^32 of the data as 32-bit words in the file's byte order.
class NerscChecksum {
public:
    /// For a file with this byte order.
    explicit NerscChecksum(bool bigEndian = true, std::uint32_t sum = 0) : bigEndian_(bigEndian), sum_(sum) {}

    /// Adds bytes, whose number must be a multiple of four.
    void add(std::span<const std::byte> bytes);
    /// Adds the bytes of another part of the file.
    void add(const NerscChecksum& part) { sum_ += part.sum_; }
    /// The checksum of all bytes so far.
    std::uint32_t value() const { return sum_; }
    /// Equal sums.
    bool operator==(const NerscChecksum&) const = default;

private:
    bool bigEndian_;
    std::uint32_t sum_;
};

/// MILC's checksum of a file: with v(i) its i-th word of 32 bits, sum29 = xor of rotl(v(i), i mod 29), sum31 = xor of
/// rotl(v(i), i mod 31).  MILC, generic/io_lat4.c, "Checksums".
class MilcChecksum {
public:
    /// For a file with this byte order.
    explicit MilcChecksum(bool bigEndian = true, std::uint32_t sum29 = 0, std::uint32_t sum31 = 0)
        : bigEndian_(bigEndian), sums_{sum29, sum31}
    {}

    /// Adds bytes, whose number must be a multiple of four, from that word of the file on.
    void add(std::int64_t word, std::span<const std::byte> bytes);
    /// Adds the bytes of another part of the file.
    void add(const MilcChecksum& part);
    /// sum29 and sum31.
    const std::array<std::uint32_t, 2>& values() const { return sums_; }
    /// Equal sums.
    bool operator==(const MilcChecksum&) const = default;

private:
    bool bigEndian_;
    std::array<std::uint32_t, 2> sums_;
};

/// Parses a hexadecimal number of at most 32 bits, with or without 0x.  Nothing for any other text.
std::optional<std::uint32_t> parseHex(std::string_view text);

} // namespace gaugegl::io
