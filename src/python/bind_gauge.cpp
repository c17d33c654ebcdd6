#include "bindings.h"
#include "values.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/run/configuration.h"
#include "gaugegl/run/run_config.h"
#include "host/gauge_field.h"
#include "host/gauge_fixing.h"
#include "run/loop_measurement.h"

#include <filesystem>
#include <fmt/format.h>
#include <pybind11/complex.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace gaugegl::python {
namespace {

using DevicePointer = std::shared_ptr<OpenDevice>;

OpenDevice& requireGiven(const DevicePointer& device, const char* what)
{
    if (!device) throw InputError(fmt::format("{} needs a device: device=gaugegl.Device()", what));
    return *device;
}

/// The action of sweeps, cooling and flow: "wilson", "symanzik", .. or c1.
RunConfig::ActionSection actionOf(const py::object& given, double beta)
{
    RunConfig::ActionSection action{.beta = beta};
    if (py::isinstance<py::str>(given)) {
        action.type = parseChoice<ActionType>(given.cast<std::string>());
        if (action.type == ActionType::Custom)
            throw InputError("an action of its own is given by its c1, as action=-0.05");
    } else {
        try {
            action.c1 = given.cast<double>();
        } catch (const py::cast_error&) {
            throw InputError(fmt::format("the action {} is neither a name nor a number, its c1",
                                         py::repr(given).cast<std::string>()));
        }
        action.type = ActionType::Custom;
    }
    return action;
}

HeatBath heatBathFor(const Field& field, const py::object& action, double beta)
{
    RunConfig run;
    run.lattice = {field.lattice().extents(), field.group()};
    run.action = actionOf(action, beta);
    validate(run);
    return heatBathOf(run);
}

int requireCount(int number, const char* what)
{
    if (number < 0) throw InputError(fmt::format("{} = {} is below 0", what, number));
    return number;
}

// Makers.

Field coldField(const std::string& group, const py::object& lattice, const DevicePointer& device)
{
    return Field(hostGaugeField(latticeOf(lattice), parseGroup(group))).to(device);
}

Field hotField(const std::string& group, const py::object& lattice, std::uint64_t seed, const DevicePointer& device)
{
    OpenDevice& on = requireGiven(device, "a hot start, whose random numbers are drawn there,");
    const Lattice extents = latticeOf(lattice);
    const Group of = parseGroup(group);
    return on.run([&] {
        GaugeField u(on.device(), extents, of);
        hotStart(u, seed);
        return Field(device, std::move(u));
    });
}

Field readField(const std::filesystem::path& path, const DevicePointer& device, const std::optional<std::string>& group,
                const py::object& lattice)
{
    io::GaugeFileHints hints;
    if (group) hints.group = parseGroup(*group);
    if (!lattice.is_none()) hints.lattice = latticeOf(lattice);
    return aside([&] { return Field(readConfiguration(path.string(), hints).links); }).to(device);
}

void writeField(const Field& field, const std::filesystem::path& path, const std::optional<std::string>& format,
                int bits)
{
    io::GaugeWriteOptions options;
    options.format = io::gaugeFileFormat(format ? "x." + *format : path.string());
    options.bits = bits;
    const std::shared_ptr<const HostGaugeField> links = field.onHost();
    aside([&] { // what was computed carries rounding; what was read goes out as it came
        if (field.device())
            writeProjected(path.string(), *links, options);
        else
            writeConfiguration(path.string(), *links, options);
    });
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
    for (const Observable one : tableOrder)
        result[traits(one).name] =
            traits(one).complex ? py::cast(all.of(one)) : py::object(py::float_(all.of(one).real()));
    return result;
}

TopologyObservables topologyOf(const Field& field, bool improved, std::vector<std::array<double, 4>>* density = nullptr)
{
    OpenDevice& device = field.requireDevice("energy and topological charge");
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
    LoopsSection section;
    section.rMost = rMax;
    section.tMost = tMax;
    section.offAxis = offAxis;
    section.multihit = multihit.has_value();
    LoopTask task(section, field.lattice(), multihit.value_or(0));
    task.ape = ape ? ApeSmearing::parse(*ape) : ApeSmearing{.steps = 0};
    const report::LoopTable table = device.run(
        [&] { return device.kept<LoopMeasurer>(field.lattice(), field.group()).measure(field.links(), task); });
    const std::vector<double>& values = ape && task.ape.steps > 0 ? table.smeared : table.unsmeared;
    py::list r, t, value;
    for (std::size_t v = 0; v < table.r.size(); ++v)
        for (int k = 1; k <= table.tMost; ++k) {
            r.append(py::make_tuple(table.r[v][0], table.r[v][1], table.r[v][2]));
            t.append(k);
            value.append(values[v * std::size_t(table.tMost) + std::size_t(k - 1)]);
        }
    py::dict result;
    result["r"] = r;
    result["t"] = t;
    result["value"] = value;
    return result;
}

// Updates.

Field heatBathOfField(const Field& field, double beta, int sweeps, int overrelaxations, const py::object& action,
                      std::uint64_t seed, std::uint32_t first, const py::object& progress)
{
    const HeatBath heatBath = heatBathFor(field, action, beta);
    requireCount(sweeps, "sweeps");
    requireCount(overrelaxations, "overrelaxation");
    Told told(progress, "sweeps", sweeps);
    return field.changed("a heat bath", [&](GaugeField& u) {
        for (int k = 0; k < sweeps && !interrupted(); ++k) {
            heatBathSweep(u, heatBath, seed, first + std::uint32_t(k));
            for (int i = 0; i < overrelaxations; ++i)
                overrelaxationSweep(u, heatBath.action);
            reunitarise(u);
            u.device().finish();
            told.update(k + 1);
        }
    });
}

Field overrelaxed(const Field& field, int sweeps, const py::object& action)
{
    const GaugeAction of = gaugeActionOf(actionOf(action, 1));
    requireCount(sweeps, "sweeps");
    return field.changed("overrelaxation", [&](GaugeField& u) {
        for (int k = 0; k < sweeps && !interrupted(); ++k) {
            overrelaxationSweep(u, of);
            u.device().finish();
        }
        reunitarise(u);
    });
}

Field cooled(const Field& field, int sweeps, const py::object& action)
{
    const GaugeAction of = gaugeActionOf(actionOf(action, 1));
    requireCount(sweeps, "sweeps");
    return field.changed("cooling", [&](GaugeField& u) {
        for (int k = 0; k < sweeps && !interrupted(); ++k) {
            cool(u, 1, of);
            u.device().finish();
        }
    });
}

// The flow.

/// Fields at rising flow times, one after the other.
class FlowSteps {
public:
    FlowSteps(const Field& field, std::vector<double> times, const FlowParameters& parameters)
        : device_(field.device()), times_(std::move(times))
    {
        double last = 0;
        for (const double t : times_) {
            if (!(t >= last)) throw InputError(fmt::format("flow times rise from 0 on, but {} follows {}", t, last));
            last = t;
        }
        flow_ = field.requireDevice("the gradient flow").run([&] {
            return std::shared_ptr<GradientFlow>(
                new GradientFlow(field.links(), parameters),
                [device = device_](GradientFlow* flow) { device->worker().post([flow] { delete flow; }); });
        });
    }

