// Overlap quarks on the host: the laws of the operator, the inverter against the reference and published numbers, its modes and the
// index, and what is said of bad parameters.
#include "fermion/overlap_support.h"

#include "core/fermion_source.h"
#include "fermion/overlap/overlap_inverter.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "host/stout_links.h"
#include "support/known_fields.h"
#include "support/real_file.h"

#include <complex>
#include <gmock/gmock.h>
#include <numbers>

namespace gaugegl {
namespace {

using namespace testing_support;
using testing::HasSubstr;

const Lattice unequal({4, 2, 2, 6});

class OverlapOnHostTest : public testing::TestWithParam<Group> {
protected:
    const DiracParameters dirac_ = overlapOfTest();
    const HostGaugeField links_ = hotLinks(unequal, GetParam());
    OverlapOnHost host_{host::stoutSmeared(links_, dirac_.stout, links_.lattice), dirac_, links_.lattice, nullptr};

    void SetUp() override
    {
        const auto finder = [&](const SpectralParameters& of) { return hostModeFinder(host_.links(), of); };
        ASSERT_TRUE(host_.learnKernel(SolverPrecision::Double, {finder}));
    }
    FermionVector random(std::uint64_t seed) const
    {
        return gaussianSource(unequal, FermionKind::Wilson, GetParam(), seed);
    }
    auto field(const FermionVector& x) const { return fullFieldOf(host_.hopping(), host_.domain(), x); }
    template<class Field>
    FermionVector vector(const Field& x) const
    {
        return vectorOf(host_.domain(), x);
    }
    FermionVector gamma5(FermionVector x) const
    {
        const auto components = std::size_t(host_.domain().components());
        for (std::size_t k = 0; k < x.size(); ++k)
            if (k % components >= components / 2) x[k] = -x[k];
        return x;
    }
    /// f of a vector.
    template<class F>
    FermionVector image(const FermionVector& x, F f) const
    {
        const auto in = field(x);
        auto out = zeroLike(in);
        f(out, in);
        return vector(out);
    }
    FermionVector sign(const FermionVector& x) const
    {
        return image(x, [&](auto& out, const auto& in) { host_.op().sign().apply(out, in); });
    }
};

TEST_P(OverlapOnHostTest, SquareOfTheSignIsOne)
{
    const FermionVector x = random(1);
    EXPECT_LT(deviation(sign(sign(x)), x), 1e-12);
    const FermionVector turned = image(x, [&](auto& out, const auto& in) { host_.op().sign().applyGamma5(out, in); });
    EXPECT_LT(deviation(turned, gamma5(sign(x))), 1e-13);
}

// D gamma_5 D = rho (gamma_5 D + D gamma_5) of D = D(0); D^dagger = gamma_5 D gamma_5.
TEST_P(OverlapOnHostTest, FulfilsGinspargAndWilsonAndIsHermitianUpToGamma5)
{
    OverlapParameters massless = dirac_.overlap();
    massless.mass = 0;
    const OverlapOperator op(host_.op().sign(), massless);
    const auto d = [&](const FermionVector& x) {
        return image(x, [&](auto& out, const auto& in) { op.apply(out, in); });
    };
    const FermionVector x = random(2), dx = d(x), dgx = d(gamma5(x)), left = d(gamma5(dx));
    FermionVector right = gamma5(dx);
    for (std::size_t k = 0; k < right.size(); ++k)
        right[k] = dirac_.rho * (right[k] + dgx[k]);
    EXPECT_LT(deviation(left, right), 1e-12);
    const FermionVector adjoint = image(x, [&](auto& out, const auto& in) { host_.op().applyAdjoint(out, in); });
    const FermionVector turned =
        gamma5(image(gamma5(x), [&](auto& out, const auto& in) { host_.op().apply(out, in); }));
    EXPECT_LT(deviation(adjoint, turned), 1e-13);
}

TEST_P(OverlapOnHostTest, OnOneChiralityTheSquareTakesOneSign)
{
    for (const int s : {1, -1}) {
        const FermionVector any = random(3), turned = gamma5(any);
        FermionVector x = any;
        for (std::size_t k = 0; k < x.size(); ++k)
            x[k] = 0.5 * (any[k] + double(s) * turned[k]);
        const ChiralOverlap a(host_.op(), s);
        const FermionVector expected = image(x, [&](auto& out, const auto& in) {
            auto dx = zeroLike(in);
            host_.op().apply(dx, in);
            host_.op().applyAdjoint(out, dx);
        });
        EXPECT_LT(deviation(image(x, [&](auto& out, const auto& in) { a.apply(out, in); }), expected), 1e-12) << s;
    }
}

template<int N>
void expectReference(const HostGaugeField& links, const DiracParameters& dirac, const FermionVector& x,
                     const FermionVector& dx)
{
    const ReferenceOverlap<N> reference(links, dirac);
    reference::SpinorField<N> in(links.lattice, x), out(links.lattice);
    reference.op().apply(out, in);
    EXPECT_LT(deviation(dx, out.vector()), 1e-10);
    const auto inverter = hostInverter(links, dirac);
    for (const SolverPrecision precision : {SolverPrecision::Double, SolverPrecision::Mixed, SolverPrecision::Single}) {
        const SolverChoice choice{.precision = precision,
                                  .tolerance = precision == SolverPrecision::Single ? 1e-5 : 1e-11};
        const Inversion solved = inverter->solve(x, choice);
        EXPECT_TRUE(solved.converged()) << name(solved.status);
        EXPECT_LE(solved.relativeResidual, choice.tolerance);
        EXPECT_LT(reference.residual(solved.solution, x), choice.tolerance + 1e-10) << choiceName(precision);
        // Chiral symmetry, of any vector: Re eta^dagger S eta = m |S eta|^2.
        EXPECT_NEAR(dot(links.lattice, x, solved.solution).real() / (dirac.mass * solved.solutionNorm2), 1,
                    50 * choice.tolerance);
        EXPECT_EQ(solved.flops, double(solved.applications) * double(links.lattice.volume()) * (N == 2 ? 624 : 1320));
    }
}

TEST_P(OverlapOnHostTest, OperatorAndPropagatorAreThoseOfTheReference)
{
    const FermionVector x = random(4), dx = image(x, [&](auto&out, const auto&in) { host_.op().apply(out, in); });
    if (GetParam() == Group::SU2)
        expectReference<2>(links_, dirac_, x, dx);
    else
        expectReference<3>(links_, dirac_, x, dx);
}

TEST_P(OverlapOnHostTest, ModesLieOnTheCircleInPairs)
{
    const SpectralParameters of{SpectralType::Overlap, dirac_};
    const LowModes modes = hostModeFinder(links_, of)->find({.count = 5, .tolerance = 1e-8});
    ASSERT_EQ(modes.status, SolverStatus::Converged);
    ASSERT_EQ(modes.imaginary.size(), 5u);
    ASSERT_TRUE(modes.index.has_value());
    // D(m) = (1 - m / (2 rho)) D + m: the circle is smaller, and goes through m and 2 rho.
    const double radius = dirac_.rho - dirac_.mass / 2, centre = radius + dirac_.mass;
    for (std::size_t k = 0; k < 5; ++k) {
        const std::complex<double> lambda(modes.eigenvalues[k], modes.imaginary[k]);
        EXPECT_NEAR(std::abs(lambda - centre), radius, 1e-11);
        EXPECT_LT(modes.residuals[k], 1e-6);
        EXPECT_NEAR(modes.chiralities[k], 0, 1e-6); // of pairs
        if (lambda.imag() > 0 && k + 1 < 5) {
            EXPECT_EQ(modes.eigenvalues[k + 1], lambda.real());
            EXPECT_EQ(modes.imaginary[k + 1], -lambda.imag());
        }
        if (k > 0) {
            EXPECT_GE(std::abs(lambda), std::hypot(modes.eigenvalues[k - 1], modes.imaginary[k - 1]) - 1e-10);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Groups, OverlapOnHostTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& test) { return name(test.param); });

/// Of classical instantons in SU(2), whose charge has the sign of the orientation.
LowModes modesOfInstanton(int orientation)
{
    const Lattice lattice({4, 4, 4, 6});
    const HostGaugeField links{lattice, Group::SU2, reference::linkVector(instanton<2>(lattice, 1.3, orientation))};
    const SpectralParameters of{
        SpectralType::Overlap,
        {.type = DiracType::Overlap, .boundary = BoundaryPhases::parse("antiperiodic"), .rho = 1.4, .signModes = 8}};
    return hostModeFinder(links, of)->find({.count = 1, .precision = SolverPrecision::Single, .tolerance = 1e-4});
}

TEST(OverlapIndex, IsThatOfAnInstantonAndOddUnderParity)
{
    for (const int orientation : {1, -1}) {
        const LowModes modes = modesOfInstanton(orientation);
        EXPECT_EQ(modes.index, -orientation);
        EXPECT_EQ(modes.multiplicities, std::vector<int>{1});
        EXPECT_NEAR(std::hypot(modes.eigenvalues.at(0), modes.imaginary.at(0)), 0, 1e-6);
        EXPECT_NEAR(modes.chiralities.at(0), -orientation, 1e-12); // a sum over all sites
    }
}

// With all links 1: |lambda|^2 = 2 rho^2 (1 + r / w), w^2 = sum sin^2 p + r^2, r = sum (1 - cos p) - rho, on each chirality 2 N times.
TEST(OverlapModes, OfFreeQuarksAreThoseOfMomentumSpace)
{
    const Lattice lattice({2, 4, 2, 4});
    const double rho = 1.2;
    const HostGaugeField links{lattice, Group::SU2, reference::linkVector(reference::GaugeField<2>(lattice))};
    const SpectralParameters of{
        SpectralType::Overlap,
        {.type = DiracType::Overlap, .boundary = BoundaryPhases::parse("0,0.5,0,1"), .rho = rho, .signModes = 8}};
    std::vector<double> squares; // of pairs
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        double sin2 = 0, r = -rho;
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const double p = std::numbers::pi * (2 * lattice.coordinates(site)[mu] + of.dirac.boundary.theta[mu]) /
                             lattice.extent(int(mu));
            sin2 += std::sin(p) * std::sin(p);
            r += 1 - std::cos(p);
        }
        squares.insert(squares.end(), 4, 2 * rho * rho * (1 + r / std::sqrt(sin2 + r * r)));
    }
    std::ranges::sort(squares);

