// The program's bench command: its JSON, its table, its errors.
#include "cli/program_gl.h"

namespace gaugegl::cli_test {
namespace {

class BenchTest : public ProgramGlTest {
protected:
    /// `gaugegl bench` on the fragment path in single precision, with little time for each kernel.
    static Arguments bench(const Arguments& more)
    {
        Arguments all = {"bench", "--seconds", "0.02", "--path", "fragment", "--precision", "single"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

TEST_F(BenchTest, JsonHasEveryKeyForEveryKernel)
{
    const Json result = json(bench({"--lattice", "4x4x4x4", "--group", "su2", "--filter", "copy", "--filter",
                                    "plaquette", "--filter", "overrelaxation"}));
    EXPECT_TRUE(result.at("device").is_string());
    EXPECT_TRUE(result.at("driver").is_string());
    EXPECT_GT(result.at("copy_gb_s").get<double>(), 0);
    ASSERT_EQ(result.at("kernels").size(), 4u); // overrelaxation with rectangles, too
    for (const Json& kernel : result["kernels"]) {
        EXPECT_EQ(kernel.at("path"), "fragment");
        EXPECT_EQ(kernel.at("precision"), "single");
        EXPECT_EQ(kernel.at("lattice"), Json({4, 4, 4, 4}));
        EXPECT_TRUE(kernel.at("clock") == "host" || kernel.at("clock") == "query");
        for (const char* key : {"seconds", "gb_s", "bytes_compulsory", "bytes_loaded", "fraction_of_copy"})
            EXPECT_GT(kernel.at(key).get<double>(), 0) << kernel["name"] << " " << key;
        EXPECT_GE(kernel.at("gflops").get<double>(), 0);
        EXPECT_GE(kernel.at("samples").get<int>(), 3);
        EXPECT_EQ(kernel.at("links_per_second").is_number(),
                  kernel["name"].get<std::string>().starts_with("overrelaxation"));
    }
}

TEST_F(BenchTest, RatesFollowFromTimeAndCounts)
{
    const Json result =
        json(bench({"--lattice", "4x4x4x8", "--group", "su3", "--filter", "plaquette", "--filter", "copy"}));
    const Json &copy = result.at("kernels").at(0), &plaquette = result.at("kernels").at(1);
    EXPECT_EQ(copy["name"], "copy");
    EXPECT_TRUE(copy["group"].is_null());
    EXPECT_EQ(copy["bytes_compulsory"], 256.0 * 2 * 3 * 16); // three planes read and written
    EXPECT_DOUBLE_EQ(copy["fraction_of_copy"], 1);
    EXPECT_EQ(plaquette["group"], "SU3");
    EXPECT_EQ(plaquette["bytes_compulsory"], 256.0 * (8 * 3 + 1) * 16); // eight links and the density
    const double seconds = plaquette["seconds"], bytes = plaquette["bytes_compulsory"], flops = plaquette["flops"];
    const double bandwidth = plaquette["gb_s"], copied = copy["gb_s"];
    EXPECT_NEAR(bandwidth, 1e-9 * bytes / seconds, 1e-9);
    EXPECT_NEAR(plaquette["gflops"], 1e-9 * flops / seconds, 1e-9);
    EXPECT_NEAR(plaquette["fraction_of_copy"], bandwidth / copied, 1e-9);
}

TEST_F(BenchTest, TheReferenceIsMeasuredInDoublePrecision)
{
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--path", "reference", "--group",
                              "su2", "--filter", "overrelaxation"});
    ASSERT_EQ(result.at("kernels").size(), 1u);
    const Json& kernel = result["kernels"][0];
    EXPECT_EQ(kernel["path"], "reference");
    EXPECT_EQ(kernel["precision"], "double");
    EXPECT_DOUBLE_EQ(kernel["times_reference"], 1);
    EXPECT_TRUE(kernel["fraction_of_copy"].is_null());
}

TEST_F(BenchTest, MarkdownIsATable)
{
    const Outcome outcome =
        run(bench({"--markdown", "--lattice", "4x4x4x4", "--group", "su2", "--filter", "unitarity"}));
    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "| kernel | group | path |", outcome.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "| unitarity | SU2 | fragment | single | 4x4x4x4 |", outcome.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "] unitarity SU2 fragment single", outcome.err); // progress
}

TEST_F(BenchTest, FoldsAreCompared)
{
    const Outcome outcome = run(bench({"--lattice", "4x4x4x4", "--filter", "fold"}));
    EXPECT_EQ(outcome.code, success) << outcome.err;
    for (const char* words : {"reduction-2", "reduction-4", "reduction-8", "reduction-16", "is the fastest sum"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, outcome.out);
}

TEST_F(BenchTest, SeveralLatticesMakeFigures)
{
    const Json result =
        json(bench({"--lattices", "4x4x4x4,4x4x4x8", "--group", "su2", "--filter", "plaquette", "--output", "."}));
    EXPECT_EQ(result.at("kernels").size(), 2u);
    if (result.at("figures").empty()) GTEST_SKIP() << "gnuplot is not installed";
    for (const Json& figure : result["figures"])
        EXPECT_TRUE(exists(figure.get<std::string>())) << figure;
}

TEST_F(BenchTest, WrongInputIsNamed)
{
    expectError(run(bench({"--filter", "plaquettes"})), inputFailure,
                {"--filter plaquettes selects no kernel", "copy, reduction-2, "});
    expectError(run(bench({"--lattice", "4x4x5x4"})), inputFailure, {"5", "even"});
    expectError(run(bench({"--lattices", "4x4x4x4,4x4"})), inputFailure, {"4x4"});
    expectError(run(bench({"--lattices", "4x4x4x4", "--output", "nowhere"})), inputFailure, {"nowhere", "folder"});
    expectError(run(bench({"--group", "su4"})), inputFailure, {"su4"});
    expectError(run(bench({"--seconds", "0"})), inputFailure, {"--seconds"});
}

} // namespace
} // namespace gaugegl::cli_test
