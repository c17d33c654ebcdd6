// gaugegl generate: what it returns, that it follows from its seed, the files it saves, and how it is interrupted.
#include "cli/program_gl.h"
#include "gaugegl/chain/configuration.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class GenerateTest : public ProgramGlTest {
protected:
    using Options = std::map<std::string, std::string>;

    /// A short chain, with the given options instead of these or in addition.
    static Arguments arguments(Options options = {})
    {
        options.merge(Options{{"--group", "su2"},
                              {"--lattice", "4x4x4x4"},
                              {"--beta", "2.3"},
                              {"--action", "wilson"},
                              {"--start", "hot"},
                              {"--thermalisation", "2"},
                              {"--sweeps", "6"}});
        Arguments all = {"generate"};
        for (const auto& [name, value] : options)
            all.insert(all.end(), {name, value});
        return all;
    }
    Json generate(const Options& options = {}) const
    {
        Arguments all = arguments(options);
        all.push_back("--quiet");
        return json(all);
    }

    double measured(const std::string& name) const
    {
        return json({"measure", name})["configurations"][0]["plaquette"].get<double>();
    }
};

TEST_F(GenerateTest, ReturnsMeansWithErrorsAndAutocorrelation)
{
    const Json result = generate();

    expectKeys(result, {"plaquette", "polyakov_loop", "acceptance", "sweeps_per_second"});
    expectEstimate(result["plaquette"]);
    EXPECT_EQ(keysOf(result["polyakov_loop"]), (std::vector<std::string>{"abs", "im", "re"}));
    for (const char* part : {"re", "im", "abs"})
        expectEstimate(result["polyakov_loop"][part]);
    EXPECT_GT(result["plaquette"]["mean"], 0.4);
    EXPECT_LT(result["plaquette"]["mean"], 0.75);
    EXPECT_GT(result["polyakov_loop"]["abs"]["mean"], 0);
    EXPECT_EQ(result["polyakov_loop"]["im"]["mean"], 0) << "traces of SU(2) are real";
    EXPECT_GT(result["acceptance"], 0.99);
    EXPECT_LE(result["acceptance"], 1);
    EXPECT_GT(result["sweeps_per_second"], 0);
    EXPECT_EQ(result["sweeps"], 6);
    EXPECT_EQ(result["measurements"], 6);
    EXPECT_EQ(result["configurations"], Json::array());
}

TEST_F(GenerateTest, FollowsFromItsSeed)
{
    const auto withoutSpeed = [](Json result) {
        result.erase("sweeps_per_second");
        return result;
    };
    const Json first = withoutSpeed(generate({{"--seed", "7"}}));

    EXPECT_EQ(withoutSpeed(generate({{"--seed", "7"}})), first);
    EXPECT_NE(withoutSpeed(generate({{"--seed", "8"}}))["plaquette"], first["plaquette"]);
}

TEST_F(GenerateTest, WithoutCouplingThePlaquetteVanishes)
{
    const Json zero = generate({{"--beta", "0"}, {"--key-version", "1"}})["plaquette"];

    EXPECT_NEAR(zero["mean"], 0, 5 * 0.5 / std::sqrt(6 * 6 * 256)) << "of six sweeps";
    EXPECT_EQ(generate({{"--beta", "1e-12"}, {"--key-version", "1"}})["plaquette"], zero) << "the same random numbers";
    EXPECT_NE(generate({{"--beta", "1e-12"}})["plaquette"], generate({{"--beta", "0"}})["plaquette"]);
}

TEST_F(GenerateTest, LinksThatNeverChangeAreAnError)
{
    Arguments stands = arguments({{"--lattice", "2x2x2x2"},
                                  {"--beta", "0.01"},
                                  {"--heatbath", "kennedy-pendleton"},
                                  {"--trials", "1"},
                                  {"--thermalisation", "0"},
                                  {"--sweeps", "2"}});
    stands.push_back("--quiet");

    expectError(run(stands), unconverged, {"acceptance 0", "beta = 0.01", "kennedy-pendleton", "'auto'"});
}

