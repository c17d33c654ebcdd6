#include "base/shell_word.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(ShellWord, IsQuotedWhereAShellWouldTakeItForSomethingElse)
{
    EXPECT_EQ(shellWord("results/run-1.toml"), "results/run-1.toml");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("my run"), "'my run'");
    EXPECT_EQ(shellWord("$HOME;ls"), "'$HOME;ls'");
    EXPECT_EQ(shellWord("it's"), R"('it'\''s')");
}

} // namespace
} // namespace gaugegl
