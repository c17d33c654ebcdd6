// What a checkpoint holds of a chain: the links as the device stores them, the state of its generator, the history.
#include "chain/checkpoint.h"
#include "gaugegl/chain/ensemble.h"

#include "base/one_line.h"
#include "chain/ensemble_report.h"
#include "chain/measurement_columns.h"
#include "device/tuner.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"
#include "host/instruction_set.h"
#include "io/link_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <limits>
#include <sstream>

namespace gaugegl {
namespace {

constexpr std::size_t counters = 6;       // numbers of the history before its measurements
constexpr std::size_t perMeasurement = 9; // numbers of each in checkpoints that did not name them

std::string sectionOf(const MeasurementColumn& column) { return "measured " + column.name; }

std::vector<double> countersOf(const EnsembleHistory& h)
{
    return {double(h.sweeps), h.heatBath.proposals,  h.heatBath.accepted,
            h.largestDrift,   double(h.timedSweeps), h.updateSeconds};
}

void saveMeasurements(CheckpointWriter& to, const EnsembleHistory& h)
{
    for (const MeasurementColumn& column : measurementColumns()) {
        std::vector<double> numbers;
        for (const Measurement& m : h.measurements)
            numbers.push_back(column.get(m));
        to.add(sectionOf(column), numbers);
    }
}

bool isCount(double number)
{
    return number >= 0 && number <= std::numeric_limits<int>::max() && number == std::floor(number);
}

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

/// So many numbers of each sweep can a section have, and some more.
std::uint64_t mostNumbers(const CheckpointReader& from, std::size_t each)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 28; // whatever the run in the file says
    return std::min(most, std::uint64_t(std::max(sweepsOf(from.head().run), 0)) * each + counters);
}

/// The numbers of the measurements by column, of a checkpoint that names them or of one that does not; what is missing
/// was not measured.
std::vector<std::vector<double>> measuredNumbers(CheckpointReader& from, const std::vector<MeasurementColumn>& columns,
                                                 const std::vector<double>& history)
{
    std::vector<std::vector<double>> byColumn;
    const bool named = from.has(sectionOf(columns.front()));
    for (const MeasurementColumn& column : columns) {
        std::vector<double>& numbers = byColumn.emplace_back();
        if (named && from.has(sectionOf(column))) numbers = from.numbers(sectionOf(column), mostNumbers(from, 1));
        if (!named && byColumn.size() <= perMeasurement)
            for (std::size_t i = counters + byColumn.size() - 1; i < history.size(); i += perMeasurement)
                numbers.push_back(history[i]);
    }
    return byColumn;
}

/// Nothing unless the sections are those of a history.
std::optional<EnsembleHistory> historyFrom(CheckpointReader& from)
{
    const std::vector<double> numbers = from.numbers("history", mostNumbers(from, perMeasurement));
    if (numbers.size() < counters || (numbers.size() - counters) % perMeasurement != 0) return std::nullopt;
    if (!isCount(numbers[0]) || !isCount(numbers[4])) return std::nullopt;
    EnsembleHistory h;
    h.sweeps = int(numbers[0]);
    h.heatBath = {numbers[1], numbers[2]};
    h.largestDrift = numbers[3];
    h.timedSweeps = int(numbers[4]);
    h.updateSeconds = numbers[5];
    const std::vector<MeasurementColumn> all = measurementColumns();
    const std::vector<std::vector<double>> measured = measuredNumbers(from, all, numbers);
    if (!std::ranges::all_of(measured.front(), isCount)) return std::nullopt;
    h.measurements.resize(measured.front().size());
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (!measured[c].empty() && measured[c].size() != h.measurements.size()) return std::nullopt;
        for (std::size_t i = 0; i < measured[c].size(); ++i)
            all[c].set(h.measurements[i], measured[c][i]);
    }
    if (!std::ranges::all_of(h.measurements, [](const Measurement& m) { return std::isfinite(m.values.plaquette); }))
        return std::nullopt;
    return h;
}

