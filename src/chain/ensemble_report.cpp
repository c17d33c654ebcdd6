#include "chain/ensemble_report.h"

#include "analysis/literature.h"
#include "chain/configuration_files.h"
#include "chain/hmc_report.h"
#include "chain/random_key.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "report/columns.h"
#include "report/table.h"
#include "report/tuning_report.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

std::string deviation(const analysis::Estimate& found, const analysis::PublishedPlaquette& published)
{
    const double difference = found.mean - published.value;
    if (!(found.error > 0)) // also of measurements that are all equal
        return fmt::format("{:+.6f}; its error is unknown with {} measurement{}", difference, found.count,
                           found.count == 1 ? "" : "s");
    return fmt::format("{:+.1f} combined standard errors", difference / std::hypot(found.error, published.error));
}

/// Why no subgroup of a link got a new value.
std::string describeStandstill(const RunConfig& config, const HeatBathCount& count)
{
    const HeatBath heatBath = heatBathOf(config);
    return fmt::format(
        "acceptance 0: none of the {} subgroups that were counted got a new value, so the heat bath left "
        "the links unchanged; at beta = {} all proposals of {}, {} per subgroup, were rejected: "
        "use heatbath 'auto' or more trials",
        count.proposals, heatBath.beta, choiceName(HeatBathChoice(heatBath.algorithm)), heatBath.trials);
}

/// What a benchmark says of its physical results.
constexpr const char* timingOnly = "for timing only: the results are not physics";

/// The variants of kernels; null on the CPU.
nlohmann::json tuningOf(const ChainBackend& backend)
{
    if (!backend.device()) return nullptr;
    return report::toJson(backend.device()->tuner().choices());
}

/// What a run by heat bath and overrelaxation says of them.
nlohmann::json heatBathToJson(const RunConfig& config, const EnsembleHistory& history)
{
    nlohmann::json result = {{"trials", trialsOf(config.update)},
                             {"overrelaxation", config.update.overrelaxation},
                             {"sweeps", history.sweeps - config.update.thermalisation},
                             {"acceptance", report::toJson(acceptance(history))},
                             {"unitarity_drift", history.largestDrift}};
    if (config.update.benchmark) result["benchmark"] = timingOnly;
    return result;
}

std::string heatBathSummary(const Ensemble& ensemble)
{
    const RunConfig& config = ensemble.config();
    const EnsembleHistory& history = ensemble.history();
    const ChainBackend& backend = ensemble.backend();
    const std::string speed =
        history.timedSweeps > 0 ? fmt::format("{:.2f} sweeps/s", sweepsPerSecond(history)) : "unknown";
    std::string text = fmt::format("speed            {} ({} overrelaxations each; {})\n", speed,
                                   config.update.overrelaxation, backend.work(name(backend.precision())));
    const std::string accepted =
        history.heatBath.proposals > 0 ? fmt::format("{:.6f}", acceptance(history)) : "unknown";
    text += fmt::format("heat bath        acceptance {} (at most {} trials; {})\n", accepted, trialsOf(config.update),
                        describe(config.update.generator));
    if (config.update.benchmark) text += fmt::format("benchmark        {}\n", timingOnly);
    text += fmt::format("unitarity        drift {:.2g} (rms per link, the largest before a reunitarisation)\n",
                        history.largestDrift);
    return text;
}

} // namespace

std::vector<double> series(const EnsembleHistory& history, const std::function<double(const Measurement&)>& number)
{
    std::vector<double> values;
    for (const Measurement& m : history.measurements)
        values.push_back(number(m));
    return values;
}

std::vector<double> series(const EnsembleHistory& history, double GaugeObservables::*number)
{
    return series(history, [number](const Measurement& m) { return m.values.*number; });
}

std::vector<ObservableNumber> numbersOf(const ObservablePart& observable)
{
    const auto re = [](std::complex<double> value) { return value.real(); };
    if (!observable.of->complex) return {{"", re}};
    return {{"_re", re},
            {"_im", [](std::complex<double> value) { return value.imag(); }},
            {"_abs", [](std::complex<double> value) { return std::abs(value); }}};
}

std::vector<double> series(const EnsembleHistory& history, const ObservablePart& observable,
                           const ObservableNumber& number)
{
    return series(history, [&](const Measurement& m) { return number.of(m.values.of(observable)); });
}

std::vector<ObservablePart> measuredOthers(const RunConfig& config)
{
    return observableParts(ObservableSet(config.measure.observables));
}

