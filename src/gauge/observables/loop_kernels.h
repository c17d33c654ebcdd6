// The kernels of lines of links, Wilson loops and field strengths: their variants.
#pragma once

#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/lines.h"

namespace gaugegl {

/// Planes of a matrix that is not in the group (lattice/general.glsl): SU(2) a quaternion, SU(3) two for each row.
constexpr int fullMatrixPlanes(Group group) { return traits(group).matrixPlanes; }

/// The variants of kernels/line.glsl.
struct LineKernel {
    LineKind kind = LineKind::Links;       ///< kind of the links and the line
    bool back = false;                     ///< the step is against the direction of the link
    Registers registers = Registers::Many; ///< of a thread
};
/// The kernel that extends a line by one link.
KernelSpec lineSpec(Group group, const Lattice& lattice, Precision precision, const LineKernel& kernel);

/// Up to four Wilson loops of one spatial separation.
KernelSpec loopSpec(Group group, const Lattice& lattice, Precision precision, LineKind temporal,
                    Registers registers = Registers::Many);

/// The clover of one plane, which may be added to another field.
KernelSpec fieldStrengthSpec(Group group, const Lattice& lattice, Precision precision, bool add,
                             Registers registers = Registers::Many);

/// Energy and topological charge density.
KernelSpec topologySpec(Group group, const Lattice& lattice);

/// All loop kernels, for allKernels().
std::vector<KernelSpec> loopKernels(Group group, const Lattice& lattice, Precision precision);

} // namespace gaugegl
