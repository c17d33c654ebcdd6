#include "io/ildg.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/io/lime.h"
#include "io/link_stream.h"
#include "stated_action.h"
#include "xml_record.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {

namespace {

/// The word of the record ildg-format.
std::string fieldOf(Group group) { return word(group) + "gauge"; }

std::optional<Group> groupOfField(const std::string& field)
{
    for (const Group group : allGroups())
        if (field == fieldOf(group)) return group;
    return {};
}

bool isBinary(const LimeRecord& record) { return record.type.ends_with("-binary-data"); }

const LimeRecord* find(std::span<const LimeRecord> records, std::string_view type)
{
    const auto found = std::ranges::find(records, type, &LimeRecord::type);
    return found == records.end() ? nullptr : &*found;
}

/// The checksum that belongs to records[data]: between it and the next binary record or, failing that, before it when
/// no other binary record could own that one.
const LimeRecord* findChecksum(std::span<const LimeRecord> records, std::size_t data)
{
    const auto after = records.subspan(data + 1);
    const auto next = std::ranges::find_if(after, isBinary) - after.begin();
    if (const LimeRecord* found = find(after.first(static_cast<std::size_t>(next)), "scidac-checksum")) return found;
    const auto before = records.first(data);
    return std::ranges::any_of(before, isBinary) ? nullptr : find(before, "scidac-checksum");
}

class IldgReader final : public GaugeFileReader {
public:
    IldgReader(InputFile file, const GaugeFileHints& hints) : file_(std::move(file))
    {
        const std::vector<LimeRecord> records = readLimeRecords(file_);
        const LimeRecord* data = find(records, "ildg-binary-data");
        if (data == nullptr)
            file_.fail(file_.size(), fmt::format("the file ends and none of its {} LIME records is an ildg-binary-data",
                                                 records.size()));
        data_ = *data;
        const auto index = static_cast<std::size_t>(data - records.data());
        if (const LimeRecord* second = find(std::span(records).subspan(index + 1), "ildg-binary-data"))
            failInRecord(file_, *second, "is the second one, expected a single gauge field");

        header_.format = name(GaugeFileFormat::Ildg);
        if (const LimeRecord* format = find(records, "ildg-format"))
            readFormat(*format, hints);
        else
            takeHints(hints);
        header_.rows = colours(header_.group);
        if (const LimeRecord* lfn = find(records, "ildg-data-lfn")) header_.logicalFileName = limeText(file_, *lfn);
        constexpr std::uint64_t longestInfo = 4096; // of other programs, with anything in it
        if (const LimeRecord* info = find(records, "xlf-info"); info && info->length <= longestInfo)
            header_.action = statedAction(limeText(file_, *info));
        if (const LimeRecord* checksum = findChecksum(records, index))
            header_.scidacChecksum = readChecksum(file_, *checksum);
    }

    void read(const SiteSink& sink, const FilePart& part) override
    {
        ScidacChecksum own;
        part.doTogether([&] {
            readLinks(
                file_, data_.offset, {part.lattice, codec(header_.bits)},
                [&own](std::int64_t site, std::span<const std::byte> bytes) { own.add(site, bytes); }, sink);
        });
        const ScidacChecksum sum = combined(part, own);
        if (header_.scidacChecksum && sum != *header_.scidacChecksum)
            failInRecord(file_, data_,
                         fmt::format("the checksum of the data is {}, but the record scidac-checksum says {}",
                                     name(sum), name(*header_.scidacChecksum)));
    }

    void checkFirstSite() override { io::checkFirstSite(file_, data_.offset, links(header_.bits)); }

private:
    LinkCodec codec(int bits) const { return {header_.group, colours(header_.group), bits, true}; }
    LinkData links(int bits) const { return {header_.lattice, codec(bits)}; }

