// gaugegl papers: published experiments, repeated: which there are, their next pieces, and what they say beside what was published.
#include "command.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "base/output_file.h"
#include "base/shell_word.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "papers/repetition_report.h"
#include "report/columns.h"
#include "report/plot.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

using namespace papers;

struct PapersOptions {
    const CLI::App* command = nullptr;
    CommonOptions common;
    std::vector<std::string> ids, papers;
    bool all = false, markdown = false;
    std::optional<double> minutes, fraction;
    std::string output = "papers", html;
};

using Chosen = std::vector<const Experiment*>;

/// What is asked of an experiment.
struct Plan {
    const Experiment* experiment; ///< that the pieces belong to
    std::vector<Piece> pieces;
    Effort effort = {};
    std::optional<double> seconds = {}; ///< that it may take
};

/// The experiments that pieces belong to, each once.
std::vector<Plan> ownersOf(const Chosen& chosen)
{
    std::vector<Plan> plans;
    for (const Experiment* one : chosen) {
        const Experiment& owner = experimentOf(one->owner());
        if (std::ranges::count(plans, &owner, &Plan::experiment) == 0) plans.push_back({&owner, owner.pieces()});
    }
    return plans;
}

/// Shares so many seconds among experiments: gives each its part and what that allows; without seconds all that is published, with the
/// largest fraction.
void share(std::span<Plan> plans, std::optional<double> seconds, double largest, double bandwidth)
{
    std::vector<double> least, whole;
    for (Plan& plan : plans) {
        plan.effort = {plan.pieces.size(), largest};
        least.push_back(secondsOf(plan.pieces, {1, std::min(plan.experiment->leastFraction, largest)}, bandwidth));
        whole.push_back(secondsOf(plan.pieces, plan.effort, bandwidth));
    }
    if (!seconds) return;
    const std::vector<double> shares = shareTime(*seconds, least, whole);
    for (std::size_t k = 0; k < plans.size(); ++k) {
        plans[k].seconds = shares[k];
        plans[k].effort =
            effortWithin(plans[k].pieces, std::min(plans[k].experiment->leastFraction, largest), shares[k], bandwidth);
        plans[k].effort.fraction = std::min(plans[k].effort.fraction, largest);
    }
}

/// A line of the list.
struct Listed {
    const Experiment* experiment;
    double least, whole; ///< minutes
    std::size_t done, all;
    double fraction;
    Verdict verdict;
    const char* soFar;
};

std::string minutesText(double minutes) { return fmt::format("{:.{}f}", minutes, minutes < 10 ? 1 : 0); }

report::Columns<Listed> listColumns()
{
    using Row = const Listed&;
    report::Columns<Listed> all;
    all.add("id", "id", [](Row row) { return row.experiment->id; });
    all.add("title", "title", [](Row row) { return row.experiment->title; });
    all.add("", "paper", [](Row row) { return std::string(row.experiment->paper->key); });
    all.add("", "claim", [](Row row) { return row.experiment->claim; });
    all.add("minutes, smallest", "minutes_smallest", &Listed::least, [](Row row) { return minutesText(row.least); });
    all.add("as published", "minutes_published", &Listed::whole, [](Row row) { return minutesText(row.whole); });
    all.add(
        "done", "done", [](Row row) { return row.done == row.all && row.fraction >= 1; },
        [](Row row) {
            if (row.done == 0) return std::string("no");
            if (row.done == row.all && row.fraction >= 1) return std::string("yes");
            return fmt::format("{} of {}{}", row.done, row.all,
                               row.fraction < 1 ? fmt::format(", {:.2g} %", 100 * row.fraction) : "");
        });
    all.add("", "pieces_done", &Listed::done);
    all.add("", "pieces", &Listed::all);
    all.add(
        "verdict", "verdict", [](Row row) { return name(row.verdict); },
        [](Row row) { return row.verdict == Verdict::NotRun ? std::string() : name(row.verdict) + row.soFar; });
    return all;
}

