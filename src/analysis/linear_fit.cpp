#include "gaugegl/analysis/linear_fit.h"

#include "gaugegl/analysis/probability.h"
#include "gaugegl/core/error.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void check(const FitData& data)
{
    const std::size_t points = data.y.size(), parameters = data.basis.size();
    if (points < parameters || parameters == 0)
        throw InputError(
            fmt::format("a fit of {} parameters needs as many data at least, there are {}", parameters, points));
    const std::size_t needed = leastSamples(points, parameters);
    if (data.samples > 0 && data.samples < needed)
        throw InputError(
            fmt::format("a correlated fit of {} points with {} parameters needs the covariance from at least {} "
                        "independent samples, there are {}",
                        points, parameters, needed, data.samples));
}

/// Factors a covariance whose diagonal may range over many orders, as D R D with the correlations R.
Eigen::LLT<Eigen::MatrixXd> factored(const Eigen::MatrixXd& correlations, const char* what)
{
    // A correlation matrix without that much room between its rows is singular up to rounding.
    constexpr double least = 1e-12;
    Eigen::LLT<Eigen::MatrixXd> factor(correlations);
    if (factor.info() != Eigen::Success || !(factor.matrixLLT().diagonal().array().square().minCoeff() > least))
        throw InputError(fmt::format("{} of {} numbers is singular: they are not independent, or have no error", what,
                                     correlations.rows()));
    return factor;
}

} // namespace

double LinearFit::error(std::size_t k) const { return std::sqrt(covariance(k, k)); }

std::size_t leastSamples(std::size_t points, std::size_t parameters) { return 2 * (points - parameters) + 4; }

LinearFit fitLinear(const FitData& data)
{
    check(data);
    const auto points = Eigen::Index(data.y.size()), parameters = Eigen::Index(data.basis.size());
    const Eigen::MatrixXd covariance = Eigen::Map<const RowMajor>(data.covariance.values.data(), points, points);
    const Eigen::VectorXd scale = covariance.diagonal().cwiseMax(0).cwiseSqrt().cwiseInverse();
    Eigen::MatrixXd f(points, parameters);
    for (Eigen::Index k = 0; k < parameters; ++k)
        f.col(k) = Eigen::Map<const Eigen::VectorXd>(data.basis[std::size_t(k)].data(), points).cwiseProduct(scale);
    const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(data.y.data(), points).cwiseProduct(scale);

    const auto correlations = factored(scale.asDiagonal() * covariance * scale.asDiagonal(), "the covariance");
    const Eigen::MatrixXd whiteF = correlations.matrixL().solve(f);
    const Eigen::VectorXd whiteY = correlations.matrixL().solve(y);
    const Eigen::VectorXd size = whiteF.colwise().norm().cwiseInverse();
    const Eigen::MatrixXd unitF = whiteF * size.asDiagonal();
    const auto normal = factored(unitF.transpose() * unitF, "the normal matrix of a fit");
    const Eigen::VectorXd scaled = normal.solve(unitF.transpose() * whiteY);

    LinearFit fit;
    fit.degrees = int(points - parameters);
    fit.chiSquared = (whiteY - unitF * scaled).squaredNorm();
    double factor = 1;
    if (data.samples == 0) {
        fit.probability = chiSquaredTail(fit.chiSquared, fit.degrees);
    } else {
        const auto n = double(data.samples);
        const double q = fit.degrees;
        factor = (n - 1) * (n - 2) / ((n - 1 - q) * (n - 2 - q));
        if (fit.degrees > 0)
            fit.probability =
                fisherTail((n - q) / (q * (n - 1)) * fit.chiSquared, fit.degrees, int(data.samples) - fit.degrees);
    }
    const Eigen::MatrixXd inverse = normal.solve(Eigen::MatrixXd::Identity(parameters, parameters));
    fit.covariance = Matrix(data.basis.size());
    for (Eigen::Index k = 0; k < parameters; ++k) {
        fit.parameters.push_back(scaled(k) * size(k));
        for (Eigen::Index l = 0; l < parameters; ++l)
            fit.covariance(std::size_t(k), std::size_t(l)) = factor * inverse(k, l) * size(k) * size(l);
    }
    return fit;
}

} // namespace gaugegl::analysis
