#include "run/run_checkpoints.h"
#include "chain/checkpoint.h"

#include "base/one_line.h"
#include "base/text_file.h"
#include "config/reader.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <sstream>

namespace gaugegl {
namespace {

constexpr const char* advice = "give --overwrite to start again, or another folder with --output";

[[noreturn]] void unusable(const InputError& error)
{
    throw InputError(fmt::format("{}; this checkpoint cannot be used, and nothing was changed: put a good copy in "
                                 "its place, or {}",
                                 error.what(), advice));
}

} // namespace

void requireUnused(const RunFolder& folder, const RunConfig& run)
{
    if (folder.has("results.json"))
        throw FileError(folder.file("results.json"),
                        fmt::format("results are here already, but not the checkpoint that their run would go on from "
                                    "(versions of old kept none); {}",
                                    advice));
    if (const auto names = folder.resultsThere(); !names.empty())
        throw FileError(folder.file(names.front()),
                        fmt::format("this file is here already, but no run that made it; {}", advice));
    if (const auto files = configurationsThere(run, run.update.sweeps); !files.empty())
        throw FileError(files.front(),
                        fmt::format("this configuration is here already, but no run that made it; {}", advice));
}

bool hasRunFileOfUser(const RunFolder& folder, const RunConfig& run)
{
    const std::string path = folder.file("run.toml");
    const std::optional<std::string> text = textOfFile(path);
    if (!text || isWrittenByProgram(*text)) return false;
    RunConfig there = parseRunConfig(*text, path);
    there.output.directory = run.output.directory;
    std::istringstream before(toToml(there)), now(toToml(run));
    for (std::string old, line; std::getline(now, line);)
        if (!std::getline(before, old) || old != line)
            throw FileError(
                path, fmt::format("somebody wrote this run file, and the run would replace it by another one, with {} "
                                  "instead of {}; give another folder with --output",
                                  oneLine(line), old.empty() ? "nothing" : oneLine(old)));
    return true;
}

std::optional<CheckpointReader> openCheckpoint(const RunFolder& folder, const RunConfig& run)
{
    const std::string path = folder.file("checkpoint");
    if (!folder.has("checkpoint")) return std::nullopt;
    std::optional<CheckpointReader> checkpoint;
    try {
        checkpoint.emplace(path);
    } catch (const InputError& error) {
        unusable(error);
    }
    try {
        requireSameRun(*checkpoint, run);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}; {}", error.what(), advice));
    }
    try {
        checkpoint->verify(run);
    } catch (const InputError& error) {
        unusable(error);
    }
    return checkpoint;
}

} // namespace gaugegl
