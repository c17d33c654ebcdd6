// The format of openQCD's export_cnfg(), also called that of CERN (openQCD, main/README.io).  Little endian: the extents t, x, y, z (int32),
// three times the plaquette (double), then for each odd site, t slowest, then x, y and z, eight links of SU(3) in double precision:
// U_mu(x) and U_mu(x - mu) for mu = t, x, y, z.  Behind them openQxD may have a U(1) field.
#include "base/one_line.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/ordered_file.h"

#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::io {

namespace {

constexpr std::size_t openQcdHeader = 4 * 4 + 8;
constexpr LinkCodec openQcdCodec = {.group = Group::SU3, .rows = 3, .bits = 64, .bigEndian = false};

/// In messages, behind a plaquette that is another.  With open boundary conditions it is that of the file, whose links in t of the last
/// slice are zero (modules/uflds/plaq_sum.c).  With C* ones in space it is that of periodic links, since openQxD's export_cnfg() first
/// undoes the conjugation of the mirror lattice: nothing in a file tells them.
constexpr const char* otherBoundaries =
    "; openQCD's is that of its boundary conditions: with Schroedinger functional or open-SF ones in time the links "
    "are not those of a periodic lattice";

/// The place of a direction x, y, z, t among t, x, y, z.
constexpr int timeFirst(int mu) { return (mu + 1) % 4; }

LinkOrder openQcdOrder(const Lattice& lattice)
{
    return [extents = lattice.extents()](Coordinates x, int mu) {
        const bool odd = Lattice::parity(x) == 1;
        if (!odd) { // U_mu(x) stands at the odd end of the link
            int& along = x[std::size_t(mu)];
            along = (along + 1) % extents[std::size_t(mu)];
        }
        const std::int64_t site = ((std::int64_t{x[3]} * extents[0] + x[0]) * extents[1] + x[1]) * extents[2] + x[2];
        return site / 2 * 8 + 2 * timeFirst(mu) + (odd ? 0 : 1); // two sites that follow in z, one of them odd
    };
}

/// The extents x, y, z, t and three times the plaquette of a file that begins as one of this format.
struct OpenQcdStart {
    std::array<int, 4> extents;
    double plaquettes;
};
std::optional<OpenQcdStart> openQcdStart(InputFile& file)
{
    constexpr std::int32_t most = 1 << 14; // an extent of any lattice
    const std::string start = file.text(0, openQcdHeader);
    if (start.size() < openQcdHeader) return {};
    const auto bytes = std::as_bytes(std::span(start));
    OpenQcdStart result{};
    for (int mu = 0; mu < 4; ++mu) {
        const auto extent = std::int32_t(load<std::uint32_t>(&bytes[std::size_t(4 * timeFirst(mu))], false));
        if (extent < 1 || extent > most) return {};
        result.extents[std::size_t(mu)] = extent;
    }
    result.plaquettes = std::bit_cast<double>(load<std::uint64_t>(&bytes[16], false));
    const bool number = result.plaquettes == 0 || std::isnormal(result.plaquettes);
    if (!number || std::abs(result.plaquettes) > 3 + 1e-6) return {};
    return result;
}

std::unique_ptr<GaugeFileReader> openOpenQcd(InputFile file, const GaugeFileHints& hints)
{
    const OpenQcdStart start = openQcdStart(file).value();
    const Lattice lattice = latticeOfFile(file, 0, start.extents);
    OrderedLinks links{
        "openQCD",     lattice,      StatedNumber{.value = start.plaquettes / 3, .hint = otherBoundaries},
        openQcdHeader, openQcdCodec, openQcdOrder(lattice)};
    // openQxD (modules/archive/archive.c) has a second plaquette and an angle for each link behind.
    const std::uint64_t ofU1 = 8 + 32 * std::uint64_t(lattice.volume());
    if (file.size() == openQcdHeader + LinkData{lattice, openQcdCodec}.bytes() + ofU1) {
        links.behind = ofU1;
        links.warnings.push_back(
            oneLine(file.path(), 2000) +
            ": behind the links of SU(3) is a U(1) field of openQxD, which is not read; C* boundary conditions "
            "in space, which such a file does not tell, are taken as periodic ones");
    }
    return openOrdered(std::move(file), hints, std::move(links));
}

void writeOpenQcd(const FilePlace& path, Group /*group*/, const FilePart& part, const GaugeWriteOptions& options,
                  const SiteSource& source)
{
    std::array<std::byte, openQcdHeader> header{};
    for (int mu = 0; mu < 4; ++mu)
        store(&header[std::size_t(4 * timeFirst(mu))], std::uint32_t(part.lattice.extent(mu)), false);
    store(&header[16], std::bit_cast<std::uint64_t>(3 * requirePlaquette(path.path(), options)), false);
    writeOrdered(path, part, header, openQcdCodec, openQcdOrder(part.lattice.whole()), source);
}

} // namespace

extern const Format openQcdFormat;
const Format openQcdFormat = {{.key = "openqcd",
                               .name = "openQCD",
                               .about = "openQCD's export format, also called CERN's: SU(3) in 64 bits, little endian",
                               .endings = "openqcd",
                               .order = ByteOrder::Little,
                               .single = false,
                               .group = Group::SU3},
                              [](InputFile& file) { return openQcdStart(file).has_value(); },
                              openOpenQcd,
                              writeOpenQcd};

} // namespace gaugegl::io
