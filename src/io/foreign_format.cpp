#include "io/foreign_format.h"

#include "io/format.h"
#include "io/propagator_format.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace gaugegl::io {
namespace {

using namespace std::string_view_literals;

/// Files that begin with these bytes.
struct Beginning {
    std::string_view bytes;
    std::string_view what;
    bool mayHoldField = true;
};
constexpr std::array beginnings = {
    Beginning{"\x1f\x8b"sv, "is compressed: unpack it first, with gzip -d"},
    Beginning{"\x28\xb5\x2f\xfd"sv, "is compressed: unpack it first, with zstd -d"},
    Beginning{"BZh"sv, "is compressed: unpack it first, with bzip2 -d"},
    Beginning{"\xfd"
              "7zXZ\0"sv,
              "is compressed: unpack it first, with xz -d"},
    Beginning{"\x04\x22\x4d\x18"sv, "is compressed: unpack it first, with lz4 -d"},
    Beginning{"PK\x03\x04"sv, "is a zip archive, as NumPy's .npz: unpack it first, with unzip or numpy.load"},
    Beginning{
        "\x93NUMPY"sv,
        "is a NumPy array: in Python, gaugegl.GaugeField.from_numpy(numpy.load(FILE)).write(\"u.ildg\") makes it a "
        "configuration"},
    Beginning{"version https://git-lfs"sv, "is a pointer of Git LFS, not the file itself: `git lfs pull` fetches it",
              false},
    Beginning{"<!DOCTYPE html"sv, "is a web page, perhaps about a download that failed", false},
    Beginning{"<html"sv, "is a web page, perhaps about a download that failed", false}};

/// The superblock of HDF5 may stand behind a block of the user.
bool isHdf5(InputFile& file)
{
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    constexpr std::uint64_t farthest = 1 << 20;
    if (file.text(0, signature.size()) == signature) return true;
    for (std::uint64_t at = 512; at <= farthest; at *= 2)
        if (file.text(at, signature.size()) == signature) return true;
    return false;
}

} // namespace

std::optional<ForeignFormat> foreignFormat(InputFile& file)
{
    constexpr std::size_t length = 24;
    const std::string start = file.text(0, length);
    for (const Beginning& one : beginnings)
        if (start.starts_with(one.bytes)) return ForeignFormat{std::string(one.what), one.mayHoldField};
    if (isHdf5(file))
        return ForeignFormat{"is an HDF5 file behind a block of another program: `h5jam` and `h5unjam` take it apart",
                             true};
    if (const Format* format = formatOf(file))
        return ForeignFormat{fmt::format("is a configuration of {}", format->facts.name), true};
    for (const PropagatorFormat* format : propagatorFormats())
        if (format->probe(file))
            return ForeignFormat{
                fmt::format("is a propagator of {}, for `gaugegl spectrum --propagator`", format->facts.name), true};
    return std::nullopt;
}

void failAsForeign(InputFile& file, const std::string& expected, const std::string& beginning)
{
    const auto known = foreignFormat(file);
    if (known) file.fail(0, fmt::format("{}; expected is {}", known->what, expected));
    std::string seen;
    for (const unsigned char c : file.text(0, 4))
        seen += fmt::format("{:02x}", c);
    file.fail(0, fmt::format("is not {}: {}; here is {}", expected, beginning, seen.empty() ? "nothing" : seen));
}

} // namespace gaugegl::io
