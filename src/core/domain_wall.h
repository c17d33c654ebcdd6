// Domain-wall quarks as matrices in the fifth dimension.  With D_W = 4 - M_5 - H / 2 and the step (T psi)(s) = P_- psi(s + 1) + P_+ psi(s - 1)
// with -m around the ends (core/fermion.h), b and c diagonal with what each slice has,
//   D_5 = A - H B / 2,  A = 1 - T + (4 - M_5) B,  B = b + c T.
// These are real matrices in s, one for each chirality.  Even-odd, with K = B A^-1 and p, q the parities,
//   S = 1 - 1/4 H_pq K H_qp K,  x = A^-1 z,  S z_p = b_p + 1/2 H_pq K b_q,  z_q = b_q + 1/2 H_qp K z_p.
#pragma once

#include "gaugegl/core/fermion.h"

#include <array>
#include <vector>

namespace gaugegl {

/// A real matrix in the slices of fields, one for each chirality, which commutes with what acts on colours.
struct SliceMatrix {
    int slices = 1; ///< rows and columns
    std::array<std::vector<double>, 2>
        parts; ///< of P_+, the upper spins, and of P_-, the lower ones: [row * slices + column]

    /// The number of part 0 (P_+) or 1 (P_-).
    double at(int part, int row, int column) const
    {
        return parts[std::size_t(part)][std::size_t(row) * std::size_t(slices) + std::size_t(column)];
    }
    /// The adjoint: each part transposed.
    SliceMatrix transposed() const;
};

/// factor m.
SliceMatrix operator*(double factor, SliceMatrix m);
/// a b.
SliceMatrix product(const SliceMatrix& a, const SliceMatrix& b);
/// factors[s] psi(s).
SliceMatrix diagonalSlices(const std::vector<double>& factors);

/// The matrices above.
struct DomainWallMatrices {
    SliceMatrix a;       ///< A
    SliceMatrix b;       ///< B
    SliceMatrix inverse; ///< A^-1
    SliceMatrix k;       ///< K = B A^-1

    /// Throws InputError where A has no inverse.
    explicit DomainWallMatrices(const DomainWallParameters& quark);
};

/// The parameters of the quark with that mass, such as 1, Pauli-Villars.
DomainWallParameters withMass(DomainWallParameters quark, double mass);

} // namespace gaugegl
