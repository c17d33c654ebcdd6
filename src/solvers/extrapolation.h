// Initial guesses for a sequence of solves with slowly changing Hermitian positive operators: chronological inversion
// by minimal residual extrapolation (Brower, Ivanenko, Levi, Orginos, hep-lat/9509012).  The guess is the linear
// combination x = sum_i c_i v_i of the last solutions v_i that minimises x^dagger A x - 2 Re b^dagger x:
//   sum_j Re (v_i, A v_j) c_j = Re (v_i, b).
// The c_i are real, like those of a polynomial extrapolation in time.
#pragma once

#include "algebra/concepts.h"

#include <cmath>
#include <deque>
#include <vector>

namespace gaugegl {

/// Solves sum_j matrix[i][j] c_j = vector[i] for c, with a symmetric positive matrix, by Gaussian elimination.
std::vector<double> solveDense(std::vector<std::vector<double>> matrix, std::vector<double> vector);

/// The last solutions.
template<VectorField V>
class SolutionHistory {
public:
    /// Keeps up to `most` solutions; with 0, guesses are 0.
    explicit SolutionHistory(int most) : most_(std::size_t(most)) {}

    /// Adds the latest solution.
    void add(const V& x)
    {
        if (most_ == 0) return;
        if (solutions_.size() == most_) solutions_.pop_back();
        solutions_.push_front(x);
    }
    /// Discards all solutions.
    void forget() { solutions_.clear(); }

    /// x = the guess for A x = b; x is not b.  Waits for the coefficients of the equations above if more than one
    /// solution may be kept.
    template<LinearOperator A>
    void guess(const A& a, V& x, const V& b) const
    {
        setZero(x);
        if (solutions_.empty()) return;
        if (most_ == 1)
            axpy(1.0, solutions_.front(), x);
        else
            extrapolate(a, x, b);
    }

private:
    /// The solutions, the latest first, orthonormalised by Gram-Schmidt; solutions that are linearly dependent up to
    /// rounding are dropped.
    std::vector<V> orthonormal() const
    {
        constexpr double independent2 = 1e-10; // the least fraction of |v|^2 that must remain
        std::vector<V> basis;
        basis.reserve(solutions_.size());
        for (const V& solution : solutions_) {
            V v = solution;
            const double before2 = value(norm2(v));
            for (const V& e : basis)
                axpy(-realPart(dot(e, v)), e, v);
            const double left2 = value(norm2(v));
            if (!(left2 > independent2 * before2)) continue;
            V e = zeroLike(v);
            axpy(1 / std::sqrt(left2), v, e);
            basis.push_back(std::move(e));
        }
        return basis;
    }
    template<LinearOperator A>
    void extrapolate(const A& a, V& x, const V& b) const
    {
        const std::vector<V> basis = orthonormal();
        const std::size_t n = basis.size();
        std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
        std::vector<double> vector(n);
        V image = zeroLike(b);
        for (std::size_t j = 0; j < n; ++j) {
            a.apply(image, basis[j]);
            for (std::size_t i = 0; i <= j; ++i)
                matrix[i][j] = matrix[j][i] = value(realPart(dot(basis[i], image)));
            vector[j] = value(realPart(dot(basis[j], b)));
        }
        const std::vector<double> c = solveDense(std::move(matrix), std::move(vector));
        for (std::size_t j = 0; j < n; ++j)
            axpy(c[j], basis[j], x);
    }

    std::size_t most_;
    std::deque<V> solutions_;
};

} // namespace gaugegl
