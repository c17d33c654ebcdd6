// The programs of shaders that a run will need, found without compiling any.
#pragma once

#include "gaugegl/chain/chain.h"

#include <map>
#include <optional>
#include <string>

namespace gaugegl {

/// The number of programs on the device after a few sweeps and a measurement of a chain of this run, for the progress
/// of compilation.  It is determined by a ProgramPrecompiler, which briefly needs the memory of a chain.  Nothing if it
/// cannot be determined, and on the CPU.  `fromCheckpoint`: the chain is restored and does not need the programs of its start.
std::optional<std::size_t> programsOfChain(const ChainBackend& backend, const RunConfig& config,
                                           const DynamicsMaker& dynamics, bool fromCheckpoint = false);

/// The labels of the programs of the run's chain, its observables, its loops and its flow, as they would be on another lattice, by
/// their keys (ProgramPrecompiler::needed).  Those of solves are not among them.  Throws as Chain.
std::map<std::string, std::string> programsOfRun(Device& device, const RunConfig& config, const Lattice& lattice);

} // namespace gaugegl
