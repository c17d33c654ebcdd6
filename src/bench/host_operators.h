// The speed of the hopping terms on the host.
#pragma once

#include "gaugegl/core/fermion.h"
#include "host/instruction_set.h"

namespace gaugegl::host {

/// What is timed.
struct HopBenchmark {
    FermionKind kind = FermionKind::Wilson;    ///< spinors or colour vectors
    Group group = Group::SU3;                  ///< of the links
    Precision precision = Precision::Double;   ///< of all numbers
    InstructionSet set = bestInstructionSet(); ///< of the kernels
    double seconds = 0.2;                      ///< how long at least, after a first pass that is not counted
};

/// The result of the timing.
struct HopTiming {
    double best = 0;      ///< seconds of the fastest hop from one parity to the other
    double median = 0;    ///< the median time in seconds
    double gigaflops = 0; ///< of the fastest one, by hopFlops()
    int threads = 0;      ///< that took part
};

/// Times hops from odd to even sites and back, on all processors or as many threads as OpenMP is told to use.
HopTiming measureHop(const Lattice& lattice, const HopBenchmark& what);

} // namespace gaugegl::host
