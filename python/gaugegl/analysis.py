"""Means with errors, fits and potentials of what was measured: the analysis of the program.

Errors that the data do not determine are NaN; see Estimate.
"""
from ._core import (Estimate, effective_masses, fit, fit_linear, flow_scales, gamma_method, jackknife, reweight,
                    static_potential)

__all__ = ["Estimate", "effective_masses", "fit", "fit_linear", "flow_scales", "gamma_method", "jackknife", "reweight",
           "static_potential"]
