// gaugegl run: killed at any moment, it goes on to the files of a run without a stop.
#include "cli/restart.h"

#include <random>

namespace gaugegl::cli_test {
namespace {

class KilledRunTest : public RestartTest, public testing::WithParamInterface<testing_support::Variant> {
protected:
    Job job() const
    {
        const testing_support::Variant& v = GetParam();
        return {.group = v.group == Group::SU2 ? "su2" : "su3", .path = name(v.path), .precision = name(v.precision)};
    }
    void SetUp() override
    {
        RestartTest::SetUp();
        if (testing_support::sharedDevice(GetParam().path, GetParam().precision) == nullptr)
            GTEST_SKIP() << "not on this driver";
    }
};

TEST_P(KilledRunTest, EndsWithTheFilesOfARunWithoutAStop)
{
    prepare(job());
    const auto expected = undisturbed();
    ASSERT_TRUE(expected.contains("conf.00012.ildg") && expected.contains("history.csv") &&
                expected.contains("results.json"));
    std::mt19937 random(7);

    int kills = 0;
    for (; kills < 6 && !exists("out/results.json"); ++kills)
        killAfterACheckpoint(std::chrono::microseconds(random() % 12000));
    EXPECT_GE(kills, 3);
    const Outcome last = run(command());

    EXPECT_EQ(last.code, success) << last.err;
    expectSameFiles(filesIn(file("out")), expected);
}

// Both groups, paths and precisions, in four of their eight combinations; not SU(3) in double precision, see
// quickVariants().
INSTANTIATE_TEST_SUITE_P(Device, KilledRunTest,
                         testing::Values(testing_support::Variant{Group::SU2, Path::Compute, Precision::Double},
                                         testing_support::Variant{Group::SU3, Path::Fragment, Precision::Single},
                                         testing_support::Variant{Group::SU2, Path::Fragment, Precision::Double},
                                         testing_support::Variant{Group::SU3, Path::Compute, Precision::Single}),
                         testing_support::variantName);

// Before each call that changes what a later process finds: thermalisation, measuring, checkpoints, results.
TEST_F(RestartTest, SurvivesAKillAtEveryStepOnTheWayToTheDisk)
{
    prepare({.thermalisation = 1, .sweeps = 4});
    const auto expected = undisturbed();
    int kills = 0;

    for (int call = 1; call < 200; ++call) {
        fs::remove_all(file("out"));
        Outcome first;
        {
            const Environment preload("LD_PRELOAD", GAUGEGL_KILL_AT_CALL),
                at("GAUGEGL_TEST_KILL_AT", std::to_string(call));
            first = run(command());
        }
        if (first.code == success) break;
        ++kills;
        ASSERT_EQ(first.code, -SIGKILL) << first.err;

        const Outcome second = run(command());

        ASSERT_EQ(second.code, success) << "killed at call " << call << ": " << second.err;
        expectSameFiles(filesIn(file("out")), expected);
        ASSERT_FALSE(HasFailure()) << "killed at call " << call;
    }

    EXPECT_GT(kills, 25);
    EXPECT_LT(kills, 150);
}

TEST_F(RestartTest, SurvivesAKillAtEveryStepOfAnOverwrite)
{
    prepare({.thermalisation = 0, .sweeps = 4});
    const auto expected = undisturbed();
    save(file("b.toml"), toml({.thermalisation = 0, .sweeps = 8})); // leaves one configuration more

    for (const int call : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15}) {
        fs::remove_all(file("out"));
        ASSERT_EQ(run({"run", "b.toml", "--quiet"}).code, success);
        ASSERT_TRUE(exists("out/conf.00008.ildg"));
        save(file("out/notes.txt"), "the user's own");
        save(file("out/conf.backup.ildg"), "the user's own");
        {
            const Environment preload("LD_PRELOAD", GAUGEGL_KILL_AT_CALL),
                at("GAUGEGL_TEST_KILL_AT", std::to_string(call));
            ASSERT_EQ(run({"run", "a.toml", "--quiet", "--overwrite"}).code, -SIGKILL) << "call " << call;
        }

        Outcome again = run(command());
        if (again.err.find("8 sweeps after thermalisation were done here") != std::string::npos) // nothing had happened
            again = run({"run", "a.toml", "--quiet", "--overwrite"});

        EXPECT_EQ(again.code, success) << "call " << call << ": " << again.err;
        auto all = expected;
        all["notes.txt"] = all["conf.backup.ildg"] = "the user's own";
        expectSameFiles(filesIn(file("out")), all);
        ASSERT_FALSE(HasFailure()) << "killed at call " << call;
    }
}

TEST_F(RestartTest, DrawsTheSameFiguresAfterAKill)
{
    if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not here";
    prepare({.plots = true});
    const auto expected = undisturbed();
    ASSERT_TRUE(expected.contains("polyakov-scatter.svg"));

    killAfterACheckpoint(std::chrono::milliseconds(3));
    ASSERT_EQ(run(command()).code, success);

    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, OverwriteLeavesNoConfigurationOfALongerRun)
{
    prepare({.sweeps = 8});
    const auto expected = undisturbed();
    save(file("long.toml"), toml({.sweeps = 20}));
    ASSERT_EQ(run({"run", "long.toml", "--quiet"}).code, success);
    ASSERT_TRUE(exists("out/conf.00020.ildg"));
    save(file("out/conf.00011.ildg"), "of no run"); // no sweep at which that run saves

    ASSERT_EQ(run({"run", "a.toml", "--quiet", "--overwrite"}).code, success);

    auto all = expected;
    all["conf.00011.ildg"] = "of no run";
    expectSameFiles(filesIn(file("out")), all);
}

TEST_F(RestartTest, RemovesWhatAKillLeftHalfWritten)
{
    prepare({});
    const auto expected = undisturbed();
    fs::create_directories(file("out"));
    for (const char* name : {"checkpoint.part-99-0", "conf.00004.ildg.part-12345-1", "plaquette-history.png.77.tmp"})
        save(file("out/" + std::string(name)), "half");
    save(file("out/thesis.tex.part-99-0"), "not ours");

    ASSERT_EQ(run(command()).code, success);

    auto all = expected;
    all["thesis.tex.part-99-0"] = "not ours";
    expectSameFiles(filesIn(file("out")), all);
}

} // namespace
} // namespace gaugegl::cli_test
