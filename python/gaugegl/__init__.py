"""Lattice gauge theory on any OpenGL driver.

    import gaugegl
    device = gaugegl.Device()
    u = gaugegl.GaugeField.hot("su3", (8, 8, 8, 8), seed=1, device=device)
    u = u.heat_bath(beta=6.0, sweeps=20, overrelaxation=4)
    print(u.plaquette())

Fields are values: every method gives a new one.  Lattices are (Lx, Ly, Lz, Lt); arrays have the axes t, z, y, x, in which x is the
fastest.  Errors are exceptions with the texts of the program: InputError (a ValueError), FileError (an OSError too), DiskError,
UnsolvedError and DeviceError, all of them gaugegl.Error.
"""
import os as _os

# Threads that wait in busy loops take the time of those that have work; read when the compiled part is loaded.
if _os.environ.setdefault("OMP_WAIT_POLICY", "passive") == "passive":
    _os.environ.setdefault("GOMP_SPINCOUNT", "500")  # sleeping at once costs more than a hop on a small lattice

from . import analysis
from .chain import Chain
from ._core import (DeviceError, Device, DiskError, Error, Estimate, FileError, Flow, GaugeField, GaugeFixed, InputError, Operator,
                    Solution, UnsolvedError, __version__, correlators, devices, eigenmodes, fit, formats, measure,
                    propagator, read, run, solve)

__all__ = ["Chain", "Device", "DeviceError", "DiskError", "Error", "Estimate", "FileError", "Flow", "GaugeField", "GaugeFixed", "InputError",
           "Operator", "Solution", "UnsolvedError", "analysis", "correlators", "devices", "eigenmodes", "fit", "formats",
           "measure", "propagator", "read", "run", "solve"]
for _name in __all__:
    if hasattr(globals()[_name], "__module__"):
        try:
            globals()[_name].__module__ = __name__  # as people import it
        except AttributeError:
            pass
del _name
