#include "bindings.h"
#include "values.h"

#include "fermion/solve/inverter_backend.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

namespace gaugegl::python {
namespace {

/// How systems are solved; what is not given has the defaults of the program.
struct Solver {
    double tolerance;
    std::string solver;
    std::optional<std::string> precision;
    int maxIterations;
};

double numberOf(const std::string& key, const py::handle& value)
{
    try {
        return py::float_(py::reinterpret_borrow<py::object>(value)).cast<double>();
    } catch (const py::error_already_set&) {
        throw InputError(fmt::format("{} = {} is not a number", key, py::repr(value).cast<std::string>()));
    }
}

/// Puts the keywords that an operator has into its parameters; `needed` says which number must be given.
void setParameters(DiracParameters& dirac, const std::string& kind, const py::kwargs& given,
                   const std::function<bool(const DiracNumber&)>& needed)
{
    std::vector<std::string> known = {"boundary", "stout"};
    for (const DiracNumber* number : traits(dirac.type).numbers())
        known.emplace_back(number->key);
    for (const auto& [key, value] : given) {
        const auto word = key.cast<std::string>();
        if (std::ranges::find(known, word) == known.end())
            throw InputError(fmt::format("{} quarks have no '{}'; they have {}", kind, word, fmt::join(known, ", ")));
    }
    for (const DiracNumber* number : traits(dirac.type).numbers()) {
        if (!given.contains(number->key) && needed(*number))
            throw InputError(fmt::format("{} quarks need {}", kind, number->key));
        dirac.*number->value =
            given.contains(number->key) ? numberOf(number->key, given[number->key]) : number->standard;
    }
    const auto text = [&](const char* key, const char* standard) {
        return given.contains(key) ? py::str(given[key]).cast<std::string>() : std::string(standard);
    };
    dirac.boundary = BoundaryPhases::parse(text("boundary", "antiperiodic"));
    dirac.stout = StoutSteps::parse(text("stout", "none"));
    warn(warningsOf(dirac.stout));
}

DiracParameters operatorOf(const std::string& kind, const py::kwargs& given)
{
    DiracParameters dirac{.type = parseChoice<DiracType>(kind)};
    setParameters(dirac, kind, given, [](const DiracNumber& number) { return !number.optional; });
    validate(dirac);
    return dirac;
}

SolverChoice choiceOf(const Field& field, const Solver& solver)
{
    SolverChoice choice{.type = parseChoice<SolverType>(solver.solver),
                        .tolerance = solver.tolerance,
                        .maxIterations = solver.maxIterations};
    if (choice.type == SolverType::MultiShift)
        throw InputError("solver 'multishift' has several solutions; here is one");
    const bool isDouble = field.device() && field.device()->precision() == Precision::Double;
    choice.precision = solver.precision ? parseChoice<SolverPrecision>(*solver.precision)
                       : isDouble       ? SolverPrecision::Double
                                        : SolverPrecision::Mixed;
    if (field.device() && (choice.precision == SolverPrecision::Double) != isDouble)
        throw InputError(fmt::format("precision '{}' does not go with a device of {} precision",
                                     choiceName(choice.precision), name(field.device()->precision())));
    validate(choice);
    return choice;
}

/// Works where the field is, with its links on the host.
template<class F>
auto where(const Field& field, F&& work)
{
    const std::shared_ptr<const HostGaugeField> links = field.onHost();
    const auto there = [&] {
        InverterBackend place(field.device() ? &field.device()->device() : nullptr);
        return work(place, *links);
    };
    return field.device() ? field.device()->run(there) : aside(there);
}

/// What Ctrl-C ended is raised as such.
void requireSolved(SolverStatus status, double residual, double tolerance, int iterations)
{
    if (status == SolverStatus::Converged || status == SolverStatus::Interrupted) return;
    throw UnsolvedError(
        fmt::format("the solver ended after {} iterations ({}) at |b - M x| / |b| = {:.3g}; asked for {:.3g}",
                    iterations, name(status), residual, tolerance));
}

/// The solution of one system.
struct Solved {
    Inversion inversion;
    Lattice lattice;
    FermionKind kind;
    Group group;
    std::string place;
};

Solved solved(const Field& field, const DiracParameters& dirac, const py::object& source, const Solver& solver,
              const py::object& progress)
{
    requireFeature(field.group(), Feature::Fermions);
    const SolverChoice choice = choiceOf(field, solver);
    const FermionVector b =
        py::isinstance<py::str>(source)
            ? sourceVector(Source::parse(source.cast<std::string>()), field.lattice(), dirac.kind(), field.group())
            : fermionOf(source, field.lattice(), dirac.kind(), field.group());
    ProgressReport report(progress, "iterations", 0);
    Solved result{{}, field.lattice(), dirac.kind(), field.group(), {}};
    result.inversion = where(field, [&](InverterBackend& place, const HostGaugeField& links) {
        const auto inverter = place.inverter(links, dirac, links.lattice);
        result.place = inverter->place();
        return inverter->solve(b, choice, [&](const ResidualPoint& seen) {
            report.update(seen.iteration, fmt::format("residual {:.1e}", seen.relativeResidual));
        });
    });
    requireSolved(result.inversion.status, result.inversion.relativeResidual, choice.tolerance,
                  result.inversion.iterations);
    return result;
}

/// [t, z, y, x, spin, spin of the source, colour, colour of the source], of staggered quarks without spins.
ComplexArray propagatorOf(const Field& field, const DiracParameters& dirac, const std::string& text,
                          const Solver& solver, const py::object& progress)
{
    requireFeature(field.group(), Feature::Fermions);
    const SolverChoice choice = choiceOf(field, solver);
    Source source = Source::parse(text);
    if (!source.hasComponents() || source.oneComponent)
        throw InputError(
            fmt::format("a propagator is of a point or a wall with all its components, but the source is '{}'", text));
    validate(source, field.lattice(), dirac.kind(), field.group());
    const int n = colours(field.group()), s = spins(dirac.kind());
    std::vector<FermionVector> b;
    for (source.spin = 0; source.spin < s; ++source.spin)
        for (source.colour = 0; source.colour < n; ++source.colour)
            b.push_back(sourceVector(source, field.lattice(), dirac.kind(), field.group()));
    ProgressReport report(progress, "iterations", 0);
    std::vector<int> iterations(b.size());
    const std::vector<Inversion> x = where(field, [&](InverterBackend& place, const HostGaugeField& links) {
        return place.inverter(links, dirac, links.lattice)
            ->solve(std::span(b), choice, [&](int v, const ResidualPoint& seen) {
                iterations[std::size_t(v)] = seen.iteration;
                int sum = 0;
                for (const int one : iterations)
                    sum += one;
                report.update(
                    sum, fmt::format("residual {:.1e} of column {} of {}", seen.relativeResidual, v + 1, b.size()));
            });
    });
    for (const Inversion& one : x)
        requireSolved(one.status, one.relativeResidual, choice.tolerance, one.iterations);
    const Lattice& lattice = field.lattice();
    std::vector<py::ssize_t> shape = {lattice.extent(3), lattice.extent(2), lattice.extent(1), lattice.extent(0)};
    if (hasSpin(dirac.kind())) shape.insert(shape.end(), {s, s});
    shape.insert(shape.end(), {n, n});
    ComplexArray array(shape);
    std::complex<double>* out = array.mutable_data();
    for (std::size_t site = 0; site < std::size_t(lattice.volume()); ++site)
        for (int spin = 0; spin < s; ++spin)
            for (int spin0 = 0; spin0 < s; ++spin0)
                for (int colour = 0; colour < n; ++colour)
                    for (int colour0 = 0; colour0 < n; ++colour0)
                        *out++ = x[std::size_t(spin0 * n + colour0)]
                                     .solution[(site * std::size_t(s) + std::size_t(spin)) * std::size_t(n) +
                                               std::size_t(colour)];
    return array;
}

int directionOf(const std::string& text)
{
    const auto* found = std::ranges::find(directionNames, text);
    if (found == directionNames.end()) throw InputError(fmt::format("direction '{}' is none of x, y, z, t", text));
    return int(found - directionNames.begin());
}

py::dict correlatorsOf(const Field& field, const DiracParameters& dirac, const std::string& source,
                       const std::string& direction, const std::optional<std::string>& channels, bool nucleon,
                       bool delta, const std::optional<DiracParameters>& strange, const std::string& momenta,
                       bool separateMomenta, const std::string& smearSource, const std::string& smearSink,
                       const Solver& solver, const py::object& progress)
{
    requireFeature(field.group(), Feature::Fermions);
    SpectrumRequest request{.source = Source::parse(source),
                            .direction = directionOf(direction),
                            .choice = choiceOf(field, solver),
                            .smearing = {WuppertalSteps::parse(smearSource), WuppertalSteps::parse(smearSink), {}}};
    if (channels) request.channels = parseChannels(*channels);
    request.momenta = MomentumChoice::parse(momenta, !separateMomenta);
    if (nucleon) request.nucleon = dirac;
    if (delta) request.delta = dirac;
    request.strange = strange;
    request.isospinMu = dirac.isospinMu;
    const FermionDomain space{field.lattice(), field.group(), dirac.kind()};
    validate(request, space);
    ProgressReport report(progress, "columns", (strange ? 2 : 1) * space.components());
    const SpectrumMeasurement found = where(field, [&](InverterBackend& place, const HostGaugeField& links) {
        const auto smearerOf = [&](const DiracParameters& quark) {
            return request.smearing.smears() ? place.smearer({links, quark.boundary, {}}, links.lattice) : nullptr;
        };
        PropagatorSolution second;
        if (strange) {
            second = solvePropagator(
                *place.inverter(links, *strange, links.lattice), space, request,
                [&](int columns) { report.update(columns); }, smearerOf(*strange).get());
            if (second.status != SolverStatus::Converged) return SpectrumMeasurement{second, {}};
        }
        return measureSpectrum(
            *place.inverter(links, dirac, links.lattice), space, request,
            [&](int columns) { report.update(int(second.columns.size()) + columns); }, smearerOf(dirac).get(),
            strange ? &second.columns : nullptr);
    });
    requireSolved(found.status, found.largestResidual, request.choice.tolerance, found.iterations);
    py::dict result;
    for (const MesonCorrelator& one : found.correlators)
        result[py::str(one.name)] = arrayOf(one.values);
    return result;
}

SpectralParameters matrixOf(const std::string& kind, const py::kwargs& given)
{
    SpectralParameters matrix{parseChoice<SpectralType>(kind), {}};
    const SpectralTraits& of = traits(matrix.type);
    matrix.dirac.type = of.dirac;
    py::kwargs rest{py::dict(**given)};
    std::optional<double> bare;
    if (of.byBareMass && rest.contains("mass")) {
        if (rest.contains("kappa")) throw InputError("mass and kappa: one of them says all, kappa = 1/(2 (M0 + 4))");
        bare = numberOf("mass", rest["mass"]);
        rest.attr("pop")("mass");
        rest["kappa"] = kappaOfBareMass(*bare);
    }
    setParameters(matrix.dirac, kind, rest, [&](const DiracNumber& number) {
        return (of.needsClover && &number == &cloverNumber) || (!number.optional && &number != &massNumber);
    });
    validate(matrix);
    return matrix;
}

py::dict modesOf(const Field& field, const std::string& kind, int count, bool largest,
                 const std::optional<std::string>& precision, const std::optional<double>& tolerance,
                 const py::object& progress, const py::kwargs& given)
{
    requireFeature(field.group(), Feature::Fermions);
    const SpectralParameters matrix = matrixOf(kind, given);
    const bool isDouble = field.device() && field.device()->precision() == Precision::Double;
    ModeChoice choice{.count = count, .largest = largest, .tolerance = tolerance};
    choice.precision = precision  ? parseChoice<SolverPrecision>(*precision)
                       : isDouble ? SolverPrecision::Double
                                  : SolverPrecision::Mixed;
    if (field.device() && (choice.precision == SolverPrecision::Double) != isDouble)
        throw InputError(fmt::format("precision '{}' does not go with a device of {} precision",
                                     choiceName(choice.precision), name(field.device()->precision())));
    validate(choice, matrix, field.lattice(), field.group());
    ProgressReport report(progress, "applications", 0);
    const LowModes modes = where(field, [&](InverterBackend& place, const HostGaugeField& links) {
        return place.modeFinder(links, matrix, links.lattice)->find(choice, [&](const ModeProgress& seen) {
            report.update(seen.applications, describe(seen));
        });
    });
    if (modes.status != SolverStatus::Converged && modes.status != SolverStatus::Interrupted)
        throw UnsolvedError(
            fmt::format("eigenmodes: {} after {} applications", whyNone(modes, choice), modes.applications));
    py::dict result;
    if (modes.imaginary.empty())
        result["eigenvalues"] = arrayOf(modes.eigenvalues);
    else {
        ComplexArray values(py::ssize_t(modes.eigenvalues.size()));
        for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k)
            values.mutable_at(py::ssize_t(k)) = {modes.eigenvalues[k], modes.imaginary[k]};
        result["eigenvalues"] = values;
    }
    result["residuals"] = arrayOf(modes.residuals);
    result["multiplicities"] = py::array_t<int>(py::ssize_t(modes.multiplicities.size()), modes.multiplicities.data());
    result["last_level_complete"] = modes.lastLevelComplete;
    result["chiralities"] = modes.chiralities.empty() ? py::object(py::none()) : py::object(arrayOf(modes.chiralities));
    result["index"] = modes.index;
    py::list vectors;
    for (const FermionVector& vector : modes.vectors)
        vectors.append(arrayOf(vector, field.lattice(), matrix.dirac.kind(), field.group()));
    result["vectors"] = vectors;
    return result;
}

constexpr const char* solverHelp = R"(
tolerance: of |b - M x| / |b|, recomputed in double precision.  solver: "cg", "bicgstab" or "flexible".
precision: "single", "double", "mixed" or (on devices) "mixed16"; None: "mixed", on a device of double precision "double".
It is solved where the field is, on the host by the processors.  Raises UnsolvedError where the tolerance is not reached.
progress: True shows it, or a function of (done, total, note).)";

} // namespace