TEST_F(GenerateTest, NamesItsGenerator)
{
    const Json philox = generate(), ranlux = generate({{"--generator", "ranlux"}, {"--luxury", "1"}});

    EXPECT_EQ(philox["generator"], "philox");
    EXPECT_EQ(philox["trials"], 16);
    EXPECT_FALSE(philox.contains("luxury"));
    EXPECT_FALSE(philox.contains("benchmark"));
    EXPECT_EQ(ranlux["generator"], "ranlux");
    EXPECT_EQ(ranlux["trials"], 5);
    EXPECT_EQ(ranlux["luxury"], 1);
    EXPECT_NE(ranlux["plaquette"], philox["plaquette"]);
    EXPECT_NE(generate({{"--generator", "ranlux"}})["plaquette"], ranlux["plaquette"]);
}

TEST_F(GenerateTest, SaysThatTheNumbersOfABenchmarkAreForTimingOnly)
{
    Arguments benchmark = arguments({{"--generator", "lcg"}});
    benchmark.push_back("--benchmark");

    const Outcome printed = run(benchmark);
    benchmark.push_back("--quiet");
    const Json result = json(benchmark);

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "for timing only", printed.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "for timing only", result["benchmark"].get<std::string>());
    EXPECT_EQ(result["generator"], "lcg");
    EXPECT_GT(result["sweeps_per_second"], 0);
}

TEST_F(GenerateTest, MeasuresEverySoManySweeps)
{
    EXPECT_EQ(generate({{"--every", "2"}})["measurements"], 3);
    EXPECT_EQ(generate({{"--every", "4"}})["measurements"], 1);
}

TEST_F(GenerateTest, SavesConfigurationsThatMeasureReads)
{
    const Json result = generate({{"--every", "3"}, {"--output", "c"}});

    EXPECT_EQ(result["configurations"], Json({"./c.00003.ildg", "./c.00006.ildg"}));
    const double mean = (measured("c.00003.ildg") + measured("c.00006.ildg")) / 2;
    EXPECT_NEAR(result["plaquette"]["mean"], mean, 2e-7)
        << "the file holds what the device measured, projected on the group";
    EXPECT_NEAR(plaquetteOfFile(file("c.00006.ildg")), measured("c.00006.ildg"), 1e-6);
}

TEST_F(GenerateTest, SavesNerscFilesInTheBitsAskedFor)
{
    const Json result = generate({{"--every", "6"}, {"--output", "c"}, {"--format", "nersc"}, {"--bits", "32"}});

    EXPECT_EQ(result["configurations"], Json({"./c.00006.nersc"}));
    EXPECT_NEAR(result["plaquette"]["mean"], measured("c.00006.nersc"), 1e-7);
    const Configuration saved = readConfiguration(file("c.00006.nersc"));
    EXPECT_EQ(saved.header.format, "NERSC");
    EXPECT_EQ(saved.header.bits, 32);
}

TEST_F(GenerateTest, StartsFromASavedFileAndFromTheColdField)
{
    generate({{"--every", "6"}, {"--output", "c"}});
    const double saved = plaquetteOfFile(file("c.00006.ildg"));

    const Json same =
        generate({{"--start", "c.00006.ildg"}, {"--thermalisation", "0"}, {"--sweeps", "1"}, {"--beta", "1e4"}});
    const Json cold = generate({{"--start", "cold"}, {"--thermalisation", "0"}, {"--sweeps", "1"}, {"--beta", "1e4"}});

    EXPECT_GT(same["plaquette"]["mean"], saved) << "a sweep at weak coupling orders the field";
    EXPECT_NEAR(cold["plaquette"]["mean"], 1, 1e-3) << "and keeps the order that is there";
    expectError(run(arguments({{"--start", "none.ildg"}})), inputFailure, {"none.ildg"});
    expectError(run(arguments({{"--start", "c.00006.ildg"}, {"--lattice", "4x4x4x8"}})), inputFailure,
                {"c.00006.ildg", "4x4x4x8"});
}

