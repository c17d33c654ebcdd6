#include "bindings.h"
#include "values.h"

#include "chain/random_key.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "host/gauge_fixing.h"

#include <cmath>
#include <fmt/format.h>
#include <pybind11/stl.h>

namespace gaugegl::python {
namespace {

/// The action of sweeps, cooling and flow: "wilson", "symanzik", .. or c1.
ActionSection actionOf(const py::object& given, double beta)
{
    ActionSection action{.beta = beta};
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

int requireCount(int number, const char* what)
{
    if (number < 0) throw InputError(fmt::format("{} = {} is below 0", what, number));
    return number;
}

/// How a heat bath goes on.
struct HeatBathOptions {
    int sweeps = 1, overrelaxations = 0, reunitariseEvery = 10;
    std::uint64_t seed = 1;
    std::optional<std::uint32_t> first; ///< sweep; not given: the next one
};

/// The sweeps of `gaugegl run` (chain/chain.h), from the first one whose random numbers are new.
Field heatBathOfField(const Field& field, double beta, const py::object& action, const HeatBathOptions& options,
                      const py::object& progress)
{
    RunConfig run = runFor(field.lattice(), field.group(), action, beta, options.seed);
    run.update.thermalisation = 0;
    run.update.sweeps = requireCount(options.sweeps, "sweeps");
    requireCount(options.overrelaxations, "overrelaxation");
    if (options.reunitariseEvery < 1)
        throw InputError(fmt::format("reunitarise_every = {} is below 1", options.reunitariseEvery));
    StreamStart start = streamStart(run, field.past());
    start.first = options.first.value_or(start.first);
    const HeatBath heatBath = heatBathOf(run);
    ProgressReport report(progress, "sweeps", options.sweeps);
    std::uint32_t sweep = start.first;
    const Field after = field.changed("a heat bath", [&](GaugeField& u) {
        for (int k = 0; k < options.sweeps && !interrupted(); ++k) {
            heatBathSweep(u, heatBath, start.key, sweep);
            for (int i = 0; i < options.overrelaxations; ++i)
                overrelaxationSweep(u, heatBath.action);
            if (++sweep % std::uint32_t(options.reunitariseEvery) == 0) reunitarise(u);
            u.device().finish();
            report.update(k + 1);
        }
    });
    return after.withUsed(start.key, sweep);
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
        : device_(field.device()), past_(field.past()), times_(std::move(times))
    {
        double last = 0;
        for (const double t : times_) {
            if (!(t >= last) || std::isinf(t))
                throw InputError(fmt::format("flow times are finite and rise from 0 on, but {} follows {}", t, last));
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
            return Field(device_, flow_->field(), past_);
        });
        ++next_;
        return py::make_tuple(t, std::move(field));
    }

private:
    std::shared_ptr<OpenDevice> device_;
    RandomPast past_;
    std::vector<double> times_;
    std::shared_ptr<GradientFlow> flow_; ///< goes before the device
    std::size_t next_ = 0;
};

FlowSteps flowed(const Field& field, const std::vector<double>& times, const std::optional<double>& step,
                 const py::object& action, const std::optional<double>& tolerance)
{
    const FlowParameters parameters{gaugeActionOf(actionOf(action, 1)), step, tolerance};
    validate(parameters);
    warn(warningsOf(parameters));
    return {field, times, parameters};
}

/// What a smearing makes of a field; says what is doubtful.
template<class Smearing>
Field smeared(const Field& field, const Smearing& smearing)
{
    if constexpr (requires { warningsOf(smearing); }) warn(warningsOf(smearing));
    return field.changed("smearing", [&](GaugeField& u) { smear(u, smearing); });
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
    ProgressReport report(progress, "iterations", 0);
    const FixingWatch watch = [&](const FixingState& state) {
        report.update(state.iteration, fmt::format("theta {:.2e}", state.thetaJudged));
        return !interrupted();
    };
    if (!field.device()) {
        HostGaugeField links = *field.onHost();
        FixingResult result = aside([&] { return host::fix(links, fixing, FixingPrecision::Double, watch); });
        return {Field(std::move(links), field.past()), std::move(result)};
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

RunConfig runFor(const Lattice& lattice, Group group, const py::object& action, double beta, std::uint64_t seed)
{
    RunConfig run;
    run.lattice = {lattice.extents(), group};
    run.action = actionOf(action, beta);
    run.update.seed = seed;
    validate(run);
    return run;
}

void bindUpdates(py::module_& module, py::class_<Field>& field)
{
    py::class_<FlowSteps>(module, "Flow", "Iterates over (t, field): GaugeField.flow().")
        .def("__iter__", [](FlowSteps& steps) -> FlowSteps& { return steps; })
        .def("__next__", &FlowSteps::next);

    bindFixing(module);

    field
        .def(
            "heat_bath",
            [](const Field& f, double beta, int sweeps, int overrelaxation, const py::object& action,
               std::uint64_t seed, const std::optional<std::uint32_t>& first, int reunitarise,
               const py::object& progress) {
                return heatBathOfField(f, beta, action, {sweeps, overrelaxation, reunitarise, seed, first}, progress);
            },
            py::arg("beta"), py::arg("sweeps") = 1, py::arg("overrelaxation") = 0, py::arg("action") = "wilson",
            py::arg("seed") = 1, py::arg("first_sweep") = py::none(), py::arg("reunitarise_every") = 10,
            py::arg("progress") = py::none(), R"(
Sweeps of heat bath, each followed by so many of overrelaxation, as `gaugegl run` makes them.  Needs a device.

action: "wilson", "symanzik", "iwasaki", "dbw2", or a number, c1 of the rectangles.
The random numbers follow from the seed, the ensemble (group, lattice, action, beta) and the number of the sweep.  A field knows which
of them made it: the next heat bath goes on after them, in one call or in a loop, also after write and read.  first_sweep is the number
of the first sweep instead.  Links are projected on the group after each sweep whose number, from 1 on, is a multiple of
reunitarise_every.  progress: True shows it, or a function of (done, total, note).)")
        .def("overrelaxation", &overrelaxed, py::arg("sweeps") = 1, py::arg("action") = "wilson",
             "Reflections of the links that leave the action unchanged.  Needs a device.")
        .def(
            "ape",
            [](const Field& f, double alpha, int steps, bool spatial) {
                return smeared(f, ApeSmearing{alpha, steps, spatial});
            },
            py::arg("alpha") = 0.5, py::arg("steps") = 25, py::arg("spatial") = true,
            "APE smearing, of spatial links with spatial staples unless spatial is False.  Needs a device.")
        .def(
            "stout",
            [](const Field& f, double rho, int steps, bool spatial) {
                return smeared(f, StoutSmearing{rho, steps, spatial});
            },
            py::arg("rho") = 0.1, py::arg("steps") = 1, py::arg("spatial") = false,
            "Stout smearing (Morningstar and Peardon, hep-lat/0311018).  Needs a device.")
        .def(
            "hyp",
            [](const Field& f, const std::array<double, 3>& alpha, int steps) {
                return smeared(f, HypSmearing{alpha, steps});
            },
            py::arg("alpha") = std::array<double, 3>{0.75, 0.6, 0.3}, py::arg("steps") = 1,
            "HYP smearing (Hasenfratz and Knechtli, hep-lat/0103029).  Needs a device.")
        .def("cool", &cooled, py::arg("sweeps"), py::arg("action") = "wilson",
             "Cooling: every link is rotated to the minimum of the action.  Needs a device.")
        .def("flow", &flowed, py::arg("times"), py::arg("step") = py::none(), py::arg("action") = "wilson",
             py::arg("tolerance") = py::none(), R"(
Iterates over (t, field) of the gradient flow at rising flow times, in lattice units squared (Luescher, arXiv:1006.4518).

step: of the integration, with a tolerance the first one of adaptive steps; None: 0.02, or a quarter of the longest stable step where
that is less.  A longer one than that is an InputError.  Needs a device.)")
        .def("fix_gauge", &fixed, py::arg("gauge") = "landau", py::arg("tolerance") = 1e-12, py::arg("method") = "or",
             py::arg("omega") = 1.7, py::arg("max_iterations") = 100000, py::arg("seed") = 1,
             py::arg("random_start") = false, py::arg("progress") = py::none(), R"(
Gauge fixing: "landau", "coulomb", "mag" (maximally Abelian) or "centre", by relaxation ("relax"), overrelaxation ("or"),
stochastic relaxation ("sr") or simulated annealing ("sa").  On the host in double precision, Landau and Coulomb gauge alone.
Check `converged` of the result: in single precision theta stalls above a tolerance of 1e-12.)");
}

} // namespace gaugegl::python
