#include "io/lime.h"

#include "gaugegl/base/error.h"
#include "io/endian.h"
#include "io/foreign_format.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {

namespace {

constexpr std::size_t headerBytes = 144;
constexpr std::size_t typeBytes = 128;
constexpr std::uint64_t longestText = std::uint64_t{1} << 16; // a parsed document takes up to 30 times its text
constexpr std::size_t mostRecords = 10000;
constexpr unsigned beginFlag = 0x8000;
constexpr unsigned endFlag = 0x4000;

std::uint64_t paddingBytes(std::uint64_t length) { return (8 - length % 8) % 8; }

/// The type up to its first NUL, fit to be printed.
std::string typeName(std::span<const std::byte> field)
{
    std::string type;
    for (const std::byte b : field) {
        const char c = static_cast<char>(b);
        if (c == '\0') break;
        type += c >= ' ' && c <= '~' ? c : '?';
    }
    return type;
}

LimeRecord readHeader(InputFile& file, std::uint64_t offset)
{
    if (offset == 0 && file.text(0, 4) != "\x45\x67\x89\xab")
        failAsForeign(file, "a LIME file", fmt::format("it begins with the bytes {:08x}", limeMagic));
    if (file.size() - offset < headerBytes)
        file.fail(offset, fmt::format("the header of a LIME record is cut off: {} of {} bytes are there",
                                      file.size() - offset, headerBytes));
    std::array<std::byte, headerBytes> header{};
    file.read(header, offset);
    const auto magic = load<std::uint32_t>(&header[0], true);
    if (magic != limeMagic)
        file.fail(offset, fmt::format("a LIME record must begin with {:08x}, here is {:08x}", limeMagic, magic));
    LimeRecord record{typeName(std::span(header).last(typeBytes)), offset + headerBytes,
                      load<std::uint64_t>(&header[8], true)};
    const auto version = load<std::uint16_t>(&header[4], true);
    if (version != 1)
        file.fail(offset, fmt::format("record '{}' has LIME version {}, expected 1", record.type, version));
    if (record.length > file.size() - record.offset)
        file.fail(offset, fmt::format("record '{}' has {} bytes of data, but the file ends after {} of them",
                                      record.type, record.length, file.size() - record.offset));
    return record;
}

} // namespace

std::vector<LimeRecord> readLimeRecords(InputFile& file)
{
    std::vector<LimeRecord> records;
    for (std::uint64_t offset = 0; offset < file.size();) {
        if (records.size() == mostRecords)
            file.fail(offset, fmt::format("more than {} LIME records are in the file", mostRecords));
        records.push_back(readHeader(file, offset));
        const LimeRecord& last = records.back();
        offset = last.offset + last.length + paddingBytes(last.length);
    }
    return records;
}

std::vector<std::string> limeTypes(InputFile& file)
{
    constexpr std::size_t mostTypes = 300;
    std::vector<std::string> types;
    if (file.text(0, 4) != "\x45\x67\x89\xab") return types;
    try {
        for (std::uint64_t offset = 0; offset < file.size() && types.size() < mostTypes;) {
            LimeRecord record = readHeader(file, offset);
            offset = record.offset + record.length + paddingBytes(record.length);
            types.push_back(std::move(record.type));
        }
    } catch (const FileError&) { // the chain ends here
    }
    return types;
}

std::string limeText(InputFile& file, const LimeRecord& record)
{
    if (record.length > longestText)
        failInRecord(file, record,
                     fmt::format("{} bytes are too long, expected at most {}", record.length, longestText));
    std::string text = file.text(record.offset, record.length);
    text.resize(text.find_last_not_of('\0') + 1);
    return text;
}

void failInRecord(const InputFile& file, const LimeRecord& record, const std::string& message)
{
    file.fail(record.offset, fmt::format("record '{}': {}", record.type, message));
}

void writeLimeHeader(OutputFile& file, std::string_view type, std::uint64_t length, LimeFlags flags)
{
    assert(type.size() < typeBytes);
    std::array<std::byte, headerBytes> header{};
    store<std::uint32_t>(&header[0], limeMagic, true);
    store<std::uint16_t>(&header[4], 1, true);
    const unsigned bits = (flags.messageBegins ? beginFlag : 0) | (flags.messageEnds ? endFlag : 0);
    store<std::uint16_t>(&header[6], static_cast<std::uint16_t>(bits), true);
    store<std::uint64_t>(&header[8], length, true);
    std::ranges::copy(std::as_bytes(std::span(type.data(), type.size())), header.end() - typeBytes);
    file.write(header);
}

void writeLimePadding(OutputFile& file, std::uint64_t length)
{
    constexpr std::array<std::byte, 8> zeros{};
    file.write(std::span(zeros).first(static_cast<std::size_t>(paddingBytes(length))));
}

void writeLimeRecord(OutputFile& file, std::string_view type, std::string_view data, LimeFlags flags)
{
    writeLimeHeader(file, type, data.size(), flags);
    file.write(data);
    writeLimePadding(file, data.size());
}

} // namespace gaugegl::io
