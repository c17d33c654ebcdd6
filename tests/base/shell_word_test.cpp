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
    EXPECT_EQ(shellWord("=ls"), "'=ls'");
    EXPECT_EQ(shellWord("-0.5"), "-0.5");
    EXPECT_EQ(shellFile("--help"), "./--help");
    EXPECT_EQ(shellFile("a b"), "'a b'");
}

TEST(CommandLine, IsNothingButWords)
{
    const std::string words = "gaugegl scan " + shellWord("my scan.toml") + " --output " + shellWord("$HOME;ls") +
                              " --set " + shellWord("it's");
    EXPECT_TRUE(isCommandLine(words)) << words;
    EXPECT_TRUE(isCommandLine("gaugegl run a.toml --seed 5"));
    for (const char* line :
         {"gaugegl scan a; rm -rf b", "gaugegl scan `id`", "gaugegl scan $(id)", "gaugegl scan a | sh",
          "gaugegl scan a\nid", "gaugegl scan 'a", "gaugegl scan \"$(id)\"", "gaugegl scan a > b",
          "gaugegl scan a & id", "gaugegl scan \x1b[2J", "gaugegl scan 'a'$b", "gaugegl scan {a,b}", "gaugegl scan *"})
        EXPECT_FALSE(isCommandLine(line)) << line;
}

} // namespace
} // namespace gaugegl
