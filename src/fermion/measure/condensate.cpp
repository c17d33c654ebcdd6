#include "gaugegl/fermion/measure/condensate.h"

#include "core/fermion_source.h"

namespace gaugegl {

std::uint64_t condensateSeed(std::uint64_t seed, int vectors, int sweep, int k)
{
    return seed + ((std::uint64_t(vectors) * std::uint64_t(sweep) + std::uint64_t(k)) << 32);
}

CondensateEstimate estimateCondensate(Inverter& inverter, const FermionDomain& space, std::uint64_t seed,
                                      const SolverChoice& choice)
{
    const SharedLattice& shared = inverter.lattice();
    const FermionVector eta = gaussianSource(shared.lattice(), space.kind, space.group, seed);
    const Inversion x = inverter.solve(eta, choice);
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

} // namespace gaugegl
