#include "gaugegl/run/ensemble.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/run/configuration.h"
#include "gaugegl/run/random_key.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

bool wants(const RunConfig& config, Observable observable)
{
    return std::ranges::count(config.measure.observables, observable) > 0;
}

const RunConfig& validated(const RunConfig& config)
{
    validate(config);
    return config;
}

/// The least work that uses all programs.
RunConfig shortened(const RunConfig& config, bool fromCheckpoint)
{
    RunConfig little = config;
    if (fromCheckpoint || config.update.start == Start::File) little.update.start = Start::Cold;
    little.update.reunitariseEvery = 1;
    little.update.overrelaxation = std::min(config.update.overrelaxation, 1);
    if (!little.hmc) return little;
    constexpr int enoughIterations = 3;
    little.hmc->parameters.maxIterations = enoughIterations;
    for (ScaleParameters& scale : little.hmc->parameters.scales)
        scale.steps = 1;
    return little;
}

} // namespace

std::optional<std::size_t> programsOfChain(Device& device, const RunConfig& config, const DynamicsMaker& dynamics,
                                           bool fromCheckpoint)
{
    if (device.storage() == Storage::Buffer) return std::nullopt; // programs depend on how many buffers there are
    const ProgramPrecompiler rehearsal(device);
    try {
        Ensemble chain(device, shortened(config, fromCheckpoint), dynamics);
        chain.sweep(true);
        if (!config.hmc) chain.sweep(false);
        chain.measure();
    } catch (const Error&) { // the chain itself will report the error
        return std::nullopt;
    }
    return device.programCount() + rehearsal.missing().size();
}

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

Ensemble::Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics, Cold)
    : device_(&device), config_(validated(config)), heatBath_(heatBathOf(config)),
      field_(device, Lattice(config.lattice.extents), config.lattice.group),
      generator_(Generator::create(device, field_.lattice(),
                                   {config.update.generator, field_.group(), randomKey(config), heatBath_.trials})),
      meter_(device, Lattice(config.lattice.extents), config.lattice.group)
{
    history_.drivers = {driverName(device)};
    if (!config.hmc) return;
    if (!dynamics) throw InputError("the run has a section [hmc], but nothing that makes its trajectories");
    dynamics_ = dynamics(device, field_, *generator_, config_);
}

Ensemble::Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics)
    : Ensemble(device, config, dynamics, Cold{})
{
    if (config.update.start == Start::Hot) drawStart();
    if (config.update.start == Start::File) readConfiguration(config.update.file, {field_, meter_});
}

void Ensemble::drawStart()
{
    if (keyVersionOf(config_.update) == 1)
        hotStart(field_, randomKey(config_)); // from Philox whatever the generator
    else
        hotStart(field_, *generator_);
}

bool Ensemble::sweep(bool count)
{
    if (dynamics_) return trajectory();
    heatBathAndOverrelaxations(count);
    return true;
}

bool Ensemble::trajectory()
{
    const TrajectoryReport report = dynamics_->trajectory(std::uint64_t(history_.sweeps));
    if (report.interrupted) return false;
    TrajectoryRecord record = report.record;
    record.plaquette = meter_.measurePlaquette(field_).plaquette;
    history_.trajectories.push_back(record); // in one step with the rest: a Rescue may read the history before
    failure_ = report.failure;
    if (std::exchange(compiled_[0], true)) {
        history_.trajectorySeconds += report.seconds;
        history_.updateSeconds += report.seconds.all;
        ++history_.timedSweeps;
    }
    ++history_.sweeps;
    if (!std::isfinite(record.plaquette))
        throw DeviceError(fmt::format("after trajectory {} the links are no longer finite: the device computes "
                                      "wrongly; `gaugegl verify` shows where",
                                      history_.sweeps));
    return true;
}

void Ensemble::heatBathAndOverrelaxations(bool count)
{
    const Stopwatch watch;
    const auto number = static_cast<std::uint32_t>(history_.sweeps);
    HeatBathCount counted;
    if (count) {
        counted = countedHeatBathSweep(field_, heatBath_, *generator_, number, meter_.reduction());
    } else {
        heatBathSweep(field_, heatBath_, *generator_, number);
    }
    for (int i = 0; i < config_.update.overrelaxation; ++i)
        overrelaxationSweep(field_, heatBath_.c1);
    device_->finish();
    history_.heatBath.proposals += counted.proposals;
    history_.heatBath.accepted += counted.accepted;
    if (std::exchange(compiled_[count ? 1 : 0], true)) {
        history_.updateSeconds += watch.seconds();
        ++history_.timedSweeps;
    }
    ++history_.sweeps;
    if (history_.sweeps % config_.update.reunitariseEvery != 0) return;
    const double drift = unitarityDrift(field_, meter_.reduction());
    if (!std::isfinite(drift))
        throw DeviceError(fmt::format("after sweep {} the links are no longer finite: the device computes wrongly; "
                                      "`gaugegl verify` shows where",
                                      history_.sweeps));
    history_.largestDrift = std::max(history_.largestDrift, drift);
    reunitarise(field_);
}

const Measurement& Ensemble::measure()
{
    Measurement m{history_.sweeps - config_.update.thermalisation, meter_.measurePlaquette(field_)};
    if (wants(config_, Observable::Rectangle)) m.values.rectangle = meter_.rectangle(field_);
    if (wants(config_, Observable::PolyakovLoop)) m.values.polyakovLoop = meter_.polyakovLoop(field_);
    history_.measurements.push_back(m);
    return history_.measurements.back();
}

bool runEnsemble(Ensemble& ensemble, const EnsembleEvents& events)
{
    const RunConfig& config = ensemble.config();
    const int total = config.update.thermalisation + config.update.sweeps;
    for (int i = ensemble.history().sweeps + 1; i <= total; ++i) {
        if (events.stop && events.stop()) return false;
        const int measured = i - config.update.thermalisation;
        const bool measures = measured > 0 && measured % config.measure.every == 0;
        if (!ensemble.sweep(measures)) return false;
        if (measures) {
            const Measurement& m = ensemble.measure();
            if (events.measured) events.measured(ensemble, m);
        }
        if (events.swept) events.swept(ensemble.history());
    }
    return true;
}

} // namespace gaugegl
