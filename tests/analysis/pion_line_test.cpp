// The line of squared pion masses from correlators whose masses are known.
#include "analysis/pion_line.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

constexpr int times = 12;
constexpr double zero = -0.03, rise = 2.5;

/// cosh correlators of eight configurations whose masses scatter a little.
CorrelatorSeries pionsAt(double quarkMass)
{
    CorrelatorSeries series;
    for (int n = 0; n < 8; ++n) {
        const double m = std::sqrt(rise * (quarkMass - zero)) * (1 + 1e-9 * std::sin(3.0 * n));
        std::vector<double> correlator;
        for (int t = 0; t < times; ++t)
            correlator.push_back(std::cosh(m * (times / 2 - t)) / std::cosh(m * times / 2));
        series.push_back(correlator);
    }
    return series;
}

TEST(PionLine, OfExactCorrelatorsIsExact)
{
    const std::vector<double> masses = {0.1, 0.2, 0.4};
    const std::vector<CorrelatorSeries> pions = {pionsAt(0.1), pionsAt(0.2), pionsAt(0.4)};

    const PionLine line = pionLine(masses, pions);

    EXPECT_NEAR(line.zero.mean, zero, 1e-7);
    EXPECT_NEAR(line.slope.mean, rise, 1e-6);
    ASSERT_EQ(line.squaredMasses.size(), 3u);
    EXPECT_NEAR(line.squaredMasses[2].mean, rise * (0.4 - zero), 1e-7);
    EXPECT_NEAR(pionLine(masses, pions, [](double x) { return 10 * x; }).zero.mean, 10 * zero, 1e-6);
}

TEST(PionLine, NeedsTwoMassesWithTheirPions)
{
    EXPECT_FALSE(known(pionLine({0.1}, {pionsAt(0.1)}).zero));
    EXPECT_THROW(pionLine({0.1, 0.2}, {pionsAt(0.1)}), InputError);
}

} // namespace
} // namespace gaugegl::analysis
