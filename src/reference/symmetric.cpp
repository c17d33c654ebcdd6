#include "reference/symmetric.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace gaugegl::reference {

SymmetricEigen symmetricEigen(const std::vector<double>& matrix)
{
    const auto n = Eigen::Index(std::lround(std::sqrt(double(matrix.size()))));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
        Eigen::Map<const Eigen::MatrixXd>(matrix.data(), n, n).transpose());
    SymmetricEigen found{std::vector<double>(std::size_t(n)), std::vector<double>(matrix.size())};
    for (Eigen::Index k = 0; k < n; ++k) {
        found.values[std::size_t(k)] = solver.eigenvalues()(k);
        for (Eigen::Index i = 0; i < n; ++i)
            found.vectors[std::size_t(n * i + k)] = solver.eigenvectors()(i, k);
    }
    return found;
}

} // namespace gaugegl::reference
