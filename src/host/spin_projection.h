// The projections of hops of Wilson fermions: gamma_mu = ((0, B), (B^dagger, 0)) with B_s,p = i^k for one p for each s, so that
// (1 + f gamma_mu) psi has the upper spins h_s = psi_s + f i^k psi_2+p.
#pragma once

namespace gaugegl::host {

/// B of gamma_mu: p of spin 0 (that of spin 1 is the other one), and k of spins 0 and 1.
constexpr int partner[4] = {1, 1, 0, 0};
/// k of spins 0 and 1.
constexpr int power[4][2] = {{1, 1}, {2, 0}, {1, 3}, {0, 0}};

} // namespace gaugegl::host
