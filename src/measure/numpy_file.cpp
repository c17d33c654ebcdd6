// The formats .npy (numpy.lib.format) and .npz, a ZIP archive of such files (PKWARE APPNOTE 6.3.9, 4.3), as NumPy and export_npz.cpp write them.
#include "measure/named_array.h"

#include "base/text_file.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <zlib.h>

namespace gaugegl::measure {
namespace {

/// A number of so many bytes, the least significant one first; 0 beyond the end.
std::uint64_t wordAt(std::string_view text, std::size_t at, int bytes)
{
    std::uint64_t word = 0;
    for (int k = 0; k < bytes; ++k)
        if (at + std::size_t(k) < text.size())
            word |= std::uint64_t(static_cast<unsigned char>(text[at + std::size_t(k)])) << (8 * k);
    return word;
}

/// What stands behind 'KEY': in the head of a file .npy, which is a dictionary of Python.
std::string_view valueIn(std::string_view head, std::string_view key)
{
    const std::size_t at = head.find(fmt::format("'{}':", key));
    return at == std::string_view::npos
               ? ""
               : head.substr(std::min(head.find_first_not_of(' ', at + key.size() + 3), head.size()));
}

/// Nothing where its numbers are of another type, or there are none, and `others` may be.
std::optional<NamedArray> arrayOf(const std::string& file, const std::string& name, std::string_view text, bool others)
{
    constexpr std::size_t before = 8;
    const int lengthBytes = text.size() > before && text[before - 2] == 1 ? 2 : 4;
    const std::size_t begin = before + std::size_t(lengthBytes), length = wordAt(text, before, lengthBytes);
    if (!text.starts_with("\x93NUMPY") || length > text.size() || begin + length > text.size())
        throw FileError(file, fmt::format("{} is no array of NumPy", name));
    const std::string_view head = text.substr(begin, length), type = valueIn(head, "descr");
    const int bytes = type.starts_with("'<f8'") ? 8 : type.starts_with("'<f4'") ? 4 : 0;
    const std::string_view extents = valueIn(head, "shape");
    const std::vector<std::size_t> shape = extentsIn(extents.substr(0, extents.find(')')));
    if (others && (bytes == 0 || shape.size() < 2)) return std::nullopt;
    if (bytes == 0 || shape.size() < 2 || !valueIn(head, "fortran_order").starts_with("False"))
        throw FileError(
            file,
            fmt::format(
                "{} has to be an array [configuration, .., t] of real numbers ('<f8' or '<f4') in the order of C; its "
                "head is {}",
                name, head.substr(0, head.find('}') + 1)));
    std::size_t size = 1, room = (text.size() - begin - length) / std::size_t(bytes);
    for (const std::size_t extent : shape) {
        if (extent == 0 && others) return std::nullopt;
        if (extent == 0 || size > room / extent)
            throw FileError(file, fmt::format("{} has no numbers, or is not whole", name));
        size *= extent;
    }
    NamedArray array{name, plainAxes({shape.begin() + 1, shape.end()}), {}};
    array.values.assign(shape[0], std::vector<double>(size / shape[0]));
    std::size_t at = begin + length;
    for (std::vector<double>& one : array.values)
        for (double& value : one) {
            const std::uint64_t word = wordAt(text, at, bytes);
            value = bytes == 8 ? std::bit_cast<double>(word) : double(std::bit_cast<float>(std::uint32_t(word)));
            at += std::size_t(bytes);
        }
    return array;
}

/// Those of the files of an archive, by its central directory.
std::vector<NamedArray> archivedArrays(const std::string& file, std::string_view text)
{
    constexpr std::string_view endMark = "PK\5\6", entryMark = "PK\1\2";
    const std::size_t end = text.rfind(endMark);
    if (end == std::string_view::npos || text.size() - end < 22) throw FileError(file, "is no whole archive");
    std::vector<NamedArray> arrays;
    std::size_t at = wordAt(text, end + 16, 4);
    for (std::uint64_t left = wordAt(text, end + 10, 2); left > 0; --left) {
        if (at + 46 > text.size() || !text.substr(at).starts_with(entryMark))
            throw FileError(file, "is no whole archive");
        const std::size_t packed = wordAt(text, at + 20, 4), nameLength = wordAt(text, at + 28, 2),
                          local = wordAt(text, at + 42, 4);
        const std::size_t begin = local + 30 + wordAt(text, local + 26, 2) + wordAt(text, local + 28, 2);
        const std::uint64_t method = wordAt(text, at + 10, 2);
        std::string name(text.substr(at + 46, nameLength));
        if (begin > text.size() || packed > text.size() - begin || (method != 0 && method != 8))
            throw FileError(file, fmt::format("{} cannot be unpacked", name));
        std::string_view content = text.substr(begin, packed);
        const std::string unpacked = method == 8 ? inflated(file, content, -15) : std::string();
        if (method == 8) content = unpacked;
        if (name.ends_with(".npy")) name.resize(name.size() - 4);
        if (auto array = arrayOf(file, name, content, /*others=*/true)) arrays.push_back(std::move(*array));
        at += 46 + nameLength + wordAt(text, at + 30, 2) + wordAt(text, at + 32, 2);
    }
    return arrays;
}

} // namespace

std::vector<std::size_t> extentsIn(std::string_view text)
{
    std::vector<std::size_t> extents;
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        std::size_t extent = 0;
        const auto [next, error] = std::from_chars(at, end, extent);
        if (error == std::errc()) extents.push_back(extent);
        at = error == std::errc() ? next : at + 1;
    }
    return extents;
}

std::vector<Axis> plainAxes(const std::vector<std::size_t>& shape)
{
    std::vector<Axis> axes;
    for (const std::size_t extent : shape) {
        Axis& axis = axes.emplace_back(Axis{.name = fmt::format("axis{}", axes.size() + 1)});
        for (std::size_t k = 0; k < extent; ++k)
            axis.points.push_back(double(k));
    }
    return axes;
}

std::vector<NamedArray> numpyArrays(const std::string& file, std::string_view text)
{
    if (text.starts_with("PK")) return archivedArrays(file, text);
    return {*arrayOf(file, "array", text, /*others=*/false)};
}

std::string inflated(const std::string& file, std::string_view packed, int bits)
{
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = uInt(packed.size());
    if (packed.size() > longestTextFile || inflateInit2(&stream, bits) != Z_OK)
        throw FileError(file, "cannot be unpacked");
    std::string text, piece(std::size_t(1) << 18, '\0');
    int state = Z_OK;
    while (state == Z_OK && text.size() <= longestTextFile) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = uInt(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece, 0, piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END) throw FileError(file, "cannot be unpacked: it is damaged, not whole, or above 1 GiB");
    return text;
}

} // namespace gaugegl::measure
