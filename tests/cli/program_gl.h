// The same for commands that need OpenGL.
#pragma once

#include "cli/program.h"
#include "support/device_fixture.h"

namespace gaugegl::cli_test {

/// Skips where the tests of the library do.
class ProgramGlTest : public ProgramTest {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    }
    static bool compute() { return testing_support::sharedContext()->capabilities().compute(); }
};

} // namespace gaugegl::cli_test
