// Least squares with correlated data: y_i = sum_k p_k f_k(x_i), with the covariance C of the y,
//   chi^2 = (y - F p)^T C^-1 (y - F p),   p = (F^T C^-1 F)^-1 F^T C^-1 y.
//
// A covariance that was itself estimated, from n samples, makes chi^2 too large and the usual errors too small.  With
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

/// What is fitted.
struct FitData {
    std::vector<double> y;                  ///< the data
    Matrix covariance;                      ///< of the data: positive definite
    std::vector<std::vector<double>> basis; ///< [k][i]: f_k(x_i)
    /// The independent samples that the covariance was estimated from; 0: it is known.
    std::size_t samples = 0;
};

/// A fit is called bad below this probability of a larger chi^2.
constexpr double leastProbability = 0.05;

/// The result.
struct LinearFit {
    std::vector<double> parameters; ///< p
    Matrix covariance;              ///< of the parameters
    double chiSquared = 0;          ///< at the minimum
    int degrees = 0;                ///< data less parameters
    double probability = 1;         ///< of a larger chi^2 if the data are as the fit says; 1 without degrees of freedom

    /// One standard deviation of a parameter.
    double error(std::size_t k) const;
    /// Whether the chi^2 is one that can be believed.
    bool good() const { return probability >= leastProbability; }
};

/// The samples that a fit needs at least so that the factor above is below about 4: 2 (points - parameters) + 4.
std::size_t leastSamples(std::size_t points, std::size_t parameters);

/// Fits of many data with one covariance and one basis, which may be empty: chi^2 then tells whether the data are zero.
class LinearFitter {
public:
    /// Uses all of the data but y, of which only the number counts.  Throws InputError when there are fewer data than
    /// parameters, fewer samples than `leastSamples`, or when the covariance or F^T C^-1 F is singular.
    explicit LinearFitter(const FitData& data);

    /// The fit to y, of as many numbers.
    LinearFit fit(std::span<const double> y) const;
    /// (n-1)(n-2)/((n-1-q)(n-2-q)): what the covariance of the parameters has because that of the data is an estimate.
    double widening() const;

private:
    struct Factors;
    std::shared_ptr<const Factors> factors_;
};

/// One fit.  Throws as LinearFitter does.
LinearFit fitLinear(const FitData& data);

} // namespace gaugegl::analysis
