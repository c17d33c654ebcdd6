"""Files of other codes, and the functions of docs/howto/other-codes.md that read more of them."""
import os
import pathlib
import re

import numpy as np
import pytest

import gaugegl

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "howto" / "other-codes.md"
CASES = pathlib.Path(os.environ.get("GAUGEGL_TEST_DATA", "none")) / ".." / "cases"
PLAQUETTE = 0.571077111694528

needs_cases = pytest.mark.skipif(not (CASES / "README.md").exists(), reason="GAUGEGL_TEST_DATA has no cases beside it")


@pytest.fixture(scope="module")
def page():
    names = {}
    for code in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        exec(code, names)  # pylint: disable=exec-used
    return names


@needs_cases
@pytest.mark.parametrize("function, name, precision", [("milc", "milc-v5-little.lat", 1e-7), ("milc", "milc-v5-big.lat", 1e-7),
                                                       ("openqcd", "openqcd.cfg", 1e-13)])
def test_the_functions_of_the_page_read_what_the_program_names(page, function, name, precision):
    with pytest.raises(gaugegl.FileError, match="Configurations of other programs"):
        gaugegl.GaugeField.read(CASES / name)
    field = page[function](CASES / name)
    assert field.plaquette() == pytest.approx(PLAQUETTE, abs=precision)
    reference = gaugegl.GaugeField.read(CASES / "scidac-double.lime")
    assert np.abs(field.to_numpy() - reference.to_numpy()).max() < 1e-7


@needs_cases
def test_a_damaged_file_of_milc_is_refused_by_its_checksum(page, tmp_path):
    raw = bytearray((CASES / "milc-v5-little.lat").read_bytes())
    raw[96 + 4 * 77] ^= 1
    (tmp_path / "a").write_bytes(raw)
    with pytest.raises(AssertionError, match="checksum"):
        page["milc"](tmp_path / "a")


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