    py::tuple next()
    {
        if (next_ == times_.size()) throw py::stop_iteration();
        const double t = times_[next_];
        Field field = device_->run([&] {
            flow_->flowTo(t);
            return Field(device_, flow_->field());
        });
        ++next_;
        return py::make_tuple(t, std::move(field));
    }

private:
    DevicePointer device_;
    std::vector<double> times_;
    std::shared_ptr<GradientFlow> flow_; ///< goes before the device
    std::size_t next_ = 0;
};

FlowSteps flowed(const Field& field, const std::vector<double>& times, double step, const py::object& action,
                 const std::optional<double>& tolerance)
{
    return {field, times, {gaugeActionOf(actionOf(action, 1)), step, tolerance}};
}

// Gauge fixing.

struct FixedField {
    Field field;
    FixingResult result;
};

FixedField fixed(const Field& field, const std::string& gauge, double tolerance, const std::string& method,
                 double omega, int maxIterations, std::uint64_t seed, bool randomStart, const py::object& progress)
{
    GaugeFixing fixing{.gauge = parseChoice<Gauge>(gauge), .method = parseChoice<FixingMethod>(method), .omega = omega};
    fixing.tolerance = tolerance;
    fixing.maxIterations = maxIterations;
    fixing.seed = seed;
    fixing.randomStart = randomStart;
    requireValid(fixing, field.group());
    Told told(progress, "iterations", 0);
    const FixingWatch watch = [&](const FixingState& state) {
        told.update(state.iteration, fmt::format("theta {:.2e}", state.thetaJudged));
        return !interrupted();
    };
    if (!field.device()) {
        HostGaugeField links = *field.onHost();
        FixingResult result = aside([&] { return host::fix(links, fixing, FixingPrecision::Double, watch); });
        return {Field(std::move(links)), std::move(result)};
    }
    FixingResult result;
    Field transformed = field.changed("gauge fixing", [&](GaugeField& u) {
        result = field.device()->kept<GaugeFixer>(u.lattice(), u.group()).fix(u, fixing, watch);
    });
    return {std::move(transformed), std::move(result)};
}

py::dict fixingDictionary(const FixedField& fixed)
{
    py::dict result;
    result["functional"] = fixed.result.functional;
    result["theta"] = fixed.result.theta;
    result["theta_max"] = fixed.result.thetaMax;
    result["iterations"] = fixed.result.iterations;
    result["converged"] = fixed.result.converged;
    result["seconds"] = fixed.result.seconds;
    return result;
}

std::string describeField(const Field& field)
{
    return fmt::format("<gaugegl.GaugeField {} on {}, {}>", traits(field.group()).title, field.lattice().name(),
                       field.device() ? "on " + field.device()->name() : std::string("on the host"));
}

void bindFixing(py::module_& module)
{
    py::class_<FixedField>(module, "GaugeFixed", "A gauge-fixed field, and how it came to be.")
        .def_readonly("field", &FixedField::field, "The transformed field.")
        .def_property_readonly(
            "functional", [](const FixedField& f) { return f.result.functional; }, "At the end.")
        .def_property_readonly(
            "theta", [](const FixedField& f) { return f.result.theta; },
            "Mean over sites of |Delta|^2 / N, at the end.")
        .def_property_readonly(
            "iterations", [](const FixedField& f) { return f.result.iterations; }, "Made; each visits every site once.")
        .def_property_readonly(
            "converged", [](const FixedField& f) { return f.result.converged; },
            "Whether theta is below the tolerance.")
        .def_property_readonly(
            "seconds", [](const FixedField& f) { return f.result.seconds; }, "Of wall-clock time.")
        .def_property_readonly(
            "history",
            [](const FixedField& f) {
                py::list list;
                for (const FixingState& state : f.result.history)
                    list.append(py::make_tuple(state.iteration, state.functional, state.theta));
                return list;
            },
            "[(iteration, functional, theta)] of every measurement.")
        .def("as_dict", &fixingDictionary, "The numbers as a dictionary.");
}

} // namespace

