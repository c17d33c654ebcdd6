#include "base/one_line.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(OneLine, KeepsPrintableText)
{
    EXPECT_EQ(oneLine(""), "");
    EXPECT_EQ(oneLine("beta = 6.0 'näme' € 𝛽 \\n"), "beta = 6.0 'näme' € 𝛽 \\n");
}

TEST(OneLine, EscapesWhatATerminalWouldObey)
{
    EXPECT_EQ(oneLine("a\nb\r\tc\x1b[2J\x7f"), R"(a\nb\r\tc\u001b[2J\u007f)");
    EXPECT_EQ(oneLine(std::string("a\0b", 3)), R"(a\u0000b)");
    EXPECT_EQ(oneLine("\u009b2J\u2028"), R"(\u009b2J\u2028)") << "the C1 code of escape, and the separator of lines";
    EXPECT_EQ(oneLine("\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c"),
              R"(\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c)")
        << "marks that turn the direction of writing round";
}

TEST(OneLine, EscapesBytesThatAreNotUtf8)
{
    EXPECT_EQ(oneLine("\xff\xc3_\xe2\x82"), R"(\xff\xc3_\xe2\x82)");
    EXPECT_EQ(oneLine("\xc0\xaf\xf5\x80\x80\x80"), R"(\xc0\xaf\xf5\x80\x80\x80)");
    EXPECT_EQ(oneLine("\xe0\x82\x9b\xf0\x80\x82\x9b"), R"(\xe0\x82\x9b\xf0\x80\x82\x9b)")
        << "a longer encoding of a control character";
    EXPECT_EQ(oneLine("\xed\xa0\x80"), R"(\xed\xa0\x80)") << "half of a pair of UTF-16";
}

TEST(OneLine, CutsWhatIsTooLong)
{
    EXPECT_EQ(oneLine(std::string(500, 'x')), std::string(500, 'x'));
    EXPECT_EQ(oneLine(std::string(501, 'x')), std::string(497, 'x') + "...");
    EXPECT_EQ(oneLine("ääääää", 8), "ää...") << "characters are not cut in two";
    EXPECT_EQ(oneLine("abc\x1b\x1b", 10), "abc...") << "nor are escapes";
    EXPECT_EQ(oneLine(std::string(1 << 20, '\n'), 12), R"(\n\n\n\n...)");
}

TEST(Printable, KeepsLines)
{
    EXPECT_EQ(printable("a\n\tb\x1b]0;title\x07\r\n"), "a\n\\tb\\u001b]0;title\\u0007\\r\n");
    EXPECT_EQ(printable(std::string(2000, 'x')), std::string(2000, 'x'));
}

} // namespace
} // namespace gaugegl
