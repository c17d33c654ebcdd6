#include "run/run_estimate.h"

#include "chain/trajectories.h"
#include "device/compilation_notes.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/chain/ensemble.h"
#include "run/run_results.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaugegl {
namespace {

/// What is timed, and how long at most.
constexpr int warmSweeps = 5; // the first ones from a hot start are not like the others
constexpr int mostSweeps = 50, mostMeasurements = 10;
constexpr double enoughSeconds = 2, worthASecondTry = 10;

/// Times parts of a run.
class Timer {
public:
    Timer(Device* device, ProgressOptions options) : progress_(std::move(options))
    {
        if (device) notes_.emplace(*device, progress_);
    }

    /// The next part.
    void begin(const std::string& what) { progress_.update(parts_++, what); }
    void finish()
    {
        progress_.update(parts_);
        progress_.finish();
    }

    /// The seconds of a call, without compiling and tuning.
    template<class What>
    double of(const What& what)
    {
        const double compiled = progress_.excluded();
        const Stopwatch watch;
        what();
        return std::max(watch.seconds() - (progress_.excluded() - compiled), 0.0);
    }

    /// The mean of several calls, until an interrupt.
    template<class What>
    double mean(int most, const What& what)
    {
        double seconds = 0;
        int calls = 0;
        while (calls < most && (calls == 0 || seconds < enoughSeconds) && !interrupted()) {
            seconds += of(what);
            ++calls;
        }
        return calls > 0 ? seconds / calls : 0;
    }

private:
    Progress progress_;
    std::optional<CompilationNotes> notes_; ///< on a device
    int parts_ = 0;
};

} // namespace

double RunEstimate::ofMeasuredSweep(int measuredEvery) const
{
    double seconds = sweep + measurement / measuredEvery;
    for (const Further& one : further)
        seconds += one.seconds / one.every;
    return seconds;
}

double RunEstimate::of(const RunConfig& run) const
{
    return run.update.thermalisation * sweep + run.update.sweeps * ofMeasuredSweep(run.measure.every);
}

int RunEstimate::sweepsWithin(double seconds, const RunConfig& run) const
{
    const double left = seconds - run.update.thermalisation * sweep;
    const double sweeps = std::floor(left / ofMeasuredSweep(run.measure.every));
    const double most = double(std::numeric_limits<int>::max() - run.update.thermalisation);
    return int(std::clamp(sweeps, 0.0, most));
}

std::optional<RunEstimate> estimateRun(const ChainBackend& backend, const RunConfig& run, ProgressOptions progress)
{
    const RunFolder folder(run.output.directory, RunFolder::Access::Read);
    const Measurements measurements = measurementsOf(run, folder);
    progress.total = std::int64_t(measurements.size()) + 2;
    progress.counts = false;
    Timer timer(backend.device(), std::move(progress));
    Ensemble chain(backend, run, makeTrajectories);
    RunEstimate estimate;
    timer.begin("sweeps");
    for (int k = 0; k < warmSweeps && !interrupted(); ++k)
        chain.sweep(k == 0); // also the program that counts
    chain.measure();
    estimate.sweep = timer.mean(mostSweeps, [&] { chain.sweep(); });
    if (interrupted()) return std::nullopt;
    timer.begin("measurements");
    estimate.measurement = timer.mean(mostMeasurements, [&] { chain.measure(); });
    for (const auto& one : measurements) {
        timer.begin(one->key());
        bool whole = true;
        const auto once = [&] { whole = one->tryOut(chain) && whole; };
        double seconds = timer.of(once);
        if (whole && seconds < worthASecondTry) seconds = timer.of(once); // what was made once is there
        if (!whole || interrupted()) return std::nullopt;
        estimate.further.push_back({one->key(), seconds, one->every()});
    }
    if (interrupted()) return std::nullopt;
    timer.finish();
    return estimate;
}

} // namespace gaugegl
