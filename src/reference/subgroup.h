// SU(2) subgroups of SU(N) as quaternions, CONVENTIONS.md, "SU(2) subgroups":
//   q = q0 + i (q1 sigma_1 + q2 sigma_2 + q3 sigma_3) = ((q0 + i q3, q2 + i q1), (-q2 + i q1, q0 - i q3)).
#pragma once

#include "reference/matrix.h"

#include <cstdint>

namespace gaugegl::reference {

/// q[0] + i (q[1] sigma_1 + q[2] sigma_2 + q[3] sigma_3); in SU(2) when normalised.
using Quaternion = std::array<double, 4>;

/// The rows (and columns) i < j on which a subgroup acts.
struct Rows {
    int i; ///< the first row and column
    int j; ///< the second, j > i
};

/// The subgroups in the order in which an update visits them: (0,1), (0,2), .. (1,2), ..
template<int N>
inline constexpr auto subgroups = [] {
    std::array<Rows, std::size_t(N) * (N - 1) / 2> all{};
    std::size_t number = 0;
    for (int i = 0; i < N; ++i)
        for (int j = i + 1; j < N; ++j)
            all[number++] = {i, j};
    return all;
}();

/// Blocks of random numbers per subgroup: trials, and in a heat bath the direction.
inline constexpr std::uint32_t blocksPerSubgroup = 256;

/// The length.
inline double norm(const Quaternion& q) { return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }

/// The adjoint matrix.
inline Quaternion adj(const Quaternion& q) { return {q[0], -q[1], -q[2], -q[3]}; }

/// A multiple.
inline Quaternion scaled(double factor, const Quaternion& q)
{
    return {factor * q[0], factor * q[1], factor * q[2], factor * q[3]};
}

/// The product of the matrices: (a0 b0 - a.b, a0 b + b0 a - a x b).
inline Quaternion mul(const Quaternion& a, const Quaternion& b)
{
    return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] - (a[2] * b[3] - a[3] * b[2]),
            a[0] * b[2] + a[2] * b[0] - (a[3] * b[1] - a[1] * b[3]),
            a[0] * b[3] + a[3] * b[0] - (a[1] * b[2] - a[2] * b[1])};
}

/// The 2 x 2 matrix of a quaternion.
inline Matrix<2> toMatrix(const Quaternion& q)
{
    return {{{{q[0], q[3]}, {q[2], q[1]}, {-q[2], q[1]}, {q[0], -q[3]}}}};
}

/// The quaternion part of the block (i, j) of m.
template<int N>
Quaternion quaternionPart(const Matrix<N>& m, Rows rows)
{
    const auto [i, j] = rows;
    return {(m(i, i) + m(j, j)).real() / 2, (m(i, j) + m(j, i)).imag() / 2, (m(i, j) - m(j, i)).real() / 2,
            (m(i, i) - m(j, j)).imag() / 2};
}

/// Multiplies the rows i and j of m by a from the left.
template<int N>
void multiplyRows(Matrix<N>& m, const Quaternion& a, Rows rows)
{
    const Matrix<2> block = toMatrix(a);
    for (int column = 0; column < N; ++column) {
        const std::complex<double> top = m(rows.i, column), bottom = m(rows.j, column);
        m(rows.i, column) = block(0, 0) * top + block(0, 1) * bottom;
        m(rows.j, column) = block(1, 0) * top + block(1, 1) * bottom;
    }
}

} // namespace gaugegl::reference
