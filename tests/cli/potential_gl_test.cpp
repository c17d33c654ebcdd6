// gaugegl potential and flow on small ensembles, and the same in run files.
#include "cli/program_gl.h"
#include "cli/restart.h"

#include <cmath>
#include <fmt/format.h>
#include <sstream>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class PotentialGlTest : public ProgramGlTest {
protected:
    /// Names of the configurations of a small ensemble.
    Arguments ensemble(const Arguments& more) const
    {
        Arguments all = {"generate",         "--group", "su2",      "--beta",  "2.3",
                         "--thermalisation", "20",      "--output", file("c"), "--quiet"};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(run(all).code, success);
        Arguments files;
        for (const fs::directory_entry& entry : fs::directory_iterator(file("")))
            if (entry.path().extension() == ".ildg") files.push_back(entry.path().string());
        std::sort(files.begin(), files.end());
        return files;
    }
    static bool gnuplot() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }
    /// A run of [loops] and [flow] on a lattice on which that is fast.
    void saveRun(const std::string& update) const
    {
        save(file("a.toml"),
             "[lattice]\nextents = \"4x4x4x4\"\ngroup = \"su2\"\n[action]\nbeta = 2.3\n[update]\n" + update +
                 "overrelaxation = 1\nthermalisation = 2\n[output]\ndirectory = \"out\"\nplots = false\n"
                 "checkpoint_seconds = 0\n[loops]\nevery = 2\nape_steps = 3\n[flow]\nevery = 4\ntime = "
                 "0.3\nimproved = true\n");
    }
};

TEST_F(PotentialGlTest, OfAnEnsembleHasMassesFitAndScales)
{
    Arguments arguments = ensemble({"--lattice", "8x8x8x4", "--sweeps", "72", "--every", "3"});
    ASSERT_EQ(arguments.size(), 24u);
    arguments.insert(arguments.begin(), "potential");
    arguments.insert(arguments.end(),
                     {"--fit-range", "1:4", "--ape", "0.5:4", "--plateau", "1", "--sqrt-sigma", "420"});
    if (gnuplot()) arguments.insert(arguments.end(), {"--plot", file("figure")});

    const Json result = json(arguments);

    expectKeys(result, {"files", "group", "lattice", "ape", "configurations", "bins", "plateau", "effective_masses",
                        "potential", "fit", "root_sigma", "lattice_spacing_fm", "r0", "unsmeared"});
    EXPECT_EQ(result["configurations"], 24);
    EXPECT_EQ(result["lattice"], Json({8, 8, 8, 4}));
    expectKeys(result["unsmeared"],
               {"plateau", "fit", "root_sigma", "lattice_spacing_fm", "r0", "lattice_spacing_r0_fm"});
    EXPECT_NEAR(result["unsmeared"]["lattice_spacing_fm"]["mean"].get<double>(),
                result["unsmeared"]["root_sigma"]["mean"].get<double>() * 197.3269804 / 420, 1e-9)
        << "of its own fit";
    EXPECT_NE(result["unsmeared"]["root_sigma"]["mean"], result["root_sigma"]["mean"]);
    ASSERT_EQ(result["potential"].size(), 4u);
    ASSERT_EQ(result["effective_masses"].size(), 4u);
    EXPECT_EQ(result["effective_masses"][1]["r"], Json({2, 0, 0}));
    const Json& first = result["effective_masses"][0]["masses"][0];
    EXPECT_EQ(first["t"], 1);
    EXPECT_GT(first["error"], 0);
    EXPECT_LT(first["mean"], result["unsmeared"]["effective_masses"][0]["masses"][0]["mean"])
        << "smearing removes excited states";
    EXPECT_LT(result["potential"][0]["mean"], result["potential"][1]["mean"]) << "the force attracts";
    expectKeys(result["fit"], {"V0", "a", "sigma", "chi_squared", "degrees_of_freedom", "probability", "good"});
    EXPECT_EQ(result["fit"]["degrees_of_freedom"], 1);
    EXPECT_EQ(result["root_sigma_mev"], 420);
    EXPECT_NEAR(result["lattice_spacing_fm"]["mean"].get<double>(),
                result["root_sigma"]["mean"].get<double>() * 197.3269804 / 420, 1e-9);
    for (const char* name : {"figure-masses.png", "figure-potential.png", "figure-potential.svg"})
        EXPECT_EQ(exists(name), gnuplot()) << name;
}

