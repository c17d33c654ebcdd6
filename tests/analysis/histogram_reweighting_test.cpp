#include "analysis/histogram_reweighting.h"

#include "autoregressive.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

/// Independent systems with an upper level at energy 1, which is so often degenerate: p = d e^-beta / (1 + d e^-beta) are in it.  E is their
/// number; x is the fraction of the first half, so that <x> = p, and half of them times its variance is p (1 - p), largest at beta = ln d.
class TwoLevels {
public:
    static constexpr double degeneracy = 10;
    static constexpr std::size_t systems = 40, half = systems / 2;

    static double upper(double beta) { return 1 / (1 + std::exp(beta) / degeneracy); }
    static double peak() { return std::log(degeneracy); }
    static double binder(double beta)
    {
        const double p = upper(beta);
        double second = 0, fourth = 0, probability = std::pow(1 - p, double(half)); // of the binomial distribution
        for (std::size_t k = 0; k <= half; ++k) {
            const double x = double(k) / double(half);
            second += probability * x * x;
            fourth += probability * x * x * x * x;
            probability *= double(half - k) / double(k + 1) * p / (1 - p);
        }
        return 1 - fourth / (3 * second * second);
    }

    explicit TwoLevels(unsigned seed) : generator_(seed) {}

    /// Each system keeps its level from one measurement to the next with this probability, so that the autocorrelation is keep^t.
    ChainAtCoupling chain(double beta, std::size_t measurements, double keep)
    {
        ChainAtCoupling result{.beta = beta};
        std::vector<bool> isUpper(systems);
        for (std::size_t n = 0; n < measurements; ++n) {
            for (std::size_t i = 0; i < systems; ++i)
                if (n == 0 || uniform_(generator_) >= keep) isUpper[i] = uniform_(generator_) < upper(beta);
            result.action.push_back(double(std::count(isUpper.begin(), isUpper.end(), true)));
            result.observable.push_back(double(std::count(isUpper.begin(), isUpper.begin() + half, true)) /
                                        double(half));
        }
        return result;
    }
    std::vector<ChainAtCoupling> scan(std::size_t number, double distance, std::size_t measurements, double keep)
    {
        std::vector<ChainAtCoupling> chains;
        for (std::size_t k = 0; k < number; ++k)
            chains.push_back(chain(peak() + distance * (double(k) - 0.5 * double(number - 1)), measurements, keep));
        return chains;
    }

private:
    std::mt19937_64 generator_;
    std::uniform_real_distribution<double> uniform_;
};

std::vector<double> betweenChains(const std::vector<ChainAtCoupling>& chains, int number)
{
    std::vector<double> couplings;
    const double first = chains.front().beta, last = chains.back().beta;
    for (int i = 0; i < number; ++i)
        couplings.push_back(first + (last - first) * i / (number - 1));
    return couplings;
}

constexpr double halfOfSystems = double(TwoLevels::half);

TEST(HistogramReweighting, FindsWhatIsKnownInClosedFormBetweenTheChains)
{
    const auto chains = TwoLevels(1).scan(7, 0.6, 2000, 0.3);

    const Reweighting found = reweight(chains, betweenChains(chains, 31), halfOfSystems);

    EXPECT_TRUE(found.warnings.empty()) << found.warnings.front();
    EXPECT_LT(found.iterations, 10);
    ASSERT_EQ(found.points.size(), 31u);
    for (const ReweightedPoint& point : found.points) {
        const double p = TwoLevels::upper(point.beta);
        EXPECT_NEAR(point.mean.mean, p, 4 * point.mean.error) << point.beta;
        EXPECT_NEAR(point.susceptibility.mean, p * (1 - p), 4 * point.susceptibility.error) << point.beta;
        EXPECT_NEAR(point.binder.mean, TwoLevels::binder(point.beta), 4 * point.binder.error) << point.beta;
        EXPECT_LT(point.mean.error, 0.004);
        EXPECT_LT(point.susceptibility.error, 0.015);
        EXPECT_LT(point.binder.error, 0.06);
        EXPECT_GT(point.independent, 900); // of 2000 with tau_int = 0.93, and those of the neighbours
    }
    ASSERT_TRUE(found.peak.has_value());
    EXPECT_NEAR(found.peak->position.mean, TwoLevels::peak(), 4 * found.peak->position.error);
    EXPECT_NEAR(found.peak->height.mean, 0.25, 4 * found.peak->height.error);
    EXPECT_LT(found.peak->position.error, 0.1);
    EXPECT_LT(found.peak->height.error, 0.008);
}

