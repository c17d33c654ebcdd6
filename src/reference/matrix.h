// Dense complex N x N matrices in double precision, row-major:
//   (a b)_ij = sum_k a_ik b_kj,   (adj a)_ij = conj(a_ji),
// the projection on SU(N) of CONVENTIONS.md, "Unitarity", and the distance from the group.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

namespace gaugegl::reference {

/// N x N complex numbers, row-major, with value semantics; zero when default constructed.
template<int N>
struct Matrix {
    /// The elements, row by row.
    std::array<std::complex<double>, std::size_t(N) * N> e{};

    /// The element of row i and column j.
    std::complex<double>& operator()(int i, int j) { return e[std::size_t(N) * std::size_t(i) + std::size_t(j)]; }
    /// The element of row i and column j.
    const std::complex<double>& operator()(int i, int j) const
    {
        return e[std::size_t(N) * std::size_t(i) + std::size_t(j)];
    }

    /// The identity matrix.
    static Matrix identity()
    {
        Matrix one;
        for (int i = 0; i < N; ++i)
            one(i, i) = 1.0;
        return one;
    }

    /// Adds b.
    Matrix& operator+=(const Matrix& b)
    {
        for (std::size_t k = 0; k < e.size(); ++k)
            e[k] += b.e[k];
        return *this;
    }

    /// Subtracts b.
    Matrix& operator-=(const Matrix& b)
    {
        for (std::size_t k = 0; k < e.size(); ++k)
            e[k] -= b.e[k];
        return *this;
    }

    /// Equal elements, exactly.
    bool operator==(const Matrix&) const = default;
};

/// Element by element.
template<int N>
Matrix<N> operator+(Matrix<N> a, const Matrix<N>& b)
{
    return a += b;
}

/// Element by element.
template<int N>
Matrix<N> operator-(Matrix<N> a, const Matrix<N>& b)
{
    return a -= b;
}

/// Element by element.
template<int N>
Matrix<N> operator*(double factor, Matrix<N> a)
{
    for (auto& component : a.e)
        component *= factor;
    return a;
}

/// Real and imaginary parts are written out because std::complex products test every result for NaN, which is slow; a
/// row at a time, since GCC 12 vectorises sums of single elements to code that takes ten times as long.
template<int N>
Matrix<N> operator*(const Matrix<N>& a, const Matrix<N>& b)
{
    Matrix<N> c;
    for (int i = 0; i < N; ++i) {
        std::array<double, N> re{}, im{};
        for (int k = 0; k < N; ++k) {
            const std::complex<double> x = a(i, k);
            for (int j = 0; j < N; ++j) {
                const std::complex<double> y = b(k, j);
                re[std::size_t(j)] += x.real() * y.real() - x.imag() * y.imag();
                im[std::size_t(j)] += x.real() * y.imag() + x.imag() * y.real();
            }
        }
        for (int j = 0; j < N; ++j)
            c(i, j) = {re[std::size_t(j)], im[std::size_t(j)]};
    }
    return c;
}

/// The Hermitian conjugate.
template<int N>
Matrix<N> adj(const Matrix<N>& a)
{
    Matrix<N> b;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            b(i, j) = std::conj(a(j, i));
    return b;
}

/// The sum of the diagonal.
template<int N>
std::complex<double> trace(const Matrix<N>& a)
{
    std::complex<double> sum = 0;
    for (int i = 0; i < N; ++i)
        sum += a(i, i);
    return sum;
}

template<int N>
std::complex<double> lastCofactor(const Matrix<N>& a, int column);

/// By the minors of the last row.
template<int N>
std::complex<double> determinant(const Matrix<N>& a)
{
    if constexpr (N == 2) {
        return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
    } else {
        std::complex<double> sum = 0;
        for (int column = 0; column < N; ++column)
            sum += a(N - 1, column) * lastCofactor(a, column);
        return sum;
    }
}

/// The cofactor of an element of the last row, which is not read.
template<int N>
std::complex<double> lastCofactor(const Matrix<N>& a, int column)
{
    Matrix<N - 1> minor;
    for (int i = 0; i + 1 < N; ++i)
        for (int j = 0; j + 1 < N; ++j)
            minor(i, j) = a(i, j < column ? j : j + 1);
    return (N - 1 + column) % 2 == 0 ? determinant(minor) : -determinant(minor);
}

/// The larger number; NaN counts as the largest, so that a broken link cannot hide in a maximum.
inline double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

/// The largest |real part| or |imaginary part| of a - b; NaN if any component is.
template<int N>
double largestDifference(const Matrix<N>& a, const Matrix<N>& b)
{
    double worst = 0;
    for (std::size_t k = 0; k < a.e.size(); ++k) {
        const std::complex<double> d = a.e[k] - b.e[k];
        worst = larger(worst, larger(std::abs(d.real()), std::abs(d.imag())));
    }
    return worst;
}

/// The group element of CONVENTIONS.md, "Unitarity", next to m.  SU(2): the quaternion part of m, normalised, m is
/// ((a, b), (-conj b, conj a)) up to rounding.  SU(N): Gram-Schmidt of all rows but the last, which is not read and
/// becomes the conjugates of its cofactors.  The result is NaN where m has nothing to normalise.
template<int N>
Matrix<N> reunitarised(Matrix<N> m)
{
    if constexpr (N == 2) {
        const std::complex<double> a = m(0, 0) + std::conj(m(1, 1)), b = m(0, 1) - std::conj(m(1, 0));
        const double norm = std::sqrt(std::norm(a) + std::norm(b));
        m(0, 0) = a / norm;
        m(0, 1) = b / norm;
        m(1, 0) = -std::conj(m(0, 1));
        m(1, 1) = std::conj(m(0, 0));
    } else {
        for (int i = 0; i + 1 < N; ++i) {
            for (int before = 0; before < i; ++before) {
                std::complex<double> overlap = 0;
                for (int j = 0; j < N; ++j)
                    overlap += std::conj(m(before, j)) * m(i, j);
                for (int j = 0; j < N; ++j)
                    m(i, j) -= overlap * m(before, j);
            }
            double norm2 = 0;
            for (int j = 0; j < N; ++j)
                norm2 += std::norm(m(i, j));
            for (int j = 0; j < N; ++j)
                m(i, j) /= std::sqrt(norm2);
        }
        for (int j = 0; j < N; ++j)
            m(N - 1, j) = std::conj(lastCofactor(m, j));
    }
    return m;
}

/// The distance of m from SU(N): the larger of max_ij |(m m^dagger - 1)_ij| and |det m - 1|; NaN if m has one.
template<int N>
double unitarityDeviation(const Matrix<N>& m)
{
    const Matrix<N> excess = m * adj(m) - Matrix<N>::identity();
    double worst = std::abs(determinant(m) - 1.0);
    for (const std::complex<double>& component : excess.e)
        worst = larger(worst, std::abs(component));
    return worst;
}

} // namespace gaugegl::reference
