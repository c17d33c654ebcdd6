import os
import signal
import threading
import time

import numpy as np
import pytest

import gaugegl
import oracle

WILSON = gaugegl.Operator("wilson", kappa=0.13)


@pytest.fixture(scope="module")
def file(small, tmp_path_factory):
    path = tmp_path_factory.mktemp("links") / "a.ildg"
    small.write(str(path))
    return path


def random_source(small, *inner):
    numbers = np.random.default_rng(1)
    shape = small.lattice[::-1] + inner
    return numbers.normal(size=shape) + 1j * numbers.normal(size=shape)


def test_solutions_solve_the_system_of_the_formula(small):
    b = random_source(small, 4, 3)
    solved = gaugegl.solve(small, WILSON, b, tolerance=1e-11)
    x = solved.solution
    assert x.shape == (6, 4, 4, 4, 4, 3) and x.dtype == np.complex128
    residual = np.linalg.norm(b - oracle.wilson(small.to_numpy(), x, 0.13)) / np.linalg.norm(b)
    assert residual < 1e-11 and residual == pytest.approx(solved.residual, rel=1e-3)
    assert solved.iterations > 5 and solved.history[-1][1] < 1e-10 and solved.seconds > 0 and "CPU" in solved.place


def test_it_is_solved_where_the_field_is(small, device, double_device):
    b = random_source(small, 4, 3)
    for where in (device, double_device):
        solved = gaugegl.solve(small.to(where), WILSON, b, tolerance=1e-10)
        assert solved.residual < 1e-10 and "CPU" not in solved.place
        links = small.to(where).to_numpy()
        assert np.linalg.norm(b - oracle.wilson(links, solved.solution, 0.13)) / np.linalg.norm(b) < 3e-10
    with pytest.raises(gaugegl.InputError, match="'mixed' does not go with a device of double precision"):
        gaugegl.solve(small.to(double_device), WILSON, b, precision="mixed")


def test_solutions_of_the_program_are_the_same(small, file, program):
    found = program("spectrum", file, "--kappa", 0.13, "--path", "cpu")
    own = gaugegl.correlators(gaugegl.GaugeField.read(str(file)), WILSON)
    assert set(own) == {"pion", "rho", "scalar", "axial"}
    for name, values in own.items():
        assert values.shape == (6,) and values.tolist() == found[name], name
    more = gaugegl.correlators(small, WILSON, channels="pion,vector-x", nucleon=True)
    assert more["pion"].tolist() == found["pion"] and len(more) == 4
    heavier = gaugegl.Operator("wilson", kappa=0.12)
    both = gaugegl.correlators(small, WILSON, channels="pion", nucleon=True, strange=heavier)
    assert both["pion"].tolist() == found["pion"] and len(both) == 13 and "omega-negative" in both
    assert both["pion-ss"].tolist() == gaugegl.correlators(small, heavier, channels="pion")["pion"].tolist()
    with pytest.raises(gaugegl.InputError, match="staggered"):
        gaugegl.correlators(small, WILSON, strange=gaugegl.Operator("staggered", mass=0.5))
    with pytest.raises(gaugegl.InputError, match="boundaries"):
        gaugegl.correlators(small, WILSON, strange=gaugegl.Operator("wilson", kappa=0.12, boundary="periodic"))
    moving = gaugegl.correlators(small, WILSON, channels="pion", momenta="1,0,0")
    assert list(moving) == ["pion", "pion(1,0,0)"] and moving["pion"].tolist() == found["pion"]
    s, phase = gaugegl.propagator(small, WILSON), np.exp(2j * np.pi * np.arange(4) / 4)
    squares = (np.abs(s) ** 2).sum(axis=(4, 5, 6, 7))  # t, z, y, x
    waves = [np.einsum("tzyx," + axis + "->t", squares, phase).real for axis in "xyz"]
    np.testing.assert_allclose(moving["pion(1,0,0)"], np.mean(waves, axis=0), rtol=1e-10, atol=1e-12)


def test_on_a_device_too(file, program, device):
    found = program("spectrum", file, "--kappa", 0.13, "--path", device.path, "--no-tuning")
    own = gaugegl.correlators(gaugegl.GaugeField.read(str(file), device=device), WILSON)
    # The device rounds the links of the file to single precision.
    np.testing.assert_allclose(own["pion"], found["pion"], rtol=5e-7)


