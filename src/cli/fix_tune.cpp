#include "fix_tune.h"

#include "fix_report.h"
#include "shared_links.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"

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
Range rangeOf(const std::string& what) { return what == "omega" ? Range{1000, 1950} : Range{0, 950}; }

class Tuning {
public:
    Tuning(const FixOptions& options, FixingBackend& place, const io::GaugeFileHints& hints)
        : options_(options), place_(place), progress_(progressOnStandardError("runs", 0, options.files.common.quiet))
    {
        for (const std::string& file : options.files.files)
            configurations_.push_back(readSharedLinks(file, hints, options.files.common));
    }

    const Trials& trials() const { return trials_; }
    const SharedLinks& first() const { return configurations_.front(); }

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
        for (const int value : missing(range, step))
            if (!interrupted()) measure(value);
    }
    /// That these and so many further values are left, as far as is known.
    void expect(Range range, int step, std::size_t further)
    {
        progress_.expect(std::int64_t(trials_.size() + missing(range, step).size() + further) * runs());
    }

    /// The line ends; no further value is known.
    void finish() { progress_.finish(); }

private:
    std::vector<int> missing(Range range, int step) const
    {
        std::vector<int> values;
        for (int value = range.first; value <= range.last; value += step)
            if (!trials_.contains(value)) values.push_back(value);
        return values;
    }
    /// Of one value.
    std::int64_t runs() const { return std::int64_t(configurations_.size()) * options_.section.copies; }

    void measure(int value)
    {
        place_.setLattice(first().shared);
        const auto notes = place_.notes(progress_, first().links, options_.section.fixing);
        std::int64_t ended = runs() * std::int64_t(trials_.size());
        GaugeFixing fixing = options_.section.fixing;
        (options_.tune == "omega" ? fixing.omega : fixing.probability) = value / 1000.0;
        fixing.checkEvery = checkEvery;
        if (const auto* known = best())
            fixing.maxIterations = std::min(fixing.maxIterations, int(hopeless * known->second.iterations));
        std::vector<double> runs;
        Trial trial;
        for (const SharedLinks& configuration : configurations_) {
            place_.setLattice(configuration.shared);
            for (int copy = 0; copy < options_.section.copies && trial.converged; ++copy) {
                HostGaugeField u = configuration.links;
                fixing.seed = options_.section.fixing.seed + std::uint64_t(copy);
                fixing.randomStart = copy > 0 || options_.section.fixing.randomStart;
                const FixingResult result = place_.fix(u, fixing, [](const FixingState&) { return !interrupted(); });
                if (interrupted()) return;
                runs.push_back(result.iterations);
                trial.converged = result.converged;
                progress_.update(++ended, fmt::format("{} {:.3f}: {} iterations{}", options_.tune, value / 1000.0,
                                                      result.iterations, result.converged ? "" : ", given up"));
            }
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
    FixingBackend& place_;
    std::vector<SharedLinks> configurations_;
    Progress progress_;
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
        .path = options.files.plot + "-tune",
        .title = fmt::format("{} {}, {}, theta below {:g}", name(header.group), header.lattice.name(),
                             longName(options.section.fixing.gauge), options.section.fixing.tolerance),
        .xLabel = options.tune == "omega" ? "overrelaxation parameter ω" : "probability p of stochastic relaxation",
        .yLabel = "iterations"};
    return plotLines(figure, {curve}, {});
}

Json tuningToJson(const FixOptions& options, const Tuning& tuning, const std::string& place)
{
    Json points = Json::array();
    for (const auto& [value, trial] : tuning.trials())
        points.push_back({{"value", value / 1000.0},
                          {"iterations", trial.iterations},
                          {"error", toJson(trial.error)},
                          {"converged", trial.converged}});
    const auto* best = tuning.best();
    return {{"files", options.files.files},
            {"gauge", choiceName<Gauge>(options.section.fixing.gauge)},
            {"tune", options.tune},
            {"tolerance", options.section.fixing.tolerance},
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
    printOut("{}", table.text());
    if (const auto* best = tuning.best())
        printOut("fewest iterations: {} = {:.3f}\n", options.tune, best->first / 1000.0);
}

/// Table, figure and JSON; of an interrupted tuning those of the values until then.
void reportResults(const FixOptions& options, const Tuning& tuning, const std::string& place, bool complete)
{
    if (printsText(options.files.common)) printTuning(options, tuning);
    Json json = tuningToJson(options, tuning, place);
    json["complete"] = complete;
    if (complete && !options.files.plot.empty() && tuning.best()) json["figures"] = plotTuning(options, tuning);
    if (!options.files.common.json.empty()) writeJson(json, options.files.common.json);
    std::fflush(stdout);
    if (!complete)
        printError("gaugegl: interrupted; the results are those of the {} values until then\n", tuning.trials().size());
}

} // namespace

int tune(const FixOptions& options, FixingBackend& place, const io::GaugeFileHints& hints)
{
    Tuning tuning(options, place, hints);
    const Rescue rescue([&] { reportResults(options, tuning, place.name(), /*complete=*/false); });
    const Range range = rangeOf(options.tune);
    constexpr std::size_t refined = 8; // values around the best of the coarse ones
    tuning.expect(range, 100, refined);
    tuning.scan({options.tune == "omega" ? 1500 : 700, range.last}, 100); // where the best are, so that others are cut
    tuning.scan(range, 100);
    if (const auto* best = tuning.best()) {
        const Range around{std::max(best->first - 100, range.first), std::min(best->first + 100, range.last)};
        tuning.expect(around, 20, 0);
        tuning.scan(around, 20);
    }
    const bool complete = !interrupted();
    if (complete) tuning.finish();
    reportResults(options, tuning, place.name(), complete);
    if (!complete) return interruptedExit;
    if (tuning.best()) return success;
    std::fflush(stdout);
    printError("gaugegl: error: theta did not fall below {:g} in {} iterations with any {}\n",
               options.section.fixing.tolerance, options.section.fixing.maxIterations, options.tune);
    return unconverged;
}

} // namespace gaugegl::cli
