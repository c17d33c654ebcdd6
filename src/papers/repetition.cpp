#include "papers/repetition.h"

#include "base/output_file.h"
#include "base/text_file.h"
#include "checks/kernel_entry.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/run/run.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gaugegl::papers {
namespace {

constexpr const char* machineFile = "machine.json";
constexpr const char* twoRanksFile = "two-ranks.json";

std::string nameOf(const Experiment& experiment, const std::string& piece) { return experiment.owner() + "." + piece; }

/// Nothing where there is no such file.  Throws FileError for what the function finds missing in it.
template<class Read>
auto readJson(const std::string& path, const Read& read) -> std::optional<decltype(read(report::Json()))>
{
    const std::optional<std::string> text = textOfFile(path);
    if (!text) return std::nullopt;
    try {
        const report::Json json = report::parsedJson(*text);
        if (!json.is_discarded()) return read(json);
    } catch (const report::Json::exception&) { // the same error
    }
    throw FileError(path, "is damaged: remove it, and what it was about is measured again");
}

/// Nothing after an interrupt.
std::optional<report::Json> resultOf(const SuiteWork& work, double fraction,
                                     const std::shared_ptr<gl::Context>& context, const RepetitionSetup& setup)
{
    SuiteRequest request = work.request;
    request.iterations = fractionOf(request.iterations, fraction);
    request.device = setup.request.device;
    request.line = setup.request.line;
    request.progress = setup.request.progress;
    const std::unique_ptr<Suite> suite = work.make(request);
    suite->plan(context->capabilities());
    suite->measure(context);
    if (interrupted()) return std::nullopt;
    return suite->json();
}

std::optional<report::Json> resultOf(const RunWork& work, const std::string& folder, const std::string& label,
                                     double fraction, const std::shared_ptr<gl::Context>& context,
                                     const RepetitionSetup& setup)
{
    RunConfig run = runOfFraction(work.run, fraction);
    run.output.directory = folder;
    std::string results;
    RunSetup how{.again = setup.again, .listener = {}};
    how.listener.progress = setup.request.progress(label, sweepsOf(run));
    how.listener.warn = how.listener.stopped = setup.warn;
    how.listener.results = [&](const std::string& text) { results = text; };
    DeviceOptions options = setup.request.device;
    options.path = shadersOf(run.device.path);
    options.precision = run.device.precision;
    options.storage = run.device.storage;
    Run chain(run, how);
    // What a run says does not depend on where it is made: in place of a software driver the CPU itself is faster.
    const bool isFree = run.device.path == PathChoice::Auto && !run.inverter && context->capabilities().software;
    const ChainBackend backend = isFree || run.device.path == PathChoice::Cpu
                                     ? ChainBackend::cpu(precisionOnCpu(run))
                                     : ChainBackend::owning(Device(context, options));
    if (!chain.finish(backend).complete) return std::nullopt;
    report::Json json = report::parsedJson(results);
    if (const auto inverter = textOfFile(folder + "/inverter.json")) json["inverter"] = report::parsedJson(*inverter);
    return json;
}

std::optional<report::Json> resultOf(const OtherWork& work, double fraction,
                                     const std::shared_ptr<gl::Context>& context, const RepetitionSetup& setup)
{
    report::Json json = work(context, setup.request, fraction);
    return json.is_null() ? std::nullopt : std::optional(std::move(json));
}

/// Nothing after an interrupt.
std::optional<PieceData> carriedOut(const Experiment& experiment, const Piece& piece, double fraction,
                                    const RepetitionFolder& folder, const std::shared_ptr<gl::Context>& context,
                                    const RepetitionSetup& setup)
{
    PieceData data{.name = piece.name, .fraction = fraction};
    try {
        const auto result = [&]() -> std::optional<report::Json> {
            if (const auto* suite = std::get_if<SuiteWork>(&piece.work))
                return resultOf(*suite, fraction, context, setup);
            if (const auto* run = std::get_if<RunWork>(&piece.work)) {
                data.folder = folder.runFolder(experiment, piece);
                return resultOf(*run, data.folder, nameOf(experiment, piece.name), fraction, context, setup);
            }
            return resultOf(std::get<OtherWork>(piece.work), fraction, context, setup);
        }();
        if (!result) return std::nullopt;
        data.result = *result;
    } catch (const DeviceError& error) {
        context->throwOnReset();
        data.failure = error.what();
    } catch (const UnsolvedError& error) {
        data.failure = error.what();
    }
    return data;
}

} // namespace

int fractionOf(int published, double fraction, int least)
{
    return std::max(std::min(least, published), int(std::lround(fraction * published)));
}

RunConfig runOfFraction(RunConfig run, double fraction)
{
    constexpr int fewest = 10;
    int every = run.measure.every;
    if (run.loops) every = std::lcm(every, run.loops->every);
    if (run.fixing) every = std::lcm(every, run.fixing->every);
    run.update.sweeps =
        std::min(run.update.sweeps, every * fractionOf(std::max(1, run.update.sweeps / every), fraction, fewest));
    return run;
}

