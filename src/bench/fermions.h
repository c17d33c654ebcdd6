// Benchmarks of the fermion kernels: the time of a call, with the flops and bytes of fermion/kernels.h.
//
// A call works on the V/2 sites of one parity; hops alternate between the parities.  The time of a norm includes its
// sum.
#pragma once

#include "base/host_threads.h"
#include "bench/kernel_timing.h"
#include "fermion/operators/hopping.h"

#include <string>
#include <vector>

namespace gaugegl {

/// The work that is timed.
enum class FermionTask {
    Hop,            ///< only the hopping term
    HopNorm,        ///< with a diagonal term and the norm of the result
    HopDescend,     ///< an update of a residual with everything fused: diagonal term, difference, norm
    SignIteration,  ///< of multi-shift conjugate gradients for the sign of overlap quarks, on both parities
    Iteration,      ///< of conjugate gradients, even-odd: staggered, or Wilson on the normal equations
    Axpy,           ///< y += a x
    AxpyNorm,       ///< y += a x with the norm of y
    Update,         ///< solution and direction of conjugate gradients
    Products,       ///< (x, y), |x|^2, |y|^2
    Convert,        ///< to another format
    Project,        ///< half spinors, which ranks exchange; of all sites, where runs take edges alone
    StoreLinks,     ///< copies of the links for hops
    CloverBlocks,   ///< the blocks of a clover term, from the clovers
    CloverInverses, ///< their inverses and determinants
    Wuppertal,      ///< a step of smearing in space
    MixSlices       ///< a matrix in the fifth dimension
};

/// A benchmark.
struct FermionBenchmarkEntry {
    std::string name;                       ///< "wilson-hop-18-table"
    FermionKind kind = FermionKind::Wilson; ///< spinors, or staggered vectors
    FermionTask task = FermionTask::Hop;    ///< what is done
    HopStorage links = {};                  ///< of a hop
    FieldFormat format = FieldFormat::Real; ///< of the fields; of those that are converted to
    SiteBlocks blocks =
        SiteBlocks::None; ///< of a hop: what the blocks of a clover term multiply; of an iteration: not None
    int slices = 1;       ///< of fields of domain-wall quarks, or right-hand sides side by side
    bool rhs = false;     ///< whether they are right-hand sides

    /// File of shaders/kernels/.
    std::string kernel() const;
    /// Whether measureHost() also has it.
    bool onHost() const
    {
        return task == FermionTask::Hop && links == HopStorage{} && format == FieldFormat::Real &&
               blocks == SiteBlocks::None && (slices == 1 || rhs);
    }
    /// Whether it takes hopping terms, of which a tuner chooses a variant.
    bool hasVariants() const { return task <= FermionTask::Iteration; }
    /// Whether the kernel exists for these.
    bool exists(Group group, Precision precision, Storage storage) const;
};
/// Everything that is measured.
const std::vector<FermionBenchmarkEntry>& fermionBenchmarkEntries();
/// The one with that name.  Throws InputError for an unknown one.
const FermionBenchmarkEntry& fermionBenchmarkEntry(const std::string& name);

/// Measures on one device, with unit links, since the values do not affect the time.  Throws DeviceError if the lattice
/// does not fit the driver's limits.
class FermionBenchmark {
public:
    /// The device must outlive the object.
    FermionBenchmark(Device& device, const Lattice& lattice, Group group) : u_(device, lattice, group) {}

    /// Where it is measured.
    Device& device() const { return u_.device(); }
    /// Extents.
    const Lattice& lattice() const { return u_.lattice(); }
    /// SU(2) or SU(3).
    Group group() const { return u_.group(); }

    /// A first round of calls, in which programs are compiled, is not timed.  Throws InputError for an unknown name, or
    /// an entry that does not exist for this group, precision and storage.
    KernelTiming measure(const std::string& name, const Sampling& sampling = {});
    /// The work of an entry.
    BenchmarkWork work(const std::string& name) const;

private:
    GaugeField u_;
};

/// A hopping term to be timed on the host.
struct HostHop {
    std::string name;                        ///< of an entry with onHost()
    Lattice lattice;                         ///< extents
    Group group = Group::SU3;                ///< of the links
    Precision precision = Precision::Double; ///< of all numbers
    int threads = hostThreads();             ///< at least 1
};
/// A hopping term of the host (host/hopping.h); bytes are those of the numbers that it stores.  Throws InputError for
/// an entry that the host does not have.
KernelTiming measureHost(const HostHop& what, const Sampling& sampling = {});

} // namespace gaugegl
