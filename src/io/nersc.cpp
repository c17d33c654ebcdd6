// The NERSC archive format; io/gauge_file.h describes the format and the functions.
//
// DATATYPE   4D_SU3_GAUGE: rows 0 and 1 of each link; 4D_SU3_GAUGE_3x3: all rows; 4D_SU2_GAUGE_2x2: all rows of SU(2),
//            as GLU and Grid write it, and as this program does; 4D_SU2_GAUGE: row 0 (GLU) or both, depending on the
//            size of the file.
// FLOATING_POINT   IEEE32BIG, IEEE32LITTLE, IEEE64BIG, IEEE64LITTLE; IEEE32 and IEEE64 are big endian.
#include "base/one_line.h"
#include "base/trimmed.h"
#include "gaugegl/base/error.h"
#include "gaugegl/io/checksums.h"
#include "io/format.h"
#include "io/link_stream.h"
#include "stated_action.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {

namespace {

/// "4D_SU3_GAUGE_3x3", or without the last row "4D_SU3_GAUGE".
std::string dataTypeOf(Group group, bool whole)
{
    const int n = colours(group);
    return whole ? fmt::format("4D_SU{}_GAUGE_{}x{}", n, n, n) : fmt::format("4D_SU{}_GAUGE", n);
}

/// RandomPast::text().
constexpr const char* streamsKey = "RANDOM_STREAMS";

constexpr std::uint64_t longestHeader = 64 * 1024;

/// The text header, key by key; every complaint names the byte of the value.
class HeaderText {
public:
    explicit HeaderText(InputFile& file) : file_(file)
    {
        const std::string text = file.text(0, longestHeader);
        for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
            const std::string_view line = std::string_view(text).substr(at, end - at);
            if (trimmed(line) == "END_HEADER") {
                size_ = end + 1;
                return;
            }
            const auto equals = line.find('=');
            if (equals == std::string_view::npos) continue;
            const std::string key(trimmed(line.substr(0, equals)));
            if (entries_.emplace(key, trimmed(line.substr(equals + 1))).second) offsets_.emplace(key, at);
        }
        file.fail(0, fmt::format("the NERSC header has no END_HEADER in the first {} bytes", text.size()));
    }

    const std::map<std::string, std::string>& entries() const { return entries_; }
    std::uint64_t size() const { return size_; }
    bool has(const std::string& key) const { return entries_.contains(key); }

    const std::string& text(const std::string& key) const
    {
        const auto found = entries_.find(key);
        if (found == entries_.end()) file_.fail(0, fmt::format("the NERSC header has no key {}", key));
        return found->second;
    }

    template<class Number>
    Number number(const std::string& key) const
    {
        const std::string& digits = text(key);
        Number value{};
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(static_cast<double>(value)))
            fail(key, "expected a number");
        return value;
    }

    /// With the unit of its last digit: 1e-4 of 0.5711 and of 0.5711e0, but nothing of 1, which may be meant as it stands.
    StatedNumber stated(const std::string& key) const
    {
        const std::string& digits = text(key);
        const std::size_t exponent = std::min(digits.find_first_of("eE"), digits.size()), point = digits.find('.');
        StatedNumber result{number<double>(key), 0};
        if (point >= exponent || point + 1 == exponent) return result;
        double power = 0;
        if (exponent < digits.size())
            std::from_chars(digits.data() + exponent + (digits[exponent + 1] == '+' ? 2 : 1),
                            digits.data() + digits.size(), power);
        result.unit = std::pow(10, power - double(exponent - point - 1));
        return result;
    }

    [[noreturn]] void fail(const std::string& key, const std::string& message) const
    {
        file_.fail(offsets_.at(key), fmt::format("{} = {}: {}", key, oneLine(text(key), 80), message));
    }

private:
    const InputFile& file_;
    std::map<std::string, std::string> entries_;
    std::map<std::string, std::uint64_t> offsets_;
    std::uint64_t size_ = 0;
};

