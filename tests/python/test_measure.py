"""Measurements of fields, and what `gaugegl export` gives to NumPy and h5py."""
import json

import h5py
import numpy as np
import pytest

import gaugegl


@pytest.fixture
def fields(device):
    chain = [gaugegl.GaugeField.hot("su2", (4, 4, 4, 8), seed=2, device=device)]
    for _ in range(3):
        chain.append(chain[-1].heat_bath(beta=2.3, sweeps=3))
    return chain[1:]


def test_arrays_have_the_configurations_first(fields):
    found = gaugegl.measure(fields, {"flow": {"time": 0.4, "improved": True}, "loops": {"r_max": 2, "t_max": 3, "ape_steps": 0},
                                     "spectrum": {"kappa": [0.1, 0.12], "path": "cpu"}})
    flow, loops, spectrum = found["flow"], found["loops"], found["spectrum"]
    assert flow["t2E_clover"].shape == (3, 5) and flow["Q_improved"].shape == (3,)
    assert np.allclose(flow["t"], [0, 0.1, 0.2, 0.3, 0.4])
    assert loops["r"] == ["1,0,0", "2,0,0"]
    for u, values in zip(fields, loops["unsmeared"]):  # by another way
        assert values.ravel().tolist() == u.wilson_loops(r_max=2, t_max=3)["value"]
    assert spectrum["correlators"].shape == (3, 2, 4, 8)
    assert spectrum["correlator"][0] == "pion"
    assert spectrum["results"][1]["pion"][2] == pytest.approx(spectrum["correlators"][:, 1, 0, 2].mean(), rel=1e-12)
    assert flow["results"]["flow"][4]["t2E_clover"]["mean"] == pytest.approx(flow["t2E_clover"][:, 4].mean(), rel=1e-12)


def test_one_field_is_one_configuration(fields):
    alone = gaugegl.measure(fields[1], {"flow": {"time": 0.4}})["flow"]
    together = gaugegl.measure(fields, {"flow": {"time": 0.4}})["flow"]
    assert np.array_equal(alone["t2E_clover"][0], together["t2E_clover"][1])


def test_what_is_wrong_is_said(fields):
    for sections, words in [({"flow": {}}, "time"), ({"flow": {"time": 1, "stop": 2}}, "stop"), ({"glow": {}}, "glow"),
                            ({"flow": 1}, "flow"), ({"loops": {"multihit": True}}, "beta"),
                            ({"flow": {"time": 1, "step": 0.2}}, "unstable"), ({"loops": {"r_max": 3}}, "r_max = 3")]:
        with pytest.raises(gaugegl.InputError, match=words):
            gaugegl.measure(fields, sections)
    with pytest.raises(gaugegl.InputError, match="device"):
        gaugegl.measure(fields[0].to(None), {"flow": {"time": 1}})
    with pytest.raises(gaugegl.InputError, match="no field"):
        gaugegl.measure([], {"flow": {"time": 1}})
    other = gaugegl.GaugeField.cold("su2", (4, 4, 4, 4), device=fields[0].device)
    with pytest.raises(gaugegl.InputError, match="one group, lattice"):
        gaugegl.measure([fields[0], other], {"flow": {"time": 1}})


def test_exported_files_are_read_by_numpy_and_h5py(tmp_path, program):
    gaugegl.run({"lattice": {"group": "su2", "extents": [4, 4, 4, 4]}, "action": {"beta": 2.3}, "update": {"sweeps": 8, "seed": 3},
                 "measure": {"every": 1}, "loops": {"every": 4, "r_max": 2}, "flow": {"every": 2, "time": 0.3, "improved": True},
                 "output": {"directory": tmp_path / "run", "save_every": 4, "plots": False}})
    for form in ("npz", "hdf5", "json"):
        program("export", tmp_path / "run", "--format", form, "--output", tmp_path / f"all.{form}")
    truth = json.loads((tmp_path / "all.json").read_text())
    npz, hdf5 = np.load(tmp_path / "all.npz"), h5py.File(tmp_path / "all.hdf5")
    attributes = json.loads(str(npz["attributes"]))
    for name, measurement in truth["measurements"].items():
        assert npz[f"{name}/sweep"].tolist() == measurement["sweep"] == hdf5[name]["sweep"][:].tolist()
        for array, facts in measurement["arrays"].items():
            assert np.array_equal(npz[f"{name}/{array}"], np.array(facts["values"])), array
            assert np.array_equal(hdf5[name][array][:], npz[f"{name}/{array}"]), array
            assert hdf5[name][array].attrs["axes"] == ",".join(["sweep", *facts["axes"]])
            assert hdf5[name][array].attrs["unit"] == facts["unit"]
        for axis, facts in measurement["axes"].items():
            assert npz[f"{name}/{axis}"].tolist() == facts["values"]
            assert hdf5[name][axis].attrs["unit"] == facts["unit"]
    assert [x.decode() for x in hdf5["loops"]["r"][:]] == npz["loops/r"].tolist() == ["1,0,0", "2,0,0"]
    assert npz["flow/t2E_clover"].shape == (4, 4)
    assert attributes["random_key"] == hdf5.attrs["random_key"] == truth["facts"]["random_key"]
    assert "beta = 2.3" in attributes["run"] and hdf5.attrs["run"] == attributes["run"]
    assert json.loads(hdf5.attrs["configurations"]) == attributes["configurations"] == truth["facts"]["configurations"]