def test_the_pion_is_the_square_of_the_propagator(small):
    s = gaugegl.propagator(small, WILSON)
    assert s.shape == (6, 4, 4, 4, 4, 4, 3, 3)
    np.testing.assert_allclose((np.abs(s) ** 2).sum(axis=(1, 2, 3, 4, 5, 6, 7)), gaugegl.correlators(small, WILSON)["pion"],
                               rtol=1e-12)
    # Column by column it is the solution of a point.
    column = gaugegl.solve(small, WILSON, "point:0,0,0,0:2:1").solution
    np.testing.assert_allclose(s[:, :, :, :, :, 2, :, 1], column, atol=1e-9)
    b = oracle.wilson(small.to_numpy(), np.ascontiguousarray(s[:, :, :, :, :, 2, :, 1]), 0.13)
    expected = np.zeros_like(b)
    expected[0, 0, 0, 0, 2, 1] = 1
    assert np.abs(b - expected).max() < 1e-9


@pytest.mark.parametrize("operator", [
    gaugegl.Operator("wilson", kappa=0.12, clover=1.2),
    gaugegl.Operator("twisted-mass", kappa=0.13, mu=0.3),
    gaugegl.Operator("staggered", mass=0.2),
    gaugegl.Operator("staggered-isospin", mass=0.4, isospin_mu=0.2),
    gaugegl.Operator("domain-wall", mass=0.2, m5=1.6, ls=4),
], ids=lambda operator: operator.kind)
def test_all_kinds_of_quarks(small, device, operator):
    inner = (3,) if operator.kind.startswith("staggered") else (4, 3)
    source = random_source(small, *inner)
    on_host = gaugegl.solve(small, operator, source, tolerance=1e-10)
    assert on_host.solution.shape == source.shape and on_host.residual < 1e-10
    on_device = gaugegl.solve(small.to(device), operator, source, tolerance=1e-9)
    np.testing.assert_allclose(on_device.solution, on_host.solution, atol=2e-5)
    propagator = gaugegl.propagator(small, operator, "wall:1", tolerance=1e-6)
    assert propagator.shape == (6, 4, 4, 4) + inner[:-1] * 2 + (3, 3)


def test_a_free_staggered_quark_has_the_propagator_of_its_formula():
    """On cold links with a wall as source sum_x S(x, t) = A(t) of the one-dimensional problem."""
    mass, t = 0.5, 8
    cold = gaugegl.GaugeField.cold("su3", (4, 4, 4, t))
    s = gaugegl.propagator(cold, gaugegl.Operator("staggered", mass=mass, boundary="antiperiodic"), "wall:0", tolerance=1e-12)
    d = mass * np.eye(t)
    for k in range(t):
        d[k, (k + 1) % t] += 0.5 * (-1 if k == t - 1 else 1)
        d[k, (k - 1) % t] -= 0.5 * (-1 if k == 0 else 1)
    one = np.linalg.inv(d)[:, 0]
    # The phases of time alternate in space, so that only the modulus is the same on every site.
    np.testing.assert_allclose(np.abs(s[:, 0, 0, 0, 0, 0]), np.abs(one), atol=1e-9)


def test_eigenmodes_are_modes(small):
    found = gaugegl.eigenmodes(small, "hermitian-wilson", mass=-0.5, count=4, precision="double")
    assert len(found["eigenvalues"]) == len(found["vectors"]) == len(found["residuals"]) == 4
    kappa = 1 / (2 * (-0.5 + 4))
    gamma5 = np.linalg.multi_dot(oracle.GAMMA)
    assert np.array_equal(np.abs(gamma5), np.eye(4))
    for value, vector in zip(found["eigenvalues"], found["vectors"]):
        m = oracle.wilson(small.to_numpy(), vector, kappa) / (2 * kappa)
        h = np.einsum("rs,tzyxsa->tzyxra", gamma5, m)
        quotient = np.vdot(vector, h).real / np.vdot(vector, vector).real
        assert abs(quotient) == pytest.approx(abs(value), rel=1e-6)
        assert np.linalg.norm(h - quotient * vector) < 1e-5 * np.linalg.norm(vector)