std::vector<Listed> listOf(const Chosen& chosen, const RepetitionFolder& folder, double bandwidth)
{
    std::vector<Listed> list;
    for (const Experiment* one : chosen) {
        const Experiment& owner = experimentOf(one->owner());
        const std::vector<Piece> pieces = owner.pieces();
        const Repeated there = repeated(*one, folder);
        list.push_back({one, secondsOf(pieces, {1, owner.leastFraction}, bandwidth) / 60,
                        secondsOf(pieces, {pieces.size(), 1}, bandwidth) / 60, there.pieces, there.all, there.fraction,
                        there.verdict(), there.soFar()});
    }
    return list;
}

/// The machine of the folder, or this one, which is measured.
RepetitionMachine machineFor(const RepetitionFolder& folder, const PapersOptions& options)
{
    if (const auto there = folder.machine()) return *there;
    return machineOf(openContext(options.common), {.device = deviceOptions(options.common)});
}

int list(const PapersOptions& options)
{
    const RepetitionFolder folder(options.output, RunFolder::Access::Read);
    const RepetitionMachine machine = machineFor(folder, options);
    const std::vector<Listed> rows = listOf(chosenExperiments({}, {}, /*all=*/true), folder, machine.bandwidth);
    reportResult(options.common,
                 fmt::format("{}\nMinutes are estimates for this device, from its copy bandwidth, {:.3g} GB/s. "
                             "`gaugegl papers ID ...` repeats experiments; results lie in {}.\n",
                             listColumns().table(rows), machine.bandwidth, options.output),
                 {{"device", machine.device},
                  {"copy_gb_s", toJson(machine.bandwidth)},
                  {"experiments", listColumns().list(rows)}});
    return success;
}

/// The command that goes on.
std::string commandAgain(const PapersOptions& options)
{
    std::string text = "gaugegl papers";
    const auto add = [&](const std::string& word) { text += " " + shellWord(word); };
    for (const std::string& id : options.ids)
        add(id);
    for (const std::string& paper : options.papers)
        text += " --paper " + paper;
    if (options.all) text += " --all";
    if (options.minutes) text += fmt::format(" --minutes {}", *options.minutes);
    if (options.fraction) text += fmt::format(" --fraction {}", *options.fraction);
    if (options.output != "papers") {
        text += " --output";
        add(options.output);
    }
    if (!options.html.empty()) {
        text += " --html";
        add(options.html);
    }
    if (options.markdown) text += " --markdown";
    return text;
}

/// Tables, figures, JSON and page of what is there.
void reportAll(const Chosen& chosen, const RepetitionFolder& folder, const RepetitionMachine& machine, bool complete,
               const PapersOptions& options)
{
    std::vector<Repeated> all;
    std::string text;
    for (const Experiment* one : chosen) {
        all.push_back(repeated(*one, folder));
        drawFigures(all.back(), folder);
        if (!options.markdown) text += textOf(all.back());
    }
    if (options.markdown) text = markdownOf(all, machine);
    Json json = toJson(all, machine);
    json["complete"] = complete;
    report::writeJson(json, folder.place("papers.json"));
    if (printsText(options.common) && !options.markdown && !report::plotsAvailable())
        text += "no figures: gnuplot is not installed\n";
    reportResult(options.common, text, json);
    if (!options.html.empty()) writeOutput(pageOf(all, machine), options.html);
}

/// Whether a report of what is there is wanted.
bool reports(const PapersOptions& options) { return options.markdown || !options.html.empty(); }

