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

KernelSpec plaquetteSpec(Group group, const Lattice& lattice);
KernelSpec rectangleSpec(Group group, const Lattice& lattice);
KernelSpec polyakovSpec(Group group, const Lattice& lattice);
KernelSpec unitaritySpec(Group group, const Lattice& lattice);
KernelSpec reunitariseSpec(Group group);
KernelSpec randomLinksSpec(Group group, const Lattice& lattice);
KernelSpec overrelaxationSpec(Group group, const Lattice& lattice, int mu);
/// With countAccepted the result is not the link but the number of its subgroups that get a new value.
KernelSpec heatBathSpec(Group group, const Lattice& lattice, int mu, HeatBathAlgorithm algorithm, bool countAccepted);

/// Every program that gaugegl builds for this group and lattice on a path, for `gaugegl shaders`.
std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path);

/// Costs by the name of the kernel file.  Throws std::out_of_range for an unknown name.
KernelCost kernelCost(const std::string& kernel, Group group, const Lattice& lattice);

} // namespace gaugegl
