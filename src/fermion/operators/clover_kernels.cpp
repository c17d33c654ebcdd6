#include "fermion/operators/clover_kernels.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// On cards with few registers results are written in passes of so many planes, of which each computes what it needs.
int planesOfPass(int few, Registers registers) { return registers == Registers::Many ? 0 : few; }

} // namespace

gl::Defines blockDefines(Group group, FieldFormat format)
{
    const int n = colours(group);
    return {{"BLOCK", std::to_string(2 * n)},
            {"BLOCK_PLANES", std::to_string(n * n)},
            {"BLOCK_NORM", format == FieldFormat::Real ? "0" : "1"}};
}

KernelSpec cloverBlocksSpec(Group group, const Lattice& lattice, Precision precision, Registers registers)
{
    KernelSpec spec{.kernel = "clover_blocks",
                    .label = "clover_blocks-" + word(group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = blockPlanes(group),
                    .planesPerPass = planesOfPass(precision == Precision::Double ? 1 : 2, registers)};
    spec.defines.merge(groupDefines(group));
    spec.defines.merge(blockDefines(group));
    if (registers == Registers::Few) spec.label += "-few";
    spec.ownSite = {"uClover"};
    // Of each chirality three sums of two Hermitian matrices, times the factor; what they make of the block.
    const int n = colours(group), numbers = n * n;
    const double elements =
        traits(group).quaternions ? 0 : 2.0 * 2 * numbers * 2; // sums and halves of both, used twice
    spec.cost = {2.0 * (3 * (4.0 * numbers + elements) + 2 * numbers + 2 * n), double(blockPlanes(group)),
                 6.0 * traits(group).matrixPlanes + blockPlanes(group), 6.0 * traits(group).matrixPlanes};
    return spec;
}

KernelSpec cloverInverseSpec(Group group, bool squared, Registers registers)
{
    KernelSpec spec{.kernel = "clover_inverse",
                    .label = fmt::format("clover_inverse-{}{}", word(group), squared ? "-squared" : ""),
                    .defines = groupDefines(group),
                    .resultPlanes = blockPlanes(group) + 1,
                    .planesPerPass = planesOfPass(blockPlanes(group) / 2, registers)};
    spec.defines.merge(blockDefines(group));
    spec.targets = {{blockPlanes(group)}, {1}};
    spec.defines["SQUARED"] = squared ? "1" : "0";
    if (registers == Registers::Few) spec.label += "-few";
    spec.ownSite = {"uBlocks"};
    // Each step: an inverse, of the other rows a norm of 3 and a difference of 2, of their pairs a product of 6 and a difference
    // of 4, the column times the inverse.  The square: of each row norms, of each pair the diagonal 3 and products of 8.
    const double n = 2 * colours(group), pairs = (n - 1) * (n - 2) / 2, all = n * (n - 1) / 2;
    double block = n * (2 + (n - 1) * 5 + pairs * 10 + (n - 1) * 2);
    if (squared) block += n * (2 + (n - 1) * 4) + all * (3 + (n - 2) * 8);
    const double planes = blockPlanes(group);
    spec.cost = {2 * block + 4, planes + 1, 2 * planes + 1, planes};
    return spec;
}

} // namespace gaugegl