    const LowModes modes = hostModeFinder(links, of)->find({.count = 10, .tolerance = 1e-9});

    ASSERT_EQ(modes.status, SolverStatus::Converged);
    EXPECT_EQ(modes.index, 0);
    for (std::size_t k = 0; k < 10; ++k) {
        EXPECT_NEAR(std::norm(std::complex(modes.eigenvalues[k], modes.imaginary[k])), squares[k / 2], 1e-9) << k;
        EXPECT_EQ(modes.multiplicities[k],
                  std::ranges::count_if(squares, [&](double one) { return std::abs(one - squares[k / 2]) < 1e-9; }))
            << k;
    }
    EXPECT_TRUE(modes.lastLevelComplete);
}

TEST(OverlapInverter, SpectrumAndModesArePublishedOnes)
{
    const auto file = realFile("cl2qcd_conf.00200.ildg");
    if (!file) GTEST_SKIP() << noRealFiles;
    const HostGaugeField links{Lattice({4, 4, 4, 4}), Group::SU3, readLinks(*file)};
    const DiracParameters dirac{.type = DiracType::Overlap, .mass = 0.3, .rho = 1.4};
    const auto measured = measureSpectrum(*hostInverter(links, dirac), {links.lattice, links.group, dirac.kind()},
                                          {.source = Source::parse("point:0,0,0,0"), .choice = {.tolerance = 1e-12}});
    const std::array<double, 4> pion = {.14148186731, .038581400113, .0089703129631, .038054471591};
    for (std::size_t t = 0; t < pion.size(); ++t)
        EXPECT_NEAR(measured.correlators.front().values[t] / pion[t], 1, 3e-10) << t;
    DiracParameters massless = dirac;
    massless.mass = 0;
    const LowModes modes = hostModeFinder(links, {SpectralType::Overlap, massless})
                               ->find({.count = 6, .precision = SolverPrecision::Single, .tolerance = 1e-5});
    const std::array<double, 3> lowest = {.78787317147, .93314570796, 1.1405361602};
    EXPECT_EQ(modes.index, 0);
    for (std::size_t k = 0; k < 6; ++k)
        EXPECT_NEAR(std::hypot(modes.eigenvalues[k], modes.imaginary[k]) / lowest[k / 2], 1, 1e-8) << k;
}

TEST(OverlapInverter, OfAnotherMassReusesTheModesOfTheKernel)
{
    const HostGaugeField links = hotLinks(unequal, Group::SU2);
    const FermionVector b = gaussianSource(unequal, FermionKind::Wilson, Group::SU2, 4);
    const auto store = std::make_shared<KernelSpectrumStore>();
    const DiracParameters light = overlapOfTest(0.2), heavy = overlapOfTest(0.6);
    const HostGaugeField smeared = host::stoutSmeared(links, light.stout, links.lattice);
    EXPECT_EQ(store->find(light, smeared), nullptr);
    hostOverlapInverter(links, light, links.lattice, store)->solve(b, {.tolerance = 1e-6});
    const auto known = store->find(heavy, smeared);
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->values.size(), 5u);
    const Inversion second = hostOverlapInverter(links, heavy, links.lattice, store)->solve(b, {.tolerance = 1e-10});
    EXPECT_EQ(store->find(heavy, smeared), known);
    EXPECT_EQ(second.solution, hostInverter(links, heavy)->solve(b, {.tolerance = 1e-10}).solution);
    DiracParameters other = light;
    other.rho = 1.2;
    EXPECT_EQ(store->find(other, smeared), nullptr);
    HostGaugeField changed = smeared;
    changed.links[7] *= -1;
    EXPECT_EQ(store->find(light, changed), nullptr);
}

