// The XML of ILDG files: the input is the record ildg-format, then, behind a NUL, the record scidac-checksum of a file
// that is otherwise in order.
#include "fuzz/fuzz.h"

#include "io/hostile_files.h"

#include "io/input_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace gaugegl;
    const std::string both(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(both.find('\0'), both.size());
    const std::string file = io::test::ildgWithFormat(both.substr(0, end)) +
                             io::test::limeRecord("scidac-checksum", both.substr(std::min(end + 1, both.size())));
    fuzz::accepted([&] { io::openGaugeFile(io::InputFile("fuzz", std::as_bytes(std::span(file)))); });
    return 0;
}
