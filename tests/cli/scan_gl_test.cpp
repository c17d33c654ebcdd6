// gaugegl scan: many couplings in one command, with restart; and the demos that are scans.
#include "cli/program_gl.h"
#include "cli/restart.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class ScanTest : public ProgramGlTest {
protected:
    void SetUp() override
    {
        ProgramGlTest::SetUp();
        save(file("a.toml"), R"([lattice]
extents = "4x4x4x4"
group = "su2"
[scan]
beta = [1.8, 2.0, 2.2, 2.4]
nt = [2, 4]
[update]
seed = 3
overrelaxation = 1
thermalisation = 3
sweeps = 40
[output]
directory = "out"
plots = false
checkpoint_seconds = 0
)");
    }
    static bool gnuplot() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }

    /// All files below the folder, but for the times.
    std::map<std::string, std::string> tree() const
    {
        std::map<std::string, std::string> files;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(file("out")))
            if (entry.is_regular_file() && !holdsTimes(entry.path()))
                files[fs::relative(entry.path(), file("out"))] = contents(entry.path());
        return files;
    }
};

TEST_F(ScanTest, OfTrajectoriesFindsWhatIsDone)
{
    save(file("a.toml"), R"([lattice]
extents = "4x4x4x4"
group = "su2"
[scan]
beta = [1.8, 2.0]
[hmc]
trajectories = 2
thermalisation = 1
steps = 2
[output]
directory = "out"
plots = false
)");
    ASSERT_EQ(json({"scan", "a.toml"})["complete"], true);
    const auto before = tree();

    const Json again = json({"scan", "a.toml"});

    EXPECT_EQ(again["complete"], true);
    EXPECT_EQ(again["points"].size(), 2u);
    EXPECT_EQ(tree(), before);
    expectError(run({"scan", "a.toml", "--set", "hmc.trajectories=1"}), inputFailure,
                {"2 trajectories after thermalisation were done here"});
}

TEST_F(ScanTest, HasAveragesOfEveryCouplingAndPeaks)
{
    const Json result = json({"scan", "a.toml"});

    ASSERT_EQ(result["points"].size(), 8u);
    EXPECT_EQ(result["complete"], true);
    for (std::size_t k = 0; k < 8; ++k) {
        const Json& point = result["points"][k];
        EXPECT_EQ(point["nt"], k < 4 ? 2 : 4);
        EXPECT_EQ(point["beta"], Json({1.8, 2.0, 2.2, 2.4})[k % 4]);
        EXPECT_EQ(point["measurements"], 40);
        expectEstimate(point["plaquette"]);
        expectEstimate(point["polyakov_abs"]);
        expectEstimate(point["susceptibility"]);
        EXPECT_NEAR(point["free_energy"]["mean"].get<double>(),
                    -std::log(point["polyakov_abs"]["mean"].get<double>()) / point["nt"].get<double>(), 1e-12);
        EXPECT_GT(point["free_energy"]["error"], 0);
    }
    EXPECT_LT(result["points"][4]["plaquette"]["mean"], result["points"][7]["plaquette"]["mean"]);
    EXPECT_NEAR(result["points"][0]["weak_coupling"].get<double>(), 1 - 0.75 / 1.8 - 0.15138 / 3.24 - 0.14306 / 5.832,
                1e-9);
    ASSERT_EQ(result["peaks"].size(), 2u);
    EXPECT_EQ(result["peaks"][1]["nt"], 4);
    EXPECT_TRUE(result["peaks"][1].contains("position") || result["peaks"][1].contains("failure"));
    EXPECT_TRUE(exists("out/nt4-beta2.2/history.csv"));
    EXPECT_TRUE(exists("out/scan.csv"));
    EXPECT_TRUE(exists("out/scan-reweighted.csv"));
    const Json run = Json::parse(contents(file("out/nt4-beta1.8/results.json")));
    EXPECT_EQ(run["seed"], 7) << "each run has a seed of its own";
}

