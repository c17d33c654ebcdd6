// Smearing of quarks as text, and what is refused.
#include "gaugegl/core/quark_smearing.h"

#include "gaugegl/base/error.h"

#include <functional>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(QuarkSmearing, IsReadFromText)
{
    EXPECT_EQ(WuppertalSteps::parse("0.25:30"), (WuppertalSteps{0.25, 30}));
    EXPECT_EQ(WuppertalSteps::parse("none"), WuppertalSteps());
    EXPECT_EQ(WuppertalSteps::parse("2:0"), (WuppertalSteps{2, 0}));
    EXPECT_EQ((WuppertalSteps{0.25, 30}).text(), "0.25:30");
    EXPECT_FALSE(WuppertalSteps::parse("2:0").smears());
    EXPECT_FALSE(WuppertalSteps::parse("0:20").smears());
}

/// InputError, whose message has these words.
void expectRefused(const std::function<void()>& of, const std::vector<std::string>& words)
{
    try {
        of();
        FAIL() << words.front();
    } catch (const InputError& error) {
        for (const std::string& word : words)
            EXPECT_PRED_FORMAT2(testing::IsSubstring, word, error.what());
    }
}

TEST(QuarkSmearing, RefusesOtherTextByName)
{
    const auto refuses = [](const std::string& text, const std::vector<std::string>& words) {
        expectRefused([&] { WuppertalSteps::parse(text); }, words);
    };
    for (const char* text : {"", "0.25", "0.25:", ":30", "0.25:30:1", "a:30", "0.25:3.5", "0.25 :30"})
        refuses(text, {"'" + std::string(text) + "'", "ALPHA:STEPS"});
    refuses("-0.1:3", {"alpha = -0.1", "at least 0"});
    for (const char* text : {"inf:3", "nan:3"})
        refuses(text, {"alpha must be a number"});
    refuses("0.1:-3", {"-3 steps", "0 to 10000"});
    refuses("0.1:10001", {"10001 steps"});
}

TEST(QuarkSmearing, NeedsQuarksWithSpinAndAUseOfSmearedLinks)
{
    const WuppertalSteps some{0.25, 3};
    const auto checked = [](const QuarkSmearing& smearing, FermionKind kind) {
        return [=] { validate(smearing, kind); };
    };
    EXPECT_NO_THROW(checked({.source = some, .links = {0.1, 3}}, FermionKind::Wilson)());
    EXPECT_NO_THROW(checked({}, FermionKind::Staggered)());
    expectRefused(checked({.sink = some}, FermionKind::Staggered), {"staggered"});
    expectRefused(checked({.links = {0.1, 3}}, FermionKind::Wilson), {"0.1:3", "neither source nor sink"});
}

} // namespace
} // namespace gaugegl
