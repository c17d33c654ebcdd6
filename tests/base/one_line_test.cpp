#include "base/one_line.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(OneLine, KeepsPrintableText)
{
    EXPECT_EQ(oneLine(""), "");
    EXPECT_EQ(oneLine("beta = 6.0 'näme' € 𝛽"), "beta = 6.0 'näme' € 𝛽");
}

TEST(OneLine, ReplacesWhatATerminalWouldObey)
{
    EXPECT_EQ(oneLine("a\nb\r\tc\x1b[2J\x7f"), "a?b??c?[2J?");
    EXPECT_EQ(oneLine(std::string("a\0b", 3)), "a?b");
    EXPECT_EQ(oneLine("\u009b2J\u2028"), "?"
                                         "?2J???")
        << "the C1 code of escape, and the separator of lines";
}

TEST(OneLine, ReplacesBytesThatAreNotUtf8)
{
    EXPECT_EQ(oneLine("\xff\xc3_\xe2\x82"), "??_??");
    EXPECT_EQ(oneLine("\xc0\xaf\xf5\x80\x80\x80"), "??????");
}

TEST(OneLine, CutsWhatIsTooLong)
{
    EXPECT_EQ(oneLine(std::string(500, 'x')), std::string(500, 'x'));
    EXPECT_EQ(oneLine(std::string(501, 'x')), std::string(497, 'x') + "...");
    EXPECT_EQ(oneLine(std::string(1 << 20, '\n')), std::string(497, '?') + "...");
    EXPECT_EQ(oneLine("ääääää", 8), "ää...") << "characters are not cut in two";
}

} // namespace
} // namespace gaugegl
