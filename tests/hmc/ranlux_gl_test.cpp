// A hybrid Monte Carlo whose numbers all come from RANLUX: they are those of the generator of the host, and a chain
// goes on from a checkpoint, and after an interrupt, as if there had been none.
#include "chain/checkpoint.h"
#include "chain/trajectories.h"

#include "chain/random_key.h"
#include "core/fermion_source.h"
#include "gauge/host_fields.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/chain/ensemble.h"
#include "hmc/forces.h"
#include "io/sample_field.h"
#include "reference/hmc.h"
#include "support/device_fixture.h"

#include <csignal>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice little({4, 2, 4, 6});

class RanluxTest : public DeviceTest {
protected:
    std::unique_ptr<Generator> make(const Lattice& on, std::uint64_t seed = 5) const
    {
        return Generator::create(device(), on,
                                 {{GeneratorType::Ranlux, 1}, group(), seed, defaultTrials(GeneratorType::Ranlux)});
    }
    /// The numbers of the host for what a device draws for each direction and parity.
    LinkDraws passes(Generator& generator, Purpose purpose, int draws) const
    {
        std::array<std::array<Draws, 2>, 4> all;
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity) {
                const Drawing drawing{purpose, {mu, parity}, 7, draws};
                all[std::size_t(mu)][std::size_t(parity)] = generator.hostDraws(drawing);
                generator.prepare(drawing);
            }
        return [all](int mu, std::uint32_t site, std::uint32_t draw) {
            const int parity = Lattice::parity(lattice.coordinates(site));
            return all[std::size_t(mu)][std::size_t(parity)](site, draw);
        };
    }
    /// The next numbers of both parities at some sites.
    std::vector<double> next(const Generator& generator, const Lattice& on) const
    {
        std::vector<double> numbers;
        for (int parity = 0; parity < 2; ++parity) {
            const Draws draws = generator.hostDraws({Purpose::Test, {0, parity}, 0, 2});
            for (std::uint32_t site = 0; site < std::uint32_t(on.volume()); ++site) {
                if (Lattice::parity(on.coordinates(site)) != parity) continue;
                const auto u = draws(site, 1);
                numbers.insert(numbers.end(), u.begin(), u.end());
            }
        }
        return numbers;
    }
    /// Four tastes; with RANLUX.
    RunConfig config() const
    {
        RunConfig run;
        run.lattice = {little.extents(), group()};
        run.action.beta = 2;
        run.update.seed = 9;
        run.update.generator = {GeneratorType::Ranlux, 1};
        run.update.thermalisation = 0;
        run.update.sweeps = 4;
        run.measure.observables = {Observable::Plaquette};
        run.device.precision = precision();
        HmcParameters& p = run.hmc.emplace().parameters;
        p.precision = precision() == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
        p.fermions = {{.action = FermionAction::Staggered, .mass = 0.6}};
        p.scales = {{Integrator::SecondOrder, 3}};
        return run;
    }
};

/// Whole trajectories.
class RanluxChainTest : public RanluxTest {};

TEST_P(RanluxTest, HotStartIsThatOfTheHost)
{
    const auto onDevice = make(lattice), onHost = make(lattice);
    GaugeField u(device(), lattice, group());

    hotStart(u, *onDevice);
    const LinkDraws draws = passes(*onHost, Purpose::HotStart, elementDraws(group()));
    const OracleField expected =
        fieldOf(group(), [&]<int N>() { return OracleField(reference::hotStart<N>(lattice, draws)); });

    EXPECT_LT(largestDifference(oracleField(u), expected), precision() == Precision::Single ? 1e-5 : 1e-13);
    EXPECT_EQ(next(*onDevice, lattice), next(*onHost, lattice)) << "the states after it, bit by bit";
}

TEST_P(RanluxTest, MomentaAreThoseOfTheHost)
{
    const auto onDevice = make(lattice), onHost = make(lattice);
    AlgebraField p(device(), lattice, group());
    Reduction reduction(device());

    drawMomenta(p, *onDevice, 7);
    const LinkDraws draws = passes(*onHost, Purpose::Momentum, momentumDraws(group()));
    const double kinetic = kineticEnergy(p, reduction);

    const auto check = [&]<int N>() {
        const auto expected = reference::gaussianMomenta<N>(lattice, draws);
        EXPECT_NEAR(kinetic / reference::kineticEnergy<N>(expected), 1,
                    precision() == Precision::Single ? 1e-6 : 1e-13);
        // A momentum of its own: row 0, column 1 is i (p_1 - i p_2) / 2, which both groups store in one place each.
        const std::vector<double> planes = p.of(2, 1).download();
        const std::size_t texels = std::size_t(lattice.halfVolume());
        double largest = 0;
        for (std::size_t texel = 0; texel < texels; ++texel) {
            const auto site = std::size_t(siteOfTexel(lattice, 1, texel));
            const std::complex<double> h = expected[site][2](0, 1) / std::complex<double>(0, 1);
            const double re = N == 2 ? planes[4 * texel + 1] : planes[4 * texel + 2];
            largest = std::max(largest, std::abs(re - h.real()));
        }
        EXPECT_LT(largest, precision() == Precision::Single ? 1e-5 : 1e-13);
    };
    if (group() == Group::SU2)
        check.template operator()<2>();
    else
        check.template operator()<3>();
    EXPECT_EQ(next(*onDevice, lattice), next(*onHost, lattice)) << "the states after it, bit by bit";
}

