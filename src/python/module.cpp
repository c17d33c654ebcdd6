// The Python module: what it is made of, and its exceptions.
#include "bindings.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gl/context.h"

#include <exception>
#include <filesystem>
#include <new>

namespace {

namespace py = pybind11;
using namespace gaugegl;

/// Exceptions of the library as those of Python, with the same texts, in which control characters are escaped: an interpreter prints them
/// as they are.  They live as long as the process.
template<class E>
void bindError(py::module_& module, const char* name, const py::object& base, const char* help)
{
    static const py::handle type = py::exception<E>(module, name, base.ptr()).release();
    type.attr("__doc__") = help;
    // NOLINTNEXTLINE(performance-unnecessary-value-param): the type that pybind11 takes
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const E& error) {
            PyErr_SetString(type.ptr(), printable(error.what()).c_str());
        }
    });
}

/// With a base of Python's own too.
py::tuple both(const py::object& base, PyObject* own)
{
    return py::make_tuple(base, py::reinterpret_borrow<py::object>(own));
}

} // namespace

PYBIND11_MODULE(_core, module)
{
    module.doc() = "The compiled part of gaugegl; use the package itself.";
    module.attr("__version__") = GAUGEGL_VERSION;

    // The translators are asked from the last one on: what is derived comes after its base.
    bindError<Error>(module, "Error", py::reinterpret_borrow<py::object>(PyExc_RuntimeError),
                     "Whatever gaugegl refuses or fails in.");
    const py::object error = module.attr("Error");
    bindError<InputError>(module, "InputError", both(error, PyExc_ValueError),
                          "What was given is wrong; the text names the value and what was expected.");
    const py::object input = module.attr("InputError");
    bindError<FileError>(module, "FileError", both(input, PyExc_OSError),
                         "A file cannot be read, written or believed.");
    py::register_exception_translator(
        // NOLINTNEXTLINE(performance-unnecessary-value-param)
        [](std::exception_ptr thrown) { // of the library of files, such as for a name of 300 characters
            try {
                if (thrown) std::rethrow_exception(thrown);
            } catch (const std::filesystem::filesystem_error& failed) {
                const std::string what = gaugegl::oneLine(failed.path1().string()) + ": " + failed.code().message();
                PyErr_SetString(py::module_::import("gaugegl._core").attr("FileError").ptr(), what.c_str());
            }
        });
    bindError<DiskError>(module, "DiskError", module.attr("FileError"),
                         "There is no room for a file, or the disk fails.");
    bindError<UnsolvedError>(module, "UnsolvedError", error,
                             "A solver did not reach the tolerance that was asked for.");
    bindError<DeviceError>(module, "DeviceError", error, "The driver lacks something, or fails.");

    gaugegl::python::hearOfStops();
    gaugegl::python::bindDevices(module);
    gaugegl::python::bindGaugeFields(module);
    gaugegl::python::bindQuarks(module);
    gaugegl::python::bindModes(module);
    gaugegl::python::bindAnalysis(module);
    gaugegl::python::bindRuns(module);
    gaugegl::python::signFunctions(module);
}