class NerscReader final : public GaugeFileReader {
public:
    NerscReader(InputFile file, const GaugeFileHints& hints) : file_(std::move(file))
    {
        const HeaderText text(file_);
        dataOffset_ = text.size();
        header_.format = "NERSC";
        header_.entries = text.entries();
        readLattice(text);
        readFloatingPoint(text);
        readDataType(text);
        readChecksum(text);
        if (text.has("PLAQUETTE")) header_.plaquette = text.stated("PLAQUETTE");
        if (text.has("LINK_TRACE")) header_.linkTrace = text.stated("LINK_TRACE");
        std::string stated;
        for (const char* key : {"BETA", "C1"})
            if (text.has(key)) stated += fmt::format("{} = {}\n", key, text.text(key));
        if (text.has("ENSEMBLE_LABEL")) stated += text.text("ENSEMBLE_LABEL");
        header_.action = statedAction(stated);
        if (text.has(streamsKey)) {
            header_.past = RandomPast::parse(text.text(streamsKey));
            if (!header_.past) text.fail(streamsKey, "expected positions of random streams, KEY:NEXT");
        }
        checkHints(file_, header_, hints);
        checkSize(text);
    }

    void readSites(const SiteSink& sink, const FilePart& part) override
    {
        NerscChecksum own(header_.bigEndian);
        part.doCollectively([&] {
            readLinks(
                file_, dataOffset_, {part.lattice, codec(header_.rows), part.tolerance},
                [&own](std::int64_t, std::span<const std::byte> bytes) { own.add(bytes); }, sink);
        });
        verifyChecksum(part, own, checksum_, [&](const NerscChecksum& sum) {
            file_.fail(dataOffset_,
                       fmt::format("the checksum of the data is {:08x}, but CHECKSUM in the header is {:08x}",
                                   sum.value(), checksum_->value()));
        });
    }

    void checkFirstSite() override { io::checkFirstSite(file_, dataOffset_, links(header_.rows)); }

private:
    LinkCodec codec(int rows) const { return {header_.group, rows, header_.bits, header_.bigEndian}; }
    LinkData links(int rows) const { return {header_.lattice, codec(rows)}; }

    void readLattice(const HeaderText& text)
    {
        std::array<int, 4> extents{};
        for (std::size_t mu = 0; mu < 4; ++mu)
            extents[mu] = text.number<int>(fmt::format("DIMENSION_{}", mu + 1));
        try {
            header_.lattice = Lattice(extents);
        } catch (const InputError& error) {
            file_.fail(0, fmt::format("the NERSC header in DIMENSION_1 to DIMENSION_4: {}", error.what()));
        }
    }

    void readChecksum(const HeaderText& text)
    {
        if (!text.has("CHECKSUM")) {
            header_.warnings.push_back(
                oneLine(file_.path(), 2000) +
                ": the NERSC header has no key CHECKSUM, so nothing tells whether its links are those that "
                "were written");
            return;
        }
        const auto stated = parseHex(text.text("CHECKSUM"));
        if (!stated) text.fail("CHECKSUM", "expected 32 bits in hex");
        checksum_ = NerscChecksum(header_.bigEndian, *stated);
        header_.checksum = fmt::format("{:08x}", *stated);
    }

    void readFloatingPoint(const HeaderText& text)
    {
        const std::string& type = text.text("FLOATING_POINT");
        const std::string order = type.substr(std::min<std::size_t>(type.size(), 6));
        header_.bits = type.starts_with("IEEE64") ? 64 : 32;
        header_.bigEndian = order != "LITTLE";
        if ((!type.starts_with("IEEE32") && !type.starts_with("IEEE64")) ||
            (!order.empty() && order != "BIG" && order != "LITTLE"))
            text.fail("FLOATING_POINT", "expected IEEE32 or IEEE64, alone or followed by BIG or LITTLE");
    }

    void readDataType(const HeaderText& text)
    {
        const std::string& type = text.text("DATATYPE");
        std::string known;
        for (const Group group : allGroups()) {
            header_.group = group;
            header_.rows = colours(group);
            if (type == dataTypeOf(group, true)) return;
            const bool mayBeWhole = traits(group).quaternions && file_.size() - dataOffset_ != links(1).bytes();
            if (!mayBeWhole) header_.rows = storedRows(group);
            if (type == dataTypeOf(group, false)) return;
            known +=
                fmt::format("{}{}, {}", known.empty() ? "" : ", ", dataTypeOf(group, false), dataTypeOf(group, true));
        }
        text.fail("DATATYPE", "expected one of " + known);
    }

    void checkSize(const HeaderText& text)
    {
        const std::uint64_t there = file_.size() - dataOffset_, expected = links(header_.rows).bytes();
        if (there != expected)
            file_.fail(dataOffset_,
                       fmt::format("{} bytes of data follow the header, but {} {} in {} bits as {} needs {}", there,
                                   name(header_.group), header_.lattice.name(), header_.bits, text.text("DATATYPE"),
                                   expected));
    }

