// gaugegl init without OpenGL: run files from flags and from answers at a terminal.
#include "cli/program.h"

#include "gaugegl/config/run_config.h"

namespace gaugegl::cli_test {
namespace {

using io::test::contents;
using io::test::save;

class InitTest : public ProgramTest {
protected:
    /// Without the measurement of times.
    static Arguments init(const Arguments& more)
    {
        Arguments all = {"init", "--no-estimate"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    /// At a terminal where somebody types these lines.
    Outcome atATerminal(const std::string& lines, const std::string& options) const
    {
        save(file("typed"), lines);
        const std::string command =
            "sleep 0.3; script -qec \"" GAUGEGL_PROGRAM " init " + options +
            "\" /dev/null < typed"; // script makes a terminal; it must be there before the answers
        RunningProgram shell(folder(), {}, {"/usr/bin/env", "-u", "CI", "sh", "-c", command});
        return shell.wait();
    }
    RunConfig written(const std::string& name) const { return loadRunConfig(file(name)); }
};

TEST_F(InitTest, AsksNothingWithoutATerminalAndTakesDefaults)
{
    const Outcome outcome = run(init({}));

    EXPECT_EQ(outcome.code, success);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("estimated time    unknown\n"), std::string::npos);
    EXPECT_NE(outcome.out.find("a = 0.0931 fm, r0/a = 5.37"), std::string::npos);
    EXPECT_NE(outcome.out.find("gaugegl run su3-8x8x8x8-beta6.toml\n"), std::string::npos);
    EXPECT_NE(outcome.out.find("gaugegl watch results/su3-8x8x8x8-beta6\n"), std::string::npos);
    const RunConfig found = written("su3-8x8x8x8-beta6.toml");
    EXPECT_EQ(found.lattice.group, Group::SU3);
    EXPECT_EQ(found.lattice.extents, (std::array{8, 8, 8, 8}));
    EXPECT_EQ(found.action.beta, 6);
    EXPECT_EQ(found.update.sweeps, 1000);
    EXPECT_EQ(found.output.directory, "results/su3-8x8x8x8-beta6");
    EXPECT_FALSE(found.loops || found.flow || found.spectrum);
    EXPECT_FALSE(exists("results")) << "nothing is started";
}

TEST_F(InitTest, WritesWhatTheFlagsSay)
{
    Arguments flags = init({"a.toml",
                            "--group",
                            "su2",
                            "--lattice",
                            "4x4x4x8",
                            "--beta",
                            "2.5",
                            "--measure",
                            "rectangle, loops,flow,spectrum",
                            "--kappa",
                            "0.12",
                            "--sweeps",
                            "4",
                            "--thermalisation",
                            "7",
                            "--seed",
                            "42",
                            "--output-directory",
                            "my folder",
                            "--device",
                            "1"});
    const Json report = json(flags);

    EXPECT_EQ(report["file"], "a.toml");
    EXPECT_EQ(report["sweeps"], 4);
    EXPECT_TRUE(report["estimated_seconds"].is_null());
    const RunConfig found = written("a.toml");
    EXPECT_EQ(found.lattice.group, Group::SU2);
    EXPECT_EQ(found.lattice.extents, (std::array{4, 4, 4, 8}));
    EXPECT_EQ(found.action.beta, 2.5);
    EXPECT_EQ(found.measure.observables, std::vector{Observable::Rectangle});
    ASSERT_TRUE(found.loops && found.flow && found.spectrum);
    EXPECT_EQ(found.loops->every, 4) << "once at least";
    EXPECT_EQ(found.spectrum->values, std::vector{0.12});
    EXPECT_EQ(found.update.sweeps, 4);
    EXPECT_EQ(found.update.thermalisation, 7);
    EXPECT_EQ(found.update.seed, 42u);
    EXPECT_EQ(found.output.directory, "my folder");
    EXPECT_EQ(found.device.device, 1);
    const std::string text = contents(file("a.toml"));
    EXPECT_TRUE(text.starts_with("# SU2 4x4x4x8, beta = 2.5: a = 0.0854 fm")) << text;
    EXPECT_NE(text.find("gaugegl watch 'my folder'"), std::string::npos) << text;
    EXPECT_NE(text.find("# Sweeps before the first measurement"), std::string::npos);
}

TEST_F(InitTest, FindsTheCouplingOfALatticeSpacing)
{
    const Json report = json(init({"--spacing", "0.0931386"}));

    EXPECT_NEAR(report["beta"].get<double>(), 6, 1e-4);
}

// The flow passes t0 = 0.1116 r0^2, 3.2 lattice units squared at beta = 6.
TEST_F(InitTest, LetsTheGradientFlowPassT0)
{
    json(init({"a.toml", "--measure", "flow"}));

    const double t0 = 0.1116 * 5.368 * 5.368, end = written("a.toml").flow->time;
    EXPECT_GT(end, 1.1 * t0);
    EXPECT_LT(end, 1.3 * t0);
}

TEST_F(InitTest, RefusesWhatCannotBeARun)
{
    const auto refused = [&](const Arguments& more, const std::vector<std::string>& words) {
        Arguments all = init(more);
        all.insert(all.begin() + 1, "bad.toml");
        expectError(run(all), inputFailure, words);
        EXPECT_FALSE(exists("bad.toml")) << words.front();
    };
    refused({"--group", "su5"}, {"--group", "su5"});
    refused({"--group", "su4"}, {"--beta is missing"});
    refused({"--group", "su4", "--spacing", "0.1"}, {"lattice spacing of SU4 is not known"});
    refused({"--lattice", ""}, {"--lattice", "empty"});
    refused({"--measure", ""}, {"--measure", "empty"});
    refused({"--lattice", "8x8x8"}, {"8x8x8"});
    refused({"--lattice", "8x8x8x7"}, {"--lattice", "extent 7", "must be even"});
    refused({"--beta", "0"}, {"--beta", "0"});
    refused({"--beta", "nan"}, {"nan"});
    refused({"--beta", "6", "--spacing", "0.1"}, {"--spacing", "--beta"});
    refused({"--spacing", "3"}, {"lattice spacing 3 fm of SU3 is not known here"});
    refused({"--measure", "plaquette,mass"}, {"'mass' is not one of plaquette"});
    refused({"--measure", "plaquette,,loops"}, {"'' is not one of"});
    refused({"--kappa", "0.15"}, {"add spectrum to --measure"});
    refused({"--sweeps", "0"}, {"--sweeps 0 must be at least 1"});
    refused({"--sweeps", "3", "--hours", "1"}, {"--hours", "--sweeps"});
    refused({"--hours", "1"}, {"the time of a sweep, which was not measured"});
    refused({"--thermalisation", "-1"}, {"--thermalisation", "-1"});
    refused({"--sweeps", "2147483647"}, {"sweeps"});
    refused({"--start", "--no-start"}, {"--no-start", "--start"});
    refused({"--output-directory", ""}, {"--output", "empty"});
    refused({"--output", ""}, {"--output", "empty"});
}

TEST_F(InitTest, ReplacesNoFileUnasked)
{
    save(file("a.toml"), "mine");

    expectError(run(init({"a.toml"})), inputFailure, {"a.toml", "is there already", "--overwrite"});
    EXPECT_EQ(contents(file("a.toml")), "mine");
    expectError(run(init({"missing/a.toml"})), inputFailure, {"missing/a.toml", "folder"});
    EXPECT_EQ(run(init({"a.toml", "--overwrite"})).code, success);
    EXPECT_EQ(written("a.toml").action.beta, 6);
}

TEST_F(InitTest, AsksAtATerminal)
{
    const Outcome outcome =
        atATerminal("su2\n4x4x4x4\n2.5\npolyakov_loop,loops\nb.toml\nmine\n10\n200\nn\n", "--no-estimate");

    ASSERT_EQ(outcome.code, success) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("group: Gauge group (su2, su3, su4) [su3]: "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("beta = 2.5: a = 0.0854 fm"), std::string::npos) << outcome.out;
    const RunConfig found = written("b.toml");
    EXPECT_EQ(found.lattice.group, Group::SU2);
    EXPECT_EQ(found.action.beta, 2.5);
    EXPECT_TRUE(found.loops);
    EXPECT_EQ(found.update.thermalisation, 10);
    EXPECT_EQ(found.update.sweeps, 200);
    EXPECT_EQ(found.output.directory, "mine");
    EXPECT_FALSE(exists("mine"));
}

TEST_F(InitTest, AsksAgainAfterABadAnswer)
{
    const Outcome outcome = atATerminal(
        "su7\nsu3\n4x4x4x5\n4x4x4x4\nlots\n0.1fm\n\nb.toml\n\nmany\n5\n2h\n300\nmaybe\nn\n", "--no-estimate");

    ASSERT_EQ(outcome.code, success) << outcome.out << outcome.err;
    for (const char* words : {"su7", "lattice extent 5", "'lots' is not a coupling", "'many' is not a whole number",
                              "the time of a sweep, which was not measured", "'maybe' is neither y nor n"})
        EXPECT_NE(outcome.out.find(words), std::string::npos) << words << " in " << outcome.out;
    EXPECT_EQ(written("b.toml").update.sweeps, 300);
    EXPECT_NEAR(written("b.toml").action.beta, 5.95, 0.05);
}

TEST_F(InitTest, DoesNotAskForEver)
{
    const std::string answers = [] {
        std::string lines;
        for (int k = 0; k < 1000; ++k)
            lines += "su7\n";
        return lines;
    }();
    const Outcome outcome = atATerminal(answers, "c.toml --no-estimate");

    EXPECT_EQ(outcome.code, inputFailure) << outcome.out;
    EXPECT_NE(outcome.out.find("10 answers to the question for 'group'"), std::string::npos) << outcome.out;
    EXPECT_FALSE(exists("c.toml"));
}

TEST_F(InitTest, AsksOnlyForWhatFlagsLeaveOpenAndNothingWithYes)
{
    const Outcome some =
        atATerminal("300\n", "a.toml --no-estimate --group su2 --lattice 4x4x4x4 --beta 2.3 --measure plaquette "
                             "--output-directory out --thermalisation 5 --no-start");
    ASSERT_EQ(some.code, success) << some.out;
    EXPECT_EQ(some.out.find("group: "), std::string::npos) << some.out;
    EXPECT_EQ(written("a.toml").update.sweeps, 300);

    const Outcome none = atATerminal("", "b.toml --no-estimate --yes");
    EXPECT_EQ(none.code, success) << none.out;
    EXPECT_TRUE(exists("b.toml"));
}

} // namespace
} // namespace gaugegl::cli_test
