// Complex N x N matrices of the host, row by row: [row * N + column].  Every room packs, completes and projects the
// links of the host with these functions.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/random.h"

#include <array>
#include <complex>
#include <span>

namespace gaugegl::host {

/// a b, written out: operator* of std::complex tests every product for NaN.
inline std::complex<double> times(const std::complex<double>& a, const std::complex<double>& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// A matrix of its own, with a number of colours that the compiler knows.
template<int N>
using Matrix = std::array<std::complex<double>, std::size_t(N) * N>;

/// A copy of a link.
template<int N>
Matrix<N> matrix(std::span<const std::complex<double>> link)
{
    Matrix<N> m;
    std::copy_n(link.begin(), m.size(), m.begin());
    return m;
}

/// (a b)_ij = sum_k a_ik b_kj; a row at a time, since GCC 12 vectorises sums of single elements to code that takes ten
/// times as long.
template<int N>
Matrix<N> product(const Matrix<N>& a, const Matrix<N>& b)
{
    Matrix<N> c;
    for (std::size_t i = 0; i < N; ++i) {
        std::array<double, N> re{}, im{};
        for (std::size_t k = 0; k < N; ++k)
            for (std::size_t j = 0; j < N; ++j) {
                const std::complex<double> term = times(a[N * i + k], b[N * k + j]);
                re[j] += term.real();
                im[j] += term.imag();
            }
        for (std::size_t j = 0; j < N; ++j)
            c[N * i + j] = {re[j], im[j]};
    }
    return c;
}

/// a^dagger.
template<int N>
Matrix<N> adjoint(const Matrix<N>& a)
{
    Matrix<N> b;
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = 0; j < N; ++j)
            b[N * i + j] = std::conj(a[N * j + i]);
    return b;
}

/// The sum of the diagonal.
template<int N>
std::complex<double> trace(const Matrix<N>& a)
{
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < N; ++i)
        sum += a[N * i + i];
    return sum;
}

/// The most real numbers of a stored link.
constexpr std::size_t mostStoredReals = 24;
/// The real numbers of a stored link: its quaternion, CONVENTIONS.md, "SU(2) subgroups", or all rows but the last.
void packLink(double* reals, Group group, std::span<const std::complex<double>> u);
/// The inverse; the last row is computed.
void unpackLink(std::span<std::complex<double>> u, Group group, const double* reals);

/// The last row of a group element from the others: the conjugates of its cofactors.
void completeLastRow(Group group, std::span<std::complex<double>> u);

/// Makes u the group element of CONVENTIONS.md, "Unitarity", next to it.  SU(2): the quaternion part of u, normalised.
/// Other groups: Gram-Schmidt of all rows but the last, which completes them and is not read.  The result is NaN where
/// u has nothing to normalise.
void project(Group group, std::span<std::complex<double>> u);

/// Of an n x n matrix.
std::complex<double> determinant(std::size_t n, std::span<const std::complex<double>> u);

/// Largest element of |U U^dagger - 1| or |det U - 1|; infinite when an element of U is not finite.
double unitarityDefect(Group group, std::span<const std::complex<double>> u);

/// A Haar distributed element: CONVENTIONS.md, "Random gauge transformation".
void drawElement(Group group, std::span<std::complex<double>> u, const SiteDraws& draws);

} // namespace gaugegl::host
