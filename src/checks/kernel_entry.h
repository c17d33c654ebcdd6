// What `gaugegl bench` measures: a list of entries, each of which makes its work on a device, on the CPU, or on both.
//
// A call is one run of a kernel over one half field: V/2 sites (Polyakov loops: half the sites of the slice where they begin; in x each
// line is there twice).  Updates and other kernels of single links are timed in whole sweeps of eight passes, (mu, parity); their call is
// the mean pass, over V/2 links.
#pragma once

#include "base/host_threads.h"
#include "checks/rig.h"
#include "gaugegl/core/fermion.h"

#include <string>
#include <vector>

namespace gaugegl {

/// Where something is measured on the CPU.
struct HostSetting {
    Lattice lattice;                           ///< extents
    Group group = Group::SU3;                  ///< of the links
    Precision precision = Precision::Double;   ///< of fields; momenta and links of molecular dynamics are always double
    int threads = hostThreads();               ///< at least 1
    std::shared_ptr<gl::Context> context = {}; ///< of what needs a device for its first links: trajectories
    PassLimits passes = {};                    ///< of that device
};

/// A device that makes links for what is then measured on the CPU.
struct HostRig {
    Device device;
    Rig rig;

    explicit HostRig(const HostSetting& s)
        : device(s.context, {.path = s.context->capabilities().compute() ? Path::Compute : Path::Fragment,
                             .precision = s.precision,
                             .passes = s.passes}),
          rig(device, s.lattice, s.group)
    {}
};

/// What the CPU has of an entry: the program's own code for it, or the reference.
struct HostEntry {
    std::function<Work(const HostSetting&)> work = {}; ///< none: it is measured on devices alone
    std::string name = {};                             ///< of its row; empty: that of the entry
    const char* path = "host";                         ///< or "reference", whose numbers are double
};

/// Something that can be measured.
struct KernelEntry {
    std::string name; ///< "reduction-4"
    std::vector<std::string> kernels =
        {};                              ///< files of shaders/kernels/, or what takes seconds; the first says its class
    std::function<Work(Rig&)> work = {}; ///< on a device; none: the CPU alone has it
    HostEntry host = {};                 ///< on the CPU
    std::function<bool(const Setting&)> exists = {}; ///< what else it needs; none: nothing
    std::optional<Feature> needs = {};               ///< of the group
    bool perGroup = true;                            ///< else it is measured once, on fields as large as those of SU(3)
    bool hasVariants = false;                        ///< a tuner chooses among its kernels
    bool onDemand = false;                           ///< takes minutes: measured where it is asked for

    /// A whole trajectory or one of its shares, or a search for modes.
    bool takesSeconds() const
    {
        return !kernels.empty() && (kernels.front() == "trajectory" || kernels.front() == "eigen");
    }
    /// The row of the CPU that it is compared with.
    const std::string& nameOnHost() const { return host.name.empty() ? name : host.name; }
    /// Whether a device has it.
    bool existsOn(const Setting& setting) const
    {
        return work && (!needs || has(setting.group, *needs)) && (!exists || exists(setting));
    }
};

/// Everything that is measured, in the order of tables: that of all parts (checks/parts.h), and what the CPU alone has.
const std::vector<KernelEntry>& kernelEntries();
/// The one with that name.  Throws InputError for an unknown one.
const KernelEntry& kernelEntry(const std::string& name);

/// On a device.  A first round of calls, in which programs are compiled, is not timed.  Throws InputError for an entry that does not exist
/// there, and UnsolvedError for a trajectory that fails.
KernelTiming timingOf(const KernelEntry& entry, Rig& rig, const Sampling& sampling = {});
/// On the CPU.  Bytes are those of the numbers that it stores.  Throws InputError for an entry that the CPU does not have.
KernelTiming timingOf(const KernelEntry& entry, const HostSetting& setting, const Sampling& sampling = {});

// Their parts:

/// Kernels of gauge fields: updates, observables, sums.
std::vector<KernelEntry> gaugeEntries();
/// Smearing has its default parameters; a call of HYP smearing makes the links of all three levels, one of the flow is a stage: force and
/// new link.
std::vector<KernelEntry> smearingEntries();
/// Lines, Wilson loops (of R = 2 along x and T = 1 to 4, without the making of the lines), field strengths, projected links.
std::vector<KernelEntry> loopEntries();
/// Gauge fixing: a call is a pass over one parity, by the kernels that the device chooses or by those that the name says.  The flops of
/// overrelaxation in Landau and Coulomb gauge are fixingFlops() of core/gauge_fixing.h, the others those of the source.
std::vector<KernelEntry> fixingEntries();
/// Kernels of one kind of quarks: a call works on the V/2 sites of one parity; hops alternate between the parities.  The time of a norm
/// includes its sum.
std::vector<KernelEntry> fermionEntries(FermionKind kind);
/// A whole search for the ten lowest modes of the even-odd matrix, in links of the heat bath.
KernelEntry eigenEntry(FermionKind kind);
/// Molecular dynamics: momenta and forces of fermions (forces of gauge actions are those of the flow), and whole trajectories with their
/// shares (checks/trajectories.h).
std::vector<KernelEntry> hmcEntries();
/// What limits the CPU, and its molecular dynamics:
/// - multiply-add: as many of them as registers permit, the most flops that a core has;
/// - read: the sum of as many numbers as the links of the lattice have, 8 hops to each site: what memory, or a cache, delivers;
/// - gauge-force: Wilson's, a call being a pass over the links of one direction and parity;
/// - move-links: exp(i h) U with its projection on the group, a call as before;
/// - hop-matrices: the links of hops from those of the lattice, a call being a pass over the sites of a parity;
/// - cpu-heatbath, cpu-overrelaxation: its updates of links, in whole sweeps as on devices.
std::vector<KernelEntry> hostEntries();

/// The reference's overrelaxation, or its heat bath.
Work referenceWork(bool heatBath, const HostSetting& setting);
/// The host's own overrelaxation, or its heat bath.
Work hostUpdateWork(bool isHeatBath, const HostSetting& setting);
/// A hopping term of the host, of one right-hand side or of several.
Work hostHopWork(FermionKind kind, int rhs, const HostSetting& setting);
/// Overrelaxation in Landau gauge on the host.
Work hostFixingWork(const HostSetting& setting);
/// A force of quarks on the host.
Work hostForceWork(FermionKind kind, const HostSetting& setting);

} // namespace gaugegl
