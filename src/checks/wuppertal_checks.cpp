// Wuppertal smearing of spinors.
#include "checks/fermion_checks.h"
#include "core/fermion_source.h"
#include "fermion/operators/wuppertal.h"
#include "reference/quark_smearing.h"

namespace gaugegl {
namespace {

constexpr std::uint64_t smearingLinkSeed = 20261124;
constexpr WuppertalSteps fewSteps{.alpha = 0.7, .steps = 3};

/// Of three steps in hot links.
Worst deviationOfSmearing(const FermionChecks& checks, const BoundaryPhases& boundary, Registers registers)
{
    GaugeField u(checks.device, checks.lattice, checks.group);
    upload(u, hotField(checks.lattice, checks.group, smearingLinkSeed));
    const FermionVector psi = gaussianSource(checks.lattice, FermionKind::Wilson, checks.group, 5);
    const int components = fermionComponents(FermionKind::Wilson, checks.group);
    const FermionVector expected = std::visit(
        [&]<int N>(const reference::GaugeField<N>& links) {
            reference::SpinorField<N> field(checks.lattice, psi);
            for (int step = 0; step < fewSteps.steps; ++step)
                field = reference::wuppertalSmeared(links, field, fewSteps.alpha, boundary);
            return field.vector();
        },
        oracleField(u));

    const DeviceWuppertal smearing(u, boundary, registers);
    Spinors spinors = smearing.makeSpinors();
    for (int parity = 0; parity < 2; ++parity)
        upload(spinors[std::size_t(parity)], halfOf(checks.lattice, psi, parity, components));
    smearing.smear(spinors, fewSteps);

    Worst worst;
    for (int parity = 0; parity < 2; ++parity)
        worst.add(
            deviation(downloaded(spinors[std::size_t(parity)]), halfOf(checks.lattice, expected, parity, components)));
    return worst;
}

} // namespace

void verifyWuppertal(FermionChecks& checks)
{
    const auto report = [&](const char* name, const BoundaryPhases& boundary, Registers registers) {
        checks.report(name, deviationOfSmearing(checks, boundary, registers), 2 * checks.tolerance());
    };
    const Registers own = checks.device.registers();
    checks.list.make(1, [&] { report("wuppertal", {}, own); });
    checks.list.makeOfVariants(1, [&] { report("wuppertal-phases", {{0.25, 0, -0.5, 1}, false}, own); });
    checks.list.makeOfVariants(1, [&] { report("wuppertal-spread-phases", {{0.5, 1, 0.3, 1}, true}, own); });
    checks.list.makeOfVariants(1, [&] { report("wuppertal-few", {}, Registers::Few); });
}

} // namespace gaugegl
