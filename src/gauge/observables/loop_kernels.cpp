#include "gaugegl/gauge/observables/loop_kernels.h"

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
    return spec;
}

KernelSpec loopSpec(Group group, const Lattice& lattice, Precision precision, LineKind temporal, Registers registers)
{
    KernelSpec spec = rowKernel("loop", group, lattice, byRows(group, precision, registers));
    spec.constants["uRows"] = loopRows(group, precision, registers);
    spec.defines["FULL_MATRIX"] = isGeneral(group, temporal) ? "1" : "0";
    if (isGeneral(group, temporal)) spec.label += "-general";
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
    return spec;
}

KernelSpec topologySpec(Group group, const Lattice& lattice) { return siteKernelSpec("topology", group, lattice); }

std::vector<KernelSpec> loopKernels(Group group, const Lattice& lattice, Precision precision)
{
    std::vector<KernelSpec> specs = {topologySpec(group, lattice)};
    const auto add = [&](Registers registers) {
        for (const LineKind kind : {LineKind::Links, LineKind::General}) {
            if (kind == LineKind::General && traits(group).quaternions) continue;
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
