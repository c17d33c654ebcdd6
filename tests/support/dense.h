// Dense matrices for tests: operators with a known spectrum, and a direct solution.
#pragma once

#include "support/test_field.h"

#include <memory>
#include <numeric>

namespace gaugegl::testing_support {

/// n x n complex numbers by rows.
struct Dense {
    std::size_t n = 0;
    std::vector<std::complex<double>> a;

    explicit Dense(std::size_t size) : n(size), a(size * size) {}
    std::complex<double>& operator()(std::size_t i, std::size_t j) { return a[i * n + j]; }
    const std::complex<double>& operator()(std::size_t i, std::size_t j) const { return a[i * n + j]; }
};

/// A diagonal matrix.
inline Dense diagonal(const std::vector<double>& d)
{
    Dense m(d.size());
    for (std::size_t i = 0; i < d.size(); ++i)
        m(i, i) = d[i];
    return m;
}
/// Normal random numbers everywhere.
inline Dense randomMatrix(std::size_t n, unsigned seed)
{
    Dense m(n);
    m.a = randomField(n * n, seed).v;
    return m;
}
/// Q d Q^dagger with Q a product of random reflections.
inline Dense withSpectrum(const std::vector<double>& d, unsigned seed)
{
    Dense m = diagonal(d);
    for (unsigned k = 0; k < 2; ++k) {
        const auto u = randomField(m.n, seed + k).v;
        double u2 = 0;
        for (const auto& z : u)
            u2 += std::norm(z);
        const auto reflect = [&](auto&& element) { // v -= 2 u (u, v) / |u|^2 for each of n vectors
            for (std::size_t j = 0; j < m.n; ++j) {
                std::complex<double> along = 0;
                for (std::size_t i = 0; i < m.n; ++i)
                    along += std::conj(u[i]) * element(i, j);
                for (std::size_t i = 0; i < m.n; ++i)
                    element(i, j) -= 2 / u2 * along * u[i];
            }
        };
        const auto adjoint = [&] {
            for (std::size_t i = 0; i < m.n; ++i)
                for (std::size_t j = 0; j <= i; ++j) {
                    const auto z = m(i, j);
                    m(i, j) = std::conj(m(j, i));
                    m(j, i) = std::conj(z);
                }
        };
        reflect([&](std::size_t i, std::size_t j) -> std::complex<double>& { return m(i, j); });
        adjoint();
        reflect([&](std::size_t i, std::size_t j) -> std::complex<double>& { return m(i, j); });
        adjoint();
    }
    return m;
}
/// n numbers from low to 1, evenly in their logarithms.
inline std::vector<double> logarithmicSpectrum(std::size_t n, double low)
{
    std::vector<double> d(n);
    for (std::size_t i = 0; i < n; ++i)
        d[i] = std::pow(low, 1 - double(i) / double(n - 1));
    return d;
}

/// A dense matrix as an operator on fields.
template<class Field_>
class DenseOperator {
public:
    using Field = Field_;

    explicit DenseOperator(const Dense& m) : n_(m.n), a_(m.a.size())
    {
        for (std::size_t i = 0; i < a_.size(); ++i)
            a_[i] = typename Field::Scalar(m.a[i]);
    }
    void apply(Field& out, const Field& in) const
    {
        out.assign([&](std::size_t i) {
            typename Field::Scalar sum = 0;
            for (std::size_t j = 0; j < n_; ++j)
                sum += a_[i * n_ + j] * in.v[j];
            return sum;
        });
    }
    void applyAdjoint(Field& out, const Field& in) const
    {
        out.assign([&](std::size_t i) {
            typename Field::Scalar sum = 0;
            for (std::size_t j = 0; j < n_; ++j)
                sum += std::conj(a_[j * n_ + i]) * in.v[j];
            return sum;
        });
    }

private:
    std::size_t n_;
    std::vector<typename Field::Scalar> a_;
};

/// The solution of m x = b by Gaussian elimination with pivots.
inline DoubleField directSolution(Dense m, const DoubleField& b)
{
    const std::size_t n = m.n;
    DoubleField x = b;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < n; ++i)
            if (std::abs(m(i, k)) > std::abs(m(pivot, k))) pivot = i;
        for (std::size_t j = 0; j < n; ++j)
            std::swap(m(k, j), m(pivot, j));
        std::swap(x.v[k], x.v[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const auto factor = m(i, k) / m(k, k);
            for (std::size_t j = k; j < n; ++j)
                m(i, j) -= factor * m(k, j);
            x.v[i] -= factor * x.v[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j)
            x.v[k] -= m(k, j) * x.v[j];
        x.v[k] /= m(k, k);
    }
    return x;
}

} // namespace gaugegl::testing_support
