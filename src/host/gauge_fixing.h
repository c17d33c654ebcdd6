// Landau and Coulomb gauge on the CPU: what CONVENTIONS.md ("Gauge fixing") defines, on all processors, in double or
// single precision.  It stands in for a device (`--path cpu`), ends mixed precision where a device has no doubles, and
// is what a device's speed is compared with.
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/core/gauge_fixing.h"
#include "host/instruction_set.h"

#include <functional>
#include <memory>
#include <span>

namespace gaugegl::host {

/// Group elements at all sites: [(site * N + row) * N + column].
using TransformationVector = std::vector<std::complex<double>>;

/// Whether GaugeFixer knows the gauge: Landau and Coulomb.
constexpr bool fixes(Gauge gauge) { return gauge == Gauge::Landau || gauge == Gauge::Coulomb; }

/// Holds links in numbers of T = double or float, and transforms them.  Random numbers have the precision of T.
template<class T>
class GaugeFixer {
public:
    /// Links that are 1.
    GaugeFixer(const Lattice& lattice, Group group, InstructionSet set = bestInstructionSet());
    ~GaugeFixer();
    GaugeFixer(const GaugeFixer&) = delete;
    GaugeFixer& operator=(const GaugeFixer&) = delete;

    /// Takes links in the order of LinkVector (core/fermion.h), rounded.  Throws InputError where their number is
    /// wrong.
    void upload(std::span<const std::complex<double>> links);
    /// Gives them back.
    LinkVector download() const;

    /// Is told of every measurement; false interrupts.
    using Watch = std::function<bool(const FixingState&)>;
    /// Transforms the links until theta is below the tolerance (Coulomb: that of every time slice; slices that are done
    /// cost nothing any more).  In single precision it ends, too, when theta is below stalledTheta and has not halved
    /// in stalledChecks measurements.  Throws InputError for parameters out of range and for gauges that it does not
    /// know.
    FixingResult fix(const GaugeFixing& fixing, const Watch& watch = {});
    /// Whether fix() keeps its transformation, which takes a tenth of its time.  Not unless told to.
    void accumulate(bool wanted);
    /// What the last fix() did to the links after its random start, projected on the group; 1 if it did not keep it.
    TransformationVector transformation() const;
    /// Functional, theta and its maximum; iteration is 0.  Throws InputError as fix().
    FixingState measure(Gauge gauge);
    /// One iteration; in Coulomb gauge links of t are transformed, too.  Throws InputError as fix().
    void iterate(Gauge gauge, const FixingStep& step, std::uint64_t seed);
    /// By a random element at each site.
    void randomTransformation(std::uint64_t seed, const GeneratorChoice& generator = {});
    /// By these elements.  Throws InputError where their number is wrong.
    void transform(std::span<const std::complex<double>> g);

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// Transforms links in place.  Mixed: iterations of the rounded links until theta is below mixedTheta or the
/// tolerance, then G U G^dagger of the links with the accumulated transformation G, and the rest in double precision.
/// Throws InputError as GaugeFixer.
FixingResult fix(LinkVector& links, const Lattice& lattice, Group group, const GaugeFixing& fixing,
                 FixingPrecision precision, const GaugeFixer<double>::Watch& watch = {});

} // namespace gaugegl::host
