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
    const Arguments commands[] = {
        {"measure", su3_}, {"generate", "--lattice", "4x4x4x4", "--beta", "5.7"}, {"flow", su3_}, {"info"}};
    for (const Arguments& command : commands)
        expectError(without(command), deviceFailure, {"libegl-mesa0", "libgl1-mesa-dri", "--path cpu", "solve"});
}

TEST_F(NoDriverTest, TheOthersWork)
{
    const Arguments commands[] = {
        {"solve", su3_, "--kappa", "0.1", "--path", "cpu", "--quiet"},
        {"spectrum", su3_, "--kappa", "0.1", "--path", "cpu", "--quiet"},
        {"eigen", su3_, "--operator", "staggered", "--mass", "0.2", "--count", "1", "--path", "cpu", "--quiet"},
        {"fix", su3_, "--path", "cpu", "--tolerance", "1e-4", "--quiet"},
        {"convert", su3_, "u.nersc"},
        {"manual", "run-file"}};
    for (const Arguments& command : commands) {
        const Outcome outcome = without(command);
        EXPECT_EQ(outcome.code, success) << command.front() << ": " << outcome.err;
    }
}

} // namespace
} // namespace gaugegl::cli_test
