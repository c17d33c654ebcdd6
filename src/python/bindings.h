// What the parts of the module add to it.
#pragma once

#include "open_field.h"

#include "gaugegl/config/run_config.h"

#include <pybind11/pybind11.h>

namespace gaugegl::python {

/// The run of an ensemble, as far as its random numbers depend on it: action "wilson", "symanzik", .. or c1.  Throws InputError.
RunConfig runFor(const Lattice& lattice, Group group, const pybind11::object& action, double beta, std::uint64_t seed);

/// Device and devices().
void bindDevices(pybind11::module_& module);
/// GaugeField: makers, files, observables.
void bindGaugeFields(pybind11::module_& module);
/// What changes fields, as methods of GaugeField; Flow and GaugeFixed.
void bindUpdates(pybind11::module_& module, pybind11::class_<Field>& field);
/// Operator, solve, propagator, correlators.
void bindQuarks(pybind11::module_& module);
/// eigenmodes.
void bindModes(pybind11::module_& module);
/// Estimate, gamma_method, jackknife, fits, potential.
void bindAnalysis(pybind11::module_& module);
/// run.
void bindRuns(pybind11::module_& module);

/// Lets Python know the names and defaults of the parameters of every function and method that was bound until now.
void signFunctions(const pybind11::module_& module);

} // namespace gaugegl::python
