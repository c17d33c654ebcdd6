#include "fix_tune.h"

#include "fix_report.h"
#include "plot.h"

#include "gaugegl/core/error.h"
#include "gaugegl/core/interrupt.h"
#include "gaugegl/gauge/configuration.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace gaugegl::cli {
namespace {

/// A value, and the iterations it needed.
struct Trial {
    double iterations = 0;       ///< mean over copies and configurations
    double error = std::nan(""); ///< its standard error; not known of one run
    bool converged = true;       ///< every run
};

/// Values in thousandths, so that they can be compared.
using Trials = std::map<int, Trial>;

/// Values beyond this many times the fewest iterations are given up.
constexpr int hopeless = 4;
constexpr int checkEvery = 5; ///< iterations: the resolution

struct Range {
    int first, last; ///< in thousandths
};
Range rangeOf(const std::string& what) { return what == "omega" ? Range{1000, 1950} : Range{0, 1000}; }

class Tuning {
public:
    Tuning(const FixOptions& options, FixingPlace& place, const io::GaugeFileHints& hints)
        : options_(options), place_(place), progress_(progressOnStandardError("runs", 0, options.common.quiet))
    {
        for (const std::string& file : options.files)
            configurations_.push_back(readConfiguration(file, hints));
    }

    const Trials& trials() const { return trials_; }
    const Configuration& first() const { return configurations_.front(); }

    /// The best of all; null if none converged.
    const Trials::value_type* best() const
    {
        const Trials::value_type* found = nullptr;
        for (const auto& trial : trials_)
            if (trial.second.converged && (!found || trial.second.iterations < found->second.iterations))
                found = &trial;
        return found;
    }

    /// Every `step` within the range, but for values that are known.
    void scan(Range range, int step)
    {
        for (int value = range.first; value <= range.last && !interrupted(); value += step)
            if (!trials_.contains(value)) measure(value);
    }

    void finish() { progress_.finish(); }

private:
    void measure(int value)
    {
        GaugeFixing fixing = options_.fixing;
        (options_.tune == "omega" ? fixing.omega : fixing.probability) = value / 1000.0;
        fixing.checkEvery = checkEvery;
        if (const auto* known = best())
            fixing.maxIterations = std::min(fixing.maxIterations, int(hopeless * known->second.iterations));
        std::vector<double> runs;
        Trial trial;
        for (const Configuration& configuration : configurations_)
            for (int copy = 0; copy < options_.copies && trial.converged; ++copy) {
                HostGaugeField u = configuration.links;
                fixing.seed = options_.fixing.seed + std::uint64_t(copy);
                fixing.randomStart = copy > 0 || options_.randomStart;
                const FixingResult result = place_.fix(u, fixing, [](const FixingState&) { return !interrupted(); });
                if (interrupted()) return;
                runs.push_back(result.iterations);
                trial.converged = result.converged;
                progress_.update(++done_, fmt::format("{} {:.3f}: {} iterations{}", options_.tune, value / 1000.0,
                                                      result.iterations, result.converged ? "" : ", given up"));
            }
        double squares = 0;
        for (const double run : runs)
            trial.iterations += run / double(runs.size());
        for (const double run : runs)
            squares += (run - trial.iterations) * (run - trial.iterations);
        if (runs.size() > 1) trial.error = std::sqrt(squares / double(runs.size() * (runs.size() - 1)));
        trials_[value] = trial;
    }

    const FixOptions& options_;
    FixingPlace& place_;
    std::vector<Configuration> configurations_;
    Progress progress_;
    std::int64_t done_ = 0;
    Trials trials_;
};

std::vector<std::string> plotTuning(const FixOptions& options, const Tuning& tuning)
{
    Curve curve{.style = CurveStyle::LinesAndPoints};
    for (const auto& [value, trial] : tuning.trials()) {
        if (!trial.converged) continue;
        curve.x.push_back(value / 1000.0);
        curve.y.push_back(trial.iterations);
        curve.error.push_back(trial.error);
    }
    const io::GaugeFileHeader& header = tuning.first().header;
    const Figure figure = {
        .path = options.plot + "-tune",
        .title = fmt::format("{} {}, {}, theta below {:g}", name(header.group), header.lattice.name(),
                             longName(options.fixing.gauge), options.fixing.tolerance),
        .xLabel = options.tune == "omega" ? "overrelaxation parameter ω" : "probability p of stochastic relaxation",
        .yLabel = "iterations"};
    return plotLines(figure, {curve}, {});
}

Json toJson(const FixOptions& options, const Tuning& tuning, const std::string& place)
{
    Json points = Json::array();
    for (const auto& [value, trial] : tuning.trials())
        points.push_back({{"value", value / 1000.0},
                          {"iterations", trial.iterations},
                          {"error", cli::toJson(trial.error)},
                          {"converged", trial.converged}});
    const auto* best = tuning.best();
    return {{"files", options.files},
            {"gauge", options.gauge},
            {"tune", options.tune},
            {"tolerance", options.fixing.tolerance},
            {"place", place},
            {"best", best ? Json(best->first / 1000.0) : Json(nullptr)},
            {"iterations", best ? Json(best->second.iterations) : Json(nullptr)},
            {"points", points}};
}

void printTuning(const FixOptions& options, const Tuning& tuning)
{
    Table table({options.tune, "iterations", ""});
    for (const auto& [value, trial] : tuning.trials())
        table.add({fmt::format("{:.3f}", value / 1000.0),
                   trial.error > 0 ? analysis::formatEstimate(trial.iterations, trial.error)
                                   : fmt::format("{:.0f}", trial.iterations),
                   trial.converged ? "" : "given up"});
    fmt::print("{}", table.text());
    if (const auto* best = tuning.best())
        fmt::print("fewest iterations: {} = {:.3f}\n", options.tune, best->first / 1000.0);
}

} // namespace

int tune(const FixOptions& options, FixingPlace& place, const io::GaugeFileHints& hints)
{
    Tuning tuning(options, place, hints);
    const Range range = rangeOf(options.tune);
    tuning.scan({options.tune == "omega" ? 1500 : 700, range.last}, 100); // where the best are, so that others are cut
    tuning.scan(range, 100);
    if (const auto* best = tuning.best()) {
        const int at = best->first;
        tuning.scan({std::max(at - 100, range.first), std::min(at + 100, range.last)}, 20);
    }
    if (interrupted()) {
        fmt::print(stderr, "gaugegl: interrupted after {} values; nothing was written\n", tuning.trials().size());
        return interruptedExit;
    }
    tuning.finish();
    if (printsText(options.common)) printTuning(options, tuning);
    Json json = toJson(options, tuning, place.name());
    if (!options.plot.empty() && tuning.best()) json["figures"] = plotTuning(options, tuning);
    if (!options.common.json.empty()) writeJson(json, options.common.json);
    if (tuning.best()) return success;
    std::fflush(stdout);
    fmt::print(stderr, "gaugegl: error: theta did not fall below {:g} in {} iterations with any {}\n",
               options.fixing.tolerance, options.fixing.maxIterations, options.tune);
    return unconverged;
}

} // namespace gaugegl::cli
