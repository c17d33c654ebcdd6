// gaugegl hmc, and gaugegl run with [hmc]: what they return and write, how they go on after a stop, and what
// trajectories that fail do.
#include "cli/restart.h"

#include <fmt/format.h>
#include <map>
#include <sstream>
#include <utility>

namespace gaugegl::cli_test {
namespace {

class HmcTest : public ProgramGlTest {
protected:
    using Options = std::map<std::string, std::string>;

    /// A short chain of SU(2) without quarks, with the given options instead of these or in addition.
    static Arguments arguments(Options options)
    {
        options.merge(Options{{"--group", "su2"},
                              {"--lattice", "4x4x4x4"},
                              {"--beta", "2.3"},
                              {"--steps", "4"},
                              {"--thermalisation", "3"},
                              {"--accept-first", "3"},
                              {"--start", "hot"}});
        Arguments all = {"hmc", "--quiet"};
        for (const auto& [name, value] : options)
            all.insert(all.end(), {name, value});
        return all;
    }
    std::vector<std::vector<std::string>> csv(const std::string& name) const
    {
        std::istringstream text(contents(file(name)));
        std::vector<std::vector<std::string>> rows;
        for (std::string line; std::getline(text, line);) {
            std::istringstream cells(line);
            rows.emplace_back();
            for (std::string cell; std::getline(cells, cell, ',');)
                rows.back().push_back(cell);
        }
        return rows;
    }
};

TEST_F(HmcTest, OnTheCpuHasTheNumbersOfTheDevice)
{
    const auto chain = [&](const std::string& path) {
        const Json result = json(arguments({{"--trajectories", "2"},
                                            {"--fermions", "wilson"},
                                            {"--kappa", "0.13"},
                                            {"--precision", "double"},
                                            {"--path", path},
                                            {"--history", path + ".csv"}}));
        EXPECT_EQ(result["hmc_path"], path == "cpu" ? "cpu" : "device");
        EXPECT_EQ(result["instruction_set"].is_string(), path == "cpu");
        return csv(path + ".csv");
    };
    const auto device = chain("fragment"), cpu = chain("cpu");
    ASSERT_EQ(device.size(), cpu.size());
    for (std::size_t row = 1; row < cpu.size(); ++row) {
        EXPECT_NEAR(std::stod(cpu[row][1]), std::stod(device[row][1]), 1e-5);
        EXPECT_NEAR(std::stod(cpu[row][5]), std::stod(device[row][5]), 1e-8);
    }
}

TEST_F(HmcTest, ReturnsWhatItsTrajectoriesSay)
{
    const Json result = json(arguments({{"--trajectories", "10"}, {"--history", "h.csv"}}));

    expectKeys(result, {"plaquette", "acceptance", "mean_delta_h", "exp_minus_delta_h", "trajectories",
                        "seconds_per_trajectory", "solver_iterations", "failures", "polyakov_loop"});
    EXPECT_FALSE(result.contains("overrelaxation") || result.contains("trials")) << "there is no heat bath";
    expectEstimate(result["plaquette"]);
    expectEstimate(result["exp_minus_delta_h"]);
    EXPECT_EQ(result["trajectories"], 10);
    EXPECT_EQ(result["solver_iterations"], 0);
    EXPECT_GT(result["acceptance"], 0.5);
    EXPECT_GT(result["seconds_per_trajectory"], 0);
    const auto rows = csv("h.csv");
    ASSERT_EQ(rows.size(), 14u);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"trajectory", "delta_h", "accepted", "failed", "solver_iterations",
                                                 "plaquette"}));
    EXPECT_EQ(rows[1][0], "-2") << "thermalisation ends at 0";
    EXPECT_EQ(rows[13][0], "10");
    double deltaH = 0;
    int accepted = 0;
    for (std::size_t i = 4; i < rows.size(); ++i) {
        deltaH += std::stod(rows[i][1]) / 10;
        accepted += std::stoi(rows[i][2]);
    }
    EXPECT_NEAR(deltaH, result["mean_delta_h"], 1e-9);
    EXPECT_NEAR(accepted / 10.0, result["acceptance"], 1e-9);
}

TEST_F(HmcTest, ProfileSaysWhereTheTimeWent)
{
    Arguments with = arguments({{"--trajectories", "2"}});
    const Json without = json(with);
    with.emplace_back("--profile");
    const Json result = json(with), &profile = result["profile"];

    EXPECT_FALSE(without.contains("profile"));
    EXPECT_EQ(result["plaquette"], without["plaquette"]);
    expectKeys(profile, {"seconds", "clock", "kernels", "kernel_seconds", "kernel_fraction", "compiling", "uploads",
                         "readbacks", "host_seconds"});
    double sum = profile["host_seconds"], kernels = 0;
    for (const char* part : {"compiling", "uploads", "readbacks"})
        sum += profile[part]["seconds"].get<double>();
    std::int64_t momenta = 0;
    for (const Json& kernel : profile["kernels"]) {
        expectKeys(kernel, {"name", "calls", "seconds", "fraction"});
        kernels += kernel["seconds"].get<double>();
        if (kernel["name"] == "random_momenta-su2") momenta = kernel["calls"];
    }
    EXPECT_EQ(momenta, 5 * 8 - 1) << "eight textures in each trajectory, thermalisation included, but the first run";
    EXPECT_NEAR(kernels, profile["kernel_seconds"], 1e-9);
    EXPECT_NEAR(sum + kernels, profile["seconds"], 1e-9);
    EXPECT_GT(kernels, 0);
    EXPECT_GT(profile["compiling"]["calls"], 0);
    EXPECT_GT(profile["readbacks"]["calls"], 0);
}

