// The ILDG format; io/gauge_file.h describes the format and the functions.
// Written: xlf-info and gaugegl-random-streams (where known), one message of ildg-format, ildg-data-lfn (where given), ildg-binary-data, scidac-checksum.
#include "base/one_line.h"
#include "base/trimmed.h"
#include "gaugegl/base/error.h"
#include "io/endian.h"
#include "io/format.h"
#include "io/lime.h"
#include "io/link_stream.h"
#include "io/scidac_record.h"
#include "stated_action.h"
#include "xml_record.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
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

/// GaugeWriteOptions::provenance.
constexpr const char* provenanceType = "gaugegl-provenance";
/// RandomPast::text().
constexpr const char* streamsType = "gaugegl-random-streams";

constexpr std::size_t longestOrigin = 2000; // of a text

/// Of lines KEY = text.
std::map<std::string, std::string> originEntries(const std::string& lines)
{
    std::map<std::string, std::string> entries;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);)
        if (const std::size_t equals = line.find('='); equals != std::string::npos)
            entries.emplace(trimmed(std::string_view(line).substr(0, equals)),
                            trimmed(std::string_view(line).substr(equals + 1)));
    return entries;
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

/// The record with the links: ILDG's or, in a file that is SciDAC's alone, that of QIO.
const LimeRecord& findLinks(InputFile& file, std::span<const LimeRecord> records)
{
    for (const char* type : {"ildg-binary-data", "scidac-binary-data"})
        if (const LimeRecord* data = find(records, type)) return *data;
    if (!records.empty() && records.front().type == "gaugegl-checkpoint")
        file.fail("is a checkpoint of gaugegl: `gaugegl run` goes on from it, in its folder; configurations are saved "
                  "by save_every in [output]");
    file.fail(file.size(), fmt::format("the file ends and none of its {} LIME records is an ildg-binary-data or a "
                                       "scidac-binary-data",
                                       records.size()));
}

/// What records, the user and the size of the data say of a file, each where the others do not.
struct Facts {
    std::optional<Group> group;
    std::optional<int> bits;
    std::optional<Lattice> lattice;
    std::string lack;      ///< what is missing or damaged, in words
    std::string date = {}; ///< of QIO's data
};

/// What of the record ildg-format can be read.
Facts readFormat(InputFile& file, const LimeRecord& record)
{
    Facts facts;
    std::optional<XmlRecord> xml;
    try {
        xml.emplace(file, record, "ildgFormat");
    } catch (const FileError& error) {
        facts.lack = std::string(error.what()).substr(file.path().size() + 2);
        return facts;
    }
    const auto has = [&](const char* element) {
        if (!xml->textOrNone(element).empty()) return true;
        if (facts.lack.empty())
            facts.lack = fmt::format("at byte {}: record '{}': element <{}> is {}", record.offset, record.type, element,
                                     xml->has(element) ? "empty" : "missing");
        return false;
    };
    if (has("field")) {
        const std::string field = xml->text("field");
        facts.group = groupOfField(field);
        if (!facts.group)
            xml->fail(fmt::format("field '{}' is not supported, expected su2gauge, su3gauge or su4gauge",
                                  oneLine(field, 80)));
    }
    if (has("precision")) {
        facts.bits = xml->integer("precision");
        if (facts.bits != 32 && facts.bits != 64)
            xml->fail(fmt::format("precision {} is not supported, expected 32 or 64", *facts.bits));
    }
    if (has("lx") && has("ly") && has("lz") && has("lt")) {
        const std::array<int, 4> extents = {xml->integer("lx"), xml->integer("ly"), xml->integer("lz"),
                                            xml->integer("lt")};
        try {
            facts.lattice = Lattice(extents);
        } catch (const InputError& error) {
            xml->fail(error.what());
        }
    }
    return facts;
}

