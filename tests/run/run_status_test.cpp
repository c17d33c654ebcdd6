// How a run stands, from folders that these tests have written.
#include "run/run_status.h"

#include "base/file_lock.h"
#include "base/platform.h"
#include "base/shell_word.h"
#include "config/run_config_text.h"
#include "io/sample_field.h"
#include "run/status_report.h"

#include <chrono>

namespace gaugegl {
namespace {

using io::test::fileError;
using io::test::save;

RunProgress sampleProgress(RunProgress::State state)
{
    RunProgress p;
    p.state = state;
    p.process = processId();
    p.host = "here";
    p.updated = secondsSince1970();
    p.sweeps = 60;
    p.all = 120;
    p.thermalisation = {20, 10};
    p.measured = {40, 80};
    p.checkpoint = 50;
    p.device = "a card";
    p.path = "compute";
    p.precision = "single";
    p.heatBath = HeatBathCount{200, 150};
    p.again = "gaugegl run a.toml";
    return p;
}

class RunStatusTest : public testing::Test {
protected:
    std::string folder() const { return folder_.file("out"); }
    std::string file(const char* name) const { return (std::filesystem::path(folder()) / name).string(); }

    /// 20 + 100 sweeps of which 40 are measured.
    void prepare() const
    {
        std::filesystem::create_directories(folder());
        save(file("run.toml"), run_config_test::minimal +
                                   "[update]\nthermalisation = 20\nsweeps = 100\n[output]\ndirectory = \"elsewhere\"\n"
                                   "save_every = 10\n");
        std::string history = "sweep,plaquette,plaquette_space,plaquette_time,polyakov_re,polyakov_im\n";
        for (int sweep = 1; sweep <= 40; ++sweep)
            history += std::to_string(sweep) + (sweep % 2 == 0 ? ",0.5,0.5,0.5,0.1,\n" : ",0.7,0.6,0.8,-0.1,\n");
        save(file("history.csv"), history);
        save(file("config.00010.ildg"), "links");
        save(file("config.00011.ildg"), "not of this run");
        save(file("checkpoint"), "state");
    }
    void prepare(RunProgress::State state) const
    {
        prepare();
        report::writeJson(toJson(sampleProgress(state)), file("progress.json"));
    }

private:
    io::test::TemporaryFolder folder_;
};

TEST(RunProgressFile, ComesBackAsItWasWritten)
{
    const io::test::TemporaryFolder folder;
    RunProgress p = sampleProgress(RunProgress::State::Failed);
    p.failure = "the disk is \"full\"";
    report::writeJson(toJson(p), folder.file("progress.json"));

    const auto back = readProgress(folder.file("progress.json"));

    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), toJson(p));
    EXPECT_FALSE(readProgress(folder.file("none.json")));
}

TEST(RunProgressFile, IsRefusedWhenItIsSomethingElse)
{
    const io::test::TemporaryFolder folder;
    for (const char* text : {"", "{", "[1]", "{\"state\": \"running\"}", "null"}) {
        save(folder.file("p"), text);
        EXPECT_NE(fileError([&] { readProgress(folder.file("p")); }).find("does not hold the progress of a run"),
                  std::string::npos)
            << text;
    }
    report::Json unknown = toJson(sampleProgress(RunProgress::State::Running));
    unknown["state"] = "asleep";
    report::writeJson(unknown, folder.file("p"));
    EXPECT_THROW(readProgress(folder.file("p")), FileError);
}

TEST(RunProgressFile, HasNothingThatATerminalObeys)
{
    const io::test::TemporaryFolder folder;
    RunProgress p = sampleProgress(RunProgress::State::Failed);
    p.failure = "\x1b]0;mine\x07\nfinished\u009b2J";
    p.device = "\x1b[31m";
    report::writeJson(toJson(p), folder.file("p"));

    const auto back = readProgress(folder.file("p"));

    EXPECT_EQ(back->failure, R"(\u001b]0;mine\u0007\nfinished\u009b2J)");
    EXPECT_EQ(back->device, R"(\u001b[31m)");
}

TEST(RunProgressFile, IsRefusedWithNumbersThatNoIntHolds)
{
    const io::test::TemporaryFolder folder;
    for (const report::Json& number : {report::Json(1e300), report::Json(std::int64_t{1} << 40), report::Json(0.5)})
        for (const char* key : {"sweeps", "all", "process", "checkpoint"}) {
            report::Json json = toJson(sampleProgress(RunProgress::State::Running));
            json[key] = number;
            report::writeJson(json, folder.file("p"));
            EXPECT_THROW(readProgress(folder.file("p")), FileError) << key << " = " << number;
        }
}

/// A walk through such a value calls itself a million times.
TEST(RunProgressFile, MayNotBeDeep)
{
    const io::test::TemporaryFolder folder;
    constexpr int levels = 1000000;
    save(folder.file("p"), std::string(levels, '[') + std::string(levels, ']'));
    EXPECT_THROW(readProgress(folder.file("p")), FileError);

    EXPECT_TRUE(report::parsedJson(std::string(200, '[') + std::string(200, ']')).is_discarded());
    EXPECT_FALSE(report::parsedJson(std::string(50, '[') + std::string(50, ']')).is_discarded());
}

