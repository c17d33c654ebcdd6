// Gauge fixing on the device: the links of a field are transformed in place until their functional is at a maximum
// (Schroeck and Vogt, arXiv:1212.5221); CONVENTIONS.md ("Gauge fixing") defines every step.
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/fields/transfer.h"

#include <functional>

namespace gaugegl {

/// Is told of every measurement; false ends the work, and the result is what there is.
using FixingWatch = std::function<bool(const FixingState&)>;

/// Fixes fields of one lattice and group; keeps its textures from one call to the next, a field more than the one that
/// is fixed.
class GaugeFixer {
public:
    /// The device must outlive the object.  The granularity is that of the compute path; there is no other one on the
    /// fragment path.
    GaugeFixer(Device& device, const Lattice& lattice, Group group,
               FixingGranularity granularity = FixingGranularity::Auto);
    ~GaugeFixer();
    GaugeFixer(const GaugeFixer&) = delete;
    GaugeFixer& operator=(const GaugeFixer&) = delete;

    /// Is told of every measurement; false interrupts.
    using Watch = FixingWatch;
    /// Transforms u until theta is below the tolerance.  Throws InputError for parameters out of range, and for a field
    /// of another lattice or group.
    FixingResult fix(GaugeField& u, const GaugeFixing& fixing, const Watch& watch = {});
    /// Functional, theta and its maximum; iteration is 0.
    FixingState measure(const GaugeField& u, Gauge gauge);
    /// Transforms u by a random element at each site (CONVENTIONS.md: "Random gauge transformation").
    void randomTransformation(GaugeField& u, std::uint64_t seed);
    /// One iteration: every even site, then every odd one; without measurement or projection of all links.  In Coulomb
    /// gauge spatial links alone.
    void iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed);

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// The last iterations of mixed precision, in double precision: u is transformed in place.
using FinalFixing = std::function<FixingResult(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)>;

/// By a device of double precision.
FinalFixing finalFixingOn(Device& twice);

/// Mixed precision.  Iterations of the field, rounded, on `single`, a device of single precision, which accumulates the
/// transformation; this is projected on the group in double precision and transforms u, which stays in double precision
/// throughout; the last iterations are those of `last`. Iterations and history are those of both.  Throws InputError as
/// GaugeFixer.
FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, GaugeFixer& single, const FinalFixing& last,
                      const FixingWatch& watch = {});

} // namespace gaugegl
