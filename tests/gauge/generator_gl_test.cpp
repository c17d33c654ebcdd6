// The generators on the device: their numbers by hand, that a state goes on, and that physics is the same with each.
#include "chain/checkpoint.h"
#include "gaugegl/gauge/update/generator.h"

#include "core/lcg.h"
#include "gauge/host_fields.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/ensemble.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;
using io::test::TemporaryFolder;

class GeneratorTest : public DeviceTest {
protected:
    std::unique_ptr<Generator> make(GeneratorType type, std::uint64_t seed = 3, int trials = 0) const
    {
        return Generator::create(device(), lattice,
                                 {{type}, group(), seed, trials == 0 ? defaultTrials(type) : trials});
    }
    HeatBath usual(int trials) const { return {.beta = group() == Group::SU2 ? 2.3 : 5.7, .trials = trials}; }
    bool isDouble() const { return precision() == Precision::Double; }

    /// A field after some heat baths.
    GaugeField chain(Generator& generator, int sweeps) const
    {
        GaugeField u(device(), lattice, group());
        hotStart(u, 4);
        for (int sweep = 0; sweep < sweeps; ++sweep)
            heatBathSweep(u, usual(generator.options().trials), generator, std::uint32_t(sweep));
        return u;
    }
    RunConfig config(GeneratorType type, const std::array<int, 4>& extents) const
    {
        RunConfig run;
        run.lattice = {extents, group()};
        run.action.beta = group() == Group::SU2 ? 2.3 : 5.7;
        run.update.generator.type = type;
        run.update.benchmark = type == GeneratorType::Lcg;
        run.update.seed = 17;
        run.measure.observables = {Observable::Plaquette};
        return run;
    }
};

// Heat baths take their numbers in blocks; each subgroup has its direction first.
TEST_P(GeneratorTest, RanluxNumbersAreThoseOfItsBlocksInOrder)
{
    const auto generator = make(GeneratorType::Ranlux);
    const std::uint32_t site = 77; // (1, 1, 3, 0): odd
    const int draws = subgroupCount(group()) * 6, blocks = generator->source().blocks;
    EXPECT_EQ(blocks, (draws + (isDouble() ? 2 : 5)) / (isDouble() ? 3 : 6));
    Ranlux ranlux(3, ranluxStart(3, site));

    for (const int mu : {0, 1}) {
        const auto found = generator->hostDraws({mu, 1}, 0);
        generator->prepare({mu, 0}, 0); // the other parity has a state of its own
        std::vector<double> numbers;
        for (int block = 0; block < blocks; ++block) {
            ranlux.advance();
            numbers.insert(numbers.end(), ranlux.block().begin(), ranlux.block().end());
        }
        auto x = numbers.begin();
        for (std::uint32_t draw = 0; draw < std::uint32_t(draws); ++draw) {
            const std::uint32_t subgroup = draw / 6, r = draw % 6;
            for (const double u : found(site, 256 * subgroup + (r == 0 ? 255 : r - 1))) {
                const double upper = *x++;
                EXPECT_EQ(u, isDouble() ? (upper * 0x1p24 + *x++ + 0.5) * 0x1p-48
                                        : (std::floor(upper / 2) + 0.5) * 0x1p-23);
            }
        }
        generator->prepare({mu, 1}, 0);
    }
}

TEST_P(GeneratorTest, LcgNumbersFollowFromTheStartAndTheHeatBathsBefore)
{
    const auto generator = make(GeneratorType::Lcg, 3, 2);
    const std::uint32_t site = 78, sweep = 5;
    std::uint32_t x = lcgStart(3, site);
    const auto next = [&x] { return x = Lcg()(x); };
    const int draws = subgroupCount(group()) * 3, perDraw = isDouble() ? 8 : 4;
    for (int i = 0; i < (4 * int(sweep) + 2) * draws * perDraw; ++i)
        next();

    const auto found = generator->hostDraws({2, 1}, sweep);

    for (std::uint32_t draw = 0; draw < std::uint32_t(draws); ++draw) {
        const std::uint32_t subgroup = draw / 3, r = draw % 3;
        for (const double u : found(site, 256 * subgroup + (r == 0 ? 255 : r - 1))) {
            const double upper = next() >> 9;
            EXPECT_EQ(u, isDouble() ? (upper * 0x1p29 + (next() >> 3) + 0.5) * 0x1p-52 : (upper + 0.5) * 0x1p-23);
        }
    }
}

