#include "chain/checkpoint.h"

#include "gaugegl/base/error.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/io/checksums.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <sstream>
#include <toml++/toml.h>
#include <zlib.h>

namespace gaugegl {
namespace {

constexpr int formatVersion = 1;
constexpr const char* headType = "gaugegl-checkpoint";
constexpr const char* runType = "gaugegl-run";
constexpr const char* checksumsType = "gaugegl-checksums";
constexpr const char* byteOrder = std::endian::native == std::endian::little ? "little" : "big";

std::string typeOf(const std::string& section) { return "gaugegl-section-" + section; }

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::uint32_t addToCrc(std::uint32_t crc, std::span<const std::byte> bytes)
{
    return static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string checksumLine(std::uint32_t crc, const std::string& type) { return fmt::format("{:08x} {}\n", crc, type); }

std::uint32_t crcOfRecord(io::InputFile& file, const io::LimeRecord& record)
{
    std::vector<std::byte> block(std::min<std::uint64_t>(record.length, 1 << 20));
    std::uint32_t crc = 0;
    for (std::uint64_t done = 0; done < record.length; done += block.size()) {
        block.resize(std::min<std::uint64_t>(block.size(), record.length - done));
        file.read(block, record.offset + done);
        crc = addToCrc(crc, block);
    }
    return crc;
}

/// No section of a run has more bytes: the links of a direction and parity or the state of RANLUX in double precision, or some numbers of each
/// sweep.
std::uint64_t longestSection(const RunConfig& run)
{
    constexpr std::uint64_t planesOfRanlux = 7, bytesOfPlane = 4 * sizeof(double), bytesPerSweep = 16 * sizeof(double),
                            head = 64 << 10;
    const std::uint64_t texels = std::uint64_t(Lattice(run.lattice.extents).volume()) / 2,
                        planes = std::max<std::uint64_t>(std::uint64_t(linkPlanes(run.lattice.group)), planesOfRanlux);
    return texels * planes * bytesOfPlane + std::uint64_t(std::max(sweepsOf(run), 0)) * bytesPerSweep + head;
}

/// A run file with every key as "key in [section]" and value, in order.
std::vector<std::pair<std::string, std::string>> keysAndValues(const RunConfig& run)
{
    std::vector<std::pair<std::string, std::string>> result;
    std::istringstream text(toToml(run));
    std::string section;
    std::map<std::string, int> tables; // of each list [[..]], so many so far
    for (std::string line; std::getline(text, line);) {
        const std::size_t equals = line.find(" = ");
        if (line.starts_with("[["))
            section = fmt::format("{} number {}", line, ++tables[line]);
        else if (line.starts_with('['))
            section = line;
        else if (equals != std::string::npos)
            result.emplace_back(line.substr(0, equals) + " in " + section, line.substr(equals + 3));
    }
    return result;
}

} // namespace

CheckpointWriter::CheckpointWriter(const FilePlace& path, const RunConfig& run, const std::vector<std::string>& drivers,
                                   const std::vector<std::string>& variants)
    : file_(path)
{
    const auto listed = [](const std::vector<std::string>& texts) {
        toml::array list;
        for (const std::string& text : texts)
            list.push_back(text);
        return list;
    };
    std::ostringstream head;
    head << toml::table{{"format", formatVersion},
                        {"program", "gaugegl " GAUGEGL_VERSION},
                        {"byte_order", byteOrder},
                        {"drivers", listed(drivers)},
                        {"variants", listed(variants)}};
    record(headType, bytesOf(head.view()), {.messageBegins = true});
    record(runType, bytesOf(toToml(run)));
}

void CheckpointWriter::record(const std::string& type, std::span<const std::byte> data, io::LimeFlags flags)
{
    record(
        type, data.size(), [data] { return data; }, flags);
}

void CheckpointWriter::record(const std::string& type, std::size_t bytes, const SectionBlocks& next,
                              io::LimeFlags flags)
{
    io::writeLimeHeader(file_, type, bytes, flags);
    std::uint32_t crc = 0;
    for (std::size_t done = 0; done < bytes;) {
        const std::span<const std::byte> block = next();
        crc = addToCrc(crc, block);
        file_.write(block);
        done += block.size();
    }
    io::writeLimePadding(file_, bytes);
    checksums_ += checksumLine(crc, type);
}

void CheckpointWriter::add(const std::string& name, std::size_t bytes, const SectionBlocks& next)
{
    record(typeOf(name), bytes, next);
}

void CheckpointWriter::commit()
{
    io::writeLimeRecord(file_, checksumsType, checksums_, {.messageEnds = true});
    file_.commit();
}

CheckpointReader::CheckpointReader(io::InputFile file) : file_(std::move(file))
{
    check(io::readLimeRecords(file_));
    readHead();
}

void CheckpointReader::check(const std::vector<io::LimeRecord>& records)
{
    if (records.empty() || records.front().type != headType)
        file_.fail(0, fmt::format("is not a checkpoint: it does not begin with a record '{}'", headType));
    if (records.back().type != checksumsType) file_.fail("its end is missing");
    std::istringstream stated(io::limeText(file_, records.back()));
    for (const io::LimeRecord& one : records) {
        std::string line;
        if (&one == &records.back()) {
            if (std::getline(stated, line)) io::failInRecord(file_, one, "it lists more records than there are");
            continue;
        }
        std::getline(stated, line);
        const auto crc = io::parseHex(std::string_view(line).substr(0, line.find(' ')));
        if (!crc || line + "\n" != checksumLine(*crc, one.type))
            io::failInRecord(file_, one, "it is not the one whose CRC-32 was written");
        if (!records_.emplace(one.type, one).second) io::failInRecord(file_, one, "is the second one of this name");
        uncheckedCrcs_.emplace(one.type, *crc);
    }
}

void CheckpointReader::readHead()
{
    toml::table head;
    try {
        head = toml::parse(io::limeText(file_, checkedRecord(headType)));
    } catch (const toml::parse_error& error) {
        io::failInRecord(file_, record(headType), std::string(error.description()));
    }
    const toml::value<std::int64_t>* stated = head["format"].as_integer(); // a float need not fit an integer
    const std::int64_t format = stated ? stated->get() : 0;
    head_.program = head["program"].value_or("an unknown program");
    if (format != formatVersion)
        io::failInRecord(
            file_, record(headType),
            fmt::format("it has format {} (of {}), this program reads {}", format, head_.program, formatVersion));
    const std::string order = head["byte_order"].value_or("");
    if (order != byteOrder)
        io::failInRecord(file_, record(headType),
                         fmt::format("its byte order is '{}', that of this machine '{}'", order, byteOrder));
    const auto texts = [&head](const char* key) {
        std::vector<std::string> list;
        if (const toml::array* all = head[key].as_array())
            for (const toml::node& one : *all)
                list.push_back(one.value_or(std::string()));
        return list;
    };
    head_.drivers = texts("drivers");
    head_.variants = texts("variants"); // older checkpoints have none
    head_.run = parseRunConfig(io::limeText(file_, checkedRecord(runType)), file_.path() + " (the run in it)");
    if (!head_.run.update.keyVersion) head_.run.update.keyVersion = 1; // written before there were others
}

const io::LimeRecord& CheckpointReader::record(const std::string& type) const
{
    const auto found = records_.find(type);
    if (found == records_.end()) file_.fail(fmt::format("the record '{}' is missing", type));
    return found->second;
}

/// The record after its checksum was compared.
const io::LimeRecord& CheckpointReader::checkedRecord(const std::string& type)
{
    const io::LimeRecord& found = record(type);
    const auto crc = uncheckedCrcs_.find(type);
    if (crc == uncheckedCrcs_.end()) return found;
    if (crcOfRecord(file_, found) != crc->second)
        io::failInRecord(file_, found, "its CRC-32 differs from the one that was written");
    uncheckedCrcs_.erase(crc);
    return found;
}

void CheckpointReader::verify(const RunConfig& run)
{
    const std::uint64_t most = longestSection(run);
    for (const auto& [type, record] : records_)
        if (record.length > most)
            io::failInRecord(
                file_, record,
                fmt::format("it has {} bytes, but no section of this run has more than {}", record.length, most));
    for (const auto& [type, record] : records_)
        checkedRecord(type);
}

bool CheckpointReader::has(const std::string& name) const { return records_.contains(typeOf(name)); }

std::vector<std::byte> CheckpointReader::section(const std::string& name)
{
    const io::LimeRecord& from = checkedRecord(typeOf(name));
    std::vector<std::byte> data(from.length);
    file_.read(data, from.offset);
    return data;
}

void CheckpointReader::read(const std::string& name, std::size_t bytes, std::size_t offset, std::span<std::byte> out)
{
    const io::LimeRecord& from = record(typeOf(name));
    if (from.length != bytes)
        io::failInRecord(file_, from, fmt::format("it has {} bytes, expected {}", from.length, bytes));
    checkedRecord(from.type);
    file_.read(out, from.offset + offset);
}

std::vector<double> CheckpointReader::numbers(const std::string& name, std::uint64_t most)
{
    const io::LimeRecord& from = record(typeOf(name));
    if (from.length % sizeof(double) != 0)
        io::failInRecord(file_, from, fmt::format("it has {} bytes, no multiple of {}", from.length, sizeof(double)));
    if (from.length / sizeof(double) > most)
        io::failInRecord(file_, from,
                         fmt::format("it has {} numbers, expected at most {}", from.length / sizeof(double), most));
    checkedRecord(from.type);
    std::vector<double> data(from.length / sizeof(double));
    file_.read(std::as_writable_bytes(std::span(data)), from.offset);
    return data;
}

RunConfig resumedFrom(const RunConfig& before, RunConfig now)
{
    if (!now.update.keyVersion) now.update.keyVersion = before.update.keyVersion;
    if (now.device.path == PathChoice::Auto && before.device.path == PathChoice::Cpu) now.device.path = PathChoice::Cpu;
    if (now.hmc && before.hmc && now.hmc->parameters.path == HmcPath::Auto) {
        const HmcPath path = before.hmc->parameters.path; // auto: written before there was another than the device
        now.hmc->parameters.path = path == HmcPath::Auto ? HmcPath::Device : path;
    }
    return now;
}

std::optional<RunDifference> firstDifference(const RunConfig& before, const RunConfig& now)
{
    const RunConfig resumed = resumedFrom(before, now);
    const auto onCpu = [](const RunConfig& run) { return run.device.path == PathChoice::Cpu; };
    const auto comparable = [samePlace = onCpu(before) == onCpu(resumed)](RunConfig run) {
        run.update.sweeps = 1; // more of them go on from there
        run.output.directory = "-";
        run.output.plots = false;
        run.output.checkpointSeconds = 0;
        if (samePlace) run.device.path = PathChoice::Auto; // shaders of either kind
        run.device.device.reset();
        run.device.tuning = true;
        // How the loops and flows that were measured are analysed.
        const LoopsSection asMeasured;
        if (run.loops) {
            run.loops->fitRange.clear();
            run.loops->plateau.reset();
            run.loops->rootSigmaMeV = asMeasured.rootSigmaMeV;
        }
        if (run.flow) run.flow->reference.reset();
        if (run.hmc) {
            run.hmc->failures = 1;
            run.hmc->parameters.path = HmcPath::Auto;
        }
        return keysAndValues(run);
    };
    const auto old = comparable(before), current = comparable(resumed);
    const auto valueIn = [](const auto& all, const std::string& key) -> std::string {
        const auto found = std::ranges::find(all, key, [](const auto& one) { return one.first; });
        return found == all.end() ? "not given" : found->second;
    };
    for (const auto* keys : {&old, &current})
        for (const auto& [key, value] : *keys)
            if (valueIn(old, key) != valueIn(current, key))
                return RunDifference{key, valueIn(old, key), valueIn(current, key)};
    return std::nullopt;
}

} // namespace gaugegl
