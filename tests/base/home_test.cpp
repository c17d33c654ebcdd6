#include "base/home.h"

#include "gaugegl/base/error.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>

namespace gaugegl {
namespace {

class WithHome : public testing::Test {
protected:
    void SetUp() override
    {
        if (const char* home = std::getenv("HOME")) before_ = home;
        setenv("HOME", "/home/ada", 1);
    }
    void TearDown() override
    {
        if (before_)
            setenv("HOME", before_->c_str(), 1);
        else
            unsetenv("HOME");
    }

private:
    std::optional<std::string> before_;
};

TEST_F(WithHome, IsWhatAShellMakesOfATilde)
{
    EXPECT_EQ(withHome("~/runs/a.toml"), "/home/ada/runs/a.toml");
    EXPECT_EQ(withHome("~"), "/home/ada");
}

TEST_F(WithHome, LeavesOtherNames)
{
    for (const char* name : {"", "a", "./~/a", "a/~", "~a", "~a/b", "a~", "~~/a"})
        EXPECT_EQ(withHome(name), name);
}

TEST_F(WithHome, SaysThatNoHomeIsKnown)
{
    for (const char* home : {"", "relative"}) {
        setenv("HOME", home, 1);
        EXPECT_THROW(withHome("~/a"), InputError);
        EXPECT_EQ(withHome("a"), "a");
    }
}

} // namespace
} // namespace gaugegl
