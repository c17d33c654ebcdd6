#include "io/fermion_records.h"

#include "base/one_line.h"
#include "io/scidac_record.h"
#include "xml_record.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {

FermionRecords::FermionRecords(InputFile file) : file_(std::move(file)), records_(readLimeRecords(file_))
{
    const LimeRecord* head = find("scidac-private-file-xml", 0, records_.size());
    if (head == nullptr) file_.fail(0, "the file has no record scidac-private-file-xml, so it is not a QIO file");
    content_.lattice = readScidacLattice(file_, *head);
    readFileXml();
    for (std::size_t i = 0, begin = 0; i < records_.size(); ++i) {
        if (records_[i].type != "scidac-binary-data") continue;
        addField(begin, i);
        begin = i + 1;
    }
    if (fields_.empty())
        file_.fail(file_.size(),
                   fmt::format("the file ends and none of its {} LIME records is scidac-binary-data{}", records_.size(),
                               find("scidac-binary-data", 0, records_.size()) ? " of fermions" : ""));
}

const LimeRecord* FermionRecords::find(std::string_view type, std::size_t begin, std::size_t end) const
{
    const auto part = std::span(records_).subspan(begin, end - begin);
    const auto found = std::ranges::find(part, type, &LimeRecord::type);
    return found == part.end() ? nullptr : &*found;
}

/// The records between the data and those that describe the next field.
std::size_t FermionRecords::endOfMessage(std::size_t data) const
{
    std::size_t end = data + 1;
    while (end < records_.size() && records_[end].type != "scidac-private-record-xml" &&
           records_[end].type != "scidac-binary-data")
        ++end;
    return end;
}

void FermionRecords::readFileXml()
{
    const LimeRecord* record = find("scidac-file-xml", 0, records_.size());
    if (record == nullptr) return;
    const auto root = rootOf(file_, *record); // other programs may have anything here
    if (std::ranges::any_of(usqcdNames, [&](const UsqcdNames& known) { return root == known.file; }))
        content_.info = XmlRecord(file_, *record, *root).textOrNone("info");
}

void FermionRecords::addField(std::size_t begin, std::size_t data)
{
    const LimeRecord* description = find("scidac-private-record-xml", begin, data);
    if (description == nullptr)
        failInRecord(file_, records_[data], "no record scidac-private-record-xml before it describes its data");
    FermionField field{.data = records_[data]};
    const LimeRecord* user = find("scidac-record-xml", begin, data);
    if (user != nullptr && rootOf(file_, *user) == "usqcdSourceInfo") {
        field.role = FermionRole::Source;
        source_ = XmlRecord(file_, *user, "usqcdSourceInfo").textOrNone("info");
        if (isScalarSource(*description)) return;
    }
    field.source = source_;
    describe(field, *description);
    if (user != nullptr) readRecordXml(field, *user);
    if (const LimeRecord* checksum = find("scidac-checksum", data, endOfMessage(data)))
        field.checksum = readChecksum(file_, *checksum);
    fields_.push_back(std::move(field));
}

/// A complex number at each site, or a field on one time slice: no fermion field, though a source.
bool FermionRecords::isScalarSource(const LimeRecord& description)
{
    const XmlRecord xml(file_, description, "scidacRecord");
    constexpr int hypercube = 2; // <recordtype> of a part of the lattice
    constexpr std::int64_t complexBytes = 16;
    return (xml.has("recordtype") && xml.integer("recordtype") == hypercube) ||
           std::int64_t(xml.integer("typesize")) * xml.integer("datacount") <= complexBytes;
}