TEST_F(PotentialGlTest, ShowsWhatThereIsAndWhyThereIsNoMore)
{
    Arguments all = ensemble({"--lattice", "4x4x4x4", "--sweeps", "12", "--every", "1"});
    const Arguments few(all.begin(), all.begin() + 3), one(all.begin(), all.begin() + 1);
    const auto outputOf = [this](const char* command, const Arguments& files, const Arguments& more) {
        Arguments arguments = {command};
        arguments.insert(arguments.end(), files.begin(), files.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        return outcome.out;
    };
    const auto expectWords = [](const std::string& text, const std::vector<const char*>& words) {
        for (const char* word : words)
            EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text);
    };

    expectWords(outputOf("potential", few, {"--ape", "0:0"}),
                {"V(R,1)", "no potential", "at least 4 bins", " configurations; there are 3"});
    if (gnuplot()) {
        Arguments drawn = {"potential", "--ape", "0:0", "--plot", "figure", "--quiet"};
        drawn.insert(drawn.end(), few.begin(), few.end());
        const Outcome outcome = run(drawn);
        EXPECT_EQ(outcome.code, success);
        EXPECT_EQ(outcome.err, "gaugegl: note: no figure is drawn, as errors need more configurations\n");
        EXPECT_FALSE(exists("figure-potential.png"));
    }
    expectWords(outputOf("potential", one, {"--ape", "0:0"}), {"1 configuration\n", "V(R,1)", "there is 1"});
    expectWords(outputOf("potential", all, {"--ape", "0:0"}), {"V(R)", "at least 4 distances", "there are 0"});

    const Json flow =
        Json::parse(outputOf("flow", one, {"--time", "0.4", "--every", "0.1", "--step", "0.1", "--json", "-"}));
    EXPECT_EQ(flow["configurations"], 1);
    EXPECT_GT(flow["flow"][4]["t2E_clover"]["mean"], 0);
    EXPECT_TRUE(flow["flow"][4]["t2E_clover"]["error"].is_null());
    expectWords(outputOf("flow", one, {"--time", "0.4", "--every", "0.1", "--step", "0.1"}),
                {"SU2 4x4x4x4, 1 configuration\n", "flow (wilson action) of 1 configuration\n",
                 fmt::format("{:.6g}", flow["flow"][4]["t2E_clover"]["mean"].get<double>()).c_str(),
                 "errors need at least 4 bins", "there is 1"});
}

TEST_F(PotentialGlTest, FlowOfAnEnsembleHasScalesAndCharges)
{
    Arguments arguments = ensemble({"--lattice", "8x8x8x4", "--sweeps", "16", "--every", "2"});
    arguments.insert(arguments.begin(), "flow");
    arguments.insert(arguments.end(), {"--time", "1", "--every", "0.25", "--step", "0.05", "--reference", "0.05"});
    if (gnuplot()) arguments.insert(arguments.end(), {"--plot", file("figure")});

    const Json result = json(arguments);

    ASSERT_EQ(result["flow"].size(), 5u);
    EXPECT_EQ(result["flow"][0]["t"], 0);
    EXPECT_EQ(result["flow"][0]["t2E_clover"]["mean"], 0);
    EXPECT_EQ(result["charges"].size(), 8u);
    EXPECT_EQ(result["reference"], 0.05);
    for (const char* key : {"t0", "w0", "topological_susceptibility", "t0_plaquette"})
        EXPECT_TRUE(result[key]["mean"].is_number()) << key << result[key];
    EXPECT_LT(result["flow"][4]["t2E_clover"]["mean"], result["flow"][4]["t2E_plaquette"]["mean"]);
    const double t0 = result["t0"]["mean"];
    EXPECT_GT(t0, 0);
    EXPECT_LT(t0, 1);
    for (const char* name : {"figure-energy.png", "figure-charge.png", "figure-charges.svg"})
        EXPECT_EQ(exists(name), gnuplot()) << name;
}

TEST_F(PotentialGlTest, RunFilesMeasureLoopsAndFlowsWhileTheEnsembleIsMade)
{
    saveRun("sweeps = 8\n");

    const Json result = json({"run", "a.toml"});

    EXPECT_EQ(result["loops"]["configurations"], 4);
    EXPECT_EQ(result["flow"]["configurations"], 2);
    EXPECT_EQ(result["flow"]["charge_definition"], "improved");
    EXPECT_EQ(result["flow"]["flow"].size(), 4u);
    const std::vector<Json> lines = recordsIn("out/loops.jsonl");
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0]["axes"][0]["labels"], Json({"1,0,0", "2,0,0"}));
    EXPECT_EQ(lines[0]["axes"][1]["points"], Json({1.0, 2.0}));
    const Json& loops = lines.back();
    EXPECT_EQ(loops["sweep"], 8);
    std::istringstream history(contents(file("out/history.csv")));
    std::string line, last, cell;
    while (std::getline(history, line))
        last = line;
    std::istringstream cells(last);
    for (int k = 0; k < 4; ++k)
        std::getline(cells, cell, ',');
    EXPECT_NEAR(loops["unsmeared"][0][0].get<double>(), std::stod(cell), 2e-6) << "W(1,1) is the temporal plaquette";
    EXPECT_NE(loops["smeared"][0], loops["unsmeared"][0]);
    EXPECT_EQ(recordsIn("out/flow.jsonl").at(1)["sweep"], 4);
}

TEST_F(PotentialGlTest, AnInterruptedAndALongerRunGoOnWithTheLoopsAndFlowsThatTheyHave)
{
    saveRun("sweeps = 8\n");
    const Arguments arguments = {"run", "a.toml", "--quiet"},
                    longer = {"run", "a.toml", "--quiet", "--set", "update.sweeps=16"};
    RunningProgram first(folder(), arguments);
    while (first.running() && recordsIn("out/loops.jsonl").size() < 2)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    first.interrupt();
    const int code = first.wait().code;
    const Outcome again = run(arguments), extended = run(longer);
    const auto found = filesIn(file("out"));
    fs::remove_all(file("out"));
    ASSERT_EQ(run(longer).code, success);

    EXPECT_TRUE(code == interruptedExit || code == success);
    EXPECT_EQ(again.code, success) << again.err;
    EXPECT_EQ(extended.code, success) << extended.err;
    expectSameFiles(found, filesIn(file("out")));
}

} // namespace
} // namespace gaugegl::cli_test
