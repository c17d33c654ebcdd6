// The suites of the program's bench command that repeat experiments of papers, and what a signal leaves of a suite.
#include "cli/program_gl.h"

#include <chrono>
#include <map>
#include <set>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class BenchSuiteTest : public ProgramGlTest {};

TEST_F(BenchSuiteTest, CopySuiteMeasuresEveryFormatAndSize)
{
    const Json result =
        json({"bench", "--suite", "copy", "--seconds", "0.02", "--sizes", "0.0625,0.25", "--output", "."});
    EXPECT_EQ(result.at("suite"), "copy");
    EXPECT_EQ(result.at("complete"), true);
    std::set<std::string> formats;
    for (const Json& copy : result.at("copies")) {
        expectKeys(copy,
                   {"format", "path", "bytes", "gb_s", "seconds", "fastest", "spread", "samples", "clock", "failure"});
        ASSERT_TRUE(copy["failure"].is_null()) << copy;
        formats.insert(copy["format"].get<std::string>() + " " + copy["path"].get<std::string>());
        EXPECT_NEAR(copy["gb_s"], 2e-9 * copy["bytes"].get<double>() / copy["seconds"].get<double>(), 1e-9);
        EXPECT_TRUE(copy["bytes"] == 1 << 16 || copy["bytes"] == 1 << 18) << copy;
    }
    EXPECT_EQ(formats.size(), compute() ? 13u : 5u);
    EXPECT_EQ(result["copies"].size(), 2 * formats.size());
    for (const Json& figure : result.at("figures"))
        EXPECT_TRUE(exists(figure.get<std::string>())) << figure;
}

TEST_F(BenchSuiteTest, CopySuiteSaysWhatCannotBeMeasured)
{
    const Outcome outcome = run({"bench", "--suite", "copy", "--seconds", "0.02", "--sizes", "1048576", "--path",
                                 "fragment", "--markdown", "--output", "."});
    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "| R32F | fragment |  |", outcome.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "RGBA16F, fragment, 1.049e+06 MiB: ", outcome.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "texels exceed", outcome.out);
}

TEST_F(BenchSuiteTest, FermiSuiteComparesEveryPlaceWithOneCore)
{
    const Json result = json({"bench", "--suite", "fermi", "--lattices", "4x4x4x4,4x4x4x8", "--iterations", "3",
                              "--seconds", "1000", "--output", "."});
    EXPECT_EQ(result.at("suite"), "fermi");
    EXPECT_EQ(result.at("complete"), true);
    EXPECT_EQ(result.at("trials"), 1);
    EXPECT_TRUE(result.at("skipped").empty()) << result["skipped"];
    std::map<std::string, double> plaquettes; // by lattice: the reference has the double precision's
    std::set<std::string> benchTargets;
    for (const Json& c : result.at("cases"))
        if (c.at("path") == "reference") plaquettes[c["lattice"].dump()] = c.at("plaquette");
    EXPECT_EQ(plaquettes.size(), 2u);
    for (const Json& c : result["cases"]) {
        expectKeys(c, {"lattice", "path", "precision", "link_arrays", "threads", "iterations", "seconds", "fastest",
                       "flops", "gflops", "links_per_second", "sweeps_per_day", "times_one_core", "times_all_cores",
                       "reference_lattice", "plaquette"});
        benchTargets.insert(c["path"].dump() + c["precision"].dump() + c["link_arrays"].dump() + c["threads"].dump());
        EXPECT_EQ(c["iterations"], 3);
        EXPECT_EQ(c["reference_lattice"], c["lattice"]);
        EXPECT_GT(c["times_one_core"].get<double>(), 0);
        EXPECT_NEAR(c["gflops"], 1e-9 * c["flops"].get<double>() / c["seconds"].get<double>(), 1e-9);
        EXPECT_NEAR(c["plaquette"], plaquettes[c["lattice"].dump()], c["precision"] == "double" ? 1e-10 : 5e-3) << c;
    }
    EXPECT_EQ(result["cases"].size(), 2 * benchTargets.size());
    if (compute()) {
        EXPECT_GE(benchTargets.size(), 6u);
    }
    for (const Json& figure : result.at("figures"))
        EXPECT_TRUE(exists(figure.get<std::string>())) << figure;
}

