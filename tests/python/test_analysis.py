import copy
import math
import pickle

import numpy as np
import pytest

import gaugegl
from gaugegl import analysis


def autoregressive(count, rho, seed=1):
    """A series of mean 2 and variance 1 whose autocorrelation is rho^t: tau_int = (1 + rho)/(1 - rho)/2."""
    numbers = np.random.default_rng(seed)
    series = np.empty(count)
    value = numbers.normal()
    for i in range(count):
        value = rho * value + math.sqrt(1 - rho * rho) * numbers.normal()
        series[i] = 2 + value
    return series


def test_the_gamma_method_finds_what_the_series_was_made_with():
    rho, count = 0.8, 40000
    found = analysis.gamma_method(autoregressive(count, rho))
    tau = (1 + rho) / (1 - rho) / 2
    assert abs(found.tau_int - tau) < 4 * found.tau_int_error and found.tau_int_error < 0.1 * tau
    assert found.error == pytest.approx(math.sqrt(2 * tau / count), rel=0.1)
    assert abs(found.value - 2) < 4 * found.error and found.count == count
    assert float(found) == found.value and str(found).startswith(f"{found.value:.2f}"[:3]) and "(" in str(found)
    assert found.as_dict() == {"value": found.value, "error": found.error, "tau_int": found.tau_int,
                               "tau_int_error": found.tau_int_error, "count": count, "warnings": []}


def test_the_jackknife_propagates_errors():
    a, b = autoregressive(20000, 0, 2), autoregressive(20000, 0, 3)
    found = analysis.jackknife([a, b], lambda x, y: x / y)
    assert found.value == pytest.approx(a.mean() / b.mean(), rel=1e-6)
    assert found.error == pytest.approx(math.sqrt(2) / 2 / math.sqrt(20000), rel=0.2)
    with pytest.raises(ZeroDivisionError):
        analysis.jackknife([a], lambda x: 1 / 0)


def test_estimates_are_numbers_with_errors():
    a, b = (analysis.gamma_method(autoregressive(4000, 0, seed)) for seed in (4, 5))
    assert (a + b).error == pytest.approx(math.hypot(a.error, b.error)) and (a + b).value == a.value + b.value
    assert (a - a).value == 0 and (a - a).error == 0 and (a / a).error == pytest.approx(0, abs=1e-18)
    assert (2 * a).error == (a * 2).error == (a + a).error == pytest.approx(2 * a.error)
    assert (1 / a).error == pytest.approx(a.error / a.value**2) and (3 - a).value == 3 - a.value
    assert (a**2).error == pytest.approx(2 * a.value * a.error) and (a * a).error == pytest.approx((a**2).error)
    assert (a * b).error == pytest.approx(math.hypot(a.error * b.value, b.error * a.value))
    assert np.sqrt(a).value == pytest.approx(math.sqrt(a.value)) and np.exp(np.log(a)).error == pytest.approx(a.error)
    assert abs(-a) == a and -(-a) == a and a != b and a == copy.deepcopy(a) and len({a, copy.copy(a), b}) == 2
    assert pickle.loads(pickle.dumps(a)) == a and (pickle.loads(pickle.dumps(a)) - a).error == 0
    assert f"{a}" == str(a) and f"{a:.3f}" == f"{a.value:.3f} +- {a.error:.3f}" and repr(a) == f"<gaugegl.Estimate {a} of 4000 data>"
    with pytest.raises(TypeError):
        a + "1"


def test_what_comes_from_one_jackknife_is_correlated():
    a = autoregressive(2000, 0.5, 6)
    b = a + 0.1 * autoregressive(2000, 0, 7)
    x, y = analysis.jackknife([a, b], lambda x, y: (x, y))
    ratio = analysis.jackknife([a, b], lambda x, y: x / y)
    assert (x / y).error == pytest.approx(ratio.error, rel=0.01) and ratio.tau_int > 0.3
    apart = analysis.jackknife([a], lambda x: x) / analysis.jackknife([b], lambda x: x)
    assert apart.error > 3 * ratio.error


