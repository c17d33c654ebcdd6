// The catalogue of the kernels of smearing, multihit and gradient flow.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// The staple sums that a kernel uses.
struct StapleVariant {
    Group group = Group::SU3;                   ///< of the links
    StapleSource staples = StapleSource::Fused; ///< how the sums are obtained; Stored serves every direction
    LoopSet loops = {};                         ///< of the action
    int mu = 0;                                 ///< direction of the links
    int sides = 0; ///< not 0: HYP, with staples from other fields in this number of planes; mu is then a uniform
};

/// The staple sums of all links U_mu of one parity, stored or by rows (SU(3)).
KernelSpec stapleSpec(const Lattice& lattice, const StapleVariant& variant);
/// The kernel for the mean of link and staples, projected on the group.
KernelSpec apeSpec(const Lattice& lattice, const StapleVariant& variant);
/// The kernel for the force of the action plus a multiple of another algebra element.
KernelSpec forceSpec(const Lattice& lattice, const StapleVariant& variant);
/// The kernel for exp(i h) U, with h from one or two fields.
KernelSpec exponentialSpec(Group group);
/// The kernel for the distance of two links.
KernelSpec flowDistanceSpec(Group group);
/// The kernel for the coefficients of the mean links of SU(3).
KernelSpec multihitCoefficientsSpec(const Lattice& lattice);
/// The kernel for mean links: in SU(2) fused, in SU(3) from staple sums and coefficients.
KernelSpec multihitSpec(const Lattice& lattice, Group group);

/// All smearing, multihit and flow kernels for one group, lattice and precision.
std::vector<KernelSpec> smearingKernels(Group group, const Lattice& lattice, Precision precision);

} // namespace gaugegl
