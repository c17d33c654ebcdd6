// The catalogue of the kernels of fermions.
#pragma once

#include "fermion/operators/hopping.h"

namespace gaugegl {

/// Every program of fermions that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`:
/// all storages of links and fields, what solvers fuse, with an antiperiodic boundary, and the linear algebra.
std::vector<KernelSpec> fermionKernels(Group group, const Lattice& lattice, Path path, Precision precision);

/// What solvers ask for several right-hand sides: hops, linear algebra, sums and, of as many slices, mixtures.  They are the programs of
/// fermionKernels() but for the place of a thread among the vectors and its coefficients.
std::vector<KernelSpec> bundleKernels(Group group, const Lattice& lattice, Path path, Precision precision);

/// The storages of links that exist for fields in textures.
std::vector<HopStorage> hopStorages(Group group, Precision precision);

} // namespace gaugegl
