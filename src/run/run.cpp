#include "gaugegl/run/run.h"

#include "base/output_file.h"
#include "chain/checkpoint.h"
#include "chain/ensemble_report.h"
#include "chain/ensemble_work.h"
#include "chain/hmc_report.h"
#include "chain/trajectories.h"
#include "gauge/path_trial.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/open_device.h"
#include "gaugegl/device/profile.h"
#include "report/profile_report.h"
#include "run/inverter_of_run.h"
#include "run/programs_of_run.h"
#include "run/run_checkpoints.h"
#include "run/run_progress.h"
#include "run/run_results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>

namespace gaugegl {
namespace {

void notify(const RunListener::Text& listener, const std::string& text)
{
    if (listener) listener(text);
}

} // namespace

/// Everything about a run; what needs the device is there from begin() to end().
class Run::Work {
public:
    Work(const RunConfig& config, RunSetup setup)
        : config_(config), setup_(std::move(setup)), folder_(config.output.directory),
          checkpoints_(folder_, config.output.checkpointSeconds)
    {
        hasRunFile_ = writesFiles() && hasRunFileOfUser(folder_, config_);
        if (setup_.overwrite) folder_.removeRun(config_.update.file);
        if (setup_.ranks) setup_.ranks->barrier(); // all of them find what is left
        from_ = openCheckpoint(folder_, config_);
        if (!from_ && !setup_.overwrite && writesFiles()) requireUnused(folder_, config_);
        if (from_) config_ = resumedFrom(from_->head().run, config_);
    }

    const RunConfig& config() const { return config_; }
    const Ensemble& ensemble() const { return *ensemble_; }

    /// Whatever is thrown leaves nothing of the run on the device, which may go first.
    template<class What>
    std::invoke_result_t<What> onDevice(const What& what)
    {
        try {
            return what();
        } catch (...) {
            close();
            throw;
        }
    }

    void begin(const ChainBackend& backend)
    {
        Device* const device = backend.device();
        if (setup_.profile && !device) throw InputError("a profile is of a device, but this run is on the CPU");
        if (setup_.profile) profile_.emplace(*device);
        const auto programs = programsOfChain(backend, config_, makeTrajectories, from_.has_value());
        const bool goesOn = from_.has_value();
        if (goesOn)
            ensemble_.emplace(backend, config_, *from_, makeTrajectories);
        else
            ensemble_.emplace(backend, config_, makeTrajectories);
        config_ = ensemble_->config();
        if (goesOn) announce(from_->head());
        from_.reset(); // an open file would hold the space of the checkpoint that the next one replaces
        // Before anything that an --overwrite must find.
        if (!hasRunFile_) writeTextFile(folder_.place("run.toml"), toToml(ensemble_->config()));
        for (const std::string& one : warningsOf(ensemble_->config()))
            notify(setup_.listener.warn, one);
        advised([&] {
            checkpoints_.begin(*ensemble_, goesOn);
            open(programs);
        });
    }

    bool advance(Polling polling)
    {
        return advised([&] { return way_->advance(polling); });
    }

    RunEnd end()
    {
        RunEnd end = advised([&] { return conclude(); });
        close();
        return end;
    }

private:
    std::string goesOn(std::optional<int> sweep) const
    {
        const std::string again = setup_.again.empty() ? "the same run" : "`" + setup_.again + "`";
        return fmt::format("{} goes on from {} {} of {}", again, updateName(config_), sweep.value_or(0),
                           sweepsOf(config_));
    }
    std::string interruption(std::optional<int> sweep) const
    {
        return fmt::format("interrupted; the results are those of the {} until then; {}", updateName(config_, 2),
                           goesOn(sweep));
    }

    /// Leaves the error in the folder, for who watches it; where that fails too, the error itself says enough.
    void reportFailure(const char* message)
    {
        if (!progress_) return;
        try {
            progress_->end(RunProgress::State::Failed, checkpoints_.sweep(), message);
        } catch (const Error&) { // NOLINT(bugprone-empty-catch)
        }
    }

