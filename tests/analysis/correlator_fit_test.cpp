#include "gaugegl/analysis/correlator_fit.h"

#include "autoregressive.h"
#include "gaugegl/base/error.h"
#include "synthetic_correlators.h"

#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

using test::NoisyCorrelators;

/// All t = 0 .. T - 1 of a model.
std::vector<double> valuesOf(const CorrelatorModel& model, const std::vector<double>& parameters)
{
    std::vector<double> all;
    for (int t = 0; t < model.extent; ++t)
        all.push_back(model.at(t, parameters));
    return all;
}

struct KnownCorrelator {
    CorrelatorModel model;
    std::vector<double> parameters;
    int first, last;
    double tolerance;
};

TEST(CorrelatorFit, OfExactDataIsExact)
{
    const std::vector<KnownCorrelator> known = {
        {{CorrelatorForm::Cosh, 1, 0, 24}, {0.3, 2.5}, 2, 12, 1e-10},
        {{CorrelatorForm::Cosh, 2, 0, 24}, {0.3, 2.5, 0.8, -1.5}, 1, 12, 1e-7},
        {{CorrelatorForm::Cosh, 3, 0, 32}, {0.2, 1, 0.7, 2, 1.6, 3}, 0, 16, 1e-6},
        {{CorrelatorForm::Sinh, 1, 0, 24}, {0.45, -0.3}, 1, 11, 1e-10},
        {{CorrelatorForm::Exponential, 2, 0, 16}, {0.5, 1e-6, 1.4, 3e-6}, 0, 9, 1e-7},
        {{CorrelatorForm::Cosh, 1, 1, 24}, {0.3, 2.5, 0.6, 0.7}, 2, 12, 1e-7},
        {{CorrelatorForm::Constant, 1, 0, 12}, {3.5}, 3, 8, 1e-12},
    };
    for (const auto& [model, parameters, first, last, tolerance] : known) {
        SCOPED_TRACE(choiceName(model.form) + " of " + std::to_string(parameters.size()));
        const CorrelatorSeries series = NoisyCorrelators(valuesOf(model, parameters), 1e-3, 5).exactMean(40);

        const CorrelatorFit fit = fitCorrelator(series, {.model = model, .first = first, .last = last, .bin = 1});

        ASSERT_EQ(fit.parameters.size(), parameters.size());
        EXPECT_EQ(fit.model.names().size(), parameters.size());
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            EXPECT_NEAR(fit.parameters[k].mean, parameters[k], tolerance * std::abs(parameters[k]));
            EXPECT_GT(fit.parameters[k].error, 0);
        }
        EXPECT_LT(fit.chiSquared, 1e-10);
        EXPECT_EQ(fit.covariance, FitCovariance::Full);
    }
}

/// Of many ensembles.
struct Trials {
    double covered = 0; ///< how often E0 is right within its error
    std::vector<double> probabilities = {};
    double chiSquared = 0, expected = 0; ///< means
};

Trials trialsOf(FitCovariance covariance, std::size_t configurations, int number)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 1, 0, 20};
    const std::vector<double> exact = valuesOf(model, {0.35, 1.2});
    Trials trials;
    for (int k = 0; k < number; ++k) {
        const CorrelatorSeries series = NoisyCorrelators(exact, 0.05, unsigned(1000 + k)).series(configurations);
        const CorrelatorFit fit =
            fitCorrelator(series, {.model = model, .first = 5, .last = 10, .covariance = covariance, .bin = 1});
        trials.covered += std::abs(fit.parameters[0].mean - 0.35) < fit.parameters[0].error ? 1.0 / number : 0;
        trials.probabilities.push_back(fit.probability);
        trials.chiSquared += fit.chiSquared / number;
        trials.expected += fit.expected / number;
    }
    return trials;
}

TEST(CorrelatorFit, ErrorsAndProbabilitiesAreRightForFewConfigurations)
{
    const Trials trials = trialsOf(FitCovariance::Full, 24, 1000);

    EXPECT_NEAR(trials.covered, test::oneSigma(), 0.03);
    EXPECT_LT(test::distanceFromUniform(trials.probabilities), 1.63);
    EXPECT_NEAR(trials.chiSquared, trials.expected, 0.1 * trials.expected);
}

TEST(CorrelatorFit, ErrorsAndProbabilitiesAreRightWithoutCorrelationsInChiSquared)
{
    const Trials trials = trialsOf(FitCovariance::Uncorrelated, 60, 500);

    EXPECT_NEAR(trials.covered, test::oneSigma(), 2 * test::errorOfCoverage(500));
    EXPECT_LT(test::distanceFromUniform(trials.probabilities), 2) << "two moments are not the whole distribution";
    EXPECT_NEAR(trials.chiSquared, trials.expected, 0.1 * trials.expected);
    EXPECT_LT(trials.expected, 3.5) << "less than the 4 degrees of freedom of independent data";
}

