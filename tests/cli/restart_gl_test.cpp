// gaugegl run: interrupted, out of room, or in a folder that does not suit it, it loses nothing and says how to go on.
#include "cli/restart.h"

namespace gaugegl::cli_test {
namespace {

TEST_F(RestartTest, AnInterruptWritesACheckpointAndSaysHowToGoOn)
{
    // No checkpoint but the first would be written by time.
    prepare({.sweeps = 600, .checkpointSeconds = 3600});
    const auto expected = undisturbed();

    const Outcome stopped = interruptInTheMiddle({"run", "a.toml", "--quiet", "--path", "auto"});
    const Json partial = Json::parse(contents(file("out/results.json")), nullptr, false);
    const Outcome rest = run({"run", "a.toml"});

    ASSERT_EQ(stopped.code, interruptedExit) << stopped.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: interrupted", stopped.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "`gaugegl run a.toml` goes on from sweep ", stopped.err);
    EXPECT_EQ(partial["complete"], false);
    const int done = partial["sweeps"].get<int>() + 6;
    EXPECT_GT(done, 8);
    EXPECT_LT(done, 606);
    EXPECT_EQ(rest.code, success);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: going on from sweep " + std::to_string(done) + " of 606\n",
                        rest.err);
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, SaysTheWholeCommandThatGoesOn)
{
    prepare({.sweeps = 1000000});
    save(file("it's a run.toml"), toml({.sweeps = 1000000}));

    const Outcome stopped =
        interruptInTheMiddle({"run", "it's a run.toml", "--quiet", "--output", "out", "--seed", "9", "--overwrite"});

    EXPECT_PRED_FORMAT2(testing::IsSubstring,
                        "`gaugegl run 'it'\\''s a run.toml' --output out --seed 9` goes on from sweep", stopped.err);
}

TEST_F(RestartTest, AKilledRunWithRanluxGoesOnBitForBit)
{
    prepare({.generator = "ranlux"});
    const auto expected = undisturbed();

    killAfterACheckpoint(std::chrono::milliseconds(1));
    killAfterACheckpoint(std::chrono::milliseconds(3));
    const Outcome rest = run(command());

    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "generator = \"ranlux\"\nluxury = 3\n", contents(file("out/run.toml")));
}

class RestartOnCpuTest : public RestartTest, public testing::WithParamInterface<const char*> {};

TEST_P(RestartOnCpuTest, AKilledRunGoesOnBitForBitAndThereAlone)
{
    prepare({.path = "cpu", .hmc = GetParam()});
    const auto expected = undisturbed();

    killAfterACheckpoint(std::chrono::milliseconds(1));
    killAfterACheckpoint(std::chrono::milliseconds(3));
    const Outcome elsewhere = run({"run", "a.toml", "--quiet", "--set", "device.path='fragment'"});
    const Outcome rest = run({"run", "a.toml", "--quiet", "--set", "device.path='auto'"});

    expectError(elsewhere, inputFailure, {"path", "cpu", "fragment"});
    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "path = \"cpu\"", contents(file("out/run.toml")));
}

INSTANTIATE_TEST_SUITE_P(SweepsAndTrajectories, RestartOnCpuTest, testing::Values("", "steps = 4\n"));

TEST_F(RestartTest, AFullDiskLosesNothing)
{
    prepare({});
    const auto expected = undisturbed();
    killAfterACheckpoint(std::chrono::milliseconds(1));
    const std::string kept = contents(checkpoint());
    ASSERT_FALSE(kept.empty());

    const Outcome full = runWithRoomFor(kept.size() / 2, folder(), command());
    const std::string after = contents(checkpoint());
    const Outcome rest = run(command());

    expectError(full, diskFailure, {"out/", "File too large", "`gaugegl run a.toml` goes on from sweep", "of 20"});
    EXPECT_TRUE(after == kept) << "the last good checkpoint stays";
    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, AConfigurationThatCannotBeWrittenLosesNothing)
{
    prepare({});
    const auto expected = undisturbed();
    killAfterACheckpoint(std::chrono::milliseconds(1));
    fs::create_directories(file("out/conf.00012.ildg")); // a folder stands in the way

    const Outcome blocked = run(command());
    fs::remove(file("out/conf.00012.ildg"));
    const Outcome rest = run(command());

    expectError(blocked, inputFailure, {"out/conf.00012.ildg", "not a regular file", "goes on from sweep 17 of 20"});
    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, ResultsThatCannotBeWrittenLoseNothing)
{
    prepare({});
    const auto expected = undisturbed();
    killAfterACheckpoint(std::chrono::milliseconds(1));
    fs::remove(file("out/history.csv")); // grows from the beginning
    fs::create_directories(file("out/history.csv"));
    const Outcome early = run(command());
    fs::remove(file("out/history.csv"));
    fs::create_directories(file("out/timing.json")); // is written at the end
    const Outcome late = run(command());
    fs::remove(file("out/timing.json"));
    const Outcome rest = run(command());

    expectError(early, inputFailure, {"out/history.csv", "goes on from sweep ", " of 20"});
    expectError(late, inputFailure, {"out/timing.json", "goes on from sweep 20 of 20"});
    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, AFolderThatCannotBeMadeOrWrittenIsNamed)
{
    prepare({});
    save(file("plain"), "");

    expectError(run({"run", "a.toml", "--quiet", "--output", "plain"}), inputFailure, {"plain", "cannot make"});
    expectError(run({"run", "a.toml", "--quiet", "--output", "plain/out"}), inputFailure, {"plain/out", "cannot make"});
    expectError(run({"run", "a.toml", "--quiet", "--output", "/proc/self"}), inputFailure, {"/proc/self"});
    EXPECT_EQ(contents(file("plain")), "");
}

