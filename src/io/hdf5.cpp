// Configurations as HDF5: a dataset "links" of complex numbers, a compound of r and i as h5py has it, little endian, with the axes t, z, y,
// x, direction (x, y, z, t), row, column, contiguous.  Attributes of the file: format ("gaugegl links 1"), group, checksum (that of
// SciDAC, suma and sumb of the sites' bytes), plaquette, link_trace, random_streams, and those of the origin (MADE_BY, ..).  The layouts of
// others that are read are in io/hdf5_links.h.
#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/io/checksums.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/hdf5_links.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace gaugegl::io {

namespace {

constexpr std::string_view hdf5Signature = "\x89HDF\r\n\x1a\n";
bool probeHdf5(InputFile& file) { return file.text(0, hdf5Signature.size()) == hdf5Signature; }

#ifdef GAUGEGL_HDF5

using hdf5::Handle;
using hdf5::require;

constexpr bool hasHdf5 = true;
constexpr const char* layoutName = "gaugegl links 1";
constexpr int hdf5Axes = 7;
constexpr const char* noChecksum = "00000000 00000000";
/// RandomPast::text().
constexpr const char* streamsName = "random_streams";

/// Compounds {r, i}; of the file, or as the machine has them.
class ComplexType : public Handle {
public:
    explicit ComplexType(int bits) : Handle(H5Tcreate(H5T_COMPOUND, std::size_t(bits) / 4), H5Tclose)
    {
        const hid_t real = bits == 32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
        require(H5Tinsert(*this, "r", 0, real));
        require(H5Tinsert(*this, "i", std::size_t(bits) / 8, real));
    }
};

/// A text whose bytes can be replaced.
void setFixedText(hid_t of, const char* name, const char* text)
{
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    require(H5Tset_size(type, std::string_view(text).size()));
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(of, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    require(H5Awrite(attribute, type, text));
}
void setNumber(hid_t of, const char* name, double value)
{
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(of, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    require(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value));
}
std::optional<double> numberOf(hid_t of, const char* name)
{
    if (H5Aexists(of, name) <= 0) return {};
    const Handle attribute(H5Aopen(of, name, H5P_DEFAULT), H5Aclose);
    const Handle space(H5Aget_space(attribute), H5Sclose);
    double value = 0;
    if (H5Sget_simple_extent_npoints(space) != 1 || H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0) return {};
    return value;
}
/// Of a text of any kind; empty if there is none.  What is longer is cut or, of a fixed size, none.
std::string textOf(hid_t of, const char* name)
{
    constexpr std::size_t longest = 1 << 16;
    if (H5Aexists(of, name) <= 0) return {};
    const Handle attribute(H5Aopen(of, name, H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
    if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1) return {};
    if (H5Tis_variable_str(type) > 0) {
        char* text = nullptr;
        const hdf5::TextType own;
        if (H5Aread(attribute, own, &text) < 0 || text == nullptr) return {};
        std::string copy(text, std::min(std::string_view(text).size(), longest));
        require(H5free_memory(text));
        return copy;
    }
    std::string text(std::min(H5Tget_size(type), longest), '\0');
    if (H5Tget_size(type) > longest || H5Aread(attribute, type, text.data()) < 0) return {};
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

/// Those of PyQUDA, one for each direction: sums over sites of the words of 32 bits of a link, or of their CRC-32 in its first versions.
struct DirectionSums {
    /// sum29 and sum31 of each, as a file has them.
    using Stated = std::array<std::array<std::uint32_t, 2>, 4>;
    static MilcChecksum ofNone() { return MilcChecksum(/*bigEndian=*/false); }

    std::array<MilcChecksum, 4> words = {ofNone(), ofNone(), ofNone(), ofNone()};
    std::array<ScidacChecksum, 4> crc = {};

    void add(std::int64_t site, std::span<const std::byte> bytes)
    {
        const std::size_t size = bytes.size() / 4;
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const auto link = bytes.subspan(mu * size, size);
            for (std::size_t word = 0; word < size; word += 4)
                words[mu].add(site, link.subspan(word, 4));
            crc[mu].add(site, link);
        }
    }
    void add(const DirectionSums& part)
    {
        for (std::size_t mu = 0; mu < 4; ++mu) {
            words[mu].add(part.words[mu]);
            crc[mu].add(part.crc[mu]);
        }
    }
    /// The first direction that has other sums, or 4.
    std::size_t firstOther(const Stated& stated) const
    {
        for (std::size_t mu = 0; mu < 4; ++mu)
            if (words[mu].values() != stated[mu] && std::array{crc[mu].suma, crc[mu].sumb} != stated[mu]) return mu;
        return 4;
    }
};

class Hdf5Reader final : public GaugeFileReader {
public:
    Hdf5Reader(InputFile file, const GaugeFileHints& hints) : file_(std::move(file))
    {
        try {
            readHead();
        } catch (const hdf5::Failure&) {
            file_.fail("is an HDF5 file that its library cannot read");
        }
        checkHints(file_, header_, hints);
    }

    void checkFirstSite() override
    {
        io::checkFirstSite(links_->file, links_->offset, {header_.lattice, of_.codec}, of_.order());
    }

private:
    void readHead()
    {
        header_.format = "HDF5";
        if (!file_.onDisk()) file_.fail("is an HDF5 file in a compressed one: unpack it first");
        require(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr)); // it would print
        const Handle opened(H5Fopen(file_.path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
        of_ = findHdf5Links(file_, opened);
        links_ = bytesOfHdf5(file_, opened, of_);
        header_.lattice = of_.lattice;
        header_.group = of_.codec.group;
        header_.rows = of_.codec.rows;
        header_.bits = of_.codec.bits;
        header_.bigEndian = of_.codec.bigEndian;
        if (const auto plaquette = numberOf(opened, "plaquette")) header_.plaquette = StatedNumber{*plaquette};
        if (const auto trace = numberOf(opened, "link_trace")) header_.linkTrace = StatedNumber{*trace};
        for (const char* key : {"MADE_BY", "MADE_FROM", "MADE_HOW"})
            if (std::string text = textOf(opened, key); !text.empty()) header_.entries[key] = std::move(text);
        if (const std::string streams = textOf(opened, streamsName); !streams.empty()) {
            header_.past = RandomPast::parse(streams);
            if (!header_.past)
                file_.fail(fmt::format("the attribute {} is '{}', expected positions of random streams, KEY:NEXT",
                                       streamsName, oneLine(streams, 80)));
        }
        if (of_.datasets.front() != ownDataset)
            header_.entries["DATASETS"] = oneLine(fmt::format("{}", fmt::join(of_.datasets, " ")));
        if (of_.divided())
            readSumsOfDirections(opened);
        else
            readSums(textOf(opened, "checksum"));
    }

    void readSums(const std::string& sums)
    {
        if (sums.size() != std::string_view(noChecksum).size()) return;
        const auto suma = parseHex(sums.substr(0, 8)), sumb = parseHex(sums.substr(9));
        if (suma && sumb) checksum_ = ScidacChecksum{*suma, *sumb};
        header_.checksum = sums;
    }

    void readSumsOfDirections(hid_t opened)
    {
        DirectionSums::Stated stated{};
        std::string all;
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const Handle dataset(H5Dopen2(opened, of_.datasets[mu].c_str(), H5P_DEFAULT), H5Dclose);
            for (std::size_t k = 0; k < 2; ++k) {
                const std::string text = textOf(dataset, k == 0 ? "sum29" : "sum31");
                const auto sum = parseHex(text);
                if (!sum) return;
                stated[mu][k] = *sum;
                all += fmt::format("{}{:08x}", all.empty() ? "" : " ", *sum);
            }
        }
        ofDirections_ = stated;
        header_.checksum = all;
    }

    void readSites(const SiteSink& sink, const FilePart& part) override
    {
        const LinkData data{part.lattice, of_.codec, part.tolerance};
        if (of_.divided() || !of_.timeFirst) return readInOrder(data, sink, part);
        ScidacChecksum own;
        part.doCollectively([&] {
            readLinks(
                links_->file, links_->offset, data,
                [&own](std::int64_t site, std::span<const std::byte> bytes) { own.add(site, bytes); }, sink);
        });
        verifyChecksum(part, own, checksum_, [&](const ScidacChecksum& sum) {
            file_.fail(links_->offset, fmt::format("the checksum of the data is {}, but the attribute says {}",
                                                   name(sum), name(*checksum_)));
        });
    }

    void readInOrder(const LinkData& data, const SiteSink& sink, const FilePart& part)
    {
        DirectionSums own;
        std::vector<std::byte> bytes(data.codec.bytesPerSite());
        part.doCollectively([&] {
            readLinks(links_->file, links_->offset, data, of_.order(),
                      [&](std::int64_t site, std::span<const std::complex<double>> links) {
                          if (ofDirections_) {
                              data.codec.encode(bytes, links);
                              own.add(site, bytes);
                          }
                          sink(site, links);
                      });
        });
        if (!ofDirections_) return;
        const std::size_t other = combined(part, own).firstOther(*ofDirections_);
        if (part.verifies && other < 4)
            file_.fail(fmt::format("the checksums of the dataset '{}' are not those of its attributes sum29 and sum31",
                                   of_.datasets[other]));
    }

    InputFile file_;
    Hdf5Links of_;
    std::optional<PlacedBytes> links_;
    std::optional<ScidacChecksum> checksum_;
    std::optional<DirectionSums::Stated> ofDirections_;
};

/// A file without its links, and where the words of its checksum are.
struct Hdf5Head {
    std::vector<std::byte> image;
    std::uint64_t checksum;
};

/// Where these bytes are.  Throws Failure unless they are there once.
std::size_t placeOf(std::span<const std::byte> image, std::span<const std::byte> bytes)
{
    const auto from = [&](auto begin) { return std::search(begin, image.end(), bytes.begin(), bytes.end()); };
    const auto found = from(image.begin());
    if (found == image.end() || from(found + 1) != image.end()) throw hdf5::Failure();
    return std::size_t(found - image.begin());
}

/// Has the library make the file in memory, where it gives a dataset without numbers no place, and puts that behind all else.
Hdf5Head hdf5Head(const LinkData& data, const GaugeWriteOptions& options)
{
    const hdf5::InMemory access;
    const Handle file(H5Fcreate("links", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    hdf5::setAttribute(file, "format", layoutName);
    hdf5::setAttribute(file, "group", word(data.codec.group));
    setFixedText(file, "checksum", noChecksum);
    if (options.plaquette) setNumber(file, "plaquette", *options.plaquette);
    if (options.linkTrace) setNumber(file, "link_trace", *options.linkTrace);
    for (const auto& [key, text] : options.provenance)
        hdf5::setAttribute(file, key, text);
    if (options.past) hdf5::setAttribute(file, streamsName, options.past->text());
    const auto n = hsize_t(colours(data.codec.group));
    std::array<hsize_t, hdf5Axes> shape = {0, 0, 0, 0, 4, n, n};
    for (std::size_t mu = 0; mu < 4; ++mu)
        shape[3 - mu] = hsize_t(data.lattice.extent(int(mu)));
    {
        const Handle space(H5Screate_simple(hdf5Axes, shape.data(), nullptr), H5Sclose);
        const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        require(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_LATE));
        require(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER));
        const ComplexType type(data.codec.bits);
        const Handle dataset(H5Dcreate2(file, ownDataset, type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
        hdf5::setAttribute(dataset, "axes", "t,z,y,x,direction,row,column");
    }
    Hdf5Head head{hdf5::imageOf(file), 0};
    constexpr std::size_t alignment = 8, endOfFile = 40, layoutBytes = 18;
    head.image.resize((head.image.size() + alignment - 1) / alignment * alignment);
    // The message of a contiguous layout (version 3, class 1): an address, which is not defined, and the size of the data.
    std::array<std::byte, layoutBytes> layout{};
    layout.fill(std::byte{0xff});
    layout[0] = std::byte{3};
    layout[1] = std::byte{1};
    store(&layout[10], data.bytes(), false);
    store(&head.image[placeOf(head.image, layout) + 2], std::uint64_t(head.image.size()), false);
    store(&head.image[endOfFile], head.image.size() + data.bytes(), false); // in the superblock of version 0
    head.checksum = placeOf(head.image, std::as_bytes(std::span(noChecksum, std::string_view(noChecksum).size())));
    return head;
}

std::unique_ptr<GaugeFileReader> openHdf5(InputFile file, const GaugeFileHints& hints)
{
    return std::make_unique<Hdf5Reader>(std::move(file), hints);
}

void writeHdf5(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
               const SiteSource& source)
{
    const LinkData data{part.lattice, {group, colours(group), options.bits, false}};
    std::uint64_t checksumAt = 0;
    LinkOutput output(path, part, [&](OutputFile& file) {
        try {
            const Hdf5Head head = hdf5Head(data, options);
            checksumAt = head.checksum;
            file.write(head.image);
        } catch (const hdf5::Failure&) {
            throw FileError(path.path(), "HDF5 cannot make this file");
        }
    });
    const ScidacChecksum sum = writeLinks(output, part, data, source);
    const std::string sums = fmt::format("{:08x} {:08x}", sum.suma, sum.sumb);
    output.commit([&](OutputFile& file) { file.overwrite(checksumAt, std::as_bytes(std::span(sums))); });
}

#else

constexpr bool hasHdf5 = false;
constexpr auto writeHdf5 = nullptr;

std::unique_ptr<GaugeFileReader> openHdf5(InputFile file, const GaugeFileHints& /*hints*/)
{
    file.fail("is an HDF5 file, which this program was built without (Debian's package libhdf5-dev): save it as ILDG, "
              "or read it with h5py and gaugegl.GaugeField.from_numpy");
}

#endif

} // namespace

extern const Format hdf5Format;
const Format hdf5Format = {
    {.key = "hdf5",
     .name = "HDF5",
     .about = "a dataset of complex links with the axes t, z, y, x, direction, row, column, and a checksum",
     .endings = "h5 hdf5",
     .order = ByteOrder::Little,
     .written = hasHdf5,
     .compressed = false},
    probeHdf5,
    openHdf5,
    writeHdf5};

} // namespace gaugegl::io
