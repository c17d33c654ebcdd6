#include "bindings.h"
#include "values.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/run/run.h"

#include <fmt/format.h>
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
    if (wanted.path && *wanted.path != device.path())
        throw InputError(fmt::format("the run asks for {} shaders, but the device has {} shaders", name(*wanted.path),
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
    const auto finish = [&](Device& on) {
        Run run(config, setup);
        run.begin(on);
        int shown = -1;
        while (run.advance(Polling::Wait)) {
            const int sweeps = run.ensemble().history().sweeps;
            if (sweeps != std::exchange(shown, sweeps)) report.update(sweeps);
        }
        end = run.end();
    };
    if (device)
        device->run([&] { finish(device->device()); });
    else
        aside([&] {
            Device own = openDevice(config);
            finish(own);
        });
    if (!end.complete)
        throw Error(end.interruption); // by something else than a signal of Python, which is raised itself
    return toPython(report::Json::parse(results));
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
}

} // namespace gaugegl::python
