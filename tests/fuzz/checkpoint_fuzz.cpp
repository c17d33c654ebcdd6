// Checkpoints: the input is a file; and, in a file that is otherwise in order, its head, then behind a NUL its run.
#include "fuzz/fuzz.h"

#include "io/hostile_files.h"

#include "chain/checkpoint.h"

#include <fmt/format.h>
#include <zlib.h>

namespace {

using namespace gaugegl;

void read(std::string_view file)
{
    CheckpointReader reader(io::InputFile("fuzz", std::as_bytes(std::span(file))));
    if (reader.has("history")) reader.numbers("history", 1 << 20);
    toToml(reader.head().run);
}

/// A record, and its line of checksums.
std::string record(const std::string& type, const std::string& data, std::string& checksums)
{
    const auto* bytes = reinterpret_cast<const Bytef*>(data.data());
    checksums += fmt::format("{:08x} {}\n", crc32_z(0, bytes, data.size()), type);
    return io::test::limeRecord(type, data);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string input(reinterpret_cast<const char*>(data), size);
    fuzz::accepted([&] { read(input); });
    const std::size_t end = std::min(input.find('\0'), input.size());
    std::string checksums, file = record("gaugegl-checkpoint", input.substr(0, end), checksums);
    file += record("gaugegl-run", input.substr(std::min(end + 1, input.size())), checksums);
    file += record("gaugegl-section-history", std::string(24, '\1'), checksums);
    file += io::test::limeRecord("gaugegl-checksums", checksums);
    fuzz::accepted([&] { read(file); });
    return 0;
}
