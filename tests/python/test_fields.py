import copy
import os
import pickle
import struct

import numpy as np
import pytest

import gaugegl
import oracle
from conftest import EXTENTS


def payload(path):
    """The numbers of an ILDG file."""
    data = open(path, "rb").read()
    at = 0
    while at + 144 <= len(data):
        length = struct.unpack(">q", data[at + 8:at + 16])[0]
        if data[at + 16:at + 144].rstrip(b"\0") == b"ildg-binary-data":
            return data[at + 144:at + 144 + length]
        at += 144 + (length + 7) // 8 * 8
    raise AssertionError(f"{path} has no links")


@pytest.mark.parametrize("group, n", [("su2", 2), ("su3", 3), ("su4", 4)])
def test_arrays_have_the_shape_that_is_promised_and_come_back_bit_for_bit(device, group, n):
    u = gaugegl.GaugeField.hot(group, EXTENTS, seed=2, device=device)
    a = u.to_numpy()
    assert a.shape == (4, 10, 8, 6, 4, n, n) and a.dtype == np.complex128 and a.flags.c_contiguous
    assert (u.group, u.lattice, u.device) == (group, EXTENTS, device)
    back = gaugegl.GaugeField.from_numpy(a)
    assert back.device is None
    assert np.array_equal(back.to_numpy(), a)
    assert np.array_equal(back.to(device).to_numpy(), a)
    # In single precision; rows that were drawn nearly parallel lose digits when they are made orthogonal.
    assert np.abs(a @ oracle.dagger(a) - np.eye(n)).max() < 1e-5
    assert np.abs(np.linalg.det(a) - 1).max() < 1e-5


def test_axes_are_those_of_the_coordinates(device):
    a = gaugegl.GaugeField.cold("su2", EXTENTS).to_numpy()
    a[3, 9, :, :, :] = 1j * np.diag([1, -1])  # the last links in t
    u = gaugegl.GaugeField.from_numpy(a, device=device)
    assert abs(u.polyakov_loop()) < 1e-7
    a[3, 9, :, :, :] = -np.eye(2)
    assert gaugegl.GaugeField.from_numpy(a, device=device).polyakov_loop() == pytest.approx(-1, abs=1e-7)


def test_observables_are_those_of_their_formulas(su3, double_device):
    a = su3.to_numpy()
    assert su3.plaquette() == pytest.approx(oracle.plaquette(a), abs=1e-7)
    assert gaugegl.GaugeField.from_numpy(a).plaquette() == pytest.approx(oracle.plaquette(a), abs=1e-14)
    twice = gaugegl.GaugeField.hot("su3", EXTENTS, seed=4, device=double_device).heat_bath(beta=5.7, sweeps=2)
    a = twice.to_numpy()
    assert twice.plaquette() == pytest.approx(oracle.plaquette(a), abs=1e-13)
    assert twice.polyakov_loop() == pytest.approx(oracle.polyakov_loop(a), abs=1e-13)
    observables = twice.observables()
    assert observables["plaquette"] == twice.plaquette() and observables["rectangle"] == twice.rectangle()
    assert observables["polyakov_loop"] == twice.polyakov_loop()
    assert (observables["plaquette_space"] + observables["plaquette_time"]) / 2 == pytest.approx(observables["plaquette"])


def test_a_constant_field_has_the_loops_and_densities_of_its_formula(device):
    cold = gaugegl.GaugeField.cold("su3", (4, 4, 6, 8), device=device)
    assert cold.plaquette() == cold.rectangle() == 1 and cold.polyakov_loop() == 1
    assert set(cold.wilson_loops(r_max=2, t_max=3)["value"]) == {1.0}
    assert np.array_equal(cold.charge_density(), np.zeros((8, 6, 4, 4)))
    assert cold.topology() == {"energy": 0.0, "charge": 0.0}


def test_densities_add_up(su3):
    smooth = su3.stout(rho=0.12, steps=4)
    q, e = smooth.charge_density(), smooth.energy_density()
    assert q.shape == e.shape == (10, 8, 6, 4)
    topology = smooth.topology(improved=True)
    assert q.sum() == pytest.approx(topology["charge"], abs=1e-4)
    assert e.mean() == pytest.approx(topology["energy"], rel=1e-5)
    assert smooth.charge_density(improved=True).sum() == pytest.approx(topology["charge_improved"], abs=1e-4)