/// What QIO says of its own data.
Facts readScidac(InputFile& file, std::span<const LimeRecord> records, const LimeRecord& data)
{
    const LimeRecord* lattice = find(records, "scidac-private-file-xml");
    const LimeRecord* record = find(records, "scidac-private-record-xml");
    if (lattice == nullptr || record == nullptr)
        failInRecord(file, data,
                     "no record scidac-private-file-xml or scidac-private-record-xml before it describes its data");
    const ScidacRecord stated = readScidacRecord(file, *record);
    if (!stated.isGaugeField())
        failInRecord(
            file, *record,
            fmt::format("{} objects of {} colours, {} spins and {} bytes at a site are no gauge field, which has "
                        "4 matrices of NxN; it may be a propagator",
                        stated.count, stated.colours, stated.spins, stated.typeBytes));
    for (const Group group : allGroups())
        if (colours(group) == stated.colours)
            return {group, stated.bits, readScidacLattice(file, *lattice), "", stated.date};
    failInRecord(file, *record, fmt::format("{} colours are not supported, expected {}", stated.colours, groupWords()));
}

/// Takes group and precision from the size of the data, as far as they are not known: no two groups have the same size.  False if none has it.
bool completeBySize(Facts& facts, std::uint64_t bytes)
{
    for (const Group group : allGroups())
        for (const int bits : {32, 64}) {
            if (facts.group.value_or(group) != group || facts.bits.value_or(bits) != bits) continue;
            if (LinkData{*facts.lattice, {group, colours(group), bits, true}}.bytes() != bytes) continue;
            facts.group = group;
            facts.bits = bits;
            return true;
        }
    return false;
}

class IldgReader final : public GaugeFileReader {
public:
    IldgReader(InputFile file, const GaugeFileHints& hints) : file_(std::move(file))
    {
        const std::vector<LimeRecord> records = readLimeRecords(file_);
        requireWholeField(file_, records);
        const LimeRecord& data = findLinks(file_, records);
        data_ = data;
        const bool ildg = data.type == "ildg-binary-data";
        header_.format = ildg ? "ILDG" : "SciDAC";
        Facts facts = ildg ? factsOf(records) : readScidac(file_, records, data);
        const auto index = static_cast<std::size_t>(&data - records.data());
        if (const LimeRecord* second = find(std::span(records).subspan(index + 1), data.type))
            failInRecord(file_, *second, "is the second one, expected a single gauge field");
        if (!facts.date.empty()) header_.entries["TIME_STAMP"] = oneLine(facts.date, longestOrigin);
        takeFacts(std::move(facts), hints);
        if (const LimeRecord* lfn = find(records, "ildg-data-lfn")) header_.logicalFileName = limeText(file_, *lfn);
        constexpr std::uint64_t longestInfo = 4096; // of other programs, with anything in it
        if (const LimeRecord* info = find(records, "xlf-info"); info && info->length <= longestInfo)
            header_.action = statedAction(limeText(file_, *info));
        if (const LimeRecord* origin = find(records, provenanceType))
            header_.entries.merge(originEntries(limeText(file_, *origin)));
        if (const LimeRecord* streams = find(records, streamsType)) {
            header_.past = RandomPast::parse(limeText(file_, *streams));
            if (!header_.past) failInRecord(file_, *streams, "expected positions of random streams, KEY:NEXT");
        }
        if (const LimeRecord* record = findChecksum(records, index)) {
            checksum_ = readChecksum(file_, *record);
            header_.checksum = fmt::format("{:08x} {:08x}", checksum_->suma, checksum_->sumb);
        }
    }

    void readSites(const SiteSink& sink, const FilePart& part) override
    {
        ScidacChecksum own;
        part.doCollectively([&] {
            readLinks(
                file_, data_.offset, {part.lattice, codec(header_.bits), part.tolerance},
                [&own](std::int64_t site, std::span<const std::byte> bytes) { own.add(site, bytes); }, sink);
        });
        verifyChecksum(part, own, checksum_, [&](const ScidacChecksum& sum) {
            failInRecord(file_, data_,
                         fmt::format("the checksum of the data is {}, but the record scidac-checksum says {}",
                                     name(sum), name(*checksum_)));
        });
    }

    void checkFirstSite() override { io::checkFirstSite(file_, data_.offset, links(header_.bits)); }

private:
    LinkCodec codec(int bits) const { return {header_.group, colours(header_.group), bits, true}; }
    LinkData links(int bits) const { return {header_.lattice, codec(bits)}; }

