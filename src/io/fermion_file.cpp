#include "gaugegl/io/fermion_file.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "io/endian.h"
#include "io/lime.h"
#include "io/scidac_record.h"
#include "xml_record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace gaugegl::io {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t blockSites = 4096;

/// How the numbers of a field lie in the file.
struct Numbers {
    int perSite = 12; ///< complex ones
    int bits = 64;    ///< of a real one

    std::size_t bytesPerSite() const { return std::size_t(perSite) * 2 * std::size_t(bits) / 8; }
};

double decoded(const std::byte* bytes, int bits)
{
    return bits == 64 ? std::bit_cast<double>(load<std::uint64_t>(bytes, true))
                      : double(std::bit_cast<float>(load<std::uint32_t>(bytes, true)));
}

bool finite(const Complex& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

/// "spin 1, colour 2 of site (0,0,3,1)".
std::string placeOf(const FermionFile& file, std::size_t number)
{
    const int n = colours(file.group), components = fermionComponents(file.kind, file.group);
    const auto component = int(number % std::size_t(components));
    const Coordinates x = file.lattice.coordinates(std::int64_t(number / std::size_t(components)));
    const std::string spin = hasSpin(file.kind) ? fmt::format("spin {}, ", component / n) : "";
    return fmt::format("{}colour {} of site ({},{},{},{})", spin, component % n, x[0], x[1], x[2], x[3]);
}

// Writing.

/// What USQCD's formats call a kind.
struct UsqcdNames {
    const char *file, *propagator, *field;
};
constexpr std::array<UsqcdNames, fermionKinds.size()> usqcdNames = {
    {{"usqcdPropFile", "usqcdPropInfo", "DiracFermion"}, {"usqcdKSPropFile", "usqcdKSPropInfo", "ColorVector"}}};

const UsqcdNames& names(FermionKind kind) { return usqcdNames[std::size_t(kind)]; }
const char* fileTag(FermionKind kind) { return names(kind).file; }
const char* recordTag(FermionKind kind, FermionRole role)
{
    if (role == FermionRole::Source) return "usqcdSourceInfo";
    return names(kind).propagator;
}
const char* fieldName(FermionKind kind) { return names(kind).field; }

constexpr const char* xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

std::string privateFileXml(const Lattice& lattice)
{
    const auto& l = lattice.extents();
    return fmt::format("{}<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>{} {} {} {} </dims>"
                       "<volfmt>0</volfmt></scidacFile>",
                       xmlHead, l[0], l[1], l[2], l[3]);
}

std::string fileXml(const FermionFile& file)
{
    return fmt::format("{0}<{1}><version>1.0</version><type>USQCD_{2}_Source_Sink_Pairs</type><info>{3}</info></{1}>",
                       xmlHead, fileTag(file.kind), fieldName(file.kind), escapedXml(file.info));
}

std::string privateRecordXml(const FermionFile& file, const Numbers& numbers)
{
    const int n = colours(file.group);
    const std::string spinCount = hasSpin(file.kind) ? fmt::format("<spins>{}</spins>", spins(file.kind)) : "";
    return fmt::format("{}<scidacRecord><version>1.1</version><date></date><recordtype>0</recordtype>"
                       "<datatype>USQCD_D{}_{}</datatype><precision>D</precision><colors>{}</colors>{}"
                       "<typesize>{}</typesize><datacount>1</datacount></scidacRecord>",
                       xmlHead, n, fieldName(file.kind), n, spinCount, numbers.bytesPerSite());
}

std::string recordXml(const FermionFile& file, const FermionRecord& record)
{
    return fmt::format("{0}<{1}><version>1.0</version><info>{2}</info></{1}>", xmlHead,
                       recordTag(file.kind, record.role), escapedXml(record.info));
}

/// Writes the numbers of some sites, of which `first` is the first, and adds them to the checksum.
void writeSites(OutputFile& out, ScidacChecksum& sum, std::int64_t first, std::span<const Complex> numbers,
                std::size_t siteBytes)
{
    std::vector<std::byte> bytes(16 * numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        store(&bytes[16 * i], std::bit_cast<std::uint64_t>(numbers[i].real()), true);
        store(&bytes[16 * i + 8], std::bit_cast<std::uint64_t>(numbers[i].imag()), true);
    }
    for (std::size_t i = 0; i < bytes.size() / siteBytes; ++i)
        sum.add(first + std::int64_t(i), std::span(bytes).subspan(i * siteBytes, siteBytes));
    out.write(bytes);
}

/// The rows (z, t) of sites.
std::size_t rowsOf(const Lattice& lattice) { return std::size_t(lattice.extent(2)) * std::size_t(lattice.extent(3)); }

void requireFinite(const std::string& path, const FermionFile& content, std::span<const Complex> numbers,
                   std::size_t first)
{
    const auto bad = std::ranges::find_if_not(numbers, finite);
    if (bad != numbers.end())
        throw InputError(fmt::format("{}: the field cannot be saved: {} is not a finite number", path,
                                     placeOf(content, first + std::size_t(bad - numbers.begin()))));
}

void checkContent(const std::string& path, const FermionFile& content, std::size_t perSite)
{
    const std::size_t expected = std::size_t(content.lattice.volume()) * perSite;
    for (const FermionRecord& record : content.records) {
        if (record.field.size() != expected)
            throw InputError(fmt::format("{}: a field of {} numbers cannot be saved as one of {} on {}, which has {}",
                                         path, record.field.size(), name(content.group), content.lattice.name(),
                                         expected));
        requireFinite(path, content, record.field, 0);
    }
}

// Reading.

/// Reads a file from its first record to its last.
class Reader {
public:
    Reader(InputFile file, const FermionChecks& checks)
        : file_(std::move(file)), records_(readLimeRecords(file_)), checks_(&checks)
    {}

    FermionFile read()
    {
        const LimeRecord* head = find("scidac-private-file-xml", 0, records_.size());
        if (head == nullptr) file_.fail(0, "the file has no record scidac-private-file-xml, so it is not a QIO file");
        result_.lattice = readScidacLattice(file_, *head);
        readFileXml();
        for (std::size_t i = 0, begin = 0; i < records_.size(); ++i) {
            if (records_[i].type != "scidac-binary-data") continue;
            readField(begin, i, endOfMessage(i));
            begin = i + 1;
        }
        if (result_.records.empty())
            file_.fail(file_.size(), fmt::format("the file ends and none of its {} LIME records is scidac-binary-data",
                                                 records_.size()));
        return std::move(result_);
    }

private:
    const LimeRecord* find(std::string_view type, std::size_t begin, std::size_t end) const
    {
        const auto part = std::span(records_).subspan(begin, end - begin);
        const auto found = std::ranges::find(part, type, &LimeRecord::type);
        return found == part.end() ? nullptr : &*found;
    }

    /// The records between the data and those that describe the next field.
    std::size_t endOfMessage(std::size_t data) const
    {
        std::size_t end = data + 1;
        while (end < records_.size() && records_[end].type != "scidac-private-record-xml" &&
               records_[end].type != "scidac-binary-data")
            ++end;
        return end;
    }

    void readFileXml()
    {
        const LimeRecord* record = find("scidac-file-xml", 0, records_.size());
        if (record == nullptr) return;
        const auto root = rootOf(file_, *record); // other programs may have anything here
        if (std::ranges::any_of(usqcdNames, [&](const UsqcdNames& known) { return root == known.file; }))
            result_.info = XmlRecord(file_, *record, *root).textOrNone("info");
    }

    void readField(std::size_t begin, std::size_t data, std::size_t end)
    {
        const LimeRecord* description = find("scidac-private-record-xml", begin, data);
        if (description == nullptr)
            failInRecord(file_, records_[data], "no record scidac-private-record-xml before it describes its data");
        const Numbers numbers = describe(*description, records_[data]);
        if (result_.records.empty() && checks_->file) checks_->file(result_);
        FermionRecord record;
        if (const LimeRecord* user = find("scidac-record-xml", begin, data)) readRecordXml(record, *user);
        const ScidacChecksum sum = readNumbers(record.field, records_[data], numbers);
        if (const LimeRecord* checksum = find("scidac-checksum", data, end)) {
            const ScidacChecksum stated = readChecksum(file_, *checksum);
            if (sum != stated)
                failInRecord(file_, records_[data],
                             fmt::format("the checksum of the data is {}, but the record scidac-checksum says {}",
                                         name(sum), name(stated)));
        }
        if (checks_->record) checks_->record(record);
        result_.records.push_back(std::move(record));
    }

    /// Kind, group and precision; checks that the data has the size that follows.
    Numbers describe(const LimeRecord& description, const LimeRecord& data)
    {
        const ScidacRecord stated = readScidacRecord(file_, description);
        const auto fail = [&](const std::string& message) { failInRecord(file_, description, message); };
        const int n = stated.colours, s = stated.spins;
        if (stated.isGaugeField()) fail("its data are the links of a gauge field, expected are fermion fields");
        if ((n != 2 && n != 3) || (s != 0 && s != 1 && s != 4))
            fail(fmt::format("{} colours and {} spins are not supported, expected 2 or 3 colours and 4 spins or none",
                             n, s));
        const auto group = groupOfColours(int(n));
        const auto kind = s == 4 ? FermionKind::Wilson : FermionKind::Staggered;
        if (!result_.records.empty() && (group != result_.group || kind != result_.kind))
            fail("is another kind of field than the first one in the file");
        result_.group = group;
        result_.kind = kind;
        const Numbers numbers{fermionComponents(kind, group), stated.bits};
        if (stated.bytesPerSite() != numbers.bytesPerSite())
            fail(fmt::format(
                "<typesize> times <datacount> is {}, but {} colours, {} spins and {} bits need {} bytes at a "
                "site",
                stated.bytesPerSite(), n, s, stated.bits, numbers.bytesPerSite()));
        const std::uint64_t expected = std::uint64_t(result_.lattice.volume()) * numbers.bytesPerSite();
        if (data.length != expected)
            failInRecord(file_, data,
                         fmt::format("has {} bytes of data, but such a field on {} needs {}", data.length,
                                     result_.lattice.name(), expected));
        return numbers;
    }

    void readRecordXml(FermionRecord& record, const LimeRecord& user)
    {
        const auto root = rootOf(file_, user); // other programs may have anything here
        if (root == recordTag(result_.kind, FermionRole::Source)) record.role = FermionRole::Source;
        if (root == recordTag(result_.kind, record.role))
            record.info = XmlRecord(file_, user, *root).textOrNone("info");
    }

    ScidacChecksum readNumbers(FermionVector& field, const LimeRecord& data, const Numbers& numbers)
    {
        ScidacChecksum sum;
        const std::size_t siteBytes = numbers.bytesPerSite(), realBytes = std::size_t(numbers.bits) / 8;
        const auto volume = std::size_t(result_.lattice.volume());
        std::vector<std::byte> block(std::min(blockSites, volume) * siteBytes);
        field.reserve(volume * std::size_t(numbers.perSite)); // so many are in the file
        for (std::size_t first = 0; first < volume; first += blockSites) {
            const std::size_t count = std::min(blockSites, volume - first);
            file_.read(std::span(block).first(count * siteBytes), data.offset + first * siteBytes);
            for (std::size_t i = 0; i < count * std::size_t(numbers.perSite); ++i) {
                const std::byte* at = &block[2 * i * realBytes];
                const Complex z(decoded(at, numbers.bits), decoded(at + realBytes, numbers.bits));
                if (!finite(z))
                    file_.fail(data.offset + first * siteBytes + 2 * i * realBytes,
                               fmt::format("{} is not a finite number", placeOf(result_, field.size())));
                field.push_back(z);
            }
            for (std::size_t i = 0; i < count; ++i)
                sum.add(std::int64_t(first + i), std::span(block).subspan(i * siteBytes, siteBytes));
        }
        return sum;
    }

    InputFile file_;
    std::vector<LimeRecord> records_;
    const FermionChecks* checks_;
    FermionFile result_;
};

} // namespace