TEST(HistogramReweighting, QuotesErrorsThatCoverTheTruthIn68Percent)
{
    const int trials = 200;
    int means = 0, susceptibilities = 0, binders = 0, positions = 0, heights = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const auto chains = TwoLevels(unsigned(trial) + 1).scan(5, 0.8, 1000, 0.3);
        const Reweighting found = reweight(chains, betweenChains(chains, 41), halfOfSystems);
        const ReweightedPoint& point = found.points[13]; // between two chains
        const double p = TwoLevels::upper(point.beta);
        const auto covers = [](const Estimate& estimate, double exact) {
            return std::abs(estimate.mean - exact) < estimate.error ? 1 : 0;
        };
        ASSERT_TRUE(found.peak.has_value());
        means += covers(point.mean, p);
        susceptibilities += covers(point.susceptibility, p * (1 - p));
        binders += covers(point.binder, TwoLevels::binder(point.beta));
        positions += covers(found.peak->position, TwoLevels::peak());
        heights += covers(found.peak->height, 0.25);
    }

    for (const int covered : {means, susceptibilities, binders, positions, heights})
        EXPECT_NEAR(double(covered) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials));
}

TEST(HistogramReweighting, OfOneChainAtItsOwnCouplingIsItsAverage)
{
    const ChainAtCoupling chain = TwoLevels(2).chain(2, 3000, 0.6);
    const std::vector<double> couplings = {2};

    const ReweightedPoint found = reweight({chain}, couplings, halfOfSystems).points.front();
    const Estimate direct =
        jackknife({chain.action, chain.observable}, [](std::span<const double> means) { return means[1]; });

    EXPECT_NEAR(found.mean.mean, direct.mean, 1e-13);
    EXPECT_NEAR(found.mean.error, direct.error, 0.12 * direct.error) << "400 resamples";
    EXPECT_NEAR(found.independent, 3000 / 4., 200) << "tau_int = 2";
}

TEST(HistogramReweighting, HasSmallerErrorsThanTheChainAtACoupling)
{
    const auto chains = TwoLevels(3).scan(3, 0.3, 2000, 0);
    const std::vector<double> couplings = {chains[1].beta};

    const ReweightedPoint found = reweight(chains, couplings, halfOfSystems).points.front();
    const Estimate own = jackknife({chains[1].observable}, [](std::span<const double> means) { return means[0]; });

    EXPECT_NEAR(found.mean.mean, own.mean, 4 * own.error);
    EXPECT_LT(found.mean.error, 0.9 * own.error);
    EXPECT_GT(found.independent, 2500);
    EXPECT_LT(found.independent, 6000);
}

TEST(HistogramReweighting, AChainInTwoPiecesIsOneChain)
{
    const auto whole = TwoLevels(4).scan(3, 0.6, 4000, 0.3);
    std::vector<ChainAtCoupling> split = {whole[2], whole[0]}; // in any order
    for (const std::ptrdiff_t piece : {0, 1}) {
        const auto part = [&](const std::vector<double>& series) {
            return std::vector<double>(series.begin() + 2000 * piece, series.begin() + 2000 * (piece + 1));
        };
        split.push_back(
            {.beta = whole[1].beta, .action = part(whole[1].action), .observable = part(whole[1].observable)});
    }
    const std::vector<double> couplings = betweenChains(whole, 9);

    const Reweighting one = reweight(whole, couplings, halfOfSystems), two = reweight(split, couplings, halfOfSystems);

    ASSERT_TRUE(one.peak.has_value() && two.peak.has_value());
    for (std::size_t i = 0; i < couplings.size(); ++i) {
        EXPECT_NEAR(one.points[i].mean.mean, two.points[i].mean.mean, 0.3 * one.points[i].mean.error);
        EXPECT_NEAR(one.points[i].mean.error, two.points[i].mean.error, 0.2 * one.points[i].mean.error);
        EXPECT_NEAR(one.points[i].independent, two.points[i].independent, 0.1 * one.points[i].independent);
    }
    EXPECT_NEAR(one.peak->position.mean, two.peak->position.mean, 0.3 * one.peak->position.error);
}

