#include "analysis/whitening.h"

#include "gaugegl/base/error.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

/// a of Ledoit and Wolf, min(b^2, d^2)/d^2 with d^2 = |R - 1|^2, b^2 = sum_j |z_j z_j^T - R|^2 / n^2 of the bins z_j in units of their deviation.
double shrinkageOf(const Replicas& data)
{
    const auto bins = Eigen::Index(data.bins()), points = Eigen::Index(data.centre.size());
    Eigen::MatrixXd z(bins, points);
    for (Eigen::Index j = 0; j < bins; ++j)
        for (Eigen::Index k = 0; k < points; ++k)
            z(j, k) = (data.ratio[std::size_t(j)] - 1) *
                      (data.centre[std::size_t(k)] - data.without[std::size_t(j)][std::size_t(k)]);
    const Eigen::RowVectorXd unit = (z.colwise().squaredNorm() / double(bins)).cwiseSqrt().cwiseInverse();
    z = z * unit.asDiagonal();
    const Eigen::MatrixXd r = z.transpose() * z / double(bins);
    const double distance = (r - Eigen::MatrixXd::Identity(points, points)).squaredNorm();
    const double noise = z.rowwise().squaredNorm().squaredNorm() / double(bins * bins) - r.squaredNorm() / double(bins);
    return distance > 0 ? std::clamp(noise / distance, 0.0, 1.0) : 1;
}

} // namespace

Whitening whiteningOf(const Replicas& data, FitCovariance choice, double cut)
{
    constexpr double least = 1e-12; // of the largest eigenvalue: below, a matrix is singular up to rounding
    const auto points = Eigen::Index(data.centre.size());
    const Matrix estimated = covarianceOf(data);
    const Eigen::MatrixXd covariance = Eigen::Map<const Eigen::MatrixXd>(estimated.values.data(), points, points);
    const Eigen::VectorXd unit = covariance.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(points, points);
    Eigen::MatrixXd correlations = unit.asDiagonal() * covariance * unit.asDiagonal();
    Whitening made;
    if (choice == FitCovariance::Uncorrelated) correlations = one;
    if (choice == FitCovariance::Shrunk) {
        made.shrinkage = shrinkageOf(data);
        correlations = (1 - made.shrinkage) * correlations + made.shrinkage * one;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(correlations);
    Eigen::VectorXd values = modes.eigenvalues();
    const double largest = values.maxCoeff();
    if (choice == FitCovariance::Cut) {
        made.raised = std::size_t((values.array() < cut * largest).count());
        values = values.cwiseMax(cut * largest);
    }
    if (!(values.minCoeff() > least * largest))
        throw InputError(fmt::format("the covariance of {} points is singular: they are not independent", points));
    made.white = values.cwiseSqrt().cwiseInverse().asDiagonal() * modes.eigenvectors().transpose() * unit.asDiagonal();
    made.covariance = made.white * covariance * made.white.transpose();
    return made;
}

} // namespace gaugegl::analysis
