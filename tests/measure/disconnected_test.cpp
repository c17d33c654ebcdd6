// Quark loops as runs measure them: their records, and what follows from many.
#include "measure/quarks.h"

#include "gaugegl/base/error.h"
#include "reference/dirac.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gaugegl::measure {
namespace {

class DisconnectedTest : public testing::Test {
protected:
    void makeOf(const std::string& keys)
    {
        run_ = parseRunConfig("[lattice]\nextents = [2, 2, 2, 4]\ngroup = \"su2\"\n[action]\nbeta = 2.4\n"
                              "[disconnected]\nevery = 1\npath = \"cpu\"\n" +
                                  keys,
                              "run.toml");
        const auto kind = std::ranges::find(kinds(), std::string("disconnected"), &Kind::name);
        ASSERT_NE(kind, kinds().end());
        loops_ = kind->make(run_);
    }
    /// Of hot links.
    Record record(std::int64_t number)
    {
        const Lattice lattice(run_.lattice.extents);
        const HostGaugeField links{
            lattice, Group::SU2,
            reference::linkVector(reference::hotStart<2>(lattice, std::uint64_t(number), Precision::Double))};
        const SharedLattice shared(lattice);
        InverterBackend cpu(nullptr);
        SolveLog log;
        auto found = dynamic_cast<HostMeasurement&>(*loops_).measure(HostConfiguration{.links = links,
                                                                                       .shared = shared,
                                                                                       .backend = cpu,
                                                                                       .sweep = number,
                                                                                       .stream = number,
                                                                                       .key = 5,
                                                                                       .log = &log});
        found.value().check(loops_->layout());
        return *found;
    }
    Records records(int count)
    {
        Records all{.layout = loops_->layout()};
        for (int k = 1; k <= count; ++k)
            all.all.push_back(record(k));
        return all;
    }

    RunConfig run_;
    std::unique_ptr<Measurement> loops_;
};

TEST_F(DisconnectedTest, HasTheLoopsOfEveryNoiseVectorAndTheirCorrelators)
{
    makeOf("kappa = [0.1, 0.12]\nvectors = 3\ndilution = \"time\"\n");
    const Records all = records(6);

    EXPECT_EQ(layoutOf(toJson(all.layout)), all.layout);
    EXPECT_EQ(all.layout.shape(all.layout.arrays[0]), (std::vector<std::size_t>{2, 2, 3, 4}));
    EXPECT_NE(all.all[0].arrays, all.all[1].arrays);
    EXPECT_EQ(record(1).arrays, all.all[0].arrays) << "the same noise";
    const Json results = loops_->results(all);
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[1]["kappa"], 0.12);
    EXPECT_EQ(results[1]["solves"], 12);
    const Json& loops = results[1]["loops"];
    ASSERT_EQ(loops.size(), 2u) << "the real parts of scalar and pseudoscalar";
    EXPECT_EQ(loops[0]["gamma"], "scalar");
    EXPECT_EQ(loops[0]["part"], "real");
    double mean = 0;
    for (const Record& one : all.all)
        for (std::size_t k = 0; k < 12; ++k)
            mean += one.arrays[0][24 + k] / (6.0 * 3 * 32);
    EXPECT_NEAR(loops[0]["mean"]["mean"].get<double>(), mean, 1e-12);
    EXPECT_NEAR(mean, 8, 1) << "tr 1 of heavy quarks";
    EXPECT_GT(loops[0]["noise_error"].get<double>(), 0);
    EXPECT_EQ(loops[1]["correlator"].size(), 3u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "quark loops of 6 configurations; on each 3 vectors of z4 noise",
                        loops_->summary(all));
}

TEST_F(DisconnectedTest, OfOneVectorHasNoCorrelatorUnlessItIsExact)
{
    makeOf("operator = \"staggered\"\nmass = 0.5\nvectors = 1\n");
    const Records noisy = records(4);
    EXPECT_TRUE(loops_->results(noisy)[0]["loops"][0]["correlator"].is_null());
    EXPECT_TRUE(loops_->results(noisy)[0]["loops"][0]["noise_error"].is_null());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no disconnected correlators", loops_->summary(noisy));

    makeOf("operator = \"staggered\"\nmass = 0.5\nvectors = 1\ndilution = \"sites,colour\"\n");
    const Records exact = records(4);
    EXPECT_EQ(loops_->results(exact)[0]["loops"][0]["correlator"].size(), 3u);
    EXPECT_EQ(loops_->results(exact)[0]["loops"][0]["noise_error"], 0);
    for (std::size_t t = 0; t < 4; ++t)
        EXPECT_NEAR(exact.all[0].arrays[1][t], 0, 1e-8) << "staggered loops are real";
}

TEST_F(DisconnectedTest, OfTwistedQuarksHasBothParts)
{
    makeOf("operator = \"twisted-mass\"\nkappa = 0.12\nmu = 0.3\nvectors = 2\ngamma = \"pseudoscalar\"\n");
    const Json results = loops_->results(records(4));
    ASSERT_EQ(results[0]["loops"].size(), 2u);
    EXPECT_EQ(results[0]["loops"][1]["part"], "imaginary");
    EXPECT_LT(results[0]["loops"][1]["mean"]["mean"].get<double>(), 0);
}

TEST_F(DisconnectedTest, SaysWhatIsNotSolved)
{
    makeOf("kappa = 0.12\nmax_iterations = 1\n");
    try {
        record(1);
        FAIL();
    } catch (const UnsolvedError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "kappa = 0.12: a part of the noise of quark loops", error.what());
    }
}

} // namespace
} // namespace gaugegl::measure
