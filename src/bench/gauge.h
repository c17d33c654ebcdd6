// How fast the kernels are: the time of a call, beside the flops and bytes of gauge/flops.h.
//
// A call is one run of a kernel over one half field: V/2 sites (the Polyakov loop: half the sites of the slice t = 0).
// Updates and other kernels of single links are timed in whole sweeps of eight passes, (mu, parity); their call is the
// mean pass, over V/2 links.
#pragma once

#include "base/host_threads.h"
#include "bench/kernel_timing.h"
#include "gaugegl/gauge/observables/observables.h"

#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// What can be measured.
struct BenchmarkEntry {
    std::string name;                         ///< "reduction-4"
    std::string kernel;                       ///< file of shaders/kernels/
    bool perGroup = true;                     ///< else it is measured once, on fields as large as those of SU(3)
    bool onReference = false;                 ///< measureReference can do it, too
    std::optional<StapleSource> staples = {}; ///< of an update that does not take the default
    LoopSet loops = {};                       ///< of the action of an update
    bool computeOnly = false;                 ///< it does not exist on the fragment path, or is the default there
    std::vector<std::string> with = {};       ///< further kernels that it takes
    std::optional<Feature> needs = {};        ///< of the group
    bool hasVariants = false;                 ///< a tuner chooses among its kernels

    /// All kernels that it takes.
    std::vector<std::string> kernels() const;
    /// Whether the kernel is there for these.
    bool exists(Group group, Precision precision, const Lattice& lattice, Path path) const;
};
/// Everything that is measured.
std::vector<BenchmarkEntry> benchmarkEntries();

/// Measures on one device.  Owns a gauge field, which is in equilibrium at beta 2.4 (SU(2)) or 6.0 (SU(3)) where the
/// time depends on it.  Throws DeviceError when the lattice does not fit the driver's limits.
class Benchmark {
public:
    /// A hot field and what the kernels write.
    Benchmark(Device& device, const Lattice& lattice, Group group);

    /// A first round of calls, in which programs are compiled, is not timed.  Throws InputError for an unknown name, or
    /// an entry that does not exist for this group and precision.
    KernelTiming measure(const std::string& name, const Sampling& sampling = {});
    /// The work of an entry, which must not outlive the object.
    BenchmarkWork work(const std::string& name);

    // What the entries work with.
    /// Where it is measured.
    Device& device() const { return u_.device(); }
    /// Extents.
    const Lattice& lattice() const { return u_.lattice(); }
    /// SU(2) or SU(3).
    Group group() const { return u_.group(); }
    /// The links.
    GaugeField& field() { return u_; }
    /// A plane of one parity, for results.
    PlaneTexture& density() { return density_; }
    PlaneTexture& slice() { return slice_; } ///< one plane on the sites of one parity with t = 0
    /// Made on first use.
    Reduction& reduction(int fold) { return reductions_.try_emplace(fold, device(), fold).first->second; }
    /// One sweep over all links.
    void heatBath(const HeatBath& parameters, std::optional<StapleSource> staples = {});
    /// Brings a field that did not come from the heat bath near equilibrium.
    void thermalise();
    /// Random links.
    void hotStart();

private:
    GaugeField u_;
    PlaneTexture density_, slice_;
    std::map<int, Reduction> reductions_;
    std::uint32_t sweep_ = 0;
    bool thermal_ = false;
};

/// A kernel of half fields, with what makes its work.
struct HalfFieldBenchmark {
    BenchmarkEntry about;
    BenchmarkWork (*work)(Benchmark& bench);
};

/// The couplings at which the heat bath is measured.
HeatBath benchmarkHeatBath(Group group);

/// An update of the CPU reference, in double precision, by so many threads; a call is again a mean pass.  Bytes are
/// those of its full matrices.  Throws InputError for an entry without onReference.
KernelTiming measureReference(const std::string& name, const Lattice& lattice, Group group,
                              const Sampling& sampling = {}, int threads = hostThreads());

} // namespace gaugegl
