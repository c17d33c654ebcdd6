#include "bindings.h"
#include "values.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/run/run.h"
#include "measure/measurement.h"
#include "open_field.h"

#include <algorithm>
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <sstream>
#include <toml++/toml.h>

namespace gaugegl::python {
namespace {

/// More levels than any run has: a dictionary may hold itself.
constexpr int mostLevels = 20;

/// A value of a run file, so many levels below the run.
template<class Put>
void putValue(const std::string& key, const py::handle& value, int level, const Put& put);

toml::table tableOf(const py::dict& given, int level);

toml::array arrayOfValues(const std::string& key, const py::handle& value, int level)
{
    toml::array array;
    for (const py::handle& one : value)
        putValue(key, one, level, [&](auto&& element) { array.push_back(std::forward<decltype(element)>(element)); });
    return array;
}

template<class Put>
void putValue(const std::string& key, const py::handle& value, int level, const Put& put)
{
    if (level > mostLevels)
        throw InputError(fmt::format("{}: the run has more than {} levels of dictionaries and lists in each other", key,
                                     mostLevels));
    const py::object number = py::module_::import("numbers");
    if (py::isinstance<py::bool_>(value))
        put(value.cast<bool>());
    else if (py::isinstance<py::str>(value))
        put(value.cast<std::string>());
    else if (py::isinstance(value, number.attr("Integral")))
        put(py::int_(py::reinterpret_borrow<py::object>(value)).cast<std::int64_t>());
    else if (py::isinstance(value, number.attr("Real")))
        put(py::float_(py::reinterpret_borrow<py::object>(value)).cast<double>());
    else if (py::isinstance<py::dict>(value))
        put(tableOf(value.cast<py::dict>(), level + 1));
    else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))
        put(arrayOfValues(key, value, level + 1));
    else if (py::isinstance<py::array>(value)) // numbers, or a number of no axis
        putValue(key, value.attr("tolist")(), level, put);
    else if (py::hasattr(value, "__fspath__"))
        put(py::str(value.attr("__fspath__")()).cast<std::string>());
    else
        throw InputError(
            fmt::format("{} = {} is no value of a run file: a text, a number, True or False, or a list of them", key,
                        py::repr(value).cast<std::string>()));
}

toml::table tableOf(const py::dict& given, int level)
{
    toml::table table;
    for (const auto& [key, value] : given) {
        if (!py::isinstance<py::str>(key))
            throw InputError(fmt::format("{} is no key of a run file", py::repr(key).cast<std::string>()));
        const auto name = key.cast<std::string>();
        putValue(name, value, level,
                 [&](auto&& one) { table.insert_or_assign(name, std::forward<decltype(one)>(one)); });
    }
    return table;
}

RunConfig configOf(const py::object& given)
{
    if (py::isinstance<py::dict>(given)) {
        std::ostringstream text;
        text << tableOf(given.cast<py::dict>(), 0);
        return parseRunConfig(text.str(), "the run");
    }
    const py::object path = py::module_::import("os").attr("fspath")(given);
    return loadRunConfig(path.cast<std::string>());
}

/// What a run says of its device must be true of the one that is open.
void requireFits(const OpenDevice& device, const DeviceSection& wanted)
{
    if (device.precision() != wanted.precision)
        throw InputError(fmt::format("the run asks for {} precision, but the device has {}", name(wanted.precision),
                                     name(device.precision())));
    if (wanted.path == PathChoice::Cpu)
        throw InputError("the run asks for the CPU, which needs no device: device=None");
    if (const auto path = shadersOf(wanted.path); path && *path != device.path())
        throw InputError(fmt::format("the run asks for {} shaders, but the device has {} shaders", name(*path),
                                     name(device.path())));
    if (wanted.device || wanted.storage != Storage::Texture)
        throw InputError("the run asks for a device by its number or storage, which it opens itself: device=None");
}

