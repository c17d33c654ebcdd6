// The equations of multi-histogram reweighting, and sums over the measurements of all chains: histogram_reweighting.h has the formulas.
#pragma once

#include "analysis/histogram_reweighting.h"

#include <Eigen/Core>
#include <functional>
#include <utility>

namespace gaugegl::analysis {

/// Sums of p_n, p_n x, p_n x^2 and p_n x^4.
using Moments = Eigen::Vector4d;

/// The number of resamples, from which the relative error of an error is 1 / sqrt(2 n) = 4 %.
constexpr std::size_t resamples = 400;

/// Sums at one coupling.
struct ReweightedSums {
    std::vector<Moments> replicas; ///< of all measurements, and of each resample
    double independent = 0;        ///< (sum p_n)^2 / sum g_n p_n^2
};

/// All measurements, those of a chain after each other.
class ChainMixture {
public:
    /// Chains that outlive it, with rising couplings; `stops` is asked now and then.  Throws InputError for chains that are too short and,
    /// here and below, UnsolvedError where `stops` says so.
    ChainMixture(std::span<const ChainAtCoupling> chains, std::function<bool()> stops);

    /// Solves the equations, to be called once and first.  Returns the number of iterations.  Throws InputError where they have no solution.
    int solve();
    /// Sums at a coupling.
    ReweightedSums at(double beta) const;
    /// The number of all measurements, which is the first, with the spread of the others.
    Estimate estimateOf(std::span<const double> replicas) const;

private:
    void requireUninterrupted() const;
    void setStart();
    Eigen::VectorXd distribute();
    double residual(const Eigen::VectorXd& excess) const;
    bool improve(Eigen::VectorXd& excess);
    void requireOverlap() const;
    void resample();

    std::span<const ChainAtCoupling> chains_;
    std::function<bool()> stops_;
    double origin_ = 0;                               ///< the mean coupling
    Eigen::VectorXd beta_;                            ///< less that
    Eigen::VectorXd counts_;                          ///< N_k / g_k
    Eigen::VectorXd weights_;                         ///< w_n
    Eigen::VectorXd action_;                          ///< E_n less its mean
    Eigen::Matrix<double, 4, Eigen::Dynamic> powers_; ///< 1, x, x^2, x^4
    Eigen::VectorXd norms_;                           ///< f_k + ln N_k / g_k
    Eigen::MatrixXd shares_;     ///< of each chain in D_n, which add up to 1; a column for each measurement
    Eigen::VectorXd logDensity_; ///< ln D_n
    std::vector<std::pair<Eigen::Index, Eigen::Index>> bins_; ///< first measurement and size
    Eigen::MatrixXd choice_; ///< how often a resample has a bin, less once; a column for each
    Eigen::MatrixXd shifts_; ///< of the f_k of a resample
};

} // namespace gaugegl::analysis