void writeFermions(const std::string& path, const FermionFile& content)
{
    checkContent(path, content, std::size_t(fermionComponents(content.kind, content.group)));
    std::size_t done = 0;
    const FermionRecord* of = nullptr;
    writeFermions(path, content, [&](const FermionRecord& record) {
        if (&record != of) done = 0;
        of = &record;
        const std::size_t row = record.field.size() / rowsOf(content.lattice);
        return std::span(record.field).subspan(row * done++, row);
    });
}

void writeFermions(const std::string& path, const FermionFile& content, const FermionRows& rows)
{
    const Numbers numbers{fermionComponents(content.kind, content.group), 64};
    const std::size_t count = rowsOf(content.lattice), sites = std::size_t(content.lattice.volume()) / count;

    OutputFile out(path);
    writeLimeRecord(out, "scidac-private-file-xml", privateFileXml(content.lattice), {.messageBegins = true});
    writeLimeRecord(out, "scidac-file-xml", fileXml(content), {.messageEnds = true});
    for (const FermionRecord& record : content.records) {
        writeLimeRecord(out, "scidac-private-record-xml", privateRecordXml(content, numbers), {.messageBegins = true});
        writeLimeRecord(out, "scidac-record-xml", recordXml(content, record), {});
        const std::uint64_t bytes = std::uint64_t(content.lattice.volume()) * numbers.bytesPerSite();
        writeLimeHeader(out, "scidac-binary-data", bytes, {});
        ScidacChecksum sum;
        for (std::size_t row = 0; row < count; ++row) {
            const std::span<const Complex> of = rows(record);
            requireFinite(path, content, of, row * sites * std::size_t(numbers.perSite));
            writeSites(out, sum, std::int64_t(row * sites), of, numbers.bytesPerSite());
        }
        writeLimePadding(out, bytes);
        writeLimeRecord(out, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    }
    out.commit();
}

FermionFile readFermions(const std::string& path, const FermionChecks& checks)
{
    return readFermions(InputFile(path), checks);
}

FermionFile readFermions(InputFile file, const FermionChecks& checks) { return Reader(std::move(file), checks).read(); }

} // namespace gaugegl::io
