// The catalogue of the kernels of gauge fixing.
#pragma once

#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/kernels.h"

#include <optional>

namespace gaugegl {

/// One program of gauge fixing.
struct FixingVariant {
    Group group = Group::SU3;                        ///< of the links
    Gauge gauge = Gauge::Landau;                     ///< the functional
    FixingKernels kernels = FixingKernels::TwoStep;  ///< the kernels of a pass
    FixingStep::Kind kind = FixingStep::Kind::Power; ///< the kind of step
    int subgroup = 0;                                ///< BySubgroups: the subgroup of this pass
};

/// The kernel of a pass.  It writes the links that start at the sites and then those that end there; TwoStep: the
/// transformations; BySubgroups: the rotations.
KernelSpec fixSpec(const Lattice& lattice, const FixingVariant& variant);

/// The end of a link at which it is transformed.
enum class LinkEnd {
    Here, ///< g(x) U_mu(x)
    There ///< U_mu(x) g(x+mu)^dagger
};
/// The kernel that transforms links of one direction, by group elements or by rotations in a subgroup.
KernelSpec transformSpec(const Lattice& lattice, Group group, LinkEnd end, std::optional<int> subgroup = {});
/// Whether a pass writes the transformations before it applies them.
constexpr bool takesTwoSteps(FixingKernels kernels)
{
    return kernels == FixingKernels::TwoStep || kernels == FixingKernels::BySubgroups;
}
/// The number of successive subgroup steps in a pass: 3 for BySubgroups in SU(3), else 1.
int fixingSteps(Group group, FixingKernels kernels);
/// The kernel that multiplies a step into the accumulated transformation.
KernelSpec fixAccumulateSpec(Group group);
/// The kernel for (functional, theta) at the sites of one parity.
KernelSpec fixFunctionalSpec(const Lattice& lattice, Group group, Gauge gauge, Precision precision);

/// The default on cards, unless the tuner or the user chooses otherwise; it does not spill.
FixingKernels defaultFixingKernels(Group group, Path path, Precision precision, Gauge gauge = Gauge::Landau);
/// The kernels that fit the registers of every card.  Others need cards with more registers; the tuner skips them if
/// they do not build.
std::vector<FixingKernels> kernelsOfEveryCard(Group group, Path path, Precision precision, Gauge gauge = Gauge::Landau);

/// All gauge-fixing kernels for one group, lattice, path and precision.
std::vector<KernelSpec> fixingKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
