#include "run/status_report.h"

#include "chain/ensemble_report.h"
#include "chain/hmc_report.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/progress.h"
#include "report/columns.h"
#include "report/warnings.h"
#include "run/status_figures.h"

#include <chrono>
#include <cmath>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using Line = std::pair<std::string, std::string>;

std::string orUnknown(const std::optional<std::string>& text) { return text.value_or("unknown"); }

/// "345 of 500, 100 of them thermalisation".
std::string sweepsLine(const RunStatus& status)
{
    const RunConfig& run = *status.run;
    const int all = sweepsOf(run), done = status.history.sweeps;
    return fmt::format("{} of {} {} ({} %), {} of them thermalisation", done, all, updateName(run, all),
                       std::int64_t{100} * done / all, std::min(done, run.update.thermalisation));
}

std::string speedLine(const RunStatus& status)
{
    const auto rate = status.sweepsPerSecond();
    if (!rate) return "unknown";
    const char* name = status.run->hmc ? "trajectories" : "sweeps";
    std::string text = *rate < 1 ? fmt::format("{:.3g} s per {}", 1 / *rate, updateName(*status.run))
                                 : fmt::format("{:.3g} {}/s", *rate, name);
    return text + (status.leavesOutMeasurements() ? ", without measurements" : ", with measurements");
}

std::string leftLine(const RunStatus& status)
{
    const auto left = status.secondsLeft();
    if (!left) return "unknown";
    return (status.leavesOutMeasurements() ? "at least " : "") + durationText(*left);
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.6f}", value) : "unknown"; }

/// Heat bath or trajectories.
void addUpdates(std::vector<Line>& lines, const RunStatus& status)
{
    const auto acceptance = status.acceptance();
    lines.emplace_back("acceptance", acceptance ? number(*acceptance) : "unknown");
    if (!status.run->hmc) return;
    const TrajectoryAverages a = averagesOfTrajectories(*status.run, status.history);
    lines.emplace_back("<exp(-dH)>", analysis::formatEstimate(a.expMinusDeltaH));
    lines.emplace_back("<dH>", analysis::formatEstimate(a.deltaH));
    if (a.failures > 0) lines.emplace_back("failures", fmt::format("{}, rejected", a.failures));
}

/// What the report says above its table.
std::vector<Line> linesOf(const RunStatus& status)
{
    std::vector<Line> lines = {{"state", stateLine(status)}, {"folder", status.folder}};
    if (!status.run) return lines;
    lines.emplace_back("device", orUnknown(status.device()));
    lines.emplace_back("done", sweepsLine(status));
    if (status.state == RunState::Running) {
        lines.emplace_back("speed", speedLine(status));
        lines.emplace_back("time left", leftLine(status));
    }
    addUpdates(lines, status);
    const std::size_t saved = status.configurations.size();
    lines.emplace_back("saved", fmt::format("{} configuration{}", saved, saved == 1 ? "" : "s"));
    std::string checkpoint = "none";
    if (status.checkpointAge) {
        checkpoint = durationText(*status.checkpointAge) + " ago";
        if (const auto sweep = status.checkpoint())
            checkpoint += fmt::format(", at {} {}", updateName(*status.run), *sweep);
    }
    lines.emplace_back("checkpoint", checkpoint);
    for (const FurtherMeasurement& one : furtherMeasurements(status))
        lines.emplace_back(one.name, one.failure.empty()
                                         ? fmt::format("{} configuration{}", one.measured, one.measured == 1 ? "" : "s")
                                         : one.failure);
    return lines;
}

std::string titleOf(const RunStatus& status) { return status.run ? runTitle(*status.run) : status.folder; }

report::Columns<NamedMean> columnsOfMeans()
{
    report::Columns<NamedMean> columns;
    return columns.add("observable", "", &NamedMean::label)
        .add("mean", "", &NamedMean::estimate)
        .add("tau_int", "",
             [](const NamedMean& one) { return analysis::formatEstimate(one.estimate.tauInt, one.estimate.tauError); });
}

bool isMeasured(const RunStatus& status) { return status.run && !status.history.measurements.empty(); }

/// What was measured, with headings of this level behind the means.
void addMeasured(report::HtmlPage& page, const RunStatus& status, int level)
{
    page.paragraph(measurementsLine(*status.run, status.history));
    page.table(columnsOfMeans().rows(namedMeans(*status.run, status.history)));
    for (const std::string& one : warningsOf(*status.run, status.history))
        page.paragraph("warning: " + one);
    addFigures(page, status, level);
}

/// The page with the program and the time at its end.
std::string signedText(report::HtmlPage& page)
{
    page.paragraph(fmt::format("gaugegl " GAUGEGL_VERSION ", {:%Y-%m-%d %H:%M} UTC",
                               fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()))));
    return page.text();
}

} // namespace

std::string stateLine(const RunStatus& status)
{
    if (status.state == RunState::Running) {
        if (!status.run || !status.progress || status.progress->process != status.process)
            return "running, no sweep yet: programs are compiled";
        if (status.history.sweeps == sweepsOf(*status.run)) return "running, all sweeps done: results are written";
        return status.process.value_or(0) > 0 ? fmt::format("running (process {})", *status.process) : "running";
    }
    if (status.state == RunState::Finished) return "finished";
    std::string text = choiceName(status.state);
    if (status.state == RunState::Failed) text += ": " + status.progress->failure;
    if (status.state == RunState::NeverBegun) return fmt::format("{}; `{}` begins", text, status.command());
    text += fmt::format("; `{}` goes on from ", status.command());
    if (const auto sweep = status.checkpoint())
        return text + fmt::format("{} {} of {}", updateName(*status.run), *sweep, sweepsOf(*status.run));
    return text + "its checkpoint";
}