/// Kind, group and precision; checks that the data has the size that follows.
void FermionRecords::describe(FermionField& field, const LimeRecord& description)
{
    const ScidacRecord stated = readScidacRecord(file_, description);
    const auto fail = [&](const std::string& message) { failInRecord(file_, description, message); };
    const int n = stated.colours, s = stated.spins;
    if (stated.isGaugeField()) fail("its data are the links of a gauge field, expected are fermion fields");
    if ((n != 2 && n != 3) || (s != 0 && s != 1 && s != 4))
        fail(fmt::format("{} colours and {} spins are not supported, expected 2 or 3 colours and 4 spins or none", n,
                         s));
    const auto group = groupOfColours(int(n));
    const auto kind = s == 4 ? FermionKind::Wilson : FermionKind::Staggered;
    if (!fields_.empty() && (group != content_.group || kind != content_.kind))
        fail("is another kind of field than the first one in the file");
    content_.group = group;
    content_.kind = kind;
    field.bits = stated.bits;
    const std::size_t one = numbersOf(field, 0).bytesPerSite();
    const int components = fermionComponents(kind, group);
    if (stated.bytesPerSite() == one * std::size_t(components)) {
        field.columns = components;
        if (stated.datatype != "Lattice")
            fail(fmt::format("the order of a propagator in one record is known of QDP++ alone, whose <datatype> is "
                             "Lattice, here is '{}'",
                             oneLine(stated.datatype, 80)));
    } else if (stated.bytesPerSite() != one) {
        fail(fmt::format("<typesize> times <datacount> is {}, but {} colours, {} spins and {} bits need {} bytes at a "
                         "site",
                         stated.bytesPerSite(), n, s, stated.bits, one));
    }
    const std::uint64_t expected = numbersOf(field, 0).bytes();
    if (field.data.length != expected)
        failInRecord(file_, field.data,
                     fmt::format("has {} bytes of data, but such a field on {} needs {}", field.data.length,
                                 content_.lattice.name(), expected));
}

void FermionRecords::readRecordXml(FermionField& field, const LimeRecord& user)
{
    const auto root = rootOf(file_, user); // other programs may have anything here
    const bool known = field.role == FermionRole::Source || root == "usqcdInfo" || // as QIO wrote it once
                       root == usqcdNames[std::size_t(content_.kind)].propagator;
    if (!known) return;
    const XmlRecord xml(file_, user, *root);
    field.info = xml.textOrNone("info");
    if (!xml.has("color") || xml.has("spin") != hasSpin(content_.kind)) return;
    const int n = colours(content_.group), spin = xml.has("spin") ? xml.integer("spin") : 0,
              colour = xml.integer("color");
    if (spin < 0 || spin >= spins(content_.kind) || colour < 0 || colour >= n)
        xml.fail(fmt::format("spin {} and colour {} of the source are out of range, expected less than {} and {}", spin,
                             colour, spins(content_.kind), n));
    field.component = spin * n + colour;
}

FermionNumbers FermionRecords::numbersOf(const FermionField& field, int column) const
{
    FermionNumbers numbers{.kind = content_.kind,
                           .group = content_.group,
                           .lattice = content_.lattice,
                           .offset = field.data.offset,
                           .bits = field.bits};
    if (field.columns == 1) return numbers;
    // QDP++ has a matrix of spins, of which each element is a matrix of colours; rows are of the sink, columns of the source.
    const int n = colours(content_.group), s = spins(content_.kind);
    numbers.perSite = field.columns * numbers.components();
    for (int sink = 0; sink < numbers.components(); ++sink)
        numbers.chosen.push_back((((sink / n) * s + column / n) * n + sink % n) * n + column % n);
    return numbers;
}

FermionVector FermionRecords::read(const FermionField& field, int column)
{
    ScidacChecksum sum;
    FermionVector numbers =
        readFermionNumbers(file_, numbersOf(field, column),
                           [&](std::int64_t site, std::span<const std::byte> bytes) { sum.add(site, bytes); });
    if (field.checksum && sum != *field.checksum)
        failInRecord(file_, field.data,
                     fmt::format("the checksum of the data is {}, but the record scidac-checksum says {}", name(sum),
                                 name(*field.checksum)));
    return numbers;
}

} // namespace gaugegl::io
