#include "gaugegl/gauge/observables/observables.h"

#include <cassert>

namespace gaugegl {
namespace {

Density makeDensity(Device& device, const TextureShape& shape)
{
    return {PlaneTexture(device, shape), PlaneTexture(device, shape)};
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

std::array<double, 4> ObservableMeter::sumOf(const KernelSpec& spec, const GaugeField& u, Density& out)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    std::array<double, 4> total{};
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), spec);
        readLinks(kernel, u, parity);
        kernel.run(out.of(parity));
        const auto sum = reduction_.sum(out.of(parity));
        for (std::size_t i = 0; i < 4; ++i)
            total[i] += sum[i];
    }
    return total;
}

GaugeObservables ObservableMeter::measurePlaquette(const GaugeField& u)
{
    const auto sum =
        sumOf(plaquetteSpec(group_, lattice_, u.device().precision(), u.device().registers()), u, plaquettes_);
    return plaquetteObservables(sum, lattice_);
}

std::complex<double> ObservableMeter::polyakovLoop(const GaugeField& u)
{
    const auto sum = sumOf(polyakovSpec(group_, lattice_), u, loops_);
    return std::complex(sum[0], sum[1]) / double(lattice_.spatialVolume());
}

double ObservableMeter::rectangle(const GaugeField& u)
{
    return sumOf(rectangleSpec(group_, lattice_, u.device().precision(), u.device().registers()), u, rectangles_)[0] /
           double(lattice_.volume());
}

GaugeObservables ObservableMeter::measure(const GaugeField& u)
{
    GaugeObservables result = measurePlaquette(u);
    result.rectangle = rectangle(u);
    result.polyakovLoop = polyakovLoop(u);
    return result;
}

} // namespace gaugegl
