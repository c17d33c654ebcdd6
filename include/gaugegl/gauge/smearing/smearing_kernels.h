// The catalogue of the kernels of smearing, multihit and gradient flow.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// The staple sums that a kernel works with.
struct StapleVariant {
    Group group = Group::SU3;                   ///< of the links
    StapleSource staples = StapleSource::Fused; ///< where the sums come from; a stored one serves every direction
    bool rectangles = false;                    ///< the action has them
    int mu = 0;                                 ///< direction of the links
    int sides = 0; ///< not 0: HYP, whose staples are of other fields in so many planes; then mu is a value
};

/// The staple sums of all links U_mu of one parity, stored or by rows (SU(3)).
KernelSpec stapleSpec(const Lattice& lattice, const StapleVariant& variant);
/// A mean of link and staples, projected on the group.
KernelSpec apeSpec(const Lattice& lattice, const StapleVariant& variant);
/// The force of the action, and a multiple of another element.
KernelSpec forceSpec(const Lattice& lattice, const StapleVariant& variant);
/// exp(i h) U, h from one or two fields.
KernelSpec exponentialSpec(Group group);
/// How far two links are apart.
KernelSpec flowDistanceSpec(Group group);
/// What the mean links of SU(3) have as coefficients.
KernelSpec multihitCoefficientsSpec(const Lattice& lattice);
/// Mean links: SU(2) fused, in SU(3) from sums and coefficients.
KernelSpec multihitSpec(const Lattice& lattice, Group group);

/// Every program of these for one group, lattice and precision.
std::vector<KernelSpec> smearingKernels(Group group, const Lattice& lattice, Precision precision);

} // namespace gaugegl
