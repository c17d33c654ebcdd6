// gaugegl run: from a run file to results, history, configurations and figures.
#include "cli/program_gl.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/config/run_config.h"

#include <cstdlib>
#include <sstream>

namespace gaugegl::cli_test {
namespace {

class RunTest : public ProgramGlTest {
protected:
    void SetUp() override
    {
        ProgramGlTest::SetUp();
        io::test::save(file("a.toml"), R"([lattice]
extents = "4x4x4x4"
group = "su2"

[action]
beta = 2.3

[update]
seed = 3
overrelaxation = 1
thermalisation = 3
sweeps = 8

[measure]
every = 2

[output]
directory = "out"
prefix = "conf"
save_every = 4
)");
    }

    Json results(const std::string& folder = "out") const
    {
        return Json::parse(io::test::contents(file(folder + "/results.json")), nullptr, false);
    }

    /// The rows of a CSV file, its header first.
    std::vector<std::vector<std::string>> csv(const std::string& name) const
    {
        std::istringstream text(io::test::contents(file(name)));
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

bool gnuplotInstalled() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }

TEST_F(RunTest, WritesResultsHistoryRunFileConfigurationsAndFigures)
{
    const Outcome outcome = run({"run", "a.toml"});

    ASSERT_EQ(outcome.code, success) << outcome.err;
    for (const char* word : {"plaquette", "tau_int", "sweeps/s", "results.json"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
    const Json r = results();
    expectKeys(r, {"plaquette", "polyakov_loop", "rectangle", "acceptance", "figures"});
    EXPECT_FALSE(r.contains("sweeps_per_second")) << "results do not depend on the clock";
    EXPECT_GT(Json::parse(io::test::contents(file("out/timing.json")))["sweeps_per_second"], 0);
    EXPECT_TRUE(exists("out/checkpoint")) << "more sweeps would go on from it";
    expectEstimate(r["plaquette"]);
    EXPECT_EQ(r["complete"], true);
    EXPECT_EQ(r["measurements"], 4);
    EXPECT_EQ(r["configurations"], Json({"out/conf.00004.ildg", "out/conf.00008.ildg"}));
    EXPECT_EQ(r["figures"].empty(), !gnuplotInstalled());
    for (const Json& figure : r["figures"]) {
        EXPECT_TRUE(exists(figure)) << figure;
        EXPECT_GT(std::filesystem::file_size(file(figure)), 1000u) << figure;
    }
}

TEST_F(RunTest, HistoryHasEveryMeasurementAndAgreesWithTheFiles)
{
    ASSERT_EQ(run({"run", "a.toml", "--quiet"}).code, success);

    const auto rows = csv("out/history.csv");

    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0][0], "sweep");
    EXPECT_EQ(rows[0][1], "plaquette");
    double mean = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), rows[0].size());
        EXPECT_EQ(rows[i][0], std::to_string(2 * i));
        mean += std::stod(rows[i][1]) / 4;
    }
    EXPECT_NEAR(mean, results()["plaquette"]["mean"], 1e-10);
    EXPECT_NEAR(std::stod(rows[2][1]), plaquetteOfFile(file("out/conf.00004.ildg")), 1e-6);
    EXPECT_NEAR(std::stod(rows[4][1]), plaquetteOfFile(file("out/conf.00008.ildg")), 1e-6);
}

TEST_F(RunTest, WritesARunFileThatRepeatsIt)
{
    ASSERT_EQ(run({"run", "a.toml", "--quiet"}).code, success);
    const RunConfig before = loadRunConfig(file("a.toml")), after = loadRunConfig(file("out/run.toml"));
    EXPECT_EQ(toToml(after), toToml(before));

    ASSERT_EQ(run({"run", "out/run.toml", "--output", "again", "--quiet"}).code, success);

    EXPECT_EQ(io::test::contents(file("again/history.csv")), io::test::contents(file("out/history.csv")));
}