py::object runOf(const py::object& given, const std::shared_ptr<OpenDevice>& device, bool overwrite,
                 const py::object& progress)
{
    const RunConfig config = configOf(given);
    if (config.scan) throw InputError("a run with a section [scan] is many runs: `gaugegl scan` makes them");
    if (device) requireFits(*device, config.device);
    ProgressReport report(progress, updateName(config, 2), config.update.thermalisation + config.update.sweeps);
    std::string results;
    RunSetup setup{.overwrite = overwrite, .again = "gaugegl.run()"};
    setup.listener.progress.quiet = true;
    setup.listener.results = [&](const std::string& text) { results = text; };
    setup.listener.warn = [](const std::string& text) { callPython([&] { warn({text}); }); };
    setup.listener.stopped = setup.listener.warn;
    RunEnd end;
    const auto finish = [&](const std::function<ChainBackend(const RunConfig& run)>& open) {
        Run run(config, setup);
        const ChainBackend on = open(run.config());
        run.begin(on);
        int shown = -1;
        while (run.advance(Polling::Wait)) {
            const int sweeps = run.ensemble().history().sweeps;
            if (sweeps != std::exchange(shown, sweeps)) report.update(sweeps);
        }
        end = run.end();
    };
    if (device)
        device->run([&] { finish([&](const RunConfig&) { return ChainBackend(device->device()); }); });
    else
        aside([&] { finish([&](const RunConfig& run) { return openBackend(run, setup.listener.warn); }); });
    if (!end.complete)
        throw Error(end.interruption); // by something else than a signal of Python, which is raised itself
    return toPython(report::Json::parse(results));
}

/// The run that a measurement of these fields belongs to, one sweep for each.
RunConfig measuredRun(const py::dict& sections, const Field& first, std::size_t fields,
                      const std::optional<double>& beta)
{
    toml::table run = tableOf(sections, 0);
    for (auto&& [name, keys] : run) {
        const auto kind = std::ranges::find(measure::kinds(), name.str(), &measure::Kind::name);
        if (kind == measure::kinds().end())
            throw InputError(fmt::format("'{}' is no section that is measured, such as flow", name.str()));
        if (!keys.is_table()) throw InputError(fmt::format("'{}' must be a dictionary of keys", name.str()));
        if (keys.as_table()->contains("every"))
            throw InputError(fmt::format("every of '{}' is for runs; here every field is measured", name.str()));
        keys.as_table()->insert_or_assign("every", 1);
    }
    toml::array extents;
    for (const int extent : first.lattice().extents())
        extents.push_back(extent);
    constexpr double any = 1; // where nothing asks for it
    run.insert_or_assign("lattice",
                         toml::table{{"group", std::string(traits(first.group()).word)}, {"extents", extents}});
    run.insert_or_assign("action", toml::table{{"beta", beta.value_or(any)}});
    run.insert_or_assign("update", toml::table{{"sweeps", std::int64_t(fields)}});
    run.insert_or_assign("measure", toml::table{{"every", 1}});
    std::ostringstream text;
    text << run;
    RunConfig config = parseRunConfig(text.str(), "the measurement");
    if (config.loops && config.loops->multihit && !beta) throw InputError("multihit needs beta");
    if (config.multilevel && !beta) throw InputError("multilevel needs beta");
    return config;
}

std::vector<Field> fieldsOf(const py::object& given)
{
    std::vector<Field> fields;
    if (py::isinstance<Field>(given))
        fields.push_back(given.cast<Field>());
    else
        for (const py::handle& one : given) {
            if (!py::isinstance<Field>(one))
                throw InputError(fmt::format("{} is no GaugeField", py::repr(one).cast<std::string>()));
            fields.push_back(one.cast<Field>());
        }
    if (fields.empty()) throw InputError("no field to measure");
    for (const Field& one : fields)
        if (one.group() != fields.front().group() || !(one.lattice() == fields.front().lattice()) ||
            one.device() != fields.front().device())
            throw InputError("fields that are measured together have one group, lattice and device");
    return fields;
}

