#include "gaugegl/analysis/linear_fit.h"

#include "analysis/probability.h"
#include "gaugegl/base/error.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void check(const FitData& data)
{
    const std::size_t points = data.y.size(), parameters = data.basis.size();
    if (points < parameters || points == 0)
        throw InputError(
            fmt::format("a fit of {} parameters needs at least as many data, there are {}", parameters, points));
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

/// The data y in units of their errors are whitened by the correlations; size are the norms of the columns of F then.
struct LinearFitter::Factors {
    std::size_t samples = 0;
    int degrees = 0;
    double widening = 1;
    Eigen::VectorXd scale, size;
    Eigen::LLT<Eigen::MatrixXd> correlations, normal;
    Eigen::MatrixXd unitF;
    Matrix covariance;
};

LinearFitter::LinearFitter(const FitData& data)
{
    check(data);
    const auto factors = std::make_shared<Factors>(); // not moved: without parameters nothing sets `normal`
    Factors& made = *factors;
    const auto points = Eigen::Index(data.y.size()), parameters = Eigen::Index(data.basis.size());
    made.samples = data.samples;
    made.degrees = int(points - parameters);
    const Eigen::MatrixXd covariance = Eigen::Map<const RowMajor>(data.covariance.values.data(), points, points);
    made.scale = covariance.diagonal().cwiseMax(0).cwiseSqrt().cwiseInverse();
    Eigen::MatrixXd f(points, parameters);
    for (Eigen::Index k = 0; k < parameters; ++k)
        f.col(k) =
            Eigen::Map<const Eigen::VectorXd>(data.basis[std::size_t(k)].data(), points).cwiseProduct(made.scale);
    made.correlations = factored(made.scale.asDiagonal() * covariance * made.scale.asDiagonal(), "the covariance");
    if (data.samples > 0) made.widening = wideningOf(data.samples, made.degrees);
    made.covariance = Matrix(data.basis.size());
    if (parameters > 0) {
        const Eigen::MatrixXd whiteF = made.correlations.matrixL().solve(f);
        made.size = whiteF.colwise().norm().cwiseInverse();
        made.unitF = whiteF * made.size.asDiagonal();
        made.normal = factored(made.unitF.transpose() * made.unitF, "the normal matrix of a fit");
        const Eigen::MatrixXd inverse = made.normal.solve(Eigen::MatrixXd::Identity(parameters, parameters));
        for (Eigen::Index k = 0; k < parameters; ++k)
            for (Eigen::Index l = 0; l < parameters; ++l)
                made.covariance(std::size_t(k), std::size_t(l)) =
                    made.widening * inverse(k, l) * made.size(k) * made.size(l);
    }
    factors_ = factors;
}

LinearFit LinearFitter::fit(std::span<const double> y) const
{
    const Factors& f = *factors_;
    assert(Eigen::Index(y.size()) == f.scale.size());
    const Eigen::VectorXd scaledY =
        Eigen::Map<const Eigen::VectorXd>(y.data(), Eigen::Index(y.size())).cwiseProduct(f.scale);
    const Eigen::VectorXd whiteY = f.correlations.matrixL().solve(scaledY);

    LinearFit fit;
    fit.degrees = f.degrees;
    fit.covariance = f.covariance;
    if (f.covariance.size == 0) {
        fit.chiSquared = whiteY.squaredNorm();
    } else {
        const Eigen::VectorXd scaled = f.normal.solve(f.unitF.transpose() * whiteY);
        fit.chiSquared = (whiteY - f.unitF * scaled).squaredNorm();
        for (Eigen::Index k = 0; k < scaled.size(); ++k)
            fit.parameters.push_back(scaled(k) * f.size(k));
    }
    fit.probability = f.samples == 0 ? chiSquaredTail(fit.chiSquared, fit.degrees)
                                     : hotellingTail(fit.chiSquared, fit.degrees, f.samples);
    return fit;
}

double LinearFitter::widening() const { return factors_->widening; }

LinearFit fitLinear(const FitData& data) { return LinearFitter(data).fit(data.y); }

} // namespace gaugegl::analysis