double sweepsPerSecond(const EnsembleHistory& history) { return history.timedSweeps / history.updateSeconds; }

double acceptance(const EnsembleHistory& history) { return history.heatBath.accepted / history.heatBath.proposals; }

std::vector<NamedMean> namedMeans(const RunConfig& config, const EnsembleHistory& history)
{
    std::vector<NamedMean> means;
    const auto add = [&](const char* key, const char* label, double GaugeObservables::*number) {
        means.push_back({key, "", label, analysis::gammaMethod(series(history, number))});
    };
    add("plaquette", "plaquette", &GaugeObservables::plaquette);
    add("plaquette_space", "  space", &GaugeObservables::plaquetteSpace);
    add("plaquette_time", "  time", &GaugeObservables::plaquetteTime);
    for (const ObservablePart& one : measuredOthers(config)) {
        std::vector<ObservableNumber> numbers = numbersOf(one);
        std::rotate(numbers.begin(), numbers.end() - 1, numbers.end()); // the absolute value comes first
        for (const ObservableNumber& number : numbers) {
            const std::string part = one.of->complex ? number.suffix + 1 : ""; // "re" of "_re"
            const bool first = &number == numbers.data();
            means.push_back({one.name, part,
                             !first            ? "  " + part
                             : one.of->complex ? fmt::format("{} |{}|", one.title, one.symbol)
                                               : one.title,
                             analysis::gammaMethod(series(history, one, number))});
        }
    }
    add("action_density", "action density", &GaugeObservables::actionDensity);
    return means;
}

nlohmann::json meansToJson(const RunConfig& config, const EnsembleHistory& history)
{
    nlohmann::json result;
    for (const NamedMean& one : namedMeans(config, history))
        (one.part.empty() ? result[one.key] : result[one.key][one.part]) = report::toJson(one.estimate);
    return result;
}

std::string measurementsLine(const RunConfig& config, const EnsembleHistory& history)
{
    return fmt::format("{} measurements, one every {} {} (tau_int in measurements)", history.measurements.size(),
                       config.measure.every, updateName(config, config.measure.every));
}

Warnings warningsOf(const RunConfig& config, const EnsembleHistory& history)
{
    Warnings all = history.warnings;
    append(all, warningsOf(config));
    append(all, report::warningsIn(meansToJson(config, history)));
    if (config.hmc) append(all, trajectoryWarnings(config, history));
    return all;
}

Warnings warningsOf(const Ensemble& ensemble) { return warningsOf(ensemble.config(), ensemble.history()); }

nlohmann::json toJson(const Ensemble& ensemble)
{
    const RunConfig& config = ensemble.config();
    const EnsembleHistory& history = ensemble.history();
    nlohmann::json result = {{"group", name(config.lattice.group)},
                             {"lattice", config.lattice.extents},
                             {"beta", config.action.beta},
                             {"action", choiceName(config.action.type)},
                             {"c1", gaugeActionOf(config.action).of(LoopShape::Rectangle)},
                             {"seed", config.update.seed},
                             {"key_version", keyVersionOf(config.update)},
                             {"random_key", std::to_string(ensemble.key())}, // beyond the range of JSON's doubles
                             {"first_sweep", ensemble.firstSweep()},
                             {"generator", choiceName(config.update.generator.type)},
                             {"thermalisation", config.update.thermalisation},
                             {"path", ensemble.backend().path()},
                             {"precision", precisionName(config)},
                             {"device", ensemble.backend().renderer()},
                             {"tuning", tuningOf(ensemble.backend())},
                             {"measurements", history.measurements.size()},
                             {"configurations", configurationFiles(config, history.sweeps)}};
    result.update(config.hmc ? nlohmann::json(trajectoriesToJson(ensemble)) : heatBathToJson(config, history));
    if (config.update.generator.type == GeneratorType::Ranlux) result["luxury"] = config.update.generator.luxury;
    if (history.drivers.size() > 1) result["drivers"] = history.drivers;
    if (!history.changedVariants().empty()) result["variants"] = history.variants;
    result.update(meansToJson(config, history));
    if (const auto published = knownPlaquette(config))
        result["published_plaquette"] = {{"value", published->value},
                                         {"error", published->error},
                                         {"lattice", published->lattice},
                                         {"source", published->source}};
    result["warnings"] = warningsOf(ensemble);
    return result;
}

