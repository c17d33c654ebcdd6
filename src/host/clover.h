// The clover term of Wilson and twisted-mass quarks on the host: the Hermitian blocks of the diagonal and their inverses in
// double precision (algebra/hopping.h; CONVENTIONS.md, "Fermions").
//
// With the field strength G_munu = i F_munu, F Hermitian, of the six planes the block of the upper (s = 1) or lower (s = -1)
// spins is
//   B = 1 - kappa c_SW [ sigma_1 (F_12 - s F_03) + sigma_2 (F_02 + s F_13) + sigma_3 (F_01 - s F_23) ].
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"

#include <array>
#include <span>
#include <vector>

namespace gaugegl::host {

/// Real numbers of a packed Hermitian block of 2 N rows, spin * N + colour: those of its diagonal, then (re, im) of the
/// elements (1, 0), (2, 0), (2, 1), (3, 0), ..
constexpr int blockReals(Group group) { return 4 * colours(group) * colours(group); }

/// The clover term of this rank's part of a lattice.
struct CloverTerm {
    double twist = 0;             ///< t of R = B + i t gamma_5
    std::vector<double> blocks;   ///< B: [site][upper, lower][blockReals]
    std::vector<double> inverses; ///< C, B^-1 or, with a twist, (B^2 + t^2)^-1: as the blocks
    /// log |det R| over the sites of each parity of the whole lattice, in the one order of sums; the determinants of all
    /// blocks are there.
    std::array<double, 2> logDeterminants{};
};

/// The clover term for links of this rank's part in the order of LinkVector (core/fermion.h); collective.  Throws InputError
/// where a block has no inverse.
CloverTerm cloverTerm(const SharedLattice& shared, Group group, std::span<const std::complex<double>> links,
                      const WilsonParameters& quark);

} // namespace gaugegl::host
