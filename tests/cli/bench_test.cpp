// The bench command where no device is needed.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

class BenchUsageTest : public ProgramTest {};

TEST_F(BenchUsageTest, HelpNamesEverySuite)
{
    const Outcome help = run({"bench", "--help"});

    EXPECT_EQ(help.code, success) << help.err;
    for (const char* suite :
         {"standard: ", "copy: ", "fermi: ", "hops: ", "twisted-mass: ", "fixing: ", "--suite copy", "--suite fermi"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, suite, help.out);
    EXPECT_PRED_FORMAT2(testing::IsNotSubstring, "NamedSuite", help.out);
}

TEST_F(BenchUsageTest, SuitesOfDevicesRefuseWhatTheyDoNotHave)
{
    for (const char* suite : {"hops", "twisted-mass"})
        for (const char* path : {"host", "reference"})
            expectError(run({"bench", "--suite", suite, "--path", path}), inputFailure, {suite, path, "devices"});
    expectError(run({"bench", "--suite", "fixing", "--path", "reference"}), inputFailure, {"reference", "host"});
    expectError(run({"bench", "--suite", "hops", "--group", "su2"}), inputFailure, {"--group", "--suite hops"});
    expectError(run({"bench", "--suite", "fixing", "--filter", "fix"}), inputFailure, {"--filter", "--suite fixing"});
    expectError(run({"bench", "--suite", "twisted-mass", "--lattices", "4x4x4x5"}), inputFailure, {"5", "even"});
    for (const char* suite : {"hops", "twisted-mass", "fixing"})
        expectError(run({"bench", "--suite", suite, "--output", "nowhere"}), inputFailure, {"nowhere", "folder"});
}

} // namespace
} // namespace gaugegl::cli_test
