import json
import os
import signal
import threading

import pytest

import gaugegl

RUN = {"lattice": {"group": "su2", "extents": [4, 4, 4, 6]}, "action": {"beta": 2.3},
       "update": {"thermalisation": 5, "sweeps": 20, "seed": 3}, "measure": {"every": 1},
       "device": {"path": "compute"}}


def with_folder(folder, **update):
    return RUN | {"output": {"directory": folder}, "update": RUN["update"] | update}


def test_a_run_is_that_of_the_program(tmp_path, program):
    steps = []
    found = gaugegl.run(with_folder(tmp_path / "own"), progress=lambda done, total, note: steps.append((done, total)))
    assert steps[-1] == (25, 25)
    assert found.pop("sweeps_per_second") > 0  # the file is the same on every machine
    assert found == json.loads((tmp_path / "own" / "results.json").read_text())
    file = tmp_path / "run.toml"
    file.write_text('[lattice]\ngroup = "su2"\nextents = [4, 4, 4, 6]\n[action]\nbeta = 2.3\n[update]\nthermalisation = 5\n'
                    f'sweeps = 20\nseed = 3\n[measure]\nevery = 1\n[device]\npath = "compute"\n[output]\ndirectory = "{tmp_path}/program"\n')
    other = program("run", file)
    assert found["plaquette"] == other["plaquette"]
    again = gaugegl.run(file, overwrite=True)  # of a path, by the program's folder
    assert again["plaquette"] == found["plaquette"]


def test_on_a_device_that_is_open(tmp_path, device):
    found = gaugegl.run(with_folder(tmp_path / "a"), device=device)
    assert found["plaquette"] == gaugegl.run(with_folder(tmp_path / "b"))["plaquette"]
    with pytest.raises(gaugegl.InputError, match="double precision, but the device has single"):
        gaugegl.run(with_folder(tmp_path / "c") | {"device": {"path": "compute", "precision": "double"}}, device=device)
    with pytest.raises(gaugegl.InputError, match="fragment shaders, but the device has compute"):
        gaugegl.run(with_folder(tmp_path / "c") | {"device": {"path": "fragment"}}, device=device)
    with pytest.raises(gaugegl.InputError, match="device=None"):
        gaugegl.run(with_folder(tmp_path / "c") | {"device": {"storage": "buffer", "path": "compute"}}, device=device)
    assert not (tmp_path / "c").exists()


def test_ctrl_c_saves_and_the_same_call_goes_on(tmp_path):
    run = with_folder(tmp_path / "long", sweeps=600)
    done = []

    def watch(step, total, note):
        done.append(step)
        if step == 30:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        gaugegl.run(run, progress=watch)
    assert done[-1] < 605
    rest = []
    found = gaugegl.run(run, progress=lambda step, total, note: rest.append(step))
    assert 30 <= rest[0] <= done[-1] + 1 and rest[-1] == 605
    whole = gaugegl.run(run | {"output": {"directory": str(tmp_path / "whole")}})
    assert found["plaquette"] == whole["plaquette"]


def test_bad_runs_are_refused_in_words(tmp_path):
    for change, *words in [
        ({"action": {"beta": -1}}, "beta", "-1"),
        ({"action": {"betta": 2}}, "betta"),
        ({"lattice": {"group": "su2"}}, "extents"),
        ({"update": {"sweeps": 2.5}}, "sweeps"),
        ({"update": {"sweeps": None}}, "sweeps", "None"),
        ({"nonsense": {}}, "nonsense"),
        ({3: {}}, "3"),
        ({"update": {"seed": {1, 2}}}, "seed"),
        ({"scan": {"betas": [2.2, 2.3]}}, "scan"),
    ]:
        with pytest.raises(gaugegl.InputError) as found:
            gaugegl.run(with_folder(tmp_path / "no") | change)
        for word in words:
            assert word in str(found.value), str(found.value)
    with pytest.raises(gaugegl.FileError, match="nowhere.toml"):
        gaugegl.run(tmp_path / "nowhere.toml")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "mine.txt").write_text("mine")
    gaugegl.run(with_folder(tmp_path / "kept"))
    with pytest.raises(gaugegl.InputError, match="kept"):  # another run lies there
        gaugegl.run(with_folder(tmp_path / "kept", seed=4))
    gaugegl.run(with_folder(tmp_path / "kept", seed=4), overwrite=True)
    assert (tmp_path / "kept" / "mine.txt").read_text() == "mine"


def test_other_threads_go_on_during_a_run(tmp_path):
    ended = threading.Event()
    threading.Timer(0.05, ended.set).start()
    gaugegl.run(with_folder(tmp_path / "a", sweeps=100))
    assert ended.is_set()
