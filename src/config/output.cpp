#include "gaugegl/config/output.h"

#include "base/one_line.h"
#include "config/sections.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl {

void OutputSection::check(const RunConfig& run)
{
    const OutputSection& output = run.output;
    constexpr std::size_t longestPrefix = 200; // of 255; the sweep, the format and the name while it is written follow
    const auto hasZero = [](const std::string& name) { return name.find('\0') != std::string::npos; };
    const std::string &directory = output.directory, &prefix = output.prefix;
    if (directory.empty() || hasZero(directory))
        config::reject("output", "directory", fmt::format("'{}'", oneLine(directory)), "the name of a directory");
    if (prefix.empty() || hasZero(prefix) || std::filesystem::path(prefix).filename() != prefix)
        config::reject("output", "prefix", fmt::format("'{}'", oneLine(prefix)), "a file name without '/'");
    if (prefix.size() > longestPrefix)
        config::reject("output", "prefix", fmt::format("'{}'", oneLine(prefix, 40)),
                       fmt::format("a file name of at most {} bytes", longestPrefix));
    if (output.bits != 32 && output.bits != 64)
        config::reject("output", "bits", std::to_string(output.bits), "32 or 64");
    const io::FormatFacts& facts = io::factsOfFormat(output.format);
    if (io::bitsOf(facts, output.bits) != output.bits && output.saveEvery > 0)
        config::reject("output", "bits", std::to_string(output.bits),
                       fmt::format("{}, as numbers of {} have", io::bitsOf(facts, output.bits), facts.name));
    if (facts.group.value_or(run.lattice.group) != run.lattice.group && output.saveEvery > 0)
        config::reject(
            "output", "format", fmt::format("'{}'", output.format),
            fmt::format("a format that has links of {}, not of {} alone", name(run.lattice.group), name(*facts.group)));
}

void setPrefix(OutputSection& output, const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    output.directory = path.has_parent_path() ? path.parent_path().string() : ".";
    output.prefix = path.filename().string();
}

} // namespace gaugegl