    /// Of a file of ILDG.
    Facts factsOf(std::span<const LimeRecord> records)
    {
        const LimeRecord* format = find(records, "ildg-format");
        Facts facts = format != nullptr ? readFormat(file_, *format) : Facts();
        if (format == nullptr)
            facts.lack = "has no ildg-format record";
        else if (!facts.lack.empty())
            header_.warnings.push_back(oneLine(file_.path() + ": " + facts.lack, 2000));
        const LimeRecord* lattice = find(records, "scidac-private-file-xml");
        if (!facts.lattice && lattice != nullptr) facts.lattice = readScidacLattice(file_, *lattice);
        return facts;
    }

    /// Into the header, completed by the hints and the size of the data.
    void takeFacts(Facts facts, const GaugeFileHints& hints)
    {
        if (!facts.lattice) facts.lattice = hints.lattice;
        if (!facts.lattice)
            file_.fail(facts.lack + ", so its lattice is unknown; give --group and --lattice, for example --group su3 "
                                    "--lattice 4x4x4x4");
        if (!facts.group) facts.group = hints.group;
        const bool fits = completeBySize(facts, data_.length);
        header_.lattice = *facts.lattice;
        if (!facts.group)
            failInRecord(file_, data_,
                         fmt::format("has {} bytes of data, which no group needs on {}; check --lattice", data_.length,
                                     header_.lattice.name()));
        header_.group = *facts.group;
        checkHints(file_, header_, hints);
        if (!fits) failBySize(facts.bits);
        header_.bits = *facts.bits;
        header_.rows = colours(header_.group);
        for (std::string& warning : header_.warnings)
            warning += fmt::format("; it is read as {} on {} in {} bits, whose size it has", name(header_.group),
                                   header_.lattice.name(), header_.bits);
    }

    [[noreturn]] void failBySize(const std::optional<int>& bits) const
    {
        const std::string has =
            fmt::format("has {} bytes of data, but {} {}", data_.length, name(header_.group), header_.lattice.name());
        if (bits) failInRecord(file_, data_, fmt::format("{} in {} bits needs {}", has, *bits, links(*bits).bytes()));
        failInRecord(file_, data_,
                     fmt::format("{} needs {} in 32 bits or {} in 64 bits; check --group and --lattice", has,
                                 links(32).bytes(), links(64).bytes()));
    }

    InputFile file_;
    LimeRecord data_;
    std::optional<ScidacChecksum> checksum_;
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

bool probeLime(InputFile& file)
{
    const std::string start = file.text(0, 4);
    return start.size() == 4 && load<std::uint32_t>(std::as_bytes(std::span(start)).data(), true) == limeMagic;
}

std::unique_ptr<GaugeFileReader> openLime(InputFile file, const GaugeFileHints& hints)
{
    return std::make_unique<IldgReader>(std::move(file), hints);
}

void writeIldg(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
               const SiteSource& source)
{
    const LinkData data{part.lattice, {group, colours(group), options.bits, true}};
    LinkOutput output(path, part, [&](OutputFile& file) {
        const std::string info = xlfInfo(options.action, options.plaquette);
        if (!info.empty()) writeLimeRecord(file, "xlf-info", info, {.messageBegins = true, .messageEnds = true});
        std::string origin;
        for (const auto& [key, text] : options.provenance)
            origin += fmt::format("{} = {}\n", key, oneLine(text, longestOrigin));
        if (!origin.empty())
            writeLimeRecord(file, provenanceType, origin, {.messageBegins = true, .messageEnds = true});
        if (options.past)
            writeLimeRecord(file, streamsType, options.past->text(), {.messageBegins = true, .messageEnds = true});
        writeLimeRecord(file, "ildg-format", formatXml(data), {.messageBegins = true});
        if (!options.logicalFileName.empty()) writeLimeRecord(file, "ildg-data-lfn", options.logicalFileName, {});
        writeLimeHeader(file, "ildg-binary-data", data.bytes(), {});
    });
    const ScidacChecksum sum = writeLinks(output, part, data, source);
    output.commit([&](OutputFile& file) {
        writeLimePadding(file, data.bytes());
        writeLimeRecord(file, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    });
}

} // namespace

extern const Format ildgFormat;
const Format ildgFormat = {{.key = "ildg",
                            .name = "ILDG",
                            .about = "the format of the ILDG, LIME records with a checksum",
                            .endings = "ildg lime"},
                           probeLime,
                           openLime,
                           writeIldg};

} // namespace gaugegl::io
