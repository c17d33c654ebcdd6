// gaugegl bench --suite scaling: ranks together beside ranks alone.
#include "bench_figures.h"
#include "bench_jobs.h"
#include "ranks.h"

#include "bench/scaling.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

constexpr const char* kernelLattice = "16x16x16x32";

/// One measurement to be made.
struct ScalingJob {
    std::string task;
    Scaling scaling;
    Lattice lattice;
};

struct ScalingReport {
    std::vector<ScalingTiming> rows;
    std::vector<std::pair<Lattice, LinkReport>> links; ///< by whole lattice
    std::string failures = {};
    bool complete = true;
};

std::vector<ScalingJob> jobsOf(const BenchOptions& options)
{
    const auto wanted = [&](const std::string& task) {
        return options.filters.empty() || std::ranges::any_of(options.filters, [&](const std::string& f) {
                   return task.find(f) != std::string::npos;
               });
    };
    std::vector<ScalingJob> jobs;
    for (const Scaling scaling : {Scaling::Weak, Scaling::Strong})
        for (const std::string& task : scalingTasks())
            if (wanted(task))
                for (const Lattice& lattice :
                     latticesOr(options, {isTrajectory(task) ? trajectoryLattice : kernelLattice}))
                    jobs.push_back({task, scaling, lattice});
    if (jobs.empty())
        throw InputError(fmt::format("--filter {} selects none of: {}", fmt::join(options.filters, " "),
                                     fmt::join(scalingTasks(), ", ")));
    return jobs;
}

const char* name(Scaling scaling) { return scaling == Scaling::Weak ? "weak" : "strong"; }

std::string inPercent(double part) { return std::isfinite(part) ? fmt::format("{:.1f}", 100 * part) : ""; }

std::string scalingTable(const ScalingReport& report, bool markdown)
{
    const std::vector<std::string> header = {
        "task", "scaling",        "group",       "path",         "precision", "lattice",
        "grid", "alone ms",       "together ms", "efficiency %", "+-",        "exchanges",
        "kB",   "in exchange ms", "in sums ms",  "hidden %",     "model %",   "if not hidden %"};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(report.rows.size());
    for (const ScalingTiming& t : report.rows)
        rows.push_back({t.name, name(t.scaling), gaugegl::name(t.group), t.path, gaugegl::name(t.precision),
                        t.whole.name(), t.grid.name(), digits(1e3 * t.alone.seconds),
                        digits(1e3 * t.concurrent.seconds), inPercent(t.efficiency), inPercent(t.spread),
                        fmt::format("{}", t.exchanges), digits(1e-3 * t.exchangedBytes),
                        digits(1e3 * t.exchangeSeconds), digits(1e3 * t.gatherSeconds), inPercent(t.hidden),
                        inPercent(t.modelHidden), inPercent(t.modelOpen)});
    return tableText(header, rows, markdown, 7);
}

Json timeJson(const SampledTime& time)
{
    return {{"seconds", time.seconds},
            {"fastest", time.fastest},
            {"spread", report::toJson(time.spread)},
            {"samples", time.samples}};
}

Json scalingJson(const ScalingReport& report)
{
    using report::toJson;
    Json rows = Json::array();
    for (const ScalingTiming& t : report.rows)
        rows.push_back({{"name", t.name},
                        {"scaling", name(t.scaling)},
                        {"group", gaugegl::name(t.group)},
                        {"path", t.path},
                        {"precision", gaugegl::name(t.precision)},
                        {"lattice", t.whole.extents()},
                        {"grid", t.grid.blocks},
                        {"alone", timeJson(t.alone)},
                        {"together", timeJson(t.concurrent)},
                        {"efficiency", t.efficiency},
                        {"efficiency_spread", toJson(t.spread)},
                        {"exchanges", t.exchanges},
                        {"exchanged_bytes", t.exchangedBytes},
                        {"exchange_seconds", t.exchangeSeconds},
                        {"gather_seconds", t.gatherSeconds},
                        {"hidden", toJson(t.hidden)},
                        {"model_hidden", t.modelHidden},
                        {"model_not_hidden", t.modelOpen}});
    return rows;
}

Json linksJson(const ScalingReport& report)
{
    const auto cost = [](const ExchangeCost& c) {
        return Json{{"latency", c.latency}, {"seconds_per_byte", c.perByte}};
    };
    Json links = Json::array();
    for (const auto& [lattice, link] : report.links)
        links.push_back(
            {{"lattice", lattice.extents()}, {"ghosts", cost(link.ghosts)}, {"messages", cost(link.messages)}});
    return links;
}

std::string aboutLinks(const ScalingReport& report)
{
    const auto cost = [](const ExchangeCost& c) {
        return fmt::format("{:.3g} microseconds and {:.3g} GB/s", 1e6 * c.latency,
                           c.perByte > 0 ? 1e-9 / c.perByte : unknownNumber);
    };
    std::string lines;
    for (const auto& [lattice, link] : report.links)
        lines += fmt::format("exchanges of {} without kernels: {}; their messages alone: {}\n", lattice.name(),
                             cost(link.ghosts), cost(link.messages));
    return lines;
}