def test_estimates_say_what_they_are_not_vouched_for():
    assert analysis.gamma_method([1.0, 2.0, 3.0]).warnings == ["the error is not known: 3 data"]
    assert any("at best" in word for word in analysis.gamma_method(autoregressive(200, 0.9)).warnings)
    drifting = autoregressive(600, 0, 8) + np.linspace(0, 3, 600)
    assert any("first third" in word for word in (2 * analysis.gamma_method(drifting)).warnings)
    assert analysis.gamma_method(autoregressive(2000, 0, 9)).warnings == []


def test_fits_are_those_of_numpy():
    x = np.arange(1.0, 9)
    y = 3 - 2 * x + 0.1 * np.sin(7 * x)
    found = analysis.fit_linear(y, 0.01 * np.eye(8), [np.ones(8), x])
    expected, covariance = np.polyfit(x, y, 1, w=np.full(8, 10.0), cov="unscaled")
    assert found["parameters"] == pytest.approx(expected[::-1])
    assert found["errors"] == pytest.approx(np.sqrt(np.diag(covariance))[::-1])
    residual = (y - np.polyval(expected, x)) / 0.1
    assert found["chi_squared"] == pytest.approx(residual @ residual) and found["degrees"] == 6
    for call, word in [(lambda: analysis.fit_linear(y, np.eye(7), [x]), "7 rows"),
                       (lambda: analysis.fit_linear(y, np.eye(8), [x[:4]]), "4 values for 8"),
                       (lambda: analysis.fit_linear(y, np.zeros((8, 8)), [x]), "covariance")]:
        with pytest.raises(gaugegl.InputError, match=word):
            call()


def test_masses_of_a_correlator_with_one_state():
    m, t, numbers = 0.4, 16, np.random.default_rng(4)
    c = np.cosh(m * (np.arange(t) - t / 2))
    series = c * (1 + 0.001 * numbers.normal(size=(50, 1)))
    masses = analysis.effective_masses(series.tolist())
    assert [round(mass.value, 9) for mass in masses[:6]] == [m] * 6


def test_flow_scales_of_a_line():
    times = np.arange(0, 3, 0.1)
    series = np.outer(1 + 0.001 * np.random.default_rng(5).normal(size=40), 0.2 * times)
    scales = analysis.flow_scales(times, series.tolist())
    assert scales["t0"].value == pytest.approx(1.5, rel=1e-3) and scales["t0"].error > 0
    assert scales["w0"].value == pytest.approx(math.sqrt(1.5), rel=1e-3)


def test_reweighting_finds_averages_between_chains():
    numbers = np.random.default_rng(7)
    beta = [1.0, 1.4, 1.8]  # E is Gaussian: <E> = 50 - 4 beta with the variance 4
    action = [50 - 4 * b + 2 * numbers.normal(size=2000) for b in beta]
    observable = [(e - 40) / 10 for e in action]
    found = analysis.reweight(beta, action, observable, [1.0, 1.2, 1.6, 1.8], volume=100)
    for b, mean, susceptibility in zip(found["beta"], found["mean"], found["susceptibility"]):
        assert abs(mean.value - (1 - 0.4 * b)) < 4 * mean.error and mean.error < 0.006
        assert abs(susceptibility.value - 4) < 4 * susceptibility.error and susceptibility.error < 0.2
    assert found["warnings"] == [] or "peak" in found["warnings"][0]
    assert min(found["independent_data"]) > 1000 and found["iterations"] < 20
    with pytest.raises(gaugegl.InputError, match="2 couplings with 3 series"):
        analysis.reweight(beta[:2], action, observable, [1.2])
    with pytest.raises(gaugegl.InputError, match="do not overlap"):
        analysis.reweight([0, 40], [action[0], action[0] - 160], observable[:2], [1.2])


