"""What a forked process can do, and input that is made to hurt."""
import os
import select
import signal
import subprocess
import sys

import pytest

import gaugegl


def in_fork(call):
    """What the call gives in a forked process, as text; None where it hangs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = repr(call())
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], 60)
    text = os.read(read, 65536).decode() if ready else None
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(read)
    return text


def test_a_forked_process_says_that_it_cannot_use_a_device(device, su3):
    for call in (su3.plaquette, lambda: su3.to(None), lambda: su3.heat_bath(beta=5.7, sweeps=1), lambda: gaugegl.Device(path="compute")):
        text = in_fork(call)
        assert text is not None and text.startswith("Error: this process was forked") and "spawn" in text, text
    assert su3.plaquette() > 0  # here nothing has changed


def test_a_forked_process_works_on_the_host(device, small):
    assert in_fork(small.plaquette) == repr(small.plaquette())


def test_a_forked_process_ends():
    lines = ["import os, sys, gaugegl", "device = gaugegl.Device(path='compute')",
             "u = gaugegl.GaugeField.hot('su2', (4, 4, 4, 4), seed=1, device=device)", "child = os.fork()",
             "if child == 0: del u, device; sys.exit(5)",  # frees what it has, and ends as processes do
             "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5", "assert u.plaquette() < 1", "sys.exit(7)"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], timeout=120, capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr


def test_a_run_of_too_many_levels_is_refused():
    endless = {}
    endless["lattice"] = endless
    deep = []
    for _ in range(100000):
        deep = [deep]
    for run in (endless, {"lattice": deep}, {"lattice": {"extents": deep}}):
        with pytest.raises(gaugegl.InputError, match="more than 20 levels"):
            gaugegl.run(run)


def test_errors_have_nothing_that_a_terminal_obeys():
    with pytest.raises(gaugegl.FileError) as raised:
        gaugegl.GaugeField.read("\x1b]0;mine\x07\x9b2J\u202e")
    assert "\\u001b]0;mine\\u0007\\u009b2J\\u202e" in str(raised.value)


def test_a_name_that_the_system_would_take_for_another_one_is_refused(tmp_path, small):
    with pytest.raises((gaugegl.InputError, ValueError), match="NUL|null byte"):
        small.write(f"{tmp_path}/a\0b.ildg")
    with pytest.raises(gaugegl.InputError):
        gaugegl.run({"lattice": {"group": "su2", "extents": [4, 4, 4, 4]}, "action": {"beta": 2.3}, "output": {"directory": f"{tmp_path}/a\0b"}})
    assert os.listdir(tmp_path) == []
