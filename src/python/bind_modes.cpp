#include "bindings.h"
#include "quarks.h"

#include "gaugegl/base/error.h"
#include "gaugegl/fermion/eigen/low_modes.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace gaugegl::python {
namespace {

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
    ModeChoice choice{.count = count, .largest = largest, .tolerance = tolerance};
    choice.precision = precisionOf(field, precision);
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

} // namespace

void bindModes(py::module_& module)
{
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
