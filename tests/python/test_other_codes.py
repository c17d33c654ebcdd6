"""Files of other codes, and those of the program for readers written from the descriptions of the formats."""
import os
import pathlib

import numpy as np
import pytest

import gaugegl

from conftest import EXTENTS
from file_readers import PROPAGATOR_READERS, READERS, rotated

CASES = pathlib.Path(os.environ.get("GAUGEGL_TEST_DATA", "none")) / ".." / "cases"
PLAQUETTE = 0.571077111694528

needs_cases = pytest.mark.skipif(not (CASES / "README.md").exists(), reason="GAUGEGL_TEST_DATA has no cases beside it")


@needs_cases
@pytest.mark.parametrize("reader, name, precision", [("milc", "milc-v5-little.lat", 1e-7), ("milc", "milc-v5-big.lat", 1e-7),
                                                     ("openqcd", "openqcd.cfg", 1e-13), ("scidac", "scidac-double.lime", 1e-13),
                                                     ("scidac", "scidac-single.lime", 1e-7)])
def test_the_program_reads_what_numpy_reads(reader, name, precision):
    field = gaugegl.read(CASES / name)
    assert field.plaquette() == pytest.approx(PLAQUETTE, abs=precision)
    links, plaquette = READERS[reader]((CASES / name).read_bytes())
    assert np.abs(field.to_numpy() - links).max() == 0
    assert plaquette is None or plaquette == pytest.approx(PLAQUETTE, abs=1e-13)


@pytest.mark.parametrize("group", ["su2", "su3"])
@pytest.mark.parametrize("key", sorted(gaugegl.formats()))
def test_numpy_reads_what_the_program_writes(key, group, tmp_path):
    facts = gaugegl.formats()[key]
    if not facts["written"] or facts["group"] not in (None, group):
        pytest.skip("not a format of this group")
    device = gaugegl.Device(path="compute")
    field = gaugegl.GaugeField.hot(group, EXTENTS, seed=11, device=device).to(None)
    for bits in facts["bits"]:
        field.write(tmp_path / "u", format=key, bits=bits)
        links, plaquette = READERS[key]((tmp_path / "u").read_bytes())
        assert np.abs(links - field.to_numpy()).max() < (1e-14 if bits == 64 else 1e-7)
        assert plaquette is None or plaquette == pytest.approx(field.plaquette(), abs=1e-14)
        assert np.abs(gaugegl.read(tmp_path / "u").to_numpy() - links).max() < 1e-15
    if facts["endings"]:
        field.write(tmp_path / f"v.{facts['endings'][0]}")
        assert np.abs(gaugegl.read(tmp_path / f"v.{facts['endings'][0]}").to_numpy() - field.to_numpy()).max() < 1e-7


def pyquda_sums(link):
    """sum29 and sum31 of PyQUDA's hdf5.checksum()."""
    words = np.bitwise_xor.reduce(np.ascontiguousarray(link).reshape(np.prod(link.shape[:4]), -1).view("<u4"), axis=1)
    return [f"{np.bitwise_xor.reduce(rotated(words, np.arange(words.size) % bits)):08x}" for bits in (29, 31)]


@pytest.mark.parametrize("storage", [{}, {"chunks": (2, 2, 1, 2, 1, 2), "compression": "gzip"}])
def test_hdf5_of_pyquda_and_qlua_is_read_as_h5py_writes_it(storage, small, tmp_path):
    h5py = pytest.importorskip("h5py")
    if not gaugegl.formats()["hdf5"]["written"]:
        pytest.skip("built without HDF5")
    u = small.to_numpy()
    with h5py.File(tmp_path / "pyquda.h5", "w") as file:
        group = file.create_group("LatticeColorMatrix")
        for name, link in zip("XYZT", u):
            group.create_dataset(name, data=link, **storage)
            group[name].attrs["sum29"], group[name].attrs["sum31"] = pyquda_sums(link)
    with h5py.File(tmp_path / "qlua.h5", "w") as file:
        for mu, link in enumerate(u):
            file.create_dataset(f"cfg/U{mu}", data=link.transpose(3, 2, 1, 0, 4, 5), **storage)
            file[f"cfg/U{mu}"].attrs[".sha256"] = "0" * 64
    for name in ("pyquda.h5", "qlua.h5"):
        assert np.array_equal(gaugegl.read(tmp_path / name).to_numpy(), u), name
    with h5py.File(tmp_path / "pyquda.h5", "r+") as file:
        file["LatticeColorMatrix/Y"][0, 0, 0, 0] = np.exp(2j * np.pi / 3) * u[1, 0, 0, 0, 0]
    with pytest.raises(gaugegl.FileError, match="LatticeColorMatrix/Y.*sum29"):
        gaugegl.read(tmp_path / "pyquda.h5")


