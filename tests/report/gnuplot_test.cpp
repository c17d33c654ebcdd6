// Figures and their gnuplot: no name and no text of a figure is a command to it.
#include "report/gnuplot.h"
#include "report/plot.h"

#include "gaugegl/base/error.h"
#include "io/sample_field.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <set>

namespace gaugegl::report {
namespace {

namespace fs = std::filesystem;
using io::test::contents;

/// What gnuplot or a shell would obey: each makes a file called "made" where the program works, if it can.
const std::vector<std::string> hostileTexts = {"|touch made;",
                                               "| touch made #",
                                               "<touch made",
                                               "`touch made`",
                                               "$(touch made)",
                                               "'; system(\"touch made\"); '",
                                               "\"; system('touch made'); \"",
                                               "\\\"; !touch made",
                                               "a\n!touch made\n",
                                               "a\r!touch made\r",
                                               "@made",
                                               "\\`touch made\\`",
                                               "''`touch made`''",
                                               "x\\"};

class GnuplotTest : public testing::Test {
protected:
    void SetUp() override
    {
        before_ = fs::current_path();
        fs::current_path(folder_.file(""));
    }
    void TearDown() override { fs::current_path(before_); }

    static bool isThere() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }
    const io::test::TemporaryFolder& folder() const { return folder_; }
    /// Neither here nor where gnuplot was.
    void expectNothingMade(const std::string& of) const
    {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.file("")))
            EXPECT_NE(entry.path().filename(), "made") << of;
    }
    static std::vector<std::string> draw(const Figure& figure, const std::string& label)
    {
        return plotLines(figure, {Curve{.label = label, .x = {1, 2, 3}, .y = {2, 3, 5}}}, {});
    }

private:
    io::test::TemporaryFolder folder_;
    fs::path before_;
};

TEST_F(GnuplotTest, AStringHoldsNothingThatGnuplotInterprets)
{
    EXPECT_EQ(gnuplotString("plain text, 12.5"), "\"plain text, 12.5\"");
    EXPECT_EQ(gnuplotString("`a`"), R"("\140a\140")");
    EXPECT_EQ(gnuplotString("\"'\\@%{}^&~$#!"), R"("\042\047\134\100\045\173\175\136\046\176\044\043\041")");
    EXPECT_EQ(gnuplotString("ä"), R"("\303\244")");
    EXPECT_EQ(gnuplotString("a\nb\x1b"), R"("a\134nb\134u001b")") << "one line, and escaped as it is for a terminal";
    for (const std::string& text : hostileTexts) {
        const std::string quoted = gnuplotString(text);
        const std::string inside = quoted.substr(1, quoted.size() - 2);
        EXPECT_TRUE(std::ranges::none_of(inside, [](char c) {
            return std::string("'\"`@$%#!{}&~\n\r").find(c) != std::string::npos;
        })) << quoted;
        for (std::size_t at = 0; (at = inside.find('\\', at)) != std::string::npos; at += 4)
            EXPECT_TRUE(std::isdigit(inside.at(at + 1)) && std::isdigit(inside.at(at + 2)) &&
                        std::isdigit(inside.at(at + 3)))
                << quoted;
    }
}

TEST_F(GnuplotTest, WhateverAFigureIsCalledNothingIsCarriedOut)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not here";
    for (const std::string& text : hostileTexts) {
        std::string name = text; // of files: without slashes
        std::ranges::replace(name, '/', '_');
        const std::vector<std::string> files = draw({name, text, text, text}, text);

        ASSERT_EQ(files, (std::vector<std::string>{name + ".png", name + ".svg"}));
        for (const std::string& file : files)
            EXPECT_GT(fs::file_size(file), 1000u) << file;
        expectNothingMade(text);
    }
    EXPECT_EQ(folder().entries(), 2 * hostileTexts.size()) << "nothing else is left";
}

