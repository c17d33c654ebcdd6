#include "gaugegl/analysis/gevp.h"

#include "autoregressive.h"
#include "gaugegl/analysis/correlator_fit.h"
#include "gaugegl/base/error.h"
#include "synthetic_correlators.h"

#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

constexpr int slices = 16;
const std::vector<double> levels = {0.4, 0.75, 1.3}; // energies
const std::vector<std::vector<double>> overlaps = {
    {1, 0.6, 0.4}, {0.5, -0.9, 0.3}, {0.3, 0.2, -1.1}}; // [operator][state]

/// So many operators that couple to so many states.
std::vector<double> matrixOf(std::size_t operators, std::size_t states)
{
    std::vector<double> all;
    for (std::size_t i = 0; i < operators; ++i)
        for (std::size_t j = 0; j < operators; ++j)
            for (int t = 0; t < slices; ++t) {
                double sum = 0;
                for (std::size_t n = 0; n < states; ++n)
                    sum += overlaps[i][n] * overlaps[j][n] * std::exp(-levels[n] * t);
                all.push_back(sum);
            }
    return all;
}

TEST(Gevp, FindsTheEnergiesOfExactData)
{
    const CorrelatorMatrices matrices{3, test::NoisyCorrelators(matrixOf(3, 3), 1e-9, 1).exactMean(4)};

    const auto energies = gevpEnergies(matrices, 1);
    const auto principal = principalCorrelators(matrices, 1, 3);

    ASSERT_EQ(energies.size(), 3u);
    for (std::size_t n = 0; n < 3; ++n) {
        ASSERT_EQ(energies[n].size(), std::size_t(slices / 2));
        EXPECT_TRUE(std::isnan(energies[n][0].mean)) << "before t0";
        for (std::size_t t = 1; t < 4; ++t)
            EXPECT_NEAR(energies[n][t].mean, levels[n], 1e-9);
        const double ratio = (principal[n][0][2] + principal[n][4][2]) / (principal[n][0][3] + principal[n][4][3]);
        EXPECT_NEAR(std::log(ratio), levels[n], 1e-7);
    }
}

TEST(Gevp, FitsOfItsStatesHaveRightErrorsAndProbabilities)
{
    const int trials = 1000;
    const std::vector<double> exact = matrixOf(2, 2);
    double covered = 0, excited = 0;
    std::vector<double> probabilities;
    for (int k = 0; k < trials; ++k) {
        const CorrelatorMatrices matrices{2, test::NoisyCorrelators(exact, 0.02, unsigned(50 + k)).series(30)};
        const auto states = principalCorrelators(matrices, 1, 4);
        const FitTask task{.model = {CorrelatorForm::Exponential}, .first = 2, .last = 7, .bin = 1};
        const CorrelatorFit ground = fitCorrelator(states[0], task), next = fitCorrelator(states[1], task);
        covered += std::abs(ground.parameters[0].mean - levels[0]) < ground.parameters[0].error ? 1.0 / trials : 0;
        excited += std::abs(next.parameters[0].mean - levels[1]) < next.parameters[0].error ? 1.0 / trials : 0;
        probabilities.push_back(ground.probability);
    }

    EXPECT_NEAR(covered, test::oneSigma(), 0.03);
    EXPECT_NEAR(excited, test::oneSigma(), 0.03);
    EXPECT_LT(test::distanceFromUniform(probabilities), 1.63);
}

TEST(Gevp, DoubtsMatricesThatAreNotSymmetric)
{
    CorrelatorMatrices matrices{2, test::NoisyCorrelators(matrixOf(2, 2), 0.02, 9).series(40)};
    EXPECT_EQ(asymmetries(matrices, 1), Warnings());

    for (std::vector<double>& one : matrices.series)
        one[slices + 1] *= 2; // C(0,1) at t = 1

    const Warnings found = asymmetries(matrices, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "C(0,1) and C(1,0) at t0 = 1 differ by ", found[0]);
    EXPECT_EQ(asymmetries(matrices, 2), Warnings());
}

TEST(Gevp, LeavesEnergiesUnknownWhereThereAreNoNumbers)
{
    CorrelatorMatrices matrices{2, test::NoisyCorrelators(matrixOf(2, 2), 1e-3, 9).series(40)};
    matrices.series[4][slices + 6] = std::nan("");

    const std::vector<Estimate> ground = gevpEnergies(matrices, 1)[0];

    EXPECT_NEAR(ground[4].mean, levels[0], 0.05);
    EXPECT_TRUE(known(ground[4]));
    for (std::size_t t = 5; t < 7; ++t)
        EXPECT_TRUE(std::isnan(ground[t].mean)) << t;
}

TEST(Gevp, NamesWhatIsWrong)
{
    const CorrelatorMatrices matrices{2, CorrelatorSeries(5, matrixOf(2, 2))};
    const auto refusal = [](const CorrelatorMatrices& of, int t0, int td) -> std::string {
        try {
            principalCorrelators(of, t0, td);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };

    EXPECT_EQ(refusal(matrices, 1, 4), "accepted");
    EXPECT_EQ(refusal(matrices, 15, 16), "t0 = 15 has to be 0 to 14");
    EXPECT_EQ(refusal(matrices, 3, 3), "td = 3 has to be 4 to 15");
    EXPECT_EQ(refusal({3, matrices.series}, 1, 4), "a configuration has 64 numbers, which are not 3x3 matrices at 7 t");
    EXPECT_EQ(refusal({}, 1, 4), "there are no matrices of correlators");
    CorrelatorMatrices broken = matrices;
    broken.series[2][3 * slices + 4] = std::nan("");
    EXPECT_EQ(refusal(broken, 1, 4), "configuration 3 has nan at t = 4");
    EXPECT_EQ(refusal(broken, 4, 5), "configuration 3 has nan at t = 4");
    EXPECT_EQ(refusal(broken, 1, 5), "accepted");
    CorrelatorMatrices negative = matrices;
    for (std::vector<double>& one : negative.series)
        for (double& value : one)
            value = -value;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "t0 = 1 is not positive", refusal(negative, 1, 4));
}

} // namespace
} // namespace gaugegl::analysis
