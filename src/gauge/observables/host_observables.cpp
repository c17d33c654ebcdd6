// The catalogue of observables on the CPU.
#include "gaugegl/gauge/observables/observables.h"
#include "host/loops.h"

namespace gaugegl {
namespace {

std::complex<double> valueOf(const host::LinkField& u, const ObservablePart& part)
{
    const std::size_t number = part.index - firstPartOf(part.of->observable);
    const auto line = [&] {
        return host::polyakovMeans(u, int(std::string_view("xyzt").find(part.of->along[number])));
    };
    switch (part.of->observable) {
    case Observable::Rectangle:
        return host::rectangleMean(u);
    case Observable::PolyakovLoop:
    case Observable::SpatialPolyakovLoop:
        return line().loop;
    case Observable::AdjointPolyakovLoop:
        return line().adjoint;
    case Observable::Plaquette: // not among the parts
        break;
    }
    return {};
}

} // namespace

GaugeObservables observablesOf(const host::LinkField& u, const ObservableSet& chosen)
{
    GaugeObservables result = plaquetteObservables(host::plaquetteSums(u), u.layout()->shared().lattice());
    for (const ObservablePart& part : observableParts(chosen))
        result.others[part.index] = valueOf(u, part);
    return result;
}

} // namespace gaugegl
