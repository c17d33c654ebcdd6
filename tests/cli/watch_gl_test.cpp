// gaugegl watch and gaugegl init with a device: runs that are at work, were stopped, killed, failed or ended.
#include "cli/restart.h"

#include <pugixml.hpp>

namespace gaugegl::cli_test {
namespace {

class WatchedRunTest : public RestartTest {
protected:
    static constexpr int manySweeps = 1000000;

    Json watched(const std::string& folder = "out") const { return json({"watch", folder}); }
    /// Waits until it has measured a few times.
    void waitForMeasurements(const RunningProgram& program) const
    {
        EXPECT_TRUE(program.waitUntil([&] {
            const std::string history = contents(file("out/history.csv"));
            return std::count(history.begin(), history.end(), '\n') > 30 && exists("out/progress.json");
        })) << "the run ended";
    }
};

TEST_F(WatchedRunTest, IsSeenAtWorkThenKilledThenAtWorkAgain)
{
    prepare({.sweeps = manySweeps});
    {
        RunningProgram program(folder(), command());
        waitForMeasurements(program);

        const Json report = watched();

        EXPECT_EQ(report["state"], "running");
        EXPECT_GT(report["done"], 50);
        EXPECT_EQ(report["all"], manySweeps + 6);
        EXPECT_GT(report["sweeps_per_second"], 0);
        EXPECT_GT(report["seconds_left"], 0);
        EXPECT_EQ(report["acceptance"], 1);
        expectEstimate(report["plaquette"]);
        EXPECT_TRUE(report["command"].is_null());
        EXPECT_TRUE(program.running());
        program.kill();
        program.wait();
    }

    const Json killed = watched();

    EXPECT_EQ(killed["state"], "killed");
    EXPECT_TRUE(killed["sweeps_per_second"].is_null());
    EXPECT_EQ(killed["command"], "gaugegl run out/run.toml --output out");
    const int checkpoint = killed["checkpoint"];
    EXPECT_GT(checkpoint, 50);
    EXPECT_LE(checkpoint, killed["done"]);

    RunningProgram again(folder(), {"run", "out/run.toml", "--output", "out"});
    EXPECT_TRUE(again.waitUntil([&] { return again.says("going on from sweep"); }));
    EXPECT_TRUE(again.says("going on from sweep " + std::to_string(checkpoint)) ||
                again.says("going on from sweep " + std::to_string(checkpoint + 1)))
        << "killed between a checkpoint and its progress.json at most: " << checkpoint;
    EXPECT_TRUE(again.waitUntil([&] { return watched()["state"] == "running"; }));
    again.interrupt();
    EXPECT_EQ(again.wait().code, interruptedExit);
    const Json interrupted = watched();
    EXPECT_EQ(interrupted["state"], "interrupted");
    EXPECT_EQ(interrupted["checkpoint"], interrupted["done"]);
}

TEST_F(WatchedRunTest, ThatIsFinishedHasTheNumbersOfItsResults)
{
    prepare({.sweeps = 40, .plots = false});
    ASSERT_EQ(run(command()).code, success);

    const Json report = watched(), results = Json::parse(contents(file("out/results.json")));

    EXPECT_EQ(report["status"], "finished");
    EXPECT_EQ(report["done"], 46);
    for (const char* key : {"plaquette", "action_density", "polyakov_loop", "acceptance", "measurements"})
        EXPECT_EQ(report[key], results[key]) << key;
    EXPECT_EQ(report["configurations"].size(), 10u);
    const Json progress = Json::parse(contents(file("out/progress.json")));
    EXPECT_EQ(progress["state"], "complete");
    EXPECT_EQ(progress["again"], "gaugegl run a.toml");
}

TEST_F(WatchedRunTest, ThatFailedSaysWhy)
{
    prepare({.sweeps = 20});
    ASSERT_EQ(run(command()).code, success);
    fs::remove(file("out/timing.json"));
    fs::create_directories(file("out/timing.json/in-the-way")); // is written at the end
    prepare({.sweeps = 40});
    ASSERT_EQ(run(command()).code, inputFailure);

    const Json report = watched();

    EXPECT_EQ(report["state"], "failed");
    const std::string status = report["status"];
    EXPECT_NE(status.find("out/timing.json"), std::string::npos) << status;
    EXPECT_EQ(status.find("goes on from sweep"), status.rfind("goes on from sweep")) << "once: " << status;
}

TEST_F(WatchedRunTest, OfTrajectoriesHasTheirAcceptance)
{
    prepare({.thermalisation = 2, .sweeps = 20, .hmc = "length = 1\nintegrator = \"2mn\"\nsteps = 4\n"});
    const Outcome outcome = run(command());
    ASSERT_EQ(outcome.code, success) << outcome.err;

    const Json report = watched(), results = Json::parse(contents(file("out/results.json")));

    EXPECT_EQ(report["acceptance"], results["acceptance"]);
    EXPECT_EQ(report["exp_minus_delta_h"], results["exp_minus_delta_h"]);
    EXPECT_NE(run({"watch", "out"}).out.find("<exp(-dH)>"), std::string::npos);
}

// Whatever a page could fetch: nothing of it names another file.
TEST_F(WatchedRunTest, FillsAPageThatNeedsNothingElse)
{
    if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no gnuplot";
    prepare({.sweeps = 120}, "[flow]\nevery = 20\ntime = 0.4\nrecord = 0.1\nstep = 0.05\n");
    ASSERT_EQ(run(command()).code, success);
    const auto before = filesIn(file("out"));

    const Outcome outcome = run({"watch", "out", "--html", "report.html", "--quiet"});

    ASSERT_EQ(outcome.code, success) << outcome.err;
    EXPECT_EQ(filesIn(file("out")), before);
    const std::string page = contents(file("report.html"));
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(page.c_str(), pugi::parse_default | pugi::parse_doctype));
    const pugi::xml_node body = document.child("html").child("body");
    EXPECT_STREQ(body.child("h1").text().get(), "SU2 4x4x4x4, beta = 2.3");
    std::size_t figures = 0, curves = 0;
    for (const pugi::xml_node figure : body.children("figure")) {
        ++figures;
        curves += std::size_t(figure.select_node(".//path").node() != nullptr);
    }
    EXPECT_GE(figures, 7u) << "histories, histograms, Polyakov loops, flow, autocorrelation";
    EXPECT_EQ(curves, figures);
    EXPECT_NE(page.find("autocorrelation"), std::string::npos);
    EXPECT_NE(page.find("<h2>flow</h2>"), std::string::npos);
    for (const char* words : {"://", "src=", "<link", "<script", "@import", "@font-face", "<iframe", "<img"})
        EXPECT_EQ(page.find(words), std::string::npos) << words;
    for (const auto& one : document.select_nodes("//@href"))
        EXPECT_EQ(one.attribute().value()[0], '#') << one.attribute().value();
}

TEST_F(WatchedRunTest, OfAScanIsALineForEveryCoupling)
{
    std::string text = toml({.sweeps = 30});
    text.erase(text.find("beta = 2.3"), 10);
    save(file("s.toml"), text + "[scan]\nbeta = [2.0, 2.4]\n");
    ASSERT_EQ(run({"scan", "s.toml", "--quiet"}).code, success);

    const Json report = watched();
    const Outcome outcome = run({"watch", "out", "--html", "scan.html"});

    ASSERT_EQ(report["runs"].size(), 2u);
    EXPECT_EQ(report["running"], false);
    EXPECT_EQ(report["runs"][0]["beta"], 2.0);
    EXPECT_EQ(report["runs"][1]["state"], "finished");
    EXPECT_NE(outcome.out.find("finished"), std::string::npos);
    const std::string page = contents(file("scan.html"));
    EXPECT_NE(page.find("<h2>", page.find("<h2>") + 1), std::string::npos) << "a part for each coupling";
    EXPECT_EQ(page.find("://"), std::string::npos);
}

TEST_F(WatchedRunTest, IsPlannedWithItsTimeAndStarted)
{
    const Outcome outcome = run({"init",
                                 "a.toml",
                                 "--group",
                                 "su2",
                                 "--lattice",
                                 "4x4x4x4",
                                 "--beta",
                                 "2.3",
                                 "--measure",
                                 "polyakov_loop,loops",
                                 "--sweeps",
                                 "20",
                                 "--thermalisation",
                                 "5",
                                 "--output-directory",
                                 "out",
                                 "--start",
                                 "--quiet",
                                 "--json",
                                 "plan.json"});

    ASSERT_EQ(outcome.code, success) << outcome.err;
    EXPECT_EQ(outcome.out + outcome.err, "");
    const Json plan = Json::parse(contents(file("plan.json")));
    EXPECT_GT(plan["seconds"]["sweep"], 0);
    EXPECT_GT(plan["seconds"]["measurement"], 0);
    EXPECT_GT(plan["seconds"]["loops"], 0);
    const double expected = 25 * plan["seconds"]["sweep"].get<double>() +
                            20 * plan["seconds"]["measurement"].get<double>() +
                            2 * plan["seconds"]["loops"].get<double>();
    EXPECT_NEAR(plan["estimated_seconds"].get<double>(), expected, 1e-9 * expected);
    EXPECT_EQ(watched()["status"], "finished");
    EXPECT_EQ(watched()["further"]["loops"], 2);
}

TEST_F(WatchedRunTest, IsPlannedForAGivenTime)
{
    const Arguments plan = {"init",   "--group", "su2",       "--lattice", "4x4x4x4",
                            "--beta", "2.3",     "--measure", "plaquette"};
    Arguments hour = plan, tooLittle = plan;
    hour.insert(hour.end(), {"a.toml", "--hours", "1", "--quiet"});
    tooLittle.insert(tooLittle.end(), {"b.toml", "--hours", "1e-9", "--quiet"});

    const Json report = json(hour);

    EXPECT_GT(report["sweeps"], 1000);
    EXPECT_LE(report["estimated_seconds"], 3600.001);
    EXPECT_GT(report["estimated_seconds"], 3590);
    expectError(run(tooLittle), inputFailure, {"hours are too few", "100 sweeps of thermalisation"});
    EXPECT_FALSE(exists("b.toml"));
}

} // namespace
} // namespace gaugegl::cli_test
