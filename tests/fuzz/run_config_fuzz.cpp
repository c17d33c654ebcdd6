// Run files: the input is the text.  What is accepted must survive being written and read again.
#include "fuzz/fuzz.h"

#include "gaugegl/config/run_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace gaugegl;
    const std::string text(reinterpret_cast<const char*>(data), size);
    RunConfig config;
    if (!fuzz::accepted([&] { config = parseRunConfig(text, "fuzz.toml"); })) return 0;
    const std::string written = toToml(config);
    if (toToml(parseRunConfig(written, "again.toml")) != written) std::abort();
    return 0;
}
