// The mean plaquette of the Wilson action in four dimensions in the strong-coupling (small beta) and weak-coupling
// (large beta) expansions.
#pragma once

#include "gaugegl/core/group.h"

namespace gaugegl::analysis {

/// The plaquette of two dimensions, that of one plaquette alone: I2(beta)/I1(beta) in SU(2), else
/// d/dbeta ln sum_n det I_{n+j-i}(beta/N).
double onePlaquette(Group group, double beta);

/// Strong coupling: u + 16 u^5 u' in SU(2), u + 8 N^2 u^5 u' in SU(N), with u = onePlaquette(beta); what is left out is of
/// the order beta^9 (the cube of plaquettes; J. Drouffe and J. Zuber, Phys. Rep. 102 (1983) 1).
double strongCouplingPlaquette(Group group, double beta);

/// Weak coupling to three loops: 1 - c1/beta - c2/beta^2 - c3/beta^3 (B. Alles, M. Campostrini, A. Feo, H.
/// Panagopoulos, Phys. Lett. B324 (1994) 433).
double weakCouplingPlaquette(Group group, double beta);

} // namespace gaugegl::analysis
