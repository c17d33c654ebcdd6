#include "solvers/dense_eigen.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace gaugegl {

void SmallMatrix::grow(std::size_t n)
{
    SmallMatrix larger(n);
    for (std::size_t i = 0; i < std::min(n, n_); ++i)
        for (std::size_t j = 0; j < std::min(n, n_); ++j)
            larger(i, j) = (*this)(i, j);
    *this = std::move(larger);
}

DenseEigen eigenOf(const SmallMatrix& matrix)
{
    const std::size_t n = matrix.size();
    DenseEigen found{std::vector<double>(n), SmallMatrix(n)};
    if (n == 0) return found;
    Eigen::MatrixXcd dense{Eigen::Index(n), Eigen::Index(n)};
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            dense(Eigen::Index(i), Eigen::Index(j)) = matrix(i, j);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(dense);
    for (std::size_t j = 0; j < n; ++j) {
        found.values[j] = solver.eigenvalues()(Eigen::Index(j));
        for (std::size_t i = 0; i < n; ++i)
            found.vectors(i, j) = solver.eigenvectors()(Eigen::Index(i), Eigen::Index(j));
    }
    return found;
}

} // namespace gaugegl
