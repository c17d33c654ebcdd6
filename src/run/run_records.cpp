#include "run/run_records.h"

#include "chain/ensemble_report.h"
#include "gaugegl/base/error.h"
#include "gaugegl/io/gauge_file.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Plaquettes and what else the run measures.
measure::Records observablesOf(const RunConfig& run, const EnsembleHistory& history)
{
    measure::Records records{.layout = {.measurement = "observables"}};
    std::vector<std::function<double(const Measurement&)>> numbers;
    const auto add = [&](const std::string& name, const std::function<double(const Measurement&)>& number) {
        records.layout.arrays.push_back({name});
        numbers.push_back(number);
    };
    add("plaquette", [](const Measurement& m) { return m.values.plaquette; });
    add("plaquette_space", [](const Measurement& m) { return m.values.plaquetteSpace; });
    add("plaquette_time", [](const Measurement& m) { return m.values.plaquetteTime; });
    for (const ObservablePart& one : measuredOthers(run))
        for (const ObservableNumber& number : numbersOf(one))
            if (std::string_view(number.suffix) != "_abs") // which follows from the others
                add(one.name + number.suffix,
                    [of = number.of, one](const Measurement& m) { return of(m.values.of(one)); });
    for (const Measurement& one : history.measurements) {
        measure::Record record{.sweep = one.sweep, .arrays = {}};
        for (const auto& number : numbers)
            record.arrays.push_back({number(one)});
        records.all.push_back(std::move(record));
    }
    return records;
}

/// What a saved configuration says of itself.
report::Json configurationToJson(const std::string& file)
{
    report::Json json = {{"file", file}};
    try {
        const io::GaugeFileHeader header = io::openGaugeFile(file, {})->header();
        if (!header.checksum.empty()) json["checksum"] = header.checksum;
    } catch (const InputError& error) {
        json["damaged"] = error.what();
    }
    return json;
}

} // namespace

measure::RecordSet recordsOf(const RunStatus& status)
{
    if (!status.run) throw FileError(status.folder, "has no run file yet");
    measure::RecordSet set;
    set.facts = {{"program", "gaugegl " GAUGEGL_VERSION}, {"run", toToml(*status.run)}};
    for (const char* key : {"random_key", "first_sweep", "generator", "path", "precision", "device", "drivers",
                            "variants", "tuning", "complete", "warnings"})
        if (status.results.is_object() && status.results.contains(key)) set.facts[key] = status.results[key];
    set.facts["configurations"] = report::Json::array();
    for (const std::string& file : status.configurations)
        set.facts["configurations"].push_back(configurationToJson(file));
    set.measurements.push_back(observablesOf(*status.run, status.history));
    const RunFolder folder(status.folder, RunFolder::Access::Read);
    for (const auto& one : measurementsOf(*status.run, folder)) {
        one->read(status.history.sweeps);
        set.measurements.push_back(one->records());
    }
    return set;
}

} // namespace gaugegl