def test_files_come_back_bit_for_bit(su3, program, tmp_path):
    first, second, single = tmp_path / "a.ildg", tmp_path / "b.ildg", tmp_path / "c.ildg"
    su3.write(first)
    read = gaugegl.GaugeField.read(first)
    assert read.device is None and read.lattice == EXTENTS
    read.write(str(second))
    assert payload(first) == payload(second)
    gaugegl.GaugeField.from_numpy(read.to_numpy()).write(str(second))
    assert payload(first) == payload(second)
    read.write(str(single), bits=32)
    assert len(payload(single)) * 2 == len(payload(first))
    # The file itself, by its definition: big endian, t z y x mu row column.
    raw = np.frombuffer(payload(first), ">c16").reshape(10, 8, 6, 4, 4, 3, 3)
    assert np.array_equal(np.moveaxis(raw, 4, 0), read.to_numpy())
    nersc = tmp_path / "a.nersc"
    read.write(str(nersc), format="nersc")
    assert gaugegl.GaugeField.read(str(nersc)).plaquette() == pytest.approx(read.plaquette(), abs=1e-13)
    # The program's plaquette of the file is that of the field on a device.
    found = program("measure", first, "--path", su3.device.path)
    assert found["configurations"][0]["plaquette"] == read.to(su3.device).plaquette()


@pytest.mark.skipif("GAUGEGL_TEST_DATA" not in os.environ, reason="needs configurations by other programs: GAUGEGL_TEST_DATA")
@pytest.mark.parametrize("name", ["su3_b6.0_8x8x8x16.ildg", "cl2qcd_conf.00200.ildg", "milc_lat.sample.l4444.ildg"])
def test_files_of_other_programs_come_back_bit_for_bit(name, tmp_path):
    path = os.path.join(os.environ["GAUGEGL_TEST_DATA"], name)
    u = gaugegl.GaugeField.read(path)
    volume = int(np.prod(u.lattice))
    bits = len(payload(path)) * 8 // (volume * 4 * 18)
    u.write(str(tmp_path / "again.ildg"), bits=bits)
    assert payload(tmp_path / "again.ildg") == payload(path)
    assert u.plaquette() == pytest.approx(oracle.plaquette(u.to_numpy()), abs=1e-13)


def test_updates_are_those_of_the_program(device, program, tmp_path):
    found = program("generate", "--group", "su3", "--lattice", "4x6x8x10", "--beta", 5.7, "--sweeps", 3, "--thermalisation", 0,
                    "--overrelaxation", 2, "--reunitarise", 2, "--seed", 11, "--every", 1,
                    "--output", tmp_path / "chain", "--path", device.path)
    u = gaugegl.GaugeField.hot("su3", EXTENTS, seed=11, device=device, beta=5.7)
    plaquettes = []
    for sweep in range(3):
        u = u.heat_bath(beta=5.7, overrelaxation=2, seed=11, reunitarise_every=2)
        plaquettes.append(u.plaquette())
        u.write(str(tmp_path / "own.ildg"))
        assert payload(tmp_path / "own.ildg") == payload(tmp_path / f"chain.{sweep + 1:05}.ildg")
    assert np.mean(plaquettes) == pytest.approx(found["plaquette"]["mean"], abs=1e-15)


def test_files_say_where_a_chain_goes_on(device, program, tmp_path):
    chain = gaugegl.Chain(gaugegl.GaugeField.cold("su2", "4x4x4x4", device=device), beta=2.3, seed=4).sweep(3)
    for name in "a.ildg", "a.nersc":
        path = tmp_path / name
        chain.field.write(path)
        on = gaugegl.GaugeField.read(path, device=device).heat_bath(beta=2.3, seed=4)
        first = gaugegl.GaugeField.read(path, device=device).heat_bath(beta=2.3, seed=4, first_sweep=0)
        fourth = gaugegl.GaugeField.read(path, device=device).heat_bath(beta=2.3, seed=4, first_sweep=3)
        assert np.array_equal(on.to_numpy(), fourth.to_numpy()) and not np.array_equal(on.to_numpy(), first.to_numpy())
        found = program("generate", "--group", "su2", "--lattice", "4x4x4x4", "--beta", 2.3, "--sweeps", 1, "--thermalisation", 0,
                        "--overrelaxation", 0, "--seed", 4, "--start", path, "--every", 1, "--path", device.path, "--output",
                        tmp_path / ("on" + path.suffix))
        assert found["first_sweep"] == 3
        on.write(tmp_path / "own.ildg")
        assert payload(tmp_path / "own.ildg") == payload(tmp_path / ("on" + path.suffix + ".00001.ildg"))
        other = program("generate", "--group", "su2", "--lattice", "4x4x4x4", "--beta", 2.3, "--sweeps", 1, "--thermalisation", 0,
                        "--seed", 5, "--start", path, "--path", device.path)
        assert other["first_sweep"] == 0 and other["random_key"] != found["random_key"]


