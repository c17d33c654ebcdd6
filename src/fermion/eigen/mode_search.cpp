#include "fermion/eigen/mode_search.h"
#include "gaugegl/fermion/fermion_domain.h"

#include <memory>

namespace gaugegl {

void reportProgress(EigenParameters& parameters, const std::function<void(const ModeProgress&)>& watch, int before)
{
    const auto seen = std::make_shared<ModeProgress>();
    parameters.watch = [&watch, seen, before](const EigenPoint& point) {
        *seen = {before + point.applications, point.converged, point.residual, (point.round < 0), (point.round > 0)};
        if (watch) watch(*seen);
    };
    parameters.step = [&watch, seen, before](int applications) {
        seen->applications = before + applications;
        if (watch) watch(*seen);
    };
}

double chiralityOf(const SharedLattice& shared, const FermionDomain& space, const FermionVector& v)
{
    const auto components = std::size_t(space.components());
    return shared.sumOfSites([&](std::int64_t site) {
        double sum = 0;
        for (std::size_t k = 0; k < components; ++k) // gamma_5 = diag(1, 1, -1, -1)
            sum += (k < components / 2 ? 1 : -1) * std::norm(v[std::size_t(site) * components + k]);
        return sum;
    });
}

} // namespace gaugegl
