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

/// How the quark force limits its registers, for cards with 63 per thread such as Fermi.
enum class ForceRegisters {
    Many,  ///< no limit: straight-line code
    Steps, ///< each product is in a loop of opaque length, so that loads are not hoisted, and reads its link row by row
           ///< (lattice/link_times.glsl)
    Planes ///< as Steps, and a pass writes one plane of the momenta, from the part of the sum that it needs
};

/// One of the equivalent programs of a force.
struct ForceVariant {
    ForceRegisters registers = ForceRegisters::Many; ///< how it limits its registers
    WorkGroup group = {};                            ///< on the compute path

    /// Equal choices.
    bool operator==(const ForceVariant&) const = default;
};
/// The variant that does not spill with the 63 registers of a Fermi card if the phases are signs.
ForceRegisters fewForceRegisters(Group group, Precision precision);
/// "straight 8x8", "steps 32x2", ..
std::string name(const ForceVariant& variant);

/// One program of the force of a hopping term.
struct FermionForceKernel {
    FermionKind kind = FermionKind::Wilson; ///< spinors or staggered vectors
    Group group = Group::SU3;               ///< of the links
    BoundaryPhases boundary = {};           ///< which directions have phases
    int mu = 0;                             ///< direction of the links
    ForceVariant variant = {};              ///< which of the equivalent programs
    int slices = 1;                         ///< of the spinors, which are summed
};
/// The kernel that updates the momenta of the links U_mu of one parity by the force of Re y^dagger H x.
KernelSpec fermionForceSpec(const Lattice& lattice, const FermionForceKernel& kernel);

/// What depends on the links through the clover term of a quark.
struct CloverInsertionKernel {
    bool determinant = false; ///< that of the blocks; else a bilinear form of two spinors
    bool turned = false;      ///< of a determinant: the diagonal has a twist
    bool add = false;         ///< to what was written before
};
/// The kernel that writes insertions of the six planes (gauge/actions/insertion_force.h) at the sites of one parity.
KernelSpec cloverInsertionsSpec(Group group, const CloverInsertionKernel& kernel, Precision precision,
                                Registers registers = Registers::Many);

/// Every program of molecular dynamics that gaugegl builds for this group, lattice and precision and no other catalogue
/// has, with antiperiodic boundaries, for `gaugegl shaders`.
std::vector<KernelSpec> hmcKernels(Group group, const Lattice& lattice, Precision precision);
/// The whole catalogue: the kernels of gauge fields, of fermions and of molecular dynamics.
std::vector<KernelSpec> everyKernel(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