    /// Errors say how the run goes on.  The folder gets them as they are.
    template<class What>
    std::invoke_result_t<What> advised(const What& what)
    {
        const auto message = [this](const Error& error) {
            reportFailure(error.what());
            const auto sweep = checkpoints_.sweep();
            return sweep ? fmt::format("{}; when that is mended, {}", error.what(), goesOn(sweep))
                         : std::string(error.what());
        };
        try {
            return what();
        } catch (const DeviceError& error) {
            throw DeviceError(message(error));
        } catch (const UnsolvedError& error) {
            throw UnsolvedError(message(error));
        } catch (const DiskError& error) {
            throw DiskError(message(error));
        } catch (const Error& error) {
            throw InputError(message(error));
        } catch (const std::exception& error) { // no memory, for one
            reportFailure(error.what());
            throw;
        }
    }

    /// Says where the run goes on, and when its numbers cannot be those of a run without a stop.
    void announce(const CheckpointHead& from) const
    {
        const EnsembleHistory& history = ensemble_->history();
        const RunListener& listener = setup_.listener;
        const int all = sweepsOf(config_);
        notify(listener.note,
               history.sweeps == all
                   ? fmt::format("all {} {} are done; tables and figures are made again", all, updateName(config_, all))
                   : fmt::format("going on from {} {} of {}", updateName(config_), history.sweeps, all));
        const std::string driver = driverName(ensemble_->backend(), ensemble_->config()),
                          program = "gaugegl " GAUGEGL_VERSION;
        if (history.drivers.size() > 1)
            notify(listener.warn,
                   fmt::format("{} of this run were made by another driver ({}; now {}): its numbers are not "
                               "bit for bit those of one driver",
                               updateName(config_, 2),
                               history.drivers.front() == driver ? history.drivers[1] : history.drivers.front(),
                               driver));
        if (const auto changed = history.changedVariants(); !changed.empty() && history.drivers.size() == 1)
            notify(listener.warn,
                   fmt::format("{} of this run were made by several variants of kernels ({}): its numbers are not "
                               "bit for bit those of one",
                               updateName(config_, 2), fmt::join(changed, "; ")));
        if (from.program != program)
            notify(listener.warn, fmt::format("the checkpoint was written by {}, this is {}", from.program, program));
    }

    /// What grows with the chain, and the way of the chain itself.
    void open(std::optional<std::size_t> programs)
    {
        measurements_ = measurementsOf(config_, folder_);
        for (const auto& one : measurements_)
            one->begin(*ensemble_);
        history_.emplace(folder_.place("history.csv"), toCsv(*ensemble_));
        if (config_.hmc) trajectories_.emplace(folder_.place("trajectories.csv"), *ensemble_);
        progress_.emplace(folder_.place("progress.json"), *ensemble_, setup_.again);
        rescue_.emplace([this] {
            writeResults(*ensemble_, folder_, measurements_, {});
            progress_->end(RunProgress::State::Interrupted, checkpoints_.sweep());
            notify(setup_.listener.stopped, interruption(checkpoints_.sweep()));
        });
        EnsembleTasks tasks{.progress = setup_.listener.progress,
                            .folder = folder_.opened(),
                            .programs = programs,
                            .warn = setup_.listener.warn,
                            .swept = [this] {
                                if (trajectories_) trajectories_->add();
                                checkpoints_.afterSweep(*ensemble_);
                                progress_->afterSweep(way_->secondsOfCompiling(), checkpoints_.sweep());
                            }};
        tasks.measured.emplace_back(
            [this] { history_->append(csvRow(*ensemble_, ensemble_->history().measurements.back())); });
        for (const auto& one : measurements_)
            tasks.measured.emplace_back([this, measurement = one.get()] {
                measurement->measured(*ensemble_, [this](const std::string& what) { way_->say(what); });
            });
        way_.emplace(*ensemble_, std::move(tasks));
    }

