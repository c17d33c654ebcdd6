// States of a matrix of correlators C_ij(t) = <O_i(t) O_j(0)>, as of several smearings:
//   C(t) v_n = lambda_n(t, t0) C(t0) v_n,   E_n(t) = log lambda_n(t, t0) / lambda_n(t + 1, t0),
// the generalised eigenvalue problem (M. Luescher and U. Wolff, Nucl. Phys. B339 (1990) 222; B. Blossier et al., JHEP 04 (2009) 094).
#pragma once

#include "gaugegl/analysis/effective_mass.h"

namespace gaugegl::analysis {

/// The correlators of all configurations; C(t) and its transpose have the same mean.
struct CorrelatorMatrices {
    std::size_t size = 0;         ///< operators
    CorrelatorSeries series = {}; ///< [configuration][(i * size + j) * T + t]

    /// T.  Throws InputError unless all configurations have the same whole number of t, and at least 2.
    std::size_t extent() const;
};

/// What is not vouched for: C_ij(t0) and C_ji(t0) whose means differ by more than 5 jackknife errors.  Throws InputError unless 0 <= t0 < T - 1 and all C(t0) are finite.
Warnings asymmetries(const CorrelatorMatrices& matrices, int t0);

/// E_n(t) with jackknife errors, [n][t] for t = 0 .. T/2 - 1, the lowest first; NaN before t0 and where a lambda is not positive or data are not finite.
/// Throws as asymmetries(), and InputError where C(t0) of the mean is not positive.
std::vector<std::vector<Estimate>> gevpEnergies(const CorrelatorMatrices& matrices, int t0);

/// v_n^T C(t) v_n of each configuration, with the v_n of the mean at t = td, [n][configuration][t], the lowest energy first: correlators of one state each, which is 1 at
/// t0 in the mean.  Throws as gevpEnergies(), and InputError unless t0 < td < T and all C(td) are finite.
std::vector<CorrelatorSeries> principalCorrelators(const CorrelatorMatrices& matrices, int t0, int td);

} // namespace gaugegl::analysis