TEST_F(HmcTest, ProfileIsATableForPeople)
{
    const Outcome outcome = run({"hmc", "--group", "su2", "--lattice", "4x4x4x4", "--beta", "2.3", "--steps", "4",
                                 "--thermalisation", "0", "--trajectories", "2", "--profile"});

    ASSERT_EQ(outcome.code, success) << outcome.err;
    for (const char* word : {"kernel ", "us/call", "random_momenta-su2", "all kernels", "compiling", "uploads",
                             "readbacks", "host ", "kernels are timed by"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
}

TEST_F(HmcTest, FollowsFromItsSeed)
{
    const auto plaquette = [this](const std::string& seed) {
        return json(arguments({{"--trajectories", "3"}, {"--seed", seed}}))["plaquette"]["mean"].get<double>();
    };

    EXPECT_EQ(plaquette("4"), plaquette("4"));
    EXPECT_NE(plaquette("4"), plaquette("5"));
}

TEST_F(HmcTest, SimulatesQuarksOnNestedTimeScales)
{
    for (Options options : {Options{{"--fermions", "wilson"}, {"--kappa", "0.12"}, {"--ratios", "0.1"}},
                            Options{{"--fermions", "twisted-mass"}, {"--kappa", "0.12"}, {"--mu", "0.2"}},
                            Options{{"--fermions", "staggered"}, {"--mass", "0.5"}},
                            Options{{"--fermions", "staggered-isospin"}, {"--mass", "1"}, {"--isospin-mu", "0.3"}},
                            Options{{"--fermions", "rational"}, {"--mass", "0.5,0.8"}, {"--flavours", "2,1"}}}) {
        const std::string kind = options["--fermions"];
        options.merge(Options{{"--trajectories", "1"},
                              {"--thermalisation", "1"},
                              {"--accept-first", "0"},
                              {"--steps", "3,2"},
                              {"--start", "cold"}});

        const Json result = json(arguments(options));

        EXPECT_EQ(result["fermions"].size(), kind == "rational" ? 2u : 1u) << kind;
        EXPECT_GT(result["solver_iterations"], 0) << kind;
        EXPECT_EQ(result["failures"], 0) << kind;
        EXPECT_LT(std::abs(result["mean_delta_h"].get<double>()), 5) << kind;
    }
}

TEST_F(HmcTest, TrajectoriesThatFailAreRejectedAndEndTheRunWhenTooManyFollowEachOther)
{
    const Outcome outcome = run(arguments({{"--trajectories", "10"},
                                           {"--thermalisation", "1"},
                                           {"--accept-first", "0"},
                                           {"--fermions", "wilson"},
                                           {"--kappa", "0.12"},
                                           {"--max-iterations", "2"},
                                           {"--failures", "3"},
                                           {"--json", "r.json"},
                                           {"--history", "h.csv"}}));

    EXPECT_EQ(outcome.code, unconverged) << outcome.err;
    for (const char* words :
         {"gaugegl: warning: trajectory 1 failed and is rejected: ", "gaugegl: warning: trajectory 3 failed",
          "gaugegl: error: 3 trajectories in a row failed, which ends the run (failures = 3 in "
          "[hmc]); the last one, trajectory 3: "})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, outcome.err);
    const Json result = Json::parse(contents(file("r.json")), nullptr, false);
    EXPECT_EQ(result["failures"], 2) << "of those after thermalisation";
    EXPECT_EQ(result["acceptance"], 0);
    EXPECT_TRUE(result["mean_delta_h"].is_null());
    const auto rows = csv("h.csv");
    ASSERT_EQ(rows.size(), 4u);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i][1], "nan");
        EXPECT_EQ(rows[i][3], "1");
        EXPECT_EQ(rows[i][5], rows[1][5]) << "the links are those of before";
    }
}

const std::string quarks = R"(steps = [2, 2]
[[hmc.fermions]]
kind = "wilson"
kappa = 0.12
)";

class HmcRunTest : public RestartTest {};

