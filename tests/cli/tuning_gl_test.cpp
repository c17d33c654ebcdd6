// Tuning as a user meets it: on a software driver only `bench --tuned` times variants.
#include "cli/program_gl.h"
#include "support/environment.h"

namespace gaugegl::cli_test {
namespace {

using testing_support::EnvironmentVariable;

class TuningCliTest : public ProgramGlTest {
protected:
    static Arguments bench(const Arguments& more)
    {
        Arguments all = {"bench",     "--filter",    "wilson-axpy", "--filter",  "wilson-hop-norm",
                         "--lattice", "4x4x4x4",     "--group",     "su2",       "--path",
                         path(),      "--precision", "single",      "--seconds", "0.01"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    static const char* path() { return compute() ? "compute" : "fragment"; }
    Json tuning() const { return json({"info", "--tuning"}); }
    static bool software() { return testing_support::sharedContext()->capabilities().software; }

    EnvironmentVariable folder_{"GAUGEGL_CACHE_DIR", file("cache")};
};

TEST_F(TuningCliTest, BenchPutsTunedAndDefaultVariantsSideBySideAndInfoListsThem)
{
    if (!compute()) GTEST_SKIP() << "one variant on this path";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no choices of tuning", run({"info", "--tuning"}).out);

    const Json both = json(bench({"--tuned", "--untuned"}));

    ASSERT_EQ(both["kernels"].size(), 2) << both["kernels"].dump() << ": what has no variants is left out";
    const Json &untuned = both["kernels"][0], &tuned = both["kernels"][1];
    EXPECT_EQ(untuned["name"], "wilson-hop-norm");
    EXPECT_EQ(tuned["name"], "wilson-hop-norm");
    EXPECT_EQ(untuned["tuned"], false);
    EXPECT_EQ(tuned["tuned"], true);
    EXPECT_TRUE(untuned["times_untuned"].is_null());
    EXPECT_DOUBLE_EQ(tuned["times_untuned"].get<double>(),
                     untuned["seconds"].get<double>() / tuned["seconds"].get<double>());
    const Json entries = tuning();
    EXPECT_EQ(entries["file"], file("cache/tuning.json"));
    std::string hop;
    for (const Json& entry : entries["choices"]) {
        expectKeys(entry, {"renderer", "driver", "kernel", "lattice", "path", "precision", "variant", "seconds",
                           "standard", "gain", "variants", "program"});
        EXPECT_GE(entry["gain"].get<double>(), 1) << entry.dump();
        if (entry["kernel"].get<std::string>().starts_with("wilson")) hop = entry["variant"];
    }
    EXPECT_EQ(tuned["variant"], hop);

    const Outcome again = run(bench({"--tuned"}));
    EXPECT_EQ(again.code, success);
    EXPECT_EQ(again.err.find("tuning"), std::string::npos) << "it is remembered: " << again.err;
    EXPECT_EQ(tuning(), entries);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, hop, run({"info", "--tuning"}).out);

    const std::size_t count = entries["choices"].size();
    EXPECT_EQ(json({"info"})["program_cache"]["tuning"], count);
    EXPECT_EQ(json({"info", "--clear-cache"})["tuning_removed"], count);
    EXPECT_TRUE(tuning()["choices"].empty());
}

TEST_F(TuningCliTest, ProgressIsShownUnlessItIsQuiet)
{
    if (!compute()) GTEST_SKIP() << "one variant on this path";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "tuning wilson-su2", run(bench({"--tuned"})).err);
    run({"info", "--clear-cache"});
    EXPECT_EQ(run(bench({"--tuned", "--quiet"})).err, "");
}

TEST_F(TuningCliTest, ResultsSayWhichVariantsTheyWereMadeWith)
{
    const Arguments hmc = {"hmc",
                           "--group",
                           "su2",
                           "--lattice",
                           "4x4x4x4",
                           "--beta",
                           "2.2",
                           "--fermions",
                           "staggered",
                           "--mass",
                           "0.5",
                           "--trajectories",
                           "1",
                           "--precision",
                           "single",
                           "--path",
                           compute() ? "compute" : "fragment"};
    for (const bool tunes : {true, false}) {
        Arguments arguments = hmc;
        if (!tunes) arguments.emplace_back("--no-tuning");
        const Json result = json(arguments);
        ASSERT_TRUE(result["tuning"].is_array());
        for (const Json& one : result["tuning"]) {
            expectKeys(one, {"kernel", "lattice", "path", "precision", "variant", "origin"});
            if (software() || !tunes) {
                EXPECT_EQ(one["origin"], "default");
            }
        }
        EXPECT_EQ(result["tuning"].empty(), software() && !compute()) << "a software driver has one variant there";
    }
    if (software()) {
        EXPECT_TRUE(tuning()["choices"].empty()) << "nothing is timed there";
    }
}

TEST_F(TuningCliTest, OptionsThatDoNotFitAreRefused)
{
    expectError(run({"bench", "--suite", "copy", "--tuned"}), inputFailure, {"--tuned", "--suite standard"});
    expectError(run(bench({"--tuned", "--filter", "no-such-kernel"})), inputFailure, {"no-such-kernel"});
    expectError(run({"bench", "--tuned", "--filter", "wilson-axpy-norm", "--group", "su2"}), inputFailure,
                {"has variants"});
    EXPECT_EQ(run({"info", "--tuning", "--clear-cache"}).code, inputFailure);
}

TEST_F(TuningCliTest, WithoutACacheNothingIsRemembered)
{
    const EnvironmentVariable none("GAUGEGL_CACHE_DIR", "");
    EXPECT_EQ(run({"info", "--tuning"}).out, "nothing is remembered of tuning: GAUGEGL_CACHE_DIR is empty\n");
    EXPECT_TRUE(tuning()["file"].is_null());
    EXPECT_EQ(run(bench({"--tuned", "--quiet"})).code, success);
}

} // namespace
} // namespace gaugegl::cli_test
