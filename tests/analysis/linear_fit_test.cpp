#include "gaugegl/analysis/linear_fit.h"

#include "autoregressive.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <gsl/gsl_cdf.h>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

Matrix diagonal(const std::vector<double>& variances)
{
    Matrix result(variances.size());
    for (std::size_t i = 0; i < variances.size(); ++i)
        result(i, i) = variances[i];
    return result;
}

std::vector<std::vector<double>> line(std::size_t points)
{
    std::vector<std::vector<double>> basis(2);
    for (std::size_t i = 0; i < points; ++i) {
        basis[0].push_back(1);
        basis[1].push_back(double(i));
    }
    return basis;
}

std::string refusal(const FitData& data)
{
    try {
        fitLinear(data);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(LinearFit, OfAWeightedMeanIsTheTextbookOne)
{
    const LinearFit fit = fitLinear({{1, 4}, diagonal({1, 4}), {{1, 1}}});

    EXPECT_NEAR(fit.parameters.at(0), (1 + 4 * 0.25) / 1.25, 1e-14);
    EXPECT_NEAR(fit.error(0), std::sqrt(1 / 1.25), 1e-14);
    EXPECT_NEAR(fit.chiSquared, 9.0 / 5, 1e-13);
    EXPECT_EQ(fit.degrees, 1);
    EXPECT_NEAR(fit.probability, gsl_cdf_chisq_Q(9.0 / 5, 1), 1e-12);
}

TEST(LinearFit, KnowsThatCorrelatedPointsSayLess)
{
    Matrix covariance = diagonal({1, 1});
    covariance(0, 1) = covariance(1, 0) = 0.5;

    const LinearFit fit = fitLinear({{1, 2}, covariance, {{1, 1}}});

    EXPECT_NEAR(fit.parameters.at(0), 1.5, 1e-14);
    EXPECT_NEAR(fit.error(0), std::sqrt(0.75), 1e-14);
    EXPECT_NEAR(fit.chiSquared, 1, 1e-13) << "the variance of the difference is 1";
}

TEST(LinearFit, IsExactForExactDataOfAnyScale)
{
    FitData data{{}, diagonal({1e-30, 1e-10, 1, 1e20}), line(4)};
    for (const double x : data.basis[1])
        data.y.push_back(3 - 2e6 * x);

    const LinearFit fit = fitLinear(data);

    EXPECT_NEAR(fit.parameters.at(0), 3, 1e-9);
    EXPECT_NEAR(fit.parameters.at(1), -2e6, 1e-3);
    EXPECT_LT(fit.chiSquared, 1e-6);
    EXPECT_TRUE(fit.good());
}

TEST(LinearFit, IsWiderForACovarianceOfFewSamples)
{
    FitData data{{1, 4, 2, 3}, diagonal({1, 1, 1, 1}), line(4)};
    const double exact = fitLinear(data).error(0);
    data.samples = 10; // 2 degrees of freedom: 9 * 8 / (7 * 6)

    EXPECT_NEAR(LinearFitter(data).widening(), 12.0 / 7, 1e-14);
    EXPECT_NEAR(fitLinear(data).error(0), std::sqrt(12.0 / 7) * exact, 1e-14);
}

TEST(LinearFit, CallsAFitBadThatDoesNotDescribeTheData)
{
    const LinearFit fit = fitLinear({{0, 1, 4, 9}, diagonal({0.01, 0.01, 0.01, 0.01}), line(4)});

    EXPECT_LT(fit.probability, 1e-10);
    EXPECT_FALSE(fit.good());
}

TEST(LinearFit, NamesWhatIsMissing)
{
    EXPECT_EQ(refusal({{1}, diagonal({1}), line(1)}), "a fit of 2 parameters needs at least as many data, there are 1");
    EXPECT_EQ(refusal({{1, 2, 3, 4}, diagonal({1, 1, 1, 1}), line(4), 7}),
              "a correlated fit of 4 points with 2 parameters needs the covariance from at least 8 independent "
              "samples, there "
              "are 7");
    Matrix same = diagonal({1, 1, 1});
    same(0, 1) = same(1, 0) = 1;
    EXPECT_EQ(refusal({{1, 2, 3}, same, line(3)}),
              "the covariance of 3 numbers is singular: they are not independent, or have no error");
    EXPECT_NE(refusal({{1, 2, 3}, diagonal({1, 0, 1}), line(3)}), "accepted");
    EXPECT_EQ(refusal({{1, 2, 3}, diagonal({1, 1, 1}), {{1, 1, 1}, {2, 2, 2}}}),
              "the normal matrix of a fit of 2 numbers is singular: they are not independent, or have no error");
}

/// Six correlated means around 2 + 0.5 i, from a chain.
struct Trial {
    bool covered, bad;
};

Trial fitOfAChain(double a, unsigned seed)
{
    constexpr std::size_t points = 6, length = 400;
    test::Autoregressive chain(points + 1, a, seed);
    std::vector<std::vector<double>> series(points);
    for (std::size_t n = 0; n < length; ++n) {
        const std::vector<double>& e = chain.next();
        for (std::size_t i = 0; i < points; ++i)
            series[i].push_back(2 + 0.5 * double(i) + (0.3 + 0.1 * double(i)) * (e[i] + 1.5 * e[points]));
    }
    const ObservableSeries all(series.begin(), series.end());
    const auto means = [](std::span<const double> mean) { return std::vector<double>(mean.begin(), mean.end()); };
    const Replicas replicas = replicate(all, means, jackknifeBinning(all));
    const LinearFit fit = fitLinear({replicas.centre, covarianceOf(replicas), line(points), replicas.bins()});
    return {std::abs(fit.parameters[1] - 0.5) < fit.error(1), !fit.good()};
}

TEST(LinearFit, WithACovarianceFromCorrelatedDataCoversTheTruthIn68Percent)
{
    const int trials = 600;
    for (const double a : {0.0, 0.6}) {
        int covered = 0, bad = 0;
        for (int trial = 0; trial < trials; ++trial) {
            const Trial one = fitOfAChain(a, unsigned(trial) + 1);
            covered += one.covered ? 1 : 0;
            bad += one.bad ? 1 : 0;
        }

        EXPECT_NEAR(double(covered) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials)) << "a = " << a;
        EXPECT_NEAR(double(bad) / trials, leastProbability, 0.03) << "a = " << a;
    }
}

} // namespace
} // namespace gaugegl::analysis