    InputFile file_;
    std::uint64_t dataOffset_ = 0;
    std::optional<NerscChecksum> checksum_;
};

void checkOptions(const std::string& path, const GaugeWriteOptions& options)
{
    if (!options.plaquette || !options.linkTrace)
        throw InputError(path + ": a NERSC header needs the plaquette and the link trace of the field");
    for (const std::string& text : {options.ensembleId, options.ensembleLabel})
        if (std::ranges::any_of(text, [](unsigned char c) { return c < ' '; }))
            throw InputError(
                fmt::format("{}: '{}' does not fit into one line of a NERSC header", path, oneLine(text, 80)));
}

std::string dataType(const LinkCodec& codec) { return dataTypeOf(codec.group, codec.rows == colours(codec.group)); }

/// Up to the value of CHECKSUM, which is known only after the data.
std::string headerBeforeChecksum(const LinkData& data, const GaugeWriteOptions& options)
{
    std::string text =
        fmt::format("BEGIN_HEADER\nHDR_VERSION = 1.0\nDATATYPE = {}\nSTORAGE_FORMAT = 1.0\n", dataType(data.codec));
    for (int mu = 0; mu < 4; ++mu)
        text += fmt::format("DIMENSION_{} = {}\n", mu + 1, data.lattice.extent(mu));
    text += fmt::format("LINK_TRACE = {:.15g}\nPLAQUETTE = {:.15g}\n", *options.linkTrace, *options.plaquette);
    for (int mu = 0; mu < 4; ++mu)
        text += fmt::format("BOUNDARY_{} = PERIODIC\n", mu + 1);
    return text + "CHECKSUM = ";
}

std::string headerAfterChecksum(const LinkData& data, const GaugeWriteOptions& options)
{
    std::string text = fmt::format("\nENSEMBLE_ID = {}\nENSEMBLE_LABEL = {}\nSEQUENCE_NUMBER = {}\n",
                                   options.ensembleId, options.ensembleLabel, options.sequenceNumber);
    if (options.action.beta) text += fmt::format("BETA = {}\n", *options.action.beta);
    if (options.action.c1) text += fmt::format("C1 = {}\n", *options.action.c1);
    if (options.past) text += fmt::format("{} = {}\n", streamsKey, options.past->text());
    for (const auto& [key, value] : options.provenance)
        text += fmt::format("{} = {}\n", key, oneLine(value, 2000));
    return text + fmt::format("CREATOR = gaugegl\nFLOATING_POINT = IEEE{}{}\nEND_HEADER\n", data.codec.bits,
                              data.codec.bigEndian ? "BIG" : "LITTLE");
}

bool probeNersc(InputFile& file)
{
    constexpr std::string_view beginning = "BEGIN_HEADER";
    return file.text(0, beginning.size()) == beginning;
}

std::unique_ptr<GaugeFileReader> openNersc(InputFile file, const GaugeFileHints& hints)
{
    return std::make_unique<NerscReader>(std::move(file), hints);
}

void writeNersc(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                const SiteSource& source)
{
    checkOptions(path.path(), options);
    const bool whole = traits(group).quaternions || options.thirdRow;
    const int rows = whole ? colours(group) : storedRows(group);
    const LinkData data{part.lattice, {group, rows, options.bits, options.bigEndian}};
    std::uint64_t checksumOffset = 0;
    LinkOutput output(path, part, [&](OutputFile& file) {
        file.write(headerBeforeChecksum(data, options));
        checksumOffset = file.size();
        file.write("00000000");
        file.write(headerAfterChecksum(data, options));
    });
    NerscChecksum own(options.bigEndian);
    output.write(
        data, [&own](std::int64_t, std::span<const std::byte> bytes) { own.add(bytes); }, source);
    const std::string digits = fmt::format("{:08x}", combined(part, own).value());
    output.commit([&](OutputFile& file) { file.overwrite(checksumOffset, std::as_bytes(std::span(digits))); });
}

} // namespace

extern const Format nerscFormat;
const Format nerscFormat = {
    {.key = "nersc",
     .name = "NERSC",
     .about = "the archive of NERSC (Columbia, CPS, Grid, GLU, ..), a header of text and a checksum",
     .endings = "nersc",
     .order = ByteOrder::Either},
    probeNersc,
    openNersc,
    writeNersc};

} // namespace gaugegl::io