TEST(RunProgress, KnowsTheTimeLeftOfBothParts)
{
    RunProgress p = sampleProgress(RunProgress::State::Running);
    EXPECT_DOUBLE_EQ(p.secondsLeft(20), 60 * 2.0);

    p.sweeps = 15;
    p.thermalisation = {15, 7.5};
    EXPECT_DOUBLE_EQ(p.secondsLeft(20), 5 * 0.5 + 100 * 2.0);
    p.measured = {};
    EXPECT_DOUBLE_EQ(p.secondsLeft(20), 105 * 0.5) << "a lower bound";
    p.thermalisation = {};
    EXPECT_TRUE(std::isnan(p.secondsLeft(20)));
    p.sweeps = p.all;
    EXPECT_EQ(p.secondsLeft(20), 0);
}

TEST_F(RunStatusTest, IsThatOfTheTablesAndOfTheProgress)
{
    prepare(RunProgress::State::Running);
    const FileLock lock(file("lock"), "wait");

    const RunStatus status = readStatus(folder());

    EXPECT_EQ(status.state, RunState::Running);
    EXPECT_EQ(status.process, processId());
    EXPECT_EQ(status.history.sweeps, 60);
    ASSERT_EQ(status.history.measurements.size(), 40u);
    EXPECT_EQ(status.history.measurements[38].values.plaquette, 0.7);
    EXPECT_EQ(status.acceptance(), 0.75);
    EXPECT_EQ(status.sweepsPerSecond(), 0.5);
    EXPECT_NEAR(status.secondsLeft().value(), 120, 5);
    EXPECT_FALSE(status.leavesOutMeasurements());
    EXPECT_EQ(status.checkpoint(), 50);
    EXPECT_EQ(status.configurations, std::vector<std::string>{file("config.00010.ildg")});
    EXPECT_EQ(stateLine(status), "running (process " + std::to_string(processId()) + ")");
    EXPECT_DOUBLE_EQ(status.means()["plaquette"]["mean"].get<double>(), 0.6);
    EXPECT_TRUE(toJson(status)["command"].is_null());
}

TEST_F(RunStatusTest, DoesNotTakeTheSpeedOfAnotherProcess)
{
    prepare();
    RunProgress p = sampleProgress(RunProgress::State::Interrupted);
    p.process += 1;
    report::writeJson(toJson(p), file("progress.json"));
    const FileLock lock(file("lock"), "wait");

    const RunStatus status = readStatus(folder());

    EXPECT_EQ(status.state, RunState::Running);
    EXPECT_FALSE(status.sweepsPerSecond());
    EXPECT_FALSE(status.secondsLeft());
    EXPECT_EQ(stateLine(status), "running, no sweep yet: programs are compiled");
}

TEST_F(RunStatusTest, SaysHowTheProcessEnded)
{
    const auto lineAfter = [&](RunProgress::State state) {
        prepare(state);
        return stateLine(readStatus(folder()));
    };
    const std::string goesOn =
        "; `gaugegl run " + file("run.toml") + " --output " + folder() + "` goes on from sweep 50 of 120";

    EXPECT_EQ(lineAfter(RunProgress::State::Running), "killed" + goesOn);
    EXPECT_EQ(lineAfter(RunProgress::State::Interrupted), "interrupted" + goesOn);
    EXPECT_EQ(lineAfter(RunProgress::State::Complete), "killed" + goesOn) << "without its results";
    RunProgress failed = sampleProgress(RunProgress::State::Failed);
    failed.failure = "no room";
    report::writeJson(toJson(failed), file("progress.json"));
    EXPECT_EQ(stateLine(readStatus(folder())), "failed: no room" + goesOn);
}

TEST_F(RunStatusTest, IsFinishedWithAllResults)
{
    prepare(RunProgress::State::Complete);
    report::Json results = {
        {"complete", true}, {"measurements", 40}, {"sweeps", 100}, {"acceptance", 0.5}, {"plaquette", "of results"}};
    report::writeJson(results, file("results.json"));

    const RunStatus status = readStatus(folder());

    EXPECT_EQ(stateLine(status), "finished");
    EXPECT_EQ(status.history.sweeps, 120);
    EXPECT_EQ(status.acceptance(), 0.5);
    EXPECT_EQ(status.means()["plaquette"], "of results");

    results["sweeps"] = 50; // of a run that has been extended since
    report::writeJson(results, file("results.json"));
    EXPECT_NE(readStatus(folder()).state, RunState::Finished);
}

