#include "gaugegl/fermion/measure/spectrum.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace gaugegl {

void validate(const SpectrumRequest& request, const FermionDomain& space)
{
    assert(request.direction >= 0 && request.direction < 4);
    validate(request.choice);
    if (request.choice.type == SolverType::MultiShift)
        throw InputError("the solver multishift gives no propagator; use cg or bicgstab");
    if (!request.source.hasComponents())
        throw InputError(fmt::format("source '{}' has no components to make a propagator of; use point:x,y,z,t or "
                                     "wall:t",
                                     request.source.name()));
    if (request.source.oneComponent)
        throw InputError(fmt::format("source '{}' is one component, but a propagator needs all: omit :spin:colour",
                                     request.source.name()));
    validate(request.source, space.lattice, space.kind, space.group);
}

SpectrumMeasurement measureSpectrum(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                    const std::function<void(int columns)>& solved)
{
    const SharedLattice& shared = inverter.lattice();
    validate(request, {shared.lattice().whole(), space.group, space.kind});
    SpectrumMeasurement result;
    Propagator propagator;
    propagator.reserve(std::size_t(space.components()));
    Source source = request.source;
    source.oneComponent = true;
    for (int component = 0; component < space.components(); ++component) {
        source.spin = component / colours(space.group);
        source.colour = component % colours(space.group);
        Inversion column =
            inverter.solve(sourceVector(source, shared.lattice(), space.kind, space.group), request.choice);
        result.iterations += column.iterations;
        result.seconds += column.seconds;
        result.largestResidual = std::max(result.largestResidual, column.relativeResidual);
        result.status = column.status;
        if (!column.converged()) return result;
        propagator.push_back(std::move(column.solution));
        if (solved) solved(component + 1);
    }
    const bool spread = source.type == Source::Type::Wall && request.direction != 3; // over the whole direction
    const int origin = spread ? 0 : source.at[std::size_t(request.direction)];
    result.correlators = mesonCorrelators(propagator, {shared, space.kind, space.group, request.direction, origin});
    return result;
}

} // namespace gaugegl
