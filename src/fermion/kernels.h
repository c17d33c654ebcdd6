// The catalogue of the kernels of fermions: what is built, and what each costs.
#pragma once

#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/fermion/operators/hopping.h"

namespace gaugegl {

/// Every program of fermions that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`:
/// all storages of links and fields, what solvers fuse, with an antiperiodic boundary, and the linear algebra.
std::vector<KernelSpec> fermionKernels(Group group, const Lattice& lattice, Path path, Precision precision);

/// Whether it reads or writes numbers of 16 bits, which lie in textures alone.
bool hasSixteenBits(const KernelSpec& spec);

/// The storages of links that exist for fields in textures.
std::vector<HopStorage> hopStorages(Group group, Precision precision);

/// The cost for each site of the result (linear algebra: each texel; number: the texel).  Flops: Wilson 1320 in SU(3)
/// and 624 in SU(2), staggered 570 and 252 for the hopping term; a factor counts one multiplication for each real, with
/// a twist three flops, a sum one, a norm two; links that are rebuilt count nothing.  Planes of 16 bits count half.  So
/// many passes (device/kernel_spec.h) load everything again; what is loaded includes the numbers of the device, what is
/// compulsory does not.
KernelCost fermionKernelCost(const KernelSpec& spec, int passes = 1);

} // namespace gaugegl
