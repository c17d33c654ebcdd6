// Ranks that share lattices beside ranks with lattices of their own and beside one.
#include "checks/scaling.h"
#include "checks/suites.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

constexpr const char* kernelLattice = "16x16x16x32";

/// One measurement to be made.
struct ScalingJob {
    std::string task;
    Scaling scaling;
    Lattice lattice;
};

const char* name(Scaling scaling) { return scaling == Scaling::Weak ? "weak" : "strong"; }

std::string inPercent(double part) { return std::isfinite(part) ? fmt::format("{:.1f}", 100 * part) : ""; }

report::Json timeJson(const SampledTime& time)
{
    return {{"seconds", time.seconds},
            {"fastest", time.fastest},
            {"spread", report::toJson(time.spread)},
            {"samples", time.samples}};
}

report::Json costJson(const ExchangeCost& c) { return {{"latency", c.latency}, {"seconds_per_byte", c.perByte}}; }

report::Columns<ScalingTiming> scalingColumns()
{
    using Row = const ScalingTiming&;
    report::Columns<ScalingTiming> all;
    all.add("task", "name", &ScalingTiming::name);
    all.add("scaling", "scaling", [](Row t) { return std::string(name(t.scaling)); });
    all.add("group", "group", [](Row t) { return gaugegl::name(t.group); });
    all.add("path", "path", &ScalingTiming::path);
    all.add("precision", "precision", [](Row t) { return gaugegl::name(t.precision); });
    all.add(
        "lattice", "lattice", [](Row t) { return report::Json(t.whole.extents()); },
        [](Row t) { return t.whole.name(); });
    all.add(
        "grid", "grid", [](Row t) { return report::Json(t.grid.blocks); }, [](Row t) { return t.grid.name(); });
    const auto time = [&](const char* header, const char* key, SampledTime ScalingTiming::*member) {
        all.add(
            header, key, [member](Row t) { return timeJson(t.*member); },
            [member](Row t) { return digits(1e3 * (t.*member).seconds); });
    };
    const auto part = [&](const char* header, const char* key, double ScalingTiming::*member) {
        all.add(header, key, member, [member](Row t) { return inPercent(t.*member); });
    };
    const auto scaled = [&](const char* header, const char* key, double ScalingTiming::*member, double unit) {
        all.add(header, key, member, [member, unit](Row t) { return digits(unit * t.*member); });
    };
    time("alone ms", "alone", &ScalingTiming::alone);
    time("together ms", "together", &ScalingTiming::concurrent);
    part("efficiency %", "efficiency", &ScalingTiming::efficiency);
    part("+-", "efficiency_spread", &ScalingTiming::spread);
    all.add("exchanges", "exchanges", &ScalingTiming::exchanges);
    scaled("kB", "exchanged_bytes", &ScalingTiming::exchangedBytes, 1e-3);
    scaled("in exchange ms", "exchange_seconds", &ScalingTiming::exchangeSeconds, 1e3);
    scaled("in sums ms", "gather_seconds", &ScalingTiming::gatherSeconds, 1e3);
    part("hidden %", "hidden", &ScalingTiming::hidden);
    part("model %", "model_hidden", &ScalingTiming::modelHidden);
    part("if not hidden %", "model_not_hidden", &ScalingTiming::modelOpen);
    return all;
}

class ScalingSuite final : public Suite {
public:
    explicit ScalingSuite(const SuiteRequest& wanted) : Suite(wanted), jobs_(jobsOf(wanted)) {}

    void measure(const std::shared_ptr<gl::Context>& context) override
    {
        const std::vector<Group> groups = request().groupsOr({Group::SU3});
        const std::vector<BenchTarget> targets = targetsOf(context->capabilities());
        Progress progress(
            request().progress("measurements", std::int64_t(jobs_.size() * groups.size() * targets.size())));
        std::int64_t done = 0;
        for (const BenchTarget& target : targets)
            for (const Group group : groups) {
                ScalingBenchmark bench(context, request().deviceOf(target), group);
                for (const ScalingJob& job : jobs_) {
                    if (interrupted()) return;
                    progress.update(done, job.task);
                    if (!measure(bench, job)) return cutShort();
                    progress.update(++done);
                }
            }
        progress.finish();
    }

    std::string text(const Machine& machine, bool markdown) const override
    {
        return fmt::format(
            "{} ranks, each on {}, load average {:.2f} before the start.  weak: beside the same ranks "
            "with lattices of their own, at once; strong: beside one rank.\n\n{}{}",
            request().device.ranks->size(), machine.text(), machine.loadAverage,
            tableText(scalingColumns(), rows_, markdown, 7),
            remarks(aboutExchanges() + "model: the exchange behind the kernel of the inner sites, or before it\n",
                    markdown));
    }

