#include "gauge/actions/action_density.h"

#include <stdexcept>

namespace gaugegl {
namespace {

double term(ObservableMeter& meter, const GaugeField& u, const LoopTraits& shape, double coefficient)
{
    switch (shape.shape) {
    case LoopShape::Plaquette: // summed as deviations from 1, without their cancellation
        return coefficient * meter.measurePlaquette(u).actionDensity;
    case LoopShape::Rectangle:
        return shape.perSite * coefficient * (1 - meter.measure(u, Observable::Rectangle).real());
    }
    throw std::logic_error("a shape of loops without a kernel");
}

} // namespace

double actionDensity(ObservableMeter& meter, const GaugeField& u, const GaugeAction& action)
{
    double density = 0;
    action.forEachLoop(
        [&](const LoopTraits& shape, double coefficient) { density += term(meter, u, shape, coefficient); });
    return density;
}

} // namespace gaugegl
