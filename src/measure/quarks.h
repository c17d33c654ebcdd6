// What measurements of quarks share: links on the host, and where systems are solved.
#pragma once

#include "fermion/solve/inverter_backend.h"
#include "measure/record.h"

#include "gaugegl/config/run_config.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl::measure {

/// "mass" or "kappa": what the values of a section are.
const char* keyOf(const FermionSection& section);

/// The links of a configuration.
struct HostLinks {
    HostGaugeField links; ///< of this rank's part
    SharedLattice shared; ///< the whole lattice
    int device;           ///< that of the field (gl::ContextOptions)
    bool tuning;          ///< whether variants of kernels are timed
};
/// By all ranks together.
HostLinks hostLinks(const GaugeField& u, bool tuning);
/// Where systems are solved: on the CPU, or on the device of the field.
InverterBackend backendOf(const HostLinks& links, const std::string& path, SolverPrecision precision);
/// The variants of kernels that it used; null on the CPU.
Json tuningOf(InverterBackend& backend);
/// Adds them to the facts of a record, if there are any.
void addTuning(Record& record, InverterBackend& backend);

} // namespace gaugegl::measure
