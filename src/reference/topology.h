// Energy and topological charge from the clover field strength, in the conventions of CONVENTIONS.md, "Field strength":
//   a^2 F_munu(x) = 1/(8 i m n) (C - C^dagger) without its trace, C the sum of the four leaves of m x n links around x,
//   E(x) = 1/4 sum_munu F^a_munu F^a_munu,  q(x) = 1/(32 pi^2) sum eps_munurhosigma tr F_munu F_rhosigma.
// Improved: F = sum c_i F_i over the loops 1x1, 2x2, 1x2, 1x3, 3x3 (the mean of both orientations of 1x2 and of 1x3), c
// = (65/36, -11/45, -32/45, 1/10, 1/20), hep-lat/0203008.
#pragma once

#include "reference/gauge_field.h"

namespace gaugegl::reference {

/// The Hermitian, traceless a^2 F_munu(x) from loops of m x n.
template<int N>
Matrix<N> fieldStrength(const GaugeField<N>& u, const Coordinates& x, const std::array<int, 2>& plane,
                        const std::array<int, 2>& size);

/// At one site, or: E per site and Q of the lattice.
struct EnergyAndCharge {
    double energy; ///< E
    double charge; ///< q or Q
};

/// E and q of one site.
template<int N>
EnergyAndCharge topologyAt(const GaugeField<N>& u, const Coordinates& x, bool improved);

/// One entry per site, numbered as the sites.
template<int N>
std::vector<EnergyAndCharge> topologyDensity(const GaugeField<N>& u, bool improved);

/// The mean of E and the sum of q.
template<int N>
EnergyAndCharge topology(const GaugeField<N>& u, bool improved);

} // namespace gaugegl::reference