std::string statusText(const RunStatus& status, const report::ChartSize& chart)
{
    std::string text = titleOf(status) + "\n\n";
    for (const auto& [name, value] : linesOf(status))
        text += fmt::format("{:<13}{}\n", name, value);
    if (!isMeasured(status)) return text;
    text += fmt::format("\n{}\n\n{}", measurementsLine(*status.run, status.history),
                        columnsOfMeans().table(namedMeans(*status.run, status.history)));
    text += report::warningLines(warningsOf(*status.run, status.history));
    const auto sweeps = series(status.history, [](const Measurement& m) { return double(m.sweep); });
    const auto plaquette = series(status.history, &GaugeObservables::plaquette);
    const std::string drawn = report::terminalChart(sweeps, plaquette, chart);
    if (!drawn.empty()) text += fmt::format("\nplaquette, by {}\n{}", updateName(*status.run), drawn);
    return text;
}

report::Json toJson(const RunStatus& status)
{
    const auto orNull = [](const auto& value) { return value ? report::Json(*value) : report::Json(nullptr); };
    report::Json json = {{"folder", status.folder}, {"state", choiceName(status.state)}, {"status", stateLine(status)}};
    if (!status.run) return json;
    const RunConfig& run = *status.run;
    json["group"] = name(run.lattice.group);
    json["lattice"] = run.lattice.extents;
    json["action"] = choiceName(run.action.type);
    json["beta"] = run.action.beta;
    json["device"] = orNull(status.device());
    json["done"] = status.history.sweeps;
    json["all"] = sweepsOf(run);
    json["thermalisation"] = run.update.thermalisation;
    const char* speed = run.hmc ? "trajectories_per_second" : "sweeps_per_second";
    json[speed] = orNull(status.sweepsPerSecond());
    json["seconds_left"] = orNull(status.secondsLeft());
    json["seconds_left_is_a_lower_bound"] = status.secondsLeft() && status.leavesOutMeasurements();
    json["acceptance"] = orNull(status.acceptance());
    if (run.hmc) {
        const TrajectoryAverages a = averagesOfTrajectories(run, status.history);
        const bool final = !status.results.is_null(); // from more digits than those of the table
        json["mean_delta_h"] =
            final ? status.results.value("mean_delta_h", report::Json()) : report::toJson(a.deltaH.mean);
        json["exp_minus_delta_h"] =
            final ? status.results.value("exp_minus_delta_h", report::Json()) : report::toJson(a.expMinusDeltaH);
    }
    json["configurations"] = status.configurations;
    json["checkpoint"] = orNull(status.checkpoint());
    json["checkpoint_age"] = orNull(status.checkpointAge);
    Warnings warnings = isMeasured(status) ? warningsOf(*status.run, status.history) : Warnings();
    for (const FurtherMeasurement& one : furtherMeasurements(status)) {
        json["further"][one.name] = one.failure.empty() ? report::Json(one.measured) : report::Json(nullptr);
        if (!one.failure.empty()) warnings.push_back(one.failure);
    }
    json["command"] = status.state == RunState::Running || status.state == RunState::Finished
                          ? report::Json(nullptr)
                          : report::Json(status.command());
    json["measurements"] = status.history.measurements.size();
    json.update(report::Json(status.means()));
    json["warnings"] = warnings;
    return json;
}

std::string statusPage(const RunStatus& status)
{
    report::HtmlPage page(titleOf(status));
    std::vector<std::vector<std::string>> rows;
    for (const auto& [name, value] : linesOf(status))
        rows.push_back({name, value});
    page.table(rows, /*header=*/false);
    if (isMeasured(status)) {
        constexpr int level = 2;
        page.heading("means and autocorrelation times", level);
        addMeasured(page, status, level);
    }
    return signedText(page);
}

namespace {

/// A line for each of several runs, of which one that has not begun has a folder alone.
report::Columns<RunStatus> columnsOfRuns()
{
    const auto begun = [](const auto& what) {
        return [what](const RunStatus& one) { return one.run ? what(one) : std::string(); };
    };
    report::Columns<RunStatus> columns;
    return columns.add("folder", "", &RunStatus::folder)
        .add("state", "", [](const RunStatus& one) { return choiceName(one.state); })
        .add("done", "", begun([](const RunStatus& one) { return std::to_string(one.history.sweeps); }))
        .add("of", "", begun([](const RunStatus& one) { return std::to_string(sweepsOf(*one.run)); }))
        .add("time left", "",
             begun([](const RunStatus& one) { return one.state == RunState::Running ? leftLine(one) : "-"; }))
        .add("plaquette", "", begun([](const RunStatus& one) {
                 return one.history.measurements.empty()
                            ? "-"
                            : analysis::formatEstimate(namedMeans(*one.run, one.history).front().estimate);
             }));
}

} // namespace

std::string statusText(const std::vector<RunStatus>& runs)
{
    std::string text = columnsOfRuns().table(runs);
    for (const RunStatus& one : runs)
        if (one.state != RunState::Running && one.state != RunState::Finished)
            return text + "\n`" + one.command() + "` goes on\n";
    return text;
}

std::string statusPage(const std::string& title, const std::vector<RunStatus>& runs)
{
    report::HtmlPage page(title);
    page.table(columnsOfRuns().rows(runs));
    for (const RunStatus& one : runs)
        if (isMeasured(one)) {
            page.heading(one.folder);
            addMeasured(page, one, 3);
        }
    return signedText(page);
}

} // namespace gaugegl
