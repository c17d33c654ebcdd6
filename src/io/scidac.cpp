// SciDAC's format of a single file as QIO writes it (volfmt 0), without the records of ILDG: a message of scidac-private-file-xml and
// scidac-file-xml, then one of scidac-private-record-xml, scidac-record-xml, scidac-binary-data (big endian, t slowest and x fastest, at a
// site x, y, z, t, by rows) and scidac-checksum.  Its files are read by the reader of ILDG (ildg.cpp), since both are LIME.
#include "base/one_line.h"
#include "io/format.h"
#include "io/lime.h"
#include "io/link_stream.h"
#include "xml_record.h"

#include <fmt/format.h>

namespace gaugegl::io {

namespace {

constexpr const char* xmlStart = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

std::string scidacFileXml(const Lattice& lattice)
{
    std::string extents;
    for (const int extent : lattice.extents())
        extents += fmt::format("{} ", extent);
    return fmt::format("{}<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>{}</dims><volfmt>0</volfmt>"
                       "</scidacFile>",
                       xmlStart, extents);
}

std::string scidacRecordXml(const LinkData& data, const std::string& date)
{
    const int n = colours(data.codec.group);
    const char precision = data.codec.bits == 32 ? 'F' : 'D';
    return fmt::format("{}<scidacRecord><version>1.1</version><date>{}</date><recordtype>0</recordtype>"
                       "<datatype>QDP_{}{}_ColorMatrix</datatype><precision>{}</precision><colors>{}</colors>"
                       "<typesize>{}</typesize><datacount>4</datacount></scidacRecord>",
                       xmlStart, date, precision, n, precision, n, data.codec.bytesPerLink());
}

void writeScidac(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                 const SiteSource& source)
{
    const LinkData data{part.lattice, {group, colours(group), options.bits, true}};
    LinkOutput output(path, part, [&](OutputFile& file) {
        writeLimeRecord(file, "scidac-private-file-xml", scidacFileXml(data.lattice), {.messageBegins = true});
        writeLimeRecord(file, "scidac-file-xml",
                        fmt::format("{}<title>gauge configuration of gaugegl</title>", xmlStart),
                        {.messageEnds = true});
        writeLimeRecord(file, "scidac-private-record-xml", scidacRecordXml(data, timeStamp(options)),
                        {.messageBegins = true});
        std::string info;
        for (const auto& [key, text] : options.provenance)
            info += fmt::format("{} = {}\n", key, escapedXml(oneLine(text, 2000)));
        writeLimeRecord(file, "scidac-record-xml", fmt::format("{}<info>{}</info>", xmlStart, info), {});
        writeLimeHeader(file, "scidac-binary-data", data.bytes(), {});
    });
    const ScidacChecksum sum = writeLinks(output, part, data, source);
    output.commit([&](OutputFile& file) {
        writeLimePadding(file, data.bytes());
        writeLimeRecord(file, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    });
}

} // namespace

extern const Format scidacFormat;
const Format scidacFormat = {{.key = "scidac",
                              .name = "SciDAC",
                              .about = "QIO's single file without the records of ILDG, with a checksum (MILC, Chroma)",
                              .endings = "scidac"},
                             [](InputFile&) { return false; }, // is recognised by ILDG's
                             nullptr,
                             writeScidac};

} // namespace gaugegl::io
