#include "gaugegl/io/fermion_file.h"

#include "gaugegl/base/error.h"
#include "io/fermion_records.h"
#include "xml_record.h"

#include <fmt/format.h>
#include <span>
#include <utility>

namespace gaugegl::io {
namespace {

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

std::string privateRecordXml(const FermionFile& file, const FermionNumbers& numbers)
{
    const int n = colours(file.group);
    const std::string spinCount = hasSpin(file.kind) ? fmt::format("<spins>{}</spins>", spins(file.kind)) : "";
    return fmt::format("{0}<scidacRecord><version>1.1</version><date></date><recordtype>0</recordtype>"
                       "<datatype>USQCD_{1}{2}_{3}</datatype><precision>{1}</precision><colors>{2}</colors>{4}"
                       "<typesize>{5}</typesize><datacount>1</datacount></scidacRecord>",
                       xmlHead, numbers.bits == 64 ? 'D' : 'F', n, fieldName(file.kind), spinCount,
                       numbers.bytesPerSite());
}

std::string recordXml(const FermionFile& file, const FermionRecord& record)
{
    std::string source; // as QIO has it: of a staggered field the colour alone
    if (record.component >= 0) {
        const int n = colours(file.group);
        if (hasSpin(file.kind)) source = fmt::format("<spin>{}</spin>", record.component / n);
        source += fmt::format("<color>{}</color>", record.component % n);
    }
    return fmt::format("{0}<{1}><version>1.0</version>{2}<info>{3}</info></{1}>", xmlHead,
                       recordTag(file.kind, record.role), source, escapedXml(record.info));
}

/// The rows (z, t) of sites.
std::size_t rowsOf(const Lattice& lattice) { return std::size_t(lattice.extent(2)) * std::size_t(lattice.extent(3)); }

void checkContent(const std::string& path, const FermionFile& content, std::size_t perSite)
{
    const std::size_t expected = std::size_t(content.lattice.volume()) * perSite;
    for (const FermionRecord& record : content.records)
        if (record.field.size() != expected)
            throw InputError(fmt::format("{}: a field of {} numbers cannot be saved as one of {} on {}, which has {}",
                                         path, record.field.size(), name(content.group), content.lattice.name(),
                                         expected));
}

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

void writeFermions(const std::string& path, const FermionFile& content, const FermionRows& rows, int bits)
{
    const FermionNumbers numbers{
        .kind = content.kind, .group = content.group, .lattice = content.lattice, .bits = bits};

    OutputFile out(path);
    writeLimeRecord(out, "scidac-private-file-xml", privateFileXml(content.lattice), {.messageBegins = true});
    writeLimeRecord(out, "scidac-file-xml", fileXml(content), {.messageEnds = true});
    for (const FermionRecord& record : content.records) {
        writeLimeRecord(out, "scidac-private-record-xml", privateRecordXml(content, numbers), {.messageBegins = true});
        writeLimeRecord(out, "scidac-record-xml", recordXml(content, record), {});
        writeLimeHeader(out, "scidac-binary-data", numbers.bytes(), {});
        ScidacChecksum sum;
        writeFermionNumbers(
            out, path, numbers, [&] { return rows(record); },
            [&](std::int64_t site, std::span<const std::byte> bytes) { sum.add(site, bytes); });
        writeLimePadding(out, numbers.bytes());
        writeLimeRecord(out, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    }
    out.commit();
}

FermionFile readFermions(const std::string& path, const FermionChecks& checks)
{
    return readFermions(InputFile(path), checks);
}

FermionFile readFermions(InputFile file, const FermionChecks& checks)
{
    FermionRecords records(std::move(file));
    FermionFile result = records.content();
    if (checks.file) checks.file(result);
    for (const FermionField& field : records.fields())
        for (int column = 0; column < field.columns; ++column) {
            FermionRecord record{field.role, field.info, records.read(field, column),
                                 field.columns > 1 ? column : field.component};
            if (checks.record) checks.record(record);
            result.records.push_back(std::move(record));
        }
    return result;
}

} // namespace gaugegl::io