/// An array with the configurations first.
py::object arrayOfRecords(const measure::Records& records, const measure::ArrayFacts& facts)
{
    std::vector<std::size_t> shape = records.layout.shape(facts);
    shape.insert(shape.begin(), records.size());
    py::array_t<double> array(shape);
    double* next = array.mutable_data();
    for (const std::vector<double>& one : records.series(facts.name))
        next = std::copy(one.begin(), one.end(), next);
    return array;
}

py::dict dictionaryOf(const measure::Measurement& measurement, const measure::Records& records)
{
    py::dict result;
    for (const measure::Axis& axis : records.layout.axes)
        result[axis.name.c_str()] = axis.labels.empty() ? py::object(arrayOf(axis.points)) : py::cast(axis.labels);
    for (const measure::ArrayFacts& one : records.layout.arrays)
        result[one.name.c_str()] = arrayOfRecords(records, one);
    try {
        result["results"] = toPython(measurement.results(records));
    } catch (const InputError& error) { // too few
        result["results"] = py::dict(py::arg("failure") = error.what());
    }
    return result;
}

py::dict measured(const py::object& given, const py::dict& sections, const std::optional<double>& beta,
                  const py::object& progress)
{
    const std::vector<Field> fields = fieldsOf(given);
    OpenDevice& device = fields.front().requireDevice("measure()");
    const RunConfig run = measuredRun(sections, fields.front(), fields.size(), beta);
    warn(warningsOf(run));
    py::dict results;
    ProgressReport report(progress, "measurements", 0);
    std::int64_t done = 0;
    for (const measure::Kind& kind : measure::kinds()) {
        if (!kind.every(run)) continue;
        // Its textures go on the thread of the device, whatever is thrown here.
        const std::shared_ptr<measure::Measurement> measurement(
            device.run([&] { return kind.make(run).release(); }),
            [&device](measure::Measurement* made) { device.worker().post([made] { delete made; }); });
        measure::Records records{.layout = measurement->layout()};
        for (const Field& field : fields) {
            const std::int64_t number = std::int64_t(records.size()) + 1;
            device.run([&] {
                auto record = measurement->measure({.links = &field.links(), .sweep = number, .stream = number});
                if (record) records.all.push_back(std::move(*record));
            });
            if (std::int64_t(records.size()) < number) throw Error("the measurement was interrupted");
            report.update(++done);
        }
        results[kind.name] = dictionaryOf(*measurement, records);
    }
    return results;
}

} // namespace

void bindRuns(py::module_& module)
{
    module.def("run", &runOf, py::arg("run"), py::arg("device") = py::none(), py::arg("overwrite") = false,
               py::arg("progress") = py::none(), R"(
`gaugegl run`: generates, measures, saves and plots an ensemble in its folder, and returns results.json as a dictionary.

run: the path of a run file, or a dictionary of its sections: {"lattice": {"group": "su3", "extents": [8, 8, 8, 8]}, "action":
{"beta": 6.0}, "update": {"sweeps": 100}, "output": {"directory": "ensemble"}}.
device: None opens the one that the section [device] asks for.  Ctrl-C saves a checkpoint; the same call goes on from there.
overwrite: removes what is in the folder and starts again.  progress: True shows it, or a function of (done, total, note).
Raises InputError for what is wrong in the run, FileError, DeviceError and UnsolvedError.)");

    module.def("measure", &measured, py::arg("fields"), py::arg("sections"), py::arg("beta") = py::none(),
               py::arg("progress") = py::none(), R"(
What sections of run files measure, of one or several fields on a device: a dictionary with, for each section, its axes, its arrays
[configuration, axes ...] by name, and "results", which are those of `gaugegl run`.

sections: {"flow": {"time": 2}, "spectrum": {"kappa": [0.15, 0.16]}}, with the keys of a run file but for "every".
beta: the coupling of the Wilson action that made the fields, where a key asks for it (multihit of loops, multilevel).
measure(u, {"flow": {"time": 2}})["flow"]["t2E_clover"][0] is t^2 E at the times ["flow"]["t"].
Raises InputError for what is wrong in the sections and for fields on the host or of different kinds, and UnsolvedError.)");
}

} // namespace gaugegl::python
