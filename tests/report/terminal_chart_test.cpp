#include "report/terminal_chart.h"

#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace gaugegl::report {
namespace {

const std::vector<double> x = {1, 2, 3, 4}, rising = {0.1, 0.2, 0.3, 0.4};

TEST(TerminalChart, DrawsPointsBetweenTheLeastAndTheMost)
{
    EXPECT_EQ(terminalChart(x, rising, {.width = 17, .height = 4}), "0.4 |           *\n"
                                                                    "    |        *\n"
                                                                    "    |    *\n"
                                                                    "0.1 |*\n"
                                                                    "    +------------\n"
                                                                    "     1          4\n");
}

TEST(TerminalChart, HasEightDotsInALetterOfBraille)
{
    EXPECT_EQ(terminalChart(std::vector<double>{0, 1}, std::vector<double>{0, 1},
                            {.width = 13, .height = 2, .unicode = true}),
              "1 │         ⠈\n"
              "0 │⡀\n"
              "  └──────────\n"
              "   0        1\n");
}

TEST(TerminalChart, LeavesOutWhatIsNoNumber)
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> some = {none, 0.2, none, 0.4};

    EXPECT_EQ(terminalChart(x, some, {.width = 15, .height = 2}), "0.4 |         *\n"
                                                                  "0.2 |*\n"
                                                                  "    +----------\n"
                                                                  "     2        4\n");
    EXPECT_EQ(terminalChart(x, std::vector<double>(4, none), {}), "");
    EXPECT_EQ(terminalChart({}, {}, {}), "");
}

TEST(TerminalChart, DrawsWhatDoesNotChange)
{
    const std::string text = terminalChart(x, std::vector<double>(4, 0.5), {.width = 30, .height = 5});

    EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 4) << text;
}

TEST(TerminalChart, IsEmptyWithoutRoom)
{
    EXPECT_EQ(terminalChart(x, rising, {.width = 14}), "");
    EXPECT_EQ(terminalChart(x, rising, {.width = 80, .height = 1}), "");
    EXPECT_NE(terminalChart(x, rising, {.width = 15}), "");
}

} // namespace
} // namespace gaugegl::report