TEST_F(BenchSuiteTest, FermiSuiteStopsGrowingWhereTimeEnds)
{
    const Json result = json({"bench", "--suite", "fermi", "--lattices", "4x4x4x4,8x8x8x8", "--seconds", "0.000001",
                              "--path", "fragment", "--precision", "single", "--output", "."});
    ASSERT_EQ(result.at("cases").size(), 1u);
    EXPECT_EQ(result["cases"][0]["iterations"], 1);
    EXPECT_TRUE(result["cases"][0]["times_one_core"].is_null());
    ASSERT_EQ(result.at("skipped").size(), 1u);
    EXPECT_EQ(result["skipped"][0]["lattice"], Json({8, 8, 8, 8}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "--seconds", result["skipped"][0]["reason"].get<std::string>());
}

class InterruptedBenchTest : public BenchSuiteTest {
protected:
    /// `gaugegl bench` with its JSON in a file, interrupted when standard error has these words; the JSON is said to be
    /// incomplete.
    Json interruptedAt(const std::string& words, Arguments arguments)
    {
        arguments.insert(arguments.end(), {"--json", "bench.json", "--output", "."});
        RunningProgram program(folder(), arguments);
        EXPECT_TRUE(program.waitUntil([&] { return program.says(words); }));
        program.interrupt();
        outcome_ = program.wait();
        EXPECT_EQ(outcome_.code, interruptedExit) << outcome_.err;
        const Json result = Json::parse(io::test::contents(file("bench.json")));
        EXPECT_EQ(result.at("complete"), false);
        return result;
    }
    Outcome outcome_;
};

TEST_F(InterruptedBenchTest, FermiSuiteKeepsNoCaseThatWasCutShort)
{
    const Json result =
        interruptedAt("4x4x4x4", {"bench", "--suite", "fermi", "--lattices", "4x4x4x4,8x8x8x8", "--iterations",
                                  "1000000", "--seconds", "1000", "--path", "fragment", "--precision", "single"});

    EXPECT_TRUE(result.at("cases").empty());
}

TEST_F(InterruptedBenchTest, StandardSuiteKeepsTheRowsThatItHas)
{
    const Json result =
        interruptedAt("] staggered-hop-rhs2", {"bench", "--seconds", "1", "--lattice", "4x4x4x4", "--path", "host",
                                               "--precision", "all", "--filter", "staggered-hop-rhs2"});

    ASSERT_GE(result.at("kernels").size(), 1u);
    EXPECT_LT(result["kernels"].size(), 8u) << "two groups, precisions and numbers of threads";
    EXPECT_EQ(result["kernels"][0].at("name"), "staggered-hop-rhs2");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "staggered-hop-rhs2", outcome_.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "interrupted", outcome_.out);
}

// A sweep of the reference takes seconds, in which nobody asks for signals.
TEST_F(InterruptedBenchTest, ReportsAlsoFromTheMidstOfALongCall)
{
    const Json result = interruptedAt("] copy", {"bench", "--lattices", "24x24x24x24", "--path", "reference", "--group",
                                                 "su3", "--filter", "overrelaxation"});

    EXPECT_TRUE(result.at("kernels").empty());
}

TEST_F(InterruptedBenchTest, CopySuiteKeepsTheSizesThatItHas)
{
    const Json result = interruptedAt("[1/", {"bench", "--suite", "copy", "--seconds", "3", "--sizes", "0.0625,0.25",
                                              "--path", "fragment", "--markdown"});

    ASSERT_GE(result.at("copies").size(), 1u);
    EXPECT_LT(result["copies"].size(), 10u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "| R32F | fragment | ", outcome_.out);
}

TEST_F(BenchSuiteTest, HopsAreComparedWithThoseFromWholeLinks)
{
    const Json result = json({"bench", "--suite", "hops", "--seconds", "0.02", "--lattices", "4x4x4x4", "--path",
                              "fragment", "--output", "."});

    EXPECT_EQ(result.at("suite"), "hops");
    EXPECT_EQ(result.at("complete"), true);
    std::vector<std::string> names;
    for (const Json& kernel : result.at("kernels"))
        names.push_back(kernel.at("name"));
    EXPECT_EQ(names, (std::vector<std::string>{"wilson-hop-18", "wilson-hop", "wilson-hop-8"}));
    for (const Json& figure : result.at("figures"))
        EXPECT_TRUE(exists(figure.get<std::string>())) << figure;
}

TEST_F(BenchSuiteTest, FixingOnTheCpuIsDrawnAgainstTheExtentInTime)
{
    const Json result = json({"bench", "--suite", "fixing", "--seconds", "0.02", "--lattices", "4x4x4x4,4x4x4x8",
                              "--path", "host", "--group", "su2", "--precision", "all", "--output", "."});

    for (const Json& kernel : result.at("kernels"))
        EXPECT_EQ(kernel.at("path"), "host");
    if (result.at("figures").empty()) GTEST_SKIP() << "gnuplot is not installed";
    const std::string svg = io::test::contents(file("bench_fixing_seconds.svg"));
    for (const char* words : {"CPU, 1 thread, single precision", "CPU, 1 thread, double precision", "SU(2)",
                              "4x4x4 in space", "time of 1000 iterations / s"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, svg);
}

TEST_F(BenchSuiteTest, TrajectoriesOfTwistedMassAreMeasuredWhereTheyAreAskedFor)
{
    const Json result = json({"bench", "--suite", "twisted-mass", "--seconds", "0.02", "--lattices", "4x4x4x4",
                              "--path", compute() ? "compute" : "fragment", "--group", "su2", "--output", "."});

    std::map<std::string, double> seconds;
    for (const Json& kernel : result.at("kernels"))
        seconds[kernel.at("name")] = kernel.at("seconds");
    EXPECT_EQ(seconds.size(), 18u) << "six of each setup";
    for (const char* setup : {"trajectory-twisted-mass-a", "trajectory-twisted-mass-b", "trajectory-twisted-mass-c"})
        EXPECT_GT(seconds[setup], 0) << setup;
    if (result.at("figures").empty()) GTEST_SKIP() << "gnuplot is not installed";
    const std::string svg = io::test::contents(file("bench_twisted-mass_seconds.svg"));
    for (const char* curve : {"A, a μ = 0.0025", "B, a μ = 0.0035", "C, a μ = 0.1", "time of a trajectory / s"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, curve, svg);
}

} // namespace
} // namespace gaugegl::cli_test