void bindGaugeFields(py::module_& module)
{
    py::class_<FlowSteps>(module, "Flow", "Iterates over (t, field): GaugeField.flow().")
        .def("__iter__", [](FlowSteps& steps) -> FlowSteps& { return steps; })
        .def("__next__", &FlowSteps::next);

    py::class_<Field> field(module, "GaugeField", R"(
The links of a lattice, a value that does not change: in double precision on the host, or in that of a device.

Lattices are (Lx, Ly, Lz, Lt) or "LxxLyxLzxLt"; groups "su2", "su3", "su4".  Every method that gives a field gives a new one.
What says that it needs a device raises InputError on the host; field.to(device) copies the links there.)");
    bindFixing(module); // has fields

    field
        .def_static("cold", &coldField, py::arg("group"), py::arg("lattice"), py::arg("device") = py::none(),
                    "Every link 1.")
        .def_static("hot", &hotField, py::arg("group"), py::arg("lattice"), py::arg("seed") = 1,
                    py::arg("device") = py::none(),
                    "Every link drawn from the Haar measure by the Philox numbers of the seed, on a device.")
        .def_static("read", &readField, py::arg("path"), py::arg("device") = py::none(), py::arg("group") = py::none(),
                    py::arg("lattice") = py::none(), R"(
A configuration from an ILDG or NERSC file; its checksums, plaquette and link trace are verified.  Group and lattice are needed
where the file does not state them, and are compared else.  Raises FileError, which names the position.)")
        .def_static(
            "from_numpy", [](const py::object& a, const DevicePointer& device) { return Field(linksOf(a)).to(device); },
            py::arg("a"), py::arg("device") = py::none(), R"(
From a complex128 array of the shape (4, Lt, Lz, Ly, Lx, N, N), contiguous in the order of C: a[mu, t, z, y, x] is U_mu.
Raises InputError for other shapes and numbers, and for links farther from SU(N) than 1e-4.)")
        .def(
            "to_numpy", [](const Field& f) { return arrayOf(*f.onHost()); }, R"(
The links as a new complex128 array of the shape (4, Lt, Lz, Ly, Lx, N, N).)")
        .def("to", &Field::to, py::arg("device"), "The same links on a device, or with None on the host.")
        .def("write", &writeField, py::arg("path"), py::arg("format") = py::none(), py::arg("bits") = 64, R"(
Writes an ILDG or NERSC file, which appears whole or not at all: format "ildg" or "nersc", None: by the name of the file.
bits: 64 or 32 of a number.  Links of a device are projected on the group in double precision first.)")
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

        .def("heat_bath", &heatBathOfField, py::arg("beta"), py::arg("sweeps") = 1, py::arg("overrelaxation") = 0,
             py::arg("action") = "wilson", py::arg("seed") = 1, py::arg("first_sweep") = 0,
             py::arg("progress") = py::none(), R"(
Sweeps of heat bath, each followed by so many of overrelaxation and a projection on the group.  Needs a device.

action: "wilson", "symanzik", "iwasaki", "dbw2", or a number, c1 of the rectangles.
The random numbers are those of the seed and of the number of the sweep, from first_sweep on: a chain goes on with the same seed
and the next sweep.  progress: True shows it, or a function of (done, total, note).)")
        .def("overrelaxation", &overrelaxed, py::arg("sweeps") = 1, py::arg("action") = "wilson",
             "Reflections of the links that leave the action unchanged.  Needs a device.")
        .def(
            "ape",
            [](const Field& f, double alpha, int steps, bool spatial) {
                return f.changed("smearing", [&](GaugeField& u) { smear(u, ApeSmearing{alpha, steps, spatial}); });
            },
            py::arg("alpha") = 0.5, py::arg("steps") = 25, py::arg("spatial") = true,
            "APE smearing, of spatial links with spatial staples unless spatial is False.  Needs a device.")
        .def(
            "stout",
            [](const Field& f, double rho, int steps, bool spatial) {
                return f.changed("smearing", [&](GaugeField& u) { smear(u, StoutSmearing{rho, steps, spatial}); });
            },
            py::arg("rho") = 0.1, py::arg("steps") = 1, py::arg("spatial") = false,
            "Stout smearing (Morningstar and Peardon, hep-lat/0311018).  Needs a device.")
        .def(
            "hyp",
            [](const Field& f, const std::array<double, 3>& alpha, int steps) {
                return f.changed("smearing", [&](GaugeField& u) { smear(u, HypSmearing{alpha, steps}); });
            },
            py::arg("alpha") = std::array<double, 3>{0.75, 0.6, 0.3}, py::arg("steps") = 1,
            "HYP smearing (Hasenfratz and Knechtli, hep-lat/0103029).  Needs a device.")
        .def("cool", &cooled, py::arg("sweeps"), py::arg("action") = "wilson",
             "Cooling: every link is rotated to the minimum of the action.  Needs a device.")
        .def("flow", &flowed, py::arg("times"), py::arg("step") = 0.02, py::arg("action") = "wilson",
             py::arg("tolerance") = py::none(), R"(
Iterates over (t, field) of the gradient flow at rising flow times, in lattice units squared (Luescher, arXiv:1006.4518).

step: of the integration; with a tolerance the first one of adaptive steps.  Needs a device.)")
        .def("fix_gauge", &fixed, py::arg("gauge") = "landau", py::arg("tolerance") = 1e-12, py::arg("method") = "or",
             py::arg("omega") = 1.7, py::arg("max_iterations") = 100000, py::arg("seed") = 1,
             py::arg("random_start") = false, py::arg("progress") = py::none(), R"(
Gauge fixing: "landau", "coulomb", "mag" (maximally Abelian) or "centre", by relaxation ("relax"), overrelaxation ("or"),
stochastic relaxation ("sr") or simulated annealing ("sa").  On the host in double precision, Landau and Coulomb gauge alone.
Check `converged` of the result: in single precision theta stalls above a tolerance of 1e-12.)")
        .def("__copy__", [](const Field& f) { return f; })
        .def("__deepcopy__", [](const Field& f, const py::object&) { return f; });
}

} // namespace gaugegl::python