def test_a_loop_of_single_sweeps_is_a_chain(device):
    u = gaugegl.GaugeField.cold("su2", "4x4x4x4", device=device)
    at_once = u.heat_bath(beta=2.3, sweeps=12)
    chain = gaugegl.Chain(u, beta=2.3)
    for _ in range(12):
        u = u.heat_bath(beta=2.3)
    assert np.array_equal(u.to_numpy(), at_once.to_numpy())
    assert np.array_equal(chain.sweep(5).sweep(7).field.to_numpy(), at_once.to_numpy()) and chain.sweeps == 12
    plaquettes = []
    for _ in range(2000):
        u = u.heat_bath(beta=2.3, sweeps=1)
        plaquettes.append(u.plaquette())
    found = gaugegl.analysis.gamma_method(plaquettes[100:])
    known, error = 0.60920, 0.00019  # by an independent program, heat bath with overrelaxation
    assert abs(found.value - known) < 4 * np.hypot(found.error, error)
    # Consecutive sweeps from the same links draw independent numbers.
    free = gaugegl.GaugeField.cold("su2", "8x8x8x8", device=device)
    first = free.heat_bath(beta=0.0)
    second = first.heat_bath(beta=0.0)
    a, b = first.to_numpy().ravel().view(float), second.to_numpy().ravel().view(float)
    assert abs(np.corrcoef(a, b)[0, 1]) < 4 / np.sqrt(a.size / 2)


def test_copies_keep_what_a_chain_needs(device):
    u = gaugegl.GaugeField.cold("su2", "4x4x4x4", device=device).heat_bath(beta=2.3, sweeps=2)
    on = u.heat_bath(beta=2.3).to_numpy()
    for copied in (copy.copy(u), copy.deepcopy(u), u.to(None).to(device), pickle.loads(pickle.dumps(u)).to(device)):
        assert np.array_equal(copied.heat_bath(beta=2.3).to_numpy(), on)
    # An array tells nothing of what made it: a chain from it has numbers of its own.
    assert not np.array_equal(gaugegl.GaugeField.from_numpy(u.to_numpy(), device=device).heat_bath(beta=2.3).to_numpy(), on)
    # Couplings have numbers of their own, and each goes on after its own.
    other = u.heat_bath(beta=2.4)
    assert np.array_equal(other.heat_bath(beta=2.4).to_numpy(), u.heat_bath(beta=2.4, sweeps=2).to_numpy())


def test_fields_do_not_change(su3):
    before, plaquette = su3.to_numpy(), su3.plaquette()
    for change in (lambda u: u.heat_bath(beta=6.0), lambda u: u.overrelaxation(), lambda u: u.cool(2), lambda u: u.ape(),
                   lambda u: u.stout(), lambda u: u.hyp(), lambda u: u.fix_gauge(tolerance=1e-4, max_iterations=5).field,
                   lambda u: next(iter(u.flow([0.1])))[1]):
        assert change(su3).plaquette() != plaquette or np.any(change(su3).to_numpy() != before)
    assert np.array_equal(su3.to_numpy(), before)
    a = su3.to(None).to_numpy()
    a[:] = 0
    assert copy.deepcopy(su3).plaquette() == plaquette


def test_smoothing_lowers_the_action(su3):
    assert abs(su3.overrelaxation(3).plaquette() - su3.plaquette()) < 1e-6
    assert su3.cool(5).plaquette() > su3.stout(0.1, 2).plaquette() > su3.plaquette()
    energies = [field.topology()["energy"] for _, field in su3.flow([0, 0.1, 0.2, 0.3])]
    assert energies == sorted(energies, reverse=True)
    flowed = dict(su3.flow([0.1, 0.3]))
    assert list(flowed) == [0.1, 0.3]
    # One step after the other is the same as the whole way.
    assert flowed[0.3].plaquette() == pytest.approx(next(iter(su3.flow([0.3])))[1].plaquette(), abs=2e-6)


def test_gauge_fixing_leaves_what_does_not_depend_on_the_gauge(su3):
    fixed = su3.fix_gauge("landau", tolerance=1e-9)
    assert fixed.converged and fixed.theta < 1e-9 and fixed.iterations > 1
    # Some hundred transformations one after the other, each of which rounds to 1e-7.
    assert fixed.field.plaquette() == pytest.approx(su3.plaquette(), abs=1e-5)
    functionals = [functional for _, functional, _ in fixed.history]
    assert functionals[-1] > functionals[0] and fixed.as_dict()["functional"] == fixed.functional
    assert fixed.field.link_trace() > su3.link_trace() + 0.3
    on_host = su3.to(None).fix_gauge("landau", tolerance=1e-14)
    assert on_host.converged and on_host.theta < 1e-14 and on_host.field.device is None


