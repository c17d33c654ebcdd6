#include "fermion/overlap/overlap_inverter.h"

#include "host/stout_links.h"

namespace gaugegl {

void subtractContact(FermionVector& x, const FermionVector& b, const OverlapParameters& quark)
{
    const double half = 1 / (2 * quark.rho), factor = 1 / (1 - quark.mass * half);
    for (std::size_t k = 0; k < x.size(); ++k)
        x[k] = factor * (x[k] - half * b[k]);
}

std::unique_ptr<Inverter> hostOverlapInverter(const HostGaugeField& links, const DiracParameters& dirac,
                                              const SharedLattice& shared, std::shared_ptr<KernelSpectrumStore> store)
{
    requireFeature(links.group, Feature::Fermions);
    validate(dirac);
    return std::make_unique<OverlapInverter<HostOverlapBackend>>(
        HostOverlapBackend(), host::stoutSmeared(links, dirac.stout, shared), dirac, shared, std::move(store));
}

} // namespace gaugegl
