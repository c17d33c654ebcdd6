#include "bindings.h"
#include "estimate.h"
#include "values.h"

#include "analysis/histogram_reweighting.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/effective_mass.h"
#include "gaugegl/analysis/flow_scales.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"
#include "measure/fit_report.h"
#include "measure/potential_report.h"

#include <fmt/format.h>
#include <map>
#include <pybind11/stl.h>

namespace gaugegl::python {
namespace {

std::vector<Estimate> estimatesOf(const std::vector<analysis::Estimate>& all) { return {all.begin(), all.end()}; }

/// A function of Python, which gives a number or several; what it raises is thrown.
py::object jackknifeOf(const std::vector<std::vector<double>>& series, const py::function& f)
{
    analysis::ObservableSeries spans(series.begin(), series.end());
    bool several = false;
    const auto values = [&](std::span<const double> means) {
        py::tuple arguments(means.size());
        for (std::size_t i = 0; i < means.size(); ++i)
            arguments[i] = means[i];
        const py::object value = f(*arguments);
        several =
            py::isinstance<py::array>(value) ? value.cast<py::array>().ndim() > 0 : py::isinstance<py::sequence>(value);
        return several ? value.cast<std::vector<double>>() : std::vector<double>{value.cast<double>()};
    };
    const analysis::Binning binning = analysis::jackknifeBinning(spans);
    std::vector<Estimate> all = Estimate::ofReplicas(analysis::replicate(spans, values, binning));
    if (several) return py::cast(all);
    if (all.empty()) return py::cast(Estimate(analysis::Estimate()));
    all.front().takeTau(analysis::jackknife(
        spans, [&](std::span<const double> means) { return values(means).front(); }, binning));
    return py::cast(all.front());
}

analysis::Matrix matrixOf(const std::vector<std::vector<double>>& rows, std::size_t size)
{
    analysis::Matrix matrix(size);
    if (rows.size() != size) throw InputError(fmt::format("the covariance of {} data has {} rows", size, rows.size()));
    for (std::size_t i = 0; i < size; ++i) {
        if (rows[i].size() != size)
            throw InputError(
                fmt::format("row {} of the covariance of {} data has {} numbers", i, size, rows[i].size()));
        for (std::size_t j = 0; j < size; ++j)
            matrix(i, j) = rows[i][j];
    }
    return matrix;
}

py::dict fitOf(const std::vector<double>& y, const std::vector<std::vector<double>>& covariance,
               const std::vector<std::vector<double>>& basis, std::size_t samples)
{
    for (const std::vector<double>& f : basis)
        if (f.size() != y.size())
            throw InputError(fmt::format("a basis function has {} values for {} data", f.size(), y.size()));
    const analysis::LinearFit fit = analysis::fitLinear({y, matrixOf(covariance, y.size()), basis, samples});
    py::list errors;
    for (std::size_t k = 0; k < fit.parameters.size(); ++k)
        errors.append(fit.error(k));
    py::dict result;
    result["parameters"] = fit.parameters;
    result["errors"] = errors;
    result["chi_squared"] = fit.chiSquared;
    result["degrees"] = fit.degrees;
    result["probability"] = fit.probability;
    return result;
}

/// The loops of one configuration as GaugeField.wilson_loops() gives them.
analysis::LoopSeries loopsOfOne(const py::dict& loops)
{
    try {
        const auto r = loops["r"].cast<std::vector<std::array<int, 3>>>();
        const auto t = loops["t"].cast<std::vector<int>>();
        const auto value = loops["value"].cast<std::vector<double>>();
        if (r.size() != t.size() || r.size() != value.size() || r.empty())
            throw InputError(
                fmt::format("Wilson loops with {} r, {} t and {} values", r.size(), t.size(), value.size()));
        analysis::LoopSeries table;
        table.tMost = *std::ranges::max_element(t);
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (t[i] != int(i) % table.tMost + 1 || r[i] != r[i - std::size_t(t[i] - 1)])
                throw InputError("Wilson loops are not in the order in which wilson_loops() gives them");
            if (t[i] == 1) table.r.push_back(r[i]);
        }
        table.values = {value};
        return table;
    } catch (const py::error_already_set&) {
        throw InputError("Wilson loops are a dictionary with r, t and value, as wilson_loops() gives it");
    } catch (const py::cast_error&) {
        throw InputError("Wilson loops are a dictionary with r, t and value, as wilson_loops() gives it");
    }
}

py::object potentialOf(const std::vector<py::dict>& loops, const py::object& lattice,
                       const std::optional<std::pair<double, double>>& fitRange, const std::optional<int>& plateau,
                       double rootSigma)
{
    analysis::LoopSeries ensemble;
    for (const py::dict& one : loops) {
        analysis::LoopSeries next = loopsOfOne(one);
        if (ensemble.values.empty())
            ensemble = std::move(next);
        else if (next.r != ensemble.r || next.tMost != ensemble.tMost)
            throw InputError("the Wilson loops of the configurations have different sizes");
        else
            ensemble.values.push_back(std::move(next.values.front()));
    }
    const Lattice extents = latticeOf(lattice);
    return toPython(aside([&] { // its jackknife takes a while
        return measure::resultsOf(measure::reportPotential(ensemble, {}, {fitRange, plateau, rootSigma}, extents));
    }));
}

/// [configuration, t] or [configuration, i, j, t].
analysis::CorrelatorMatrices correlatorsOf(const py::object& data)
{
    constexpr const char* expected =
        "correlators have to be an array [configuration, t] or [configuration, i, j, t] of real numbers";
    const auto any = py::array::ensure(data);
    if (!any || any.dtype().kind() == 'c' || any.dtype().kind() == 'O') throw InputError(expected);
    const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(any);
    if (!array || (array.ndim() != 2 && (array.ndim() != 4 || array.shape(1) != array.shape(2))))
        throw InputError(expected);
    analysis::CorrelatorMatrices result{array.ndim() == 2 ? 1 : std::size_t(array.shape(1)), {}};
    const auto step = array.shape(0) == 0 ? 0 : array.size() / array.shape(0);
    for (py::ssize_t k = 0; k < array.shape(0); ++k)
        result.series.emplace_back(array.data() + k * step, array.data() + (k + 1) * step);
    return result;
}

py::object correlatorFitOf(const py::object& data, std::pair<int, int> range, const std::string& model, int states,
                           int oscillating, int extent, const std::string& covariance, double cut, std::size_t bin,
                           std::size_t bootstrap, std::uint64_t seed, const std::optional<int>& t0,
                           const std::optional<int>& td)
{
    const analysis::CorrelatorMatrices correlators = correlatorsOf(data);
    const analysis::FitTask task{.model = {parseChoice<analysis::CorrelatorForm>(model), states, oscillating, extent},
                                 .first = range.first,
                                 .last = range.second,
                                 .covariance = parseChoice<analysis::FitCovariance>(covariance),
                                 .cut = cut,
                                 .bin = bin,
                                 .resamples = bootstrap,
                                 .seed = seed};
    std::optional<measure::GevpTimes> times;
    if (t0 || td) times = measure::GevpTimes{t0.value_or(1), td};
    return toPython(aside([&] { return measure::resultsOf(measure::reportFits(correlators, task, times)); }));
}

py::dict flowScalesOf(const std::vector<double>& times, const std::vector<std::vector<double>>& t2E, double reference)
{
    const analysis::FlowScales scales = analysis::flowScales({times, t2E}, reference);
    py::dict result;
    result["reference"] = scales.reference;
    result["t2E"] = estimatesOf(scales.t2E);
    result["slope"] = estimatesOf(scales.slope);
    result["t0"] = Estimate(scales.t0);
    result["w0"] = Estimate(scales.w0);
    return result;
}

py::dict reweighted(const std::vector<double>& beta, const std::vector<std::vector<double>>& action,
                    const std::vector<std::vector<double>>& observable, const std::vector<double>& couplings,
                    double volume)
{
    if (action.size() != beta.size() || observable.size() != beta.size())
        throw InputError(fmt::format("{} couplings with {} series of the action and {} of the observable", beta.size(),
                                     action.size(), observable.size()));
    std::vector<analysis::ChainAtCoupling> chains;
    chains.reserve(beta.size());
    for (std::size_t k = 0; k < beta.size(); ++k)
        chains.push_back({beta[k], action[k], observable[k]});
    const analysis::Reweighting found = aside([&] { return analysis::reweight(std::move(chains), couplings, volume); });
    const auto numbers = [&](analysis::Estimate analysis::ReweightedPoint::*number) {
        std::vector<Estimate> all;
        all.reserve(found.points.size());
        for (const analysis::ReweightedPoint& point : found.points)
            all.emplace_back(point.*number);
        return all;
    };
    std::vector<double> independent;
    independent.reserve(found.points.size());
    for (const analysis::ReweightedPoint& point : found.points)
        independent.push_back(point.independent);
    py::dict result;
    result["beta"] = couplings;
    result["mean"] = numbers(&analysis::ReweightedPoint::mean);
    result["susceptibility"] = numbers(&analysis::ReweightedPoint::susceptibility);
    result["binder"] = numbers(&analysis::ReweightedPoint::binder);
    result["independent_data"] = independent;
    if (found.peak) {
        result["position"] = Estimate(found.peak->position);
        result["height"] = Estimate(found.peak->height);
    }
    result["iterations"] = found.iterations;
    result["warnings"] = found.warnings;
    return result;
}

} // namespace