TEST(CorrelatorFit, ShrinksWhereConfigurationsAreFewerThanPointsAndSaysSo)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 1, 0, 32};
    const CorrelatorSeries series = NoisyCorrelators(valuesOf(model, {0.35, 1.2}), 0.01, 7).series(9);
    FitTask task{.model = model, .first = 3, .last = 16, .bin = 1};

    const CorrelatorFits fits = fitCorrelators(series, task);

    EXPECT_EQ(fits.fit.covariance, FitCovariance::Shrunk);
    EXPECT_GT(fits.fit.shrinkage, 0);
    EXPECT_LT(fits.fit.shrinkage, 1);
    EXPECT_NEAR(fits.fit.parameters[0].mean, 0.35, 4 * fits.fit.parameters[0].error);
    ASSERT_FALSE(fits.warnings.empty());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "14 points in a fit of 2 parameters needs at least 28 bins",
                        fits.warnings[0]);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "there are 9: its correlations are shrunk", fits.warnings[0]);

    task.covariance = FitCovariance::Cut;
    EXPECT_GE(fitCorrelator(series, task).raised, 6u) << "14 points, 8 independent deviations";
    task.covariance = FitCovariance::Full;
    EXPECT_THROW(fitCorrelator(series, task), InputError);
}

TEST(CorrelatorFit, BootstrapAgreesWithTheJackknifeAndRepeatsItself)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 1, 0, 20};
    const CorrelatorSeries series = NoisyCorrelators(valuesOf(model, {0.35, 1.2}), 0.05, 3).series(100);
    FitTask task{.model = model, .first = 4, .last = 10, .bin = 2};
    const CorrelatorFit byJackknife = fitCorrelator(series, task);
    task.resamples = 400;

    const CorrelatorFit byBootstrap = fitCorrelator(series, task), again = fitCorrelator(series, task);
    task.seed = 2;
    const CorrelatorFit other = fitCorrelator(series, task);

    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(byBootstrap.parameters[k].mean, byJackknife.parameters[k].mean);
        EXPECT_NEAR(byBootstrap.parameters[k].error, byJackknife.parameters[k].error,
                    0.12 * byJackknife.parameters[k].error);
        EXPECT_EQ(byBootstrap.parameters[k].error, again.parameters[k].error);
        EXPECT_NE(byBootstrap.parameters[k].error, other.parameters[k].error);
    }
}

TEST(CorrelatorFit, AveragesRangesAndStatesWithAkaikesWeights)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 2, 0, 32};
    const CorrelatorSeries series = NoisyCorrelators(valuesOf(model, {0.3, 1, 0.9, 1}), 0.01, 11).series(200);

    const CorrelatorFits fits = fitCorrelators(series, {.model = model, .first = 1, .last = 14, .bin = 1});

    double sum = 0, mean = 0, square = 0;
    std::vector<double> constants;
    for (const CorrelatorFit& fit : fits.all) {
        if (fit.weight == 0) continue; // chi^2 of thousands
        sum += fit.weight;
        mean += fit.weight * fit.parameters[0].mean;
        square += fit.weight *
                  (fit.parameters[0].mean * fit.parameters[0].mean + fit.parameters[0].error * fit.parameters[0].error);
        const double badness = fit.chiSquared + 2 * double(fit.parameters.size()) + 2 * double(fit.first - 1);
        constants.push_back(std::log(fit.weight) + 0.5 * badness);
        EXPECT_NEAR(constants.back(), constants.front(), 1e-9);
    }
    EXPECT_EQ(fits.all.size(), 12u + 10u);
    EXPECT_NEAR(sum, 1, 1e-12);
    ASSERT_EQ(fits.average.size(), 2u);
    EXPECT_NEAR(fits.average[0].mean, mean, 1e-12);
    EXPECT_NEAR(fits.average[0].error, std::sqrt(square - mean * mean), 1e-9);
    EXPECT_NEAR(fits.average[0].mean, 0.3, 3 * fits.average[0].error);
    EXPECT_LT(fits.all[0].probability, 1e-4) << "one state from t = 1 on";
    EXPECT_GT(fits.fit.probability, 0.01);
    EXPECT_NEAR(fits.energies[13].mean, 0.3, 4 * fits.energies[13].error);
}

