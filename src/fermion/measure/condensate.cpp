#include "gaugegl/fermion/measure/condensate.h"

#include "core/fermion_source.h"
#include "fermion/solve/solve_each.h"
#include "gaugegl/fermion/fermion_domain.h"

namespace gaugegl {
namespace {

CondensateEstimate estimateOf(const FermionVector& eta, const Inversion& x, const FermionDomain& space,
                              const SharedLattice& shared)
{
    CondensateEstimate result{.status = x.status, .relativeResidual = x.relativeResidual};
    if (!x.converged()) return result;
    const std::size_t components = std::size_t(fermionComponents(space.kind, space.group));
    const auto [scalar, pseudoscalar] = shared.sumOfSites([&](std::int64_t site) {
        std::complex<double> upper = 0, lower = 0; // spins 0 and 1, where gamma_5 is 1, and 2 and 3, where it is -1
        for (std::size_t k = 0, i = std::size_t(site) * components; k < components; ++k, ++i)
            (k < components / 2 ? upper : lower) += std::conj(eta[i]) * x.solution[i];
        return std::array<double, 2>{(upper + lower).real(), -(upper - lower).imag()};
    });
    const double volume = double(shared.lattice().volume());
    result.scalar = scalar / volume;
    if (hasSpin(space.kind)) result.pseudoscalar = pseudoscalar / volume;
    return result;
}

} // namespace

std::vector<CondensateEstimate> estimateCondensate(Inverter& inverter, const FermionDomain& space,
                                                   std::span<const std::uint64_t> seeds, const SolverChoice& choice)
{
    const SharedLattice& shared = inverter.lattice();
    std::vector<CondensateEstimate> all;
    solveEach(
        inverter, std::int64_t(seeds.size()), choice,
        [&](std::int64_t k) {
            return gaussianSource(shared.lattice(), space.kind, space.group, seeds[std::size_t(k)]);
        },
        [&](std::int64_t, const FermionVector& eta, const Inversion& x) {
            all.push_back(estimateOf(eta, x, space, shared));
            return true;
        });
    return all;
}

} // namespace gaugegl