TEST_P(GeneratorTest, OtherSeedsAndLaterSweepsHaveOtherNumbers)
{
    for (const auto type : {GeneratorType::Ranlux, GeneratorType::Lcg}) {
        const GaugeField u = chain(*make(type), 1);
        EXPECT_EQ(differingLinks(u, chain(*make(type), 1)), 0);
        EXPECT_EQ(differingLinks(u, chain(*make(type, 4), 1)), 4 * lattice.volume());
        const auto used = make(type);
        chain(*used, 1);
        GaugeField later(device(), lattice, group());
        hotStart(later, 4);
        heatBathSweep(later, usual(used->options().trials), *used, 1);
        EXPECT_EQ(differingLinks(u, later), 4 * lattice.volume());
    }
}

TEST_P(GeneratorTest, CountingAcceptanceDoesNotChangeTheField)
{
    for (const auto type : {GeneratorType::Ranlux, GeneratorType::Lcg}) {
        const auto generator = make(type);
        GaugeField u(device(), lattice, group());
        hotStart(u, 4);
        Reduction reduction(device());

        const HeatBathCount count =
            countedHeatBathSweep(u, usual(generator->options().trials), *generator, 0, reduction);

        EXPECT_EQ(differingLinks(u, chain(*make(type), 1)), 0);
        EXPECT_GT(count.accepted, 0.99 * count.proposals);
    }
}

TEST_P(GeneratorTest, RanluxGoesOnFromACheckpointBitForBit)
{
    const TemporaryFolder folder;
    RunConfig run = config(GeneratorType::Ranlux, lattice.extents());
    run.update.overrelaxation = 1;
    run.update.thermalisation = 0;
    run.update.sweeps = 3;
    Ensemble whole(device(), run);
    runEnsemble(whole, {});

    std::optional<Ensemble> part(std::in_place, device(), run);
    for (int sweep = 0; sweep < 3; ++sweep) {
        part->sweep(true);
        part->save(folder.file("checkpoint"));
        part.reset();
        CheckpointReader from(folder.file("checkpoint"));
        part.emplace(device(), run, from);
    }

    EXPECT_EQ(differingLinks(part->field(), whole.field()), 0);
}