/// The numbers of a table below its header, by the names of its columns.
std::vector<std::map<std::string, double>> rowsOf(const std::string& table)
{
    const auto cellsOf = [](const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream rest(line);
        for (std::string cell; std::getline(rest, cell, ',');)
            cells.push_back(cell);
        return cells;
    };
    std::istringstream lines(table);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = cellsOf(line);
    std::vector<std::map<std::string, double>> rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cellsOf(line);
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i)
            row[header[i]] = std::stod(cells[i]);
    }
    return rows;
}

TEST_F(ScanTest, ReweightsBetweenItsCouplings)
{
    const Json result =
        json({"scan", "a.toml", "--quiet", "--path", "cpu", "--set", "scan={beta=[1.7,1.8,1.9,2.0,2.1],nt=[2]}",
              "--set", "update.sweeps=1000", "--set", "update.thermalisation=50", "--set", "output.plots=true"});
    const auto rows = rowsOf(contents(file("out/scan-reweighted.csv")));

    ASSERT_EQ(rows.size(), 101u);
    ASSERT_EQ(result["points"].size(), 5u);
    double shorter = 0;
    for (std::size_t k = 0; k < 5; ++k) {
        const Json& point = result["points"][k];
        const auto& row = rows[25 * k];
        EXPECT_NEAR(row.at("beta"), point["beta"].get<double>(), 1e-9);
        for (const char* name : {"polyakov_abs", "susceptibility", "binder"}) {
            const double own = point[name]["error"];
            EXPECT_NEAR(row.at(name), point[name]["mean"].get<double>(), 4 * own) << name << " at " << point["beta"];
            shorter += row.at(std::string(name) + "_error") / own / 15;
        }
    }
    EXPECT_LT(shorter, 0.9) << "errors of single runs are larger";
    for (const auto& row : rows)
        EXPECT_GT(row.at("independent_data"), 50);
    const Json& reweighting = result["peaks"][0]["reweighting"];
    EXPECT_LT(reweighting["iterations"], 20);
    EXPECT_FALSE(reweighting.contains("failure"));
    // <|L|> rises where confinement ends.
    EXPECT_GT(rows.back().at("polyakov_abs"), rows.front().at("polyakov_abs") + 0.1);
    if (!gnuplot()) GTEST_SKIP() << "gnuplot is missing";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "reweighted", contents(file("out/scan-susceptibility.svg")));
}

// Those of its runs too, which are not those of its run file.
TEST_F(ScanTest, ItsFileHasTheWarningsThatWereGiven)
{
    const auto onPath = [](const std::string& path, const std::string& sweeps) {
        return Arguments{"scan",
                         "a.toml",
                         "--quiet",
                         "--path",
                         path,
                         "--set",
                         "scan={beta=[2.2],nt=[2]}",
                         "--set",
                         "update.sweeps=" + sweeps};
    };
    ASSERT_EQ(run(onPath("fragment", "2")).code, success);
    ASSERT_EQ(run(onPath("compute", "4")).code, success);

    const std::string warnings = Json::parse(contents(file("out/scan.json")))["warnings"].dump();
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "of this run were made by another driver", warnings);
}

TEST_F(ScanTest, GoesOnAfterAnInterruptAndEndsAsWithoutOne)
{
    RunningProgram first(folder(), {"scan", "a.toml", "--quiet"});
    while (first.running() && !exists("out/nt2-beta2/checkpoint"))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    first.interrupt();
    const Outcome stopped = first.wait();
    ASSERT_EQ(stopped.code, interruptedExit) << stopped.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "`gaugegl scan a.toml` goes on", stopped.err);
    EXPECT_EQ(Json::parse(contents(file("out/scan.json")))["complete"], false);

    ASSERT_EQ(run({"scan", "a.toml", "--quiet"}).code, success);
    const auto found = tree();
    fs::remove_all(file("out"));
    ASSERT_EQ(run({"scan", "a.toml", "--quiet"}).code, success);

    expectSameFiles(found, tree());
}

