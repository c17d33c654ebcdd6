// Propagators of MILC, versions 5 to 7 (generic_wilson/io_prop_w.c and generic_ks/io_prop_ks.c before 2011, include/io_wprop.h,
// include/file_types.h), SU(3) in single precision and in the order of bytes of the machine that wrote them.
//   Wilson and clover (lprop.wi, lprop.cl)   magic 12781, extents x, y, z, t (int32), time stamp (64 bytes), order of the sites (int32,
//             0: natural), number of the spins of the source and four places for them (int32); then for each of these spins and each
//             colour: spin, colour (int32), sum29, sum31 (io/checksums.h) and a spinor at each site, spin by spin
//   staggered   magic 23209, extents, time stamp, order; then for each colour: colour, sum29, sum31 and a colour vector at each site
// Sites are x fastest, t slowest.  MILC's operator 1 - kappa D has 1 + gamma_mu in the forward step with the matrices of DeGrand and Rossi.
// Its staggered operator is 2 m + D without the 1/2 of ours, with the phases eta_t = 1, eta_x = (-1)^t, eta_y = (-1)^(x+t),
// eta_z = (-1)^(x+y+t).  Vectors are read and written as they are: those of MILC are half of ours and have the signs of its phases.
#include "gaugegl/io/checksums.h"
#include "io/endian.h"
#include "io/fermion_numbers.h"
#include "io/format.h"
#include "io/propagator_format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {
namespace {

/// One of the two kinds of files.
struct MilcPropagator {
    const char* name;
    std::uint32_t magic;
    FermionKind kind;
    std::size_t header; ///< bytes before the first column
};
constexpr MilcPropagator milcWilson = {"MILC", 12781, FermionKind::Wilson, 108},
                         milcStaggered = {"MILC staggered", 23209, FermionKind::Staggered, 88};
constexpr std::size_t extentsAt = 4, timeAt = 20, timeLength = 64, orderAt = 84, spinsAt = 88;

/// The order of bytes of a file that begins so.
std::optional<bool> milcOrder(InputFile& file, const MilcPropagator& of)
{
    const std::string start = file.text(0, 4);
    if (start.size() < 4) return {};
    for (const bool big : {false, true})
        if (load<std::uint32_t>(std::as_bytes(std::span(start)).data(), big) == of.magic) return big;
    return {};
}

/// What stands before the numbers of a column: spin (of Wilson quarks), colour and sums.
std::size_t checkBytes(const MilcPropagator& of) { return hasSpin(of.kind) ? 16 : 12; }

class MilcPropagatorReader final : public PropagatorReader {
public:
    MilcPropagatorReader(InputFile file, const MilcPropagator& of) : file_(std::move(file))
    {
        header_.format = of.name;
        header_.kind = of.kind;
        header_.bigEndian = milcOrder(file_, of).value();
        std::vector<std::byte> bytes(of.header);
        file_.read(bytes, 0);
        const auto word = [&](std::size_t at) { return load<std::uint32_t>(&bytes[at], header_.bigEndian); };
        std::array<int, 4> extents{};
        for (std::size_t mu = 0; mu < 4; ++mu)
            extents[mu] = int(word(extentsAt + 4 * mu));
        header_.lattice = latticeOfFile(file_, extentsAt, extents);
        const std::string stamp = file_.text(timeAt, timeLength);
        header_.info = textOfHeader(stamp.c_str());
        if (word(orderAt) != 0)
            file_.fail(orderAt,
                       fmt::format("the sites are in the order {} of the nodes that wrote them, expected 0, the "
                                   "natural one: MILC writes it with save_serial",
                                   std::int32_t(word(orderAt))));
        std::uint32_t sourceSpins = 1;
        if (hasSpin(of.kind)) sourceSpins = word(spinsAt);
        if (sourceSpins < 1 || sourceSpins > 4)
            file_.fail(spinsAt, fmt::format("the source has {} spins, expected 1 to 4", sourceSpins));
        const FermionNumbers one{
            .kind = of.kind, .lattice = header_.lattice, .bits = 32, .bigEndian = header_.bigEndian};
        const std::uint64_t columns = std::uint64_t(sourceSpins) * 3, each = checkBytes(of) + one.bytes(),
                            expected = of.header + columns * each;
        if (file_.size() != expected)
            file_.fail(file_.size(), fmt::format("the file has {} bytes, but {} columns on {} need {}", file_.size(),
                                                 columns, header_.lattice.name(), expected));
        for (std::uint64_t k = 0; k < columns; ++k)
            addColumn(of, one, of.header + k * each);
    }

private:
    void addColumn(const MilcPropagator& of, FermionNumbers numbers, std::uint64_t at)
    {
        std::array<std::byte, 16> check{};
        file_.read(std::span(check).first(checkBytes(of)), at);
        const auto word = [&](std::size_t i) { return load<std::uint32_t>(&check[4 * i], header_.bigEndian); };
        const std::size_t colourAt = hasSpin(of.kind) ? 1 : 0;
        const std::uint32_t spin = hasSpin(of.kind) ? word(0) : 0, colour = word(colourAt);
        if (spin >= std::uint32_t(spins(of.kind)) || colour >= 3)
            file_.fail(at,
                       fmt::format("spin {} and colour {} of the source are out of range, expected less than {} and 3",
                                   spin, colour, spins(of.kind)));
        numbers.offset = at + checkBytes(of);
        numbers_.push_back(numbers);
        sums_.emplace_back(header_.bigEndian, word(colourAt + 1), word(colourAt + 2));
        header_.columns.push_back({.component = int(spin * 3 + colour), .bits = 32, .summed = true});
    }

