#include "io/scidac_record.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "xml_record.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace gaugegl::io {

namespace {

/// QIO, examples/qio-convert-mesh-singlefs.c.
constexpr const char* joinedBy =
    "the field is divided among several files (NAME.vol0000, NAME.vol0001, ..): QIO's `qio-convert-mesh-singlefs 1 "
    "NAME < LAYOUT` joins them, `qio-convert-mesh-pfs` if each is in a folder of its own; LAYOUT has the dimensions "
    "of the machine";

} // namespace

std::uint64_t ScidacRecord::bytesPerSite() const
{
    return std::uint64_t(std::max(typeBytes, 0)) * std::uint64_t(std::max(count, 0));
}

bool ScidacRecord::isGaugeField() const
{
    return count == 4 && colours > 1 && colours < 100 && typeBytes == 2 * colours * colours * bits / 8;
}

ScidacRecord readScidacRecord(InputFile& file, const LimeRecord& record)
{
    const XmlRecord xml(file, record, "scidacRecord");
    const std::string precision = xml.text("precision");
    if (precision != "F" && precision != "D")
        xml.fail(fmt::format("<precision> is '{}', expected F or D", oneLine(precision, 80)));
    if (xml.has("recordtype") && xml.integer("recordtype") != 0)
        xml.fail(fmt::format("<recordtype> is {}, expected 0, a field", xml.integer("recordtype")));
    return {.bits = precision == "D" ? 64 : 32,
            .colours = xml.integer("colors"),
            .spins = xml.has("spins") ? xml.integer("spins") : 0,
            .typeBytes = xml.integer("typesize"),
            .count = xml.integer("datacount"),
            .date = xml.textOrNone("date"),
            .datatype = xml.textOrNone("datatype")};
}

Lattice readScidacLattice(InputFile& file, const LimeRecord& record)
{
    const XmlRecord xml(file, record, "scidacFile");
    const std::string text = xml.text("dims");
    const auto fail = [&] { xml.fail(fmt::format("<dims> is '{}', expected four extents", oneLine(text, 80))); };
    std::array<int, 4> extents{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int& extent : extents) {
        while (at != end && *at == ' ')
            ++at;
        const auto [next, error] = std::from_chars(at, end, extent);
        if (error != std::errc()) fail();
        at = next;
    }
    if (at != end) fail();
    if (const std::string parts = xml.textOrNone("volfmt"); !parts.empty() && parts != "0")
        xml.fail(fmt::format("<volfmt> is '{}', expected 0: {}", oneLine(parts, 80), joinedBy));
    try {
        return Lattice(extents);
    } catch (const InputError& error) {
        xml.fail(error.what());
    }
}

void requireWholeField(const InputFile& file, std::span<const LimeRecord> records)
{
    const auto sites = std::ranges::find(records, "scidac-sitelist", &LimeRecord::type);
    if (sites != records.end()) failInRecord(file, *sites, fmt::format("is that of a part: {}", joinedBy));
}

} // namespace gaugegl::io
