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
    const FermionVector eta = gaussianSource(space.lattice, space.kind, space.group, seed);
    const Inversion x = inverter.solve(eta, choice);
    CondensateEstimate result{.status = x.status, .relativeResidual = x.relativeResidual};
    if (!x.converged()) return result;
    const std::size_t components = std::size_t(fermionComponents(space.kind, space.group));
    std::complex<double> upper = 0, lower = 0; // spins 0 and 1, where gamma_5 is 1, and 2 and 3, where it is -1
    for (std::size_t i = 0; i < eta.size(); ++i)
        (i % components < components / 2 ? upper : lower) += std::conj(eta[i]) * x.solution[i];
    const double volume = double(space.lattice.volume());
    result.scalar = (upper + lower).real() / volume;
    if (hasSpin(space.kind)) result.pseudoscalar = -(upper - lower).imag() / volume;
    return result;
}

} // namespace gaugegl
