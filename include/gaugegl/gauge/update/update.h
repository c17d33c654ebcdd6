// Updates of a gauge field under actions of plaquettes and rectangles, in place on the device; CONVENTIONS.md defines
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

/// What a heat bath did: subgroups visited, and those that got a new value.
struct HeatBathCount {
    double proposals = 0; ///< made
    double accepted = 0;  ///< taken
};

/// A HeatBathCount on its way to the host.
class PendingCount {
public:
    /// Of one heat bath of every link.
    explicit PendingCount(const GaugeField& u);

    /// Whether it is there; does not wait.
    bool ready() const { return gaugegl::ready(accepted_); }
    /// The count; waits until it is there.
    HeatBathCount values() const { return {proposals_, total(accepted_)[0]}; }

    /// A sum of the subgroups that got a new value.
    void add(PendingSum accepted) { accepted_.push_back(std::move(accepted)); }

private:
    double proposals_;
    PendingSums accepted_;
};

/// Every link 1.
void coldStart(GaugeField& u);

/// Every link drawn from the Haar measure: for each direction the even sites, then the odd ones.
void hotStart(GaugeField& u, Generator& generator);
/// With the Philox numbers of a seed.
void hotStart(GaugeField& u, std::uint64_t seed);
/// An element from the Haar measure for each site of the parity, with elementDraws() draws each.
void drawElements(PlaneTexture& out, const GaugeField& like, Generator& generator, const Drawing& drawing);

/// Heat bath of a set of links with the random numbers of one sweep.
/// Throws InputError unless beta is a coupling (isCoupling) and 1 <= trials <= 255, for more trials than the generator
/// has numbers for, for a coloured set as Sublattices, for c1 != 0 and a set without colour, and for a source of staples
/// that does not exist for group and action. The source of the staples is the default one of group and precision unless
/// it is given.
void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
              std::optional<StapleSource> staples = {});
/// With the Philox numbers of a seed; so are the sweeps below.
void heatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
              std::optional<StapleSource> staples = {});

/// Reflects the links of a set: the action with this c1 stays.
void overrelaxation(GaugeField& u, const LinkSet& set, double c1 = 0, std::optional<StapleSource> staples = {});

/// Rotates the links of a set, subgroup by subgroup, to where the action with this c1 is smallest.
void cooling(GaugeField& u, const LinkSet& set, double c1 = 0, std::optional<StapleSource> staples = {});

/// Every link once, in the order of linkSets.
void heatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep);
/// The same with the numbers of Philox.
void heatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep);
/// Every link once, in the order of linkSets.
void overrelaxationSweep(GaugeField& u, double c1 = 0);

/// heatBath of a set of links; those of the even sites in direction t add to the count how many of their subgroups get a
/// new value.  The field becomes the same as without counting.
void countedHeatBath(GaugeField& u, const LinkSet& set, const HeatBath& parameters, Generator& generator,
                     std::uint32_t sweep, Reduction& reduction, PendingCount& count);

/// heatBathSweep that counts, on the even sites' links in direction t, how many subgroups get a new value.  The field
/// becomes the same as without counting.
HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, Generator& generator, std::uint32_t sweep,
                                   Reduction& reduction);
/// The same with the numbers of Philox.
HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                                   Reduction& reduction);

/// Projects every link on the group.
void reunitarise(GaugeField& u);

/// How far the links are from the group, before they are projected: the root of the mean over links of the squared
/// deviation of the stored rows (or quaternion) from orthonormality.
double unitarityDrift(const GaugeField& u, Reduction& reduction);
/// The sums that it follows from, without waiting for the device.
PendingSums beginUnitarityDrift(const GaugeField& u, Reduction& reduction);
/// From these sums; waits until they are there.
double unitarityDrift(const PendingSums& sums, const Lattice& lattice);

} // namespace gaugegl