TEST(HistogramReweighting, SaysWhatIsDoubtful)
{
    TwoLevels levels(5);
    const auto few = levels.scan(3, 0.6, 20, 0);
    const Reweighting ofFew = reweight(few, betweenChains(few, 9), halfOfSystems);
    ASSERT_FALSE(ofFew.warnings.empty());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "less than 50 independent data", ofFew.warnings[0]);

    std::vector<ChainAtCoupling> below;
    for (const double beta : {0.5, 1.0, 1.5})
        below.push_back(levels.chain(beta, 2000, 0));
    const Reweighting ofBelow = reweight(below, betweenChains(below, 11), halfOfSystems);
    EXPECT_FALSE(ofBelow.peak.has_value());
    ASSERT_EQ(ofBelow.warnings.size(), 1u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no peak between beta = 0.5 and 1.5: it is largest at 1.5",
                        ofBelow.warnings[0]);
}

std::string reasonAgainst(const std::vector<ChainAtCoupling>& chains, const std::vector<double>& couplings = {2, 3})
{
    try {
        reweight(chains, couplings, halfOfSystems);
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing";
}

TEST(HistogramReweighting, RefusesWhatGivesNoAverages)
{
    TwoLevels levels(6);
    const ChainAtCoupling good = levels.chain(2, 100, 0), hot = levels.chain(-3, 100, 0),
                          cold = levels.chain(9, 100, 0);
    ChainAtCoupling shorter = good, infinite = good;
    shorter.action.pop_back();
    infinite.observable[3] = std::numeric_limits<double>::infinity();
    const ChainAtCoupling six{.beta = 2, .action = std::vector(6, 1.0), .observable = std::vector(6, 0.5)};

    EXPECT_EQ(reasonAgainst({}), "reweighting needs at least one chain");
    EXPECT_EQ(reasonAgainst({good}, {3, 2}), "the couplings of reweighting have to rise, but number 2 is 2");
    EXPECT_EQ(reasonAgainst({hot, good, cold}),
              "the actions at beta = -3 and 2 do not overlap: a coupling between them is missing");
    EXPECT_EQ(reasonAgainst({good, shorter}), "the chain at beta = 2 has 99 actions and 100 values of the observable");
    EXPECT_EQ(reasonAgainst({infinite}),
              "the observable of measurement 4 at beta = 2 is inf: a finite number was expected");
    EXPECT_EQ(reasonAgainst({levels.chain(2, 3, 0)}),
              "the 3 measurements at beta = 2 are too few for their autocorrelation time");
    const std::vector<double> two = {2};
    EXPECT_THROW(reweight({good}, two, 0), InputError);
    EXPECT_EQ(reasonAgainst({six}), "the chain at beta = 2: errors need at least 4 bins, here of 2 configurations: 8 "
                                    "configurations; there are 6");
}

TEST(HistogramReweighting, StopsBetweenCouplings)
{
    const auto chains = TwoLevels(7).scan(3, 0.6, 200, 0);
    int asked = 0;
    EXPECT_THROW(reweight(chains, betweenChains(chains, 9), halfOfSystems, [&] { return ++asked == 8; }),
                 UnsolvedError);
    EXPECT_EQ(asked, 8);
}

} // namespace
} // namespace gaugegl::analysis
