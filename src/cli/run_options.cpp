#include "run_options.h"

#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "base/shell_word.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// Throws InputError for one that the run does not have.
void setPrecision(RunConfig& run, const std::string& precision)
{
    if (run.hmc) {
        run.hmc->parameters.precision = parseChoice<HmcPrecision>(precision);
        run.device.precision = devicePrecision(run.hmc->parameters.precision);
    } else {
        run.device.precision = parsePrecision(precision);
    }
}

/// Throws InputError where nothing of the run can be done there.
void setPath(RunConfig& run, const std::string& path)
{
    if (run.hmc) run.hmc->parameters.path = hmcPathOf(path);
    if (path != "cpu") {
        run.device.path = parseChoice<PathChoice>(path);
        return;
    }
    bool found = run.hmc.has_value();
    for (auto* section : {&run.spectrum, &run.condensate})
        if (*section) {
            (*section)->path = path;
            found = true;
        }
    if (!found)
        throw InputError(
            "--path cpu is for quarks and for hybrid Monte Carlo: the run has no section [hmc], [spectrum] or "
            "[condensate]");
}

} // namespace

HmcPath hmcPathOf(const std::string& path)
{
    if (path == "auto") return HmcPath::Auto;
    return path == "cpu" ? HmcPath::Cpu : HmcPath::Device;
}

void addRunOptions(CLI::App& command, RunOptions& options)
{
    options.common.precision = options.common.storage = "";
    command.add_option("file", options.file, "Run file, TOML; see demos/runs")->required();
    command.add_option("--output", options.output, "Folder of the results, instead of the run file's");
    command.add_option("--seed", options.seed, "Seed of the random numbers, instead of the run file's");
    command.add_option("--set", options.overrides,
                       "Another value for a key of the run file, as TOML: --set update.sweeps=20");
    command.add_flag("--overwrite", options.overwrite, "Remove the run that is in the folder and start again");
    addReportOptions(command, options.common);
    addContextOptions(command, options.common);
    addPassOption(command, options.common);
    addTuningOption(command, options.common);
    addDivisionOptions(command, options.common);
    command
        .add_option(
            "--path", options.common.path,
            "auto, fragment or compute, instead of the run file's; cpu: quarks and hybrid Monte Carlo on the CPU")
        ->check(CLI::IsMember({"auto", "fragment", "compute", "cpu"}));
    command
        .add_option("--precision", options.common.precision,
                    "single or double, and with [hmc] mixed, instead of the run file's")
        ->check(CLI::IsMember(choices<HmcPrecision>()));
    command.add_option("--storage", options.common.storage, "texture or buffer, instead of the run file's")
        ->check(CLI::IsMember({"texture", "buffer"}));
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

Device openDevice(const RunConfig& run, const CommonOptions& options) { return openDevice(withDeviceOf(run, options)); }

RunSetup setupOf(const RunOptions& options, const std::string& again, const std::string& label)
{
    RunSetup setup{.overwrite = options.overwrite,
                   .profile = options.common.profile,
                   .again = again,
                   .ranks = programRanks(),
                   .listener = {}};
    setup.listener.progress = progressOnStandardError(label, 0, options.common.quiet);
    if (!options.common.quiet) setup.listener.note = sayOnStandardError;
    setup.listener.warn = [](const std::string& text) { warned({text}); };
    setup.listener.stopped = sayOnStandardError;
    return setup;
}

std::string commandAgain(const char* command, const RunOptions& options)
{
    std::string text = fmt::format("gaugegl {} {}", command, shellFile(options.file));
    const auto add = [&text](const char* option, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", option, shellWord(value));
    };
    add("--output", options.output);
    for (const std::string& one : options.overrides)
        add("--set", one);
    if (options.seed) add("--seed", std::to_string(*options.seed));
    if (options.common.path != "auto") add("--path", options.common.path);
    add("--precision", options.common.precision);
    add("--storage", options.common.storage);
    if (options.common.device >= 0) add("--device", std::to_string(options.common.device));
    add("--gl", options.common.glVersion);
    add("--grid", options.common.grid);
    add("--shares", options.common.shares);
    if (!options.common.tunes) text += " --no-tuning";
    if (options.common.allowMixed) text += " --allow-mixed";
    add("--json", options.common.json);
    if (options.common.profile) text += " --profile";
    return text;
}

} // namespace gaugegl::cli
