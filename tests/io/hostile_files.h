// Files made to hurt whoever reads them: huge numbers, endless headers, bombs.
#pragma once

#include "io/endian.h"

#include "io/sample_field.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <zlib.h>

namespace gaugegl::io::test {

/// A LIME record whose header claims `length` bytes; the data is what it is.
inline std::string limeRecord(const std::string& type, const std::string& data, std::uint64_t length)
{
    std::array<std::byte, 144> header{};
    store<std::uint32_t>(&header[0], 0x456789ab, true);
    store<std::uint16_t>(&header[4], 1, true);
    store<std::uint64_t>(&header[8], length, true);
    std::string bytes(reinterpret_cast<const char*>(header.data()), header.size());
    bytes.replace(16, type.size(), type);
    return bytes + data + std::string((8 - data.size() % 8) % 8, '\0');
}

inline std::string limeRecord(const std::string& type, const std::string& data)
{
    return limeRecord(type, data, data.size());
}

/// An ILDG file with this as its ildg-format record and 16 bytes as its links.
inline std::string ildgWithFormat(const std::string& xml)
{
    return limeRecord("ildg-format", xml) + limeRecord("ildg-binary-data", std::string(16, '\0'));
}

inline std::string ildgFormat(const std::array<std::string, 4>& extents, const std::string& before = "")
{
    return fmt::format("{}<ildgFormat><version>1.0</version><field>su3gauge</field><precision>64</precision>"
                       "<lx>{}</lx><ly>{}</ly><lz>{}</lz><lt>{}</lt></ildgFormat>",
                       before, extents[0], extents[1], extents[2], extents[3]);
}

inline std::string nerscHeader(const std::array<std::string, 4>& extents)
{
    return fmt::format("BEGIN_HEADER\nDATATYPE = 4D_SU3_GAUGE\nDIMENSION_1 = {}\nDIMENSION_2 = {}\nDIMENSION_3 = {}\n"
                       "DIMENSION_4 = {}\nCHECKSUM = 0\nFLOATING_POINT = IEEE64BIG\nEND_HEADER\n",
                       extents[0], extents[1], extents[2], extents[3]);
}

inline std::string repeated(const std::string& text, std::size_t times)
{
    std::string all;
    all.reserve(times * text.size());
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

/// Each entity is ten of the one before.
inline std::string entityBomb(int levels)
{
    std::string xml = "<!DOCTYPE bomb [<!ENTITY e0 \"44444444\">";
    for (int i = 1; i < levels; ++i)
        xml += fmt::format("<!ENTITY e{} \"{}\">", i, repeated(fmt::format("&e{};", i - 1), 10));
    return xml + "]>";
}

/// Begins with the text and goes on with a hole, so that it is `size` bytes long and takes no room on the disk.
inline void saveWithHole(const std::string& path, const std::string& start, std::uintmax_t size)
{
    save(path, start);
    std::filesystem::resize_file(path, size);
}

/// As gzip makes it.
inline std::string packed(const std::string& bytes)
{
    z_stream stream{};
    constexpr int gzipWindow = 15 + 16, memory = 8;
    EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, gzipWindow, memory, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(deflateBound(&stream, uLong(bytes.size())), '\0');
    std::string in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = uInt(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// As zstd may make it (RFC 8878), without its library: a frame of blocks of bytes as they are, and for `zeros` more one block that
/// repeats a byte.
inline std::string zstdFrame(const std::string& bytes, std::size_t zeros = 0)
{
    constexpr std::size_t most = std::size_t{1} << 16;
    std::string frame("\x28\xb5\x2f\xfd\x00\x58", 6); // no checksum, a window of 2 MiB
    const auto block = [&](std::size_t size, int type, bool last, const std::string& data) {
        const std::size_t header = size << 3 | std::size_t(type) << 1 | (last ? 1 : 0);
        for (int byte = 0; byte < 3; ++byte)
            frame += static_cast<char>(header >> (8 * byte) & 0xff);
        frame += data;
    };
    for (std::size_t at = 0; at < bytes.size(); at += most)
        block(std::min(most, bytes.size() - at), 0, false, bytes.substr(at, most));
    block(zeros, 1, true, std::string(1, '\0'));
    return frame;
}

} // namespace gaugegl::io::test