    report::Json json() const override
    {
        report::Json links = report::Json::array();
        for (const auto& [lattice, link] : links_)
            links.push_back({{"lattice", lattice.extents()},
                             {"ghosts", costJson(link.ghosts)},
                             {"messages", costJson(link.messages)}});
        return {{"ranks", request().device.ranks->size()}, {"links", links}, {"rows", scalingColumns().list(rows_)}};
    }

    std::vector<std::string> draw(const Machine& machine) const override
    {
        std::vector<std::string> files;
        for (const Scaling scaling : {Scaling::Weak, Scaling::Strong}) {
            const ScalingTiming& any = rows_.front();
            drawCurves(files,
                       figure(fmt::format("bench_scaling_{}", name(scaling)),
                              fmt::format("{} scaling, {} ranks, {}, {} (dashed: model)",
                                          scaling == Scaling::Weak ? "Weak" : "Strong", any.ranks,
                                          gaugegl::name(any.group), machine.device),
                              "sites of a rank", "efficiency / %"),
                       curvesOf(scaling), volumeAxes(false));
        }
        return files;
    }

    bool empty() const override { return rows_.empty(); }

private:
    static std::vector<ScalingJob> jobsOf(const SuiteRequest& wanted)
    {
        const auto isWanted = [&](const std::string& task) {
            return wanted.filters.empty() || std::ranges::any_of(wanted.filters, [&](const std::string& f) {
                       return task.find(f) != std::string::npos;
                   });
        };
        std::vector<ScalingJob> jobs;
        for (const Scaling scaling : {Scaling::Weak, Scaling::Strong})
            for (const std::string& task : scalingTasks())
                if (isWanted(task))
                    for (const Lattice& lattice :
                         wanted.latticesOr({isTrajectory(task) ? trajectoryLattice : kernelLattice}))
                        jobs.push_back({task, scaling, lattice});
        if (jobs.empty())
            throw InputError(fmt::format("--filter {} selects none of: {}", fmt::join(wanted.filters, " "),
                                         fmt::join(scalingTasks(), ", ")));
        return jobs;
    }

    /// Those of the path and precision that are asked for; the default path alone if none is.
    std::vector<BenchTarget> targetsOf(const gl::Capabilities& c) const
    {
        if (request().path == "all" && request().precision.empty()) return {standardTarget(c)};
        SuiteRequest wanted = request();
        if (wanted.path == "all") wanted.path = gaugegl::name(standardTarget(c).path);
        return wanted.targets(c, "single");
    }

    /// False for a trajectory that a signal ends.
    bool measure(ScalingBenchmark& bench, const ScalingJob& job)
    {
        const double seconds = request().seconds.value_or(isTrajectory(job.task) ? 20 : 5);
        try {
            const auto [timing, link] = [&] {
                const BlockingCall measuring; // does not touch the rows
                ScalingTiming found =
                    bench.measure(job.task, job.scaling, job.lattice, {.batchSeconds = 0.25, .seconds = seconds});
                LinkReport exchanges = bench.link(found.whole);
                return std::pair(std::move(found), exchanges);
            }();
            if (std::ranges::none_of(links_,
                                     [&, &whole = timing.whole](const auto& one) { return one.first == whole; }))
                links_.emplace_back(timing.whole, link);
            rows_.push_back(timing);
            return true;
        } catch (const UnsolvedError&) {
            if (secondsSinceInterrupt() == 0) throw;
            return false;
        }
    }

    std::string aboutExchanges() const
    {
        const auto cost = [](const ExchangeCost& c) {
            return fmt::format("{:.3g} microseconds and {:.3g} GB/s", 1e6 * c.latency,
                               c.perByte > 0 ? 1e-9 / c.perByte : unknownNumber);
        };
        std::string lines;
        for (const auto& [lattice, link] : links_)
            lines += fmt::format("exchanges of {} without kernels: {}; their messages alone: {}\n", lattice.name(),
                                 cost(link.ghosts), cost(link.messages));
        return lines;
    }

    /// Of each task what was measured, and the model.
    std::vector<report::Curve> curvesOf(Scaling scaling) const
    {
        std::vector<report::Curve> curves;
        std::size_t colour = 0;
        for (const std::string& task : scalingTasks()) {
            report::Curve measured{.label = task, .colour = colour},
                model{.style = report::CurveStyle::DashedLine, .colour = colour};
            for (const ScalingTiming& t : rows_) {
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
        return curves;
    }

    std::vector<ScalingJob> jobs_;
    std::vector<ScalingTiming> rows_;
    std::vector<std::pair<Lattice, LinkReport>> links_; ///< by whole lattice
};

} // namespace

std::unique_ptr<Suite> scalingSuite(const SuiteRequest& request) { return std::make_unique<ScalingSuite>(request); }

} // namespace gaugegl
