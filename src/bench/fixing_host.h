// How fast the CPU fixes a gauge (host/gauge_fixing.h), beside what bench/gauge.h measures of a device.
#pragma once

#include "base/host_threads.h"
#include "bench/kernel_timing.h"

#include <string>

namespace gaugegl {

/// The entry of the host that an entry of benchmarkEntries() is compared with: "fix-landau" for all ways in which a
/// device overrelaxes in Landau gauge ("fix-landau", "fix-landau-eight-threads" and so on), empty for all others.
std::string hostFixingOf(const std::string& name);

/// What the host is to do: overrelaxation in Landau gauge.
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