def test_wilson_loops_begin_with_the_plaquette(su3, program, tmp_path):
    loops = su3.wilson_loops(r_max=2, t_max=3)
    assert loops["r"][0] == (1, 0, 0) and loops["t"][:3] == [1, 2, 3]
    assert loops["value"][0] == pytest.approx(su3.observables()["plaquette_time"], abs=1e-6)
    su3.write(str(tmp_path / "a.ildg"))
    for ape in (None, "0.5:10"):
        found = program("measure", tmp_path / "a.ildg", "--observable", "wilson-loop", "--r-max", 2, "--t-max", 3,
                        "--path", su3.device.path,
                        *(["--ape", ape] if ape else []))["configurations"][0]["wilson_loops"]
        own = gaugegl.GaugeField.read(str(tmp_path / "a.ildg"), device=su3.device).wilson_loops(r_max=2, t_max=3, ape=ape)
        assert [(tuple(loop["r"]), loop["t"], loop["value"]) for loop in found] == list(zip(own["r"], own["t"], own["value"]))
    cold = gaugegl.GaugeField.cold("su3", "8x8x8x8", device=su3.device).wilson_loops()
    assert len(cold["value"]) == 16 and len(su3.wilson_loops(off_axis=True)["r"]) > len(su3.wilson_loops()["r"])


def test_numbers_and_rows_are_taken_as_numpy_and_lists_have_them(small, su3):
    a = small.to_numpy()
    single = gaugegl.GaugeField.from_numpy(a.astype(np.complex64))
    assert np.array_equal(single.to_numpy(), a.astype(np.complex64).astype(complex))
    for lattice in ([4, 4, 4, 6], np.array([4, 4, 4, 6]), tuple(np.int32(n) for n in (4, 4, 4, 6))):
        assert gaugegl.GaugeField.cold("su2", lattice).lattice == (4, 4, 4, 6)
    after = su3.heat_bath(beta=np.float32(5.5), sweeps=np.int64(1), seed=np.uint32(3))
    for beta, sweeps, seed in [(np.array(5.5), np.array(1), 3), (5.5, np.int8(1), np.array(3))]:
        assert su3.heat_bath(beta=beta, sweeps=sweeps, seed=seed).plaquette() == after.plaquette()
    assert su3.hyp(alpha=[0.75, 0.6, 0.3]).plaquette() == su3.hyp(alpha=np.array((0.75, 0.6, 0.3))).plaquette()


BAD_ARRAYS = [
    (lambda a: a[:3].copy(), "shape (4, Lt, Lz, Ly, Lx, N, N)", "(3, 6, 4, 4, 4, 3, 3)"),
    (lambda a: a[..., :2].copy(), "shape (4, Lt, Lz, Ly, Lx, N, N)", "3, 2)"),
    (lambda a: a[0], "shape (4, Lt", "(6, 4, 4, 4, 3, 3)"),
    (lambda a: a.astype(np.clongdouble), "complex128 or complex64", "complex256"),
    (lambda a: a.real.copy(), "complex128", "float64"),
    (lambda a: a.astype(object), "complex128", "object"),
    (lambda a: a.astype(">c16"), "complex128", ">c16"),
    (lambda a: np.asfortranarray(a), "contiguous", "ascontiguousarray"),
    (lambda a: a[:, ::2], "contiguous", "ascontiguousarray"),
    (lambda a: a.tolist(), "NumPy array", "list"),
    (lambda a: None, "NumPy array", "NoneType"),
    (lambda a: 1.01 * a, "link x of site (0,0,0,0) is not in SU3", "at most 0.0001"),
    (lambda a: 2 * a, "is not in SU3", "differs from 1 by 7"),
    (lambda a: 0 * a, "is not in SU3", "differs from 1 by 1,"),
    (lambda a: np.conj(a) * np.exp(0.1j), "is not in SU3", "at most"),
    (lambda a: a * np.nan, "link x of site (0,0,0,0) has an element that is not a finite number", "nan"),
    (lambda a: np.zeros((4, 6, 4, 4, 4, 5, 5), complex), "5x5", "su4"),
    (lambda a: np.zeros((4, 6, 4, 4, 3, 3, 3), complex), "3", "even"),
    (lambda a: np.zeros((4, 0, 4, 4, 4, 3, 3), complex), "extent 0 in direction t", "at least 2"),
]


