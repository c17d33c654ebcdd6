// The sentences of estimates in results, gathered.
#include "report/warnings.h"

#include <gtest/gtest.h>

namespace gaugegl::report {
namespace {

TEST(ReportWarnings, AreGatheredBySentenceWithTheKeysThatLeadThere)
{
    const Json results = {{"plaquette", {{"mean", 1}, {"warnings", {"a"}}}},
                          {"loop", {{"re", {{"warnings", {"a", "b"}}}}, {"im", {{"mean", 2}}}}},
                          {"files", {"x", "y"}}};

    EXPECT_EQ(warningsIn(results), (Warnings{"plaquette, loop re: a", "loop re: b"}));
}

TEST(ReportWarnings, OfListsAreThoseOfTheFirstElementThatHasSome)
{
    const Json results = {
        {"flow", {{{"E", {{"mean", 0}}}}, {{"E", {{"warnings", {"1 of 2"}}}}}, {{"E", {{"warnings", {"2 of 3"}}}}}}}};

    EXPECT_EQ(warningsIn(results), Warnings{"flow E: 1 of 2 (the first of 2, of 3 in all)"});
}

TEST(ReportWarnings, NameAtMostFourPlaces)
{
    Json results;
    for (const char* name : {"a", "b", "c", "d", "e"})
        results[name] = {{"warnings", {"w"}}};

    EXPECT_EQ(warningsIn(results), Warnings{"a, b, c and 2 more: w"});
}

TEST(ReportWarnings, AreAddedOnceBesideThoseOfTheWhole)
{
    Json results = {{"t0", {{"warnings", {"a"}}}}};

    addWarnings(results, {"of the whole"});
    addWarnings(results, {"of the whole"});

    EXPECT_EQ(results["warnings"], (Json{"of the whole", "t0: a"}));
    EXPECT_EQ(warningLines(results["warnings"]), "warning: of the whole\nwarning: t0: a\n");
}

TEST(ReportWarnings, OfAnEstimateAreInItsJson)
{
    analysis::Estimate estimate;
    estimate.mean = 1;
    estimate.count = 2;

    EXPECT_EQ(toJson(estimate)["warnings"], Json{"the error is not known: 2 data"});
    EXPECT_EQ(briefly(estimate).count("tau_int"), 0U);
}

} // namespace
} // namespace gaugegl::report
