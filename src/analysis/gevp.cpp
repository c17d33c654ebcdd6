#include "gaugegl/analysis/gevp.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

/// (C(t) + C(t)^T)/2.
Eigen::MatrixXd matrixAt(std::span<const double> all, std::size_t size, std::size_t extent, std::size_t t)
{
    Eigen::MatrixXd c(size, size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
            c(Eigen::Index(i), Eigen::Index(j)) =
                0.5 * (all[(i * size + j) * extent + t] + all[(j * size + i) * extent + t]);
    return c;
}

/// Throws where a configuration has no number at t.
void requireFinite(const CorrelatorMatrices& matrices, int t)
{
    const std::size_t extent = matrices.extent();
    for (std::size_t k = 0; k < matrices.series.size(); ++k)
        for (auto i = std::size_t(t); i < matrices.series[k].size(); i += extent)
            if (const double value = matrices.series[k][i]; !std::isfinite(value))
                throw InputError(fmt::format("configuration {} has {} at t = {}", k + 1, value, t));
}

void checkTime(const CorrelatorMatrices& matrices, int t0)
{
    const std::size_t extent = matrices.extent();
    if (t0 < 0 || std::size_t(t0) + 1 >= extent)
        throw InputError(fmt::format("t0 = {} has to be 0 to {}", t0, extent - 2));
    requireFinite(matrices, t0);
}

std::vector<std::vector<double>> historiesOf(const CorrelatorMatrices& matrices)
{
    std::vector<std::vector<double>> histories(matrices.series.front().size());
    for (const std::vector<double>& one : matrices.series)
        for (std::size_t k = 0; k < one.size(); ++k)
            histories[k].push_back(one[k]);
    return histories;
}

std::vector<double> meansOf(const CorrelatorMatrices& matrices)
{
    std::vector<double> means;
    for (const std::vector<double>& one : historiesOf(matrices)) {
        double sum = 0;
        for (const double value : one)
            sum += value;
        means.push_back(sum / double(one.size()));
    }
    return means;
}

bool isPositive(const Eigen::MatrixXd& c) { return Eigen::LLT<Eigen::MatrixXd>(c).info() == Eigen::Success; }

/// Of the mean, at t0.
void requirePositive(const Eigen::MatrixXd& c, int t0)
{
    if (!isPositive(c))
        throw InputError(
            fmt::format("the matrix of correlators at t0 = {} is not positive; an earlier t0 has less noise", t0));
}

using EigenProblem = Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>;

} // namespace

std::size_t CorrelatorMatrices::extent() const
{
    if (size == 0 || series.empty()) throw InputError("there are no matrices of correlators");
    const std::size_t extent = series.front().size() / (size * size);
    for (const std::vector<double>& one : series)
        if (extent < 2 || one.size() != extent * size * size)
            throw InputError(fmt::format("a configuration has {} numbers, which are not {}x{} matrices at {} t",
                                         one.size(), size, size, extent));
    return extent;
}

Warnings asymmetries(const CorrelatorMatrices& matrices, int t0)
{
    constexpr double most = 5, rounding = 1e-10; // standard errors; of a number
    checkTime(matrices, t0);
    const std::size_t size = matrices.size, extent = matrices.extent();
    const std::vector<std::vector<double>> histories = historiesOf(matrices);
    Warnings warnings;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = i + 1; j < size; ++j) {
            const std::vector<double>& one = histories[(i * size + j) * extent + std::size_t(t0)];
            const std::vector<double>& other = histories[(j * size + i) * extent + std::size_t(t0)];
            const Estimate difference =
                jackknife({one, other}, [](std::span<const double> means) { return means[0] - means[1]; });
            if (std::abs(difference.mean) > most * difference.error + rounding * std::abs(one.front()))
                warnings.push_back(fmt::format("C({},{}) and C({},{}) at t0 = {} differ by {:.0f} standard errors: "
                                               "those of a matrix of correlators have the same mean",
                                               i, j, j, i, t0, std::abs(difference.mean) / difference.error));
        }
    return warnings;
}

std::vector<std::vector<Estimate>> gevpEnergies(const CorrelatorMatrices& matrices, int t0)
{
    checkTime(matrices, t0);
    const std::size_t size = matrices.size, extent = matrices.extent(), half = extent / 2;
    requirePositive(matrixAt(meansOf(matrices), size, extent, std::size_t(t0)), t0);
    const std::vector<std::vector<double>> histories = historiesOf(matrices);
    ObservableSeries diagonal;
    for (std::size_t i = 0; i < size; ++i)
        diagonal.emplace_back(histories[(i * size + i) * extent + std::size_t(t0) + 1]);
    const auto energies = [&](std::span<const double> means) {
        std::vector<double> all(size * half, std::nan(""));
        const Eigen::MatrixXd first = matrixAt(means, size, extent, std::size_t(t0));
        if (!isPositive(first)) return all; // of a replica
        const auto logarithms = [&](std::size_t t) -> Eigen::ArrayXd {
            const Eigen::MatrixXd c = matrixAt(means, size, extent, t);
            if (!c.allFinite()) return Eigen::ArrayXd::Constant(c.rows(), std::nan(""));
            return EigenProblem(c, first, Eigen::EigenvaluesOnly).eigenvalues().reverse().array().log();
        };
        for (auto t = std::size_t(t0); t < half; ++t) {
            const Eigen::ArrayXd step = logarithms(t) - logarithms(t + 1);
            for (std::size_t n = 0; n < size; ++n)
                all[n * half + t] = step(Eigen::Index(n));
        }
        return all;
    };
    const Replicas replicas = replicate({histories.begin(), histories.end()}, energies, jackknifeBinning(diagonal));
    std::vector<std::vector<Estimate>> result(size);
    for (std::size_t k = 0; k < size * half; ++k)
        result[k / half].push_back(estimateOf(replicas, k));
    return result;
}

std::vector<CorrelatorSeries> principalCorrelators(const CorrelatorMatrices& matrices, int t0, int td)
{
    checkTime(matrices, t0);
    const std::size_t size = matrices.size, extent = matrices.extent();
    if (td <= t0 || std::size_t(td) >= extent)
        throw InputError(fmt::format("td = {} has to be {} to {}", td, t0 + 1, extent - 1));
    requireFinite(matrices, td);
    const std::vector<double> means = meansOf(matrices);
    const Eigen::MatrixXd first = matrixAt(means, size, extent, std::size_t(t0));
    requirePositive(first, t0);
    const Eigen::MatrixXd vectors = EigenProblem(matrixAt(means, size, extent, std::size_t(td)), first).eigenvectors();
    std::vector<CorrelatorSeries> result(size, CorrelatorSeries(matrices.series.size(), std::vector<double>(extent)));
    for (std::size_t k = 0; k < matrices.series.size(); ++k)
        for (std::size_t t = 0; t < extent; ++t) {
            const Eigen::MatrixXd c = matrixAt(matrices.series[k], size, extent, t);
            for (std::size_t n = 0; n < size; ++n) {
                const Eigen::VectorXd v = vectors.col(Eigen::Index(size - 1 - n)); // eigenvalues rise
                result[n][k][t] = v.dot(c * v);
            }
        }
    return result;
}

} // namespace gaugegl::analysis