    void readFormat(const LimeRecord& record, const GaugeFileHints& hints)
    {
        const XmlRecord xml(file_, record, "ildgFormat");
        const std::string field = xml.text("field");
        const std::optional<Group> group = groupOfField(field);
        if (!group)
            xml.fail(fmt::format("field '{}' is not supported, expected su2gauge, su3gauge or su4gauge",
                                 oneLine(field, 80)));
        header_.group = *group;
        header_.bits = xml.integer("precision");
        if (header_.bits != 32 && header_.bits != 64)
            xml.fail(fmt::format("precision {} is not supported, expected 32 or 64", header_.bits));
        const std::array<int, 4> extents = {xml.integer("lx"), xml.integer("ly"), xml.integer("lz"), xml.integer("lt")};
        try {
            header_.lattice = Lattice(extents);
        } catch (const InputError& error) {
            xml.fail(error.what());
        }
        checkHints(file_, header_, hints);
        const std::uint64_t expected = links(header_.bits).bytes();
        if (data_.length != expected)
            failInRecord(file_, data_,
                         fmt::format("has {} bytes of data, but {} {} in {} bits needs {}", data_.length,
                                     name(header_.group), header_.lattice.name(), header_.bits, expected));
    }

    /// Without an ildg-format record: the precision follows from the size.
    void takeHints(const GaugeFileHints& hints)
    {
        if (!hints.group || !hints.lattice)
            file_.fail("has no ildg-format record, so group and lattice are unknown; give --group and --lattice, for "
                       "example --group su2 --lattice 4x4x4x4");
        header_.group = *hints.group;
        header_.lattice = *hints.lattice;
        const std::uint64_t single = links(32).bytes();
        if (data_.length != single && data_.length != 2 * single)
            failInRecord(file_, data_,
                         fmt::format("has {} bytes of data, but {} {} needs {} in 32 bits or {} in 64 bits; check "
                                     "--group and --lattice",
                                     data_.length, name(header_.group), header_.lattice.name(), single, 2 * single));
        header_.bits = data_.length == single ? 32 : 64;
    }

    InputFile file_;
    LimeRecord data_;
};

std::string formatXml(const LinkData& data)
{
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<ildgFormat xmlns=\"http://www.lqcd.org/ildg\" "
                       "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                       "xsi:schemaLocation=\"http://www.lqcd.org/ildg http://www.lqcd.org/ildg/filefmt.xsd\">"
                       "<version>1.0</version><field>{}</field><precision>{}</precision>"
                       "<lx>{}</lx><ly>{}</ly><lz>{}</lz><lt>{}</lt></ildgFormat>",
                       fieldOf(data.codec.group), data.codec.bits, data.lattice.extent(0), data.lattice.extent(1),
                       data.lattice.extent(2), data.lattice.extent(3));
}

} // namespace

std::unique_ptr<GaugeFileReader> openIldg(InputFile file, const GaugeFileHints& hints)
{
    return std::make_unique<IldgReader>(std::move(file), hints);
}

void writeIldg(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
               const SiteSource& source)
{
    if (!options.bigEndian)
        throw InputError(path.path() + ": an ILDG file is big endian; little endian cannot be asked for");
    const LinkData data{part.lattice, {group, colours(group), options.bits, true}};
    LinkOutput output(path, part, [&](OutputFile& file) {
        const std::string info = xlfInfo(options.action, options.plaquette);
        if (!info.empty()) writeLimeRecord(file, "xlf-info", info, {.messageBegins = true, .messageEnds = true});
        writeLimeRecord(file, "ildg-format", formatXml(data), {.messageBegins = true});
        if (!options.logicalFileName.empty()) writeLimeRecord(file, "ildg-data-lfn", options.logicalFileName, {});
        writeLimeHeader(file, "ildg-binary-data", data.bytes(), {});
    });
    ScidacChecksum own;
    output.write(
        data, [&own](std::int64_t site, std::span<const std::byte> bytes) { own.add(site, bytes); }, source);
    const ScidacChecksum sum = combined(part, own);
    output.commit([&](OutputFile& file) {
        writeLimePadding(file, data.bytes());
        writeLimeRecord(file, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    });
}

} // namespace gaugegl::io
