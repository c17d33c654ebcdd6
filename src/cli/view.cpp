// gaugegl view: the lattice window, or without a window the pictures that it would show.
#include "command.h"

#include "report.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/io/gauge_file.h"
#include "gl/program_cache.h"

#include <fmt/format.h>
#include <limits>
#ifdef GAUGEGL_VIEW
#include "outputs.h"
#include "run/run_status.h"
#include "view/run.h"
#endif

namespace gaugegl::cli {
#ifdef GAUGEGL_VIEW
namespace {

struct ViewCommand {
    CommonOptions common;
    view::ViewOptions view;
    std::string file, size = "1280x800", script;
    FileHints hints;
    std::vector<std::string> sets;
    std::optional<float> scale;
    std::optional<double> seconds;
    bool hidden = false;
};

/// What is doubtful about the configuration that the chain begins from.
void showWarnings(ViewCommand& command)
{
    const RunConfig& run = command.view.settings.run;
    if (run.update.start != Start::File) return;
    const io::GaugeFileHints hints{run.lattice.group, Lattice(run.lattice.extents)};
    for (const std::string& warning : warned(io::openGaugeFile(run.update.file, hints)->header().warnings))
        command.view.message += "Warning: " + warning + ".\n";
}

/// A run in its folder: its last configuration if it has saved one, else its start, and the records of what it has measured.
void readRun(ViewCommand& command)
{
    const RunStatus status = readStatus(command.file);
    if (!status.run) throw FileError(command.file, "has no run file yet");
    view::Settings& settings = command.view.settings;
    settings.run = *status.run;
    settings.paused = true;
    command.view.records = view::measuredInRun(command.file);
    if (status.configurations.empty()) return;
    settings.run.update.thermalisation = 0; // the chain goes on behind it
    view::showFile(settings, status.configurations.back());
}

void readFile(ViewCommand& command)
{
    view::Settings& settings = command.view.settings;
    if (isRunFolder(command.file)) {
        readRun(command);
        showWarnings(command);
        return;
    }
    if (command.file.ends_with(".toml")) {
        settings.run = loadRunConfig(command.file);
        showWarnings(command);
        return;
    }
    view::showFile(settings, command.file, parseHints(command.hints));
    showWarnings(command);
    const auto& [beta, c1] = *settings.stated;
    if (beta && c1) return;
    command.view.message +=
        fmt::format("{} does not state the {} of its links. The chain is paused; it would continue with the "
                    "{} action at beta = {}.",
                    command.file,
                    beta ? "gauge action"
                    : c1 ? "beta"
                         : "beta and gauge action",
                    actionTitle(settings.run.action), settings.run.action.beta);
}

std::pair<int, int> parseSize(const std::string& text)
{
    int width = 0, height = 0, end = 0;
    constexpr int least = 64, most = 16384;
    if (std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &end) != 2 || std::size_t(end) != text.size() ||
        width < least || height < least || width > most || height > most)
        throw InputError(fmt::format("--size '{}' is not WIDTHxHEIGHT of {} to {} pixels", text, least, most));
    return {width, height};
}

void requirePngScreenshot(const std::string& file)
{
    try {
        view::requirePngName(file);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--screenshot {}", error.what()));
    }
}

void readSettings(ViewCommand& command)
{
    view::ViewOptions& options = command.view;
    if (!command.file.empty() && !options.preset.empty())
        throw InputError("a file and --preset both say what to show; give one of them");
    if (command.file.empty() && options.preset.empty()) options.preset = view::presets().front().word;
    if (!command.file.empty()) readFile(command);
    for (const std::string& text : command.sets) {
        const auto equals = text.find('=');
        if (equals == std::string::npos) throw InputError(fmt::format("--set '{}' is not KEY=VALUE", text));
        options.sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    if (command.common.path != "auto") options.settings.run.device.path = parseChoice<PathChoice>(command.common.path);
    std::tie(options.width, options.height) = parseSize(command.size);
    if (!options.screenshot.empty()) requirePngScreenshot(options.screenshot);
    if (!command.script.empty()) options.script = view::loadScript(command.script);
    options.window = !command.hidden && options.screenshot.empty();
    options.overwrite = command.common.overwrite;
    if (options.window && options.after > 0) throw InputError("--after needs --screenshot or --hidden");
    options.scale = command.scale;
    options.measured = command.seconds;
    options.interrupted = [] { return interrupted(); };
}

Json reportJson(const view::ViewReport& report)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    Json controls = Json::object();
    for (const auto& [name, place] : report.controls)
        controls[name] = place;
    Json chains = Json::array();
    for (const view::ChainReport& chain : report.chains)
        chains.push_back({{"group", name(chain.run.lattice.group)},
                          {"beta", toJson(chain.action.beta.value_or(unknown))},
                          {"sweeps", chain.sweeps},
                          {"plaquette", chain.observables.plaquette}});
    nlohmann::json measured = nlohmann::json::object();
    for (const auto& one : report.measured)
        measured[one->name] = one->results;
    const double copy = report.rates.copyBytesPerSecond;
    return {{"group", name(report.run.lattice.group)},
            {"lattice", Lattice(report.run.lattice.extents).name()},
            {"beta", toJson(report.action.beta.value_or(unknown))},
            {"c1", toJson(report.action.c1.value_or(unknown))},
            {"sweeps", report.sweeps},
            {"plaquette", report.observables.plaquette},
            {"polyakov_loop", {report.observables.polyakovLoop().real(), report.observables.polyakovLoop().imag()}},
            {"chains", chains},
            {"measured", measured},
            {"quantity", view::title(report.quantity)},
            {"least", report.extrema.least},
            {"most", report.extrema.most},
            {"range", report.range},
            {"area", report.area},
            {"controls", controls},
            {"frames", report.frames},
            {"frames_per_second", report.framesPerSecond},
            {"drawing_seconds", report.drawingSeconds},
            {"longest_frame_seconds", report.longestFrame},
            {"volume_resolution", 1.0 / report.coarseness},
            {"sweeps_per_second", report.rates.sweepsPerSecond},
            {"link_updates_per_second", report.rates.linkUpdatesPerSecond},
            {"fraction_of_copy", toJson(copy > 0 ? report.rates.bytesPerSecond / copy : unknown)},
            {"renderer", report.renderer},
            {"path", report.path},
            {"message", report.message},
            {"note", report.note}};
}

int runView(ViewCommand& command)
{
    readSettings(command);
    view::ViewOptions& options = command.view;
    checkOutputs(command.common, {{"--screenshot", options.screenshot}, {"--record", options.recording}},
                 {command.file, command.script});
    options.context = contextOptions(command.common);
    options.context.programCache = gl::userCache().cache;
    const InterruptGuard guard;
    const view::ViewReport report = view::run(options);
    reportResult(command.common,
                 fmt::format("{} on {}, beta {}: {} sweeps, plaquette {:.6f}\n", name(report.run.lattice.group),
                             Lattice(report.run.lattice.extents).name(),
                             report.action.beta ? fmt::format("{}", *report.action.beta) : "unknown", report.sweeps,
                             report.observables.plaquette),
                 reportJson(report));
    return report.interrupted ? interruptedExit : success;
}

} // namespace