TEST_F(HmcRunTest, WritesTrajectoriesFiguresAndTheCondensate)
{
    prepare({.thermalisation = 2, .sweeps = 4, .plots = true, .hmc = quarks});
    save(file("a.toml"),
         contents(file("a.toml")) +
             "[condensate]\nevery = 2\nkappa = 0.12\nvectors = 2\n[spectrum]\nevery = 4\nkappa = 0.12\n");

    const Outcome outcome = run({"run", "a.toml"});

    ASSERT_EQ(outcome.code, success) << outcome.err;
    for (const char* word : {"2 + 4 trajectories", "acceptance", "<exp(-dH)>", "iterations per trajectory",
                             "condensate of 2 configurations, 2 random sources on each", "trajectories.csv"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
    const Json r = Json::parse(contents(file("out/results.json")), nullptr, false);
    expectKeys(r, {"trajectories", "acceptance", "exp_minus_delta_h", "plaquette", "condensate", "spectrum"});
    EXPECT_FALSE(r.contains("seconds_per_trajectory")) << "results do not depend on the clock";
    EXPECT_GT(r["condensate"][0]["scalar"]["mean"], 0);
    EXPECT_GT(Json::parse(contents(file("out/timing.json")))["seconds_per_trajectory"], 0);
    EXPECT_EQ(r["configurations"], Json({"out/conf.00004.ildg"}));
    const bool gnuplot = std::system("gnuplot --version > /dev/null 2>&1") == 0;
    for (const char* figure : {"dh-history.png", "plaquette-history.svg", "condensate-history.png"})
        EXPECT_EQ(exists(std::string("out/") + figure), gnuplot) << figure;
}

TEST_F(HmcRunTest, SaysWhereTrajectoriesAreMade)
{
    for (const auto& [path, place] : {std::pair{"cpu", "(trajectories on the CPU, "}, {"device", " shaders, "}}) {
        prepare({.thermalisation = 0, .sweeps = 2, .hmc = fmt::format("path = \"{}\"\n", path) + quarks});
        const Outcome outcome = run({"run", "a.toml", "--output", path});
        EXPECT_EQ(outcome.code, success) << outcome.err;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, place, outcome.out.substr(0, outcome.out.find('\n')));
    }
}

TEST_F(HmcRunTest, ProfileIsNoResult)
{
    prepare({.thermalisation = 0, .sweeps = 2});

    const Json printed = json({"run", "a.toml", "--quiet", "--profile"});

    const Json times = Json::parse(contents(file("out/timing.json")), nullptr, false);
    EXPECT_GT(times["profile"]["kernel_seconds"], 0);
    EXPECT_EQ(printed["profile"], times["profile"]);
    EXPECT_FALSE(Json::parse(contents(file("out/results.json")), nullptr, false).contains("profile"))
        << "results do not depend on the clock";
}

TEST_F(HmcRunTest, AnInterruptedRunGoesOnBitForBit)
{
    prepare({.sweeps = 16, .checkpointSeconds = 3600, .hmc = quarks});
    const auto expected = undisturbed();
    ASSERT_TRUE(expected.contains("trajectories.csv"));

    const Outcome stopped = interruptInTheMiddle({"run", "a.toml", "--quiet"});
    const Outcome rest = run({"run", "a.toml"});

    ASSERT_EQ(stopped.code, interruptedExit) << stopped.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the results are those of the trajectories until then; ", stopped.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "goes on from trajectory ", stopped.err);
    EXPECT_EQ(rest.code, success) << rest.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: going on from trajectory ", rest.err);
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(HmcRunTest, AKilledRunWithRanluxGoesOnBitForBit)
{
    prepare({.generator = "ranlux", .thermalisation = 2, .sweeps = 8, .hmc = quarks});
    const auto expected = undisturbed();

    killAfterACheckpoint(std::chrono::milliseconds(1));
    killAfterACheckpoint(std::chrono::milliseconds(20));
    const Outcome rest = run(command());

    EXPECT_EQ(rest.code, success) << rest.err;
    expectSameFiles(filesIn(file("out")), expected);
}

TEST_F(HmcRunTest, FailingTrajectoriesSaveEverythingAndTheRunGoesOn)
{
    prepare({.thermalisation = 0,
             .sweeps = 5,
             .checkpointSeconds = 3600,
             .hmc = "failures = 2\nmax_iterations = 2\n" + quarks});

    const Outcome first = run(command()), second = run(command()), third = run(command());

    EXPECT_EQ(first.code, unconverged) << first.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "2 trajectories in a row failed", first.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "`gaugegl run a.toml` goes on from trajectory 2 of 5", first.err);
    EXPECT_EQ(second.code, unconverged) << second.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "goes on from trajectory 4 of 5", second.err);
    EXPECT_EQ(third.code, success) << third.err;
    const Json r = Json::parse(contents(file("out/results.json")), nullptr, false);
    EXPECT_EQ(r["failures"], 5);
    EXPECT_EQ(r["complete"], true);
}

TEST_F(HmcRunTest, AnotherRunInTheFolderIsRefusedWithTheQuarkThatDiffers)
{
    prepare({.thermalisation = 0, .sweeps = 100, .hmc = quarks});
    killAfterACheckpoint(std::chrono::milliseconds(1));

    expectError(run({"run", "a.toml", "--set", "hmc.fermions=[{kind='wilson',kappa=0.13}]"}), inputFailure,
                {"kappa in [[hmc.fermions]] number 1 was 0.12, now it is 0.13"});
}

} // namespace
} // namespace gaugegl::cli_test