def test_eigenmodes_have_their_multiplicities_or_are_none(small):
    cold = gaugegl.GaugeField.cold("su3", (4, 4, 4, 4))
    found = gaugegl.eigenmodes(cold, "staggered", mass=0.1, boundary="periodic", count=2)
    np.testing.assert_allclose(found["eigenvalues"], 0.01, atol=1e-9)
    assert found["multiplicities"].tolist() == [24, 24]
    assert found["last_level_complete"] is True
    with pytest.raises(gaugegl.UnsolvedError, match="of 4 modes were found"):
        gaugegl.eigenmodes(small, "staggered", count=4, precision="single", tolerance=1e-14)


def test_bad_values_are_refused_in_words(small, device):
    b = random_source(small, 4, 3)
    for call, *words in [
        (lambda: gaugegl.Operator("naive", mass=1), "naive", "wilson"),
        (lambda: gaugegl.Operator("wilson"), "need kappa"),
        (lambda: gaugegl.Operator("wilson", kappa=0.1, mass=1), "'mass'", "kappa"),
        (lambda: gaugegl.Operator("wilson", kappa="a"), "kappa", "'a'"),
        (lambda: gaugegl.Operator("staggered", mass=-1), "-1"),
        (lambda: gaugegl.Operator("wilson", kappa=0.1, boundary="open"), "open"),
        (lambda: gaugegl.solve(small, WILSON, b[:-1]), "(6, 4, 4, 4, 4, 3)", "(5, 4, 4, 4, 4, 3)"),
        (lambda: gaugegl.solve(small, WILSON, b.real.copy()), "float64"),
        (lambda: gaugegl.solve(small, WILSON, np.asfortranarray(b)), "contiguous"),
        (lambda: gaugegl.solve(small, WILSON, b * np.inf), "finite"),
        (lambda: gaugegl.solve(small, gaugegl.Operator("staggered", mass=1), b), "(6, 4, 4, 4, 3)"),
        (lambda: gaugegl.solve(small, WILSON, "point:9,0,0,0"), "9"),
        (lambda: gaugegl.solve(small, WILSON, b, tolerance=-1), "-1"),
        (lambda: gaugegl.solve(small, WILSON, b, solver="gmres"), "gmres", "cg"),
        (lambda: gaugegl.solve(small, WILSON, b, precision="half"), "half", "mixed"),
        (lambda: gaugegl.correlators(small, WILSON, direction="w"), "'w'"),
        (lambda: gaugegl.correlators(small, WILSON, channels="omega"), "omega", "pion"),
        (lambda: gaugegl.correlators(small, gaugegl.Operator("wilson", kappa=0.1, isospin_mu=0.2)), "isospin_mu = 0.2"),
        (lambda: gaugegl.eigenmodes(small, "wilson", kappa=0.1, isospin_mu=0.2), "isospin_mu = 0.2"),
        (lambda: gaugegl.propagator(small, WILSON, "random:1"), "random:1"),
        (lambda: gaugegl.eigenmodes(small, "hermitian-wilson", count=0, mass=0), "0"),
        (lambda: gaugegl.eigenmodes(small, "hermitian-wilson", mass=0, kappa=0.1), "mass and kappa"),
    ]:
        with pytest.raises(gaugegl.InputError) as found:
            call()
        for word in words:
            assert word in str(found.value), str(found.value)
    with pytest.raises(gaugegl.UnsolvedError, match="after 3 iterations"):
        gaugegl.solve(small, WILSON, b, max_iterations=3)
    with pytest.raises(TypeError):
        gaugegl.solve(small, "wilson", b)


def test_ctrl_c_ends_a_long_call_soon(small):
    """Python's own handler raises KeyboardInterrupt; the module goes on afterwards."""
    handler = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        while time.monotonic() - began < 30:
            gaugegl.propagator(small, gaugegl.Operator("staggered", mass=0.001), tolerance=1e-9, max_iterations=100000)
    assert time.monotonic() - began < 0.7 + 3
    assert signal.getsignal(signal.SIGINT) is handler
    assert gaugegl.solve(small, WILSON, "point:0,0,0,0", tolerance=1e-6).residual < 1e-6
