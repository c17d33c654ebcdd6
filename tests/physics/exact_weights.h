// Averages of hybrid Monte Carlo beside those of configurations that are weighted with exact determinants.
#pragma once

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/jackknife.h"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <span>
#include <vector>

namespace gaugegl::testing_support {

/// <O w> / <w>.
inline analysis::Estimate reweighted(const std::vector<double>& observable, const std::vector<double>& weight)
{
    std::vector<double> product(observable.size());
    for (std::size_t k = 0; k < product.size(); ++k)
        product[k] = observable[k] * weight[k];
    return analysis::jackknife({product, weight}, [](std::span<const double> means) { return means[0] / means[1]; });
}

/// So many configurations without a weight say as much: (sum w)^2 / sum w^2.
inline double effectiveNumber(const std::vector<double>& weight)
{
    double sum = 0, squares = 0;
    for (const double w : weight) {
        sum += w;
        squares += w * w;
    }
    return sum * sum / squares;
}

inline void compareWithExact(const char* what, const analysis::Estimate& found, const analysis::Estimate& exact,
                             double largestError)
{
    constexpr double mostSigmas = 4;
    const double sigmas = (found.mean - exact.mean) / std::hypot(found.error, exact.error);
    std::printf("%-10s %.6f +- %.6f  tau_int %5.2f   exact weights %.6f +- %.6f   %+.2f sigma\n", what, found.mean,
                found.error, found.tauInt, exact.mean, exact.error, sigmas);
    EXPECT_LT(std::abs(sigmas), mostSigmas) << what;
    EXPECT_LT(std::hypot(found.error, exact.error), largestError) << what << ": errors so large show nothing";
}

} // namespace gaugegl::testing_support