/// Whoever copies it to a shell does so in good faith.
TEST_F(RunStatusTest, NamesNoCommandThatDoesMoreThanGoOn)
{
    const std::string own = "gaugegl run " + file("run.toml") + " --output " + folder();
    for (const char* again : {"gaugegl scan a; rm -rf b", "gaugegl scan $(id)", "rm -rf b", "gaugegl scan a\nid"}) {
        prepare();
        RunProgress p = sampleProgress(RunProgress::State::Interrupted);
        p.again = again;
        report::writeJson(toJson(p), file("progress.json"));
        EXPECT_EQ(readStatus(folder()).command(), own) << again;
    }
    RunProgress p = sampleProgress(RunProgress::State::Interrupted);
    p.again = "gaugegl scan " + shellWord("my scan.toml") + " --seed 5";
    report::writeJson(toJson(p), file("progress.json"));
    EXPECT_EQ(readStatus(folder()).command(), p.again);
}

TEST_F(RunStatusTest, OfAScanHasNoRunsElsewhere)
{
    prepare();
    for (const char* name : {"..", "../out", "/etc", "", "a/b"}) {
        report::writeJson({{"runs", {name}}, {"again", "gaugegl scan a.toml"}}, file("runs.json"));
        EXPECT_THROW(readRunsIn(folder()), FileError) << name;
    }
}

TEST_F(RunStatusTest, IsThereAtOnceHoweverLongTheRun)
{
    prepare();
    save(file("run.toml"), run_config_test::minimal +
                               "[update]\nsweeps = 2147483647\nthermalisation = 0\n"
                               "[measure]\nevery = 1\n[output]\nsave_every = 1\n[loops]\nevery = 1\n");
    RunProgress p = sampleProgress(RunProgress::State::Interrupted);
    p.sweeps = p.all = 2147483647;
    report::writeJson(toJson(p), file("progress.json"));
    const auto begin = std::chrono::steady_clock::now();

    const RunStatus status = readStatus(folder());
    const std::string text = statusText(status, {});

    EXPECT_EQ(status.configurations.size(), 2u);
    EXPECT_NE(text.find("2147483647 of 2147483647"), std::string::npos) << text;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(RunStatusTest, RefusesSweepsThatAreNone)
{
    prepare();
    for (const char* sweep : {"1e300", "0.5", "-3e9", "4294967297"}) {
        save(file("history.csv"), std::string("sweep,plaquette\n") + sweep + ",0.5\n");
        EXPECT_THROW(readStatus(folder()), FileError) << sweep;
    }
}

TEST_F(RunStatusTest, OfARunThatIsOnlyPlannedNamesTheCommandThatBegins)
{
    std::filesystem::create_directories(folder());
    save(file("run.toml"), run_config_test::minimal);

    const RunStatus status = readStatus(folder());

    EXPECT_EQ(status.state, RunState::NeverBegun);
    EXPECT_EQ(stateLine(status),
              "never begun; `gaugegl run " + file("run.toml") + " --output " + folder() + "` begins");
    EXPECT_FALSE(status.acceptance());
    EXPECT_EQ(statusText(status, {}).find("observable"), std::string::npos);
}

TEST_F(RunStatusTest, NamesWhatIsWrongWithAFolder)
{
    EXPECT_EQ(fileError([&] { readStatus(folder()); }), folder() + ": there is no such folder");
    std::filesystem::create_directories(folder());
    EXPECT_NE(fileError([&] { readStatus(folder()); }).find("holds no run"), std::string::npos);
    save(file("a"), "");
    EXPECT_EQ(fileError([&] { readStatus(file("a")); }), file("a") + ": is a file, not the folder of a run");
    save(file("checkpoint"), "state");
    EXPECT_NE(fileError([&] { readStatus(folder()); }).find("run.toml: is missing"), std::string::npos);

    prepare();
    save(file("history.csv"), "sweep,plaquette\n1,0.5\n2,many\n");
    EXPECT_EQ(fileError([&] { readStatus(folder()); }), file("history.csv") + ": has no number 'plaquette' in line 3");
    save(file("history.csv"), "sweep\n1\n");
    EXPECT_EQ(fileError([&] { readStatus(folder()); }),
              file("history.csv") + ": has no sweep with its plaquette in line 2");
    prepare();
    save(file("results.json"), "[]");
    EXPECT_EQ(fileError([&] { readStatus(folder()); }), file("results.json") + ": does not hold the results of a run");
}

TEST_F(RunStatusTest, OfAScanHasItsRunsInTheirOrder)
{
    prepare(RunProgress::State::Interrupted);
    const std::string scan = std::filesystem::path(folder()).parent_path().string();
    writeRunList((std::filesystem::path(scan) / runListName).string(), {{"later", "out"}, "gaugegl scan a.toml"});

    const std::vector<RunStatus> runs = readRunsIn(scan);

    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].state, RunState::NeverBegun);
    EXPECT_EQ(runs[1].state, RunState::Interrupted);
    EXPECT_EQ(runs[1].command(), "gaugegl scan a.toml");
    EXPECT_NE(statusText(runs).find("`gaugegl scan a.toml` goes on"), std::string::npos);
    save(scan + "/runs.json", "{}");
    EXPECT_NE(fileError([&] { readRunsIn(scan); }).find("does not hold the list of the runs of a scan"),
              std::string::npos);
}

} // namespace
} // namespace gaugegl
