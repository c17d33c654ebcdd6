// The format of HiRep (LibHR/IO/archive.c, archive_su2quat.c).  Big endian: N, the extents t, x, y, z (int32), the plaquette (double), then
// for each site, t slowest, then x, y and z, the links t, x, y, z in double precision: N x N matrices by rows or, of SU(2) where HiRep
// is compiled without quaternions of its own, (q0, q1, q2, q3) with U = ((q0 + i q3, -q2 + i q1), (q2 + i q1, q0 - i q3)).
// The size of the file tells the two apart.
#include "gaugegl/base/error.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/ordered_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::io {

namespace {

constexpr std::size_t hiRepHeader = 5 * 4 + 8;

LinkCodec hiRepCodec(Group group, bool quaternions)
{
    return {.group = group, .rows = colours(group), .bits = 64, .bigEndian = true, .quaternions = quaternions};
}

/// The header of a file that begins as one of this format.
struct HiRepStart {
    int colours;
    std::array<int, 4> extents; ///< x, y, z, t
    double plaquette;
};
std::optional<HiRepStart> hiRepStart(InputFile& file)
{
    constexpr std::uint32_t mostColours = 16, most = 1 << 14;
    const std::string start = file.text(0, hiRepHeader);
    if (start.size() < hiRepHeader) return {};
    const auto bytes = std::as_bytes(std::span(start));
    const auto number = [&](int i) { return load<std::uint32_t>(&bytes[std::size_t(4 * i)], true); };
    HiRepStart result{.colours = int(std::min(number(0), mostColours + 1)), .extents = {}, .plaquette = 0};
    if (result.colours < 2 || result.colours > int(mostColours)) return {};
    for (int mu = 0; mu < 4; ++mu) {
        const std::uint32_t extent = number(1 + (mu + 1) % 4);
        if (extent < 1 || extent > most) return {};
        result.extents[std::size_t(mu)] = int(extent);
    }
    result.plaquette = std::bit_cast<double>(load<std::uint64_t>(&bytes[20], true));
    if (!(std::abs(result.plaquette) <= 1 + 1e-6)) return {};
    return result;
}

std::unique_ptr<GaugeFileReader> openHiRep(InputFile file, const GaugeFileHints& hints)
{
    const HiRepStart start = hiRepStart(file).value();
    const auto groups = allGroups();
    const auto group = std::ranges::find(groups, start.colours, colours);
    if (group == groups.end())
        file.fail(0, fmt::format("the header: N = {} is not supported, expected {}", start.colours, groupWords()));
    const Lattice lattice = latticeOfFile(file, 4, start.extents);
    const bool quaternions =
        traits(*group).quaternions && file.size() == hiRepHeader + LinkData{lattice, hiRepCodec(*group, true)}.bytes();
    return openOrdered(std::move(file), hints,
                       {"HiRep", lattice, StatedNumber{start.plaquette}, hiRepHeader, hiRepCodec(*group, quaternions),
                        orderTimeFirst(lattice)});
}

void writeHiRep(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                const SiteSource& source)
{
    std::array<std::byte, hiRepHeader> header{};
    store(header.data(), std::uint32_t(colours(group)), true);
    for (int mu = 0; mu < 4; ++mu)
        store(&header[std::size_t(4 * (1 + (mu + 1) % 4))], std::uint32_t(part.lattice.extent(mu)), true);
    store(&header[20], std::bit_cast<std::uint64_t>(requirePlaquette(path.path(), options)), true);
    // HiRep itself writes quaternions of SU(2), and reads both.
    writeOrdered(path, part, header, hiRepCodec(group, traits(group).quaternions), orderTimeFirst(part.lattice.whole()),
                 source);
}

} // namespace

extern const Format hiRepFormat;
const Format hiRepFormat = {
    {.key = "hirep",
     .name = "HiRep",
     .about = "HiRep's archive, any N in 64 bits, big endian; SU(2) as quaternions, also read as matrices",
     .endings = "hirep",
     .order = ByteOrder::Big,
     .single = false},
    [](InputFile& file) { return hiRepStart(file).has_value(); },
    openHiRep,
    writeHiRep};

} // namespace gaugegl::io
