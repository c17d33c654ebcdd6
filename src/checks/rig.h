// Where entries of `bench` are measured on a device, and the fields that they share.
#pragma once

#include "checks/kernel_timing.h"
#include "checks/seed.h"
#include "gaugegl/gauge/observables/observables.h"

#include <any>
#include <map>
#include <memory>

namespace gaugegl {

/// What decides whether an entry exists.
struct Setting {
    Group group;
    Path path;
    Precision precision;
    Storage storage;
    Lattice lattice;
};

/// A device with links, which are in equilibrium at beta 2.4 (SU(2)) or 6.0 (SU(3)) where a time depends on it, and planes for results,
/// which are made on first use.  The device must outlive the object.
class Rig {
public:
    /// Unit links.  Throws DeviceError when the lattice does not fit the driver's limits.
    Rig(Device& device, const Lattice& lattice, Group group) : u_(device, lattice, group) {}
    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;

    /// Where it is measured.
    Device& device() const { return u_.device(); }
    /// Extents.
    const Lattice& lattice() const { return u_.lattice(); }
    /// Of the links.
    Group group() const { return u_.group(); }
    /// All of that.
    Setting setting() const { return {group(), device().path(), device().precision(), device().storage(), lattice()}; }

    /// The links; who changes them says so by changed().
    GaugeField& links() { return u_; }
    /// They are no longer near equilibrium.
    void changed() { thermal_ = false; }
    /// Random links.
    void hotStart();
    /// One sweep over all links.
    void heatBath(const HeatBath& parameters, std::optional<StapleSource> staples = {});
    /// Brings the links near equilibrium, if they are not.
    void thermalise();
    /// A copy of such links.
    std::shared_ptr<GaugeField> thermalLinks();

    /// A plane of one parity, for results; its numbers are 1/2.
    PlaneTexture& density();
    /// Sums by a factor.
    Reduction& reduction(int fold) { return reductions_.try_emplace(fold, device(), fold).first->second; }
    /// What entries share under a name; empty at first.
    std::any& kept(const std::string& name) { return kept_[name]; }

    /// Work of a cost for each site of one parity.
    Work ofParity(int calls, const KernelCost& cost, std::function<void()> round) const
    {
        return workOf(device().precision(), double(lattice().halfVolume()), cost, calls, std::move(round));
    }

private:
    GaugeField u_;
    std::unique_ptr<PlaneTexture> density_;
    std::map<int, Reduction> reductions_;
    std::map<std::string, std::any> kept_;
    std::uint32_t sweep_ = 0;
    bool thermal_ = false;
};

/// The couplings at which the heat bath is measured.
HeatBath benchmarkHeatBath(Group group);

} // namespace gaugegl
