// The programs of molecular dynamics; kernels/random_momenta.glsl, kernels/kinetic_energy.glsl and
// kernels/fermion_force.glsl are their definitions.  The forces of gauge actions are those of the flow.
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// Gaussian momenta of the links in one direction and of one parity.
KernelSpec randomMomentaSpec(Group group, const Lattice& lattice, const DrawSource& draws = {});
/// Draws of a momentum: one for each plane.
constexpr int momentumDraws(Group group) { return algebraPlanes(group); }
/// sum over mu of tr h^2 of the sites of one parity.
KernelSpec kineticEnergySpec(Group group);

/// What the force of quarks does to make do with few registers, as the 63 of a Fermi card.
enum class ForceRegisters {
    Many,  ///< nothing: straight code
    Steps, ///< each product stands in a loop of unknown length, which keeps its loads where they are, and reads its
           ///< link row by row (lattice/link_times.glsl)
    Planes ///< likewise, and a pass writes one plane of the momenta, with the numbers of the sum that it needs
};

/// Which of the programs that do the same a force uses.
struct ForceVariant {
    ForceRegisters registers = ForceRegisters::Many; ///< how it makes do with few
    WorkGroup group = {};                            ///< on the compute path

    /// Equal choices.
    bool operator==(const ForceVariant&) const = default;
};
/// What fits the 63 registers of a Fermi card: with signs as phases nothing spills there.
ForceRegisters fewForceRegisters(Group group, Precision precision);
/// "straight 8x8", "steps 32x2", ..
std::string name(const ForceVariant& variant);

/// One program of the force of a hopping term.
struct FermionForceKernel {
    FermionKind kind = FermionKind::Wilson; ///< spinors or staggered vectors
    Group group = Group::SU3;               ///< of the links
    BoundaryPhases boundary = {};           ///< which directions have phases
    int mu = 0;                             ///< direction of the links
    ForceVariant variant = {};              ///< how it is programmed
};
/// The momenta of the links U_mu of one parity moved by the force of Re y^dagger H x.
KernelSpec fermionForceSpec(const Lattice& lattice, const FermionForceKernel& kernel);

/// Every program of molecular dynamics that gaugegl builds for this group, lattice and precision and no other catalogue
/// has, with antiperiodic boundaries, for `gaugegl shaders`.
std::vector<KernelSpec> hmcKernels(Group group, const Lattice& lattice, Precision precision);

} // namespace gaugegl