def test_pairs_are_correlators_of_polyakov_loops(device):
    for group in ("su2", "su3"):
        u = gaugegl.GaugeField.hot(group, (4, 6, 4, 8), seed=5, device=device)
        links = u.to_numpy()[3]  # t, z, y, x
        product = links[0]
        for t in range(1, 8):
            product = product @ links[t]
        loops = np.trace(product, axis1=-2, axis2=-1) / links.shape[-1]  # z, y, x
        found = gaugegl.measure(u, {"pairs": {}})["pairs"]
        assert found["separation"] == ["(1,0,0)", "(0,1,0)", "(1,1,0)", "(1,0,1)", "(1,1,1)", "(2,0,0)", "(0,2,0)"]
        for name, value in zip(found["separation"], found["correlator"][0]):
            x, y, z = (int(word) for word in name[1:-1].split(","))
            images = {(sx * a, sy * y, sz * c) for a, c in ((x, z), (z, x)) for sx in (1, -1) for sy in (1, -1) for sz in (1, -1)}
            # Of the two ways around a lattice of four sites 2 and -2 are one separation.
            images = {(a % 4, b % 6, c % 4) for a, b, c in images}
            expected = np.mean([np.mean(loops * np.roll(loops, (c, b, a), axis=(0, 1, 2)).conj()).real for a, b, c in images])
            assert value == pytest.approx(expected, rel=1e-6, abs=1e-9), name
        assert found["results"]["pairs"][2]["separation"] == [1, 1, 0]
    with pytest.raises(gaugegl.InputError, match="r_max = 3: 1 to 2"):
        gaugegl.measure(u, {"pairs": {"r_max": 3}})


def test_multilevel_without_updates_is_pairs_on_the_axes(device):
    u = gaugegl.GaugeField.hot("su2", (4, 6, 4, 8), seed=5, device=device)
    found = gaugegl.measure(u, {"multilevel": {"thickness": [2, 4], "updates": [0, 0]}, "pairs": {"on_axis": True}}, beta=2.3)
    assert found["multilevel"]["separation"] == found["pairs"]["separation"]
    assert found["multilevel"]["correlator"] == pytest.approx(found["pairs"]["correlator"], abs=1e-12)
    updated = gaugegl.measure(u, {"multilevel": {"updates": 2}}, beta=2.3)["multilevel"]
    assert updated["correlator"] != pytest.approx(found["pairs"]["correlator"], abs=1e-9)
    with pytest.raises(gaugegl.InputError, match="needs beta"):
        gaugegl.measure(u, {"multilevel": {}})


def test_smearing_is_that_of_the_field(fields, device):
    u = fields[2]
    found = gaugegl.measure(u, {"smearing": {"rho": 0.11, "steps": 5, "record": 2, "improved": True}})["smearing"]
    assert found["steps"].tolist() == [0, 2, 4, 5]
    for steps, plaquette, energy, charge in zip(found["steps"], found["plaquette"][0], found["energy"][0], found["Q"][0]):
        smooth = u.stout(rho=0.11, steps=int(steps)) if steps else u
        topology = smooth.topology(improved=True)
        assert plaquette == pytest.approx(smooth.plaquette(), abs=1e-7)
        assert energy == pytest.approx(topology["energy"], abs=1e-6)
        assert charge == pytest.approx(topology["charge"], abs=1e-6)
    assert found["Q_improved"][0] == pytest.approx(topology["charge_improved"], abs=1e-6)
    assert np.all(np.diff(found["plaquette"][0]) > 0)  # it smooths
    cold = gaugegl.measure(gaugegl.GaugeField.cold("su3", (4, 4, 4, 4), device=device), {"smearing": {"steps": 2}})["smearing"]
    assert np.allclose(cold["plaquette"], 1, atol=1e-6) and np.allclose(cold["Q"], 0, atol=1e-6)
    with pytest.raises(gaugegl.InputError, match="rho = 0.125"):
        gaugegl.measure(u, {"smearing": {"rho": 0.125}})


def test_what_is_thrown_on_the_way_leaves_the_device_in_order(fields):
    def stop(done, total, note):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        gaugegl.measure(fields, {"flow": {"time": 0.4}}, progress=stop)
    with pytest.raises(gaugegl.InputError):
        gaugegl.measure(fields, {"loops": {"multihit": True, "r_max": 2, "t_max": 2}}, beta=0)
    with pytest.raises(gaugegl.InputError, match="every"):
        gaugegl.measure(fields, {"flow": {"time": 1, "every": 2}})
    with pytest.raises(gaugegl.InputError, match="no GaugeField"):
        gaugegl.measure([fields[0], 3], {"flow": {"time": 1}})
    assert gaugegl.measure(fields[0], {"flow": {"time": 0.4}})["flow"]["t2E_clover"].shape == (1, 5)
