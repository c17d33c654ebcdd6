// What a checkpoint holds of a chain: the links as the device stores them, the state of its generator, the history.
#include "gaugegl/run/ensemble.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace gaugegl {
namespace {

constexpr std::size_t counters = 6;       // numbers of the history before its measurements
constexpr std::size_t perMeasurement = 9; // numbers of each

std::vector<double> numbersOf(const EnsembleHistory& h)
{
    std::vector<double> numbers = {double(h.sweeps), h.heatBath.proposals,  h.heatBath.accepted,
                                   h.largestDrift,   double(h.timedSweeps), h.updateSeconds};
    for (const Measurement& m : h.measurements) {
        const GaugeObservables& v = m.values;
        numbers.insert(numbers.end(), {double(m.sweep), v.plaquette, v.plaquetteSpace, v.plaquetteTime, v.actionDensity,
                                       v.linkTrace, v.rectangle, v.polyakovLoop.real(), v.polyakovLoop.imag()});
    }
    return numbers;
}

bool isCount(double number) { return number >= 0 && number <= std::numeric_limits<int>::max(); }

constexpr std::size_t numbersOfTimes = 4; // numbers before the first trajectory
constexpr std::size_t perTrajectory = 5;  // numbers of each

std::vector<double> trajectoryNumbers(const EnsembleHistory& h)
{
    const TrajectoryTimes& t = h.trajectorySeconds;
    std::vector<double> numbers = {t.all, t.solver, t.force, t.gauge};
    for (const TrajectoryRecord& one : h.trajectories)
        numbers.insert(numbers.end(),
                       {one.deltaH, double(one.accepted), double(one.failed), double(one.iterations), one.plaquette});
    return numbers;
}

/// False unless the numbers are those of as many trajectories as there were sweeps.
bool readTrajectories(const std::vector<double>& numbers, EnsembleHistory& h)
{
    if (numbers.size() != numbersOfTimes + perTrajectory * std::size_t(h.sweeps)) return false;
    h.trajectorySeconds = {numbers[0], numbers[1], numbers[2], numbers[3]};
    for (std::size_t i = numbersOfTimes; i < numbers.size(); i += perTrajectory) {
        if (!isCount(numbers[i + 3])) return false;
        h.trajectories.push_back(
            {numbers[i], numbers[i + 1] != 0, numbers[i + 2] != 0, int(numbers[i + 3]), numbers[i + 4]});
    }
    return true;
}

/// Nothing unless the numbers are those of a history.
std::optional<EnsembleHistory> historyFrom(const std::vector<double>& numbers)
{
    if (numbers.size() < counters || (numbers.size() - counters) % perMeasurement != 0) return std::nullopt;
    if (!isCount(numbers[0]) || !isCount(numbers[4])) return std::nullopt;
    EnsembleHistory h;
    h.sweeps = int(numbers[0]);
    h.heatBath = {numbers[1], numbers[2]};
    h.largestDrift = numbers[3];
    h.timedSweeps = int(numbers[4]);
    h.updateSeconds = numbers[5];
    for (std::size_t i = counters; i < numbers.size(); i += perMeasurement) {
        if (!isCount(numbers[i])) return std::nullopt;
        Measurement m;
        m.sweep = int(numbers[i]);
        m.values = {.plaquette = numbers[i + 1],
                    .plaquetteSpace = numbers[i + 2],
                    .plaquetteTime = numbers[i + 3],
                    .actionDensity = numbers[i + 4],
                    .linkTrace = numbers[i + 5],
                    .rectangle = numbers[i + 6],
                    .polyakovLoop = {numbers[i + 7], numbers[i + 8]}};
        h.measurements.push_back(m);
    }
    return h;
}

EnsembleHistory historyOf(CheckpointReader& from)
{
    const auto history = historyFrom(from.numbers("history"));
    if (!history) throw FileError(from.path(), "the history in it is invalid");
    return *history;
}

} // namespace

void requireSameRun(CheckpointReader& from, const RunConfig& config)
{
    if (const auto other = firstDifference(from.head().run, config))
        throw FileError(from.path(), fmt::format("this folder holds a different run: {} was {}, now it is {}",
                                                 other->key, other->before, other->now));
    const int done = historyOf(from).sweeps - config.update.thermalisation;
    if (done > config.update.sweeps)
        throw FileError(from.path(),
                        fmt::format("{} {} after thermalisation were done here, but {} {} asked for; a run can grow, "
                                    "not shrink",
                                    done, updateName(config, done), config.update.sweeps,
                                    config.update.sweeps == 1 ? "is" : "are"));
}

std::string driverName(const Device& device)
{
    const gl::Capabilities& c = device.context().capabilities();
    return fmt::format("{}, {}, {}, {} shaders", c.vendor, c.renderer, c.version, name(device.path()));
}

Ensemble::Ensemble(Device& device, const RunConfig& config, CheckpointReader& from, const DynamicsMaker& dynamics)
    : chain_(device, resumedFrom(from.head().run, config), dynamics)
{
    requireSameRun(from, config);
    history_ = historyOf(from);
    if (config.hmc && !readTrajectories(from.numbers("trajectories"), history_))
        throw FileError(from.path(), "the trajectories in it are not those of its history");
    history_.drivers = from.head().drivers;
    if (std::ranges::count(history_.drivers, driverName(device)) == 0) history_.drivers.push_back(driverName(device));
    chain_.restore(from, history_.sweeps);
}

void Ensemble::save(const std::string& path) const
{
    CheckpointWriter to(path, config(), history_.drivers);
    to.add("history", numbersOf(history_));
    if (config().hmc) to.add("trajectories", trajectoryNumbers(history_));
    chain_.save(to);
    to.commit();
}

} // namespace gaugegl
