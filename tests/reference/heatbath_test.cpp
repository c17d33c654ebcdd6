// The heat bath against exact results.  Every bound is four standard errors, estimated from the mean of bins; the seeds
// are fixed, so a bound is met or missed for good.
#include "reference/observables.h"
#include "reference/update.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

namespace gaugegl::reference {
namespace {

struct Estimate {
    double mean, error;
};

/// Mean and standard error from twenty bins of equal length, which absorb the autocorrelation.
Estimate binned(const std::vector<double>& values)
{
    const std::size_t bins = 20, length = values.size() / bins;
    double sum = 0, squares = 0;
    for (std::size_t b = 0; b < bins; ++b) {
        const auto first = values.begin() + std::ptrdiff_t(b * length);
        const double mean = std::accumulate(first, first + std::ptrdiff_t(length), 0.0) / double(length);
        sum += mean;
        squares += mean * mean;
    }
    const double mean = sum / double(bins);
    return {mean, std::sqrt((squares / double(bins) - mean * mean) / double(bins - 1))};
}

void expectFourSigma(const Estimate& estimate, double exact, double largestError)
{
    EXPECT_NEAR(estimate.mean, exact, 4 * estimate.error);
    EXPECT_LT(estimate.error, largestError) << "too few measurements to say anything";
}

RandomSite siteOfDraw(std::uint32_t site)
{
    return {.seed = 77, .purpose = Purpose::HeatBath, .mu = 1, .sweep = 9, .site = site};
}

struct SamplerCase {
    HeatBathAlgorithm algorithm;
    double alpha;
    int trials;
};

class ReferenceSampler : public testing::TestWithParam<SamplerCase> {
protected:
    HeatBath parameters{.beta = 1, .algorithm = GetParam().algorithm, .trials = GetParam().trials};
};

// The density sqrt(1 - x0^2) exp(alpha x0) has <x0> = I2/I1 and, by parts, <1 - x0^2> = 3 <x0> / alpha.  A failed draw
// keeps the old value: with one trial this is a chain in which rejections repeat, and its means are the same.
TEST_P(ReferenceSampler, HasTheMeansOfItsDensity)
{
    const double alpha = GetParam().alpha;
    const double exact = std::cyl_bessel_i(2.0, alpha) / std::cyl_bessel_i(1.0, alpha);
    Quaternion x{1, 0, 0, 0};
    std::vector<double> means, squares, n1, n2, n3, correlation;
    for (std::uint32_t site = 0; site < 100000; ++site) {
        if (const auto drawn = drawSubgroup(alpha, parameters, philoxDraws(siteOfDraw(site), Precision::Single), 0))
            x = *drawn;
        ASSERT_NEAR(norm(x), 1, 1e-14);
        means.push_back(x[0]);
        squares.push_back(1 - x[0] * x[0]);
        n1.push_back(x[1]);
        n2.push_back(x[2]);
        n3.push_back(x[3]);
        correlation.push_back(x[3] * x[3] - x[1] * x[1]);
    }

    expectFourSigma(binned(means), exact, 0.02);
    expectFourSigma(binned(squares), 3 * exact / alpha, 0.02);
    expectFourSigma(binned(n1), 0, 0.02);
    expectFourSigma(binned(n2), 0, 0.02);
    expectFourSigma(binned(n3), 0, 0.02);
    expectFourSigma(binned(correlation), 0, 0.02);
}

TEST_P(ReferenceSampler, DrawsTheSameInBothPrecisions)
{
    double sum = 0;
    int both = 0, one = 0;
    for (std::uint32_t site = 0; site < 20000; ++site) {
        const auto single =
            drawSubgroup(GetParam().alpha, parameters, philoxDraws(siteOfDraw(site), Precision::Single), 2);
        const auto inDouble =
            drawSubgroup(GetParam().alpha, parameters, philoxDraws(siteOfDraw(site), Precision::Double), 2);
        if (single && inDouble) {
            // A decision within 2^-23 of its bound may turn out either way and changes the trial: count it apart.
            const double difference =
                std::max({std::abs((*single)[0] - (*inDouble)[0]), std::abs((*single)[1] - (*inDouble)[1]),
                          std::abs((*single)[2] - (*inDouble)[2]), std::abs((*single)[3] - (*inDouble)[3])});
            if (difference < 0.01) {
                sum += difference;
                ++both;
            } else {
                ++one;
            }
        } else if (single || inDouble) {
            ++one;
        }
    }

    EXPECT_GT(both, 2000);
    EXPECT_LE(one, 2); // 20000 draws of at most 16 trials, each undecided with probability about 1e-7
    EXPECT_LT(sum / both, 1e-5);
    EXPECT_GT(sum / both, 1e-9) << "the precision must reach the random numbers";
}

// The formulas of CONVENTIONS.md by hand for subgroup 1: trials in the blocks 256, 257, ..., the direction in block
// 511.
TEST(ReferenceDrawSubgroup, TakesTheBlocksOfTheConventions)
{
    const double alpha = 1.5, twoPi = 2 * std::numbers::pi;
    std::array<int, 3> accepted{};
    for (std::uint32_t site = 0; site < 200; ++site) {
        const auto x = drawSubgroup(alpha, {.trials = 2}, philoxDraws(siteOfDraw(site), Precision::Double), 1);
        double delta = 0;
        std::uint32_t r = 0;
        for (; r < 2; ++r) {
            const auto u = uniforms(siteOfDraw(site), 256 + r, Precision::Double);
            delta = -(std::log(u[0]) + std::pow(std::cos(twoPi * u[1]), 2) * std::log(u[2])) / alpha;
            if (u[3] * u[3] <= 1 - delta / 2) break;
        }
        ++accepted[r];
        ASSERT_EQ(x.has_value(), r < 2);
        if (!x) continue;
        const auto u = uniforms(siteOfDraw(site), 511, Precision::Double);
        const double sine = std::sqrt(1 - (1 - delta) * (1 - delta)), ring = 2 * std::sqrt(u[0] * (1 - u[0]));
        EXPECT_NEAR((*x)[0], 1 - delta, 1e-12);
        EXPECT_NEAR((*x)[1], sine * ring * std::cos(twoPi * u[1]), 1e-12);
        EXPECT_NEAR((*x)[2], sine * ring * std::sin(twoPi * u[1]), 1e-12);
        EXPECT_NEAR((*x)[3], sine * (1 - 2 * u[0]), 1e-12);
    }
    for (int count : accepted)
        EXPECT_GT(count, 10) << "first trial, second trial and failure must all occur";
}

TEST(ReferenceDrawSubgroup, CreutzTakesTheFirstAcceptedTrial)
{
    const double alpha = 0.8;
    for (std::uint32_t site = 0; site < 200; ++site) {
        const auto x = drawSubgroup(alpha, {.algorithm = HeatBathAlgorithm::Creutz, .trials = 1},
                                    philoxDraws(siteOfDraw(site), Precision::Double), 2);

        // exp(-alpha delta) is uniform between exp(-2 alpha) and 1.
        const auto u = uniforms(siteOfDraw(site), 512, Precision::Double);
        const double x0 = 1 + std::log(u[0] + (1 - u[0]) * std::exp(-2 * alpha)) / alpha;
        ASSERT_EQ(x.has_value(), u[3] * u[3] <= 1 - x0 * x0);
        if (x) {
            EXPECT_NEAR((*x)[0], x0, 1e-12);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(KennedyPendleton, ReferenceSampler,
                         testing::Values(SamplerCase{HeatBathAlgorithm::KennedyPendleton, 0.7, 255},
                                         SamplerCase{HeatBathAlgorithm::KennedyPendleton, 3, 16},
                                         SamplerCase{HeatBathAlgorithm::KennedyPendleton, 20, 16},
                                         SamplerCase{HeatBathAlgorithm::KennedyPendleton, 2, 1}));
INSTANTIATE_TEST_SUITE_P(Creutz, ReferenceSampler,
                         testing::Values(SamplerCase{HeatBathAlgorithm::Creutz, 0.3, 16},
                                         SamplerCase{HeatBathAlgorithm::Creutz, 3, 16},
                                         SamplerCase{HeatBathAlgorithm::Creutz, 20, 16},
                                         SamplerCase{HeatBathAlgorithm::Creutz, 8, 1}));

INSTANTIATE_TEST_SUITE_P(Flat, ReferenceSampler,
                         testing::Values(SamplerCase{HeatBathAlgorithm::KennedyPendleton, 0.0039, 16},
                                         SamplerCase{HeatBathAlgorithm::Creutz, 1e-9, 1}));

// Both algorithms where neither is defined: x0 of a uniform element of SU(2) has <x0> = 0 and <x0^2> = 1/4.
TEST(ReferenceDrawSubgroup, WithoutCouplingElementsAreUniform)
{
    for (const auto algorithm : {HeatBathAlgorithm::KennedyPendleton, HeatBathAlgorithm::Creutz}) {
        std::vector<double> first, squared;
        for (std::uint32_t site = 0; site < 20000; ++site) {
            const auto x =
                drawSubgroup(0, {.algorithm = algorithm}, philoxDraws(siteOfDraw(site), Precision::Single), 0);
            ASSERT_TRUE(x.has_value());
            const auto u = uniforms(siteOfDraw(site), 0, Precision::Single);
            if (u[3] * u[3] <= 4 * u[0] * (1 - u[0])) {
                ASSERT_NEAR((*x)[0], 1 - 2 * u[0], 1e-14);
            }
            first.push_back((*x)[0]);
            squared.push_back((*x)[0] * (*x)[0]);
        }
        expectFourSigma(binned(first), 0, 0.01);
        expectFourSigma(binned(squared), 0.25, 0.01);
    }
}

/// What is measured after each of `sweeps` sweeps of four independent lattices, one lattice after the other.  One
/// overrelaxation sweep follows each heat-bath sweep if asked.  A thread has a lattice of its own: on lattices this
/// small, threads that share one spend their time waiting for each other, above all on a busy machine.
template<int N>
std::vector<double> simulate(const Lattice& lattice, const HeatBath& parameters, int sweeps, bool overrelax,
                             const PlaneWeights& weights, const std::function<double(const GaugeField<N>&)>& measure)
{
    const int replicas = 4, thermalisation = 20; // sweeps; at these beta correlations last one or two
    std::vector<double> values(std::size_t(replicas) * std::size_t(sweeps));
#pragma omp parallel for schedule(dynamic)
    for (int replica = 0; replica < replicas; ++replica) {
        const auto seed = 31 + std::uint64_t(replica);
        GaugeField<N> u = hotStart<N>(lattice, seed, Precision::Single);
        for (int sweep = -thermalisation; sweep < sweeps; ++sweep) {
            heatBathSweep(u, parameters, seed, std::uint32_t(sweep + thermalisation), Precision::Single, weights);
            if (overrelax) overrelaxationSweep(u, {}, weights);
            if (sweep >= 0) values[std::size_t(replica) * std::size_t(sweeps) + std::size_t(sweep)] = measure(u);
        }
    }
    return values;
}

/// Mean of (1/N) Re tr P over the sites in the plane (mu, nu).
template<int N>
double planePlaquette(const GaugeField<N>& u, int mu, int nu)
{
    const Lattice& lattice = u.lattice();
    double sum = 0;
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        sum += trace(pathProduct(u, lattice.coordinates(site), {{mu, +1}, {nu, +1}, {mu, -1}, {nu, -1}})).real() / N;
    return sum / double(lattice.volume());
}

/// The two-dimensional theory in the plane (mu, nu) of a stack of planes with at least 32 plaquettes each: the torus
/// corrections are of order <P>^32 < 1e-10.
template<int N>
void checkTwoDimensions(int mu, int nu, const HeatBath& parameters, bool overrelax, double exact)
{
    const auto measure = [mu, nu](const GaugeField<N>& u) { return planePlaquette(u, mu, nu); };

    const auto values =
        simulate<N>(Lattice({4, 4, 6, 8}), parameters, 80, overrelax, PlaneWeights::only(mu, nu), measure);

    expectFourSigma(binned(values), exact, 0.002);
}

TEST(ReferenceHeatBath, GivesTheExactPlaquetteOfSU2InTwoDimensions)
{
    const double exact = std::cyl_bessel_i(2.0, 2.3) / std::cyl_bessel_i(1.0, 2.3);
    EXPECT_NEAR(exact, 0.479279078305, 1e-12);

    checkTwoDimensions<2>(2, 3, {2.3, HeatBathAlgorithm::KennedyPendleton, 16}, false, exact);
    checkTwoDimensions<2>(0, 3, {2.3, HeatBathAlgorithm::Creutz, 16}, true, exact);
}

// d/dbeta ln sum_n det I_{n+j-i}(beta/3) at beta = 6.
TEST(ReferenceHeatBath, GivesTheExactPlaquetteOfSU3InTwoDimensions)
{
    checkTwoDimensions<3>(1, 3, {6.0, HeatBathAlgorithm::KennedyPendleton, 16}, false, 0.4225317396);
    checkTwoDimensions<3>(2, 3, {6.0, HeatBathAlgorithm::KennedyPendleton, 16}, true, 0.4225317396);
}

// With one trial a subgroup often keeps its value: the chain is slower, its mean must not move.
TEST(ReferenceHeatBath, KeepsDetailedBalanceWithASingleTrial)
{
    checkTwoDimensions<2>(1, 3, {2.3, HeatBathAlgorithm::KennedyPendleton, 1}, false, 0.479279078305);
    checkTwoDimensions<3>(2, 3, {6.0, HeatBathAlgorithm::Creutz, 1}, false, 0.4225317396);
}

// The character expansion in four dimensions: SU(2) b/4 - b^3/96 + 7 b^5/1536 - 31 b^7/23040, SU(3) u + 72 u^5 u' with
// the plaquette u of two dimensions.  The terms left out are below 1e-5, and so is
// the effect of an extent of four, of order u^16.
TEST(ReferenceHeatBath, GivesTheStrongCouplingPlaquetteOfSU2InFourDimensions)
{
    const auto values = simulate<2>(Lattice({4, 4, 4, 6}), {0.5, HeatBathAlgorithm::Creutz, 16}, 100, false, {},
                                    [](const GaugeField<2>& u) { return plaquettes(u).all; });

    expectFourSigma(binned(values), 0.12383, 0.001);
}

TEST(ReferenceHeatBath, GivesTheStrongCouplingPlaquetteOfSU3InFourDimensions)
{
    const auto values = simulate<3>(Lattice({4, 4, 4, 6}), {1.0, HeatBathAlgorithm::Creutz, 16}, 50, false, {},
                                    [](const GaugeField<3>& u) { return plaquettes(u).all; });

    expectFourSigma(binned(values), 0.060130, 0.001);
}

} // namespace
} // namespace gaugegl::reference
