// The equations of multi-histogram reweighting, and sums over the measurements of all chains: histogram_reweighting.h has the formulas.
#pragma once

#include "analysis/histogram_reweighting.h"
#include "gaugegl/analysis/jackknife.h"

#include <Eigen/Core>
#include <functional>

namespace gaugegl::analysis {

/// Sums of p_n, p_n x, p_n x^2 and p_n x^4.
using Moments = Eigen::Vector4d;

/// Sums at one coupling.
struct ReweightedSums {
    std::vector<Moments> replicas; ///< of all measurements, and of those without each bin
    double independent = 0;        ///< (sum p_n)^2 / sum g_n p_n^2
};

/// All measurements, those of a chain after each other.
class ChainMixture {
public:
    /// Chains that outlive it, with rising couplings.  Throws InputError for those that are too short.  Where `stops` is true, what is long
    /// throws UnsolvedError.
    ChainMixture(std::span<const ChainAtCoupling> chains, std::function<bool()> stops);

    /// Solves the equations, to be called once and first.  Returns the number of iterations.  Throws InputError where they have no solution.
    int solve();
    /// Sums at a coupling.
    ReweightedSums at(double beta) const;
    /// A number that replica 0 has, with the error from the others.
    template<class Number>
    Estimate jackknifed(const Number& number) const
    {
        std::vector<double> all;
        all.reserve(bins_.size() + 1);
        for (std::size_t replica = 0; replica <= bins_.size(); ++replica)
            all.push_back(number(replica));
        return estimateOfReplicas(all);
    }

private:
    struct Bin {
        std::size_t chain;
        Eigen::Index first, size;
        Eigen::VectorXd shift; ///< of the f_k, if it is left out
    };

    void requireUninterrupted() const;
    void setStart();
    Eigen::VectorXd distribute();
    double residual(const Eigen::VectorXd& excess) const;
    bool improve(Eigen::VectorXd& excess);
    void requireOverlap() const;
    void setBins();
    Estimate estimateOfReplicas(const std::vector<double>& numbers) const;

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
    std::vector<Binning> binnings_;
    std::vector<Bin> bins_;
};

} // namespace gaugegl::analysis
