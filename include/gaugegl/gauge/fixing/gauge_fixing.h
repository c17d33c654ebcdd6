// Gauge fixing on the device: the links of a field are transformed in place until their functional is at a maximum
// (Schroeck and Vogt, arXiv:1209.4008; mixed precision: arXiv:1212.5221); CONVENTIONS.md ("Gauge fixing") defines every
// step.
#pragma once

#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/fixing/fixing_kernels.h"

#include <functional>

namespace gaugegl {

/// Is told of every measurement; false ends the work, and the result is what there is.
using FixingWatch = std::function<bool(const FixingState&)>;

/// g(x) on the host, numbered as the sites.
using HostTransformation = std::variant<std::vector<reference::Matrix<2>>, std::vector<reference::Matrix<3>>,
                                        std::vector<reference::Matrix<4>>>;

class FixingPasses;

/// Fixes fields of one lattice and group; keeps its textures from one call to the next, a field more than the one that
/// is fixed.
class GaugeFixer {
public:
    /// Is told of every measurement; false interrupts.
    using Watch = FixingWatch;

    /// The device must outlive the object.  The granularity is that of the compute path; the fragment path has but one
    /// way.
    GaugeFixer(Device& device, const Lattice& lattice, Group group,
               FixingGranularity granularity = FixingGranularity::Auto);
    /// With these kernels.  Throws InputError for any that the fragment path does not have there.
    GaugeFixer(Device& device, const Lattice& lattice, Group group, FixingKernels kernels);
    ~GaugeFixer();
    GaugeFixer(const GaugeFixer&) = delete;
    GaugeFixer& operator=(const GaugeFixer&) = delete;

    /// Transforms u until theta is at most the tolerance: in Coulomb gauge in every time slice, and slices that are
    /// done cost nothing any more.  Theta is measured every checkEvery iterations and looked at checkEvery iterations
    /// later, so that the device need not wait; so many more are made than are needed, but for a field that needs
    /// none.  In single precision it ends, too, when theta is below stalledTheta and falls no more.  Throws InputError
    /// for parameters out of range, a gauge that the device does not fix, and a field of another device, lattice or
    /// group.
    FixingResult fix(GaugeField& u, const GaugeFixing& fixing, const Watch& watch = {});
    /// The same; g becomes the transformation that was made, a random start not in it.
    FixingResult fix(GaugeField& u, const GaugeFixing& fixing, HostTransformation& g, const Watch& watch = {});

    /// Functional, theta and its maximum; the iteration is 0.
    FixingState measure(const GaugeField& u, Gauge gauge);
    /// Transforms u by a random element at each site (CONVENTIONS.md: "Random gauge transformation").
    void randomTransformation(GaugeField& u, std::uint64_t seed, const GeneratorChoice& generator = {});
    /// One iteration: every even site, then every odd one; without measurement or projection of all links.  In Coulomb
    /// gauge spatial links alone.
    void iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed);

    /// The kernels that iterations of this kind run; where the tuner chooses, it does so with u.
    FixingKernels kernels(const GaugeField& u, Gauge gauge, FixingStep::Kind kind = FixingStep::Kind::Power);

    /// Where it works.
    Device& device() const;

private:
    FixingResult run(GaugeField& u, const GaugeFixing& fixing, HostTransformation* g, const Watch& watch);

    std::unique_ptr<FixingPasses> passes_;
};

/// The last iterations of mixed precision, in double precision: u is transformed in place.
using FinalFixing = std::function<FixingResult(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)>;

/// By a device of double precision, which must outlive the function.
FinalFixing finalFixingOn(Device& twice, FixingGranularity granularity = FixingGranularity::Auto);

/// Mixed precision: iterations of the rounded field by `single`, on a device of single precision, until theta is at
/// most mixedTheta or stalls().  It accumulates the transformation; this is projected on the group in double precision
/// and transforms u, which is never rounded; the last iterations are those of `last`.  Annealing is done in single
/// precision.  Iterations and history are those of both.  Throws InputError as GaugeFixer.
FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, GaugeFixer& single, const FinalFixing& last,
                      const FixingWatch& watch = {});

} // namespace gaugegl
