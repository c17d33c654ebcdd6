// The fault of llvmpipe that endPass works around: with its threads slowed at the right place it is met in one of three passes.
#include "cli/program_gl.h"

#include <fstream>

namespace gaugegl::cli_test {
namespace {

class EndOfPassTest : public ProgramGlTest {
protected:
    void SetUp() override
    {
        ProgramGlTest::SetUp();
        if (IsSkipped()) return;
        if (testing_support::sharedContext()->capabilities().renderer.find("llvmpipe") == std::string::npos)
            GTEST_SKIP() << "the driver is not llvmpipe";
#if !defined(__GLIBC__)
        GTEST_SKIP() << "only glibc notices when a mutex that is held is destroyed";
#elif defined(__SANITIZE_ADDRESS__)
        GTEST_SKIP() << "the sanitizer's library must be the first one";
#endif
    }
};

TEST_F(EndOfPassTest, NoFenceIsFreedWhileAThreadOfTheDriverHoldsIt)
{
    for (const int threads : {1, 2}) {
        RunningProgram program(folder(),
                               {"generate", "--group", "su2", "--lattice", "4x4x4x4", "--beta", "2.3", "--path",
                                "fragment", "--sweeps", "100", "--thermalisation", "0", "--quiet"},
                               {"/usr/bin/env", "LD_PRELOAD=" GAUGEGL_SLOW_FENCES, "GAUGEGL_TEST_FENCES=fences",
                                "LP_NUM_THREADS=" + std::to_string(threads)});

        const Outcome outcome = program.wait();

        EXPECT_EQ(outcome.code, success) << outcome.err;
        long fences = 0, destroyedWhileHeld = -1;
        std::ifstream(file("fences")) >> fences >> destroyedWhileHeld;
        EXPECT_GT(fences, 2000 * threads) << "it was to draw";
        EXPECT_EQ(destroyedWhileHeld, 0) << "with " << threads << " threads";
    }
}

} // namespace
} // namespace gaugegl::cli_test
