// The reference of smearing and mean links, on fields and integrals that are known otherwise.
#include "reference/smearing.h"

#include "reference/random_element.h"

#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

namespace gaugegl::reference {
namespace {

const Lattice smearingLattice({6, 4, 2, 2});

template<typename Colours>
class ReferenceSmearing : public testing::Test {
public:
    static constexpr int n = Colours::value;
    using M = Matrix<n>;
    using Field = GaugeField<n>;

    /// The charges of the Abelian fields below; their sum is 0.
    static std::vector<double> charges() { return n == 2 ? std::vector<double>{1, -1} : std::vector<double>{1, 2, -3}; }

    static M diagonal(const std::vector<double>& angles)
    {
        M m;
        for (int i = 0; i < n; ++i)
            m(i, i) = std::polar(1.0, angles[std::size_t(i)]);
        return m;
    }

    static double wave(int x) { return 0.4 * std::sin(2 * std::numbers::pi * x / smearingLattice.extent(0)); }
    static std::vector<double> anglesAt(int x)
    {
        std::vector<double> angles = charges();
        for (double& angle : angles)
            angle *= wave(x);
        return angles;
    }

    /// U_1 depends on x alone, the other links are 1.
    static Field waveField()
    {
        Field u(smearingLattice);
        for (std::int64_t site = 0; site < smearingLattice.volume(); ++site)
            u(1, site) = diagonal(anglesAt(smearingLattice.coordinates(site)[0]));
        return u;
    }

    /// The angles of the projection of sum of weight_k exp(i angles_k).
    using Term = std::pair<double, std::vector<double>>;
    static std::vector<double> projectedAngles(const std::vector<Term>& terms)
    {
        std::vector<double> angles;
        for (std::size_t i = 0; i < std::size_t(n); ++i) {
            std::complex<double> sum = 0;
            for (const auto& [weight, of] : terms)
                sum += std::polar(weight, of[i]);
            angles.push_back(std::arg(sum));
        }
        return withoutMean(angles);
    }

    static std::vector<double> withoutMean(std::vector<double> angles)
    {
        const double mean = std::accumulate(angles.begin(), angles.end(), 0.0) / n;
        for (double& angle : angles)
            angle -= mean;
        return angles;
    }

    /// The wave field with the angles that `angles(x)` gives to U_1.
    template<class Angles>
    static double deviationFromWave(const Field& u, const Angles& angles)
    {
        double deviation = 0;
        for (std::int64_t site = 0; site < smearingLattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                const M expected = mu == 1 ? diagonal(angles(smearingLattice.coordinates(site)[0])) : M::identity();
                deviation = larger(deviation, largestDifference(u(mu, site), expected));
            }
        return deviation;
    }

