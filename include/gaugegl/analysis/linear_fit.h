// Least squares with correlated data: y_i = sum_k p_k f_k(x_i), with the covariance C of the y,
//   chi^2 = (y - F p)^T C^-1 (y - F p),   p = (F^T C^-1 F)^-1 F^T C^-1 y.
//
// A covariance that was itself estimated from n samples makes chi^2 too large and the usual errors too small.  With
// q = points - parameters, (n - q)/(q (n - 1)) chi^2 has Fisher's distribution with (q, n - q) degrees of freedom
// (Hotelling), and cov p = (n-1)(n-2)/((n-1-q)(n-2-q)) (F^T C^-1 F)^-1 (C. R. Rao, Proc. 5th Berkeley Symp. 1 (1967)
// 355; D. Toussaint and W. Freeman, arXiv:0808.2211).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace gaugegl::analysis {

/// A square matrix, row after row.
struct Matrix {
    /// Zeros.
    explicit Matrix(std::size_t n = 0) : size(n), values(n * n) {}
    /// The element of row i and column j.
    double& operator()(std::size_t i, std::size_t j) { return values[i * size + j]; }
    /// The element of row i and column j.
    double operator()(std::size_t i, std::size_t j) const { return values[i * size + j]; }

    std::size_t size;           ///< rows, and columns
    std::vector<double> values; ///< row after row
};

/// The data of a fit and its basis functions.
struct FitData {
    std::vector<double> y;                  ///< the data
    Matrix covariance;                      ///< of the data: positive definite
    std::vector<std::vector<double>> basis; ///< [k][i]: f_k(x_i)
    /// The number of independent samples that the covariance was estimated from; 0: it is known exactly.
    std::size_t samples = 0;
};

/// A fit is called bad if the probability of a larger chi^2 is below this.
constexpr double leastProbability = 0.05;

/// The result of a fit.
struct LinearFit {
    std::vector<double> parameters; ///< p
    Matrix covariance;              ///< of the parameters
    double chiSquared = 0;          ///< at the minimum
    int degrees = 0;                ///< number of data minus number of parameters
    double probability = 1;         ///< of a larger chi^2 if the model is right; 1 without degrees of freedom

    /// One standard deviation of a parameter.
    double error(std::size_t k) const;
    /// Whether chi^2 is acceptable: its probability is at least leastProbability.
    bool good() const { return probability >= leastProbability; }
};

/// The least number of samples of a fit, 2 (points - parameters) + 4: the factor above is then below about 4.
std::size_t leastSamples(std::size_t points, std::size_t parameters);

/// Fits of many data sets with one covariance and one basis.  With an empty basis, chi^2 tests whether the data are
/// compatible with zero.
class LinearFitter {
public:
    /// Uses the data except for y, of which only the length matters.  Throws InputError if there are fewer data than
    /// parameters, fewer samples than `leastSamples`, or if the covariance or F^T C^-1 F is singular.
    explicit LinearFitter(const FitData& data);

    /// The fit to y, which has the length of the y in the constructor.
    LinearFit fit(std::span<const double> y) const;
    /// (n-1)(n-2)/((n-1-q)(n-2-q)), the factor in the covariance of the parameters because that of the data is an
    /// estimate.
    double widening() const;

private:
    struct Factors;
    std::shared_ptr<const Factors> factors_;
};

/// A single fit.  Throws as LinearFitter does.
LinearFit fitLinear(const FitData& data);

} // namespace gaugegl::analysis