RepetitionMachine machineOf(const std::shared_ptr<gl::Context>& context, const SuiteRequest& request)
{
    const gl::Capabilities& c = context->capabilities();
    Device device(context, request.deviceOf(standardTarget(c)));
    Rig rig(device, Lattice({16, 16, 16, 16}), Group::SU3);
    const KernelTiming copy = timingOf(kernelEntry("copy"), rig, {.seconds = 0.3});
    return {c.renderer, c.version, c.software, 1e-9 * copy.bytesCompulsory / copy.time.seconds};
}

std::optional<RepetitionMachine> RepetitionFolder::machine() const
{
    return readJson(folder_.file(machineFile), [](const report::Json& json) {
        return RepetitionMachine{json.at("device"), json.at("driver"), json.at("software"), json.at("copy_gb_s")};
    });
}

void RepetitionFolder::keep(const RepetitionMachine& machine) const
{
    const std::optional<RepetitionMachine> there = this->machine();
    if (there && there->device != machine.device)
        throw FileError(folder_.file(machineFile),
                        fmt::format("this folder holds results of {}, the device is now {}; give another folder with "
                                    "--output",
                                    there->device, machine.device));
    if (there) return;
    report::writeJson({{"device", machine.device},
                       {"driver", machine.driver},
                       {"software", machine.software},
                       {"copy_gb_s", machine.bandwidth}},
                      place(machineFile));
}

std::optional<PieceData> RepetitionFolder::piece(const Experiment& experiment, const Piece& piece) const
{
    const std::string name = nameOf(experiment, piece.name);
    return readJson(folder_.file(name + ".json"), [&](const report::Json& json) {
        return PieceData{.name = piece.name,
                         .fraction = json.at("fraction"),
                         .result = json.at("result"),
                         .failure = json.at("failure"),
                         .folder = folder_.file(name)};
    });
}

void RepetitionFolder::keep(const Experiment& experiment, const PieceData& data) const
{
    report::writeJson({{"experiment", experiment.owner()},
                       {"piece", data.name},
                       {"fraction", data.fraction},
                       {"failure", data.failure},
                       {"result", data.result}},
                      place(nameOf(experiment, data.name) + ".json"));
}

Data RepetitionFolder::data(const Experiment& experiment) const
{
    Data data;
    if (const auto there = machine()) {
        data.device = there->device;
        data.software = there->software;
        data.bandwidth = there->bandwidth;
    }
    const std::string ranksFile = folder_.file(twoRanksFile);
    if (auto ranks = readJson(ranksFile, [&](const report::Json& json) {
            if (json.at("ranks") != 2)
                throw FileError(ranksFile, fmt::format("is of {} ranks; 2 were expected", json.at("ranks").dump()));
            return json.at("rows").get<std::vector<report::Json>>();
        }))
        data.twoRanks = std::move(*ranks);
    for (const Piece& one : experimentOf(experiment.owner()).pieces())
        if (auto done = piece(experiment, one)) data.pieces.push_back(std::move(*done));
    return data;
}

std::string RepetitionFolder::runFolder(const Experiment& experiment, const Piece& piece) const
{
    const std::string name = nameOf(experiment, piece.name);
    folder_.requireNoLink(name);
    return folder_.file(name);
}

report::Json Data::rows(const char* key) const
{
    report::Json all = report::Json::array();
    for (const PieceData& piece : pieces)
        if (piece.result.contains(key))
            for (const report::Json& row : piece.result[key])
                all.push_back(row);
    return all;
}

bool isDone(const Experiment& experiment, const Effort& effort, const RepetitionFolder& folder)
{
    const std::vector<Piece> pieces = experimentOf(experiment.owner()).pieces();
    return std::all_of(pieces.begin(), pieces.begin() + std::ptrdiff_t(std::min(effort.pieces, pieces.size())),
                       [&](const Piece& piece) {
                           const auto there = folder.piece(experiment, piece);
                           return there && there->fraction >= piece.fractionOf(effort.fraction);
                       });
}

bool carryOut(const Experiment& experiment, const Effort& effort, std::optional<double> seconds, Pace& pace,
              const RepetitionFolder& folder, const std::shared_ptr<gl::Context>& context, const RepetitionSetup& setup)
{
    const std::vector<Piece> pieces = experimentOf(experiment.owner()).pieces();
    const std::size_t count = std::min(effort.pieces, pieces.size());
    const Stopwatch all;
    for (std::size_t k = 0; k < count; ++k) {
        double fraction = pieces[k].fractionOf(effort.fraction);
        const auto there = folder.piece(experiment, pieces[k]);
        if (there && there->fraction >= fraction) continue;
        if (interrupted()) return false;
        if (seconds && k > 0) {
            const auto within = fractionWithin(std::span(pieces).subspan(k, count - k), effort,
                                               experiment.leastFraction, *seconds - all.seconds(), pace.bandwidth());
            if (!within) return true;
            fraction = pieces[k].fractionOf(*within);
            if (there && there->fraction >= fraction) continue;
        }
        const Stopwatch one;
        const auto data = carriedOut(experiment, pieces[k], fraction, folder, context, setup);
        if (!data) return false;
        pace.add(pieces[k], fraction, one.seconds());
        folder.keep(experiment, *data);
    }
    return true;
}

} // namespace gaugegl::papers
