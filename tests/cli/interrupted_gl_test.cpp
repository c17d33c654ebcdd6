// What a stopped command leaves: the results of what is done, in files that are whole, at the latest two seconds later.
#include "cli/restart.h"

#include <csignal>
#include <fmt/format.h>

namespace gaugegl::cli_test {
namespace {

class InterruptedTest : public ProgramGlTest {
protected:
    /// Small configurations of one chain.
    Arguments configurations(int count)
    {
        EXPECT_EQ(run({"generate", "--quiet", "--lattice", "4x4x4x8", "--group", "su2", "--beta", "2.3", "--sweeps",
                       std::to_string(count), "--every", "1", "--output", "c"})
                      .code,
                  success);
        Arguments files;
        for (int k = 1; k <= count; ++k)
            files.push_back(fmt::format("c.{:05}.ildg", k));
        return files;
    }

    /// Starts with r.json for the results, and stops by this signal when standard error has these words, or this file
    /// is there.
    Json stoppedAt(const std::string& wordsOrFile, Arguments arguments, int signal = SIGTERM)
    {
        arguments.insert(arguments.end(), {"--json", "r.json"});
        RunningProgram program(folder(), arguments);
        EXPECT_TRUE(program.waitUntil([&] { return program.says(wordsOrFile) || exists(wordsOrFile); }));
        const auto begin = std::chrono::steady_clock::now();
        program.send(signal);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        if (program.running()) program.send(signal); // `timeout` signals a process, then its group
        const Outcome outcome = program.wait();
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "interrupted", outcome.err);
        Json result = Json::parse(contents(file("r.json")));
        EXPECT_EQ(result.at("complete"), false);
        return result;
    }

    double seconds_ = 0; ///< from the signal to the end
};

TEST_F(InterruptedTest, HmcKeepsItsTrajectories)
{
    const Json result = stoppedAt("c.00002.ildg", {"hmc", "--lattice", "4x4x4x4", "--group", "su2", "--beta", "2.3",
                                                   "--trajectories", "10000", "--thermalisation", "0", "--history",
                                                   "h.csv", "--output", "c", "--every", "2"});

    const std::string history = contents(file("h.csv"));
    const auto lines = std::count(history.begin(), history.end(), '\n');
    ASSERT_GE(result.at("trajectories"), 1);
    EXPECT_EQ(lines - 1, result["trajectories"]);
    EXPECT_EQ(history.back(), '\n');
}

TEST_F(InterruptedTest, AClosedTerminalIsAStop)
{
    const auto ofTests = std::signal(SIGHUP, SIG_DFL); // which may run under nohup
    const Json result = stoppedAt("c.00020.ildg",
                                  {"generate", "--lattice", "4x4x4x4", "--group", "su2", "--beta", "2.3", "--sweeps",
                                   "100000", "--every", "20", "--output", "c"},
                                  SIGHUP);
    std::signal(SIGHUP, ofTests);

    EXPECT_LT(result.at("sweeps"), 100000);
}

// Programs of the Symanzik action take 15 seconds to compile on the software driver that optimises, and cannot be
// interrupted; the first line of progress comes after 5.
TEST_F(InterruptedTest, ADriverThatCompilesIsNotWaitedFor)
{
    const Environment cache("MESA_SHADER_CACHE_DISABLE", "true"), optimise("GALLIVM_PERF", "");

    const Json result =
        stoppedAt("compiling program", {"generate", "--lattice", "4x4x4x4", "--group", "su3", "--beta", "8", "--action",
                                        "symanzik", "--precision", "double", "--sweeps", "10"});

    EXPECT_EQ(result.at("measurements"), 0);
    EXPECT_LT(seconds_, 5) << "2, and what a busy machine adds";
}

TEST_F(InterruptedTest, CommandsOverFilesTellOfThoseThatAreDone)
{
    const Arguments files = configurations(600);
    const auto expectProgress = [&](const std::string& words, Arguments arguments, const char* list) {
        arguments.insert(arguments.begin() + 1, files.begin(), files.end());
        const Json result = stoppedAt(words, arguments);
        EXPECT_GE(result.at(list).size(), 1u) << arguments[0];
        EXPECT_LT(result.at(list).size(), files.size()) << arguments[0];
    };

    expectProgress("/600", {"flow", "--time", "6", "--every", "0.5"}, "files");
    expectProgress("/4800", {"spectrum", "--kappa", "0.15"}, "files");
}

} // namespace
} // namespace gaugegl::cli_test
