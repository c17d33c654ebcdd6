// The key of the random numbers of a run: what it depends on, and on what it does not.
#include "chain/random_key.h"

#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace gaugegl {
namespace {

using Change = std::function<void(RunConfig&)>;

/// Two light quarks and a heavy one.
RunConfig run()
{
    RunConfig run;
    run.lattice = {{4, 6, 8, 10}, Group::SU3};
    run.action.beta = 5.5;
    run.update.seed = 12;
    run.hmc.emplace().parameters.fermions = {{.action = FermionAction::Wilson, .kappa = 0.15},
                                             {.action = FermionAction::RationalStaggered, .mass = 0.4, .flavours = 1}};
    return run;
}

FermionTerm& quark(RunConfig& run, std::size_t k) { return run.hmc->parameters.fermions[k]; }

std::uint64_t keyWith(const Change& change)
{
    RunConfig changed = run();
    change(changed);
    return randomKey(changed);
}

/// Two flavours; as a root it would have one.
FermionTerm walls() { return {.action = FermionAction::DomainWall, .mass = 0.1, .flavours = 1, .m5 = 1.8, .ls = 4}; }

FermionTerm overlap()
{
    return {.action = FermionAction::Overlap,
            .mass = 0.1,
            .lambdaMin = 0.02,
            .lambdaMax = 8,
            .rho = 1.4,
            .topologyMu = 0.2};
}

TEST(RandomKey, DependsOnSeedAndEnsemble)
{
    const std::vector<Change> changes = {
        [](RunConfig&) {},
        [](RunConfig& r) { r.update.seed = 13; },
        [](RunConfig& r) { r.lattice.group = Group::SU2; },
        [](RunConfig& r) {
            r.lattice.extents = {6, 4, 8, 10};
        },
        [](RunConfig& r) { r.lattice.extents[3] = 12; },
        [](RunConfig& r) { r.action.beta = 5.500000000000001; },
        [](RunConfig& r) { r.action.type = ActionType::Symanzik; },
        [](RunConfig& r) { r.hmc.reset(); },
        [](RunConfig& r) { r.hmc->parameters.fermions.pop_back(); },
        [](RunConfig& r) { quark(r, 0).kappa = 0.16; },
        [](RunConfig& r) { quark(r, 0) = {.action = FermionAction::TwistedMass, .kappa = 0.15, .mu = 0.1}; },
        [](RunConfig& r) { quark(r, 0).isospinMu = 0.2; },
        [](RunConfig& r) { quark(r, 1) = {.action = FermionAction::IsospinStaggered, .mass = 0.4}; },
        [](RunConfig& r) { quark(r, 1) = {.action = FermionAction::IsospinStaggered, .mass = 0.4, .isospinMu = 0.2}; },
        [](RunConfig& r) { quark(r, 0).clover = 1.1; },
        [](RunConfig& r) { quark(r, 0).clover = 1.2; },
        [](RunConfig& r) { quark(r, 0).stout = {.rho = 0.1, .steps = 1}; },
        [](RunConfig& r) { quark(r, 0).stout = {.rho = 0.1, .steps = 2}; },
        [](RunConfig& r) { quark(r, 1).stout = {.rho = 0.1, .steps = 1}; },
        [](RunConfig& r) { quark(r, 1).mass = 0.5; },
        [](RunConfig& r) { quark(r, 1).flavours = 2; },
        [](RunConfig& r) { quark(r, 1) = {.action = FermionAction::Staggered, .mass = 0.4}; },
        [](RunConfig& r) { quark(r, 1) = walls(); },
        [](RunConfig& r) { (quark(r, 1) = walls()).m5 = 1.7; },
        [](RunConfig& r) { (quark(r, 1) = walls()).ls = 6; },
        [](RunConfig& r) { (quark(r, 1) = walls()).b5 = 1.5; },
        [](RunConfig& r) { (quark(r, 1) = walls()).c5 = 0.5; },
        [](RunConfig& r) { (quark(r, 1) = walls()).lambdaMin = 0.1; },
        [](RunConfig& r) { (quark(r, 1) = walls()).lambdaMax = 6; },
        [](RunConfig& r) { (quark(r, 1) = walls()).action = FermionAction::RationalDomainWall; },
        [](RunConfig& r) { quark(r, 1) = overlap(); },
        [](RunConfig& r) { (quark(r, 1) = overlap()).mass = 0.2; },
        [](RunConfig& r) { (quark(r, 1) = overlap()).rho = 1.3; },
        [](RunConfig& r) { (quark(r, 1) = overlap()).lambdaMin = 0.01; },
        [](RunConfig& r) { (quark(r, 1) = overlap()).lambdaMax = 7; },
        [](RunConfig& r) { (quark(r, 1) = overlap()).topologyMu = 0.3; },
        [](RunConfig& r) { quark(r, 1).boundary = BoundaryPhases::parse("periodic"); }};
    std::set<std::uint64_t> keys;

    for (const Change& change : changes)
        keys.insert(keyWith(change));

    EXPECT_EQ(keys.size(), changes.size());
}

TEST(RandomKey, DoesNotDependOnHowTheEnsembleIsMade)
{
    const std::vector<Change> changes = {
        [](RunConfig& r) { r.update.sweeps = 5000; },
        [](RunConfig& r) { r.update.thermalisation = 1; },
        [](RunConfig& r) { r.update.start = Start::Cold; },
        [](RunConfig& r) { r.update.generator.type = GeneratorType::Ranlux; },
        [](RunConfig& r) { r.update.keyVersion = 2; },
        [](RunConfig& r) { r.device.path = PathChoice::Fragment; },
        [](RunConfig& r) { r.device.precision = Precision::Double; },
        [](RunConfig& r) { r.device.device = 1; },
        [](RunConfig& r) { r.output.directory = "elsewhere"; },
        [](RunConfig& r) {
            r.hmc->parameters.scales = {{Integrator::Leapfrog, 3}};
        },
        [](RunConfig& r) { r.hmc->parameters.length = 0.5; },
        [](RunConfig& r) {
            quark(r, 0).ratios = {{0.13, 0}};
        },
        [](RunConfig& r) { quark(r, 0) = {.action = FermionAction::TwistedMass, .kappa = 0.15}; },
        [](RunConfig& r) { quark(r, 1).rationalTolerance = 1e-8; },
        [](RunConfig& r) { std::swap(quark(r, 0), quark(r, 1)); }};

    for (std::size_t k = 0; k < changes.size(); ++k)
        EXPECT_EQ(keyWith(changes[k]), randomKey(run())) << "change " << k;
    RunConfig named = run(), numbered = run();
    named.action.type = ActionType::Symanzik;
    numbered.action = {.type = ActionType::Custom, .beta = 5.5, .c1 = actions::symanzik.of(LoopShape::Rectangle)};
    EXPECT_EQ(randomKey(named), randomKey(numbered));
}

TEST(RandomKey, OfTheFirstVersionIsTheSeed)
{
    EXPECT_EQ(keyWith([](RunConfig& r) { r.update.keyVersion = 1; }), 12u);
}

// Computed by hand with the formulas of CONVENTIONS.md: a key must never change, or no run can be repeated.
TEST(RandomKey, IsThatOfTheConventions)
{
    RunConfig pure = run();
    pure.hmc.reset();

    EXPECT_EQ(randomKey(pure), 5273682774067412341u);
    EXPECT_EQ(randomKey(run()), 6797544212203084045u);
}

TEST(RandomKey, OfAChainFromAFileOfOursGoesOnAfterTheNumbersThatMadeIt)
{
    RunConfig config = run();
    config.update.start = Start::File;
    const std::uint64_t key = randomKey(config);
    RandomPast past;
    past.streams.use(key, 300);
    past.streams.use(key + 1, 7);

    EXPECT_EQ(streamStart(config, past).key, key);
    EXPECT_EQ(streamStart(config, past).first, 300U);
    config.update.seed = 13;
    EXPECT_NE(streamStart(config, past).key, key);
    EXPECT_EQ(streamStart(config, past).first, 0U);
    for (const int version : {1, 2}) {
        config.update.seed = 12;
        config.update.keyVersion = version;
        EXPECT_EQ(streamStart(config, past).key, randomKey(config));
        EXPECT_EQ(streamStart(config, past).first, 0U);
    }
}

TEST(RandomKey, OfAChainFromAFileOfOthersDependsOnItsLinks)
{
    std::set<std::uint64_t> keys = {randomKey(run())};
    for (const std::uint64_t fingerprint : {0ULL, 5ULL, 6ULL}) {
        const StreamStart start = streamStart(run(), {{}, fingerprint});
        keys.insert(start.key);
        EXPECT_EQ(start.first, 0U);
    }
    EXPECT_EQ(keys.size(), 4U);
}

TEST(RandomKey, HasAnEndOfItsNumbers)
{
    RandomPast past;
    past.streams.use(randomKey(run()), 4294967000U);

    RunConfig config = run();
    config.update.thermalisation = 0;
    config.update.sweeps = 295;
    EXPECT_EQ(streamStart(config, past).first, 4294967000U);
    config.update.sweeps = 296;
    EXPECT_THROW(streamStart(config, past), InputError);
}

} // namespace
} // namespace gaugegl