int runPapers(const PapersOptions& options)
{
    const bool names = options.all || !options.ids.empty() || !options.papers.empty();
    if (!names && (options.minutes || options.fraction))
        throw InputError(fmt::format("{} is about experiments: name some, or give --paper or --all",
                                     options.minutes ? "--minutes" : "--fraction"));
    const Chosen chosen = chosenExperiments(options.ids, options.papers, options.all || (!names && reports(options)));
    requireOneRank("papers");
    checkOutputs(options.common, {{"--html", options.html}}, {});
    if (!names && !reports(options)) return list(options);

    const RepetitionFolder folder(options.output);
    if (!names) {
        const auto machine = folder.machine();
        if (!machine)
            throw InputError(
                fmt::format("{} has no results yet; name experiments, or give --paper or --all", options.output));
        reportAll(chosen, folder, *machine, /*complete=*/true, options);
        return success;
    }
    const auto context = openContext(options.common);
    RepetitionSetup setup{.request = {.device = deviceOptions(options.common)}, .again = commandAgain(options)};
    if (!options.common.quiet) setup.request.line = [](const std::string& line) { printErrorText(line); };
    setup.request.progress = [quiet = options.common.quiet](const std::string& label, std::int64_t total) {
        return progressOnStandardError(label, total, quiet);
    };
    setup.warn = [](const std::string& text) { warned({text}); };
    const InterruptGuard guard;
    folder.keep(machineOf(context, setup.request));
    const RepetitionMachine machine = *folder.machine();
    std::vector<Plan> plans = ownersOf(chosen);
    Pace pace(machine.bandwidth);
    const Stopwatch watch;
    const Rescue rescue([&] { printError("gaugegl: interrupted; `{}` goes on\n", setup.again); });
    bool complete = true;
    for (std::size_t k = 0; complete && k < plans.size(); ++k) {
        std::optional<double> left;
        if (options.minutes) left = 60 * *options.minutes - watch.seconds();
        share(std::span(plans).subspan(k), left, options.fraction.value_or(1), pace.bandwidth());
        const Plan& plan = plans[k];
        if (!options.common.quiet && !isDone(*plan.experiment, plan.effort, folder))
            printError("[{}/{}] {}: {}, about {} min\n", k + 1, plans.size(), plan.experiment->id,
                       plan.experiment->title, minutesText(secondsOf(plan.pieces, plan.effort, pace.bandwidth()) / 60));
        complete = carryOut(*plan.experiment, plan.effort, plan.seconds, pace, folder, context, setup);
    }
    reportAll(chosen, folder, machine, complete, options);
    if (complete) return success;
    sayOnStandardError(fmt::format("interrupted; `{}` goes on", setup.again));
    return interruptedExit;
}

} // namespace

void addPapers(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<PapersOptions>(
        app, chosen, "papers",
        "Repeat the experiments of four papers and compare the results; without names, list them", runPapers);
    options.command = &command;
    command.add_option("experiments", options.ids, "Experiments, as the list calls them: cardoso-7 bach-8");
    std::vector<std::string> keys;
    for (const Paper& paper : papersRepeated())
        keys.emplace_back(paper.key);
    command.add_option("--paper", options.papers,
                       fmt::format("All experiments of a paper: {}; may be repeated", fmt::join(keys, ", ")));
    command.add_flag("--all", options.all, "All experiments");
    command
        .add_option(
            "--minutes", options.minutes,
            "Time, shared among the experiments: each does as much of its published setting as its share allows, "
            "but at least its smallest setting; without it all is as published")
        ->check(positiveNumber());
    command
        .add_option(
            "--fraction", options.fraction,
            "At most this part of the published configurations, iterations and trajectories, above 0 and at most 1")
        ->check(fractionOfOne());
    command.add_option("--output", options.output, "Folder of results and figures; what is done there is not repeated")
        ->capture_default_str();
    command.add_option(
        "--html", options.html,
        "Write a report of the experiments, or without any of all in the folder, to this file, which needs no "
        "other");
    command.add_flag("--markdown", options.markdown, "Print the report as Markdown, with links to figures");
    addReportOptions(command, options.common);
    addContextOptions(command, options.common);
    addPassOption(command, options.common);
}

} // namespace gaugegl::cli
