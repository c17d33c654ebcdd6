// Updates of a gauge field under gauge actions (core/gauge_action.h), in place on the device; CONVENTIONS.md defines
// them.
#pragma once

#include "gaugegl/core/link_set.h"
#include "gaugegl/core/random.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/update/generator.h"

#include <optional>
#include <utility>

namespace gaugegl {

/// The acceptance of a heat bath: subgroups visited, and those that got a new value.
struct HeatBathCount {
    double proposals = 0; ///< subgroups visited
    double accepted = 0;  ///< subgroups with a new value
};

/// A HeatBathCount whose read-back has begun.
class PendingCount {
public:
    /// Of one heat bath of every link.
    PendingCount(const Lattice& lattice, Group group);

    /// Whether the read-back is complete; does not wait.
    bool ready() const { return gaugegl::ready(accepted_); }
    /// The count; waits until the read-back is complete.
    HeatBathCount values() const { return {proposals_, known_ + total(accepted_)[0]}; }

    /// Adds a sum over subgroups that got a new value.
    void add(PendingSum accepted) { accepted_.push_back(std::move(accepted)); }
    /// Adds a number that is known already.
    void add(double accepted) { known_ += accepted; }

private:
    double proposals_;
    double known_ = 0;
    PendingSums accepted_;
};

/// Every link 1.
void coldStart(GaugeField& u);

/// Every link drawn from the Haar measure: for each direction the even sites, then the odd ones.
void hotStart(GaugeField& u, Generator& generator);
/// hotStart() with the Philox numbers of a seed.
void hotStart(GaugeField& u, std::uint64_t seed);
/// An element from the Haar measure for each site of the parity, with elementDraws() draws each.
void drawElements(PlaneTexture& out, const GaugeField& like, Generator& generator, const Drawing& drawing);

/// Heat bath of a set of links with the random numbers of one sweep.
/// Throws InputError unless isCoupling(beta) and 1 <= trials <= 255; for more trials than the generator supports; for a
/// set with a sublattice as Sublattices; for an action that needs one and a set without a sublattice; and for a staple source that does
/// not exist for group and action.  The default staple source depends on group and precision.
void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
              std::optional<StapleSource> staples = {});
/// heatBath() with the Philox numbers of a seed.
void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
              std::optional<StapleSource> staples = {});

/// Overrelaxation: reflects the links of a set, which leaves the action unchanged.
void overrelaxation(GaugeField& u, const LinkSet& set, const GaugeAction& action = {},
                    std::optional<StapleSource> staples = {});

/// Rotates the links of a set, subgroup by subgroup, to the minimum of the action.
void cooling(GaugeField& u, const LinkSet& set, const GaugeAction& action = {},
             std::optional<StapleSource> staples = {});

/// Heat bath of every link once, in the order of linkSets.
void heatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep);
/// heatBathSweep() with the Philox numbers of a seed.
void heatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep);
/// Overrelaxation of every link once, in the order of linkSets.
void overrelaxationSweep(GaugeField& u, const GaugeAction& action = {});

/// Whether the links of a set add to the count of a heat bath: those in direction t at the even sites.
constexpr bool isCounted(const LinkSet& set) { return set.mu == 3 && set.parity == 0; }

/// heatBath() of a set of links.  Links in direction t at the even sites add to the count how many of their subgroups get
/// a new value.  The field is the same as without counting.
void countedHeatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator,
                     std::uint32_t sweep, Reduction& reduction, PendingCount& count);

/// heatBathSweep() that counts, for the links in direction t at the even sites, how many subgroups get a new value.
/// The field is the same as without counting.
HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
                                   Reduction& reduction);
/// countedHeatBathSweep() with the Philox numbers of a seed.
HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                                   Reduction& reduction);

/// Projects every link on the group.
void reunitarise(GaugeField& u);

/// The distance of the links from the group: the root of the mean over links of the squared deviation of the stored
/// rows (or quaternion) from orthonormality.
double unitarityDrift(const GaugeField& u, Reduction& reduction);
/// Begins the sums of unitarityDrift(), without waiting for the device.
PendingSums beginUnitarityDrift(const GaugeField& u, Reduction& reduction);
/// unitarityDrift() from these sums; waits until their read-back is complete.
double unitarityDrift(const PendingSums& sums, const Lattice& lattice);

} // namespace gaugegl
