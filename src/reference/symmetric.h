// Eigenvalues of small real symmetric matrices.
#pragma once

#include <vector>

namespace gaugegl::reference {

/// Rows of n numbers.
struct SymmetricEigen {
    std::vector<double> values;  ///< ascending
    std::vector<double> vectors; ///< [n i + k]: component i of the k-th, which are orthonormal
};

/// Of the symmetric matrix of n x n numbers, row by row, of which the lower triangle is read.
SymmetricEigen symmetricEigen(const std::vector<double>& matrix);

} // namespace gaugegl::reference
