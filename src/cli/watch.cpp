// gaugegl watch: how a run or a scan stands, from its folder alone.
#include "outputs.h"
#include "report.h"

#include "base/platform.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "run/status_report.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <thread>

namespace gaugegl::cli {
namespace {

struct WatchOptions {
    CommonOptions common;
    std::string folder, html;
    bool once = false;
};

/// A run, or the runs in a folder such as that of a scan.
struct Watched {
    std::string folder;
    std::vector<RunStatus> runs;
    bool single = true;

    bool running() const
    {
        return std::ranges::any_of(runs, [](const RunStatus& one) { return one.state == RunState::Running; });
    }
};

/// The files that are read, which no report replaces unasked.
std::vector<std::string> filesOf(const Watched& watched)
{
    std::vector<std::string> files;
    for (const RunStatus& one : watched.runs) {
        const auto more = RunFolder(one.folder, RunFolder::Access::Read).filesThere();
        files.insert(files.end(), more.begin(), more.end());
    }
    return files;
}

Watched look(const std::string& folder)
{
    if (!isRunFolder(folder))
        if (std::vector<RunStatus> inside = readRunsIn(folder); !inside.empty())
            return {.folder = folder, .runs = std::move(inside), .single = false};
    return {.folder = folder, .runs = {readStatus(folder)}};
}

std::string textOf(const Watched& watched, std::pair<int, int> size)
{
    const bool unicode = hasUtf8();
    if (!watched.single) return statusText(watched.runs);
    constexpr int tallest = 10, least = 4;
    report::ChartSize chart{.width = size.first - 1, .height = 0, .unicode = unicode};
    const std::string bare = statusText(watched.runs.front(), chart);
    const auto lines = int(std::ranges::count(bare, '\n'));
    chart.height = std::clamp(size.second - lines - 5, least, tallest);
    return statusText(watched.runs.front(), chart);
}

std::string pageOf(const Watched& watched)
{
    if (watched.single) return statusPage(watched.runs.front());
    return statusPage(watched.folder, watched.runs);
}

Json jsonOf(const Watched& watched)
{
    if (watched.single) return toJson(watched.runs.front());
    Json runs = Json::array();
    for (const RunStatus& one : watched.runs)
        runs.push_back(toJson(one));
    return {{"folder", watched.folder}, {"running", watched.running()}, {"runs", runs}};
}

/// Draws over what was drawn before, until the runs have ended or an interrupt comes.
void follow(const WatchOptions& options)
{
    constexpr std::chrono::milliseconds slice{100}, between{2000};
    constexpr std::pair<int, int> usual{80, 24};
    for (bool first = true;; first = false) {
        const Watched watched = look(options.folder);
        drawOverText(textOf(watched, terminalSize(stdout).value_or(usual)), first);
        if (!watched.running()) return;
        for (auto waited = slice; waited <= between && !interrupted(); waited += slice)
            std::this_thread::sleep_for(slice);
        if (interrupted()) return;
    }
}

int runWatch(const WatchOptions& options)
{
    Watched watched = look(options.folder);
    checkOutputs(options.common, {{"--html", options.html}}, filesOf(watched));
    const bool reports = options.once || !options.html.empty() || !options.common.json.empty();
    const InterruptGuard guard;
    if (watched.running() && !reports && printsText(options.common) && isTerminal(stdout)) {
        follow(options);
    } else {
        constexpr std::pair<int, int> usual{80, 40};
        if (printsText(options.common)) printOut("{}", textOf(watched, terminalSize(stdout).value_or(usual)));
    }
    if (!options.html.empty()) writeOutput(pageOf(watched), options.html);
    if (!options.common.json.empty()) writeJson(jsonOf(watched), options.common.json);
    return interrupted() ? interruptedExit : success;
}

} // namespace

void addWatch(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<WatchOptions>(
        app, chosen, "watch",
        "Show the progress of a run or scan: history, errors, autocorrelation, acceptance, time left", runWatch);
    command.add_option("folder", options.folder, "Folder of a run or of a scan; nothing in it is changed")->required();
    command.add_flag("--once", options.once,
                     "Print one report, also on a terminal, instead of a new one every two seconds");
    command.add_option("--html", options.html, "Write a self-contained report with figures to this file");
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli
