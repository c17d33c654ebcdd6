// Observables of links that are projected on the Abelian subgroup or the centre of the group after gauge fixing:
// CONVENTIONS.md, "Abelian and centre projection".
#pragma once

namespace gaugegl {

/// Observables of Abelian-projected links, after maximally Abelian gauge fixing.
struct AbelianObservables {
    double monopoleDensity = 0;     ///< mean of |k_mu| over sites, four directions and colours (SU(2): one colour)
    double monopoleDensityTime = 0; ///< mean of |k_3|: density of static monopoles
    double plaquette = 0;           ///< mean of the Abelian plaquette over sites and planes
    double plaquetteSpace = 0;      ///< of the three spatial planes
    double plaquetteTime = 0;       ///< of the three planes with t
};

/// Observables of centre-projected links, after centre gauge fixing.
struct CentreObservables {
    double vortexDensity = 0;      ///< fraction of plaquettes other than 1, which are pierced by vortices
    double vortexDensitySpace = 0; ///< of the three spatial planes
    double vortexDensityTime = 0;  ///< of the three planes with t
    double plaquette = 0;          ///< mean of the real part of the projected plaquette
};

} // namespace gaugegl
