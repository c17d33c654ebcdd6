#include "run/run_progress.h"

#include "base/one_line.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "base/text_file.h"
#include "chain/ensemble_report.h"
#include "gaugegl/base/error.h"
#include "report/json_integer.h"
#include "run/run_folder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace gaugegl {
namespace {

constexpr double secondsBetweenWrites = 5; // cheap even where a write waits for a slow disk

report::Json toJson(const TimedSweeps& timed) { return {{"sweeps", timed.sweeps}, {"seconds", timed.seconds}}; }

TimedSweeps timedSweeps(const report::Json& json)
{
    return {report::integerIn(json.at("sweeps")), json.at("seconds").get<double>()};
}

RunProgress progressOf(const report::Json& json)
{
    const auto textAt = [&json](const char* key) { return oneLine(json.at(key).get<std::string>()); };
    RunProgress p;
    p.state = parseChoice<RunProgress::State>(textAt("state"));
    if (json.contains("failure")) p.failure = textAt("failure");
    p.process = report::integerIn(json.at("process"));
    p.host = textAt("host");
    p.updated = json.at("updated").get<double>();
    p.sweeps = report::integerIn(json.at("sweeps"));
    p.all = report::integerIn(json.at("all"));
    p.thermalisation = timedSweeps(json.at("thermalisation"));
    p.measured = timedSweeps(json.at("measured"));
    if (json.contains("checkpoint")) p.checkpoint = report::integerIn(json["checkpoint"]);
    p.device = textAt("device");
    p.path = textAt("path");
    p.precision = textAt("precision");
    if (json.contains("heat_bath"))
        p.heatBath = {json["heat_bath"].at("proposals").get<double>(), json["heat_bath"].at("accepted").get<double>()};
    p.again = json.at("again").get<std::string>();
    return p;
}

} // namespace

double RunProgress::secondsLeft(int thermalisationOfRun) const
{
    const int first = std::max(thermalisationOfRun - sweeps, 0), second = all - sweeps - first;
    const auto perSweep = [](const TimedSweeps& timed, const TimedSweeps& other) {
        const TimedSweeps& known = timed.sweeps > 0 ? timed : other;
        return known.sweeps > 0 ? known.seconds / known.sweeps : std::numeric_limits<double>::quiet_NaN();
    };
    return (first > 0 ? first * perSweep(thermalisation, measured) : 0) +
           (second > 0 ? second * perSweep(measured, thermalisation) : 0);
}

report::Json toJson(const RunProgress& p)
{
    report::Json json = {{"state", choiceName(p.state)},
                         {"process", p.process},
                         {"host", p.host},
                         {"updated", p.updated},
                         {"sweeps", p.sweeps},
                         {"all", p.all},
                         {"thermalisation", toJson(p.thermalisation)},
                         {"measured", toJson(p.measured)},
                         {"device", p.device},
                         {"path", p.path},
                         {"precision", p.precision},
                         {"again", p.again}};
    if (!p.failure.empty()) json["failure"] = p.failure;
    if (p.checkpoint) json["checkpoint"] = *p.checkpoint;
    if (p.heatBath) json["heat_bath"] = {{"proposals", p.heatBath->proposals}, {"accepted", p.heatBath->accepted}};
    return json;
}

std::optional<RunProgress> readProgress(const std::string& file)
{
    const std::optional<std::string> text = textOfFile(file);
    if (!text) return std::nullopt;
    try {
        return progressOf(report::parsedJson(*text));
    } catch (const std::exception&) { // not JSON, another JSON, or a state that is not known
        throw FileError(file, "does not hold the progress of a run; the run writes it again when it goes on");
    }
}

ProgressFile::ProgressFile(FilePlace file, const Ensemble& ensemble, std::string again)
    : file_(std::move(file)), ensemble_(&ensemble)
{
    const ChainBackend& backend = ensemble.backend();
    progress_.process = processId();
    progress_.host = hostName();
    progress_.all = sweepsOf(ensemble.config());
    progress_.device = backend.renderer();
    progress_.path = backend.path();
    progress_.precision = precisionName(ensemble.config());
    progress_.again = std::move(again);
    write();
}

void ProgressFile::afterSweep(double compiling, std::optional<int> checkpoint)
{
    const bool measured = ensemble_->history().sweeps > ensemble_->config().update.thermalisation;
    TimedSweeps& timed = measured ? progress_.measured : progress_.thermalisation;
    ++timed.sweeps;
    timed.seconds += std::max(sinceSweep_.restart() - (compiling - compiling_), 0.0);
    compiling_ = compiling;
    const bool saved = std::exchange(progress_.checkpoint, checkpoint) != checkpoint;
    if (saved || sinceWrite_.seconds() >= secondsBetweenWrites) write();
}

void ProgressFile::end(RunProgress::State state, std::optional<int> checkpoint, const std::string& failure)
{
    progress_.state = state;
    progress_.failure = failure;
    progress_.checkpoint = checkpoint;
    write();
}

void ProgressFile::write()
{
    const EnsembleHistory& history = ensemble_->history();
    progress_.sweeps = history.sweeps;
    if (!ensemble_->config().hmc) progress_.heatBath = history.heatBath;
    progress_.updated = secondsSince1970();
    report::writeJson(toJson(progress_), file_);
    sinceWrite_.restart();
}

} // namespace gaugegl
