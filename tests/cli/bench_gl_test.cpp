// The program's bench command: its JSON, its table, its errors.
#include "cli/program_gl.h"

#include <set>

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
    EXPECT_EQ(result.at("suite"), "standard");
    EXPECT_GT(result.at("copy_gb_s").get<double>(), 0);
    ASSERT_EQ(result.at("kernels").size(), 5u); // overrelaxation with rectangles, and cooling, which is its kernel
    for (const Json& kernel : result["kernels"]) {
        EXPECT_EQ(kernel.at("path"), "fragment");
        EXPECT_EQ(kernel.at("precision"), "single");
        EXPECT_EQ(kernel.at("lattice"), Json({4, 4, 4, 4}));
        EXPECT_TRUE(kernel.at("clock") == "host" || kernel.at("clock") == "query");
        for (const char* key : {"seconds", "gb_s", "bytes_compulsory", "bytes_loaded", "fraction_of_copy"})
            EXPECT_GT(kernel.at(key).get<double>(), 0) << kernel["name"] << " " << key;
        EXPECT_GE(kernel.at("gflops").get<double>(), 0);
        EXPECT_GE(kernel.at("samples").get<int>(), 3);
        const std::string name = kernel["name"];
        EXPECT_EQ(kernel.at("links_per_second").is_number(), name.starts_with("overrelaxation") || name == "cooling");
        EXPECT_EQ(kernel.at("class"), name == "copy" ? "other" : "streaming");
        EXPECT_EQ(kernel.at("below_wanted"), name != "copy" && kernel["fraction_of_copy"].get<double>() < 0.85);
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
    const Json& one = result.at("kernels").at(0);
    const Json& all = result["kernels"].back(); // the same on a machine with one core
    EXPECT_LE(result["kernels"].size(), 2u);
    for (const Json& kernel : result["kernels"]) {
        EXPECT_EQ(kernel["path"], "reference");
        EXPECT_EQ(kernel["precision"], "double");
        EXPECT_TRUE(kernel["fraction_of_copy"].is_null());
        EXPECT_TRUE(kernel["fragment_over_compute"].is_null());
    }
    EXPECT_EQ(one["threads"], 1);
    EXPECT_DOUBLE_EQ(one["times_one_core"], 1);
    EXPECT_DOUBLE_EQ(all["times_all_cores"], 1);
    EXPECT_DOUBLE_EQ(all["times_one_core"],
                     all["links_per_second"].get<double>() / one["links_per_second"].get<double>());
}

TEST_F(BenchTest, UpdatesAreComparedWithOneCoreAndWithTheOtherPath)
{
    if (!compute()) GTEST_SKIP() << "this driver lacks the compute path";
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--precision", "single", "--group",
                              "su2", "--filter", "heatbath-creutz-one-trial", "--filter", "heatbath"});
    const auto find = [&](const char* name, const char* path, const Json& threads) {
        for (const Json& kernel : result.at("kernels"))
            if (kernel["name"] == name && kernel["path"] == path && kernel["threads"] == threads) return kernel;
        return Json();
    };
    const Json fragment = find("heatbath", "fragment", nullptr), compute = find("heatbath", "compute", nullptr);
    const Json one = find("heatbath", "reference", 1), other = find("heatbath-creutz-one-trial", "compute", nullptr);
    const double ratio = fragment.at("seconds").get<double>() / compute.at("seconds").get<double>();
    EXPECT_DOUBLE_EQ(fragment.at("fragment_over_compute"), ratio);
    EXPECT_DOUBLE_EQ(compute.at("fragment_over_compute"), ratio);
    EXPECT_DOUBLE_EQ(fragment.at("times_one_core"),
                     fragment["links_per_second"].get<double>() / one.at("links_per_second").get<double>());
    EXPECT_TRUE(other.at("times_one_core").is_null()); // the reference does not measure it
}

TEST_F(BenchTest, SharesOfATrajectoryAddUp)
{
    const Json result = json({"bench", "--seconds", "0.02", "--path", compute() ? "compute" : "fragment", "--precision",
                              "single", "--lattice", "4x4x4x4", "--group", "su2", "--filter", "trajectory-staggered"});

    ASSERT_EQ(result.at("kernels").size(), 6u);
    double sum = 0;
    for (const Json& kernel : result["kernels"]) {
        const std::string name = kernel["name"];
        if (name == "trajectory-staggered") {
            EXPECT_GT(kernel["seconds"], 0);
            EXPECT_TRUE(kernel.at("fraction_of_trajectory").is_null()) << "it is the whole";
            continue;
        }
        const double fraction = kernel.at("fraction_of_trajectory");
        EXPECT_GE(fraction, 0) << name;
        EXPECT_LE(fraction, 1) << name;
        if (name.ends_with("-kernels"))
            EXPECT_GT(fraction, 0);
        else
            sum += fraction;
    }
    EXPECT_NEAR(sum, 1, 1e-9) << "of one trajectory: there was time for one";
}

