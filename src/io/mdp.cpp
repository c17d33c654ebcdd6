// Fields of FermiQCD (Libraries/mdp_field.h, mdp_field_save.h), those with the bytes of a gauge field at each site.  A header of 236
// bytes: "File Type: MDP FIELD\n", the program and the date (60 bytes each), 0x87654321 in the order of bytes of the numbers, the
// dimensions, ten extents t, x, y, z, .., the bytes of a site, the sites (int32); then the sites, t slowest, then x, y and z, and at each
// the links t, x, y, z by rows, in single or double precision.
#include "base/one_line.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/ordered_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace gaugegl::io {

namespace {

constexpr std::string_view mdpBeginning = "File Type: MDP FIELD";
constexpr std::size_t mdpHeader = 236, mdpText = 60, mdpEndian = 180, mdpDimensions = 184, mdpExtents = 188,
                      mdpBytes = 228, mdpSites = 232;
constexpr std::uint32_t mdpMagic = 0x87654321;

/// The group and precision of gauge fields of so many bytes at a site.
std::optional<LinkCodec> mdpCodec(std::uint32_t bytesPerSite, bool bigEndian)
{
    for (const Group group : allGroups())
        for (const int bits : {32, 64}) {
            const LinkCodec codec = {.group = group, .rows = colours(group), .bits = bits, .bigEndian = bigEndian};
            if (codec.bytesPerSite() == bytesPerSite) return codec;
        }
    return {};
}

std::unique_ptr<GaugeFileReader> openMdp(InputFile file, const GaugeFileHints& hints)
{
    std::array<std::byte, mdpHeader> bytes{};
    file.read(bytes, 0);
    const bool bigEndian = load<std::uint32_t>(&bytes[mdpEndian], true) == mdpMagic;
    const auto word = [&](std::size_t at) { return load<std::uint32_t>(&bytes[at], bigEndian); };
    if (word(mdpEndian) != mdpMagic)
        file.fail(mdpEndian, fmt::format("the order of bytes is {:08x}, expected {:08x} in either order",
                                         word(mdpEndian), mdpMagic));
    if (word(mdpDimensions) != 4)
        file.fail(mdpDimensions, fmt::format("the field has {} dimensions, expected 4", word(mdpDimensions)));
    std::array<int, 4> extents{};
    for (std::size_t mu = 0; mu < 4; ++mu)
        extents[mu] = int(word(mdpExtents + 4 * ((mu + 1) % 4)));
    const Lattice lattice = latticeOfFile(file, mdpExtents, extents);
    const auto codec = mdpCodec(word(mdpBytes), bigEndian);
    if (!codec)
        file.fail(mdpBytes,
                  fmt::format("a field with {} bytes at a site is no gauge field of {}", word(mdpBytes), groupWords()));
    return openOrdered(std::move(file), hints,
                       {"FermiQCD", lattice, std::nullopt, mdpHeader, *codec, orderTimeFirst(lattice)});
}

void writeMdp(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
              const SiteSource& source)
{
    const LinkCodec codec = {
        .group = group, .rows = colours(group), .bits = options.bits, .bigEndian = options.bigEndian};
    std::array<std::byte, mdpHeader> header{};
    const auto text = [&](std::size_t at, std::string_view what) {
        std::ranges::copy(std::as_bytes(std::span(what.substr(0, mdpText - 1))), &header[at]);
    };
    const auto word = [&](std::size_t at, std::uint32_t value) { store(&header[at], value, options.bigEndian); };
    text(0, mdpBeginning);
    header[mdpBeginning.size()] = std::byte{'\n'};
    text(mdpText, "gaugegl " GAUGEGL_VERSION);
    text(2 * mdpText, timeStamp(options) + "\n");
    word(mdpEndian, mdpMagic);
    word(mdpDimensions, 4);
    for (std::size_t mu = 0; mu < 4; ++mu)
        word(mdpExtents + 4 * ((mu + 1) % 4), std::uint32_t(part.lattice.extent(int(mu))));
    word(mdpBytes, std::uint32_t(codec.bytesPerSite()));
    word(mdpSites, std::uint32_t(part.lattice.volume()));
    writeOrdered(path, part, header, codec, orderTimeFirst(part.lattice.whole()), source);
}

} // namespace

extern const Format mdpFormat;
const Format mdpFormat = {{.key = "mdp",
                           .name = "FermiQCD",
                           .about = "gauge fields of FermiQCD (MDP), any N",
                           .endings = "mdp",
                           .order = ByteOrder::Either},
                          [](InputFile& file) { return file.text(0, mdpBeginning.size()) == mdpBeginning; },
                          openMdp,
                          writeMdp};

} // namespace gaugegl::io
