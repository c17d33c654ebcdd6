// Propagators of tmLQCD and other codes of the ETMC (tmLQCD, io/spinor_write*.c), LIME records:
//   propagator-type           text: DiracFermion_Sink, DiracFermion_Source_Sink_Pairs, ..
//   etmc-source-format, etmc-propagator-format
//                             <etmcFormat>: <field> diracFermion, <precision> 32 or 64, <flavours>, <lx> <ly> <lz> <lt>; before its data.
//                             tmLQCD writes lx as <lz>, too: then the size of the data tells that extent
//   scidac-binary-data        big endian, t slowest and x fastest, at a site spin by spin, the colours of each, of SU(3)
//   scidac-checksum           of the data (io/checksums.h)
// A column has no record of its component: those of a file, or of files with one column each, are in the order spin * 3 + colour of tmLQCD.
// Its gamma matrices are gamma_0 = (0, -1; -1, 0) of time and gamma_k = (0, -i sigma_k; i sigma_k, 0), blocks of two spins.
#include "gaugegl/base/error.h"
#include "io/fermion_numbers.h"
#include "io/lime.h"
#include "io/propagator_format.h"
#include "xml_record.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace gaugegl::io {
namespace {

/// V gamma V of ours is gamma of tmLQCD, V = (0, i sigma_2; -i sigma_2, 0).
constexpr SpinBasis etmcSpins = {{3, 2, 1, 0}, {1, -1, -1, 1}};

constexpr const char *etmcFormat = "etmc-propagator-format", *etmcSource = "etmc-source-format";

class EtmcReader final : public PropagatorReader {
public:
    explicit EtmcReader(InputFile file) : file_(std::move(file)), records_(readLimeRecords(file_))
    {
        header_.format = "tmLQCD";
        const LimeRecord* format = nullptr; // of the next data
        bool ofColumn = false;              // the last data were those of a column, not of a source
        for (const LimeRecord& record : records_) {
            if (record.type == "propagator-type") header_.info = textOfHeader(limeText(file_, record));
            if (record.type == etmcFormat || record.type == etmcSource) format = &record;
            if (record.type == "scidac-checksum" && ofColumn && !checksums_.back()) {
                checksums_.back() = readChecksum(file_, record);
                header_.columns.back().summed = true;
            }
            if (record.type != "scidac-binary-data") continue;
            if (format == nullptr)
                failInRecord(file_, record, fmt::format("no record {} before it describes its data", etmcFormat));
            ofColumn = format->type == etmcFormat;
            if (ofColumn) addColumn(*format, record);
        }
        if (numbers_.empty())
            file_.fail(file_.size(), fmt::format("the file ends and none of its {} LIME records has a column of a "
                                                 "propagator",
                                                 records_.size()));
        if (numbers_.size() == std::size_t(numbers_.front().components()))
            for (std::size_t k = 0; k < numbers_.size(); ++k)
                header_.columns[k].component = etmcSpins.componentOf(int(k), 3);
    }

    int componentInOrder(int k) const override { return etmcSpins.componentOf(k, 3); }

private:
    /// As they are stated, but lz by the size of the data where the file says lx for it.
    static std::array<int, 4> extentsOf(const XmlRecord& xml, std::uint64_t bytes, std::uint64_t bytesPerSite)
    {
        std::array<int, 4> extents = {xml.integer("lx"), xml.integer("ly"), xml.integer("lz"), xml.integer("lt")};
        const auto [lx, ly, lz, lt] = extents;
        constexpr int longest = 1 << 16;
        const bool usual = std::ranges::all_of(extents, [](int extent) { return extent > 0 && extent < longest; });
        if (lz != lx || !usual) return extents;
        const std::uint64_t plane = std::uint64_t(lx) * std::uint64_t(ly) * std::uint64_t(lt) * bytesPerSite;
        if (bytes % plane == 0 && bytes / plane < std::uint64_t(longest)) extents[2] = int(bytes / plane);
        return extents;
    }

