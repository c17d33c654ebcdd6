// Gauge observables on the device; each leaves its density as a texture.
#pragma once

#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/any_links.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/catalogue.h"

#include <complex>
#include <optional>
#include <vector>

namespace gaugegl {

/// Means over the lattice, as CONVENTIONS.md defines them.
struct GaugeObservables {
    double plaquette = 0;      ///< of all six planes
    double plaquetteSpace = 0; ///< of the three spatial planes
    double plaquetteTime = 0;  ///< of the three planes with t
    double actionDensity = 0;  ///< without beta
    double linkTrace = 0;      ///< mean of (1/N) Re tr U
    /// The others, by ObservablePart::index; 0 if they were not measured.
    std::array<std::complex<double>, partCount> others = {};

    /// One of the others; the first direction of one that has several.
    std::complex<double> of(Observable observable) const { return others[firstPartOf(observable)]; }
    /// One of the others.
    std::complex<double> of(const ObservablePart& part) const { return others[part.index]; }
    /// The mean of the twelve oriented 1x2 loops.
    double rectangle() const { return of(Observable::Rectangle).real(); }
    /// The mean over space of the Polyakov loop.
    std::complex<double> polyakovLoop() const { return of(Observable::PolyakovLoop); }
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

/// The observables from the lattice sums of the density of kernels/plaquette.glsl; the others stay 0.
GaugeObservables plaquetteObservables(const std::array<double, 4>& sums, const Lattice& lattice);

/// Observables whose read-back has begun.
class PendingObservables {
public:
    /// Those that are known already.
    explicit PendingObservables(const GaugeObservables& values) : known_(values) {}

    /// Whether the read-back is complete; does not wait.
    bool ready() const;
    /// The observables; waits until the read-back is complete.
    GaugeObservables values() const;

private:
    friend class ObservableMeter;
    PendingObservables(const Lattice& lattice, const ObservableSet& chosen) : lattice_(lattice), chosen_(chosen) {}

    std::optional<GaugeObservables> known_;
    Lattice lattice_{{2, 2, 2, 2}};
    ObservableSet chosen_;
    std::vector<PendingSums> sums_; ///< by density; empty where nothing of it is chosen
};

/// The observables of links of the host; others stay 0.
GaugeObservables observablesOf(const host::LinkField& u, const ObservableSet& chosen = {});

/// Measures fields of one lattice and group.  Keeps its textures between calls.
class ObservableMeter {
public:
    /// The device must outlive the object.
    ObservableMeter(Device& device, const Lattice& lattice, Group group);

    /// Begins to measure the current links, without waiting for the device.
    PendingObservables begin(const GaugeField& u, const ObservableSet& chosen = {});
    /// Measures the whole catalogue.
    GaugeObservables measure(const GaugeField& u) { return begin(u, ObservableSet::all()).values(); }
    /// Measures plaquettes, action density and link trace only.
    GaugeObservables measurePlaquette(const GaugeField& u) { return begin(u).values(); }
    /// Measures one of the others alone; `part` counts the directions of one that has several.
    std::complex<double> measure(const GaugeField& u, Observable observable, std::size_t part = 0);

    /// The density of the last measurement of an observable, whose numbers begin at its ObservableTraits::component.  That
    /// of the plaquettes is (action density of the spatial planes, of the temporal planes, of all, link trace).
    const Density& density(Observable observable, std::size_t part = 0) const;

    /// Its reduction, for further sums over fields of this device.
    Reduction& reduction() { return reduction_; }

private:
    void runAlongRanks(Kernel& kernel, PlaneTexture& out, int mu) const;
    PendingSums sums(const GaugeField& u, std::size_t density);

    Lattice lattice_;
    Group group_;
    std::vector<Density> densities_; ///< of the catalogue; observables may share one
    Reduction reduction_;
};

} // namespace gaugegl