TEST_F(RestartTest, ADamagedCheckpointIsRefusedAndKept)
{
    prepare({});
    const auto expected = undisturbed();
    killAfterACheckpoint(std::chrono::milliseconds(1));
    const std::string good = contents(checkpoint());
    std::string flipped = good;
    flipped[good.size() / 2] ^= 0x10;

    for (const std::string& bad : {good.substr(0, good.size() / 3), good.substr(0, good.size() - 200), flipped,
                                   std::string("not a checkpoint"), std::string()}) {
        save(checkpoint(), bad);

        expectError(run(command()), inputFailure, {"out/checkpoint", "nothing was changed", "--overwrite"});
        EXPECT_TRUE(contents(checkpoint()) == bad);
    }
    const Outcome fresh = run({"run", "a.toml", "--quiet", "--overwrite"});

    EXPECT_EQ(fresh.code, success) << fresh.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(RestartTest, AnotherRunIsRefusedNamingWhatDiffers)
{
    prepare({});
    killAfterACheckpoint(std::chrono::milliseconds(1));
    const std::string kept = contents(checkpoint());

    const Outcome seed = run({"run", "a.toml", "--quiet", "--seed", "6"});
    const Outcome precision = run({"run", "a.toml", "--quiet", "--precision", "double"});
    const Outcome thermalisation = run({"run", "a.toml", "--quiet", "--set", "update.thermalisation=0"});

    expectError(seed, inputFailure, {"out/checkpoint", "seed in [update] was 5, now it is 6", "--overwrite"});
    expectError(precision, inputFailure, {"precision in [device] was \"single\", now it is \"double\""});
    expectError(thermalisation, inputFailure, {"thermalisation in [update] was 6, now it is 0"});
    EXPECT_TRUE(contents(checkpoint()) == kept);
}

TEST_F(RestartTest, AnotherFolderNameFiguresAndTimeBetweenCheckpointsAreTheSameRun)
{
    prepare({});
    const auto expected = undisturbed();
    killAfterACheckpoint(std::chrono::milliseconds(1));
    fs::rename(file("out"), file("elsewhere"));
    save(file("b.toml"), toml({.checkpointSeconds = 30}));

    const Outcome rest = run({"run", "b.toml", "--output", "elsewhere", "--quiet"});

    EXPECT_EQ(rest.code, success) << rest.err;
    EXPECT_EQ(contents(file("elsewhere/history.csv")), expected.at("history.csv"));
    EXPECT_EQ(contents(file("elsewhere/conf.00012.ildg")), expected.at("conf.00012.ildg"));
}

TEST_F(RestartTest, GoesOnOnAnotherPathAndSaysThatBitsMayDiffer)
{
    if (!compute()) GTEST_SKIP() << "one path only";
    prepare({});
    killAfterACheckpoint(std::chrono::milliseconds(1));

    const Outcome rest = run({"run", "a.toml", "--path", "fragment", "--quiet"});

    EXPECT_EQ(rest.code, success) << rest.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: warning: sweeps of this run were made by another driver",
                        rest.err);
    const Json results = Json::parse(contents(file("out/results.json")), nullptr, false);
    ASSERT_EQ(results["drivers"].size(), 2u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "compute", results["drivers"][0].get<std::string>());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "fragment", results["drivers"][1].get<std::string>());
}

TEST_F(RestartTest, ASecondRunInTheSameFolderIsRefused)
{
    prepare({.sweeps = 1000000, .checkpointSeconds = 3600});
    RunningProgram first(folder(), command());
    while (first.running() && !exists("out/checkpoint"))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));

    // The second one must not take the place of the first one's output.
    io::test::TemporaryFolder other;
    save(other.file("a.toml"), toml({.sweeps = 1000000}));
    const Outcome second = RunningProgram(other, {"run", "a.toml", "--quiet", "--output", file("out")}).wait();
    const Outcome overwriting =
        RunningProgram(other, {"run", "a.toml", "--quiet", "--output", file("out"), "--overwrite"}).wait();
    EXPECT_TRUE(first.running());
    first.kill();
    first.wait();
    fs::remove(file("out/conf.00004.ildg")); // which the next one makes again before it is interrupted
    const Outcome afterKill = interruptInTheMiddle(command());

    expectError(second, inputFailure, {"out/lock", "another `gaugegl run`", "process"});
    expectError(overwriting, inputFailure, {"out/lock", "another `gaugegl run`"});
    EXPECT_EQ(afterKill.code, interruptedExit) << "a kill releases the lock: " << afterKill.err;
    EXPECT_FALSE(exists("out/lock"));
}

} // namespace
} // namespace gaugegl::cli_test
