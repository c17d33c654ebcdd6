#include "bindings.h"

#include "gaugegl/base/error.h"
#include "gaugegl/gl/context.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace gaugegl::python {

namespace py = pybind11;

void bindDevices(py::module_& module)
{
    py::class_<OpenDevice, std::shared_ptr<OpenDevice>>(module, "Device", R"(
A graphics card, or the software driver, with the shaders that compute on it.

Device(path="auto", precision="single", index=None)

path: "fragment" or "compute" shaders; "auto": the faster ones where the card has both.
precision: of fields and kernels, "single" or "double".
index: the number in devices(); None: a card before a software driver.

It has a thread of its own, which all calls are passed on to: a device may be used from every thread, one call at a time.
Raises InputError, and DeviceError where the driver lacks what is asked for.)")
        .def(py::init<const std::string&, const std::string&, const std::optional<int>&>(), py::arg("path") = "auto",
             py::arg("precision") = "single", py::arg("index") = py::none())
        .def_property_readonly("name", &OpenDevice::name, "The card, or the software driver, as it names itself.")
        .def_property_readonly(
            "path", [](const OpenDevice& device) { return gaugegl::name(device.path()); },
            R"("fragment" or "compute".)")
        .def_property_readonly(
            "precision", [](const OpenDevice& device) { return gaugegl::name(device.precision()); },
            R"("single" or "double".)")
        .def("__repr__", [](const OpenDevice& device) {
            return fmt::format("<gaugegl.Device '{}', {} shaders, {} precision>", device.name(),
                               gaugegl::name(device.path()), gaugegl::name(device.precision()));
        });

    module.def(
        "devices",
        [] {
            const std::vector<gl::DeviceDescription> found = aside([] { return gl::listDevices(); });
            py::list list;
            for (const gl::DeviceDescription& one : found) {
                py::dict entry;
                entry["index"] = one.index;
                entry["name"] = one.renderer;
                entry["usable"] = one.usable;
                list.append(entry);
            }
            return list;
        },
        R"(The devices of this machine: a list of {"index", "name", "usable"}; where one is not usable, its name is the reason.)");
}

} // namespace gaugegl::python
