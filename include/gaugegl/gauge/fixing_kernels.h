// The catalogue of the kernels of gauge fixing.
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// Which kernels make a pass over the sites of one parity.
enum class FixingKernels {
    TwoStep,     ///< transformations to a texture, then to the links: all that the fragment path can do
    OneThread,   ///< one thread works on a site and keeps what it needs of its links
    Reloading,   ///< one thread, which reads the links again to transform them: few registers
    EightThreads ///< one thread for each link of a site
};

/// All of them.
constexpr FixingKernels everyFixingKernels[] = {FixingKernels::TwoStep, FixingKernels::OneThread,
                                                FixingKernels::Reloading, FixingKernels::EightThreads};

/// "two-step", "one-thread", "reloading" or "eight-threads".
std::string name(FixingKernels kernels);

/// The gauges that the device can fix.
constexpr Gauge gaugesOnDevice[] = {Gauge::Landau, Gauge::Coulomb};

/// One program of gauge fixing.
struct FixingVariant {
    Group group = Group::SU3;                        ///< of the links
    Gauge gauge = Gauge::Landau;                     ///< the functional
    FixingKernels kernels = FixingKernels::TwoStep;  ///< how it is done
    FixingStep::Kind kind = FixingStep::Kind::Power; ///< how rotations follow from the functional
    bool reload = false; ///< TwoStep: links are read one after the other, for cards with few registers
};

/// Writes a pass's links, those of the sites themselves and then those that end there; TwoStep: their transformations.
KernelSpec fixSpec(const Lattice& lattice, const FixingVariant& variant);

/// The end of a link that is transformed.
enum class LinkEnd {
    Here, ///< g(x) U_mu(x)
    There ///< U_mu(x) g(x+mu)^dagger
};
/// Transforms links of one direction.
KernelSpec transformSpec(const Lattice& lattice, Group group, LinkEnd end);
/// Adds a step to what was done before.
KernelSpec fixAccumulateSpec(Group group);
/// (functional, theta) of the sites of one parity.
KernelSpec fixQualitySpec(const Lattice& lattice, Group group, Gauge gauge, bool reload);
/// Sums and largest values of that for every t.
KernelSpec fixSlicesSpec(const Lattice& lattice);
/// Columns of a density that one texel of these sums has.
constexpr int sliceColumns = 8;

/// Whether links are read one after the other where the whole site is one thread's: cards with few registers, and SU(3)
/// in double precision.
bool reloadsLinks(Group group, Precision precision, Registers registers);

/// Every program of these for one group, lattice, path and precision.
std::vector<KernelSpec> fixingKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