TEST_F(RunTest, DoesNotReplaceResultsUnasked)
{
    ASSERT_EQ(run({"run", "a.toml", "--quiet"}).code, success);
    const std::string before = io::test::contents(file("out/history.csv"));

    const Outcome refused = run({"run", "a.toml", "--quiet", "--seed", "4"});
    const std::string kept = io::test::contents(file("out/history.csv"));
    const Outcome replaced = run({"run", "a.toml", "--quiet", "--seed", "4", "--overwrite"});

    expectError(refused, inputFailure, {"out/checkpoint", "seed in [update] was 3, now it is 4", "--overwrite"});
    EXPECT_EQ(kept, before);
    EXPECT_EQ(replaced.code, success) << replaced.err;
    EXPECT_NE(io::test::contents(file("out/history.csv")), before);
    EXPECT_EQ(results()["seed"], 4);
}

TEST_F(RunTest, ARunFileInTheFolderOfItsRunStaysAsItIs)
{
    std::filesystem::create_directories(file("here"));
    std::string text = "# Mine.\n" + io::test::contents(file("a.toml"));
    text.replace(text.find("\"out\""), 5, "\"here\"");
    io::test::save(file("here/run.toml"), text);

    ASSERT_EQ(run({"run", "here/run.toml", "--quiet", "--set", "output.plots=true"}).code, success);
    EXPECT_EQ(io::test::contents(file("here/run.toml")), text);
    EXPECT_EQ(json({"watch", "here"})["state"], "finished");
    ASSERT_EQ(run({"run", "here/run.toml", "--quiet"}).code, success) << "all is done";
    for (const Arguments& more : {Arguments{"--seed", "9", "--overwrite"}, {"--set", "update.sweeps=16"}}) {
        Arguments arguments = {"run", "here/run.toml", "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectError(run(arguments), inputFailure, {"here/run.toml", "somebody wrote this run file", "--output"});
    }
    EXPECT_EQ(io::test::contents(file("here/run.toml")), text);
    EXPECT_TRUE(exists("here/results.json"));

    text.replace(text.find("sweeps = 8"), 10, "sweeps = 16"); // as the user wants it now
    io::test::save(file("here/run.toml"), text);
    ASSERT_EQ(run({"run", "here/run.toml", "--quiet"}).code, success);
    EXPECT_EQ(results("here")["sweeps"], 16);
}

TEST_F(RunTest, TheNameOfItsFolderIsNoCommand)
{
    const std::string folder = "|touch made;#`touch made`";

    const Outcome outcome = run({"run", "a.toml", "--quiet", "--output", folder});

    EXPECT_EQ(outcome.code, success) << outcome.err;
    EXPECT_EQ(results(folder)["figures"].empty(), !gnuplotInstalled());
    for (const Json& figure : results(folder)["figures"])
        EXPECT_TRUE(exists(figure)) << figure;
    EXPECT_FALSE(exists("made"));
}

TEST_F(RunTest, NoLinkInItsFolderIsFollowed)
{
    io::test::save(file("precious"), "old");
    for (const char* name : {"lock", "run.toml", "checkpoint", "progress.json", "results.json", "conf.00004.ildg",
                             "plaquette-history.svg"}) {
        std::filesystem::remove_all(file("out"));
        std::filesystem::create_directories(file("out"));
        std::filesystem::create_symlink("../precious", file(std::string("out/") + name));
        EXPECT_EQ(run({"run", "a.toml", "--quiet"}).code, inputFailure) << name;
        EXPECT_EQ(io::test::contents(file("precious")), "old") << name;
    }
}

TEST_F(RunTest, TakesOptionsBeforeTheRunFile)
{
    const Json result = json({"run", "a.toml", "--output", "other", "--seed", "9", "--path", "fragment"});

    EXPECT_EQ(result["seed"], 9);
    EXPECT_EQ(result["path"], "fragment");
    EXPECT_EQ(result["configurations"][0], "other/conf.00004.ildg");
    EXPECT_FALSE(exists("out"));
    EXPECT_GT(result["sweeps_per_second"], 0);
    Json withoutSpeed = result;
    withoutSpeed.erase("sweeps_per_second");
    EXPECT_EQ(results("other"), withoutSpeed);
}

TEST_F(RunTest, LimitedToOpenGl33RunsOnTheFragmentPath)
{
    const Json result = json({"run", "a.toml", "--gl", "3.3"});

    EXPECT_EQ(result["path"], "fragment");
    EXPECT_EQ(result["complete"], true);
}

} // namespace
} // namespace gaugegl::cli_test