TEST_F(BenchTest, FermionsAreMeasuredBesideTheCopyBandwidth)
{
    const Json result = json(bench({"--lattice", "4x4x4x8", "--group", "su2", "--filter", "wilson-hop-descend",
                                    "--filter", "staggered-update-normed", "--filter", "copy"}));
    ASSERT_EQ(result.at("kernels").size(), 3u);
    const Json &copy = result["kernels"][0], &hop = result["kernels"][1], &update = result["kernels"][2];
    EXPECT_EQ(hop.at("name"), "wilson-hop-descend");
    EXPECT_EQ(hop["sites"], 256.0);
    // Eight links, psi, chi and the residual are read, the result and a plane of terms written, and that is summed.
    EXPECT_EQ(hop["bytes_compulsory"], 256.0 * 16 * (8 * 1 + 3 * 4 + 4 + 2));
    EXPECT_GT(hop["bytes_loaded"].get<double>(), hop["bytes_compulsory"].get<double>());
    EXPECT_GT(hop["gflops"].get<double>(), 0);
    EXPECT_NEAR(hop["fraction_of_copy"].get<double>(), hop["gb_s"].get<double>() / copy["gb_s"].get<double>(), 1e-9);
    EXPECT_EQ(update.at("name"), "staggered-update-normed");
    EXPECT_EQ(update["bytes_compulsory"], 128.0 * 8 * 5 * (2 + 1)); // of 128 pairs, three fields read and two written
    EXPECT_TRUE(update["links_per_second"].is_null());
}

TEST_F(BenchTest, IterationsOfSolversAreMeasuredWhole)
{
    const Json result = json(bench({"--lattice", "4x4x4x8", "--group", "su2", "--filter", "iteration"}));
    ASSERT_EQ(result.at("kernels").size(), 5u);
    const Json &wilson = result["kernels"][0], &clover = result["kernels"][1], &walls = result["kernels"][2],
               &overlap = result["kernels"][3], &staggered = result["kernels"][4];
    EXPECT_EQ(wilson.at("name"), "wilson-iteration");
    // Planes of a site: a hop with its norms, one with chi, residual and norm, two sums of norms, five fields.
    const double hop = 8 + 2 + 0.5, descend = 8 + 4 + 0.5, update = 5;
    EXPECT_EQ(staggered.at("bytes_compulsory"), 256.0 * 16 * (hop + descend + 2 * 0.5 + update));
    const double plain = 8 + 2 * 4, chi = plain + 4 + 1; // of Wilson spinors: 4 planes
    EXPECT_EQ(wilson.at("bytes_compulsory"), 256.0 * 16 * (2 * plain + chi + (chi + 4) + 2 + 5 * 4));
    // Each of the four hops reads blocks of 8 planes.
    EXPECT_EQ(clover.at("name"), "wilson-iteration-clover");
    EXPECT_EQ(clover.at("bytes_compulsory"), wilson["bytes_compulsory"].get<double>() + 256.0 * 16 * 4 * 8);
    // Of each of eight slices, which share the links: four hops, one of them with chi and its norm; four matrices, one of them with chi;
    // the sum of the norm; the residual with its norm; the update.
    EXPECT_EQ(walls.at("name"), "domain-wall-iteration");
    const double hops = 4 * (8.0 / 8 + 2 * 4) + 4 + 1, matrices = 4 * (2 * 4) + 4;
    EXPECT_EQ(walls.at("bytes_compulsory"), 256.0 * 16 * 8 * (hops + matrices + 1 + (3 * 4 + 2) + 5 * 4));
    // On each parity: a hop with chi and its norm, one with chi, the sum of the norm, the residual with its norm, and eight updates.
    EXPECT_EQ(overlap.at("name"), "overlap-iteration");
    EXPECT_EQ(overlap.at("bytes_compulsory"), 256.0 * 16 * (chi + (plain + 4) + 1 + (3 * 4 + 2) + 8 * 5 * 4));
    for (const Json& kernel : result["kernels"])
        EXPECT_GT(kernel["gflops"].get<double>(), 0);
}