TEST_P(RanluxTest, NumbersForTheHostAreOfDoublePrecisionAndMoveTheState)
{
    const auto generator = make(little);
    const int draws = noiseDraws(FermionKind::Wilson, group());
    const Drawing drawing{Purpose::Pseudofermion, {0, 1}, 3, draws};

    const Draws first = generator->draw(drawing), second = generator->draw(drawing);

    for (const std::uint32_t site : {1u, 6u, 44u}) {
        Ranlux host(1, ranluxStart(5, site));
        std::vector<std::uint32_t> words;
        for (int block = 0; block < 2 * ((draws + 2) / 3); ++block) {
            host.advance();
            words.insert(words.end(), host.block().begin(), host.block().end());
        }
        ASSERT_EQ(Lattice::parity(little.coordinates(site)), 1);
        const std::size_t blocks = words.size() / 2;
        for (std::size_t draw = 0; draw < std::size_t(draws); ++draw) {
            EXPECT_EQ(first(site, std::uint32_t(draw)),
                      ranluxUniforms(std::span(words).subspan(8 * draw, 8), Precision::Double));
            EXPECT_EQ(second(site, std::uint32_t(draw)),
                      ranluxUniforms(std::span(words).subspan(blocks + 8 * draw, 8), Precision::Double));
        }
    }
}

TEST_P(RanluxTest, GoesBackToWhereItWasMarked)
{
    const auto generator = make(little);
    generator->prepare({Purpose::Momentum, {0, 1}, 0, 1});
    const std::vector<double> before = next(*generator, little);

    generator->mark();
    generator->prepare({Purpose::Momentum, {1, 0}, 0, 2});
    generator->draw({Purpose::Metropolis, {}, 0, 1});
    EXPECT_NE(next(*generator, little), before);
    generator->rewind();

    EXPECT_EQ(next(*generator, little), before);
}

TEST_P(RanluxChainTest, TrajectoriesGoOnFromACheckpointAndAnInterruptBitForBit)
{
    const io::test::TemporaryFolder folder;
    const RunConfig run = config();
    Ensemble whole(device(), run, makeTrajectories);
    runEnsemble(whole, {});

    std::optional<Ensemble> part(std::in_place, device(), run, makeTrajectories);
    part->sweep();
    {
        const InterruptGuard guard;
        std::raise(SIGINT);
        EXPECT_FALSE(part->sweep()) << "interrupted after the momenta were drawn";
    }
    part->sweep();
    part->save(folder.file("checkpoint"));
    part.reset();
    CheckpointReader from(folder.file("checkpoint"));
    part.emplace(device(), run, from, makeTrajectories);
    runEnsemble(*part, {});

    EXPECT_EQ(part->history().sweeps, 4);
    EXPECT_EQ(differingLinks(part->field(), whole.field()), 0);
    int accepted = 0;
    for (std::size_t n = 0; n < 4; ++n) {
        EXPECT_EQ(part->history().trajectories[n].deltaH, whole.history().trajectories[n].deltaH);
        accepted += whole.history().trajectories[n].accepted ? 1 : 0;
    }
    EXPECT_GT(accepted, 0);
}

// All of a run follows from the numbers of its generator: with another one, or another level, nothing is the same.
TEST_P(RanluxChainTest, EveryNumberOfATrajectoryIsThatOfTheGenerator)
{
    std::vector<double> kinetic, energies;
    for (const GeneratorChoice choice :
         {GeneratorChoice{}, GeneratorChoice{GeneratorType::Ranlux, 1}, GeneratorChoice{GeneratorType::Ranlux, 2}}) {
        const auto generator = Generator::create(device(), little, {choice, group(), 5, defaultTrials(choice.type)});
        GaugeField u(device(), little, group());
        RunConfig run = config();
        HybridMonteCarlo machine(&u, hmcOf(run), *generator);
        const Trajectory t = machine.trajectory(0);
        kinetic.push_back(t.kineticBefore);
        energies.push_back(t.terms.back().energyBefore);
    }
    for (const auto& values : {kinetic, energies}) {
        EXPECT_NE(values[0], values[1]);
        EXPECT_NE(values[1], values[2]);
    }
    // tr h^2 of each link has the mean (N^2 - 1)/2.
    const double links = 4 * double(little.volume()), numbers = group() == Group::SU2 ? 3 : 8;
    for (const double one : kinetic)
        EXPECT_NEAR(one / (links * numbers / 2), 1, 5 * std::sqrt(2 / (links * numbers)));
}

INSTANTIATE_TEST_SUITE_P(Device, RanluxTest,
                         testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single},
                                         Variant{Group::SU2, Path::Fragment, Precision::Double},
                                         Variant{Group::SU3, Path::Fragment, Precision::Single},
                                         Variant{Group::SU3, Path::Compute, Precision::Double}),
                         variantName);

INSTANTIATE_TEST_SUITE_P(Device, RanluxChainTest,
                         testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single}), variantName);

} // namespace
} // namespace gaugegl
