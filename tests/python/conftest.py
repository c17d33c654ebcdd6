"""What the tests of the Python module share.  GAUGEGL_PROGRAM is the program, which the module is compared with."""
import json
import os
import signal
import subprocess

import pytest

import gaugegl

EXTENTS = (4, 6, 8, 10)  # (Lx, Ly, Lz, Lt), all different


@pytest.fixture(scope="session")
def device():
    return gaugegl.Device(path="compute")  # a path that is not chosen by timing: the program is to take the same


@pytest.fixture(scope="session")
def double_device():
    return gaugegl.Device(path="compute", precision="double")


@pytest.fixture(scope="session")
def su3(device):
    """Some sweeps from a hot start, on a device."""
    return gaugegl.GaugeField.hot("su3", EXTENTS, seed=7, device=device).heat_bath(beta=5.7, sweeps=4, overrelaxation=1)


@pytest.fixture(scope="session")
def small():
    """Of SU(3) on 4x4x4x6, on the host, in double precision."""
    device = gaugegl.Device(path="compute", precision="double")
    return gaugegl.GaugeField.hot("su3", (4, 4, 4, 6), seed=3, device=device).heat_bath(beta=5.9, sweeps=6).to(None)


@pytest.fixture(scope="session")
def program():
    """Runs the program and gives what it writes as JSON."""
    path = os.environ["GAUGEGL_PROGRAM"]

    def run(*words):
        done = subprocess.run([path, *map(str, words), "--json", "-", "--quiet"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's own handler, which it does not install where it was started with SIGINT ignored, as a shell starts jobs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