TEST_F(GenerateTest, PrintsASummaryForPeople)
{
    const Outcome outcome = run(arguments());

    EXPECT_EQ(outcome.code, success);
    for (const char* word : {"SU2 4x4x4x4, beta = 2.3", "plaquette", "Polyakov loop |L|", "tau_int", "known plaquette",
                             "sweeps/s", "acceptance", "drift"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
}

TEST_F(GenerateTest, SaysThatAnErrorIsUnknownInsteadOfCountingItAsZero)
{
    const Outcome one = run(arguments({{"--thermalisation", "0"}, {"--sweeps", "1"}}));

    EXPECT_EQ(one.code, success) << one.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "its error is unknown with 1 measurement", one.out);
    for (const char* word : {"nan", "combined standard errors"})
        EXPECT_PRED_FORMAT2(testing::IsNotSubstring, word, one.out);
}

TEST_F(GenerateTest, RunsOnTheFragmentPathOfOpenGl33AndOnTheComputePathAlike)
{
    const Json fragment = generate({{"--gl", "3.3"}, {"--sweeps", "2"}});

    EXPECT_EQ(fragment["path"], "fragment");
    if (!compute()) GTEST_SKIP() << "no compute path to compare with";
    const Json other = generate({{"--path", "compute"}, {"--sweeps", "2"}});
    EXPECT_EQ(other["path"], "compute");
    EXPECT_NEAR(fragment["plaquette"]["mean"], other["plaquette"]["mean"], 1e-2);
}

TEST_F(GenerateTest, RunsWithThreeColours)
{
    const Json result = generate({{"--group", "su3"}, {"--beta", "5.7"}, {"--lattice", "4x6x8x10"}, {"--sweeps", "2"}});

    EXPECT_EQ(result["group"], "SU3");
    EXPECT_EQ(result["lattice"], Json({4, 6, 8, 10}));
    EXPECT_GT(result["plaquette"]["mean"], 0.2);
    EXPECT_GT(result["acceptance"], 0.99);
}

TEST_F(GenerateTest, EndsAtASignalWithTheResultsSoFar)
{
    RunningProgram program(
        folder(), arguments({{"--sweeps", "20000"}, {"--every", "5"}, {"--output", "c"}, {"--json", "r.json"}}));
    for (int i = 0; i < 600 && program.running() && !exists("c.00005.ildg"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ASSERT_TRUE(exists("c.00005.ildg"));

    program.interrupt();
    const Outcome outcome = program.wait();

    EXPECT_EQ(outcome.code, interruptedExit);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "interrupted", outcome.err);
    const Json result = Json::parse(io::test::contents(file("r.json")));
    EXPECT_GE(result["measurements"], 1);
    EXPECT_LT(result["sweeps"], 20000);
    EXPECT_GE(result["sweeps"], 5);
    EXPECT_EQ(result["configurations"].size(), result["measurements"].get<std::size_t>());
    EXPECT_EQ(result["configurations"][0], "./c.00005.ildg");
    EXPECT_GT(result["plaquette"]["mean"], 0.4);
}

TEST_F(GenerateTest, LlvmpipeWorksInTheCallingThreadOnSmallLattices)
{
    if (testing_support::sharedContext()->capabilities().renderer.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "the driver is not llvmpipe";
    const auto threadsOn = [this](const std::string& lattice, const Arguments& environment) {
        Arguments words = {"/usr/bin/env"};
        words.insert(words.end(), environment.begin(), environment.end());
        RunningProgram program(
            folder(),
            arguments({{"--lattice", lattice}, {"--sweeps", "2000"}, {"--every", "1"}, {"--output", lattice}}), words);
        EXPECT_TRUE(program.waitUntil([&] { return exists(lattice + ".00001.ildg"); }));
        const std::vector<std::string> all = program.threads();
        return std::ranges::count_if(all, [](const std::string& name) { return name.starts_with("llvmpipe-"); });
    };

    EXPECT_EQ(threadsOn("4x4x4x8", {"-u", "LP_NUM_THREADS"}), 0);
    EXPECT_GT(threadsOn("8x8x8x8", {"-u", "LP_NUM_THREADS"}), 0);
    EXPECT_EQ(threadsOn("4x4x4x4", {"LP_NUM_THREADS=2"}), 2);
}

} // namespace
} // namespace gaugegl::cli_test
