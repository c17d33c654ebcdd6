// The programs of molecular dynamics; kernels/random_momenta.glsl, kernels/kinetic_energy.glsl and
// kernels/fermion_force.glsl are their definitions.  The forces of gauge actions are those of the flow.
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/device/kernel_spec.h"

namespace gaugegl {

/// Gaussian momenta of the links in one direction and of one parity.
KernelSpec randomMomentaSpec(Group group, const Lattice& lattice);
/// sum over mu of tr h^2 of the sites of one parity.
KernelSpec kineticEnergySpec(Group group);

/// One program of the force of a hopping term.
struct FermionForceKernel {
    FermionKind kind = FermionKind::Wilson; ///< spinors or staggered vectors
    Group group = Group::SU3;               ///< of the links
    BoundaryPhases boundary = {};           ///< which directions have phases
    int mu = 0;                             ///< direction of the links
    Registers registers = Registers::Many;  ///< of a thread
};
/// The momenta of the links U_mu of one parity moved by the force of Re y^dagger H x.
KernelSpec fermionForceSpec(const Lattice& lattice, const FermionForceKernel& kernel);

} // namespace gaugegl