    void addColumn(const LimeRecord& format, const LimeRecord& data)
    {
        const XmlRecord xml(file_, format, "etmcFormat");
        const int bits = xml.integer("precision");
        if (bits != 32 && bits != 64) xml.fail(fmt::format("<precision> is {}, expected 32 or 64", bits));
        if (xml.has("flavours") && xml.integer("flavours") != 1)
            xml.fail(fmt::format("<flavours> is {}, expected 1: doublets of two flavours are not read",
                                 xml.integer("flavours")));
        const std::array<int, 4> extents = extentsOf(xml, data.length, FermionNumbers{.bits = bits}.bytesPerSite());
        const auto lattice = [&] {
            try {
                return Lattice(extents);
            } catch (const InputError& error) {
                xml.fail(error.what());
            }
        }();
        if (!numbers_.empty() && lattice != header_.lattice)
            xml.fail(fmt::format("the field is on {}, but the first one in the file on {}", lattice.name(),
                                 header_.lattice.name()));
        header_.lattice = lattice;
        const FermionNumbers numbers{.lattice = lattice, .offset = data.offset, .bits = bits};
        if (data.length != numbers.bytes())
            failInRecord(file_, data,
                         fmt::format("has {} bytes of data, but such a field on {} needs {}", data.length,
                                     lattice.name(), numbers.bytes()));
        numbers_.push_back(numbers);
        checksums_.emplace_back();
        header_.columns.push_back({.bits = bits});
    }

    FermionVector read(std::size_t number, int component) override
    {
        const FermionNumbers& numbers = numbers_.at(number);
        ScidacChecksum sum;
        FermionVector column = readFermionNumbers(
            file_, numbers, [&](std::int64_t site, std::span<const std::byte> bytes) { sum.add(site, bytes); });
        const auto& stated = checksums_[number];
        if (stated && sum != *stated)
            file_.fail(numbers.offset,
                       fmt::format("the checksum of the data is {}, but the record scidac-checksum says {}", name(sum),
                                   name(*stated)));
        etmcSpins.convert(column, component, colours(numbers.group));
        return column;
    }

    InputFile file_;
    std::vector<LimeRecord> records_;
    std::vector<FermionNumbers> numbers_; ///< of each column
    std::vector<std::optional<ScidacChecksum>> checksums_;
};

bool probeEtmc(InputFile& file)
{
    const std::vector<std::string> types = limeTypes(file);
    return std::ranges::find(types, "propagator-type") != types.end() ||
           std::ranges::find(types, etmcFormat) != types.end();
}

void writeEtmc(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
               const FermionRows& rows)
{
    const int n = colours(content.group);
    const auto& l = content.lattice.extents();
    const FermionNumbers numbers{.lattice = content.lattice, .bits = options.bits};
    OutputFile out(path);
    writeLimeRecord(out, "propagator-type", "DiracFermion_Sink", {.messageBegins = true, .messageEnds = true});
    for (int k = 0; k < numbers.components(); ++k) {
        const int component = etmcSpins.componentOf(k, n);
        const FermionRecord& record = solutionFor(content, component);
        writeLimeRecord(out, etmcFormat,
                        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<etmcFormat>\n"
                                    "  <field>diracFermion</field>\n  <precision>{}</precision>\n"
                                    "  <flavours>1</flavours>\n  <lx>{}</lx>\n  <ly>{}</ly>\n  <lz>{}</lz>\n"
                                    "  <lt>{}</lt>\n</etmcFormat>",
                                    options.bits, l[0], l[1], l[2], l[3]),
                        {.messageBegins = true, .messageEnds = true});
        writeLimeHeader(out, "scidac-binary-data", numbers.bytes(), {.messageBegins = true});
        ScidacChecksum sum;
        writeFermionNumbers(out, path, numbers, rowsIn(&etmcSpins, rows, record, n),
                            [&](std::int64_t site, std::span<const std::byte> bytes) { sum.add(site, bytes); });
        writeLimePadding(out, numbers.bytes());
        writeLimeRecord(out, "scidac-checksum", checksumXml(sum), {.messageEnds = true});
    }
    out.commit();
}

} // namespace

extern const PropagatorFormat etmcPropagators;
const PropagatorFormat etmcPropagators = {
    {.key = "tmlqcd",
     .name = "tmLQCD",
     .about = "LIME records of tmLQCD with checksums, in its basis of spins",
     .endings = "inverted",
     .group = Group::SU3},
    FermionKind::Wilson,
    probeEtmc,
    [](InputFile file) -> std::unique_ptr<PropagatorReader> { return std::make_unique<EtmcReader>(std::move(file)); },
    writeEtmc};

} // namespace gaugegl::io