TEST_F(ScanTest, WithMoreSweepsEndsAsIfTheyHadBeenAskedForAtOnce)
{
    const auto sweeps = [](const std::string& number) {
        return Arguments{
            "scan", "a.toml", "--quiet", "--set", "scan={beta=[2.0,2.2],nt=[4]}", "--set", "update.sweeps=" + number};
    };
    ASSERT_EQ(run(sweeps("10")).code, success);

    ASSERT_EQ(run(sweeps("14")).code, success);
    const auto found = tree();
    const Outcome fewer = run(sweeps("10"));
    fs::remove_all(file("out"));
    ASSERT_EQ(run(sweeps("14")).code, success);

    expectSameFiles(found, tree());
    expectError(fewer, inputFailure, {"14 sweeps after thermalisation were done", "10 are asked for", "--overwrite"});
}

TEST_F(ScanTest, RefusesToMixRunsOfDifferentScans)
{
    const Arguments fewer = {"--set", "scan={beta=[2.0,2.2],nt=[4]}", "--set", "update.sweeps=10", "--quiet"};
    Arguments first = {"scan", "a.toml"}, other = {"scan", "a.toml", "--seed", "9"};
    first.insert(first.end(), fewer.begin(), fewer.end());
    other.insert(other.end(), fewer.begin(), fewer.end());
    ASSERT_EQ(run(first).code, success);
    const auto before = tree();

    const Outcome refused = run(other);
    const auto kept = tree();
    const Outcome repeated = run(first);
    expectSameFiles(tree(), before);
    other.emplace_back("--overwrite");
    const Outcome replaced = run(other);

    expectError(refused, inputFailure,
                {"out/nt4-beta2/results.json", "seed in [update] was 3, now it is 9", "--overwrite"});
    expectSameFiles(kept, before);
    EXPECT_EQ(repeated.code, success) << repeated.err;
    EXPECT_EQ(replaced.code, success) << replaced.err;
    EXPECT_EQ(Json::parse(contents(file("out/nt4-beta2.2/results.json")))["seed"], 10);
}

TEST_F(ScanTest, DemoOfTheTransitionDrawsItsFigures)
{
    // A few sweeps on a small lattice.
    const Json result = json({"scan", GAUGEGL_SOURCE_DIR "/demos/runs/su2-polyakov-scan.toml", "--output", "demo",
                              "--quiet", "--set", "lattice.extents='4x4x4x2'", "--set", "update.sweeps=10", "--set",
                              "update.thermalisation=0", "--set", "measure.every=1"});

    EXPECT_GE(result["points"].size(), 7u);
    EXPECT_EQ(result["figures"].size(), gnuplot() ? 10u : 0u);
    for (const char* name : {"demo/scan-plaquette.png", "demo/scan-polyakov.png", "demo/scan-susceptibility.svg",
                             "demo/scan-binder.png", "demo/scan-free-energy.svg"})
        EXPECT_EQ(exists(name), gnuplot()) << name;
}

TEST_F(ScanTest, UnknownErrorsAreShownAsUnknownAndWhatIsNotMeasuredIsEmpty)
{
    const Outcome outcome =
        run({"scan", "a.toml", "--quiet", "--set", "scan={beta=[2.2,2.4],nt=[2]}", "--set", "update.sweeps=1", "--set",
             "measure.observables=['plaquette']", "--set", "output.plots=true"});
    ASSERT_EQ(outcome.code, success) << outcome.err;

    std::istringstream table(contents(file("out/scan.csv"))), history(contents(file("out/nt2-beta2.2/history.csv")));
    std::string line;
    std::getline(table, line);
    std::getline(table, line);
    EXPECT_TRUE(line.starts_with("2,2.2,1,0.") && line.ends_with(",,,,,,,")) << line;
    std::getline(history, line);
    std::getline(history, line);
    EXPECT_NE(line.find(",,,,,"), std::string::npos) << line; // rectangle and three of the Polyakov loop
    if (!gnuplot()) GTEST_SKIP() << "gnuplot is missing";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "error unknown", contents(file("out/scan-plaquette.svg")));
}

} // namespace
} // namespace gaugegl::cli_test
