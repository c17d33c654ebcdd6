// Updates of a gauge field under the Wilson action, in place on the device; CONVENTIONS.md defines them.
#pragma once

#include "gaugegl/core/random.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/kernels.h"

#include <optional>

namespace gaugegl {

/// What a heat bath did: subgroups visited, and those that got a new value.
struct HeatBathCount {
    double proposals = 0;
    double accepted = 0;
};

/// Every link 1.
void coldStart(GaugeField& u);

/// Every link drawn from the Haar measure.
void hotStart(GaugeField& u, std::uint64_t seed);

/// Heat bath of the links (mu, parity) with the random numbers of one sweep.
/// Throws InputError unless beta is positive and 1 <= trials <= 255.
/// The source of the staples is the default one of group and precision unless it is given; SU(2) has only fused
/// kernels.
void heatBath(GaugeField& u, int mu, int parity, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
              std::optional<StapleSource> staples = {});

/// Reflects the links (mu, parity): the action stays.
void overrelaxation(GaugeField& u, int mu, int parity, std::optional<StapleSource> staples = {});

/// Every link once: mu = 0..3, even sites, then odd ones.
void heatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep);
void overrelaxationSweep(GaugeField& u);

/// heatBathSweep that counts, on the even sites' links in direction t, how many subgroups get a new value.  The field
/// becomes the same as without counting.
HeatBathCount countedHeatBathSweep(GaugeField& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                                   Reduction& reduction);

/// Projects every link on the group.
void reunitarise(GaugeField& u);

/// How far the links are from the group, before they are projected: the root of the mean over links of the squared
/// deviation of the stored rows (or quaternion) from orthonormality.
double unitarityDrift(const GaugeField& u, Reduction& reduction);

} // namespace gaugegl
