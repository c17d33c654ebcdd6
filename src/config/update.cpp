#include "gaugegl/config/update.h"

#include "config/sections.h"
#include "gaugegl/core/generator.h"

#include <fmt/format.h>
#include <limits>

namespace gaugegl {
namespace {

void checkGenerator(const RunConfig& run)
{
    const auto& [type, luxury] = run.update.generator;
    if (type == GeneratorType::Lcg && !run.update.benchmark)
        throw RunConfigError("update", "generator",
                             "generator = 'lcg' in [update] is not for physics: its low bits have short periods, and "
                             "the numbers of different sites are correlated; use 'philox' or 'ranlux', or time it with "
                             "`gaugegl generate --generator lcg --benchmark`");
    if (type != GeneratorType::Ranlux && luxury != GeneratorChoice().luxury)
        throw RunConfigError("update", "luxury",
                             fmt::format("luxury = {} in [update] is used with generator = 'ranlux' only, but "
                                         "generator is '{}'",
                                         luxury, choiceName(type)));
    const int trials = trialsOf(run.update);
    const Group group = run.lattice.group;
    const Precision precision = run.device.precision;
    if (trials < 1 || trials > mostTrials(type, group, precision))
        config::reject("update", "trials", std::to_string(trials), trialsAllowed(type, group, precision));
}

} // namespace

void UpdateSection::check(const RunConfig& run)
{
    const UpdateSection& update = run.update;
    if (update.start == Start::File && update.file.empty())
        throw RunConfigError("update", "start", "start = 'file' in [update] needs the key 'file'");
    if (update.start != Start::File && !update.file.empty())
        throw RunConfigError("update", "file",
                             fmt::format("file = '{}' in [update] is used with start = 'file' only, but start is '{}'",
                                         update.file, choiceName(update.start)));
    if (update.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        config::reject("update", "seed", std::to_string(update.seed), "below 2^63");
    const char* section = run.hmc ? "hmc" : "update";
    const char* sweeps = run.hmc ? "trajectories" : "sweeps";
    if (std::int64_t(update.thermalisation) + update.sweeps > std::numeric_limits<int>::max())
        config::reject(section, sweeps, std::to_string(update.sweeps), "below 2^31 together with thermalisation");
    checkGenerator(run);
}

void setStart(UpdateSection& update, const std::string& start)
{
    const bool file = start != choiceName(Start::Hot) && start != choiceName(Start::Cold);
    update.start = file ? Start::File : parseChoice<Start>(start);
    update.file = file ? start : "";
}

std::string startOf(const UpdateSection& update)
{
    return update.start == Start::File ? update.file : choiceName(update.start);
}

int keyVersionOf(const UpdateSection& update) { return update.keyVersion.value_or(newestKeyVersion); }

int trialsOf(const UpdateSection& update) { return update.trials.value_or(defaultTrials(update.generator.type)); }

} // namespace gaugegl
