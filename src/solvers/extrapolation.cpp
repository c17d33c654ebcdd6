#include "solvers/extrapolation.h"

namespace gaugegl {

std::vector<double> solveDense(std::vector<std::vector<double>> matrix, std::vector<double> vector)
{
    const std::size_t n = vector.size();
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (std::size_t j = k; j < n; ++j)
                matrix[i][j] -= factor * matrix[k][j];
            vector[i] -= factor * vector[k];
        }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j)
            vector[k] -= matrix[k][j] * vector[j];
        vector[k] /= matrix[k][k];
    }
    return vector;
}

} // namespace gaugegl
