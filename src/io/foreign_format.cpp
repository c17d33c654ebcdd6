#include "io/foreign_format.h"

#include "io/endian.h"
#include "io/lime.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace gaugegl::io {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view otherCodes =
    "; the page \"Configurations of other programs\" has a few lines of NumPy that read it";

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
    Beginning{"File Type: MDP FIELD"sv,
              "is a field of FermiQCD (MDP): save it there as NERSC, or read it with NumPy and "
              "gaugegl.GaugeField.from_numpy"},
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

/// MILC: a magic number, which tells the version and the order of bytes, and the extents x, y, z, t.
std::optional<std::string> milc(std::span<const std::byte> start)
{
    struct Version {
        std::uint32_t magic;
        const char* name;
    };
    // include/file_types.h of MILC.
    constexpr std::array<Version, 4> versions = {
        {{20103, "version 5"}, {59354, "versions 1 to 4"}, {53546, "of 1996"}, {0x71626434, "in the order of FNAL"}}};
    if (start.size() < 4) return std::nullopt;
    for (const bool big : {false, true})
        for (const Version& version : versions)
            if (load<std::uint32_t>(start.data(), big) == version.magic)
                return fmt::format(
                    "is a MILC configuration ({}, {} endian): MILC reads it with reload_serial and writes ILDG with "
                    "save_serial_ildg, or NERSC with save_serial_archive{}",
                    version.name, big ? "big" : "little", version.magic == 20103 ? otherCodes : "");
    return std::nullopt;
}

/// openQCD: the extents t, x, y, z, the plaquette, and eight links of SU(3) on each odd site; little endian.  It has no magic number, but its
/// size is that of no other.
std::optional<std::string> openQcd(std::span<const std::byte> start, std::uint64_t size)
{
    constexpr std::size_t head = 4 * 4 + 8;
    constexpr std::int64_t bytesPerSite = 8 * 18 * 8 / 2, most = 1 << 14;
    if (start.size() < head) return std::nullopt;
    std::array<std::int64_t, 4> extents{};
    std::int64_t volume = 1;
    for (std::size_t mu = 0; mu < 4; ++mu) {
        extents[mu] = std::int32_t(load<std::uint32_t>(&start[4 * mu], false));
        if (extents[mu] < 1 || extents[mu] > most) return std::nullopt;
        volume *= extents[mu];
    }
    const double plaquette = std::bit_cast<double>(load<std::uint64_t>(&start[16], false));
    const auto data = std::uint64_t(volume) * std::uint64_t(bytesPerSite);
    if (size != head + data || !(std::abs(plaquette) <= 3)) return std::nullopt;
    return fmt::format("is an openQCD configuration, {}x{}x{}x{}{}", extents[1], extents[2], extents[3], extents[0],
                       otherCodes);
}

} // namespace

std::optional<ForeignFormat> foreignFormat(InputFile& file)
{
    constexpr std::size_t length = 24;
    const std::string start = file.text(0, length);
    for (const Beginning& one : beginnings)
        if (start.starts_with(one.bytes)) return ForeignFormat{std::string(one.what), one.mayHoldField};
    if (isHdf5(file))
        return ForeignFormat{
            "is an HDF5 file, whose layout is that of the program that wrote it: save it there as ILDG, or read "
            "it with h5py and gaugegl.GaugeField.from_numpy",
            true};
    if (start.starts_with("BEGIN_HEADER")) return ForeignFormat{"is a NERSC configuration", true};
    const auto bytes = std::as_bytes(std::span(start));
    auto found = milc(bytes);
    if (!found) found = openQcd(bytes, file.size());
    if (!found) return std::nullopt;
    return ForeignFormat{*std::move(found), true};
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
