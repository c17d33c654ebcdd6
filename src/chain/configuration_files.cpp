#include "chain/configuration_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace gaugegl {

bool savesAt(const RunConfig& run, std::int64_t sweep)
{
    return run.output.saveEvery > 0 && sweep > 0 && sweep <= run.update.sweeps && sweep % run.output.saveEvery == 0 &&
           sweep % run.measure.every == 0;
}

std::string configurationEnding(const RunConfig& run)
{
    const std::string endings = io::factsOfFormat(run.output.format).endings;
    return endings.substr(0, endings.find(' '));
}

std::string configurationFile(const RunConfig& run, std::int64_t sweep)
{
    return (std::filesystem::path(run.output.directory) /
            fmt::format("{}.{:05}.{}", run.output.prefix, sweep, configurationEnding(run)))
        .string();
}

std::vector<std::string> configurationFiles(const RunConfig& run, int sweeps)
{
    std::vector<std::string> files;
    if (run.output.saveEvery == 0) return files;
    const std::int64_t step = std::lcm(std::int64_t(run.output.saveEvery), std::int64_t(run.measure.every)),
                       last = std::int64_t{sweeps} - run.update.thermalisation;
    for (std::int64_t sweep = step; sweep <= std::min<std::int64_t>(last, run.update.sweeps); sweep += step)
        files.push_back(configurationFile(run, sweep));
    return files;
}

} // namespace gaugegl