std::vector<std::string> drawScaling(const ScalingReport& report, const std::string& device, const std::string& folder)
{
    std::vector<std::string> files;
    for (const Scaling scaling : {Scaling::Weak, Scaling::Strong}) {
        std::vector<Curve> curves;
        std::size_t colour = 0;
        for (const std::string& task : scalingTasks()) {
            Curve measured{.label = task, .colour = colour}, model{.style = CurveStyle::DashedLine, .colour = colour};
            for (const ScalingTiming& t : report.rows) {
                if (t.name != task || t.scaling != scaling) continue;
                const double sites = double(t.whole.volume()) / t.ranks;
                measured.x.push_back(sites);
                measured.y.push_back(100 * t.efficiency);
                measured.error.push_back(100 * t.spread);
                model.x.push_back(sites);
                model.y.push_back(100 * t.modelHidden);
            }
            if (measured.x.empty()) continue;
            ++colour;
            curves.push_back(measured);
            if (model.x.size() > 1) curves.push_back(model);
        }
        if (curves.empty()) continue;
        const ScalingTiming& any = report.rows.front();
        const Figure figure = {
            .path = (std::filesystem::path(folder) / fmt::format("bench_scaling_{}", name(scaling))).string(),
            .title =
                fmt::format("{} scaling, {} ranks, {}, {} (dashed: model)",
                            scaling == Scaling::Weak ? "Weak" : "Strong", any.ranks, gaugegl::name(any.group), device),
            .xLabel = "sites of a rank",
            .yLabel = "efficiency / %"};
        Axes axes = volumeAxes(false);
        axes.zeroY = true;
        for (std::string& file : plotLines(figure, curves, axes))
            files.push_back(std::move(file));
    }
    return files;
}

void printScaling(const ScalingReport& report, const gl::Capabilities& c, const BenchOptions& options, double load)
{
    printOut("{} ranks, each on {} ({}), load average {:.2f} before the start.  weak: beside the same ranks with "
             "lattices of their own, at once; strong: beside one rank.\n\n{}",
             programRanks()->size(), c.renderer, c.version, load, scalingTable(report, options.markdown));
    printOut("{}",
             remarks(aboutLinks(report) + "model: the exchange behind the kernel of the inner sites, or before it\n" +
                         report.failures,
                     options.markdown));
}

/// The places of the path and precision that are asked for; the default path alone if none is.
std::vector<BenchTarget> targetsOf(const gl::Capabilities& c, const BenchOptions& options)
{
    if (options.common.path == "all" && options.common.precision.empty()) return {standardTarget(c)};
    CommonOptions common = options.common;
    if (common.path == "all") common.path = gaugegl::name(standardTarget(c).path);
    return benchTargets(c, common, "single");
}

} // namespace

int runScalingSuite(const BenchOptions& options)
{
    if (programRanks()->size() == 1)
        throw InputError(
            "--suite scaling compares several ranks with one: start them, as in mpirun --bind-to none -np 2 "
            "gaugegl bench --suite scaling");
    if (!options.common.shares.empty())
        throw InputError("--suite scaling has equal parts: --shares does not belong to it");
    const std::vector<ScalingJob> jobs = jobsOf(options);
    const std::vector<Group> groups = options.groups.empty() ? std::vector{Group::SU3} : groupsOf(options);
    requireFolder(options.output);
    const auto context = openContext(options.common);
    const gl::Capabilities& c = context->capabilities();
    requireSameDriver(c, options.common);
    const double load = loadAverageWithWarning(options.common.quiet);
    const InterruptGuard guard;
    ScalingReport report;
    const auto reportResults = [&](bool draws) {
        const bool prints = printsText(options.common);
        if (prints) printScaling(report, c, options, load);
        Json json = {{"suite", "scaling"},
                     {"device", c.renderer},
                     {"driver", c.version},
                     {"ranks", programRanks()->size()},
                     {"load_average", report::toJson(load)},
                     {"complete", report.complete},
                     {"links", linksJson(report)},
                     {"rows", scalingJson(report)}};
        const bool first = programRanks()->rank() == 0;
        json["figures"] =
            report.rows.empty() || !draws || !first
                ? Json::array()
                : figures([&] { return drawScaling(report, c.renderer, options.output); }, prints && !options.markdown);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    const Rescue rescue([&] {
        report.complete = false;
        reportResults(/*draws=*/false);
    });
    const std::vector<BenchTarget> where = targetsOf(c, options);
    Progress progress(progressOnStandardError("measurements", std::int64_t(jobs.size() * groups.size() * where.size()),
                                              options.common.quiet));
    std::int64_t done = 0;
    bool stopped = false;
    for (const BenchTarget& place : where)
        for (const Group group : groups) {
            DeviceOptions device = deviceOptions(options.common);
            device.path = place.path;
            device.precision = place.precision;
            device.storage = place.storage;
            ScalingBenchmark bench(context, device, group);
            for (const ScalingJob& job : jobs) {
                if (stopped = stopped || interrupted(); stopped) break;
                progress.update(done, job.task);
                const bool trajectory = isTrajectory(job.task);
                try {
                    const BlockingCall measuring; // does not touch the report
                    const ScalingTiming timing =
                        bench.measure(job.task, job.scaling, job.lattice,
                                      {.batchSeconds = 0.25, .seconds = options.seconds.value_or(trajectory ? 20 : 5)});
                    if (const LinkReport& link = bench.link(timing.whole);
                        std::ranges::none_of(report.links, [&](const auto& one) { return one.first == timing.whole; }))
                        report.links.emplace_back(timing.whole, link);
                    report.rows.push_back(timing);
                } catch (const UnsolvedError&) { // of a trajectory that a signal ends
                    if (secondsSinceInterrupt() == 0) throw;
                    stopped = true;
                    break;
                }
                progress.update(++done);
            }
        }
    report.complete = !stopped;
    if (report.complete) progress.finish();
    reportResults(/*draws=*/true);
    return report.complete ? success : interruptedExit;
}

} // namespace gaugegl::cli
