// The formats of MILC (generic/io_lat4.c, io_lat_utils.c, include/file_types.h), in the order of bytes of the machine that wrote them:
//   version 5 to 7   magic 20103, extents x, y, z, t (int32), time stamp (64 bytes), order of the sites (int32, 0: natural),
//                    sum29, sum31 (io/checksums.h)
//   version 1 to 4   magic 59354, extents, two coefficients of the action (float); read
//   1996             magic 53546, extents, bytes of the header, order, a description of 200 bytes behind its length, parameters behind their
//                    number; behind the header four bytes that are not used; read
//   FNAL             magic 0x71626434, time, bytes of a number, numbers of a site, extents, order; read
// and then the links of SU(3) in single precision: t slowest and x fastest, at a site x, y, z, t, by rows.
#include "base/one_line.h"
#include "base/trimmed.h"
#include "gaugegl/io/checksums.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/link_stream.h"

#include <array>
#include <fmt/format.h>

namespace gaugegl::io {

namespace {

/// A header, which begins with a magic number.
struct MilcVersion {
    std::uint32_t magic;
    const char* name;
    std::size_t extents; ///< where they are
    std::size_t order;   ///< where the order of the sites is; 0: it is natural
    std::size_t size;    ///< of the whole header or, where it has another, of its beginning
    bool checksums;      ///< its last eight bytes
    std::size_t sizeAt;  ///< where its size is, without the four bytes behind; 0: it is `size`
};
constexpr std::array<MilcVersion, 4> milcVersions = {{{20103, "MILC", 4, 84, 96, true, 0},
                                                      {59354, "MILC version 4", 4, 0, 28, false, 0},
                                                      {53546, "MILC of 1996", 4, 24, 28, false, 20},
                                                      {0x71626434, "MILC of FNAL", 16, 32, 36, false, 0}}};
constexpr std::size_t stampAt = 20, stampLength = 64;

struct MilcStart {
    const MilcVersion* version;
    bool bigEndian;
};
std::optional<MilcStart> milcStart(InputFile& file)
{
    const std::string start = file.text(0, 4);
    if (start.size() < 4) return {};
    for (const MilcVersion& version : milcVersions)
        for (const bool big : {false, true})
            if (load<std::uint32_t>(std::as_bytes(std::span(start)).data(), big) == version.magic)
                return MilcStart{&version, big};
    return {};
}

class MilcReader final : public GaugeFileReader {
public:
    MilcReader(InputFile file, const GaugeFileHints& hints) : file_(std::move(file)), start_(milcStart(file_).value())
    {
        const MilcVersion& version = *start_.version;
        std::vector<std::byte> bytes(version.size);
        file_.read(bytes, 0);
        const auto word = [&](std::size_t at) { return load<std::uint32_t>(&bytes[at], start_.bigEndian); };
        links_ = version.sizeAt > 0 ? std::uint64_t{word(version.sizeAt)} + 4 : version.size;
        if (links_ < version.size || links_ > file_.size())
            file_.fail(version.sizeAt, fmt::format("the header has {} bytes, expected {} to {}", links_ - 4,
                                                   version.size, file_.size()));
        header_.format = version.name;
        header_.bits = 32;
        header_.bigEndian = start_.bigEndian;
        std::array<int, 4> extents{};
        for (std::size_t mu = 0; mu < 4; ++mu)
            extents[mu] = int(word(version.extents + 4 * mu));
        header_.lattice = latticeOfFile(file_, version.extents, extents);
        if (version.order > 0 && word(version.order) != 0)
            file_.fail(
                version.order,
                fmt::format("the sites are in the order {} of the nodes that wrote them, expected 0, the natural "
                            "one: MILC reads it with reload_parallel and writes the other with save_serial",
                            std::int32_t(word(version.order))));
        if (version.checksums) {
            checksum_ = MilcChecksum(start_.bigEndian, word(version.size - 8), word(version.size - 4));
            header_.checksum = fmt::format("{:08x} {:08x}", checksum_->values()[0], checksum_->values()[1]);
            const std::string stamp = file_.text(stampAt, stampLength);
            header_.entries["TIME_STAMP"] = oneLine(trimmed(std::string_view(stamp.c_str())), stampLength);
        } else {
            header_.warnings.push_back(oneLine(file_.path(), 2000) + ": a file of " + version.name +
                                       " has no checksum, so nothing tells whether its links are those that were "
                                       "written");
        }
        checkHints(file_, header_, hints);
        checkSize(file_, links_, data(header_.lattice));
    }

    void checkFirstSite() override { io::checkFirstSite(file_, links_, data(header_.lattice)); }

private:
    LinkData data(const Lattice& lattice, double tolerance = unitarityTolerance) const
    {
        return {lattice, {Group::SU3, 3, 32, start_.bigEndian}, tolerance};
    }

    void readSites(const SiteSink& sink, const FilePart& part) override
    {
        MilcChecksum own(start_.bigEndian);
        part.doCollectively([&] {
            readLinks(
                file_, links_, data(part.lattice, part.tolerance),
                [&own](std::int64_t site, std::span<const std::byte> bytes) {
                    own.add(site * std::int64_t(bytes.size() / 4), bytes);
                },
                sink);
        });
        verifyChecksum(part, own, checksum_, [&](const MilcChecksum& sum) {
            file_.fail(
                links_,
                fmt::format("the checksums of the data are sum29 {:08x} and sum31 {:08x}, but the header says {}",
                            sum.values()[0], sum.values()[1], header_.checksum));
        });
    }

    InputFile file_;
    MilcStart start_;
    std::uint64_t links_ = 0; ///< where they begin
    std::optional<MilcChecksum> checksum_;
};

void writeMilc(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
               const SiteSource& source)
{
    const MilcVersion& version = milcVersions.front();
    const LinkData data{part.lattice, {group, 3, 32, options.bigEndian}};
    LinkOutput output(path, part, [&](OutputFile& file) {
        std::vector<std::byte> header(version.size);
        store(header.data(), version.magic, options.bigEndian);
        for (int mu = 0; mu < 4; ++mu)
            store(&header[version.extents + std::size_t(4 * mu)], std::uint32_t(part.lattice.extent(mu)),
                  options.bigEndian);
        const std::string stamp = timeStamp(options);
        std::memcpy(&header[stampAt], stamp.data(), std::min(stamp.size(), stampLength - 1));
        file.write(header);
    });
    MilcChecksum own(options.bigEndian);
    output.write(
        data,
        [&own](std::int64_t site, std::span<const std::byte> bytes) {
            own.add(site * std::int64_t(bytes.size() / 4), bytes);
        },
        source);
    const MilcChecksum sum = combined(part, own);
    output.commit([&](OutputFile& file) {
        std::array<std::byte, 8> sums{};
        for (std::size_t i = 0; i < 2; ++i)
            store(&sums[4 * i], sum.values()[i], options.bigEndian);
        file.overwrite(version.size - 8, sums);
    });
}

} // namespace

extern const Format milcFormat;
const Format milcFormat = {
    {.key = "milc",
     .name = "MILC",
     .about = "MILC's binary configurations: SU(3) in 32 bits with two checksums; those before version 5 and "
              "of FNAL are read",
     .endings = "milc lat",
     .order = ByteOrder::Either,
     .inDouble = false,
     .group = Group::SU3},
    [](InputFile& file) { return milcStart(file).has_value(); },
    [](InputFile file, const GaugeFileHints& hints) -> std::unique_ptr<GaugeFileReader> {
        return std::make_unique<MilcReader>(std::move(file), hints);
    },
    writeMilc};

} // namespace gaugegl::io
