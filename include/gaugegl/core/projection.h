// What is seen in links that are projected on the Abelian part or the centre of the group after gauge fixing:
// CONVENTIONS.md, "Abelian and centre projection".
#pragma once

namespace gaugegl {

/// Of Abelian links, after maximally Abelian gauge.
struct AbelianObservables {
    double monopoleDensity = 0;     ///< mean of |k_mu| over sites, four directions and colours (SU(2): one colour)
    double monopoleDensityTime = 0; ///< mean of |k_3|: of monopoles at rest
    double plaquette = 0;           ///< mean of the Abelian plaquette over sites and planes
    double plaquetteSpace = 0;      ///< of the three spatial planes
    double plaquetteTime = 0;       ///< of the three planes with t
};

/// Of links of the centre, after centre gauge.
struct CentreObservables {
    double vortexDensity = 0;      ///< fraction of plaquettes that are not 1: vortices pierce them
    double vortexDensitySpace = 0; ///< of the three spatial planes
    double vortexDensityTime = 0;  ///< of the three planes with t
    double plaquette = 0;          ///< mean of the real part of the projected plaquette
};

} // namespace gaugegl
