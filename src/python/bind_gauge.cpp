#include "bindings.h"
#include "values.h"

#include "chain/random_key.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/io/formats.h"
#include "host/gauge_field.h"
#include "io/fingerprint.h"

#include <fmt/format.h>
#include <pybind11/complex.h>
#include <pybind11/stl.h>

namespace gaugegl::python {
namespace {

using DevicePointer = std::shared_ptr<OpenDevice>;

OpenDevice& requireGiven(const DevicePointer& device, const char* what)
{
    if (!device) throw InputError(fmt::format("{} needs a device: device=gaugegl.Device()", what));
    return *device;
}

// Makers.

Field coldField(const std::string& group, const py::object& lattice, const DevicePointer& device)
{
    return Field(hostGaugeField(latticeOf(lattice), parseGroup(group))).to(device);
}

Field hotField(const std::string& group, const py::object& lattice, std::uint64_t seed, const DevicePointer& device,
               double beta, const py::object& action)
{
    OpenDevice& on = requireGiven(device, "a hot start, whose random numbers are drawn there,");
    const Lattice extents = latticeOf(lattice);
    const Group of = parseGroup(group);
    const std::uint64_t key = randomKey(runFor(extents, of, action, beta, seed));
    return on.run([&] {
        GaugeField u(on.device(), extents, of);
        hotStart(u, key);
        return Field(device, std::move(u));
    });
}

Field readField(const py::object& path, const DevicePointer& device, const std::optional<std::string>& group,
                const py::object& lattice, const std::optional<std::string>& layout)
{
    io::GaugeFileHints hints;
    if (group) hints.group = parseGroup(*group);
    if (!lattice.is_none()) hints.lattice = latticeOf(lattice);
    if (layout) hints.layout = io::RawLayout::parse(*layout);
    const std::string name = pathOf(path);
    Configuration read = aside([&] { return readConfiguration(name, hints); });
    warn(read.header.warnings);
    return Field(std::move(read.links), io::pastOf(read.header)).to(device);
}

void writeField(const Field& field, const py::object& given, const std::optional<std::string>& format,
                const std::optional<int>& bits)
{
    const std::string path = pathOf(given);
    io::GaugeWriteOptions options;
    options.format = format ? io::factsOfFormat(*format).key : io::formatOfName(path);
    options.bits = bits.value_or(io::bitsOf(io::factsOfFormat(options.format), 64));
    options.past = field.past();
    const std::shared_ptr<const HostGaugeField> links = field.onHost();
    aside([&] { // what was computed carries rounding; what was read goes out as it came
        if (field.device())
            writeProjected(path, *links, options);
        else
            writeConfiguration(path, *links, options);
    });
}

py::dict formatTable()
{
    py::dict table;
    for (const io::FormatFacts& facts : io::formatFacts()) {
        py::dict one;
        one["name"] = facts.name;
        one["about"] = facts.about;
        one["endings"] = py::str(facts.endings).attr("split")();
        py::list bits;
        if (facts.single) bits.append(32);
        if (facts.inDouble) bits.append(64);
        one["bits"] = bits;
        one["group"] = facts.group ? py::object(py::str(word(*facts.group))) : py::none();
        one["written"] = facts.written;
        table[facts.key] = one;
    }
    return table;
}

// Observables.

GaugeObservables measured(const Field& field, const char* what, bool all)
{
    OpenDevice& device = field.requireDevice(what);
    return device.run([&] {
        auto& meter = device.kept<ObservableMeter>(field.lattice(), field.group());
        return all ? meter.measure(field.links()) : meter.measurePlaquette(field.links());
    });
}

double plaquetteOf(const Field& field)
{
    if (field.device()) return measured(field, "", /*all=*/false).plaquette;
    return aside([&] { return host::plaquette(*field.onHost()); });
}

double linkTraceOf(const Field& field)
{
    if (field.device()) return measured(field, "", /*all=*/false).linkTrace;
    return aside([&] { return host::linkTrace(*field.onHost()); });
}

template<class T>
T observableOf(const Field& field, Observable observable)
{
    OpenDevice& device = field.requireDevice(traits(observable).title);
    const std::complex<double> value = device.run([&] {
        return device.kept<ObservableMeter>(field.lattice(), field.group()).measure(field.links(), observable);
    });
    if constexpr (std::is_same_v<T, double>)
        return value.real();
    else
        return value;
}

py::dict observablesOf(const Field& field)
{
    py::dict result;
    if (!field.device()) {
        result["plaquette"] = plaquetteOf(field);
        result["link_trace"] = linkTraceOf(field);
        return result;
    }
    const GaugeObservables all = measured(field, "", /*all=*/true);
    result["plaquette"] = all.plaquette;
    result["plaquette_space"] = all.plaquetteSpace;
    result["plaquette_time"] = all.plaquetteTime;
    result["action_density"] = all.actionDensity;
    result["link_trace"] = all.linkTrace;
    for (const ObservablePart& one : observableParts())
        result[one.name.c_str()] = one.of->complex ? py::cast(all.of(one)) : py::object(py::float_(all.of(one).real()));
    return result;
}

TopologyObservables topologyOf(const Field& field, bool improved, std::vector<std::array<double, 4>>* density = nullptr)
{
    OpenDevice& device = field.requireDevice("the topological charge");
    return device.run([&] {
        auto& meter = device.kept<TopologyMeter>(field.lattice(), field.group());
        const TopologyObservables values = meter.measure(field.links(), improved);
        const Density& of = improved ? meter.improvedDensity() : meter.density();
        if (density) *density = downloadDensity(field.lattice(), of.even, of.odd);
        return values;
    });
}

py::dict topologyDictionary(const Field& field, bool improved)
{
    const TopologyObservables values = topologyOf(field, improved);
    py::dict result;
    result["energy"] = values.energyClover;
    result["charge"] = values.chargeClover;
    if (improved) result["charge_improved"] = values.chargeImproved;
    return result;
}

template<std::size_t component>
py::array_t<double> topologyDensity(const Field& field, bool improved)
{
    std::vector<std::array<double, 4>> density;
    topologyOf(field, improved, &density);
    return densityArray(density, component, field.lattice());
}

py::dict loopsOf(const Field& field, const std::optional<int>& rMax, const std::optional<int>& tMax, bool offAxis,
                 const std::optional<std::string>& ape, const std::optional<double>& multihit)
{
    OpenDevice& device = field.requireDevice("Wilson loops");
    const WilsonLoopRequest request{.rMax = rMostOf(rMax, field.lattice()),
                                    .tMax = tMostOf(tMax, field.lattice()),
                                    .offAxis = offAxis,
                                    .multihit = multihit.has_value(),
                                    .beta = multihit.value_or(0)};
    const ApeSmearing smearing = ape ? ApeSmearing::parse(*ape) : ApeSmearing{.steps = 0};
    const std::vector<WilsonLoop> loops = device.run([&] {
        GaugeField spatial = field.links();
        if (smearing.steps > 0) smear(spatial, smearing);
        return device.kept<WilsonLoopMeter>(field.lattice(), field.group()).measure(field.links(), spatial, request);
    });
    py::list r, t, value;
    for (const WilsonLoop& loop : loops) {
        r.append(py::make_tuple(loop.r[0], loop.r[1], loop.r[2]));
        t.append(loop.t);
        value.append(loop.value);
    }
    py::dict result;
    result["r"] = r;
    result["t"] = t;
    result["value"] = value;
    return result;
}

std::string describeField(const Field& field)
{
    return fmt::format("<gaugegl.GaugeField {} on {}, {}>", traits(field.group()).title, field.lattice().name(),
                       field.device() ? "on " + field.device()->name() : std::string("on the host"));
}

} // namespace

void bindGaugeFields(py::module_& module)
{
    py::class_<Field> field(module, "GaugeField", R"(
The links of a lattice, a value that does not change: in double precision on the host, or in that of a device.

Lattices are (Lx, Ly, Lz, Lt) or "LxxLyxLzxLt"; groups "su2", "su3", "su4".  Every method that gives a field gives a new one.
What says that it needs a device raises InputError on the host; field.to(device) copies the links there.)");

    field
        .def_static("cold", &coldField, py::arg("group"), py::arg("lattice"), py::arg("device") = py::none(),
                    "Every link 1.")
        .def_static("hot", &hotField, py::arg("group"), py::arg("lattice"), py::arg("seed") = 1,
                    py::arg("device") = py::none(), py::arg("beta") = 0.0, py::arg("action") = "wilson", R"(
Every link drawn from the Haar measure, on a device: the hot start of `gaugegl run` for the seed and the ensemble of that beta and
action.)")
        .def_static("read", &readField, py::arg("path"), py::arg("device") = py::none(), py::arg("group") = py::none(),
                    py::arg("lattice") = py::none(), py::arg("layout") = py::none(), R"(
A configuration from a file in any of the formats() of this module, told by its content; its checksums, plaquette and link trace are verified, and what is missing or
damaged but not needed is a warning.  Group and lattice are needed where the file does not state them, and are compared else.
layout: of a file of links without a known header, "ORDER/DIRECTIONS/big or little/32 or 64": QCDSTAG is "dtzyx/txyz/little/64".
Raises FileError, which names the position, or another format by its content.)")
        .def_static(
            "from_numpy",
            [](const py::object& a, const DevicePointer& device) {
                HostGaugeField links = linksOf(a);
                const std::uint64_t foreign =
                    io::fingerprintOf(links); // whatever made them: a chain from here has numbers of its own
                return Field(std::move(links), {{}, foreign}).to(device);
            },
            py::arg("a"), py::arg("device") = py::none(), R"(
From a complex128 or complex64 array of the shape (4, Lt, Lz, Ly, Lx, N, N), contiguous in the order of C: a[mu, t, z, y, x] is U_mu.
Raises InputError for other shapes and numbers, and for links farther from SU(N) than 1e-4.)")
        .def(
            "to_numpy", [](const Field& f) { return arrayOf(*f.onHost()); }, R"(
The links as a new complex128 array of the shape (4, Lt, Lz, Ly, Lx, N, N).)")
        .def("to", &Field::to, py::arg("device"), "The same links on a device, or with None on the host.")
        .def("write", &writeField, py::arg("path"), py::arg("format") = py::none(), py::arg("bits") = py::none(), R"(
Writes a file, which appears whole or not at all.  format: a key of formats(), "ildg", "nersc", ..; None: by the name of the file.
bits: 64 or 32 of a number; None: 64, or 32 where the format has no others.  Links of a device are projected on the group in double precision first.)")
        .def_property_readonly(
            "group", [](const Field& f) { return word(f.group()); }, R"("su2", "su3" or "su4".)")
        .def_property_readonly(
            "lattice", [](const Field& f) { return tupleOf(f.lattice()); }, "(Lx, Ly, Lz, Lt).")
        .def_property_readonly(
            "device", [](const Field& f) { return f.device(); }, "The device of the links; None: the host.")
        .def("__repr__", &describeField)

        .def("plaquette", &plaquetteOf,
             "Mean of (1/N) Re tr P over sites and planes; of a field on the host in double precision.")
        .def("link_trace", &linkTraceOf, "Mean of (1/N) Re tr U over links.")
        .def(
            "rectangle", [](const Field& f) { return observableOf<double>(f, Observable::Rectangle); },
            "Mean of (1/N) Re tr of the twelve oriented 1x2 loops.  Needs a device.")
        .def(
            "polyakov_loop",
            [](const Field& f) { return observableOf<std::complex<double>>(f, Observable::PolyakovLoop); },
            "Mean over space of (1/N) tr of the product of links around the lattice in t.  Needs a device.")
        .def("observables", &observablesOf,
             "All observables of the catalogue as a dictionary; on the host plaquette and link trace.")
        .def("topology", &topologyDictionary, py::arg("improved") = false, R"(
{"energy": E per site, "charge": Q} of the clover field strength, with improved also "charge_improved".  Needs a device.)")
        .def("charge_density", &topologyDensity<1>, py::arg("improved") = false,
             "The topological charge density q(x), an array of the shape (Lt, Lz, Ly, Lx).  Needs a device.")
        .def("energy_density", &topologyDensity<0>, py::arg("improved") = false,
             "E(x), an array of the shape (Lt, Lz, Ly, Lx).  Needs a device.")
        .def("wilson_loops", &loopsOf, py::arg("r_max") = py::none(), py::arg("t_max") = py::none(),
             py::arg("off_axis") = false, py::arg("ape") = py::none(), py::arg("multihit") = py::none(), R"(
Wilson loops W(r, t) as {"r": [(x, y, z)], "t": [..], "value": [..]}, averaged over sites and cubic images.

r_max, t_max: at most half the extents, 8 at most where they are None.  ape: "ALPHA:STEPS" smears the spatial links of the loops.
multihit: beta of the Wilson action; temporal links become their means at fixed neighbours.  Needs a device.)")
        .def("__copy__", [](const Field& f) { return f; })
        .def("__deepcopy__", [](const Field& f, const py::object&) { return f; })
        .def(py::pickle([](const Field& f) { return py::make_tuple(arrayOf(*f.onHost()), f.past().text()); },
                        [](const py::tuple& state) {
                            const auto past =
                                state.size() == 2 ? RandomPast::parse(state[1].cast<std::string>()) : std::nullopt;
                            if (!past) throw InputError("not the pickled links of this module");
                            return Field(linksOf(state[0]), *past);
                        }));
    bindUpdates(module, field);

    module.def("read", &readField, py::arg("path"), py::arg("device") = py::none(), py::arg("group") = py::none(),
               py::arg("lattice") = py::none(), py::arg("layout") = py::none(),
               "A configuration from a file: GaugeField.read().");
    module.def("formats", &formatTable, R"(
The formats of configurations: {"ildg": {"name": .., "about": .., "endings": [..], "bits": [32, 64], "group": None or "su3",
"written": True}, ..}.)");
}

} // namespace gaugegl::python