    FermionVector read(std::size_t number, int component) override
    {
        const FermionNumbers& numbers = numbers_.at(number);
        const std::size_t words = numbers.bytesPerSite() / 4;
        MilcChecksum sum(header_.bigEndian);
        FermionVector column =
            readFermionNumbers(file_, numbers, [&](std::int64_t site, std::span<const std::byte> bytes) {
                sum.add(site * std::int64_t(words), bytes);
            });
        const MilcChecksum& stated = sums_[number];
        if (sum != stated)
            file_.fail(numbers.offset,
                       fmt::format("the checksums of the column are sum29 {:08x} and sum31 {:08x}, but before it stand "
                                   "{:08x} and {:08x}",
                                   sum.values()[0], sum.values()[1], stated.values()[0], stated.values()[1]));
        if (hasSpin(numbers.kind)) forwardPlus.convert(column, component, 3);
        return column;
    }

    InputFile file_;
    std::vector<FermionNumbers> numbers_; ///< of each column
    std::vector<MilcChecksum> sums_;
};

void writeMilcPropagator(const MilcPropagator& of, const std::string& path, const FermionFile& content,
                         const PropagatorWriteOptions& options, const FermionRows& rows)
{
    constexpr bool big = false; // as the machines of today
    const FermionNumbers numbers{.kind = of.kind, .lattice = content.lattice, .bits = 32, .bigEndian = big};
    const std::size_t words = numbers.bytesPerSite() / 4;
    OutputFile out(path);
    std::vector<std::byte> header(of.header);
    const auto put = [&](std::size_t at, std::uint32_t value) { store(&header[at], value, big); };
    put(0, of.magic);
    for (int mu = 0; mu < 4; ++mu)
        put(extentsAt + std::size_t(4 * mu), std::uint32_t(content.lattice.extent(mu)));
    const std::string stamp = timeStamp({.timeStamp = options.timeStamp});
    std::memcpy(&header[timeAt], stamp.data(), std::min(stamp.size(), timeLength - 1));
    if (hasSpin(of.kind)) {
        put(spinsAt, 4);
        for (std::uint32_t spin = 0; spin < 4; ++spin)
            put(spinsAt + 4 + 4 * spin, spin);
    }
    out.write(header);
    for (int component = 0; component < numbers.components(); ++component) {
        const FermionRecord& record = solutionFor(content, component);
        const std::uint64_t at = out.size();
        std::array<std::byte, 16> check{};
        out.write(std::span(check).first(checkBytes(of)));
        MilcChecksum sum(big);
        writeFermionNumbers(
            out, path, numbers, rowsIn(hasSpin(of.kind) ? &forwardPlus : nullptr, rows, record, 3),
            [&](std::int64_t site, std::span<const std::byte> bytes) { sum.add(site * std::int64_t(words), bytes); });
        const std::size_t colourAt = hasSpin(of.kind) ? 1 : 0;
        if (hasSpin(of.kind)) store(&check[0], std::uint32_t(component / 3), big);
        store(&check[4 * colourAt], std::uint32_t(component % 3), big);
        for (std::size_t i = 0; i < 2; ++i)
            store(&check[4 * (colourAt + 1 + i)], sum.values()[i], big);
        out.overwrite(at, std::span(check).first(checkBytes(of)));
    }
    out.commit();
}

} // namespace

extern const PropagatorFormat milcPropagators, milcStaggeredPropagators;
const PropagatorFormat milcPropagators = {
    {.key = "milc",
     .name = milcWilson.name,
     .about = "MILC's Wilson and clover propagators (versions 5 to 7): SU(3) in 32 bits with two checksums a column",
     .endings = "wi cl",
     .order = ByteOrder::Either,
     .inDouble = false,
     .group = Group::SU3},
    milcWilson.kind,
    [](InputFile& file) { return milcOrder(file, milcWilson).has_value(); },
    [](InputFile file) -> std::unique_ptr<PropagatorReader> {
        return std::make_unique<MilcPropagatorReader>(std::move(file), milcWilson);
    },
    [](const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
       const FermionRows& rows) { writeMilcPropagator(milcWilson, path, content, options, rows); }};
const PropagatorFormat milcStaggeredPropagators = {
    {.key = "milc-staggered",
     .name = milcStaggered.name,
     .about = "MILC's staggered propagators (versions 5 to 7): SU(3) in 32 bits with two checksums a column",
     .endings = "ks",
     .order = ByteOrder::Either,
     .inDouble = false,
     .group = Group::SU3},
    milcStaggered.kind,
    [](InputFile& file) { return milcOrder(file, milcStaggered).has_value(); },
    [](InputFile file) -> std::unique_ptr<PropagatorReader> {
        return std::make_unique<MilcPropagatorReader>(std::move(file), milcStaggered);
    },
    [](const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
       const FermionRows& rows) { writeMilcPropagator(milcStaggered, path, content, options, rows); }};

} // namespace gaugegl::io
