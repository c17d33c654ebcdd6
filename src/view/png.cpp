#include "png.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"

#include <zlib.h>

namespace gaugegl::view {
namespace {

std::string bigEndian(std::uint32_t number)
{
    std::string bytes;
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>((number >> shift) & 0xffU);
    return bytes;
}

std::string chunk(const std::string& type, const std::string& data)
{
    const std::string body = type + data;
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size()));
    return bigEndian(std::uint32_t(data.size())) + body + bigEndian(std::uint32_t(crc));
}

/// Each row begins with the number of its filter, 2: bytes are differences to those of the row above.
std::string filtered(const Picture8& picture)
{
    const std::size_t row = 3 * std::size_t(picture.width);
    std::string bytes;
    bytes.reserve(std::size_t(picture.height) * (row + 1));
    for (std::size_t y = 0; y < std::size_t(picture.height); ++y) {
        bytes += '\2';
        for (std::size_t i = y * row; i < (y + 1) * row; ++i)
            bytes += static_cast<char>(picture.bytes[i] - (y > 0 ? picture.bytes[i - row] : 0));
    }
    return bytes;
}

std::string compressed(const std::string& bytes)
{
    uLongf size = compressBound(uLong(bytes.size()));
    std::string result(size, '\0');
    constexpr int level = 6;
    if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  uLong(bytes.size()), level) != Z_OK)
        throw Error("zlib cannot compress a picture: out of memory");
    result.resize(size);
    return result;
}

} // namespace

std::string pngBytes(const Picture8& picture)
{
    // 8 bits, red green blue, and the only compression and filter method that there are, no interlacing.
    const std::string format("\x08\x02\0\0\0", 5);
    return std::string("\x89PNG\r\n\x1a\n", 8) +
           chunk("IHDR", bigEndian(std::uint32_t(picture.width)) + bigEndian(std::uint32_t(picture.height)) + format) +
           chunk("IDAT", compressed(filtered(picture))) + chunk("IEND", "");
}

void writePng(const FilePlace& place, const Picture8& picture) { writeTextFile(place, pngBytes(picture)); }

} // namespace gaugegl::view
