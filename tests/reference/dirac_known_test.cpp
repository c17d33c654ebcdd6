// Values that CL2QCD's tests publish, on its test configuration and on the cold knownLattice, all 4x4x4x4.  Solved with
// conjugate gradients on the normal equations.
#include "reference/dirac.h"
#include "reference/smearing.h"

#include "reference/normal_solution.h"
#include "support/real_file.h"

#include <gtest/gtest.h>
#include <ostream>

namespace gaugegl::reference {
namespace {

using testing_support::noRealFiles;
using testing_support::readLinks;
using testing_support::realFile;

const Lattice knownLattice({4, 4, 4, 4});
const BoundaryPhases periodic{{}, false};

/// C = sum over the other three directions, spins and colours of |M^-1|^2 from a point source at the origin.
std::array<double, 4> correlator(const GaugeField<3>& u, const WilsonParameters& parameters, std::size_t direction)
{
    const WilsonOperator<3> op(u, parameters);
    std::array<double, 4> c{};
    for (int column = 0; column < 12; ++column) {
        SpinorField<3> source(knownLattice);
        source(0, 0, column) = 1;
        const auto x = solved(op, source);
        for (std::int64_t site = 0; site < knownLattice.volume(); ++site)
            for (int k = 0; k < 12; ++k)
                c[std::size_t(knownLattice.coordinates(site)[direction])] += std::norm(x(site, 0, k));
    }
    return c;
}

struct KnownCorrelator {
    const char* name;
    bool cold;
    double mu;
    std::size_t direction;
    std::array<double, 4> published; ///< C (2 kappa)^2 / 64, or C
    bool normalised;
};

/// C with antiperiodic time of an independent program that agrees with other codes, with a clover term.
struct KnownClover {
    const char* name;
    int stoutSteps;
    std::array<double, 4> published;
};

/// Names the case in the output of the tests.
void PrintTo(const KnownCorrelator& known, std::ostream* out) { *out << known.name; }

class KnownCorrelators : public testing::TestWithParam<KnownCorrelator> {};

// CL2QCD's gamma_5 has the opposite sign of ours, so its mu = 4 is our -4.
TEST_P(KnownCorrelators, ComeOutOfTheReference)
{
    const KnownCorrelator& known = GetParam();
    const auto file = realFile("cl2qcd_conf.00200.ildg");
    if (!known.cold && !file) GTEST_SKIP() << noRealFiles;
    const GaugeField<3> u = known.cold ? GaugeField<3>(knownLattice) : gaugeField<3>(knownLattice, readLinks(*file));
    const WilsonParameters parameters{.kappa = 0.15, .mu = known.mu, .boundary = periodic};

    const std::array<double, 4> c = correlator(u, parameters, known.direction);

    const double factor = known.normalised ? 4 * parameters.kappa * parameters.kappa / 64 : 1;
    for (std::size_t t = 0; t < 4; ++t)
        EXPECT_NEAR(factor * c[t] / known.published[t], 1, 1e-11) << t;
}

INSTANTIATE_TEST_SUITE_P(
    All, KnownCorrelators,
    testing::Values(
        KnownCorrelator{"TwistedMass",
                        false,
                        -4,
                        3,
                        {6.39838341066878e-03, 1.18922612884654e-04, 2.48500477806187e-06, 1.18758214790220e-04},
                        true},
        KnownCorrelator{"TwistedMassOppositeSign",
                        false,
                        4,
                        3,
                        {4.549962630601882, 0.08457232308418215, 0.001766722728954907, 0.08444445202712912},
                        false},
        KnownCorrelator{"Wilson",
                        false,
                        0,
                        2,
                        {2.23946028664745e-02, 2.05485346957700e-03, 6.96566865496375e-04, 2.17148162775779e-03},
                        true},
        KnownCorrelator{"ColdWilson",
                        true,
                        0,
                        3,
                        {1.83008474327911e-02, 3.14850262023767e-03, 7.81590667980677e-04, 3.14850262023767e-03},
                        true},
        KnownCorrelator{"ColdTwistedMass",
                        true,
                        -4,
                        3,
                        {6.35347927764573e-03, 1.21141739833823e-04, 2.40482229187376e-06, 1.21141739833823e-04},
                        true}),
    [](const auto& test) { return std::string(test.param.name); });

/// Names the case in the output of the tests.
void PrintTo(const KnownClover& known, std::ostream* out) { *out << known.name; }

class KnownCloverCorrelators : public testing::TestWithParam<KnownClover> {};

TEST_P(KnownCloverCorrelators, ComeOutOfTheReference)
{
    const auto file = realFile("cl2qcd_conf.00200.ildg");
    if (!file) GTEST_SKIP() << noRealFiles;
    GaugeField<3> u = gaugeField<3>(knownLattice, readLinks(*file));
    for (int step = 0; step < GetParam().stoutSteps; ++step)
        u = stoutSmeared(u, 0.12, /*spatial=*/false);

    const std::array<double, 4> c = correlator(u, {.kappa = 0.12, .clover = 1}, 3);

    for (std::size_t t = 0; t < 4; ++t)
        EXPECT_NEAR(c[t] / GetParam().published[t], 1, 3e-10) << t;
}

INSTANTIATE_TEST_SUITE_P(
    All, KnownCloverCorrelators,
    testing::Values(KnownClover{"Clover", 0, {15.432205127, .82316593751, .15643146116, .77526584067}},
                    KnownClover{"StoutClover", 3, {14.531544515, .92451077527, .28687004846, .97994808427}}),
    [](const auto& test) { return std::string(test.param.name); });

// The source has every component 1.
TEST(KnownStaggeredValues, ComeOutOfTheReference)
{
    const auto file = realFile("cl2qcd_conf.00200.ildg");
    if (!file) GTEST_SKIP() << noRealFiles;
    const GaugeField<3> u = gaugeField<3>(knownLattice, readLinks(*file));
    const StaggeredField<3> ones(knownLattice, FermionVector(std::size_t(knownLattice.volume()) * 3, 1.0));
    const auto element = [&](const BoundaryPhases& boundary) {
        const StaggeredOperator<3> op(u, {.mass = 0.1, .boundary = boundary});
        return dot(ones, solved(op, ones)) / (2.0 * double(knownLattice.volume()));
    };

    EXPECT_LT(std::abs(element(periodic) - std::complex(0.20344039707296779, -0.00655061784868673)), 1e-13);
    EXPECT_LT(std::abs(element({{0, 0, 0, 1}, true}) - std::complex(0.25968115501530798, -0.02196357651209398)), 1e-13);
}

} // namespace
} // namespace gaugegl::reference