nlohmann::json timing(const EnsembleHistory& history)
{
    if (!history.trajectories.empty()) return trajectoryTimes(history);
    return {{"sweeps_per_second", report::toJson(sweepsPerSecond(history))},
            {"timed_sweeps", history.timedSweeps},
            {"timed_seconds", history.updateSeconds}};
}

namespace {

/// The columns of history.csv; a NaN leaves its cell empty.  The observables of the first versions have columns even where they are not
/// measured, at the places where readers expect them; others follow.
report::Columns<Measurement> columnsOf(const RunConfig& config)
{
    const ObservableSet chosen(config.measure.observables);
    report::Columns<Measurement> columns;
    const auto add = [&](const char* name, double GaugeObservables::*number) {
        columns.add("", name, [number](const Measurement& m) { return m.values.*number; });
    };
    const auto addOthers = [&](bool onRequest) {
        for (const ObservablePart& one : observableParts()) {
            const bool measured = chosen.has(one.of->observable);
            if (one.of->onRequest != onRequest || (onRequest && !measured)) continue;
            for (const ObservableNumber& number : numbersOf(one))
                columns.add("", one.column + number.suffix, [measured, one, number](const Measurement& m) {
                    return measured ? number.of(m.values.of(one)) : std::nan("");
                });
        }
    };
    columns.add("", "sweep", &Measurement::sweep);
    add("plaquette", &GaugeObservables::plaquette);
    add("plaquette_space", &GaugeObservables::plaquetteSpace);
    add("plaquette_time", &GaugeObservables::plaquetteTime);
    addOthers(/*onRequest=*/false);
    add("action_density", &GaugeObservables::actionDensity);
    add("link_trace", &GaugeObservables::linkTrace);
    addOthers(/*onRequest=*/true);
    return columns;
}

} // namespace

std::string toCsv(const Ensemble& ensemble)
{
    return columnsOf(ensemble.config()).csv(ensemble.history().measurements);
}

std::string csvRow(const Ensemble& ensemble, const Measurement& m) { return columnsOf(ensemble.config()).csvLine(m); }

std::string runTitle(const RunConfig& config)
{
    const std::string place = name(config.lattice.group) + " " + Lattice(config.lattice.extents).name();
    const bool wilson = config.action.type == ActionType::Wilson;
    std::string title = fmt::format("{}, {}beta = {}", place, wilson ? "" : actionTitle(config.action) + " action, ",
                                    config.action.beta);
    if (config.hmc)
        for (const FermionTerm& term : config.hmc->parameters.fermions)
            title += "; " + describe(term);
    return title;
}

std::string precisionName(const RunConfig& config)
{
    return config.hmc ? choiceName(config.hmc->parameters.precision) : name(config.device.precision);
}

std::optional<analysis::PublishedPlaquette> knownPlaquette(const RunConfig& config)
{
    if (config.hmc && !config.hmc->parameters.fermions.empty()) return std::nullopt; // those known are quenched
    return analysis::publishedPlaquette(config.lattice.group, Lattice(config.lattice.extents), config.action.beta,
                                        gaugeActionOf(config.action));
}

std::string summary(const Ensemble& ensemble)
{
    const RunConfig& config = ensemble.config();
    const EnsembleHistory& history = ensemble.history();
    report::Table table({"observable", "mean", "tau_int"});
    const std::vector<NamedMean> means = namedMeans(config, history);
    for (const NamedMean& one : means)
        table.add({one.label, analysis::formatEstimate(one.estimate),
                   std::isfinite(one.estimate.tauInt) ? fmt::format("{:.2f}", one.estimate.tauInt) : "unknown"});
    std::string text = fmt::format("{}: {}\n\n{}\n", runTitle(config), measurementsLine(config, history), table.text());
    const auto published = knownPlaquette(config);
    if (published) {
        text += fmt::format("known plaquette  {}\n", published->describe());
        if (published->sameLattice)
            text += fmt::format("this run         {}\n", deviation(means.front().estimate, *published));
    }
    text += config.hmc ? trajectorySummary(ensemble) : heatBathSummary(ensemble);
    return text + report::warningLines(warningsOf(ensemble));
}

void requireUpdates(const Ensemble& ensemble)
{
    const HeatBathCount& count = ensemble.history().heatBath;
    if (ensemble.config().hmc)
        requireTrajectories(ensemble);
    else if (count.proposals > 0 && count.accepted == 0)
        throw UnsolvedError(describeStandstill(ensemble.config(), count));
}

} // namespace gaugegl