TEST_F(BenchTest, SearchesForModesAreMeasuredWhole)
{
    const Json result = json(bench({"--lattice", "4x4x4x4", "--group", "su2", "--filter", "eigen"}));
    ASSERT_EQ(result.at("kernels").size(), 2u);
    EXPECT_EQ(result["kernels"][0].at("name"), "eigen-wilson");
    EXPECT_EQ(result["kernels"][1].at("name"), "eigen-staggered");
    for (const Json& kernel : result["kernels"]) {
        EXPECT_GT(kernel.at("seconds").get<double>(), 0);
        EXPECT_EQ(kernel.at("lattice"), Json({4, 4, 4, 4}));
    }
}

TEST_F(BenchTest, HopsOfTheHostAreMeasuredInBothPrecisions)
{
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--path", "host", "--group", "su2",
                              "--filter", "staggered-hop"});
    std::set<std::string> precisions, limits;
    for (const Json& kernel : result.at("kernels")) {
        EXPECT_EQ(kernel.at("path"), "host");
        const std::string name = kernel["name"];
        if (kernel["group"].is_null()) { // with which the others are compared
            limits.insert(name);
            EXPECT_TRUE(kernel["fraction_of_peak"].is_null()) << name;
            continue;
        }
        EXPECT_GT(kernel["fraction_of_peak"].get<double>(), 0) << name;
        EXPECT_GT(kernel["fraction_of_read"].get<double>(), 0) << name;
        if (name != "staggered-hop") { // of several right-hand sides
            EXPECT_TRUE(name.starts_with("staggered-hop-rhs")) << name;
            continue;
        }
        EXPECT_TRUE(kernel["fraction_of_copy"].is_null());
        EXPECT_EQ(kernel["flops"], 128.0 * (252 + 4));
        precisions.insert(kernel["precision"].get<std::string>());
        if (kernel["threads"] == 1) {
            EXPECT_DOUBLE_EQ(kernel["times_one_core"], 1);
        } // each against its own precision
    }
    EXPECT_EQ(precisions, (std::set<std::string>{"single", "double"}));
    EXPECT_EQ(limits, (std::set<std::string>{"multiply-add", "read"}));
}

TEST_F(BenchTest, TheHostHasForcesLinksAndTrajectories)
{
    const Json result = json({"bench",        "--seconds",  "0.02",
                              "--lattice",    "4x4x4x4",    "--path",
                              "host",         "--group",    "su3",
                              "--precision",  "double",     "--filter",
                              "force-wilson", "--filter",   "gauge-force",
                              "--filter",     "move-links", "--filter",
                              "hop-matrices", "--filter",   "trajectory-staggered"});
    std::set<std::string> names;
    for (const Json& kernel : result.at("kernels")) {
        names.insert(kernel["name"]);
        EXPECT_EQ(kernel["precision"], "double");
        EXPECT_GT(kernel["seconds"].get<double>(), 0) << kernel["name"];
    }
    EXPECT_EQ(names, (std::set<std::string>{"force-wilson", "gauge-force", "move-links", "hop-matrices", "multiply-add",
                                            "read", "trajectory-staggered"}));
}

TEST_F(BenchTest, OfOnePrecisionTakesThePathsThatTheContextHas)
{
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--group", "su2", "--filter",
                              "polyakov", "--gl", "3.3", "--precision", "single"});
    for (const Json& kernel : result.at("kernels"))
        EXPECT_EQ(kernel["path"], "fragment");
    EXPECT_FALSE(result.at("kernels").empty());
}

TEST_F(BenchTest, HopsAreComparedWithTheHostInTheSamePrecision)
{
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--group", "su2", "--filter",
                              "staggered-hop", "--gl", "3.3"});
    double host = 0, device = 0, times = 0;
    for (const Json& kernel : result.at("kernels")) {
        if (kernel["name"] == "staggered-hop-12-table") {
            EXPECT_TRUE(kernel["times_one_core"].is_null()) << "the host has no such storage";
        }
        if (kernel["name"] != "staggered-hop" || kernel["precision"] != "single") continue;
        if (kernel["path"] == "host" && kernel["threads"] == 1) host = kernel["seconds"];
        if (kernel["path"] != "fragment") continue;
        device = kernel["seconds"];
        times = kernel["times_one_core"];
    }
    EXPECT_NEAR(times / (host / device), 1, 1e-9);
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

