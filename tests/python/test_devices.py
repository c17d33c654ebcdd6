import gc
import os
import resource
import threading

import numpy as np
import pytest

import gaugegl


def test_threads_share_a_device(su3):
    expected, found, errors = su3.stout().plaquette(), [], []

    def work():
        try:
            for _ in range(5):
                found.append(su3.stout().plaquette())
        except BaseException as error:  # a thread's exception would be lost
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and found == [expected] * 20


def test_long_calls_let_other_threads_go_on(su3):
    counted, ended = [0], threading.Event()

    def count():
        while not ended.wait(0.001):
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    seen = []
    su3.heat_bath(beta=6.0, sweeps=10, progress=lambda done, total, note: seen.append((done, total, counted[0])))
    ended.set()
    thread.join()
    assert [done for done, _, _ in seen] == list(range(1, 11)) and {total for _, total, _ in seen} == {10}
    assert seen[-1][2] > seen[0][2]


def test_what_a_callback_raises_ends_the_work(su3):
    def stop(done, total, note):
        if done == 2:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        su3.heat_bath(beta=6.0, sweeps=1000, progress=stop)
    assert su3.plaquette() == su3.plaquette()

    def use(done, total, note):
        su3.plaquette()

    with pytest.raises(RuntimeError, match="callback"):
        su3.heat_bath(beta=6.0, sweeps=2, progress=use)
    with pytest.raises(gaugegl.InputError, match="progress"):
        su3.heat_bath(beta=6.0, progress=3)


def test_progress_is_shown_as_by_the_program(su3, capfd):
    su3.heat_bath(beta=6.0, sweeps=3)
    assert capfd.readouterr().err == ""
    su3.heat_bath(beta=6.0, sweeps=3, progress=True)
    assert "3" in capfd.readouterr().err


def test_devices_and_fields_tell_what_they_are(device, su3, small):
    listed = gaugegl.devices()
    assert listed and {"index", "name", "usable"} == set(listed[0])
    assert device.path in ("fragment", "compute") and device.precision == "single" and device.name in repr(device)
    assert "SU(3) on 4x6x8x10" in repr(su3) and "on the host" in repr(small)
    both = [gaugegl.Device(path=path) for path in ("fragment", "compute")]
    a, b = (gaugegl.GaugeField.hot("su2", "4x4x4x4", seed=5, device=one).heat_bath(beta=2.3) for one in both)
    assert np.abs(a.to_numpy() - b.to_numpy()).max() < 1e-4


def memory():
    gc.collect()
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's account of memory")
def test_ten_thousand_fields_leave_nothing(device):
    host = gaugegl.GaugeField.cold("su3", "4x4x4x4")

    def fields(count):
        for _ in range(count):
            on_device = host.to(device)
            assert on_device.lattice == (4, 4, 4, 4)

    fields(200)
    before = memory()
    fields(10000)
    # A twentieth of the fields would be 37 MB on the device, and as much on the host.
    assert memory() - before < 30e6


def test_devices_leave_nothing():
    def devices(count):
        for _ in range(count):
            one = gaugegl.Device()
            assert gaugegl.GaugeField.hot("su2", "4x4x4x4", device=one).plaquette() < 0.5

    devices(5)
    before, threads = memory(), len(os.listdir("/proc/self/task"))
    devices(30)
    assert len(os.listdir("/proc/self/task")) <= threads + 2
    assert memory() - before < 15e6  # 0.5 MB for each; the allocator moves 2 MB one way or the other