template<class F>
std::string errorOf(F f)
{
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(OverlapParametersTest, BadOnesAreNamed)
{
    const auto with = [](double DiracParameters::*number, double value) {
        DiracParameters bad = overlapOfTest();
        bad.*number = value;
        return errorOf([&] { validate(bad); });
    };
    EXPECT_EQ(with(&DiracParameters::mass, 0), "");
    EXPECT_THAT(with(&DiracParameters::rho, 0), HasSubstr("rho = 0 must be above 0 and below 2"));
    EXPECT_THAT(with(&DiracParameters::rho, 2), HasSubstr("rho = 2 must be above 0 and below 2"));
    EXPECT_THAT(with(&DiracParameters::rho, std::nan("")), HasSubstr("rho = nan"));
    EXPECT_THAT(with(&DiracParameters::mass, 2.6), HasSubstr("mass = 2.6 must be at least 0 and below 2 rho = 2.6"));
    EXPECT_THAT(with(&DiracParameters::mass, -0.1), HasSubstr("mass = -0.1"));
    EXPECT_THAT(with(&DiracParameters::signModes, 1.5), HasSubstr("sign_modes = 1.5"));
    EXPECT_THAT(with(&DiracParameters::signModes, 0), HasSubstr("sign_modes = 0 needs lambda_min and lambda_max"));
    EXPECT_THAT(with(&DiracParameters::kappa, 0.1), HasSubstr("kappa = 0.1 has no meaning for the operator overlap"));
}

TEST(OverlapInverter, ABoundThatFailsIsFoundAndSaid)
{
    const HostGaugeField links = hotLinks(unequal, Group::SU2);
    const FermionVector b = gaussianSource(unequal, FermionKind::Wilson, Group::SU2, 4);
    const auto with = [&](double lower, double upper, int modes) {
        DiracParameters dirac = overlapOfTest();
        dirac.lambdaMin = lower;
        dirac.lambdaMax = upper;
        dirac.signModes = modes;
        return errorOf([&] { hostInverter(links, dirac)->solve(b, {.tolerance = 1e-6}); });
    };
    EXPECT_EQ(with(1e-3, 8, 0), "");
    EXPECT_THAT(with(2, 8, 0), HasSubstr("lambda_min = 2, lambda_max = 8: the sign of H_W(-1.3) changes"));
    EXPECT_THAT(with(1e-3, 4, 0), HasSubstr("an eigenvalue lies outside [0.001, 4]"));
    EXPECT_THAT(with(0, 0.001, 5), HasSubstr("0 < lambda_min < lambda_max"));
}

TEST(OverlapInverter, RefusesWhatItCannotDo)
{
    const HostGaugeField links = hotLinks(unequal, Group::SU2);
    const auto inverter = hostInverter(links, overlapOfTest());
    const FermionVector b = gaussianSource(unequal, FermionKind::Wilson, Group::SU2, 4);
    EXPECT_THAT(errorOf([&] { inverter->solve(b, {.type = SolverType::BiCgStab}); }),
                HasSubstr("overlap quarks are solved by cg, not by bicgstab"));
    EXPECT_THAT(errorOf([&] { inverter->solve(b, {.precision = SolverPrecision::Mixed16}); }), HasSubstr("mixed16"));
    EXPECT_THROW(inverter->deflate(std::make_shared<const LowModes>()), InputError);
    EXPECT_THROW(hostModeFinder(links, {SpectralType::Overlap, overlapOfTest()})->find({.count = 2, .largest = true}),
                 InputError);
}

} // namespace
} // namespace gaugegl
