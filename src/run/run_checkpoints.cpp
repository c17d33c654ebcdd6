#include "run/run_checkpoints.h"

#include "gaugegl/base/error.h"

#include <filesystem>
#include <fmt/format.h>

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
    for (const std::string& file : configurationFiles(run, sweepsOf(run)))
        if (std::filesystem::is_regular_file(file))
            throw FileError(file,
                            fmt::format("this configuration is here already, but no run that made it; {}", advice));
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