TEST_F(BenchTest, CurvesOfTheCpuHaveTheirOwnPrecision)
{
    const Json result = json({"bench", "--seconds", "0.02", "--lattices", "4x4x4x4,4x4x4x8", "--path", "host",
                              "--precision", "all", "--group", "su2", "--filter", "staggered-hop", "--output", "."});

    if (result.at("figures").empty()) GTEST_SKIP() << "gnuplot is not installed";
    const std::string svg = io::test::contents(file("bench_staggered-hop_gflops.svg"));
    for (const char* curve : {"SU(2) CPU host, 1 thread, single", "SU(2) CPU host, 1 thread, double"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, curve, svg);
}

TEST_F(BenchTest, WrongInputIsNamed)
{
    expectError(run(bench({"--filter", "plaquettes"})), inputFailure,
                {"--filter plaquettes selects no kernel", "copy, reduction-2, "});
    expectError(run({"bench", "--group", "su4", "--lattice", "4x4x4x4", "--filter", "multihit", "--filter", "fix-mag"}),
                inputFailure, {"--filter multihit fix-mag", "exists for this group"});
    expectError(run(bench({"--lattice", "4x4x5x4"})), inputFailure, {"5", "even"});
    expectError(run(bench({"--lattices", "4x4x4x4,4x4"})), inputFailure, {"4x4"});
    expectError(run(bench({"--lattices", "4x4x4x4", "--output", "nowhere"})), inputFailure, {"nowhere", "folder"});
    expectError(run(bench({"--group", "su5"})), inputFailure, {"su5"});
    expectError(run(bench({"--seconds", "0"})), inputFailure, {"--seconds"});
    expectError(run({"bench", "--suite", "speed"}), inputFailure, {"--suite", "speed"});
    expectError(run({"bench", "--suite", "fermi", "--group", "su3"}), inputFailure,
                {"--group", "--suite standard", "--suite fermi"});
    expectError(run({"bench", "--suite", "copy", "--lattices", "4x4x4x4"}), inputFailure, {"--lattices", "copy"});
    expectError(run({"bench", "--sizes", "1"}), inputFailure, {"--sizes", "--suite copy"});
    expectError(run({"bench", "--suite", "copy", "--sizes", "0"}), inputFailure, {"--sizes"});
    expectError(run({"bench", "--suite", "copy", "--path", "reference"}), inputFailure, {"reference"});
    expectError(run({"bench", "--suite", "copy", "--path", "buffers"}), inputFailure, {"buffers", "compute"});
    expectError(run({"bench", "--suite", "copy", "--path", "host"}), inputFailure, {"host", "compute"});
    expectError(run({"bench", "--suite", "fermi", "--path", "host"}), inputFailure, {"host", "fermi"});
    expectError(run(bench({"--filter", "wilson-hops"})), inputFailure, {"wilson-hops", "staggered-convert-normed"});
    expectError(run({"bench", "--suite", "fermi", "--output", "nowhere"}), inputFailure, {"nowhere", "folder"});
    expectError(run({"bench", "--suite", "fermi", "--lattices", "4x4x3x4"}), inputFailure, {"3", "even"});
}

TEST_F(BenchTest, SkipsWhatAGroupLacks)
{
    const Json result = json({"bench",      "--group",     "su4",        "--lattice", "4x4x4x4",       "--path",
                              "fragment",   "--precision", "single",     "--seconds", "0.001",         "--filter",
                              "polyakov",   "--filter",    "multihit",   "--filter",  "vortices",      "--filter",
                              "fix-landau", "--filter",    "wilson-hop", "--filter",  "kinetic-energy"});

    ASSERT_EQ(result.at("kernels").size(), 4u) << "of lines in each direction";
    EXPECT_EQ(result["kernels"][0].at("name"), "polyakov");
    EXPECT_EQ(result["kernels"][3].at("name"), "polyakov-z");
}

TEST_F(BenchTest, BuffersAreAPathOfTheirOwn)
{
    if (!compute()) GTEST_SKIP() << "this driver lacks the compute path";
    const Json result = json({"bench", "--seconds", "0.02", "--lattice", "4x4x4x4", "--precision", "single", "--group",
                              "su2", "--filter", "copy", "--filter", "plaquette", "--path", "buffers"});
    ASSERT_EQ(result.at("kernels").size(), 2u);
    for (const Json& kernel : result["kernels"]) {
        EXPECT_EQ(kernel["path"], "buffers");
        EXPECT_TRUE(kernel["fragment_over_compute"].is_null());
        EXPECT_GT(kernel["fraction_of_copy"].get<double>(), 0);
    }
}

} // namespace
} // namespace gaugegl::cli_test