void bindQuarks(py::module_& module)
{
    py::class_<DiracParameters>(module, "Operator", R"(
A Dirac operator: Operator(kind, ..) with kind "wilson", "twisted-mass", "staggered", "staggered-isospin", "domain-wall" or "overlap"
and its numbers as keywords: kappa, clover, mu, isospin_mu, mass, m5, ls, b5, c5, rho, sign_modes, lambda_min, lambda_max.

boundary: "periodic", "antiperiodic" (in time, the default) or "tx,ty,tz,tt", phases exp(i pi t).  stout: "RHO:STEPS" of the links.
Wilson: M = 1 - kappa H - kappa c_SW (...); staggered: D = m + ...; gamma matrices of DeGrand and Rossi.
Raises InputError for numbers that the operator lacks, needs or does not allow.)")
        .def(py::init(&operatorOf), py::arg("kind"))
        .def_property_readonly(
            "kind", [](const DiracParameters& d) { return choiceName(d.type); }, "The kind of quarks.")
        .def("__repr__", [](const DiracParameters& d) { return "<gaugegl.Operator " + describe(d) + ">"; });

    py::class_<Solved>(module, "Solution", "The solution x of M x = b, and how it was found.")
        .def_property_readonly(
            "solution", [](const Solved& s) { return arrayOf(s.inversion.solution, s.lattice, s.kind, s.group); },
            "x: shape (Lt, Lz, Ly, Lx, 4, N), of staggered quarks (Lt, Lz, Ly, Lx, N).")
        .def_property_readonly(
            "residual", [](const Solved& s) { return s.inversion.relativeResidual; },
            "|b - M x| / |b|, recomputed in double precision.")
        .def_property_readonly(
            "history",
            [](const Solved& s) {
                py::list list;
                for (const ResidualPoint& point : s.inversion.history)
                    list.append(py::make_tuple(point.iteration, point.relativeResidual));
                return list;
            },
            "[(iteration, residual)] as the solver saw them.")
        .def_property_readonly(
            "iterations", [](const Solved& s) { return s.inversion.iterations; }, "Of all restarts.")
        .def_property_readonly(
            "seconds", [](const Solved& s) { return s.inversion.seconds; }, "From b to x.")
        .def_readonly("place", &Solved::place, "Where it was solved.");

    const auto help = [](const std::string& text) { return text + solverHelp; };
    module.def(
        "solve",
        [](const Field& field, const DiracParameters& dirac, const py::object& source, double tolerance,
           const std::string& solver, const std::optional<std::string>& precision, int maxIterations,
           const py::object& progress) {
            return solved(field, dirac, source, {tolerance, solver, precision, maxIterations}, progress);
        },
        py::arg("field"), py::arg("operator"), py::arg("source"), py::arg("tolerance") = 1e-10,
        py::arg("solver") = "cg", py::arg("precision") = py::none(), py::arg("max_iterations") = 10000,
        py::arg("progress") = py::none(),
        help(R"(
Solves M x = b.  source: b as a complex128 array of the shape of the solution, or a text: "point:x,y,z,t", "wall:t", "z2:t,SEED",
each followed by ":spin:colour", "random:SEED" or "ones".
)")
            .c_str());
    module.def(
        "propagator",
        [](const Field& field, const DiracParameters& dirac, const std::string& source, double tolerance,
           const std::string& solver, const std::optional<std::string>& precision, int maxIterations,
           const py::object& progress) {
            return propagatorOf(field, dirac, source, {tolerance, solver, precision, maxIterations}, progress);
        },
        py::arg("field"), py::arg("operator"), py::arg("source") = "point:0,0,0,0", py::arg("tolerance") = 1e-10,
        py::arg("solver") = "cg", py::arg("precision") = py::none(), py::arg("max_iterations") = 10000,
        py::arg("progress") = py::none(),
        help(R"(
The propagator from a point or a wall, S[t, z, y, x, spin, spin of the source, colour, colour of the source]; of staggered quarks
S[t, z, y, x, colour, colour of the source].
)")
            .c_str());
    module.def(
        "correlators",
        [](const Field& field, const DiracParameters& dirac, const std::string& source, const std::string& direction,
           const std::optional<std::string>& channels, bool nucleon, bool delta,
           const std::optional<DiracParameters>& strange, const std::string& momenta, bool separateMomenta,
           const std::string& smearSource, const std::string& smearSink, double tolerance, const std::string& solver,
           const std::optional<std::string>& precision, int maxIterations, const py::object& progress) {
            return correlatorsOf(field, dirac, source, direction, channels, nucleon, delta, strange, momenta,
                                 separateMomenta, smearSource, smearSink,
                                 {tolerance, solver, precision, maxIterations}, progress);
        },
        py::arg("field"), py::arg("operator"), py::arg("source") = "point:0,0,0,0", py::arg("direction") = "t",
        py::arg("channels") = py::none(), py::arg("nucleon") = false, py::arg("delta") = false,
        py::arg("strange") = py::none(), py::arg("momenta") = "none", py::arg("separate_momenta") = false, py::arg("smear_source") = "none",
        py::arg("smear_sink") = "none", py::arg("tolerance") = 1e-10, py::arg("solver") = "cg",
        py::arg("precision") = py::none(), py::arg("max_iterations") = 10000, py::arg("progress") = py::none(),
        help(R"(
Correlators of mesons, {name: C(0 .. L - 1)}, as `gaugegl spectrum` measures them: pion, rho, scalar, axial, or channels="all" or
names with commas between; nucleon=True and delta=True add these baryons.  strange is the Operator of a second quark, which adds its mesons
(pion-ls, the kaon, .. axial-ss) and the further baryons of the octet and the decuplet.  momenta="p2<=4" or "1,0,0; 1,1,0" adds each at these momenta, such as
pion(1,1,0): means over permutations and signs, or with separate_momenta=True over p and -p.  smear_source, smear_sink: "ALPHA:STEPS".
)")
            .c_str());
    module.def("eigenmodes", &modesOf, py::arg("field"), py::arg("kind") = "hermitian-wilson", py::kw_only(),
               py::arg("count") = 10, py::arg("largest") = false, py::arg("precision") = py::none(),
               py::arg("tolerance") = py::none(), py::arg("progress") = py::none(), R"(
Eigenvalues of smallest (or largest) modulus with their vectors, as `gaugegl eigen` finds them: kind "hermitian-wilson", "clover",
"wilson", "twisted-mass", "staggered" or "overlap", with the numbers of the operator as keywords (mass is M0 of the first two).

Returns {"eigenvalues", "residuals", "multiplicities", "last_level_complete", "chiralities", "index", "vectors"}; vectors are arrays
as solutions of solve(), multiplicities how often each eigenvalue occurs, also beyond count (or more often, where the last is not complete).
Raises UnsolvedError where the modes are not found, or not whether smaller ones were missed.)");
}

} // namespace gaugegl::python
