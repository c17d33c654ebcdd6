// The condensate from random sources: its mean is the trace of the inverse, which point sources give exactly.
#include "gaugegl/core/noise.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/condensate.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "reference/dirac.h"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace gaugegl {
namespace {

constexpr SolverChoice exact{.precision = SolverPrecision::Double, .tolerance = 1e-10};

HostGaugeField smallLinks(const Lattice& lattice)
{
    return {lattice, Group::SU2, reference::linkVector(reference::hotStart<2>(lattice, 3, Precision::Double))};
}

/// tr M^-1 / V and, with gamma_5 = diag(1, 1, -1, -1), tr gamma_5 M^-1 / V.
std::array<std::complex<double>, 2> traces(Inverter& inverter, const FermionDomain& space)
{
    std::array<std::complex<double>, 2> sums{};
    const auto components = std::size_t(space.components());
    for (std::size_t i = 0; i < space.size(); ++i) {
        FermionVector b(space.size());
        b[i] = 1;
        const std::complex<double> x = inverter.solve(b, exact).solution[i];
        sums[0] += x;
        sums[1] += i % components < components / 2 ? x : -x;
    }
    for (auto& sum : sums)
        sum /= double(space.lattice.volume());
    return sums;
}

class CondensateTest : public testing::TestWithParam<DiracType> {
protected:
    DiracParameters dirac() const
    {
        DiracParameters result{.type = GetParam()};
        if (GetParam() == DiracType::Staggered)
            result.mass = 0.4;
        else
            result.kappa = 0.12;
        if (GetParam() == DiracType::TwistedMass) result.mu = 0.8;
        return result;
    }
};

TEST_P(CondensateTest, IsTheTraceOfTheInverseInTheMean)
{
    const HostGaugeField links = smallLinks(Lattice({2, 2, 2, 2}));
    const FermionDomain space{links.lattice, links.group, dirac().kind()};
    const auto inverter = hostInverter(links, dirac());
    const auto expected = traces(*inverter, space);

    std::vector<double> scalar, pseudoscalar;
    std::vector<std::uint64_t> seeds;
    for (int k = 0; k < 150; ++k)
        seeds.push_back(noiseSeed(1, 150, 1, k));
    const std::vector<CondensateEstimate> all = estimateCondensate(*inverter, space, seeds, exact);
    ASSERT_EQ(all.size(), seeds.size());
    for (const CondensateEstimate& one : all) {
        ASSERT_EQ(one.status, SolverStatus::Converged);
        scalar.push_back(one.scalar);
        pseudoscalar.push_back(one.pseudoscalar);
    }

    const auto s = analysis::gammaMethod(scalar), p = analysis::gammaMethod(pseudoscalar);
    EXPECT_NEAR(s.mean, expected[0].real(), 4 * s.error);
    EXPECT_LT(s.error, 0.04 * s.mean);
    if (GetParam() == DiracType::Staggered) return;
    EXPECT_NEAR(p.mean, -expected[1].imag(), 4 * p.error);
    if (GetParam() == DiracType::TwistedMass) {
        EXPECT_GT(p.mean, 10 * p.error);
    }
}

std::string typeName(const testing::TestParamInfo<DiracType>& info)
{
    constexpr std::array names = {"Wilson", "TwistedMass", "Staggered"};
    return names[std::size_t(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Operators, CondensateTest,
                         testing::Values(DiracType::Wilson, DiracType::TwistedMass, DiracType::Staggered), typeName);

TEST(Condensate, OfAnUnsolvedSourceIsNone)
{
    const HostGaugeField links = smallLinks(Lattice({2, 2, 2, 2}));
    const DiracParameters dirac{.kappa = 0.12};

    const std::vector<CondensateEstimate> all = estimateCondensate(
        *hostInverter(links, dirac), {links.lattice, links.group, dirac.kind()}, std::array<std::uint64_t, 2>{1, 2},
        {.precision = SolverPrecision::Double, .tolerance = 1e-10, .maxIterations = 2});

    ASSERT_EQ(all.size(), 2u);
    for (const CondensateEstimate& one : all) {
        EXPECT_EQ(one.status, SolverStatus::TooManyIterations);
        EXPECT_EQ(one.scalar, 0);
    }
}

TEST(Condensate, DoesNotDependOnWhichSourcesAreSolvedTogether)
{
    const HostGaugeField links = smallLinks(Lattice({4, 4, 2, 2}));
    const DiracParameters dirac{.type = DiracType::Staggered, .mass = 0.4};
    const FermionDomain space{links.lattice, links.group, dirac.kind()};
    const auto inverter = hostInverter(links, dirac);
    const std::array<std::uint64_t, 5> seeds{3, 1, 4, 15, 9};
    SolverChoice two = exact;
    two.rhs = 2;

    const std::vector<CondensateEstimate> all = estimateCondensate(*inverter, space, seeds, two);

    ASSERT_EQ(all.size(), seeds.size());
    for (std::size_t k = 0; k < seeds.size(); ++k)
        EXPECT_EQ(all[k].scalar, estimateCondensate(*inverter, space, {&seeds[k], 1}, exact).front().scalar) << k;
}

TEST(Condensate, HasASourceOfItsOwnForEverySweep)
{
    std::set<std::uint64_t> seeds;
    for (int sweep = 1; sweep <= 10; ++sweep)
        for (int k = 0; k < 3; ++k)
            seeds.insert(noiseSeed(5, 3, sweep, k));

    EXPECT_EQ(seeds.size(), 30u);
    EXPECT_EQ(noiseSeed(5, 3, 2, 1), 5 + (7ull << 32));
}

} // namespace
} // namespace gaugegl
