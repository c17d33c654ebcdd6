// The kernels of the clover term on a device; kernels/clover_blocks.glsl and kernels/clover_inverse.glsl are their definitions.
#pragma once

#include "gaugegl/gauge/kernels.h"

namespace gaugegl {

/// Planes of the blocks of a site, packed as lattice/hermitian_blocks.glsl says: of either chirality N^2.
constexpr int blockPlanes(Group group) { return 2 * colours(group) * colours(group); }
/// Flops of blocks times a spinor: SU(3) 504, SU(2) 224.
constexpr double blockFlops(Group group)
{
    const int rows = 2 * colours(group);
    return 2 * (2 * rows + 8 * rows * (rows - 1));
}
/// What kernels with blocks must know.
gl::Defines blockDefines(Group group, FieldFormat format = FieldFormat::Real);

/// The blocks from the clovers of the six planes.
KernelSpec cloverBlocksSpec(Group group, const Lattice& lattice, Precision precision,
                            Registers registers = Registers::Many);
/// The inverses of blocks, or (squared) those of B^2 + t^2; another target has the logarithms of their determinants.
KernelSpec cloverInverseSpec(Group group, bool squared, Registers registers = Registers::Many);

} // namespace gaugegl