    RunEnd conclude()
    {
        while (!way_->betweenSweeps() && way_->advance(Polling::Wait)) {
        }
        RunEnd end{.complete = way_->complete(), .sweeps = ensemble_->history().sweeps, .interruption = {}};
        way_.reset();
        checkpoints_.save(*ensemble_);
        progress_->end(RunProgress::State::Running, checkpoints_.sweep()); // the results are still to be written
        if (!writesFiles()) {                                              // another rank tells
            requireUpdates(*ensemble_);
            return end;
        }
        const RunListener& listener = setup_.listener;
        notify(listener.print, "\n" + summary(*ensemble_));
        for (const auto& one : measurements_)
            if (const std::string text = one->summary(); !text.empty()) notify(listener.print, "\n" + text);
        if (end.complete && config_.inverter) {
            const report::Json inverter = inverterResults(*ensemble_, listener.progress);
            report::writeJson(inverter, folder_.place("inverter.json"));
            notify(listener.print, "\n" + inverterTable(inverter));
            end.complete = !interrupted();
        }
        RunEnding ending{.complete = end.complete, .draws = true, .print = listener.print};
        if (profile_) ending.profile = profile_->report();
        if (ending.profile) notify(listener.print, "\n" + report::profileTable(*ending.profile));
        notify(listener.print, "\n");
        const auto results = writeResults(*ensemble_, folder_, measurements_, ending);
        notify(listener.results, report::textOf(results));
        requireUpdates(*ensemble_);
        progress_->end(end.complete ? RunProgress::State::Complete : RunProgress::State::Interrupted,
                       checkpoints_.sweep());
        if (!end.complete) end.interruption = interruption(end.sweeps);
        return end;
    }

    void close()
    {
        way_.reset();
        rescue_.reset();
        progress_.reset();
        trajectories_.reset();
        history_.reset();
        measurements_.clear();
        ensemble_.reset();
        profile_.reset();
    }

    RunConfig config_;
    RunSetup setup_;
    RunFolder folder_;
    bool hasRunFile_ = false; ///< run.toml is that of a user, and stays
    Checkpoints checkpoints_;
    std::optional<CheckpointReader> from_;
    std::optional<Profile> profile_;
    std::optional<Ensemble> ensemble_;
    Measurements measurements_;
    std::optional<GrowingFile> history_;
    std::optional<TrajectoryTable> trajectories_;
    std::optional<ProgressFile> progress_;
    std::optional<Rescue> rescue_;
    std::optional<EnsembleWork> way_;
};

Run::Run(const RunConfig& config, const RunSetup& setup) : work_(std::make_unique<Work>(config, setup)) {}
Run::~Run() = default;

void Run::begin(const ChainBackend& backend)
{
    work_->onDevice([&] { work_->begin(backend); });
}

bool Run::advance(Polling polling)
{
    return work_->onDevice([&] { return work_->advance(polling); });
}

RunEnd Run::end()
{
    return work_->onDevice([&] { return work_->end(); });
}

RunEnd Run::finish(const ChainBackend& backend)
{
    begin(backend);
    while (advance(Polling::Wait)) {
    }
    return end();
}

const RunConfig& Run::config() const { return work_->config(); }
const Ensemble& Run::ensemble() const { return work_->ensemble(); }

ChainBackend openBackend(const RunConfig& config, const std::function<void(const std::string&)>& note)
{
    const DeviceSection& of = config.device;
    const auto device = [&] {
        const std::int64_t sites = Lattice(config.lattice.extents).volume();
        return openDevice(openContext({.device = of.device.value_or(-1), .sites = sites}),
                          {.path = shadersOf(of.path),
                           .precision = of.precision,
                           .storage = of.storage,
                           .tuning = of.tuning,
                           .sites = sites},
                          stapleTrial);
    };
    return openBackend({.path = of.path,
                        .device = device,
                        .needsDevice = of.device || of.storage == Storage::Buffer,
                        .onCpu = precisionOnCpu(config),
                        .note = note});
}

} // namespace gaugegl
