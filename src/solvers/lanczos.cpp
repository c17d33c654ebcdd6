#include "solvers/lanczos.h"

#include <algorithm>
#include <limits>

namespace gaugegl {

int eigenvaluesBelow(const Tridiagonal& matrix, double x)
{
    int below = 0;
    double pivot = 1;
    for (std::size_t k = 0; k < matrix.diagonal.size(); ++k) {
        const double beside2 = k == 0 ? 0 : matrix.beside[k - 1] * matrix.beside[k - 1];
        pivot = matrix.diagonal[k] - x - beside2 / pivot;
        if (pivot == 0) pivot = std::numeric_limits<double>::min();
        if (pivot < 0) ++below;
    }
    return below;
}

double eigenvalue(const Tridiagonal& matrix, int k)
{
    // Gershgorin's circles hold them all.
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    const std::size_t n = matrix.diagonal.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double radius =
            (i > 0 ? std::abs(matrix.beside[i - 1]) : 0) + (i + 1 < n ? std::abs(matrix.beside[i]) : 0);
        lower = std::min(lower, matrix.diagonal[i] - radius);
        upper = std::max(upper, matrix.diagonal[i] + radius);
    }
    for (int halving = 0; halving < 100; ++halving) {
        const double middle = 0.5 * (lower + upper);
        (eigenvaluesBelow(matrix, middle) > k ? upper : lower) = middle;
    }
    return 0.5 * (lower + upper);
}

} // namespace gaugegl
