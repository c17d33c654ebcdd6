// Gauge observables on the device; each leaves its density as a texture.
#pragma once

#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/kernels.h"

#include <complex>

namespace gaugegl {

/// Means over the lattice, as CONVENTIONS.md defines them.
struct GaugeObservables {
    double plaquette = 0, plaquetteSpace = 0, plaquetteTime = 0;
    double actionDensity = 0, linkTrace = 0, rectangle = 0;
    std::complex<double> polyakovLoop;
};

/// A density on the device: one plane for each parity.
struct Density {
    PlaneTexture even, odd;
    PlaneTexture& of(int parity) { return parity == 0 ? even : odd; }
    const PlaneTexture& of(int parity) const { return parity == 0 ? even : odd; }
};

/// Measures fields of one lattice and group; keeps its textures from one call to the next.
class ObservableMeter {
public:
    ObservableMeter(Device& device, const Lattice& lattice, Group group, int fold = defaultFold);

    GaugeObservables measure(const GaugeField& u);
    /// Plaquettes, action density and link trace only.
    GaugeObservables measurePlaquette(const GaugeField& u);
    std::complex<double> polyakovLoop(const GaugeField& u);
    double rectangle(const GaugeField& u);

    /// The densities of the last measurement: (spatial plaquette, temporal plaquette, action density, link trace),
    /// (rectangle, 0, 0, 0), and (Re L, Im L, 0, 0) on the slice t = 0.
    const Density& plaquetteDensity() const { return plaquettes_; }
    const Density& rectangleDensity() const { return rectangles_; }
    const Density& polyakovDensity() const { return loops_; }

    Reduction& reduction() { return reduction_; }

private:
    std::array<double, 4> sumOf(const KernelSpec& spec, const GaugeField& u, Density& out);

    Lattice lattice_;
    Group group_;
    Density plaquettes_, rectangles_, loops_;
    Reduction reduction_;
};

} // namespace gaugegl
