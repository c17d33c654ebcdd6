// A run by the library: the files are those of `gaugegl run`, at whatever slice it is stopped.
#include "gaugegl/run/run.h"

#include "cli/program.h"
#include "gaugegl/base/interrupt.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

#include <csignal>
#include <filesystem>

namespace gaugegl {
namespace {

using io::test::contents;
using io::test::save;

/// Runs in a folder of its own, all in one place: results name their files.
class LibraryRunTest : public testing::Test {
protected:
    LibraryRunTest()
    {
        save(folder_.file("run.toml"), R"(
[lattice]
extents = "4x4x2x4"
group = "su2"
[action]
beta = 2.3
[update]
seed = 5
thermalisation = 3
sweeps = 8
reunitarise_every = 2
overrelaxation = 1
[measure]
every = 2
[flow]
every = 4
time = 0.3
record = 0.1
[output]
directory = ")" + directory() + R"("
save_every = 4
plots = false
checkpoint_seconds = 0
)");
        config_ = loadRunConfig(file());
    }

    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    }

    std::string file() const { return folder_.file("run.toml"); }
    std::string directory() const { return folder_.file("results"); }
    const io::test::TemporaryFolder& folder() const { return folder_; }
    const RunConfig& config() const { return config_; }

    /// What the run left, but for times; the next one finds nothing.
    std::map<std::string, std::string> takeFiles() const
    {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(directory())) {
            const std::string name = entry.path().filename().string();
            if (name != "timing.json" && name != "progress.json" && name != "checkpoint" && name != "lock")
                files[name] = contents(entry.path().string());
        }
        std::filesystem::remove_all(directory());
        return files;
    }
    std::map<std::string, std::string> filesOfWholeRun() const
    {
        const ChainBackend device = openBackend(config());
        EXPECT_TRUE(gaugegl::Run(config()).finish(device).complete);
        return takeFiles();
    }

private:
    io::test::TemporaryFolder folder_;
    RunConfig config_;
};

TEST_F(LibraryRunTest, WritesTheFilesOfTheProgram)
{
    const auto ofLibrary = filesOfWholeRun();
    const cli_test::Outcome outcome = cli_test::RunningProgram(folder(), {"run", file(), "--quiet"}).wait();

    EXPECT_EQ(outcome.code, cli_test::success) << outcome.err;
    const auto ofProgram = takeFiles();
    for (const char* name : {"results.json", "history.csv", "config.00008.ildg", "flow.jsonl", "run.toml"})
        EXPECT_TRUE(ofLibrary.contains(name)) << name;
    EXPECT_EQ(ofLibrary.size(), ofProgram.size());
    for (const auto& [name, bytes] : ofProgram)
        EXPECT_TRUE(ofLibrary.contains(name) && ofLibrary.at(name) == bytes) << name;
}

TEST_F(LibraryRunTest, TellsItsListenerAndGivesTheResults)
{
    std::string printed, results;
    const ChainBackend device = openBackend(config());
    gaugegl::Run run(config(), {.listener = {.print = [&](const std::string& text) { printed += text; },
                                             .results = [&](const std::string& text) { results = text; }}});
    const RunEnd end = run.finish(device);

    EXPECT_TRUE(end.complete);
    EXPECT_EQ(end.sweeps, 11);
    EXPECT_EQ(end.interruption, "");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "4 measurements", printed);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "2 configurations", printed);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "\"sweeps_per_second\"", results);
}

TEST_F(LibraryRunTest, GoesOnToTheSameBitsAfterAnInterruptBetweenSlices)
{
    const auto whole = filesOfWholeRun();
    {
        const InterruptGuard guard;
        const ChainBackend device = openBackend(config());
        gaugegl::Run run(config(), {.again = "the command"});
        run.begin(device);
        int atWork = 0;
        while (run.advance())
            if (run.ensemble().history().sweeps == 6 && !run.ensemble().betweenSweeps() && ++atWork == 3)
                std::raise(SIGINT);
        const RunEnd end = run.end();
        EXPECT_FALSE(end.complete);
        EXPECT_EQ(end.sweeps, 7) << "the sweep under way is ended";
        EXPECT_EQ(end.interruption,
                  "interrupted; the results are those of the sweeps until then; `the command` goes on "
                  "from sweep 7 of 11");
    }
    std::string note;
    const ChainBackend device = openBackend(config());
    gaugegl::Run run(config(), {.listener = {.note = [&](const std::string& text) { note = text; }}});
    EXPECT_TRUE(run.finish(device).complete);

    EXPECT_EQ(note, "going on from sweep 7 of 11");
    EXPECT_TRUE(takeFiles() == whole);
}

TEST_F(LibraryRunTest, GoesOnToTheSameBitsWhenItWasLeftWithinASweep)
{
    const auto whole = filesOfWholeRun();
    for (const int slices : {5, 70}) {
        const ChainBackend device = openBackend(config());
        gaugegl::Run run(config());
        run.begin(device);
        for (int slice = 0; slice < slices; ++slice)
            EXPECT_TRUE(run.advance(Polling::Wait));
    }
    EXPECT_TRUE(filesOfWholeRun() == whole);
}

TEST_F(LibraryRunTest, KeepsItsFolderForItself)
{
    const gaugegl::Run run(config());
    EXPECT_THROW(gaugegl::Run{config()}, FileError);
}

} // namespace
} // namespace gaugegl
