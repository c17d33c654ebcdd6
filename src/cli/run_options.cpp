#include "run_options.h"

#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "base/shell_word.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

void setPath(RunConfig& run, const std::string& path)
{
    if (run.hmc) run.hmc->parameters.path = hmcPathOf(path);
    if (path != "cpu") {
        run.device.path = parseChoice<PathChoice>(path);
        return;
    }
    if (!run.hmc) run.device.path = PathChoice::Cpu; // else that is where links are measured
    for (const QuarkSection& section : quarkSections)
        if (auto& quarks = run.*section.of) quarks->path = path;
}

} // namespace

void setPrecision(RunConfig& run, const std::string& precision)
{
    if (!run.hmc) {
        run.device.precision = parsePrecision(precision);
        return;
    }
    run.hmc->parameters.precision = parseChoice<HmcPrecision>(precision);
    run.device.precision = devicePrecision(run.hmc->parameters.precision);
}

HmcPath hmcPathOf(const std::string& path)
{
    if (path == "auto") return HmcPath::Auto;
    return path == "cpu" ? HmcPath::Cpu : HmcPath::Device;
}

void addRunOptions(CLI::App& command, RunOptions& options)
{
    options.command = &command;
    options.common.precision = options.common.storage = "";
    command.add_option("file", options.file, "Run file, TOML; see demos/runs")->required();
    command.add_option("--output", options.output, "Folder of the results, instead of the run file's");
    command.add_option("--seed", options.seed, "Seed of the random numbers, instead of the run file's");
    command.add_option("--set", options.overrides,
                       "Another value for a key of the run file, as TOML: --set update.sweeps=20");
    command.add_flag("--overwrite", options.overwrite, "Remove the run that is in the folder and start again");
    addReportOptions(command, options.common);
    addRankedOptions(command, options.common);
    addChoice(
        command, "--path", options.common.path, {"auto", "fragment", "compute", "cpu"},
        "auto, fragment or compute, instead of the run file's; cpu: sweeps or trajectories, and quarks, on the CPU")
        ->default_str("");
    addChoice(command, "--precision", options.common.precision, choices<HmcPrecision>(),
              "single or double, and with [hmc] mixed, instead of the run file's");
    addChoice(command, "--storage", options.common.storage, choices<Storage>(),
              "texture or buffer, instead of the run file's");
}

RunConfig configured(const RunOptions& options)
{
    RunConfig run = loadRunConfig(options.file, options.overrides);
    if (!options.output.empty()) run.output.directory = options.output;
    if (options.seed) run.update.seed = *options.seed;
    if (options.common.path != "auto") setPath(run, options.common.path);
    if (!options.common.precision.empty()) setPrecision(run, options.common.precision);
    if (!options.common.storage.empty()) run.device.storage = parseStorage(options.common.storage);
    if (options.common.device >= 0) run.device.device = options.common.device;
    if (!options.common.tunes) run.device.tuning = false;
    validate(run);
    return run;
}

void checkRunOutputs(const RunOptions& options, const RunConfig& run)
{
    namespace fs = std::filesystem;
    CommonOptions common = options.common;
    // The folder of the run is made later, and tested by what is written there first.
    const auto whole = [](const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); };
    if (!fs::exists(run.output.directory) && !common.json.empty() &&
        whole(common.json).parent_path() == whole(run.output.directory))
        common.json.clear();
    checkOutputs(common, {}, {options.file, run.update.file});
}

CommonOptions withDeviceOf(const RunConfig& run, CommonOptions options)
{
    options.path = choiceName<PathChoice>(run.device.path);
    options.precision = name(run.device.precision);
    options.storage = name(run.device.storage);
    options.device = run.device.device.value_or(-1);
    options.tunes = run.device.tuning;
    options.sites = Lattice(run.lattice.extents).volume();
    return options;
}

ChainBackend openBackend(const RunConfig& run, const CommonOptions& options)
{
    return openBackend(withDeviceOf(run, options), precisionOnCpu(run));
}

RunSetup setupOf(const RunOptions& options, const std::string& label)
{
    RunSetup setup{.overwrite = options.overwrite,
                   .profile = options.common.profile,
                   .again = commandAgain(options),
                   .ranks = programRanks(),
                   .listener = {}};
    setup.listener.progress = progressOnStandardError(label, 0, options.common.quiet);
    if (!options.common.quiet) setup.listener.note = sayOnStandardError;
    setup.listener.warn = [](const std::string& text) { warned({text}); };
    setup.listener.stopped = sayOnStandardError;
    return setup;
}

std::string commandAgain(const RunOptions& options)
{
    std::string text = fmt::format("gaugegl {} {}", options.command->get_name(), shellFile(options.file));
    for (const CLI::Option* option : options.command->get_options()) {
        const std::string name = option->get_name();
        if (option->count() == 0 || option->get_positional() || name == "--overwrite" || name == "--quiet") continue;
        if (option->get_expected_max() == 0) text += " " + name;
        for (const std::string& word : option->get_expected_max() > 0 ? option->results() : std::vector<std::string>())
            if (name != "--path" || word != "auto") // which says nothing
                text += fmt::format(" {} {}", name, shellWord(word));
    }
    return text;
}

std::string workText(const RunConfig& run, const ChainBackend& backend)
{
    return fmt::format("{} + {} {} on {} ({})", run.update.thermalisation, run.update.sweeps, updateName(run, 2),
                       backend.renderer(), placeName(backend, run));
}

} // namespace gaugegl::cli