def test_the_potential_of_loops_that_have_an_area_law(device):
    sigma, v0, numbers = 0.2, 0.5, np.random.default_rng(6)
    shape = gaugegl.GaugeField.cold("su3", "8x8x8x8", device=device).wilson_loops()
    ensemble = []
    for _ in range(20):
        value = [math.exp(-(v0 + sigma * r[0] - 0.26 / r[0]) * t) * (1 + 1e-4 * numbers.normal())
                 for r, t in zip(shape["r"], shape["t"])]
        ensemble.append(shape | {"value": value})
    found = analysis.static_potential(ensemble, "8x8x8x8")
    assert len(found["potential"]) == 4
    for point in found["potential"]:
        r = point["distance"]
        assert abs(point["mean"] - (v0 + sigma * r - 0.26 / r)) < 1e-3
    with pytest.raises(gaugegl.InputError, match="r, t and value"):
        analysis.static_potential([{"r": 1}], "8x8x8x8")


def test_what_the_data_do_not_determine_is_nan():
    one = analysis.gamma_method([1.5])
    assert one.value == 1.5 and math.isnan(one.error) and math.isnan(one.tau_int)
    assert math.isnan(analysis.gamma_method([]).value)
    with pytest.raises(TypeError):
        analysis.gamma_method("abc")


def test_correlators_are_fitted_with_their_correlations():
    m, t, numbers = 0.4, 16, np.random.default_rng(7)
    exact = np.exp(-m * np.arange(t)) + np.exp(-m * (t - np.arange(t)))
    series = exact * (1 + 0.01 * np.cumsum(numbers.normal(size=(80, t)), axis=1))
    found = gaugegl.fit(series, (2, 8))
    energy = found["parameters"]["E0"]
    assert found["covariance"] == "full" and found["degrees_of_freedom"] == 5 and 0 <= found["probability"] <= 1
    assert abs(energy["mean"] - m) < 4 * energy["error"] < 0.1 and found["average"]["E0"]["error"] > 0
    resampled = gaugegl.fit(series, (2, 8), bootstrap=200, seed=3)["parameters"]["E0"]
    assert resampled["mean"] == energy["mean"] and resampled["error"] == pytest.approx(energy["error"], rel=0.2)
    few = gaugegl.fit(series[:8], (2, 8), bin=1)
    assert few["covariance"] == "shrunk" and 0 < few["shrinkage"] < 1 and any("shrunk" in word for word in few["warnings"])
    for call, word in [(lambda: gaugegl.fit(series, (2, 9)), "0:8"), (lambda: gaugegl.fit(series[:, :, None], (2, 8)), "configuration, t"),
                       (lambda: gaugegl.fit(series * 1j, (2, 8)), "real numbers"), (lambda: gaugegl.fit(series, (2, 8), model="line"), "'line'"),
                       (lambda: gaugegl.fit(series[:1], (2, 8)), "at least 4 bins"), (lambda: gaugegl.fit(series, (2, 8), t0=1), "matrix")]:
        with pytest.raises(gaugegl.InputError, match=word):
            call()


def test_a_matrix_of_correlators_has_the_states_it_was_made_of():
    levels, t, numbers = np.array([0.4, 0.9]), np.arange(12), np.random.default_rng(8)
    overlaps = np.array([[1, 0.5], [0.6, -0.8]])
    exact = np.einsum("in,jn,nt->ijt", overlaps, overlaps, np.exp(-np.outer(levels, t)))
    series = exact * (1 + 0.002 * numbers.normal(size=(60, 2, 2, 12)))
    found = gaugegl.fit(series, (2, 6), model="exponential", t0=1, td=3)
    for state, level, energies in zip(found["states"], levels, found["gevp_energies"]):
        assert abs(state["parameters"]["E0"]["mean"] - level) < 4 * state["parameters"]["E0"]["error"]
        assert energies[2]["mean"] == pytest.approx(level, rel=0.1) and energies[0]["mean"] is None
