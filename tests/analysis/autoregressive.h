// Synthetic Monte Carlo data: several series that are correlated with each other and in time, of known autocorrelation.
#pragma once

#include <cmath>
#include <random>
#include <vector>

namespace gaugegl::analysis::test {

/// x_i(n) = a x_i(n-1) + sqrt(1 - a^2) e_i(n), with unit normal e; tau_int = (1 + a) / (2 (1 - a)).
class Autoregressive {
public:
    Autoregressive(std::size_t numbers, double a, unsigned seed) : a_(a), generator_(seed), state_(numbers)
    {
        for (double& x : state_)
            x = normal_(generator_);
    }

    const std::vector<double>& next()
    {
        for (double& x : state_)
            x = a_ * x + std::sqrt(1 - a_ * a_) * normal_(generator_);
        return state_;
    }

private:
    double a_;
    std::mt19937_64 generator_;
    std::normal_distribution<double> normal_;
    std::vector<double> state_;
};

/// The probability that a normal number lies within one standard deviation.
inline double oneSigma() { return std::erf(std::sqrt(0.5)); }
/// The error of a frequency that should be that, from so many trials.
inline double errorOfCoverage(int trials) { return std::sqrt(oneSigma() * (1 - oneSigma()) / trials); }

} // namespace gaugegl::analysis::test
