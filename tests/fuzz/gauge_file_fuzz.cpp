// Configurations of all formats: the input is a file, read with all its links, also as one of links alone, and as the text of a layout.
#include "fuzz/fuzz.h"

#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"

namespace {

using namespace gaugegl;

void read(std::span<const std::byte> bytes, const io::GaugeFileHints& hints)
{
    const auto reader = io::openGaugeFile(io::InputFile("fuzz", bytes), hints);
    std::int64_t sites = 0;
    reader->read([&](std::int64_t site, std::span<const std::complex<double>> links) {
        const auto n = static_cast<std::size_t>(colours(reader->header().group));
        if (site != sites++ || links.size() != 4 * n * n) std::abort();
    });
    if (sites != reader->header().lattice.volume()) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = fuzz::bytesOf(data, size);
    fuzz::accepted([&] { read(bytes, {}); });
    fuzz::accepted([&] { read(bytes, {Group::SU2, Lattice({2, 2, 2, 2})}); });
    const auto layout = io::RawLayout::parse("dtzyx/txyz/little/32");
    fuzz::accepted([&] { read(bytes, {Group::SU2, Lattice({2, 2, 2, 2}), layout}); });
    fuzz::accepted([&] { io::RawLayout::parse({reinterpret_cast<const char*>(data), size}); });
    return 0;
}
