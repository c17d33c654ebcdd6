#include "gaugegl/fermion/measure/condensate.h"

#include "core/fermion_source.h"
#include "gaugegl/fermion/fermion_domain.h"

#include <algorithm>

namespace gaugegl {

std::uint64_t condensateSeed(std::uint64_t seed, int vectors, std::int64_t sweep, int k)
{
    return seed + ((std::uint64_t(vectors) * std::uint64_t(sweep) + std::uint64_t(k)) << 32);
}

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
    const auto each = std::size_t(inverter.batchSize(choice, int(seeds.size())));
    std::vector<CondensateEstimate> all;
    while (all.size() < seeds.size()) {
        std::vector<FermionVector> sources; // of one group, as they take memory
        for (const std::uint64_t seed : seeds.subspan(all.size(), std::min(each, seeds.size() - all.size())))
            sources.push_back(gaussianSource(shared.lattice(), space.kind, space.group, seed));
        const std::vector<Inversion> solved = inverter.solve(sources, choice);
        for (std::size_t k = 0; k < solved.size(); ++k)
            all.push_back(estimateOf(sources[k], solved[k], space, shared));
        if (all.back().status == SolverStatus::Interrupted) break;
    }
    return all;
}

} // namespace gaugegl