void addView(CLI::App& app, Runner& chosen)
{
    const auto [view, command] = addCommand<ViewCommand>(
        app, chosen, "view", "The lattice window: watch and steer a chain, or draw one picture", runView);
    view.add_option("file", command.file, "A run file (.toml), the folder of a run, or a configuration to look at");
    addHintOptions(view, command.hints);
    std::vector<std::string> presets;
    for (const view::Preset& preset : view::presets())
        presets.emplace_back(preset.word);
    view.add_option("--preset", command.view.preset, "Initial settings if no file is given")
        ->check(CLI::IsMember(presets));
    view.add_option("--set", command.sets, "KEY=VALUE for any setting, such as quantity=charge; may be repeated");
    view.add_option("--size", command.size, "Size of the window or the picture, WIDTHxHEIGHT")->capture_default_str();
    view.add_option("--scale", command.scale, "Scale of letters and panels; by default that of the screen")
        ->check(CLI::Range(0.5, 4.0));
    view.add_option("--screenshot", command.view.screenshot, "Open no window; write a picture to this file, NAME.png");
    view.add_option("--after", command.view.after, "Sweeps before the screenshot")->check(notNegative());
    view.add_option("--script", command.script, "Play the actions of this file (docs/lattice-window.md)");
    view.add_option("--record", command.view.recording, "Record the actions in the window as a script in this file");
    view.add_option("--prefix", command.view.prefix, "Prefix of the files that the buttons write")
        ->capture_default_str();
    view.add_flag("--hidden", command.hidden, "Open no window");
    view.add_option("--seconds", command.seconds,
                    "End after this time, from the first compiled programs on; --json then has frame times")
        ->check(positiveNumber());
    addOutputOptions(view, command.common);
    addContextOptions(view, command.common);
    addChoice(view, "--path", command.common.path, {"auto", "fragment", "compute"},
              "Shaders to use: auto, fragment or compute");
}
#else
void addView(CLI::App& app, Runner& chosen)
{
    CLI::App* view = app.add_subcommand("view", "The lattice window (this program was built without it)");
    view->allow_extras();
    view->callback([&chosen] {
        chosen = []() -> int {
            throw InputError("this program was built without the lattice window; configure it with -DGAUGEGL_VIEW=ON, "
                             "which needs Dear ImGui and glm");
        };
    });
}
#endif

} // namespace gaugegl::cli