def test_raw_links_are_read_as_their_layout_says(small, tmp_path):
    u = small.to_numpy()
    (tmp_path / "u").write_bytes(b"a header" + np.roll(u, 1, axis=0).astype("<c16").tobytes()) # t, x, y, z
    extents = small.lattice
    found = gaugegl.read(tmp_path / "u", group=small.group, lattice=extents, layout="dtzyx/txyz/little/64")
    assert np.array_equal(found.to_numpy(), u)
    with pytest.raises(gaugegl.InputError, match="is no layout"):
        gaugegl.read(tmp_path / "u", group=small.group, lattice=extents, layout="dtzyx")


@pytest.mark.parametrize("key", sorted(PROPAGATOR_READERS))
def test_numpy_contracts_the_propagators_that_the_program_writes(key, small, tmp_path, program):
    """Pion and rho, from the numbers in the file alone, against what the program says of its solve and of the file."""
    small.write(tmp_path / "u.ildg")
    quark = ["--operator", "staggered", "--mass", "0.4"] if "staggered" in key else ["--kappa", "0.12"]
    solved = program("spectrum", tmp_path / "u.ildg", *quark, "--path", "cpu", "--save-propagators", tmp_path, "--propagator-format", key)
    saved = next(path for path in tmp_path.iterdir() if path.name.startswith("u-"))
    s = PROPAGATOR_READERS[key](saved.read_bytes())
    precision = 1e-6 if "milc" in key else 1e-12
    pion = (np.abs(s)**2).reshape(s.shape[0], -1).sum(axis=1)
    assert pion == pytest.approx(solved["pion"], rel=precision)
    assert program("spectrum", "--propagator", saved)["pion"] == pytest.approx(solved["pion"], rel=precision)
    if "staggered" in key:
        return
    i = 1j
    gammas = np.array([[[0, 0, 0, i], [0, 0, i, 0], [0, -i, 0, 0], [-i, 0, 0, 0]], [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
                       [[0, 0, i, 0], [0, 0, 0, -i], [-i, 0, 0, 0], [0, i, 0, 0]], [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]])
    five = np.diag([1, 1, -1, -1])
    tilde = np.einsum("ab,tzyxcjbi,cd->tzyxaidj", five, s.conj(), five)
    rho = sum(-np.einsum("ab,tzyxbicj,cd,tzyxdjai->t", g, s, gammas[3] @ g.conj().T @ gammas[3], tilde).real for g in gammas[:3]) / 3
    assert rho == pytest.approx(solved["rho"], rel=10 * precision, abs=10 * precision * abs(solved["rho"][0]))


def test_formats_that_are_none_are_refused(small, tmp_path):
    with pytest.raises(gaugegl.InputError, match="'hdf6' is no format"):
        small.write(tmp_path / "u", format="hdf6")
    with pytest.raises(gaugegl.InputError, match="64 bits cannot be asked for"):
        small.write(tmp_path / "u", format="milc", bits=64)


@needs_cases
def test_what_is_done_without_is_a_warning():
    with pytest.warns(UserWarning, match="no key CHECKSUM"):
        field = gaugegl.GaugeField.read(CASES / "nersc-without-checksum.nersc")
    assert field.plaquette() == pytest.approx(PLAQUETTE, abs=1e-12)
    with pytest.raises(gaugegl.FileError, match="--lattice"):
        gaugegl.GaugeField.read(CASES / "ildg-missing-quote.ildg")
    with pytest.warns(UserWarning, match="XML is damaged"):
        field = gaugegl.GaugeField.read(CASES / "ildg-missing-quote.ildg", group="su3", lattice=(4, 4, 4, 4))
    assert field.plaquette() == pytest.approx(PLAQUETTE, abs=1e-12)


def test_names_that_are_no_names_are_refused(small, tmp_path):
    for call in (lambda path: gaugegl.GaugeField.read(path), small.write, gaugegl.run):
        with pytest.raises(gaugegl.FileError, match="too long"):
            call(str(tmp_path / ("n" * 300 + ".ildg")))
    with pytest.raises(gaugegl.FileError, match="NUL"):
        gaugegl.GaugeField.read(str(tmp_path / "a\0b"))
    with pytest.raises(gaugegl.FileError, match="NUL"):
        small.write(str(tmp_path / "a\0b.ildg"))
    with pytest.raises(gaugegl.InputError, match="NUL"):
        gaugegl.run({"lattice": {"group": "su2", "extents": [4, 4, 4, 4]}, "action": {"beta": 2.3},
                     "output": {"directory": str(tmp_path / "a\0b")}})
    os.mkfifo(tmp_path / "pipe")
    for call in (gaugegl.GaugeField.read, gaugegl.run):
        with pytest.raises(gaugegl.FileError, match="not a regular file"):
            call(str(tmp_path / "pipe"))
    assert sorted(os.listdir(tmp_path)) == ["pipe"]
