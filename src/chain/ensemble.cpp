#include "gaugegl/chain/ensemble.h"

#include "device/tuner.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <utility>

namespace gaugegl {
TrajectoryTimes& TrajectoryTimes::operator+=(const TrajectoryTimes& other)
{
    all += other.all;
    solver += other.solver;
    force += other.force;
    gauge += other.gauge;
    return *this;
}

int EnsembleHistory::failuresInARow() const
{
    const auto ok = std::find_if(trajectories.rbegin(), trajectories.rend(), [](const auto& t) { return !t.failed; });
    return int(ok - trajectories.rbegin());
}

std::vector<std::string> EnsembleHistory::changedVariants() const
{
    std::vector<std::string> changed;
    for (const std::string& one : variants) {
        const auto line = choiceLine(one);
        if (line && std::ranges::any_of(variants, [&](const std::string& text) {
                const auto other = choiceLine(text);
                return other && other->what == line->what && other->variant != line->variant;
            }))
            changed.push_back(one);
    }
    return changed;
}

Ensemble::Ensemble(const ChainBackend& backend, const RunConfig& config, const DynamicsMaker& dynamics)
    : chain_(backend, config, dynamics)
{
    history_.drivers = {driverName(backend, this->config())};
    history_.warnings = chain_.start();
    recordVariants();
}

/// Takes the variants of kernels by now into the history.
void Ensemble::recordVariants()
{
    for (const std::string& line : backend().variants())
        if (std::ranges::count(history_.variants, line) == 0) history_.variants.push_back(line);
}

bool Ensemble::done() const
{
    const UpdateSection& update = config().update;
    return betweenSweeps() && history_.sweeps >= update.thermalisation + update.sweeps;
}

/// Whether the sweep under way, or else the next one, is followed by a measurement.
bool Ensemble::measuresNext() const
{
    const int measured = history_.sweeps + 1 - config().update.thermalisation;
    return measured > 0 && measured % config().measure.every == 0;
}

Slice Ensemble::advance(Polling polling)
{
    if (pending_) {
        if (polling == Polling::Return && !pending_->ready()) return Slice::Waiting;
        endMeasurement();
        return Slice::Measured;
    }
    const bool measures = measuresNext();
    const Slice slice = chain_.advance({.counts = measures, .timed = true}, polling);
    if (slice != Slice::Swept) return slice;
    record();
    if (!measures) return slice;
    beginMeasurement();
    return Slice::Work;
}

bool Ensemble::sweep(bool count)
{
    for (;;)
        switch (chain_.advance({.counts = count, .timed = true}, Polling::Wait)) {
        case Slice::Swept:
            record();
            return true;
        case Slice::Interrupted:
            return false;
        default:
            break;
        }
}

const Measurement& Ensemble::measure()
{
    beginMeasurement();
    endMeasurement();
    return history_.measurements.back();
}

/// Takes the last sweep into the history, in one step: a Rescue may read it before.
void Ensemble::record()
{
    const SweepReport& report = chain_.lastSweep();
    const HeatBathCount counted = report.heatBath.value_or(HeatBathCount());
    history_.heatBath.proposals += counted.proposals;
    history_.heatBath.accepted += counted.accepted;
    history_.largestDrift = std::max(history_.largestDrift, report.drift.value_or(0));
    if (report.trajectory) history_.trajectories.push_back(report.trajectory->record);
    failure_ = report.trajectory ? report.trajectory->failure : "";
    if (std::exchange(compiled_[report.heatBath ? 1 : 0], true)) {
        if (report.trajectory) history_.trajectorySeconds += report.trajectory->seconds;
        history_.updateSeconds += report.trajectory ? report.trajectory->seconds.all : report.seconds;
        ++history_.timedSweeps;
    }
    history_.sweeps = chain_.sweeps();
    recordVariants();
}

void Ensemble::beginMeasurement() { pending_ = chain_.measure(ObservableSet(config().measure.observables)); }

void Ensemble::endMeasurement()
{
    const GaugeObservables values = pending_->values();
    requireNumbers(values.plaquette, config(), history_.sweeps);
    history_.measurements.push_back({history_.sweeps - config().update.thermalisation, values});
    pending_.reset();
}

bool runEnsemble(Ensemble& ensemble, const EnsembleEvents& events)
{
    while (!ensemble.done()) {
        if (ensemble.betweenSweeps() && events.stop && events.stop()) return false;
        const Slice slice = ensemble.advance(Polling::Wait);
        if (slice == Slice::Interrupted) return false;
        if (slice == Slice::Measured && events.measured)
            events.measured(ensemble, ensemble.history().measurements.back());
        if ((slice == Slice::Measured || slice == Slice::Swept) && events.swept) events.swept(ensemble.history());
    }
    return true;
}

} // namespace gaugegl
