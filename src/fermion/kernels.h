// The catalogue of the fermion kernels and their costs.
#pragma once

#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/fermion/operators/hopping.h"

namespace gaugegl {

/// Every program of fermions that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`:
/// all storages of links and fields, what solvers fuse, with an antiperiodic boundary, and the linear algebra.
std::vector<KernelSpec> fermionKernels(Group group, const Lattice& lattice, Path path, Precision precision);

/// Whether it reads or writes 16-bit numbers, which are stored only in textures.
bool hasSixteenBits(const KernelSpec& spec);

/// The storages of links that exist for fields in textures.
std::vector<HopStorage> hopStorages(Group group, Precision precision);

/// The cost per site of the result (linear algebra: per texel; number: the texel).  Flops: Wilson 1320 in SU(3) and 624
/// in SU(2), staggered 570 and 252 for the hopping term; a factor counts one multiplication per real, with a twist
/// three flops, a sum one, a norm two; the reconstruction of links does not count.  Planes of 16 bits count half.  Each
/// of the `passes` (device/kernel_spec.h) loads everything again.  Loaded planes include the numbers of the device,
/// compulsory ones do not.
KernelCost fermionKernelCost(const KernelSpec& spec, int passes = 1);

} // namespace gaugegl
