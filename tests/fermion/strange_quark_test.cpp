// Mesons and baryons of a light and a strange quark: what free quarks, symmetries and equal quarks say.
#include "baryon_contractions.h"

#include "fermion/measure/quark_smearer.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace gaugegl::baryon_test {
namespace {

/// Of the octet and the decuplet.
SpectrumRequest allOf(const DiracParameters& light, const DiracParameters& strange)
{
    return {.source = Source::parse("point:0,0,0,0"),
            .choice = {.precision = SolverPrecision::Double, .tolerance = 1e-12},
            .nucleon = light,
            .delta = light,
            .strange = strange};
}

HostGaugeField su3Links(const reference::GaugeField<3>& u)
{
    return {u.lattice(), Group::SU3, reference::linkVector(u)};
}

std::vector<MesonCorrelator> measuredOf(const HostGaugeField& links, const SpectrumRequest& request)
{
    const FermionDomain space{links.lattice, links.group, FermionKind::Wilson};
    const auto smearer = hostSmearer({links, request.nucleon->boundary, request.smearing.links}, links.lattice);
    PropagatorSolution strange;
    if (request.strange)
        strange = solvePropagator(*hostInverter(links, *request.strange), space, request, {}, smearer.get());
    return measureSpectrum(*hostInverter(links, *request.nucleon), space, request, {}, smearer.get(),
                           request.strange ? &strange.columns : nullptr)
        .correlators;
}

const std::vector<double>& named(const std::vector<MesonCorrelator>& all, const std::string& name)
{
    const auto found = std::ranges::find(all, name, &MesonCorrelator::name);
    EXPECT_TRUE(found != all.end()) << name;
    static const std::vector<double> none;
    return found == all.end() ? none : found->values;
}

/// Each differs by less than that share of the largest value.
void expectAlike(const std::vector<double>& found, const std::vector<double>& expected, double share,
                 const std::string& what)
{
    ASSERT_EQ(found.size(), expected.size()) << what;
    double largest = 0;
    for (const double value : expected)
        largest = std::max(largest, std::abs(value));
    EXPECT_GT(largest, 0) << what;
    for (std::size_t t = 0; t < expected.size(); ++t)
        EXPECT_NEAR(found[t], expected[t], share * largest) << what << " " << t;
}

constexpr std::array everyBaryon = {Baryon::Nucleon, Baryon::Lambda,    Baryon::Sigma,  Baryon::Xi,
                                    Baryon::Delta,   Baryon::SigmaStar, Baryon::XiStar, Baryon::Omega};

TEST(StrangeQuark, BesideAFreeLightOneMakesBaryonsOfPropagatorsInMomentumSpace)
{
    const Lattice lattice({4, 2, 2, 6});
    const DiracParameters light{.kappa = 0.12}, strange{.kappa = 0.1};
    const auto all = measuredOf(su3Links(reference::GaugeField<3>(lattice)), allOf(light, strange));
    const Propagator l = fromMomenta(lattice, 0.12), s = fromMomenta(lattice, 0.1);
    const Quarks quarks = {{'u', &l}, {'d', &l}, {'s', &s}};
    for (const Baryon baryon : everyBaryon) {
        const auto expected = expectedBaryon(baryon, lattice, quarks);
        for (std::size_t parity = 0; parity < 2; ++parity) {
            const std::string name = baryonNames(baryon)[parity];
            const auto& found = named(all, name);
            ASSERT_EQ(found.size(), 6u);
            for (std::size_t t = 0; t < 6; ++t)
                EXPECT_NEAR(found[t], expected[parity][t], 1e-9 * std::abs(expected[parity][t])) << name << " " << t;
        }
    }
}

/// Sigma^0 = [(u s)d + (d s)u] / sqrt(2), which isospin makes the Sigma^+.
TEST(StrangeQuark, MakesANeutralSigmaLikeTheChargedOne)
{
    const Lattice lattice({2, 2, 2, 2});
    const Propagator l = randomPropagator(lattice), s = randomPropagator(lattice, 100);
    const Quarks quarks = {{'u', &l}, {'d', &l}, {'s', &s}};
    const SpinMatrix x = reference::gamma(1) * reference::gamma(3) * reference::gamma5(),
                     y = reference::gamma(3) * adj(x) * reference::gamma(3);
    const double half = std::sqrt(0.5);
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const SpinMatrix neutral = twoPointFunction({{half, "usd"}, {half, "dsu"}}, x, y, quarks, site),
                         charged = twoPointFunction(interpolatorOf(Baryon::Sigma), x, y, quarks, site);
        EXPECT_LT(std::abs(trace(neutral) - trace(charged)), 1e-12 * std::abs(trace(charged)));
    }
}

