#include "reference/clover.h"

#include "reference/dirac.h"
#include "reference/every_group.h"

namespace gaugegl::reference {

template<int N>
Matrix<N> cloverG(const GaugeField<N>& u, int mu, int nu, const Coordinates& x)
{
    const Step m{mu, 1}, minusM{mu, -1}, n{nu, 1}, minusN{nu, -1};
    const Matrix<N> leaves = pathProduct(u, x, {m, n, minusM, minusN}) + pathProduct(u, x, {n, minusM, minusN, m}) +
                             pathProduct(u, x, {minusM, minusN, m, n}) + pathProduct(u, x, {minusN, m, n, minusM});
    return 0.125 * (leaves - adj(leaves));
}

template<int N>
Matrix<4 * N> cloverMatrix(const GaugeField<N>& u, const Coordinates& x)
{
    Matrix<4 * N> sum;
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) {
            const Matrix<N> g = cloverG(u, mu, nu, x);
            const SpinMatrix spin = gamma(mu) * gamma(nu);
            for (int row = 0; row < 4 * N; ++row)
                for (int column = 0; column < 4 * N; ++column)
                    sum(row, column) += spin(row / N, column / N) * g(row % N, column % N);
        }
    return sum;
}

template<int N>
std::vector<Matrix<4 * N>> cloverMatrices(const GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    std::vector<Matrix<4 * N>> all(std::size_t(lattice.volume()));
#pragma omp parallel for
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        all[std::size_t(site)] = cloverMatrix(u, lattice.coordinates(site));
    return all;
}

template<int N>
std::vector<Matrix<4 * N>> cloverDiagonals(const GaugeField<N>& u, const WilsonParameters& quark)
{
    std::vector<Matrix<4 * N>> all = cloverMatrices(u);
    for (Matrix<4 * N>& r : all) {
        r = -quark.kappa * quark.clover * r;
        for (int i = 0; i < 4 * N; ++i)
            r(i, i) += std::complex<double>(1, i < 2 * N ? quark.twist() : -quark.twist());
    }
    return all;
}

namespace {

/// Makes m upper triangular, and does the same to the rows of b.
template<int n>
void eliminate(Matrix<n>& m, Matrix<n>& b)
{
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (std::abs(m(i, k)) > std::abs(m(pivot, k))) pivot = i;
        for (int j = 0; j < n; ++j) {
            std::swap(m(k, j), m(pivot, j));
            std::swap(b(k, j), b(pivot, j));
        }
        for (int i = k + 1; i < n; ++i) {
            const std::complex<double> factor = m(i, k) / m(k, k);
            for (int j = 0; j < n; ++j) {
                m(i, j) -= factor * m(k, j);
                b(i, j) -= factor * b(k, j);
            }
        }
    }
}

} // namespace

template<int n>
Matrix<n> inverse(Matrix<n> m)
{
    Matrix<n> x = Matrix<n>::identity();
    eliminate(m, x);
    for (int i = n - 1; i >= 0; --i)
        for (int j = 0; j < n; ++j) {
            for (int k = i + 1; k < n; ++k)
                x(i, j) -= m(i, k) * x(k, j);
            x(i, j) /= m(i, i);
        }
    return x;
}

template<int n>
double logDeterminant(Matrix<n> m)
{
    Matrix<n> unused;
    eliminate(m, unused);
    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += std::log(std::abs(m(k, k)));
    return sum;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Matrix<N> cloverG(const GaugeField<N>&, int, int, const Coordinates&);                                    \
    template Matrix<4 * N> cloverMatrix(const GaugeField<N>&, const Coordinates&);                                     \
    template std::vector<Matrix<4 * N>> cloverMatrices(const GaugeField<N>&);                                          \
    template std::vector<Matrix<4 * N>> cloverDiagonals(const GaugeField<N>&, const WilsonParameters&);                \
    template Matrix<4 * N> inverse(Matrix<4 * N>);                                                                     \
    template double logDeterminant(Matrix<4 * N>);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
