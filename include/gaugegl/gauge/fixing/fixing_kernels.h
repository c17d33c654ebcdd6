// The catalogue of the kernels of gauge fixing.
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/gauge/kernels.h"

#include <optional>

namespace gaugegl {

/// Which kernels make a pass over the sites of one parity.
enum class FixingKernels {
    TwoStep,     ///< transformations to a texture, then to the links: the way of the fragment path
    BySubgroups, ///< the same subgroup by subgroup: for SU(3) in double precision or in centre gauge
    OneThread,   ///< one thread works on a site and keeps what it needs of its links
    Reloading,   ///< one thread, which reads the links again to transform them: few registers
    EightThreads ///< one thread for each link of a site
};

/// All of them.
constexpr FixingKernels everyFixingKernels[] = {FixingKernels::TwoStep, FixingKernels::BySubgroups,
                                                FixingKernels::OneThread, FixingKernels::Reloading,
                                                FixingKernels::EightThreads};

/// "two-step", "by-subgroups", "one-thread", "reloading" or "eight-threads".
std::string name(FixingKernels kernels);

/// The gauges that the device can fix.
constexpr Gauge gaugesOnDevice[] = {Gauge::Landau, Gauge::Coulomb, Gauge::MaximallyAbelian, Gauge::Centre};

/// One program of gauge fixing.
struct FixingVariant {
    Group group = Group::SU3;                        ///< of the links
    Gauge gauge = Gauge::Landau;                     ///< the functional
    FixingKernels kernels = FixingKernels::TwoStep;  ///< how it is done
    FixingStep::Kind kind = FixingStep::Kind::Power; ///< how rotations follow from the functional
    int subgroup = 0;                                ///< BySubgroups: the one that is done
};

/// Writes a pass's links, those of the sites themselves and then those that end there; TwoStep: their transformations;
/// BySubgroups: their rotations.
KernelSpec fixSpec(const Lattice& lattice, const FixingVariant& variant);

/// The end of a link that is transformed.
enum class LinkEnd {
    Here, ///< g(x) U_mu(x)
    There ///< U_mu(x) g(x+mu)^dagger
};
/// Transforms links of one direction, by elements of the group or by rotations of a subgroup.
KernelSpec transformSpec(const Lattice& lattice, Group group, LinkEnd end, std::optional<int> subgroup = {});
/// Whether a pass writes transformations first.
constexpr bool takesTwoSteps(FixingKernels kernels)
{
    return kernels == FixingKernels::TwoStep || kernels == FixingKernels::BySubgroups;
}
/// How many steps of subgroups follow each other in a pass: 3 by subgroups in SU(3), else 1.
int fixingSteps(Group group, FixingKernels kernels);
/// Adds a step to what was done before.
KernelSpec fixAccumulateSpec(Group group);
/// (functional, theta) of the sites of one parity.
KernelSpec fixFunctionalSpec(const Lattice& lattice, Group group, Gauge gauge, Precision precision);
/// Sums and largest values of that for every t.
KernelSpec fixSlicesSpec(const Lattice& lattice);
/// Columns of a density that one texel of these sums has.
constexpr int sliceColumns = 8;

/// What the program takes on cards unless the tuner or the user chooses otherwise: nothing spills there.
FixingKernels defaultFixingKernels(Group group, Path path, Precision precision, Gauge gauge = Gauge::Landau);
/// Those that fit the registers of every card.  The others are for cards that have more: the tuner passes over them
/// where they do not build.
std::vector<FixingKernels> kernelsOfEveryCard(Group group, Path path, Precision precision, Gauge gauge = Gauge::Landau);

/// Every program of these for one group, lattice, path and precision.
std::vector<KernelSpec> fixingKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
