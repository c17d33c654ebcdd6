#include "gaugegl/analysis/flow_scales.h"

#include "autoregressive.h"
#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

/// t^2 E = 0.1 t: it is 0.3 at t = 3, and so is its slope.
double exact(double t) { return 0.1 * t; }

std::vector<double> timesTo(double last, double step)
{
    std::vector<double> times;
    for (int k = 0; k * step <= last + 1e-9; ++k)
        times.push_back(k * step);
    return times;
}

FlowSeries synthetic(double a, std::size_t configurations, unsigned seed)
{
    FlowSeries series{timesTo(4, 0.25), {}};
    test::Autoregressive chain(2, a, seed);
    for (std::size_t n = 0; n < configurations; ++n) {
        const std::vector<double>& noise = chain.next();
        series.t2E.emplace_back();
        for (const double t : series.times)
            series.t2E.back().push_back(exact(t) * (1 + 0.02 * noise[0]) + 0.004 * t * t * noise[1]);
    }
    return series;
}

TEST(FlowScales, InterpolatesACurveByCubics)
{
    const std::vector<double> x = timesTo(2, 0.1);
    std::vector<double> y, slope;
    for (const double t : x) {
        y.push_back(0.2 * t * t * t - 0.1 * t * t + 0.3 * t);
        slope.push_back(t * (0.6 * t * t - 0.2 * t + 0.3));
    }
    const double level = 0.2 * 0.737 * 0.737 * 0.737 - 0.1 * 0.737 * 0.737 + 0.3 * 0.737;

    EXPECT_NEAR(crossing(x, y, level), 0.737, 1e-13);
    const std::vector<double> found = logarithmicSlope(x, y);
    for (std::size_t k = 0; k < x.size(); ++k)
        EXPECT_NEAR(found[k], slope[k], 1e-12);
    EXPECT_TRUE(std::isnan(crossing(x, y, 100)));
}

TEST(FlowScales, CrossesALevelAtADatum)
{
    const std::vector<double> x = timesTo(1, 0.25);

    EXPECT_NEAR(crossing(x, x, 0.5), 0.5, 1e-14);
    EXPECT_NEAR(crossing(x, x, 1), 1, 1e-14);
}

TEST(FlowScales, FindsT0AndW0WithinTheirErrors)
{
    const FlowScales found = flowScales(synthetic(0.5, 400, 1), 0.3);

    EXPECT_NEAR(found.t0.mean, 3, 3.5 * found.t0.error);
    EXPECT_NEAR(found.w0.mean, std::sqrt(3), 3.5 * found.w0.error);
    EXPECT_LT(found.t0.error, 0.05);
    EXPECT_EQ(found.t2E.size(), 17u);
    EXPECT_NEAR(found.slope[4].mean, exact(1), 4 * found.slope[4].error);
    EXPECT_DOUBLE_EQ(flowReference(3), 0.3);
}

TEST(FlowScales, SaysUnknownWhereTheFlowEndsTooEarly)
{
    const FlowScales found = flowScales(synthetic(0, 20, 1), 0.6);

    EXPECT_FALSE(known(found.t0));
    EXPECT_FALSE(known(found.w0));
    EXPECT_TRUE(known(found.t2E.back()));
}

TEST(FlowScales, QuotesErrorsThatCoverTheTruthIn68Percent)
{
    const int trials = 300;
    for (const double a : {0.0, 0.7}) {
        int t0 = 0, w0 = 0;
        for (int trial = 0; trial < trials; ++trial) {
            const FlowScales found = flowScales(synthetic(a, 300, unsigned(trial) + 1), 0.3);
            t0 += std::abs(found.t0.mean - 3) < found.t0.error ? 1 : 0;
            w0 += std::abs(found.w0.mean - std::sqrt(3)) < found.w0.error ? 1 : 0;
        }

        EXPECT_NEAR(double(t0) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials)) << "a = " << a;
        EXPECT_NEAR(double(w0) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials)) << "a = " << a;
    }
}

TEST(FlowScales, RefusesTooFewTimesAndRaggedData)
{
    EXPECT_THROW(flowScales({{0, 1, 2}, {{0, 1, 2}}}, 0.3), InputError);
    EXPECT_THROW(flowScales({{0, 1, 2, 3}, {{0, 1, 2}}}, 0.3), InputError);
}

} // namespace
} // namespace gaugegl::analysis
