// The folder of a run: what is written into it and what is removed, whoever filled it before.
#include "run/run_folder.h"

#include "base/output_file.h"
#include "config/run_config_text.h"
#include "io/sample_field.h"
#include "run/run_checkpoints.h"

#include <chrono>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;
using io::test::contents;
using io::test::fileError;
using io::test::save;

class RunFolderTest : public testing::Test {
protected:
    void SetUp() override { fs::create_directory(path()); }
    std::string path() const { return folder_.file("out"); }
    std::string file(const std::string& name) const { return folder_.file("out/" + name); }
    std::string outside(const std::string& name) const { return folder_.file(name); }
    /// Of 2^31 - 1 sweeps, the most that there may be, each of them saved and measured.
    RunConfig longest() const
    {
        RunConfig run = parseRunConfig(run_config_test::minimal + "[update]\nsweeps = 2147483647\nthermalisation = 0\n"
                                                                  "[measure]\nevery = 1\n[output]\nsave_every = 1\n"
                                                                  "[loops]\nevery = 1\n[flow]\nevery = 1\ntime = 1\n",
                                       "run");
        run.output.directory = path();
        return run;
    }

private:
    io::test::TemporaryFolder folder_;
};

TEST_F(RunFolderTest, NoLinkInItIsFollowed)
{
    save(outside("precious"), "old");
    for (const char* name :
         {"lock", "being-removed.txt.part-1-0", "checkpoint", "progress.json", "results.json", "history.csv"})
        fs::create_symlink("../precious", file(name));
    EXPECT_NE(fileError([&] { RunFolder folder(path()); }).find("is a symbolic link"), std::string::npos);
    fs::remove(file("lock"));

    const RunFolder folder(path());
    for (const char* name : {"checkpoint", "progress.json", "results.json", "history.csv"})
        EXPECT_NE(fileError([&] { writeTextFile(folder.place(name), "new"); }).find("symbolic link"),
                  std::string::npos);
    folder.removeRun("");

    EXPECT_EQ(contents(outside("precious")), "old");
    EXPECT_TRUE(fs::is_symlink(file("results.json"))) << "a link is not what a run has written";
}

TEST_F(RunFolderTest, IsLeftOnlyWithSomethingInIt)
{
    fs::remove(path());
    {
        const RunFolder folder(file("a/b"));
        EXPECT_TRUE(fs::exists(file("a/b/lock")));
    }
    EXPECT_FALSE(fs::exists(path())) << "nor those that were made above it";

    fs::create_directory(path());
    {
        const RunFolder folder(path()), other(file("a/b"));
        writeTextFile(other.place("results.json"), "{}");
    }
    EXPECT_TRUE(fs::exists(file("a/b/results.json")));
    fs::remove_all(file("a"));
    {
        const RunFolder folder(path());
    }
    EXPECT_TRUE(fs::exists(path())) << "it was there before";
}

TEST_F(RunFolderTest, MayBeALinkThatTheUserNamed)
{
    fs::create_directory_symlink("out", outside("link"));

    const RunFolder folder(outside("link"));
    writeTextFile(folder.place("results.json"), "{}");

    EXPECT_EQ(contents(file("results.json")), "{}");
}

TEST_F(RunFolderTest, KeepsWhatIsWrittenWhereItWasOpened)
{
    const RunFolder folder(path());
    fs::rename(path(), outside("moved"));
    fs::create_directory(outside("other"));
    fs::create_directory_symlink("other", path());

    writeTextFile(folder.place("results.json"), "{}");

    EXPECT_TRUE(fs::is_empty(outside("other")));
    EXPECT_EQ(contents(outside("moved/results.json")), "{}");
}

TEST_F(RunFolderTest, RemovesNothingElsewhere)
{
    save(outside("precious"), "old");
    save(file("mine"), "old");
    save(file("results.json"),
         R"({"configurations": ["../precious", "/etc/hosts", ".."], "figures": ["../../precious"]})");
    save(file("being-removed.txt"), "../precious\n..\n.\n/etc/hosts\nout/mine\n");

    const RunFolder folder(path());
    folder.removeRun("");

    EXPECT_EQ(contents(outside("precious")), "old");
    EXPECT_EQ(contents(file("mine")), "old");
    EXPECT_FALSE(fs::exists(file("results.json")) || fs::exists(file("being-removed.txt")));
}

/// By what is in the folder, not by what could be.
TEST_F(RunFolderTest, IsLookedThroughAtOnceHoweverLongTheRun)
{
    const RunConfig run = longest();
    save(file("run.toml"), toToml(run));
    for (const char* name :
         {"config.00007.ildg", "config.2000000000.ildg", "config.7.ildg", "config.00007.nersc", "loops.00003.json",
          "flow.1999999999.json", "flow.99999999999999999999.json", "flow.-0001.json", "flow.jsonl", "mine.jsonl"})
        save(file(name), "{}");
    const auto begin = std::chrono::steady_clock::now();

    EXPECT_EQ(configurationsThere(run, run.update.sweeps),
              (std::vector{file("config.00007.ildg"), file("config.2000000000.ildg")}));
    const RunFolder folder(path());
    EXPECT_EQ(folder.sweepFiles("flow", 1, run.update.sweeps), std::vector<std::string>{"flow.1999999999.json"});
    EXPECT_EQ(folder.sweepFiles("loops", 3, 2), std::vector<std::string>());
    EXPECT_NE(fileError([&] { requireUnused(folder, run); }), "");
    folder.removeRun("");

    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    EXPECT_FALSE(fs::exists(file("config.00007.ildg")) || fs::exists(file("flow.1999999999.json")) ||
                 fs::exists(file("flow.jsonl")));
    EXPECT_TRUE(fs::exists(file("mine.jsonl")));
    EXPECT_TRUE(fs::exists(file("config.7.ildg")) && fs::exists(file("config.00007.nersc")));
}

TEST_F(RunFolderTest, FilesOfARunWithoutItsCheckpointAreKept)
{
    const RunConfig run = longest();
    save(file("timing.json"), "my own");
    const RunFolder folder(path());

    EXPECT_NE(fileError([&] { requireUnused(folder, run); }).find("timing.json: this file is here already"),
              std::string::npos);
}

TEST_F(RunFolderTest, TheRunFileOfAUserStaysOrTheRunIsAnother)
{
    RunConfig run = longest();
    const RunFolder folder(path());
    EXPECT_FALSE(hasRunFileOfUser(folder, run));

    save(file("run.toml"), toToml(run));
    EXPECT_FALSE(hasRunFileOfUser(folder, run)) << "the program wrote it";
    RunConfig other = run;
    other.update.seed = 7;
    EXPECT_FALSE(hasRunFileOfUser(folder, other));

    save(file("run.toml"), "# My thoughts.\n" + toToml(run));
    EXPECT_TRUE(hasRunFileOfUser(folder, run));
    RunConfig elsewhere = run;
    elsewhere.output.directory = "elsewhere";
    EXPECT_TRUE(hasRunFileOfUser(folder, elsewhere)) << "the folder is this one by any name";
    const std::string refusal = fileError([&] { hasRunFileOfUser(folder, other); });
    EXPECT_NE(refusal.find(file("run.toml") + ": somebody wrote this run file"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("seed = 7"), std::string::npos) << refusal;

    save(file("run.toml"), run_config_test::minimal);
    EXPECT_THROW(hasRunFileOfUser(folder, run), FileError);
}

} // namespace
} // namespace gaugegl