@pytest.mark.parametrize("make, first, second", BAD_ARRAYS)
def test_arrays_that_are_no_links_are_refused_in_words(small, make, first, second):
    with pytest.raises(gaugegl.InputError) as found:
        gaugegl.GaugeField.from_numpy(make(small.to_numpy()))
    assert first in str(found.value) and second in str(found.value)


def test_links_that_are_wrong_somewhere_are_named(small):
    a = small.to_numpy()
    a[2, 5, 1, 2, 3] *= 1.5
    with pytest.raises(gaugegl.InputError, match=r"link z of site \(3,2,1,5\)"):
        gaugegl.GaugeField.from_numpy(a)


def test_bad_values_are_refused_in_words(small, su3, tmp_path):
    for call, *words in [
        (lambda: gaugegl.GaugeField.cold("su5", "4x4x4x4"), "su5", "su3"),
        (lambda: gaugegl.GaugeField.cold("su3", (4, 4, 4)), "(4, 4, 4)", "four extents"),
        (lambda: gaugegl.GaugeField.cold("su3", (4, 4, 4, 8.9)), "(4, 4, 4, 8.9)", "four extents"),
        (lambda: gaugegl.GaugeField.cold("su3", (4, 4, 4, np.float32(8))), "four extents"),
        (lambda: gaugegl.GaugeField.cold("su3", "4x4x4x8.9"), "4x4x4x8.9"),
        (lambda: gaugegl.GaugeField.cold("su3", "4x4x4x4x4"), "4x4x4x4x4"),
        (lambda: gaugegl.GaugeField.cold("su3", (4, 4, 4, 3)), "3", "even"),
        (lambda: gaugegl.GaugeField.hot("su3", "4x4x4x4"), "needs a device", "gaugegl.Device()"),
        (small.polyakov_loop, "needs a device"),
        (lambda: small.heat_bath(beta=6.0), "needs a device"),
        (lambda: su3.heat_bath(beta=-1), "-1"),
        (lambda: su3.heat_bath(beta=6, sweeps=-2), "-2"),
        (lambda: su3.heat_bath(beta=6, action="plaquette"), "plaquette", "wilson"),
        (lambda: su3.heat_bath(beta=6, action=[1]), "[1]", "c1"),
        (lambda: su3.flow([0.2, 0.1]), "0.1", "0.2"),
        (lambda: su3.flow([0.1], step=0), "step", "0"),
        (lambda: su3.ape(alpha=-1), "-1"),
        (lambda: su3.stout(rho=float("nan")), "nan"),
        (lambda: su3.flow([0.1, float("inf")]), "inf", "0.1"),
        (lambda: su3.stout(steps=-1), "-1"),
        (lambda: su3.hyp(alpha=(0.75, 2, 0.3)), "2"),
        (lambda: su3.cool(-1), "-1"),
        (lambda: su3.overrelaxation(-1), "-1"),
        (lambda: su3.wilson_loops(r_max=0), "0"),
        (lambda: su3.wilson_loops(multihit=-1), "-1"),
        (lambda: su3.fix_gauge("axial"), "axial", "landau"),
        (lambda: su3.wilson_loops(r_max=5), "5"),
        (lambda: su3.wilson_loops(ape="1"), "1", "ALPHA:STEPS"),
        (lambda: gaugegl.Device(path="vulkan"), "vulkan", "compute"),
        (lambda: gaugegl.Device(precision="half"), "half", "single"),
        (lambda: gaugegl.Device(index=-1), "-1"),
        (lambda: gaugegl.Device(index=99), "device 99 does not exist"),
        (lambda: su3.write(str(tmp_path / "a.ildg"), bits=16), "16", "32"),
        (lambda: su3.write(str(tmp_path / "a.txt")), "a.txt", "ildg"),
    ]:
        with pytest.raises(gaugegl.InputError) as found:
            call()
        assert isinstance(found.value, (ValueError, gaugegl.Error))
        for word in words:
            assert word in str(found.value), str(found.value)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(gaugegl.FileError, match="nowhere.ildg") as found:
        gaugegl.GaugeField.read(str(tmp_path / "nowhere.ildg"))
    assert isinstance(found.value, OSError)
    with pytest.raises(TypeError):
        gaugegl.GaugeField.cold(3, "4x4x4x4")
    with pytest.raises(AttributeError):
        su3.group = "su2"


def test_a_broken_file_is_refused(small, tmp_path):
    path = tmp_path / "broken.ildg"
    small.write(str(path))
    path.write_bytes(path.read_bytes()[:-10000])
    with pytest.raises(gaugegl.FileError, match="broken.ildg"):
        gaugegl.GaugeField.read(str(path))