TEST_P(GeneratorTest, RefusesACheckpointWithoutARanluxState)
{
    const TemporaryFolder folder;
    const auto generator = make(GeneratorType::Ranlux);
    const auto write = [&](const std::string& name, std::span<const std::byte> odd) {
        CheckpointWriter to(folder.file(name), config(GeneratorType::Ranlux, lattice.extents()), {"driver"});
        to.add("ranlux-0", odd);
        to.add("ranlux-1", odd);
        to.commit();
    };
    const auto restoreError = [&](const std::string& name) {
        CheckpointReader from(folder.file(name));
        return io::test::fileError([&] { generator->restore(from); });
    };
    write("short", std::vector<std::byte>(16));
    write("wrong",
          std::vector<std::byte>(std::size_t(lattice.halfVolume()) * (isDouble() ? 128 : 112), std::byte{0x4f}));

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "it has 16 bytes", restoreError("short"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is no number of a RANLUX state", restoreError("wrong"));
}

TEST_P(GeneratorTest, RefusesMoreTrialsThanItHasNumbersFor)
{
    const auto generator = make(GeneratorType::Ranlux);
    GaugeField u(device(), lattice, group());

    EXPECT_THROW(heatBath(u, {0, 0}, usual(6), *generator, 0), InputError);
    EXPECT_NO_THROW(heatBath(u, {0, 0}, usual(5), *generator, 0));
    const int most = mostTrials(GeneratorType::Ranlux, group(), precision());
    EXPECT_THROW(make(GeneratorType::Ranlux, 3, most + 1), InputError);
    const auto all = make(GeneratorType::Ranlux, 3, most);
    EXPECT_EQ(all->source().blocks, ranluxMostBlocks);
    EXPECT_NO_THROW(heatBath(u, {0, 0}, usual(most), *all, 0)) << "eight links and eight blocks";
}

/// With every generator.
class EnsembleOfGeneratorTest : public GeneratorTest {};

TEST_P(EnsembleOfGeneratorTest, FindsTheSamePlaquette)
{
    std::vector<analysis::Estimate> found;
    for (const auto type : {GeneratorType::Philox, GeneratorType::Ranlux, GeneratorType::Lcg}) {
        RunConfig run = config(type, {4, 4, 4, 4});
        run.update.thermalisation = 30;
        run.update.sweeps = 250;
        Ensemble ensemble(device(), run);
        runEnsemble(ensemble, {});
        std::vector<double> plaquettes;
        for (const Measurement& m : ensemble.history().measurements)
            plaquettes.push_back(m.values.plaquette);
        found.push_back(analysis::gammaMethod(plaquettes));
    }
    for (const analysis::Estimate& one : found) {
        EXPECT_LT(one.error, 2.5e-3);
        EXPECT_NEAR(one.mean, found[0].mean, 4 * std::hypot(one.error, found[0].error));
    }
}

/// Histories of runs of one seed at two couplings.
class OneSeedTest : public GeneratorTest {
protected:
    std::vector<double> history(double beta, int keyVersion) const
    {
        RunConfig run = config(GeneratorType::Philox, {4, 4, 4, 4});
        run.action.beta = beta;
        run.update.keyVersion = keyVersion;
        run.update.thermalisation = 20;
        run.update.sweeps = 300;
        Ensemble ensemble(device(), run);
        runEnsemble(ensemble, {});
        std::vector<double> plaquettes;
        for (const Measurement& m : ensemble.history().measurements)
            plaquettes.push_back(m.values.plaquette);
        return plaquettes;
    }
    static double correlation(const std::vector<double>& a, const std::vector<double>& b)
    {
        const auto sumOver = [&](const auto& term) {
            double sum = 0;
            for (std::size_t i = 0; i < a.size(); ++i)
                sum += term(i);
            return sum;
        };
        const double n = double(a.size()), meanA = sumOver([&](std::size_t i) { return a[i]; }) / n,
                     meanB = sumOver([&](std::size_t i) { return b[i]; }) / n;
        return sumOver([&](std::size_t i) { return (a[i] - meanA) * (b[i] - meanB); }) /
               std::sqrt(sumOver([&](std::size_t i) { return (a[i] - meanA) * (a[i] - meanA); }) *
                         sumOver([&](std::size_t i) { return (b[i] - meanB) * (b[i] - meanB); }));
    }
};

// tau_int is about 2, so that r of independent histories scatters by sqrt(2 tau_int / 300) = 0.12.
TEST_P(OneSeedTest, HasIndependentHistoriesAtTwoCouplingsUnlessItIsTheKey)
{
    EXPECT_LT(std::abs(correlation(history(2.3, 2), history(2.35, 2))), 0.3);
    EXPECT_GT(correlation(history(2.3, 1), history(2.35, 1)), 0.4) << "why the key has the ensemble in it";
}

INSTANTIATE_TEST_SUITE_P(Device, GeneratorTest, testing::ValuesIn(allVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, EnsembleOfGeneratorTest, testing::ValuesIn(quickVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, OneSeedTest, testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single}),
                         variantName);

} // namespace
} // namespace gaugegl
