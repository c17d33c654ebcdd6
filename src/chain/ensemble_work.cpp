#include "chain/ensemble_work.h"

#include "chain/configuration_files.h"
#include "chain/ensemble_report.h"
#include "chain/hmc_report.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/chain/configuration.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

/// Saves the field to directory/prefix.SWEEP.SUFFIX as the run says, reads it back and recomputes its plaquette on the
/// CPU.  Throws DeviceError when that differs from what the device measured.
void saveConfiguration(const Ensemble& ensemble, const Measurement& measurement, const SharedFolder& folder)
{
    const OutputSection& output = ensemble.config().output;
    const std::string path = configurationFile(ensemble.config(), measurement.sweep);
    const FilePlace named = FilePlace::ofProgram(path);
    writeProjected(
        folder ? FilePlace(folder, named.fileName()) : named, ensemble.chain().download(),
        {.format = output.format,
         .bits = output.bits,
         .ensembleLabel = runTitle(ensemble.config()),
         .sequenceNumber = measurement.sweep,
         .action = {ensemble.config().action.beta, gaugeActionOf(ensemble.config().action).of(LoopShape::Rectangle)},
         .provenance = {{"MADE_BY", "gaugegl " GAUGEGL_VERSION}, {"MADE_HOW", runTitle(ensemble.config())}},
         .past = ensemble.past()},
        ensemble.chain().shared());
    const double onFile = plaquetteOfFile(path, ensemble.chain().shared());
    const bool isDouble = ensemble.backend().precision() == Precision::Double && output.bits == 64;
    if (!(std::abs(onFile - measurement.values.plaquette) <= (isDouble ? 1e-10 : 1e-5)))
        throw DeviceError(fmt::format("{}: the plaquette of the file is {:.10f}, measured was {:.10f}", path, onFile,
                                      measurement.values.plaquette));
}

std::string noteOf(const Ensemble& ensemble)
{
    if (ensemble.config().hmc) return trajectoryNote(ensemble);
    const EnsembleHistory& history = ensemble.history();
    if (history.measurements.empty()) return "thermalising";
    return fmt::format("plaquette {:.5f}", history.measurements.back().values.plaquette);
}

ProgressOptions progressOf(const Ensemble& ensemble, ProgressOptions options)
{
    options.total = sweepsOf(ensemble.config());
    options.first = ensemble.history().sweeps;
    return options;
}

} // namespace

EnsembleWork::EnsembleWork(Ensemble& ensemble, EnsembleTasks tasks)
    : ensemble_(&ensemble), tasks_(std::move(tasks)), progress_(progressOf(ensemble, tasks_.progress))
{
    if (Device* const device = ensemble.backend().device()) notes_.emplace(*device, progress_, tasks_.programs);
    if (!tasks_.warn) return;
    for (const std::string& warning : ensemble.history().warnings)
        tasks_.warn(warning);
}

bool EnsembleWork::advance(Polling polling)
{
    if (!due_.empty()) {
        const std::function<void()> task = std::move(due_.front());
        due_.pop_front();
        task();
        return true;
    }
    if (ensemble_->done() && !complete_ && !failing_) {
        complete_ = true;
        progress_.finish();
    }
    if (ensemble_->betweenSweeps() && (complete_ || failing_ || given_ || interrupted())) return false;
    switch (ensemble_->advance(polling)) {
    case Slice::Measured:
        measured();
        break;
    case Slice::Swept:
        swept();
        break;
    case Slice::Interrupted:
        given_ = true;
        return false;
    default:
        break;
    }
    return true;
}

void EnsembleWork::measured()
{
    const RunConfig& run = ensemble_->config();
    const Measurement& last = ensemble_->history().measurements.back();
    if (run.output.saveEvery > 0 && last.sweep % run.output.saveEvery == 0)
        due_.emplace_back(
            [this] { saveConfiguration(*ensemble_, ensemble_->history().measurements.back(), tasks_.folder); });
    due_.insert(due_.end(), tasks_.measured.begin(), tasks_.measured.end());
    due_.emplace_back([this] { swept(); });
}

void EnsembleWork::swept()
{
    progress_.update(ensemble_->history().sweeps, noteOf(*ensemble_));
    if (!ensemble_->failure().empty()) {
        progress_.breakLine();
        if (tasks_.warn)
            tasks_.warn(fmt::format("trajectory {} failed and is rejected: {}", ensemble_->history().sweeps,
                                    ensemble_->failure()));
        failing_ = failsTooOften(*ensemble_);
    }
    if (const auto text =
            ensemble_->config().hmc ? hopelessBeginning(ensemble_->config(), ensemble_->history()) : std::nullopt;
        text && tasks_.warn) {
        progress_.breakLine();
        tasks_.warn(*text);
    }
    if (tasks_.swept) tasks_.swept();
}

} // namespace gaugegl
