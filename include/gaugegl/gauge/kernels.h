// The catalogue of the gauge kernels: their variants, and what each costs.
#pragma once

#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// What a kernel does per site that it is run on.  A plane is four reals: 16 bytes in single, 32 in double precision.
struct KernelCost {
    double flops = 0;
    double planesLoaded = 0;     ///< as the source loads them
    double planesCompulsory = 0; ///< every texel read or written once
};

/// The uRows of the kernels plaquette and rectangle: 3 in double precision of SU(3), whose products are taken row by
/// row because that needs fewer registers; else 1.
int loopRows(Group group, Precision precision);
KernelSpec plaquetteSpec(Group group, const Lattice& lattice, Precision precision);
KernelSpec rectangleSpec(Group group, const Lattice& lattice, Precision precision);
KernelSpec polyakovSpec(Group group, const Lattice& lattice);
KernelSpec unitaritySpec(Group group, const Lattice& lattice);
KernelSpec reunitariseSpec(Group group);
KernelSpec randomLinksSpec(Group group, const Lattice& lattice);

/// SU(2) subgroups that an update goes through: 1 or 3.
int subgroupCount(Group group);

/// Where an update of a link gets the sum of its staples.
enum class StapleSource {
    Fused, ///< computed in the same kernel, which then does all subgroups
    Stored ///< written by the kernel staple, read by one kernel for each subgroup (SU(3)); for small register files
};

/// Stored for SU(3) in double precision, whose fused kernels do not fit the registers of every card; else fused.
StapleSource defaultStapleSource(Group group, Precision precision);

/// Planes of a stored staple sum: two for each row.
constexpr int staplePlanes = 6;

/// Fused updates of the links in direction mu.
KernelSpec overrelaxationSpec(Group group, const Lattice& lattice, int mu);
/// With countAccepted the result is not the link but the number of its subgroups that get a new value.
KernelSpec heatBathSpec(Group group, const Lattice& lattice, int mu, HeatBathAlgorithm algorithm, bool countAccepted);

/// SU(3) with a stored staple sum: the sum for direction mu, and updates of one subgroup, 0, 1 or 2, of any direction.
KernelSpec stapleSpec(const Lattice& lattice, int mu);
KernelSpec overrelaxationSubgroupSpec(const Lattice& lattice, int subgroup);
KernelSpec heatBathSubgroupSpec(const Lattice& lattice, int subgroup, HeatBathAlgorithm algorithm, bool countAccepted);

/// Every program that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`.
std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
