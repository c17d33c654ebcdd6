#include "analysis/chain_mixture.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <utility>

namespace gaugegl::analysis {
namespace {

constexpr int mostIterations = 100;
constexpr double largestResidual = 1e-8; // far below statistical errors, above the rounding of exponents of 1e6
constexpr std::size_t leastBins = 4;

/// sum_n w_n (diag(s_n) - s_n s_n^T) of columns s_n.
Eigen::MatrixXd curvatureOf(const Eigen::Ref<const Eigen::MatrixXd>& shares,
                            const Eigen::Ref<const Eigen::VectorXd>& weights)
{
    Eigen::MatrixXd result = -(shares * weights.asDiagonal() * shares.transpose());
    result.diagonal() += shares * weights;
    return result;
}

/// curvature^-1 excess.  A number that is added to all f_k changes nothing: the last one stays.
Eigen::VectorXd newtonStep(const Eigen::MatrixXd& curvature, const Eigen::VectorXd& excess)
{
    const Eigen::Index others = excess.size() - 1;
    Eigen::VectorXd step = Eigen::VectorXd::Zero(excess.size());
    if (others > 0) step.head(others) = curvature.topLeftCorner(others, others).ldlt().solve(excess.head(others));
    return step;
}

/// The longer tau_int of a chain, not below that of independent data.
double tauOf(const ChainAtCoupling& chain)
{
    const double action = gammaMethod(chain.action).tauInt, observable = gammaMethod(chain.observable).tauInt;
    if (std::isfinite(action + observable)) return std::max({0.5, action, observable});
    throw InputError(fmt::format("the {} measurements at beta = {} are too few for their autocorrelation time",
                                 chain.action.size(), chain.beta));
}

} // namespace

ChainMixture::ChainMixture(std::span<const ChainAtCoupling> chains, std::function<bool()> stops)
    : chains_(chains), stops_(std::move(stops))
{
    Eigen::Index all = 0;
    for (const ChainAtCoupling& chain : chains)
        all += Eigen::Index(chain.action.size());
    beta_.resize(Eigen::Index(chains.size()));
    counts_.resize(beta_.size());
    weights_.resize(all);
    action_.resize(all);
    powers_.resize(4, all);
    Eigen::Index n = 0;
    for (std::size_t k = 0; k < chains.size(); ++k) {
        const ChainAtCoupling& chain = chains[k];
        const double weight = 1 / (2 * tauOf(chain));
        beta_[Eigen::Index(k)] = chain.beta;
        counts_[Eigen::Index(k)] = weight * double(chain.action.size());
        for (std::size_t i = 0; i < chain.action.size(); ++i, ++n) {
            const double x = chain.observable[i];
            weights_[n] = weight;
            action_[n] = chain.action[i];
            powers_.col(n) = Moments(1, x, x * x, x * x * x * x);
        }
    }
    // Exponents keep more digits where both are taken from the middle.
    origin_ = beta_.mean();
    beta_.array() -= origin_;
    const double middle = action_.mean();
    action_.array() -= middle;
}

int ChainMixture::solve()
{
    setStart();
    Eigen::VectorXd excess = distribute();
    int iterations = 0;
    for (; !(residual(excess) < largestResidual); ++iterations)
        if (iterations == mostIterations || !improve(excess)) {
            requireOverlap();
            throw InputError(fmt::format(
                "reweighting did not converge in {} iterations: its equations hold to {:.1e}, {:.0e} was expected",
                iterations, residual(excess), largestResidual));
        }
    requireOverlap();
    resample();
    return iterations;
}

ReweightedSums ChainMixture::at(double beta) const
{
    requireUninterrupted();
    Eigen::VectorXd p = -(beta - origin_) * action_ - logDensity_;
    const double most = p.maxCoeff();
    p = weights_.array() * (p.array() - most).exp();
    const Moments all = powers_ * p;
    // Less the derivatives by f_k, which are those of 1 / D_n.
    const Eigen::Matrix<double, 4, Eigen::Dynamic> slopes = powers_ * p.asDiagonal() * shares_.transpose();
    Eigen::Matrix<double, 4, Eigen::Dynamic> ofBins(4, Eigen::Index(bins_.size()));
    for (std::size_t j = 0; j < bins_.size(); ++j)
        ofBins.col(Eigen::Index(j)) =
            powers_.middleCols(bins_[j].first, bins_[j].second) * p.segment(bins_[j].first, bins_[j].second);
    const Eigen::Matrix<double, 4, Eigen::Dynamic> changes = ofBins * choice_ - slopes * shifts_;
    ReweightedSums result;
    result.independent = all[0] * all[0] / (p.array().square() / weights_.array()).sum();
    result.replicas = {all};
    result.replicas.reserve(resamples + 1);
    for (Eigen::Index r = 0; r < changes.cols(); ++r)
        result.replicas.emplace_back(all + changes.col(r));
    return result;
}

void ChainMixture::requireUninterrupted() const
{
    if (stops_()) throw UnsolvedError("reweighting: interrupted");
}

/// f_k with the trapezoidal rule for df/dbeta = <E>.
void ChainMixture::setStart()
{
    norms_ = counts_.array().log();
    double f = 0, before = 0;
    Eigen::Index first = 0;
    for (Eigen::Index k = 0; k < beta_.size(); ++k) {
        const auto size = Eigen::Index(chains_[std::size_t(k)].action.size());
        const double mean = action_.segment(first, size).mean();
        if (k > 0) f += 0.5 * (beta_[k] - beta_[k - 1]) * (mean + before);
        norms_[k] += f;
        before = mean;
        first += size;
    }
}

/// Sets D_n and the shares of the chains in it.  Returns what the sums of the equations, times N_k / g_k, exceed these by.
Eigen::VectorXd ChainMixture::distribute()
{
    shares_.resize(beta_.size(), action_.size());
    logDensity_.resize(action_.size());
    for (Eigen::Index n = 0; n < action_.size(); ++n) {
        const Eigen::VectorXd logs = norms_ - action_[n] * beta_;
        const double most = logs.maxCoeff();
        shares_.col(n) = (logs.array() - most).exp();
        const double sum = shares_.col(n).sum();
        shares_.col(n) /= sum;
        logDensity_[n] = most + std::log(sum);
    }
    return shares_ * weights_ - counts_;
}

/// The largest relative one.
double ChainMixture::residual(const Eigen::VectorXd& excess) const
{
    return (excess.array() / counts_.array()).abs().maxCoeff();
}

/// A step of Newton's method, shortened until it makes the excess smaller; false where none does.
bool ChainMixture::improve(Eigen::VectorXd& excess)
{
    constexpr double shortest = 1e-6;
    requireUninterrupted();
    const Eigen::VectorXd before = norms_, step = newtonStep(curvatureOf(shares_, weights_), excess);
    for (double length = 1; length > shortest && step.allFinite(); length /= 2) {
        norms_ = before - length * step;
        const Eigen::VectorXd now = distribute();
        if (!(now.norm() < excess.norm())) continue;
        excess = now;
        return true;
    }
    return false;
}

/// Throws InputError where the chains up to one and those after it have less than one independent measurement in common.
void ChainMixture::requireOverlap() const
{
    for (Eigen::Index k = 0; k + 1 < beta_.size(); ++k) {
        const Eigen::VectorXd below = shares_.topRows(k + 1).colwise().sum().transpose();
        const double common = (weights_.array() * below.array() * (1 - below.array())).sum();
        if (common >= 1) continue;
        throw InputError(
            fmt::format("the actions at beta = {} and {} do not overlap: a coupling between them is missing",
                        chains_[std::size_t(k)].beta, chains_[std::size_t(k) + 1].beta));
    }
}

/// Draws as many bins of each chain as it has.  What a chain has more or less of them than once is wider by the root of the correction for
/// autocorrelation between its n bins, and for the n - 1 degrees of freedom of their spread.
void ChainMixture::resample()
{
    std::vector<Binning> binnings;
    std::vector<std::size_t> numbers;
    Eigen::Index first = 0;
    for (const ChainAtCoupling& chain : chains_) {
        requireUninterrupted();
        const Binning binning = jackknifeBinning({chain.action, chain.observable});
        const std::size_t count = chain.action.size(), bins = count / binning.size;
        if (bins < leastBins)
            throw InputError(fmt::format("the chain at beta = {}: {}", chain.beta, errorsNeedMore(count, binning)));
        for (std::size_t j = 0; j < bins; ++j) {
            const auto begin = Eigen::Index(j * count / bins), end = Eigen::Index((j + 1) * count / bins);
            bins_.emplace_back(first + begin, end - begin);
        }
        binnings.push_back(binning);
        numbers.push_back(bins);
        first += Eigen::Index(count);
    }
    std::mt19937_64 generator(1);
    choice_ = Eigen::MatrixXd::Constant(Eigen::Index(bins_.size()), Eigen::Index(resamples), -1);
    Eigen::MatrixXd excess = Eigen::MatrixXd::Zero(beta_.size(), choice_.rows()); // of the equations by each bin
    first = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto bins = Eigen::Index(numbers[k]);
        for (Eigen::Index r = 0; r < choice_.cols(); ++r)
            for (Eigen::Index draw = 0; draw < bins; ++draw)
                choice_(first + Eigen::Index(generator() % std::uint64_t(bins)), r) += 1;
        choice_.middleRows(first, bins) *= std::sqrt(binnings[k].inflation * double(bins) / double(bins - 1));
        for (Eigen::Index j = first; j < first + bins; ++j) {
            const auto& [begin, size] = bins_[std::size_t(j)];
            excess.col(j) = shares_.middleCols(begin, size) * weights_.segment(begin, size);
            excess(Eigen::Index(k), j) -= weights_.segment(begin, size).sum();
        }
        first += bins;
    }
    const Eigen::MatrixXd curvature = curvatureOf(shares_, weights_);
    shifts_.resize(beta_.size(), choice_.cols());
    for (Eigen::Index r = 0; r < choice_.cols(); ++r)
        shifts_.col(r) = -newtonStep(curvature, excess * choice_.col(r));
}

Estimate ChainMixture::estimateOf(std::span<const double> replicas) const
{
    Estimate result;
    result.mean = replicas.front();
    result.count = std::size_t(action_.size());
    const Eigen::Map<const Eigen::VectorXd> others(replicas.data() + 1, Eigen::Index(replicas.size() - 1));
    result.error = std::sqrt((others.array() - others.mean()).square().sum() / double(others.size() - 1));
    return result;
}

} // namespace gaugegl::analysis
