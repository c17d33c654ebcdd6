// Landau and Coulomb gauge fixing on the CPU (CONVENTIONS.md, "Gauge fixing"), on all processors, in double or single
// precision.  It replaces a device (`--path cpu`), does the final iterations of mixed precision if a device lacks
// double precision, and is the benchmark to which devices are compared.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/host/gauge_field.h"
#include "host/instruction_set.h"

#include <memory>
#include <optional>
#include <span>

namespace gaugegl::host {

/// Whether GaugeFixer knows the gauge: Landau and Coulomb.
constexpr bool fixes(Gauge gauge) { return gauge == Gauge::Landau || gauge == Gauge::Coulomb; }

/// Holds links in numbers of T = double or float, and transforms them.  Random numbers have the precision of T.
template<class T>
class GaugeFixer {
public:
    /// All links are 1, those of this rank's part; ranks call everything collectively.
    GaugeFixer(const SharedLattice& shared, Group group, InstructionSet set = bestInstructionSet());
    ~GaugeFixer();
    GaugeFixer(const GaugeFixer&) = delete;
    GaugeFixer& operator=(const GaugeFixer&) = delete;

    /// Copies links in the order of LinkVector (core/fermion.h), rounded to T.  Throws InputError if their number is
    /// wrong.
    void upload(std::span<const std::complex<double>> links);
    /// The links in the order of LinkVector.
    LinkVector download() const;

    /// Transforms the links until theta is below the tolerance (Coulomb: that of every time slice; converged slices are
    /// skipped).  In single precision it also ends when theta is below stalledTheta and has not halved in stalledChecks
    /// measurements.  Throws InputError for parameters out of range and for gauges that it does not support.
    FixingResult fix(const GaugeFixing& fixing, const FixingWatch& watch = {});
    /// Whether fix() accumulates its transformation, which takes a tenth of its time.  Default: no.
    void accumulate(bool wanted);
    /// The transformation of the last fix() after its random start, projected on the group; 1 if it was not
    /// accumulated.
    TransformationVector transformation() const;
    /// Functional, theta and its maximum; iteration is 0.  Throws InputError as fix().
    FixingState measure(Gauge gauge);
    /// One iteration; in Coulomb gauge links of t are transformed, too.  Throws InputError as fix().
    void iterate(Gauge gauge, const FixingStep& step, std::uint64_t seed);
    /// Transforms by a random element at each site.
    void randomTransformation(std::uint64_t seed, const GeneratorChoice& generator = {});
    /// Transforms by these elements.  Throws InputError if their number is wrong.
    void transform(std::span<const std::complex<double>> g);

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// Transforms links in place.  Mixed: fixMixed() with the accumulated transformation G of the rounded links, G U
/// G^dagger.  u is this rank's part of the shared lattice, if there is one.  Throws InputError as GaugeFixer.
FixingResult fix(HostGaugeField& u, const GaugeFixing& fixing, FixingPrecision precision, const FixingWatch& watch = {},
                 const std::optional<SharedLattice>& shared = {});
/// The state of links in double precision.  Throws InputError as GaugeFixer.
FixingState measure(const HostGaugeField& u, Gauge gauge, const std::optional<SharedLattice>& shared = {});

} // namespace gaugegl::host