void bindAnalysis(py::module_& module)
{
    bindEstimate(module);
    module.def(
        "gamma_method", [](const std::vector<double>& series) { return Estimate(analysis::gammaMethod(series)); },
        py::arg("series"), "Mean, error and integrated autocorrelation time of a series (U. Wolff, hep-lat/0306017).");
    module.def("jackknife", &jackknifeOf, py::arg("series"), py::arg("f"), R"(
f(mean_0, mean_1, ..) of the means of several series of one ensemble, with its binned jackknife error.  Where f gives a sequence, so does
jackknife(), of Estimates that know their correlations.)");
    module.def("fit_linear", &fitOf, py::arg("y"), py::arg("covariance"), py::arg("basis"), py::arg("samples") = 0, R"(
A correlated fit y_i = sum_k p_k basis[k][i]: {"parameters", "errors", "chi_squared", "degrees", "probability"}.
samples: from how many independent samples the covariance was estimated; 0: it is known exactly.)");
    module.def(
        "effective_masses",
        [](const analysis::CorrelatorSeries& series, bool symmetric) {
            return estimatesOf(symmetric ? analysis::effectiveMasses(series) : analysis::exponentialMasses(series));
        },
        py::arg("correlators"), py::arg("symmetric") = true, R"(
[Estimate] for t = 0 .. T/2 - 1 from correlators [configuration][t]; symmetric: C(t) = C(T - t), as of mesons.)");
    module.def("fit", &correlatorFitOf, py::arg("correlators"), py::arg("range"), py::arg("model") = "cosh",
               py::arg("states") = 1, py::arg("oscillating") = 0, py::arg("extent") = 0, py::arg("covariance") = "auto",
               py::arg("cut") = 1e-3, py::arg("bin") = 0, py::arg("bootstrap") = 0, py::arg("seed") = 1,
               py::arg("t0") = py::none(), py::arg("td") = py::none(), R"(
Correlated fits of correlators [configuration, t], t = 0, 1, .., as the dictionary that `gaugegl fit` writes: "parameters", "probability", "average"
over ranges and numbers of states, "warnings".  range: first and last t.  model: "cosh", "sinh", "exponential", "constant";
oscillating: states with (-1)^t.  extent: T, of data from 0 to T/2 alone.  covariance: "auto", "full", "shrunk", "cut", "uncorrelated".  bin: configurations in a
bin, 0 by autocorrelation.  bootstrap: so many resamples instead of the jackknife.  Of matrices [configuration, i, j, t] the "states" of the
generalised eigenvalue problem with t0, and vectors at td.)");
    module.def("flow_scales", &flowScalesOf, py::arg("times"), py::arg("t2E"), py::arg("reference") = 0.3, R"(
t0 and w0 in lattice units from t^2 E, [configuration][time] (Luescher, arXiv:1006.4518; Borsanyi et al., arXiv:1203.4469).)");
    module.def("reweight", &reweighted, py::arg("beta"), py::arg("action"), py::arg("observable"), py::arg("couplings"),
               py::arg("volume") = 1.0, R"(
Multi-histogram reweighting of chains at several couplings (Ferrenberg and Swendsen, Phys. Rev. Lett. 63 (1989) 1195).  beta: of each chain; action,
observable: [chain][measurement], the action of the whole lattice without beta, and |L|.  The dictionary has at each of the rising `couplings`
"mean", "susceptibility" = volume (<x^2> - <x>^2), "binder" = 1 - <x^4>/(3 <x^2>^2) and the number of "independent_data" that they rest on; "position"
and "height" of the largest susceptibility, if it lies between the first and the last; "iterations" and "warnings".)");
    module.def("static_potential", &potentialOf, py::arg("loops"), py::arg("lattice"),
               py::arg("fit_range") = py::none(), py::arg("plateau") = py::none(), py::arg("root_sigma_mev") = 440.0,
               R"(
The static potential of an ensemble from the Wilson loops of its configurations, [GaugeField.wilson_loops()], as the dictionary
that `gaugegl potential` writes: points, the fit V0 - a/R + sigma R, r0 and the lattice spacing, with errors.)");
}

} // namespace gaugegl::python
