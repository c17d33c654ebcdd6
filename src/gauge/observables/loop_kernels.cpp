#include "gauge/observables/loop_kernels.h"

#include "gauge/flops.h"

namespace gaugegl {
namespace {

bool byRows(Group group, Precision precision, Registers registers) { return loopRows(group, precision, registers) > 1; }

/// The kernel in the variant that does one row at a time, or not.
KernelSpec rowKernel(const std::string& kernel, Group group, const Lattice& lattice, bool rows)
{
    KernelSpec spec = siteKernelSpec(kernel, group, lattice);
    spec.defines["BY_ROWS"] = rows ? "1" : "0";
    if (rows) spec.label += "-rows";
    return spec;
}

bool isGeneral(Group group, LineKind kind) { return kind == LineKind::General && !traits(group).quaternions; }

} // namespace

KernelSpec lineSpec(Group group, const Lattice& lattice, Precision precision, const LineKernel& kernel)
{
    const bool general = isGeneral(group, kernel.kind);
    const bool rows = general && byRows(group, precision, kernel.registers);
    KernelSpec spec = rowKernel("line", group, lattice, rows);
    spec.defines["FULL_MATRIX"] = general ? "1" : "0";
    spec.defines["BACK"] = kernel.back ? "1" : "0";
    spec.resultPlanes = general ? fullMatrixPlanes(group) : linkPlanes(group);
    if (rows) spec.planesPerPass = 2;
    if (general) spec.label += "-general";
    if (kernel.back) spec.label += "-back";
    // Of a line of links the stored rows; full matrices by rows: each pass reads a row of the line.
    const double product = matrixFlops(group).product, line = spec.resultPlanes;
    const bool stored = !traits(group).quaternions && !general;
    spec.cost = {stored ? product * storedRows(group) / colours(group) : product,
                 ((rows ? colours(group) : 1) + 2) * line, 3 * line};
    return spec;
}

KernelSpec loopSpec(Group group, const Lattice& lattice, Precision precision, LineKind temporal, Registers registers)
{
    KernelSpec spec = rowKernel("loop", group, lattice, byRows(group, precision, registers));
    spec.constants["uRows"] = loopRows(group, precision, registers);
    spec.defines["FULL_MATRIX"] = isGeneral(group, temporal) ? "1" : "0";
    if (isGeneral(group, temporal)) spec.label += "-general";
    // For each length two products and their trace; by rows T(x) is read row by row.
    const MatrixFlops& f = matrixFlops(group);
    const double rows = loopRows(group, precision, registers), link = linkPlanes(group);
    const double line = isGeneral(group, temporal) ? fullMatrixPlanes(group) : link;
    const double near = isGeneral(group, temporal) ? line : rows * line;
    spec.cost = {4 * (2 * f.product + f.traceAdj + 1), 4 * (rows * (2 * link + line) + near) + 1,
                 2 * link + 8 * line + 1};
    return spec;
}

KernelSpec fieldStrengthSpec(Group group, const Lattice& lattice, Precision precision, bool add, Registers registers)
{
    const bool rows = byRows(group, precision, registers);
    KernelSpec spec = rowKernel("field_strength", group, lattice, rows);
    spec.defines["ADD"] = add ? "1" : "0";
    spec.resultPlanes = fullMatrixPlanes(group);
    if (rows) spec.planesPerPass = 2;
    if (add) spec.label += "-added";
    // Four leaves of three products and a sum; the weight.
    const MatrixFlops& f = matrixFlops(group);
    const double full = fullMatrixPlanes(group), before = add ? full : 0, link = linkPlanes(group);
    spec.cost = {4 * (3 * f.product + f.sum) + f.sum + (add ? f.sum : 0),
                 (rows ? colours(group) : 1) * 16 * link + before + full, 4 * link + before + full};
    return spec;
}

KernelSpec topologySpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = siteKernelSpec("topology", group, lattice);
    spec.ownSite = {"uClover"};
    // Of each pair of planes three products, the sums of these, and 1/(4 pi^2).  SU(2): 3 dot products of 5, doubled, and
    // sums.  SU(3): 3 times two elements of 4, 3 dot products of 3, doubled, and sums; the diagonals, their means and
    // products.
    const bool quaternions = traits(group).quaternions;
    const double products = quaternions ? 15 + 3 + 3 : 3 * (2 * 4 + 9 + 3 + 3) + 2 * 6 + 15 + 3;
    spec.cost = {3 * (products + 3) + 1, 6 * (quaternions ? 1 : 3 * 2 + 3) + 1.0, 6.0 * fullMatrixPlanes(group) + 1};
    return spec;
}

std::vector<KernelSpec> loopKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs = {topologySpec(group, lattice)};
    const auto add = [&](Registers registers) {
        for (const LineKind kind : {LineKind::Links, LineKind::General}) {
            if (kind == LineKind::General && (traits(group).quaternions || !has(group, Feature::MeanLinks))) continue;
            for (const bool back : {false, true})
                if (!back || kind == LineKind::Links) // temporal lines go forwards
                    if (registers == Registers::Many || kind == LineKind::General)
                        specs.push_back(lineSpec(group, lattice, precision, {kind, back, registers}));
            specs.push_back(loopSpec(group, lattice, precision, kind, registers));
        }
        for (const bool added : {false, true})
            specs.push_back(fieldStrengthSpec(group, lattice, precision, added, registers));
    };
    add(Registers::Many);
    if (byRows(group, precision, Registers::Few) != byRows(group, precision, Registers::Many)) add(Registers::Few);
    return specs;
}

} // namespace gaugegl
