// The speed of gauge fixing on the CPU (host/gauge_fixing.h), for comparison with the devices of bench/gauge.h.
#pragma once

#include "base/host_threads.h"
#include "bench/kernel_timing.h"

#include <string>

namespace gaugegl {

/// The host entry that an entry of benchmarkEntries() is compared with: "fix-landau" for all variants of
/// overrelaxation in Landau gauge ("fix-landau", "fix-landau-eight-threads" and so on), empty for all others.
std::string hostFixingOf(const std::string& name);

/// Overrelaxation in Landau gauge to be timed on the host.
struct HostFixing {
    Lattice lattice;                         ///< extents
    Group group = Group::SU3;                ///< of the links
    Precision precision = Precision::Double; ///< of all numbers
    int threads = hostThreads();             ///< at least 1
};

/// A call visits the sites of one parity once; flops are those of fixingFlops(), bytes those of the eight links that a
/// site reads and writes.
KernelTiming measureHost(const HostFixing& what, const Sampling& sampling = {});

} // namespace gaugegl