    static double largestDeviation(const Field& u, const Field& v)
    {
        double deviation = 0;
        for (std::int64_t site = 0; site < smearingLattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                deviation = larger(deviation, largestDifference(u(mu, site), v(mu, site)));
        return deviation;
    }

    /// Some order, so that sums of links are not nearly singular.
    static Field warmField()
    {
        Field u = hotStart<n>(smearingLattice, 3, Precision::Double);
        for (std::uint32_t sweep = 0; sweep < 3; ++sweep)
            heatBathSweep(u, {.beta = n == 2 ? 2.3 : 5.7}, 3, sweep, Precision::Double);
        return u;
    }

    static Field smearedBy(int which, const Field& u)
    {
        switch (which) {
        case 0:
            return apeSmeared(u, 0.5, true);
        case 1:
            return apeSmeared(u, 0.6, false);
        case 2:
            return stoutSmeared(u, 0.1, false);
        case 3:
            return stoutSmeared(u, 0.15, true);
        default:
            return hypSmeared(u, {0.75, 0.6, 0.3});
        }
    }
};

using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceSmearing, Groups);

TYPED_TEST(ReferenceSmearing, IsGaugeCovariantAndStaysInTheGroup)
{
    constexpr int N = TestFixture::n;
    const auto u = TestFixture::warmField();
    const auto g = randomGaugeTransformation<N>(smearingLattice, 5, Precision::Double);
    for (int which = 0; which < 5; ++which) {
        const auto smeared = TestFixture::smearedBy(which, u);
        const auto other = TestFixture::smearedBy(which, transformed(u, g));
        EXPECT_LT(TestFixture::largestDeviation(transformed(smeared, g), other), 1e-11) << which;
        EXPECT_GT(TestFixture::largestDeviation(smeared, u), 0.01) << which;
        for (std::int64_t site = 0; site < smearingLattice.volume(); ++site)
            EXPECT_LT(unitarityDeviation(smeared(1, site)), 1e-11) << which;
    }
}

TYPED_TEST(ReferenceSmearing, LeavesTheColdFieldAlone)
{
    constexpr int N = TestFixture::n;
    const GaugeField<N> cold(smearingLattice);
    for (int which = 0; which < 5; ++which)
        EXPECT_LT(TestFixture::largestDeviation(TestFixture::smearedBy(which, cold), cold), 1e-14) << which;
}

// Of the six staples of U_1 four are U_1 itself, two are its neighbours in x.
TYPED_TEST(ReferenceSmearing, ApeOfAWaveIsThatOfItsPhases)
{
    for (const bool spatial : {true, false}) {
        const double alpha = 0.5, part = alpha / (spatial ? 4 : 6);
        const auto smeared = apeSmeared(TestFixture::waveField(), alpha, spatial);
        EXPECT_LT(TestFixture::deviationFromWave(smeared,
                                                 [&](int x) {
                                                     return TestFixture::projectedAngles(
                                                         {{1 - 2 * part, TestFixture::anglesAt(x)},
                                                          {part, TestFixture::anglesAt(x + 1)},
                                                          {part, TestFixture::anglesAt(x - 1)}});
                                                 }),
                  1e-14);
    }
}

// i Q of a diagonal field is -i rho times the sines of its plaquettes.
TYPED_TEST(ReferenceSmearing, StoutOfAWaveMovesItsPhasesBySines)
{
    const double rho = 0.12;
    const auto smeared = stoutSmeared(TestFixture::waveField(), rho, true);
    const auto angles = [&](int x) {
        const auto here = TestFixture::anglesAt(x), up = TestFixture::anglesAt(x + 1),
                   down = TestFixture::anglesAt(x - 1);
        std::vector<double> force;
        for (std::size_t i = 0; i < here.size(); ++i)
            force.push_back(rho * (std::sin(here[i] - up[i]) + std::sin(here[i] - down[i])));
        force = TestFixture::withoutMean(force);
        for (std::size_t i = 0; i < here.size(); ++i)
            force[i] = here[i] - force[i];
        return force;
    };
    EXPECT_LT(TestFixture::deviationFromWave(smeared, angles), 1e-14);
}

// Level by level: U_1 is decorated in x once, by itself in the planes with z and t, and so on.
TYPED_TEST(ReferenceSmearing, HypOfAWaveIsThatOfItsPhases)
{
    using Fixture = ReferenceSmearing<TypeParam>;
    const std::array<double, 3> alpha = {0.75, 0.6, 0.3};
    const auto here = [](int x) { return Fixture::anglesAt(x); };
    const auto inner = [&](int x) {
        return Fixture::projectedAngles(
            {{1 - alpha[2], here(x)}, {alpha[2] / 2, here(x + 1)}, {alpha[2] / 2, here(x - 1)}});
    };
    const auto middle = [&](int x) {
        return Fixture::projectedAngles({{1 - alpha[1], here(x)},
                                         {alpha[1] / 4, here(x + 1)},
                                         {alpha[1] / 4, here(x - 1)},
                                         {alpha[1] / 2, inner(x)}});
    };
    const auto outer = [&](int x) {
        return Fixture::projectedAngles({{1 - alpha[0], here(x)},
                                         {alpha[0] / 6, here(x + 1)},
                                         {alpha[0] / 6, here(x - 1)},
                                         {alpha[0] * 2 / 3, middle(x)}});
    };
    EXPECT_LT(Fixture::deviationFromWave(hypSmeared(Fixture::waveField(), alpha), outer), 1e-14);
}

TYPED_TEST(ReferenceSmearing, ProjectionTakesTheUnitaryFactorOfAProduct)
{
    constexpr int N = TestFixture::n;
    for (std::uint32_t site = 0; site < 20; ++site) {
        const auto random = [&](std::uint32_t mu) {
            return randomElement<N>({.seed = 7, .purpose = Purpose::HotStart, .mu = int(mu), .sweep = 0, .site = site},
                                    Precision::Double);
        };
        const Matrix<N> u = random(0), v = random(1);
        Matrix<N> positive;
        for (int i = 0; i < N; ++i)
            positive(i, i) = N == 2 ? 0.7 : 0.2 + 0.5 * i;
        EXPECT_LT(largestDifference(projected(u * v * positive * adj(v)), u), 1e-12);
    }
}

TYPED_TEST(ReferenceSmearing, ExponentialOfADiagonalElementHasItsPhases)
{
    constexpr int N = TestFixture::n;
    for (const double theta : {1e-9, 0.01, 0.3, 1.7, 9.0}) {
        Matrix<N> a;
        std::vector<double> angles = TestFixture::charges();
        for (int i = 0; i < N; ++i)
            a(i, i) = {0, angles[std::size_t(i)] *= theta};
        const auto g = randomElement<N>({.seed = 8, .purpose = Purpose::HotStart, .mu = 0, .sweep = 0, .site = 0},
                                        Precision::Double);
        EXPECT_LT(largestDifference(exponential(g * a * adj(g)), g * TestFixture::diagonal(angles) * adj(g)), 3e-14);
    }
}

// The class function exp(beta k a0) on the sphere: a0 = cos t has the density sin^2 t.
TEST(ReferenceMeanLink, OfSU2IsTheMeanOnTheSphere)
{
    const auto u = hotStart<2>(smearingLattice, 9, Precision::Double);
    const Matrix<2> staples = staple(u, 3, 17);
    const double k = norm(quaternionPart(staples, subgroups<2>[0]));
    for (const double beta : {0.1, 2.3, 8.0}) {
        double weight = 0, mean = 0;
        for (int i = 0; i < 4000; ++i) {
            const double t = std::numbers::pi * (i + 0.5) / 4000;
            const double p = std::sin(t) * std::sin(t) * std::exp(beta * k * (std::cos(t) - 1));
            weight += p;
            mean += p * std::cos(t);
        }
        EXPECT_LT(largestDifference(meanLink(staples, beta), (mean / weight / k) * adj(staples)), 1e-12) << beta;
    }
}

/// The mean of many heat baths of one link in the field of given staples, with its error for each real number.
struct SampledMean {
    Matrix<3> mean;
    double error = 0;
};

SampledMean sampledMean(const Matrix<3>& staples, double beta)
{
    constexpr int bins = 40, perBin = 250;
    const HeatBath parameters{.beta = beta};
    Matrix<3> link, mean;
    link = Matrix<3>::identity();
    std::vector<Matrix<3>> averages;
    std::uint32_t sweep = 0;
    const auto update = [&] {
        const SiteDraws draws = philoxDraws(
            {.seed = 31, .purpose = Purpose::HeatBath, .mu = 0, .sweep = sweep++, .site = 0}, Precision::Double);
        Matrix<3> m = link * staples;
        for (int s = 0; s < 3; ++s) {
            const Rows rows = subgroups<3>[std::size_t(s)];
            const Quaternion q = quaternionPart(m, rows);
            const double k = norm(q);
            const auto x = drawSubgroup(2 * beta * k / 3, parameters, draws, s);
            if (!x) continue;
            const Quaternion a = mul(*x, adj(scaled(1 / k, q)));
            multiplyRows(link, a, rows);
            multiplyRows(m, a, rows);
        }
    };
    for (int i = 0; i < 100; ++i)
        update();
    for (int bin = 0; bin < bins; ++bin) {
        Matrix<3> sum;
        for (int i = 0; i < perBin; ++i) {
            update();
            sum += (1.0 / perBin) * link;
        }
        link = reunitarised(link);
        averages.push_back(sum);
        mean += (1.0 / bins) * sum;
    }
    double variance = 0; // of a real number, mean over the eighteen
    for (const Matrix<3>& one : averages)
        for (const auto& element : (one - mean).e)
            variance += std::norm(element) / (18.0 * (bins - 1));
    return {mean, std::sqrt(variance / bins)};
}

TEST(ReferenceMeanLink, OfSU3IsTheMeanOfManyHeatBaths)
{
    auto u = hotStart<3>(smearingLattice, 11, Precision::Double);
    const Matrix<3> rough = staple(u, 3, 5);
    for (std::uint32_t sweep = 0; sweep < 4; ++sweep)
        heatBathSweep(u, {.beta = 6.0}, 11, sweep, Precision::Double);
    for (const Matrix<3>& staples : {rough, staple(u, 3, 5)}) {
        const SampledMean sampled = sampledMean(staples, 5.7);
        EXPECT_LT(sampled.error, 0.01);
        double chi2 = 0;
        for (const auto& element : (meanLink(staples, 5.7) - sampled.mean).e)
            chi2 += std::norm(element) / (sampled.error * sampled.error);
        EXPECT_LT(chi2, 18 + 5 * 6); // five standard deviations of chi^2 with 18 degrees of freedom
    }
}

// J/3 and a sixth of the conjugate cofactors of J = beta/6 A^dagger are all up to the second order in beta.
TEST(ReferenceMeanLink, OfSU3BeginsWithTheAdjointStaplesAndTheirCofactors)
{
    const auto u = hotStart<3>(smearingLattice, 12, Precision::Double);
    const double beta = 1e-3;
    const Matrix<3> staples = staple(u, 3, 9), j = (beta / 6) * adj(staples);
    Matrix<3> expected = (1.0 / 3) * j;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            const int k = (row + 1) % 3, l = (row + 2) % 3, m = (column + 1) % 3, n = (column + 2) % 3;
            expected(row, column) += std::conj(j(k, m) * j(l, n) - j(k, n) * j(l, m)) / 6.0;
        }
    EXPECT_LT(largestDifference(meanLink(staples, beta), expected), 1e-10);
    EXPECT_GT(largestDifference((1.0 / 3) * j, expected), 1e-8);
}

} // namespace
} // namespace gaugegl::reference
