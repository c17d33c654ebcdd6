// Gauge fixing on the device: the links of a field are transformed in place until their functional is at a maximum
// (Schroeck and Vogt, arXiv:1209.4008; mixed precision: arXiv:1212.5221); CONVENTIONS.md ("Gauge fixing") defines every
// step.
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/fields/transfer.h"

#include <memory>

namespace gaugegl {

class FixingPasses;

/// The kernels of a pass over the sites of one parity.
enum class FixingKernels {
    TwoStep,     ///< writes the transformations to a texture, then applies them: the fragment path
    BySubgroups, ///< TwoStep, subgroup by subgroup: for SU(3) in double precision or in centre gauge
    OneThread,   ///< one thread per site, which keeps the links in registers
    Reloading,   ///< one thread per site, which reads the links again to transform them: few registers
    EightThreads ///< one thread for each link that touches the site
};

/// All values, in order.
constexpr FixingKernels everyFixingKernels[] = {FixingKernels::TwoStep, FixingKernels::BySubgroups,
                                                FixingKernels::OneThread, FixingKernels::Reloading,
                                                FixingKernels::EightThreads};

/// "two-step", "by-subgroups", "one-thread", "reloading" or "eight-threads".
std::string name(FixingKernels kernels);

/// The gauges that the device can fix.
constexpr Gauge gaugesOnDevice[] = {Gauge::Landau, Gauge::Coulomb, Gauge::MaximallyAbelian, Gauge::Centre};

/// Fixes fields of one lattice and group.  Keeps its textures between calls: one gauge field besides the one that is
/// fixed.
class GaugeFixer {
public:
    /// Called with every measurement; returning false stops the iteration.
    using Watch = FixingWatch;

    /// The device must outlive the object.  The granularity applies to the compute path; the fragment path has only
    /// one.
    GaugeFixer(Device& device, const Lattice& lattice, Group group,
               FixingGranularity granularity = FixingGranularity::Auto);
    /// Uses the given kernels.  Throws InputError for kernels that do not exist on the path of the device.
    GaugeFixer(Device& device, const Lattice& lattice, Group group, FixingKernels kernels);
    ~GaugeFixer();
    GaugeFixer(const GaugeFixer&) = delete;
    GaugeFixer& operator=(const GaugeFixer&) = delete;

    /// Transforms u until theta is at most the tolerance; in Coulomb gauge in every time slice, and converged slices
    /// are skipped.  Theta is measured every checkEvery iterations and evaluated checkEvery iterations later, without a
    /// stall; so up to checkEvery iterations more than needed are done, except for a field that is already fixed.  In
    /// single precision it also ends when theta stalls below stalledTheta.  Throws InputError for parameters out of
    /// range, a gauge that the device does not fix, and a field of another device, lattice or group.
    FixingResult fix(GaugeField& u, const GaugeFixing& fixing, const Watch& watch = {});
    /// fix(u, fixing, watch); g becomes the accumulated transformation, without the random start.
    FixingResult fix(GaugeField& u, const GaugeFixing& fixing, TransformationVector& g, const Watch& watch = {});

    /// Measures functional, theta and its maximum; the iteration is 0.
    FixingState measure(const GaugeField& u, Gauge gauge);
    /// Transforms u by a random element at each site (CONVENTIONS.md: "Random gauge transformation").
    void randomTransformation(GaugeField& u, std::uint64_t seed, const GeneratorChoice& generator = {});
    /// One iteration: every even site, then every odd one, without measurement or reunitarisation.  In Coulomb gauge
    /// it transforms only the spatial links.
    void iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed);

    /// The kernels for iterations of this kind; if the tuner chooses, it times them on u.
    FixingKernels kernels(const GaugeField& u, Gauge gauge, FixingStep::Kind kind = FixingStep::Kind::Power);

    /// The device that it runs on.
    Device& device() const;
    /// Of the fields that it fixes.
    const Lattice& lattice() const;

private:
    FixingResult run(GaugeField& u, const GaugeFixing& fixing, TransformationVector* g, const Watch& watch);

    std::unique_ptr<FixingPasses> passes_;
};

/// The final iterations of mixed precision, in double precision.
struct FinalFixing {
    /// Transforms u in place.
    std::function<FixingResult(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)> fix;
    /// The state of u.
    std::function<FixingState(const HostGaugeField& u, Gauge gauge)> measure;
};

/// Final iterations on a device of double precision, which must outlive the function; of this rank's part of a lattice
/// where one is given.
FinalFixing finalFixingOn(Device& inDouble, FixingGranularity granularity = FixingGranularity::Auto,
                          const std::optional<Lattice>& shared = {});

/// Gauge fixing in mixed precision.  `single`, on a device of single precision, iterates a rounded copy of u until
/// theta is at most mixedTheta or stalls().  Its accumulated transformation is projected on the group in double
/// precision and applied to u, which is never rounded; u is this rank's part of the lattice of `single`.  `last` does the final iterations.  Throws InputError as GaugeFixer.
FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, GaugeFixer& single, const FinalFixing& last,
                      const FixingWatch& watch = {});

} // namespace gaugegl