TEST(CorrelatorFit, NamesWhatIsWrongWithTheData)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 1, 0, 12};
    const CorrelatorSeries good = NoisyCorrelators(valuesOf(model, {0.35, 1.2}), 0.05, 3).series(30);
    const auto refusal = [](const CorrelatorSeries& series, const FitTask& task) -> std::string {
        try {
            fitCorrelators(series, task);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    const FitTask task{.model = model, .first = 2, .last = 6};
    EXPECT_EQ(refusal(good, task), "accepted");
    EXPECT_EQ(refusal({}, task), "there is no correlator: a fit needs configurations");
    EXPECT_EQ(refusal({good[0]}, task),
              "errors need at least 4 bins, here of 1 configuration: 4 configurations; there is 1");
    CorrelatorSeries data = good;
    data[4].pop_back();
    EXPECT_EQ(refusal(data, task), "configuration 5 has 11 t, the first one 12");
    data = good;
    data[7][3] = std::nan("");
    EXPECT_EQ(refusal(data, task), "configuration 8 has nan at t = 3");
    data = CorrelatorSeries(30, good[0]);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, " at t = 2: data without an error cannot be fitted", refusal(data, task));
    EXPECT_EQ(refusal(good, {.model = model, .first = 2, .last = 9}),
              "the range 2:9 of t has to lie in 0:6, where there are data (means of t and T - t)");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Sinh}, .first = 0, .last = 5}),
              "the range 0:5 of t has to lie in 1:5, where there are data (means of t and T - t)");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Cosh, 2}, .first = 4, .last = 6}),
              "4 parameters (E0, A0, E1, A1) need at least as many t, the range 4:6 has 3");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Cosh, 1, 0, 30}, .first = 4, .last = 6}),
              "correlators with 12 t have not the extent T = 30, nor are they from 0 to T/2 = 15");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Cosh, 1, 0, -12}, .first = 4, .last = 6}),
              "the extent T = -12 has to be positive");
    EXPECT_EQ(refusal(good, {.model = model, .first = 2, .last = 6, .cut = 1.5}),
              "the cut 1.5 of eigenvalues has to be above 0 and at most 1");
    EXPECT_EQ(refusal(good, {.model = model, .first = 2, .last = 6, .resamples = 1}),
              "1 resample of the bootstrap says nothing of errors: 2 are the least");
    data = good;
    for (std::vector<double>& one : data)
        one[4] = one[8] = one[3] + one[9]; // twice the mean of t = 3 and 9
    EXPECT_EQ(refusal(data, {.model = model, .first = 2, .last = 6, .covariance = FitCovariance::Full, .bin = 1}),
              "the covariance of 5 points is singular: they are not independent; a shrunk, cut or uncorrelated one is "
              "possible");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Cosh, 4}, .first = 4, .last = 6}),
              "4 states and 0 oscillating ones: 1 to 3 and 0 to 3 can be fitted");
    EXPECT_EQ(refusal(good, {.model = {CorrelatorForm::Constant, 2}, .first = 4, .last = 6}),
              "a constant has one state, which does not oscillate");

    data = good;
    data.push_back(good[3]);
    const Warnings warnings = fitCorrelators(data, task).warnings;
    ASSERT_FALSE(warnings.empty());
    EXPECT_EQ(warnings[0], "1 of 31 configurations have the same data as another one, which makes errors too small");
    data = good;
    for (std::vector<double>& one : data)
        one[9] *= 1.5;
    const Warnings skewed = fitCorrelators(data, task).warnings;
    ASSERT_FALSE(skewed.empty());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "standard errors at t = 3: the data have not the symmetry of cosh",
                        skewed.back());
    for (const std::string& one : fitCorrelators(good, task).warnings)
        EXPECT_EQ(one.find("symmetry"), std::string::npos) << one;
}

TEST(CorrelatorFit, HasTheEffectiveEnergiesOfOneState)
{
    for (const CorrelatorForm form : {CorrelatorForm::Cosh, CorrelatorForm::Sinh, CorrelatorForm::Exponential}) {
        SCOPED_TRACE(choiceName(form));
        const CorrelatorModel model{form, 1, 0, 16};
        const CorrelatorSeries series = NoisyCorrelators(valuesOf(model, {0.4, 1}), 1e-3, 5).exactMean(20);

        const CorrelatorFits fits = fitCorrelators(series, {.model = model, .first = 2, .last = 7, .bin = 1});

        for (std::size_t t = 2; t < 7; ++t)
            EXPECT_NEAR(fits.energies[t].mean, 0.4, 1e-9);
        EXPECT_EQ(std::isnan(fits.energies[1].mean), form == CorrelatorForm::Sinh) << "which vanishes at t = 0 in data";
    }
}

TEST(CorrelatorFit, TakesWholeAndFoldedDataAlike)
{
    const CorrelatorModel model{CorrelatorForm::Cosh, 1, 0, 12};
    const CorrelatorSeries whole = NoisyCorrelators(valuesOf(model, {0.35, 1.2}), 0.05, 3).series(30);
    CorrelatorSeries half;
    for (const std::vector<double>& one : whole)
        half.push_back(folded(one));
    FitTask task{.model = {CorrelatorForm::Cosh}, .first = 2, .last = 6};
    const CorrelatorFit ofWhole = fitCorrelator(whole, task);
    task.model.extent = 12;

    const CorrelatorFit ofHalf = fitCorrelator(half, task);

    EXPECT_EQ(ofWhole.parameters[0].mean, ofHalf.parameters[0].mean);
    EXPECT_EQ(ofWhole.parameters[0].error, ofHalf.parameters[0].error);
}

} // namespace
} // namespace gaugegl::analysis
