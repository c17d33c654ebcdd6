// Searches for low modes as a whole.
#include "checks/kernel_entry.h"

#include "fermion/eigen/device_modes.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fields/transfer.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int modesWanted = 10;

SpectralParameters matrixOfBenchmark(FermionKind kind)
{
    if (!hasSpin(kind)) return {.type = SpectralType::Staggered, .dirac = {.type = DiracType::Staggered, .mass = 0.05}};
    return {.type = SpectralType::Wilson, .dirac = {.type = DiracType::Wilson, .kappa = 0.15}};
}

/// A call is a search, with the start that looks for what it missed.
Work searchWork(std::shared_ptr<ModeFinder> finder, const Lattice& lattice, Precision precision)
{
    const ModeChoice choice{.count = modesWanted,
                            .precision =
                                precision == Precision::Double ? SolverPrecision::Double : SolverPrecision::Single};
    Work work{.sites = double(lattice.volume())};
    work.sample = [finder = std::move(finder), choice](const Sampling& sampling) {
        const auto search = [&] {
            const LowModes modes = finder->find(choice);
            if (modes.eigenvalues.empty() && !interrupted()) throw UnsolvedError(whyNone(modes, choice));
        };
        search(); // compiles
        return sampled(onHostClock(search), 1, sampling);
    };
    return work;
}

Work searchOnDevice(Rig& rig, FermionKind kind)
{
    rig.thermalise();
    return searchWork(deviceModeFinder(rig.device(), download(rig.links()), matrixOfBenchmark(kind)), rig.lattice(),
                      rig.device().precision());
}

/// In the links of a device.
Work searchOnHost(const HostSetting& s, FermionKind kind)
{
    HostRig of(s);
    of.rig.thermalise();
    return searchWork(hostModeFinder(download(of.rig.links()), matrixOfBenchmark(kind)), s.lattice, s.precision);
}

} // namespace

KernelEntry eigenEntry(FermionKind kind)
{
    return {.name = fmt::format("eigen-{}", traits(kind).name),
            .kernels = {"eigen"},
            .work = [kind](Rig& rig) { return searchOnDevice(rig, kind); },
            .host = {.work = [kind](const HostSetting& s) { return searchOnHost(s, kind); }},
            .needs = Feature::Fermions,
            .onDemand = true};
}

} // namespace gaugegl