TEST_F(GnuplotTest, ATextIsShownAsItStands)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not here";
    const std::string text = "|a`b'c\"d@e\\f%g{h}i^j_k~l #$!ä\\n \\U+03B1 %s";

    draw({"p", text, text, text}, text);

    const std::string svg = contents("p.svg"), shown = text;
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find(shown, at)) != std::string::npos; ++at)
        ++found;
    EXPECT_GE(found, 4u) << "title, two axes and the key";
    draw({"q", "<a>&amp;", "x", "y"}, "k");
    EXPECT_NE(contents("q.svg").find("&lt;a>&amp;amp;"), std::string::npos) << "no element and no entity";
}

TEST_F(GnuplotTest, AKeptScriptIsHarmlessToo)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not here";
    ::setenv("GAUGEGL_PLOTS", "scripts", 1);
    for (std::size_t k = 0; k < hostileTexts.size(); ++k) {
        const std::string& text = hostileTexts[k];
        const auto files = draw({text, text, text, text}, text);
        ASSERT_EQ(files, std::vector<std::string>{text + ".gnuplot"});
        fs::rename(files[0], "kept.gnuplot");

        EXPECT_EQ(std::system("gnuplot kept.gnuplot > /dev/null 2>&1"), 0) << text;

        EXPECT_TRUE(fs::exists(text + ".svg") && fs::exists(text + ".png")) << text;
        expectNothingMade(text);
    }
    ::unsetenv("GAUGEGL_PLOTS");
}

TEST_F(GnuplotTest, NoLinkIsFollowedToAPicture)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not here";
    io::test::save("precious", "old");
    fs::create_symlink("precious", "p.svg");

    EXPECT_NE(io::test::fileError([] { draw({"p", "t", "x", "y"}, "k"); }).find("symbolic link"), std::string::npos);

    EXPECT_EQ(contents("precious"), "old");
    EXPECT_EQ(folder().entries(), 2u) << "nor is one of the two left";
}

TEST_F(GnuplotTest, FiguresHaveTheLettersOfTheField)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not installed";
    plotLines(
        {"a", "SU3 4x4x4x4, beta = 5.7, kappa = 0.1, lambdas, out/beta/mu/2.3", "t / a^2", "dH, mu_0 and alphabeta"},
        {Curve{.label = "a mu = 1", .x = {1, 2}, .y = {1, 2}}}, {});

    const std::string svg = contents("a.svg");
    for (const char* text :
         {"SU(3) 4x4x4x4, β = 5.7, κ = 0.1, lambdas, out/beta/mu/2.3", "t / a²", "ΔH, mu_0 and alphabeta", "a μ = 1"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, text, svg);
}

// Of sixteen curves no two look alike, and the key does not cover them.
TEST_F(GnuplotTest, ManyCurvesAreToldApart)
{
    if (!isThere()) GTEST_SKIP() << "gnuplot is not installed";
    ASSERT_EQ(::setenv("GAUGEGL_PLOTS", "scripts", 1), 0);
    std::vector<Curve> curves;
    for (int k = 0; k < 16; ++k)
        curves.push_back({.label = fmt::format("curve {}", k), .x = {1, 2}, .y = {double(k), 2.0 * k}});
    plotLines({"many", "t", "x", "y"}, curves, {});
    plotLines({"few", "t", "x", "y"}, {curves.begin(), curves.begin() + 4}, {});
    ::unsetenv("GAUGEGL_PLOTS");

    const std::string script = contents("many.gnuplot");
    std::set<std::string> looks;
    const std::regex look(R"((pt \d+) ps [\d.]+ (lc rgb '#\w+') title)");
    for (std::sregex_iterator one(script.begin(), script.end(), look), end; one != end; ++one)
        looks.insert((*one)[1].str() + (*one)[2].str());
    EXPECT_EQ(looks.size(), 16U);
    EXPECT_NE(script.find("set rmargin at screen"), std::string::npos);
    EXPECT_EQ(contents("few.gnuplot").find("set rmargin at screen"), std::string::npos);
}

} // namespace
} // namespace gaugegl::report
