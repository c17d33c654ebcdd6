// Abelian and centre projection on the device: monopoles, vortices and projected plaquettes of gauge-fixed links;
// CONVENTIONS.md, "Abelian and centre projection".
#pragma once

#include "gaugegl/core/projection.h"
#include "gaugegl/gauge/observables/observables.h"

namespace gaugegl {

/// The kernel for the Abelian angles and the centre element of each link of one texture.
KernelSpec projectedLinksSpec(Group group);
/// The kernel for monopole currents and Abelian plaquettes.
KernelSpec monopolesSpec(Group group, const Lattice& lattice);
/// The kernel for centre plaquettes pierced by vortices.
KernelSpec vorticesSpec(Group group, const Lattice& lattice);
/// All projection kernels, for allKernels().
std::vector<KernelSpec> projectionKernels(Group group, const Lattice& lattice);

/// Measures fields of one lattice and group.  Keeps its textures between calls: eight of one plane, and the densities.
class ProjectionMeter {
public:
    /// The device must outlive the object.
    ProjectionMeter(Device& device, const Lattice& lattice, Group group);

    /// Monopoles and Abelian plaquettes of links in maximally Abelian gauge.
    AbelianObservables abelian(const GaugeField& u);
    /// Vortices of links in centre gauge.
    CentreObservables centre(const GaugeField& u);

    /// The density of the last measurement: (mean |k_mu|, |k_3|, spatial plaquette, temporal plaquette), or (spatial
    /// vortices, temporal vortices, 0, 0).
    const Density& density() const { return density_; }

private:
    std::array<double, 4> meanOf(const KernelSpec& spec, const GaugeField& u);
    std::vector<const PlaneTexture*> links(int parity) const;

    Device* device_;
    Lattice lattice_;
    Group group_;
    std::array<std::unique_ptr<PlaneTexture>, 8> links_; // [2 mu + parity]
    Density density_;
    Reduction reduction_;
};

} // namespace gaugegl
