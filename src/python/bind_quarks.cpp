#include "bindings.h"
#include "quarks.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <fmt/format.h>
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
    choice.precision = precisionOf(field, solver.precision);
    validate(choice);
    return choice;
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
    if (strange && strange->boundary != dirac.boundary)
        throw InputError(
            "operator and strange have different boundaries, whose phases would not cancel in mesons: quarks "
            "of one boundary are expected");
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
The propagator from a point, a wall or a noise wall, S[t, z, y, x, spin, spin of the source, colour, colour of the source]; of staggered quarks
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
                                 separateMomenta, smearSource, smearSink, {tolerance, solver, precision, maxIterations},
                                 progress);
        },
        py::arg("field"), py::arg("operator"), py::arg("source") = "point:0,0,0,0", py::arg("direction") = "t",
        py::arg("channels") = py::none(), py::arg("nucleon") = false, py::arg("delta") = false,
        py::arg("strange") = py::none(), py::arg("momenta") = "none", py::arg("separate_momenta") = false,
        py::arg("smear_source") = "none", py::arg("smear_sink") = "none", py::arg("tolerance") = 1e-10,
        py::arg("solver") = "cg", py::arg("precision") = py::none(), py::arg("max_iterations") = 10000,
        py::arg("progress") = py::none(),
        help(R"(
Correlators of mesons, {name: C(0 .. L - 1)}, as `gaugegl spectrum` measures them: pion, rho, scalar, axial, or channels="all" or
names with commas between; nucleon=True and delta=True add these baryons.  strange is the Operator of a second quark, which adds its mesons
(pion-ls, the kaon, .. axial-ss) and the further baryons of the octet and the decuplet.  momenta="p2<=4" or "1,0,0; 1,1,0" adds each at these momenta, such as
pion(1,1,0): means over permutations and signs, or with separate_momenta=True over p and -p.  smear_source, smear_sink: "ALPHA:STEPS".
source: "point:x,y,z,t", "wall:t", or noise walls "z2:t,SEED", which need another seed for each field: the same text has the same noise.
)")
            .c_str());
}

} // namespace gaugegl::python
