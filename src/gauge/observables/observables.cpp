#include "gaugegl/gauge/observables/observables.h"

#include <cassert>

namespace gaugegl {
namespace {

Density makeDensity(Device& device, const TextureShape& shape)
{
    return {PlaneTexture(device, shape), PlaneTexture(device, shape)};
}

double rectangleOf(const PendingSums& sums, const Lattice& lattice)
{
    return total(sums)[0] / double(lattice.volume());
}

std::complex<double> loopOf(const PendingSums& sums, const Lattice& lattice)
{
    const std::array<double, 4> sum = total(sums);
    return std::complex(sum[0], sum[1]) / double(lattice.spatialVolume());
}

} // namespace

GaugeObservables plaquetteObservables(const std::array<double, 4>& sums, const Lattice& lattice)
{
    const double volume = double(lattice.volume());
    GaugeObservables result;
    result.plaquetteSpace = 1 - sums[0] / (3 * volume);
    result.plaquetteTime = 1 - sums[1] / (3 * volume);
    result.actionDensity = (sums[0] + sums[1]) / volume;
    result.plaquette = 1 - result.actionDensity / 6;
    result.linkTrace = sums[3] / volume;
    return result;
}

ObservableMeter::ObservableMeter(Device& device, const Lattice& lattice, Group group, int fold)
    : lattice_(lattice), group_(group), plaquettes_(makeDensity(device, halfFieldShape(lattice, 1))),
      rectangles_(makeDensity(device, halfFieldShape(lattice, 1))),
      loops_(makeDensity(device, timeSliceShape(lattice, 1))), reduction_(device, fold)
{}

PendingSums ObservableMeter::sumsOf(const KernelSpec& spec, const GaugeField& u, Density& out)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    PendingSums sums;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), spec);
        readLinks(kernel, u, parity);
        kernel.run(out.of(parity));
        sums.push_back(reduction_.begin(out.of(parity)));
    }
    return sums;
}

PendingSums ObservableMeter::plaquetteSums(const GaugeField& u)
{
    return sumsOf(plaquetteSpec(group_, lattice_, u.device().precision(), u.device().registers()), u, plaquettes_);
}

PendingSums ObservableMeter::rectangleSums(const GaugeField& u)
{
    return sumsOf(rectangleSpec(group_, lattice_, u.device().precision(), u.device().registers()), u, rectangles_);
}

PendingSums ObservableMeter::polyakovSums(const GaugeField& u)
{
    return sumsOf(polyakovSpec(group_, lattice_), u, loops_);
}

PendingObservables ObservableMeter::begin(const GaugeField& u, const ObservableChoice& choice)
{
    PendingObservables pending(lattice_);
    pending.plaquette_ = plaquetteSums(u);
    if (choice.rectangle) pending.rectangle_ = rectangleSums(u);
    if (choice.polyakovLoop) pending.polyakovLoop_ = polyakovSums(u);
    return pending;
}

double ObservableMeter::rectangle(const GaugeField& u) { return rectangleOf(rectangleSums(u), lattice_); }

std::complex<double> ObservableMeter::polyakovLoop(const GaugeField& u) { return loopOf(polyakovSums(u), lattice_); }

bool PendingObservables::ready() const
{
    return gaugegl::ready(plaquette_) && gaugegl::ready(rectangle_) && gaugegl::ready(polyakovLoop_);
}

GaugeObservables PendingObservables::values() const
{
    GaugeObservables result = plaquetteObservables(total(plaquette_), lattice_);
    if (!rectangle_.empty()) result.rectangle = rectangleOf(rectangle_, lattice_);
    if (!polyakovLoop_.empty()) result.polyakovLoop = loopOf(polyakovLoop_, lattice_);
    return result;
}

} // namespace gaugegl
