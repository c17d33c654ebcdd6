// Correlators of known energies with noise that is correlated in t.
#pragma once

#include "gaugegl/analysis/effective_mass.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace gaugegl::analysis::test {

/// Configurations of C(t) = exact[t] (1 + size n(t)), where n has unit variance and the correlations rho^|t - t'|.
class NoisyCorrelators {
public:
    NoisyCorrelators(std::vector<double> exact, double size, unsigned seed)
        : exact_(std::move(exact)), size_(size), generator_(seed)
    {}

    std::vector<double> next()
    {
        constexpr double rho = 0.8;
        std::vector<double> one = exact_;
        double noise = normal_(generator_);
        for (double& value : one) {
            value *= 1 + size_ * noise;
            noise = rho * noise + std::sqrt(1 - rho * rho) * normal_(generator_);
        }
        return one;
    }

    CorrelatorSeries series(std::size_t count)
    {
        CorrelatorSeries all;
        for (std::size_t k = 0; k < count; ++k)
            all.push_back(next());
        return all;
    }

    /// Pairs whose mean is exact.
    CorrelatorSeries exactMean(std::size_t pairs)
    {
        CorrelatorSeries all = series(pairs);
        for (std::size_t k = 0; k < pairs; ++k) {
            all.push_back(all[k]);
            for (std::size_t t = 0; t < exact_.size(); ++t)
                all.back()[t] = 2 * exact_[t] - all[k][t];
        }
        return all;
    }

private:
    std::vector<double> exact_;
    double size_;
    std::mt19937_64 generator_;
    std::normal_distribution<double> normal_;
};

/// Kolmogorov's and Smirnov's distance from the uniform distribution, times the root of their number: 1.63 is exceeded in 1 % of all cases.
inline double distanceFromUniform(std::vector<double> numbers)
{
    std::ranges::sort(numbers);
    double distance = 0;
    const double count = double(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k)
        distance = std::max({distance, double(k + 1) / count - numbers[k], numbers[k] - double(k) / count});
    return distance * std::sqrt(count);
}

} // namespace gaugegl::analysis::test
