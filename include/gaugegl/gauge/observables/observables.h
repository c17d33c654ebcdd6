// Gauge observables on the device; each leaves its density as a texture.
#pragma once

#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/kernels.h"

#include <complex>

namespace gaugegl {

/// Means over the lattice, as CONVENTIONS.md defines them.
struct GaugeObservables {
    double plaquette = 0;              ///< of all six planes
    double plaquetteSpace = 0;         ///< of the three spatial planes
    double plaquetteTime = 0;          ///< of the three planes with t
    double actionDensity = 0;          ///< without beta
    double linkTrace = 0;              ///< mean of (1/N) Re tr U
    double rectangle = 0;              ///< of the twelve oriented 1x2 loops
    std::complex<double> polyakovLoop; ///< of the spatial volume
};

/// A density on the device: one plane for each parity.
struct Density {
    PlaneTexture even; ///< of the even sites
    PlaneTexture odd;  ///< of the odd sites
    /// 0: even, 1: odd.
    PlaneTexture& of(int parity) { return parity == 0 ? even : odd; }
    /// 0: even, 1: odd.
    const PlaneTexture& of(int parity) const { return parity == 0 ? even : odd; }
};

/// From the sums over the lattice of what kernels/plaquette.glsl leaves at a site; rectangle and Polyakov loop stay 0.
GaugeObservables plaquetteObservables(const std::array<double, 4>& sums, const Lattice& lattice);

/// What is measured beside the plaquettes.
struct ObservableChoice {
    bool rectangle = false;    ///< GaugeObservables::rectangle
    bool polyakovLoop = false; ///< GaugeObservables::polyakovLoop
};

/// Observables on their way to the host.
class PendingObservables {
public:
    /// Whether they are there; does not wait.
    bool ready() const;
    /// The observables; waits until they are there.
    GaugeObservables values() const;

private:
    friend class ObservableMeter;
    explicit PendingObservables(const Lattice& lattice) : lattice_(lattice) {}

    Lattice lattice_;
    PendingSums plaquette_, rectangle_, polyakovLoop_; ///< none of what is not measured
};

/// Measures fields of one lattice and group; keeps its textures from one call to the next.
class ObservableMeter {
public:
    /// The device must outlive the object.
    ObservableMeter(Device& device, const Lattice& lattice, Group group, int fold = defaultFold);

    /// Asks for observables of the links as they are now, without waiting for the device.
    PendingObservables begin(const GaugeField& u, const ObservableChoice& choice = {});
    /// Everything.
    GaugeObservables measure(const GaugeField& u) { return begin(u, {true, true}).values(); }
    /// Plaquettes, action density and link trace only.
    GaugeObservables measurePlaquette(const GaugeField& u) { return begin(u).values(); }
    /// The mean over space.
    std::complex<double> polyakovLoop(const GaugeField& u);
    /// The mean over sites and the twelve loops.
    double rectangle(const GaugeField& u);

    /// The densities of the last measurement: (action density of the spatial planes, of those with t, of all, link
    /// trace), (rectangle, 0, 0, 0), and (Re L, Im L, 0, 0) on the slice t = 0.
    const Density& plaquetteDensity() const { return plaquettes_; }
    /// See plaquetteDensity().
    const Density& rectangleDensity() const { return rectangles_; }
    /// See plaquetteDensity().
    const Density& polyakovDensity() const { return loops_; }

    /// For further sums over fields of this device.
    Reduction& reduction() { return reduction_; }

private:
    PendingSums plaquetteSums(const GaugeField& u);
    PendingSums rectangleSums(const GaugeField& u);
    PendingSums polyakovSums(const GaugeField& u);
    PendingSums sumsOf(const KernelSpec& spec, const GaugeField& u, Density& out);

    Lattice lattice_;
    Group group_;
    Density plaquettes_, rectangles_, loops_;
    Reduction reduction_;
};

} // namespace gaugegl