TEST(StrangeQuark, LikeTheLightOneMakesOneOctetAndOneDecuplet)
{
    const Lattice lattice({4, 2, 2, 6});
    const DiracParameters light{.kappa = 0.11};
    const auto u = reference::hotStart<3>(lattice, 3, Precision::Double);
    SpectrumRequest request = allOf(light, light);
    request.channels = parseChannels("pion,rho,tensor-xt");
    request.momenta = MomentumChoice::parse("1,0,0", false);
    const auto all = measuredOf(su3Links(u), request);
    request.strange.reset();
    const auto alone = measuredOf(su3Links(u), request);

    ASSERT_EQ(alone.size(), 14u);
    for (const MesonCorrelator& one : alone)
        EXPECT_EQ(named(all, one.name), one.values) << one.name << " is there without a strange quark too";
    for (const std::string momentum : {"", "(1,0,0)"}) {
        for (const std::string meson : {"pion", "rho", "tensor-xt"})
            for (const std::string flavours : {"-ls", "-ss"})
                EXPECT_EQ(named(all, meson + flavours + momentum), named(all, meson + momentum)) << meson << flavours;
        for (const std::string parity : {"", "-negative"}) {
            const auto& nucleon = named(all, "nucleon" + parity + momentum);
            const auto& delta = named(all, "delta" + parity + momentum);
            EXPECT_EQ(named(all, "sigma" + parity + momentum), nucleon);
            EXPECT_EQ(named(all, "xi" + parity + momentum), nucleon);
            EXPECT_EQ(named(all, "omega" + parity + momentum), delta);
            expectAlike(named(all, "lambda" + parity + momentum), nucleon, 1e-12, "lambda");
            expectAlike(named(all, "sigma-star" + parity + momentum), delta, 1e-12, "sigma-star");
            expectAlike(named(all, "xi-star" + parity + momentum), delta, 1e-12, "xi-star");
        }
    }
}

TEST(StrangeQuark, MakesGaugeInvariantCorrelatorsWithSmearingToo)
{
    const Lattice lattice({2, 4, 2, 6});
    const auto u = reference::hotStart<3>(lattice, 3, Precision::Double);
    const auto g = reference::randomGaugeTransformation<3>(lattice, 5, Precision::Double);
    SpectrumRequest request = allOf({.kappa = 0.12}, {.kappa = 0.1});
    request.smearing = {{0.3, 4}, {0.2, 5}, {0.1, 2}};
    const auto before = measuredOf(su3Links(u), request), after = measuredOf(su3Links(transformed(u, g)), request);
    ASSERT_EQ(before.size(), 28u);
    const std::vector<std::string> names = request.names(FermionKind::Wilson);
    for (std::size_t k = 0; k < before.size(); ++k) {
        EXPECT_EQ(before[k].name, names[k]);
        expectAlike(after[k].values, before[k].values, 1e-9, before[k].name);
    }
    EXPECT_GT(std::abs(named(before, "pion-ls")[2] / named(before, "pion")[2] - 1), 1e-3);
}

TEST(StrangeQuark, IsMeasuredInMesonsAndTheBaryonsThatAreAskedFor)
{
    const DiracParameters light{.kappa = 0.12}, strange{.kappa = 0.1};
    SpectrumRequest request = allOf(light, strange);
    request.delta.reset();
    EXPECT_EQ(request.baryons(),
              (std::vector{Baryon::Nucleon, Baryon::Lambda, Baryon::Sigma, Baryon::Xi, Baryon::Omega}));
    request.nucleon.reset();
    EXPECT_EQ(request.names(FermionKind::Staggered), (std::vector<std::string>{"pion", "pion-ls", "pion-ss"}));
    request.delta = light;
    EXPECT_EQ(request.baryons(), (std::vector{Baryon::Delta, Baryon::SigmaStar, Baryon::XiStar, Baryon::Omega}));
    EXPECT_EQ(everyBaryonName().size(), 16u);
}

TEST(StrangeQuark, IsOneThatGoesWithTheLightOne)
{
    const FermionDomain wilson{Lattice({2, 2, 2, 4}), Group::SU3, FermionKind::Wilson};
    const DiracParameters light{.kappa = 0.12};
    const auto refused = [&](const DiracParameters& strange, const char* word) {
        try {
            validate(allOf(light, strange), wilson);
            ADD_FAILURE() << describe(strange);
        } catch (const InputError& error) {
            EXPECT_PRED_FORMAT2(testing::IsSubstring, word, error.what());
        }
    };
    refused({.type = DiracType::Staggered, .mass = 0.5}, "staggered");
    refused({.kappa = 0.1, .isospinMu = 0.2}, "isospin_mu = 0.2");
    refused({.kappa = 0.1, .boundary = BoundaryPhases::parse("periodic")}, "boundary");
    refused({.type = DiracType::TwistedMass, .kappa = 0.1, .mu = 0.3}, "twisted-mass");
    EXPECT_NO_THROW(validate(allOf(light, {.kappa = 0.1}), wilson));
    const Propagator s = randomPropagator(wilson.lattice);
    EXPECT_THROW(contract(s, wilson.lattice, wilson, allOf(light, {.kappa = 0.1})), std::logic_error);
}

} // namespace
} // namespace gaugegl::baryon_test
