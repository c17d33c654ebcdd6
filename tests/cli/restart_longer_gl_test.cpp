// gaugegl run in the folder of a finished run: with more sweeps it goes on as if they had been asked for at once, with
// the same it makes tables and figures again, and what it cannot do it says before anything changes.
#include "cli/restart.h"

namespace gaugegl::cli_test {
namespace {

class LongerRunTest : public RestartTest {
protected:
    /// Does the run to the end with fewer sweeps than its run file asks for.
    void doPart(const std::string& fewer) const
    {
        const Outcome outcome = run({"run", "a.toml", "--quiet", "--set", fewer});
        ASSERT_EQ(outcome.code, success) << outcome.err;
    }
};

TEST_F(LongerRunTest, GoesOnBitForBit)
{
    prepare({});
    const auto expected = undisturbed();
    doPart("update.sweeps=5"); // between two measurements

    const Outcome rest = run({"run", "a.toml"});

    EXPECT_EQ(rest.code, success) << rest.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: going on from sweep 11 of 20\n", rest.err);
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(LongerRunTest, GoesOnBitForBitWithRanluxWhenItIsKilledOnTheWay)
{
    prepare({.generator = "ranlux"});
    const auto expected = undisturbed();
    doPart("update.sweeps=4");

    killAfterACheckpoint(std::chrono::milliseconds(1));
    const Outcome rest = run(command());

    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(LongerRunTest, GoesOnBitForBitWithTrajectoriesAndWhatIsMeasuredOfQuarks)
{
    prepare({.thermalisation = 2, .sweeps = 6, .hmc = "steps = [2]\n"},
            "[condensate]\nevery = 2\nkappa = 0.1\nvectors = 1\npath = \"cpu\"\n"
            "[spectrum]\nevery = 2\nkappa = 0.1\npath = \"cpu\"\n");
    const auto expected = undisturbed();
    ASSERT_TRUE(expected.contains("trajectories.csv") && expected.contains("spectrum.jsonl") &&
                expected.contains("condensate.jsonl"));
    doPart("hmc.trajectories=4");

    const Outcome rest = run({"run", "a.toml"});

    EXPECT_EQ(rest.code, success) << rest.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: going on from trajectory 6 of 8\n", rest.err);
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(LongerRunTest, AFinishedRunMakesItsTablesAgain)
{
    prepare({});
    const auto expected = undisturbed();
    ASSERT_EQ(run(command()).code, success);
    const auto state = fs::last_write_time(checkpoint());
    fs::remove(file("out/history.csv"));
    fs::remove(file("out/results.json"));

    const Outcome again = run({"run", "a.toml"});

    EXPECT_EQ(again.code, success) << again.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: all 20 sweeps are done; tables and figures are made again\n",
                        again.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "plaquette", again.out);
    expectSameFiles(filesIn(file("out")), expected);
    EXPECT_EQ(fs::last_write_time(checkpoint()), state);
}

TEST_F(LongerRunTest, FewerSweepsThanWereDoneAreRefused)
{
    prepare({});
    ASSERT_EQ(run(command()).code, success);
    const auto before = filesIn(file("out"));

    const Outcome fewer = run({"run", "a.toml", "--quiet", "--set", "update.sweeps=12"});
    const Outcome saving =
        run({"run", "a.toml", "--quiet", "--set", "update.sweeps=30", "--set", "output.save_every=2"});

    expectError(fewer, inputFailure,
                {"out/checkpoint", "14 sweeps after thermalisation were done", "12 are asked for", "--overwrite"});
    expectError(saving, inputFailure, {"save_every in [output] was 4, now it is 2"});
    expectSameFiles(filesIn(file("out")), before);
}

TEST_F(LongerRunTest, ResultsWithoutACheckpointCannotGoOnAndAreKept)
{
    prepare({});
    ASSERT_EQ(run(command()).code, success);
    fs::remove(checkpoint());
    const auto before = filesIn(file("out"));

    expectError(run(command()), inputFailure,
                {"out/results.json", "results are here already, but not the checkpoint", "--overwrite"});
    expectSameFiles(filesIn(file("out")), before);
}

TEST_F(LongerRunTest, ConfigurationsOfNoRunAreKept)
{
    prepare({});
    fs::create_directories(file("out"));
    save(file("out/conf.00008.ildg"), "of another program");

    expectError(run(command()), inputFailure, {"out/conf.00008.ildg", "no run that made it", "--overwrite"});

    EXPECT_EQ(contents(file("out/conf.00008.ildg")), "of another program");
    EXPECT_FALSE(exists("out/checkpoint"));
}

TEST_F(LongerRunTest, TheStartOfARunIsNotRemovedByOverwrite)
{
    prepare({});
    ASSERT_EQ(run(command()).code, success);
    const auto before = filesIn(file("out"));

    const Outcome refused = run({"run", "a.toml", "--quiet", "--overwrite", "--set", "update.start='file'", "--set",
                                 "update.file='out/conf.00012.ildg'"});

    expectError(refused, inputFailure, {"out/conf.00012.ildg", "begin from this configuration", "--output"});
    expectSameFiles(filesIn(file("out")), before);
}

TEST_F(LongerRunTest, TheJsonOfARunIsTriedBeforeAnythingIsRemoved)
{
    prepare({});
    ASSERT_EQ(run(command()).code, success);
    const auto before = filesIn(file("out"));

    const Outcome nowhere = run({"run", "a.toml", "--quiet", "--overwrite", "--json", "nowhere/r.json"});
    const Outcome runFile = run({"run", "a.toml", "--quiet", "--overwrite", "--json", "a.toml"});
    const Outcome inFolder = run({"run", "a.toml", "--quiet", "--output", "new/out", "--json", "new/out/r.json"});

    expectError(nowhere, inputFailure, {"nowhere", "the folder of --json does not exist"});
    expectError(runFile, inputFailure, {"a.toml", "--json would replace an input file"});
    expectSameFiles(filesIn(file("out")), before);
    EXPECT_EQ(inFolder.code, success) << "the folder that the run makes: " << inFolder.err;
    EXPECT_TRUE(exists("new/out/r.json"));
}

} // namespace
} // namespace gaugegl::cli_test
