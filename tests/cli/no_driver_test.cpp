// On a machine without a driver of OpenGL: what says so, and what works all the same.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

class NoDriverTest : public ProgramTest {
protected:
    Outcome without(const Arguments& arguments) const
    {
        return RunningProgram(folder(), arguments,
                              {"/usr/bin/env", "__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null",
                               "__EGL_VENDOR_LIBRARY_DIRS=/none", "DISPLAY=", "WAYLAND_DISPLAY="})
            .wait();
    }
    const std::string su3_ = data("su3_4x2x2x6_f32.ildg");
};

TEST_F(NoDriverTest, CommandsThatNeedOneSayWhatToInstallAndWhatWorksWithout)
{
    const Arguments commands[] = {{"info"},
                                  {"measure", su3_, "--path", "fragment"},
                                  {"generate", "--lattice", "4x4x4x4", "--beta", "5.7", "--storage", "buffer"},
                                  {"hmc", "--lattice", "4x4x4x4", "--beta", "5.7", "--gl", "3.3"},
                                  {"verify"}};
    for (const Arguments& command : commands)
        expectError(without(command), deviceFailure, {"libegl-mesa0", "libgl1-mesa-dri", "--path cpu", "solve"});
}

TEST_F(NoDriverTest, LinksAreOnTheCpuWhichIsSaid)
{
    const Arguments theory = {"--lattice", "4x2x4x6", "--beta", "5.7", "--json", "a.json"},
                    commands[] = {{"generate", "--sweeps", "2", "--overrelaxation", "1", "--thermalisation", "1"},
                                  {"hmc", "--trajectories", "2", "--thermalisation", "1"},
                                  {"hmc", "--trajectories", "1", "--thermalisation", "1", "--fermions", "wilson",
                                   "--kappa", "0.1", "--path", "cpu"}};
    for (Arguments command : commands) {
        command.insert(command.end(), theory.begin(), theory.end());
        const Outcome outcome = without(command);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "no driver of OpenGL 3.3 (", outcome.err);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "path = auto stands for the CPU", outcome.err);
        const Json result = Json::parse(io::test::contents(file("a.json")));
        EXPECT_EQ(result["path"], "cpu");
        EXPECT_TRUE(result["tuning"].is_null());
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "CPU, ", result["device"].get<std::string>());
    }
    const Outcome asked = without({"measure", su3_, "--path", "cpu", "--quiet"});
    EXPECT_EQ(asked.code, success);
    EXPECT_EQ(asked.err, "");
}

TEST_F(NoDriverTest, TheOthersWork)
{
    const Arguments commands[] = {
        {"solve", su3_, "--kappa", "0.1", "--path", "cpu", "--quiet"},
        {"spectrum", su3_, "--kappa", "0.1", "--path", "cpu", "--quiet"},
        {"eigen", su3_, "--operator", "staggered", "--mass", "0.2", "--count", "1", "--path", "cpu", "--quiet"},
        {"fix", su3_, "--path", "cpu", "--tolerance", "1e-4", "--quiet"},
        {"fix", su3_, "--tolerance", "1e-4", "--quiet"},
        {"measure", su3_, "--observable", "wilson-loop,topological-charge,energy", "--flow", "0.2:0.1", "--quiet"},
        {"flow", su3_, "--time", "0.3", "--tolerance", "1e-4", "--action", "symanzik", "--quiet"},
        {"potential", su3_, "--ape", "0.5:2", "--quiet"},
        {"measure", su3_, "--smearing.steps", "2", "--fixing.gauge", "coulomb", "--fixing.tolerance", "1e-4",
         "--quiet"},
        {"convert", su3_, "u.nersc"},
        {"manual", "run-file"}};
    for (const Arguments& command : commands) {
        const Outcome outcome = without(command);
        EXPECT_EQ(outcome.code, success) << command.front() << ": " << outcome.err;
    }
}

} // namespace
} // namespace gaugegl::cli_test
