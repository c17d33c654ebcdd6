// The densities of the observables of the catalogue: their kernels, and where they live.
#pragma once

#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/catalogue.h"

namespace gaugegl {

/// What a kernel computes in one run: of lines around the lattice, those in one direction.
struct DensityVariant {
    const DensityKernel* kernel; ///< which
    int mu = latticeDensity;     ///< direction of its lines

    /// mu of a density that has no lines.
    static constexpr int latticeDensity = -1;
    /// Whether it is one number for each line, on the slice where they begin.
    bool isOfLines() const { return mu != latticeDensity; }
    /// The same kernel and direction.
    bool operator==(const DensityVariant&) const = default;
};

/// Of a number of an observable, 0 if it has but one.
DensityVariant densityOf(Observable observable, std::size_t part = 0);
/// All of the catalogue, that of the plaquettes first and then in the order of tables; observables may share one.
const std::vector<DensityVariant>& densityVariants();

/// Its kernel.
KernelSpec densitySpec(const DensityVariant& density, Group group, const Lattice& lattice, Precision precision,
                       Registers registers);
/// The texture of the sites of one parity.
TextureShape densityShape(const DensityVariant& density, const Lattice& lattice);
/// The texels of both parities on the whole lattice, by which a sum becomes a mean.
double densityTexels(const DensityVariant& density, const Lattice& lattice);
/// The site of lattice.local() of a texel, texels counted along rows.
Coordinates siteOfDensity(const DensityVariant& density, const Lattice& lattice, int parity, std::size_t texel);

} // namespace gaugegl
