#include "gaugegl/config/eigen.h"

#include "config/sections.h"

#include <fmt/format.h>

namespace gaugegl {

SpectralParameters EigenSection::matrix() const
{
    SpectralParameters result{type, numbers};
    result.dirac.type = traits(type).dirac;
    result.dirac.boundary = BoundaryPhases::parse(boundary);
    result.dirac.stout = StoutSteps::parse(stout);
    if (traits(type).byBareMass) {
        if (mass && kappa)
            throw InputError(
                fmt::format("mass {} and kappa {}: one of them says all, kappa = 1/(2 (M0 + 4))", *mass, *kappa));
        if (!mass && !kappa)
            throw InputError(fmt::format("{} needs mass M0, such as -1.4, or kappa", choiceName<SpectralType>(type)));
        result.dirac.kappa = mass ? kappaOfBareMass(*mass) : *kappa;
    }
    validate(result);
    return result;
}

void EigenSection::check(const RunConfig& run)
{
    const EigenSection& eigen = *run.eigen;
    config::checkKey("eigen", "boundary", [&] { BoundaryPhases::parse(eigen.boundary); });
    config::checkKey("eigen", "stout", [&] { StoutSteps::parse(eigen.stout); });
    config::checkKey("eigen", "operator", [&] { eigen.matrix(); });
    config::checkKey("eigen", "count", [&] {
        validate(eigen.choice(), eigen.matrix(), Lattice(run.lattice.extents), run.lattice.group);
    });
}

} // namespace gaugegl
