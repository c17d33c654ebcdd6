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

/// A density on the device: a texture of one plane for each parity.
struct Density {
    PlaneTexture even; ///< of the even sites
    PlaneTexture odd;  ///< of the odd sites
    /// The texture of one parity, 0 (even) or 1 (odd).
    PlaneTexture& of(int parity) { return parity == 0 ? even : odd; }
    /// The texture of one parity, 0 (even) or 1 (odd).
    const PlaneTexture& of(int parity) const { return parity == 0 ? even : odd; }
};

/// The observables from the lattice sums of the density of kernels/plaquette.glsl; rectangle and Polyakov loop stay 0.
GaugeObservables plaquetteObservables(const std::array<double, 4>& sums, const Lattice& lattice);

/// What is measured beside the plaquettes.
struct ObservableChoice {
    bool rectangle = false;    ///< GaugeObservables::rectangle
    bool polyakovLoop = false; ///< GaugeObservables::polyakovLoop
};

/// Observables whose read-back has begun.
class PendingObservables {
public:
    /// Whether the read-back is complete; does not wait.
    bool ready() const;
    /// The observables; waits until the read-back is complete.
    GaugeObservables values() const;

private:
    friend class ObservableMeter;
    explicit PendingObservables(const Lattice& lattice) : lattice_(lattice) {}

    Lattice lattice_;
    PendingSums plaquette_, rectangle_, polyakovLoop_; ///< none of what is not measured
};

/// Measures fields of one lattice and group.  Keeps its textures between calls.
class ObservableMeter {
public:
    /// The device must outlive the object.
    ObservableMeter(Device& device, const Lattice& lattice, Group group, int fold = defaultFold);

    /// Begins to measure the current links, without waiting for the device.
    PendingObservables begin(const GaugeField& u, const ObservableChoice& choice = {});
    /// Measures all observables.
    GaugeObservables measure(const GaugeField& u) { return begin(u, {true, true}).values(); }
    /// Measures plaquettes, action density and link trace only.
    GaugeObservables measurePlaquette(const GaugeField& u) { return begin(u).values(); }
    /// The Polyakov loop, averaged over space.
    std::complex<double> polyakovLoop(const GaugeField& u);
    /// The rectangle, averaged over sites and the twelve oriented loops.
    double rectangle(const GaugeField& u);

    /// The density of the last measurement: (action density of the spatial planes, of the temporal planes, of all, link
    /// trace).
    const Density& plaquetteDensity() const { return plaquettes_; }
    /// The density of the last measurement: (rectangle, 0, 0, 0).
    const Density& rectangleDensity() const { return rectangles_; }
    /// The density of the last measurement on the slice t = 0: (Re L, Im L, 0, 0).
    const Density& polyakovDensity() const { return loops_; }

    /// Its reduction, for further sums over fields of this device.
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