/// The lines of a section of text; none if it is not there.
std::vector<std::string> linesIn(CheckpointReader& from, const std::string& section)
{
    std::vector<std::string> lines;
    if (!from.has(section)) return lines;
    const std::vector<std::byte> bytes = from.section(section);
    std::istringstream text(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    for (std::string line; std::getline(text, line);)
        lines.push_back(oneLine(line, 2000));
    return lines;
}

EnsembleHistory historyOf(CheckpointReader& from)
{
    const auto history = historyFrom(from);
    if (!history) throw FileError(from.path(), "the history in it is invalid");
    return *history;
}

/// The checksum of a checkpoint says that its links are those that were written, not that they are links; collective.
void requireLinksInGroup(const std::string& path, const Chain& chain)
{
    constexpr double drift = 1e-2; // of single precision, in very many sweeps without a reunitarisation
    const SharedLattice shared = chain.shared();
    const auto require = [&](int mu, std::int64_t site, std::span<const std::complex<double>> link) {
        const Coordinates x = shared.wholeCoordinates(shared.local().coordinates(site));
        if (const std::string fault = io::linkFault(chain.run().lattice.group, link, mu, x, drift); !fault.empty())
            throw FileError(path, fault + "; this checkpoint cannot be used: put a good copy in its place, or give "
                                          "--overwrite to start again");
    };
    collectively(shared.ranks(), [&] {
        if (chain.backend().device()) return forEachLink(chain.field(), require);
        const HostGaugeField u = chain.download();
        for (std::int64_t site = 0; site < u.lattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                require(mu, site, u.link(mu, site));
    });
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

std::string driverName(const ChainBackend& backend, const RunConfig& run)
{
    std::string driver = backend.driver();
    if (run.hmc && backend.device() && pathOf(hmcOf(run), *backend.device()) == HmcPath::Cpu)
        driver += fmt::format(", trajectories on the CPU ({})", name(host::bestInstructionSet()));
    return driver;
}

std::string placeName(const ChainBackend& backend, const RunConfig& run)
{
    if (run.hmc && backend.device() && pathOf(hmcOf(run), *backend.device()) == HmcPath::Cpu)
        return fmt::format("trajectories on the CPU, {}; {} measure", precisionName(run), backend.work());
    return fmt::format("{}, {}", backend.work(), precisionName(run));
}

namespace {

/// The device, with the variants of kernels that the run had on it: they may differ in their last bits.
const ChainBackend& withVariantsOf(const CheckpointHead& run, const ChainBackend& backend)
{
    if (backend.device() && run.drivers == std::vector{driverName(backend, run.run)})
        backend.device()->tuner().resume(run.variants);
    return backend;
}

} // namespace

Ensemble::Ensemble(const ChainBackend& backend, const RunConfig& config, CheckpointReader& from,
                   const DynamicsMaker& dynamics)
    : chain_(withVariantsOf(from.head(), backend), resumedFrom(from.head().run, config), dynamics)
{
    requireSameRun(from, this->config());
    history_ = historyOf(from);
    history_.warnings = linesIn(from, "warnings");
    if (config.hmc && !readTrajectories(from.numbers("trajectories", mostNumbers(from, perTrajectory)), history_))
        throw FileError(from.path(), "the trajectories in it are not those of its history");
    history_.drivers = from.head().drivers;
    const std::string driver = driverName(backend, this->config());
    if (std::ranges::count(history_.drivers, driver) == 0) history_.drivers.push_back(driver);
    history_.variants = from.head().variants;
    chain_.restore(from, history_.sweeps);
    requireLinksInGroup(from.path(), chain_);
    recordVariants();
}

void Ensemble::save(const FilePlace& path) const
{
    CheckpointWriter to(path, config(), history_.drivers, history_.variants);
    to.add("history", countersOf(history_));
    saveMeasurements(to, history_);
    if (config().hmc) to.add("trajectories", trajectoryNumbers(history_));
    if (!history_.warnings.empty()) {
        const std::string lines = fmt::format("{}", fmt::join(history_.warnings, "\n"));
        to.add("warnings", std::as_bytes(std::span(lines)));
    }
    chain_.save(to);
    to.commit();
}

} // namespace gaugegl
