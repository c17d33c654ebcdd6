// What limits the processor's own code, and the work of its molecular dynamics, beside hops (bench/fermions.h) and gauge fixing
// (bench/fixing_host.h).
#pragma once

#include "base/host_threads.h"
#include "bench/kernel_timing.h"

#include <string>
#include <vector>

namespace gaugegl {

/// A benchmark of the host.
struct HostBenchmarkEntry {
    std::string name;  ///< "multiply-add"
    bool isLimit;      ///< of the processor or the memory, whatever the group
    bool likeOnDevice; ///< an entry of the device has the same name
};
/// - multiply-add: as many of them as registers permit, the most flops that a core has;
/// - read: the sum of as many numbers as the links of the lattice have, 8 hops to each site: what memory, or a cache, delivers;
/// - force-wilson, force-staggered: as on devices, a call being a pass over the links of one direction and parity;
/// - gauge-force: Wilson's, a call being a pass over the links of one direction and parity;
/// - move-links: exp(i h) U with its projection on the group, a call as before;
/// - hop-matrices: the links of hops from those of the lattice, a call being a pass over the sites of a parity.
const std::vector<HostBenchmarkEntry>& hostBenchmarkEntries();

/// Something to be timed on the host.
struct HostWork {
    std::string name;         ///< of an entry
    Lattice lattice;          ///< extents
    Group group = Group::SU3; ///< of the links
    Precision precision =
        Precision::Double;       ///< of spinors and of the links of hops; momenta and links are always double
    int threads = hostThreads(); ///< at least 1
};
/// Bytes are those of the numbers that it stores.  Throws InputError for an unknown name.
KernelTiming measureHost(const HostWork& what, const Sampling& sampling = {});

} // namespace gaugegl
