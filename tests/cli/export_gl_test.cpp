// Records of runs and of files, what `gaugegl export` makes of them, and `gaugegl measure` with the sections of run files.
#include "cli/restart.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli_test {
namespace {

class ExportTest : public ProgramGlTest {
protected:
    void SetUp() override
    {
        ProgramGlTest::SetUp();
        save(file("a.toml"), R"([lattice]
extents = "4x4x4x4"
group = "su2"
[action]
beta = 2.3
[update]
sweeps = 16
thermalisation = 2
[measure]
observables = ["polyakov_loop"]
[output]
directory = "out"
save_every = 4
plots = false
checkpoint_seconds = 0
[loops]
every = 2
ape_steps = 3
[flow]
every = 4
time = 0.3
improved = true
[spectrum]
every = 8
kappa = [0.1, 0.12]
path = "cpu"
[condensate]
every = 8
kappa = 0.1
vectors = 2
path = "cpu"
)");
    }

    std::vector<Json> recordsAfterTheLayout(const std::string& name) const
    {
        std::vector<Json> lines = recordsIn(name);
        lines.erase(lines.begin());
        return lines;
    }
    Json jsonIn(const std::string& name) const { return Json::parse(contents(file(name))); }
    Arguments configurations() const
    {
        return {"out/config.00004.ildg", "out/config.00008.ildg", "out/config.00012.ildg", "out/config.00016.ildg"};
    }
};

TEST_F(ExportTest, HasTheNumbersOfEveryConfiguration)
{
    const Json results = json({"run", "a.toml"});
    ASSERT_EQ(run({"export", "out", "--format", "json", "--output", "all.json"}).code, success);
    ASSERT_EQ(run({"export", "out", "--output", "table"}).code, success);

    const Json all = jsonIn("all.json");
    const Json& measurements = all["measurements"];
    expectKeys(measurements, {"observables", "spectrum", "condensate", "loops", "flow"});
    EXPECT_EQ(measurements["observables"]["sweep"].size(), 16u);
    EXPECT_EQ(measurements["loops"]["sweep"], Json({2, 4, 6, 8, 10, 12, 14, 16}));
    const Json& energies = measurements["flow"]["arrays"]["t2E_clover"]["values"];
    ASSERT_EQ(energies.size(), 4u);
    double mean = 0;
    for (const Json& one : energies)
        mean += one[3].get<double>() / 4;
    EXPECT_NEAR(mean, results["flow"]["flow"][3]["t2E_clover"]["mean"].get<double>(), 1e-14);
    const Json& mesons = measurements["spectrum"]["arrays"]["correlators"];
    EXPECT_EQ(mesons["axes"], Json({"kappa", "correlator", "distance"}));
    EXPECT_NEAR(0.5 * (mesons["values"][0][1][0][2].get<double>() + mesons["values"][1][1][0][2].get<double>()),
                results["spectrum"][1]["pion"][2].get<double>(), 1e-14);
    EXPECT_EQ(all["facts"]["random_key"], results["random_key"]);
    EXPECT_EQ(all["facts"]["configurations"].size(), 4u);
    EXPECT_EQ(all["facts"]["configurations"][0]["checksum"].get<std::string>().size(), 17u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "beta = 2.3", all["facts"]["run"].get<std::string>());

    const std::string table = contents(file("table-flow.csv"));
    EXPECT_EQ(table.substr(0, table.find('\n')), "sweep,Q_improved");
    EXPECT_EQ(std::ranges::count(contents(file("table-loops-r-t.csv")), '\n'), 1 + 8 * 2 * 2);
    EXPECT_EQ(jsonIn("table-facts.json"), all["facts"]);
}

TEST_F(ExportTest, ARunGoesOnWithWhatOlderProgramsMeasured)
{
    ASSERT_EQ(run({"run", "a.toml", "--set", "update.sweeps=8"}).code, success);
    const auto old = [&](const char* name, const Json& record, const Json& content) {
        save(file(fmt::format("out/{}.{:05}.json", name, record["sweep"].get<int>())), content.dump());
    };
    for (const Json& one : recordsAfterTheLayout("out/flow.jsonl")) {
        Json flow = Json::array();
        const std::vector<double> times = {0, 0.1, 0.2, 0.3};
        for (std::size_t k = 0; k < times.size(); ++k)
            flow.push_back({{"t", times[k]},
                            {"t2E_clover", one["t2E_clover"][k]},
                            {"t2E_plaquette", one["t2E_plaquette"][k]},
                            {"Q", one["Q"][k]}});
        old("flow", one, {{"sweep", one["sweep"]}, {"flow", flow}, {"Q_improved", one["Q_improved"]}});
    }
    for (const Json& one : recordsAfterTheLayout("out/loops.jsonl")) {
        Json content = {{"sweep", one["sweep"]}, {"r", {{1, 0, 0}, {2, 0, 0}}}, {"t_max", 2}};
        for (const char* array : {"smeared", "unsmeared"})
            for (const Json& r : one[array])
                for (const Json& value : r)
                    content[array].push_back(value);
        old("loops", one, content);
    }
    for (const Json& one : recordsAfterTheLayout("out/spectrum.jsonl")) {
        Json values = {{{"kappa", 0.1}}, {{"kappa", 0.12}}};
        const std::vector<std::string> names = {"pion", "rho", "scalar", "axial"};
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t k = 0; k < names.size(); ++k)
                values[i][names[k]] = one["correlators"][i][k];
        old("mesons", one, {{"sweep", one["sweep"]}, {"values", values}});
    }
    for (const Json& one : recordsAfterTheLayout("out/condensate.jsonl"))
        old("condensate", one,
            {{"sweep", one["sweep"]},
             {"values", {{{"kappa", 0.1}, {"scalar", one["scalar"][0]}, {"pseudoscalar", one["pseudoscalar"][0]}}}}});
    for (const char* name : {"flow", "loops", "spectrum", "condensate"})
        fs::remove(file(fmt::format("out/{}.jsonl", name)));

    ASSERT_EQ(run({"run", "a.toml"}).code, success);
    auto found = filesIn(file("out"));
    std::erase_if(found, [](const auto& one) {
        return one.first.ends_with(".json") && one.first != "results.json"; // those of old stay
    });
    fs::remove_all(file("out"));
    ASSERT_EQ(run({"run", "a.toml"}).code, success);

    expectSameFiles(found, filesIn(file("out")));
}

TEST_F(ExportTest, RecordsOfAnotherRunAreNoneOfThisOne)
{
    ASSERT_EQ(run({"run", "a.toml", "--set", "update.sweeps=8"}).code, success);
    std::string flow = contents(file("out/flow.jsonl"));
    for (std::size_t at = flow.find("\"Q_improved\""); at != std::string::npos; at = flow.find("\"Q_improved\""))
        flow.replace(at, 12, "\"Q_improvex\"");
    save(file("out/flow.jsonl"), flow);

    const Outcome again = run({"run", "a.toml"});
    EXPECT_EQ(again.code, inputFailure);
    EXPECT_PRED_FORMAT2(
        testing::IsSubstring,
        "flow.jsonl: does not hold the measurements of this run (it has other arrays or axes); remove it", again.err);
    const Json watched = json({"watch", "out"});
    EXPECT_TRUE(watched["further"]["flow"].is_null());
    EXPECT_EQ(watched["further"]["loops"], 4) << "the rest is told all the same";
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "flow.jsonl", watched["warnings"].dump());
    expectError(run({"export", "out", "--output", "x"}), inputFailure, {"flow.jsonl", "measurements of this run"});
    EXPECT_EQ(run({"run", "a.toml", "--overwrite"}).code, success);
}

TEST_F(ExportTest, ARunThatIsOverwrittenLeavesNoFigures)
{
    const auto figures = [this] {
        return std::ranges::count_if(fs::directory_iterator(file("out")), [](const fs::directory_entry& entry) {
            return entry.path().extension() == ".png" || entry.path().extension() == ".svg";
        });
    };
    const Arguments more = {"run",   "a.toml",           "--overwrite", "--quiet",
                            "--set", "smearing.every=4", "--set",       "smearing.steps=4"};
    Arguments drawn = more;
    drawn.insert(drawn.end(), {"--set", "output.plots=true"});
    ASSERT_EQ(run(drawn).code, success);
    if (figures() == 0) GTEST_SKIP() << "no gnuplot here";
    EXPECT_GE(figures(), 2 * 12);
    fs::remove(file("out/results.json")); // which names them

    ASSERT_EQ(run(more).code, success);
    EXPECT_EQ(figures(), 0) << "each measurement names its own";
}

TEST_F(ExportTest, DamagedFilesOfOlderProgramsAreRefused)
{
    ASSERT_EQ(run({"run", "a.toml", "--set", "update.sweeps=8"}).code, success);
    const std::string file4 = file("out/flow.00004.json");
    fs::remove(file("out/flow.jsonl"));
    for (const char* wrong :
         {R"({"sweep":4,"flow":[{"t2E_clover":0.1,"t2E_plaquette":0.1,"Q":1}],"Q_improved":1})", "{}", "nonsense", "",
          R"({"sweep":4,"flow":[],"Q_improved":1})",
          R"({"sweep":8,"flow":[{"t2E_clover":0,"t2E_plaquette":0,"Q":1},{"t2E_clover":0,"t2E_plaquette":0,"Q":1},)"
          R"({"t2E_clover":0,"t2E_plaquette":0,"Q":1},{"t2E_clover":0,"t2E_plaquette":0,"Q":1}],"Q_improved":1})"}) {
        save(file4, wrong);
        expectError(run({"export", "out", "--output", "x"}), inputFailure,
                    {"flow.00004.json", "measurements of this run"});
    }
    EXPECT_FALSE(exists("x-flow-t.csv"));
}

TEST_F(ExportTest, RecordsAreNotReplacedUnasked)
{
    ASSERT_EQ(run({"run", "a.toml"}).code, success);
    const auto before = filesIn(file("out"));
    Arguments flow = configurations();
    flow.insert(flow.begin(), "flow");
    flow.insert(flow.end(), {"--time", "0.3", "--improved", "--records", "out/flow.jsonl"});

    expectError(run(flow), inputFailure, {"--records", "existing records", "--overwrite"});
    expectError(run({"export", "out", "--format", "json", "--output", "out/loops.jsonl"}), inputFailure,
                {"--output", "loops.jsonl"});
    expectSameFiles(filesIn(file("out")), before);
    flow.insert(flow.end(), {"--overwrite", "--quiet"});
    ASSERT_EQ(run(flow).code, success);
    expectError(run({"export", "out", "--output", "x"}), inputFailure, {"flow.jsonl", "it is of files"});
    fs::create_directory(file("new"));
    save(file("new/flow.jsonl"), contents(file("out/flow.jsonl")));
    expectError(run({"run", "a.toml", "--output", "new"}), inputFailure, {"new/flow.jsonl", "here already"});
}

TEST_F(ExportTest, AFileThatCannotBeMeasuredKeepsNoOtherFromIt)
{
    ASSERT_EQ(run({"run", "a.toml"}).code, success);
    save(file("bad.ildg"), "no configuration");
    const Arguments files = configurations();
    const Outcome outcome = run({"measure", "bad.ildg", files[0], files[1], "--flow.time", "0.3", "--json", "m.json"});
    EXPECT_EQ(outcome.code, inputFailure);
    EXPECT_EQ(jsonIn("m.json")["flow"]["configurations"], 2);
    EXPECT_EQ(jsonIn("m.json")["failed"][0]["file"], "bad.ildg");

    const Outcome unsolved = run({"measure", files[0], files[1], "--spectrum.kappa", "0.1", "--spectrum.tolerance",
                                  "1e-30", "--smearing.steps", "2", "--json", "u.json"});
    EXPECT_EQ(unsolved.code, unconverged);
    const Json none = jsonIn("u.json");
    EXPECT_EQ(none["failed"].size(), 2u) << none;
    EXPECT_EQ(none["configurations"].size(), 0u);
    EXPECT_FALSE(none.contains("smearing")) << "measured, but not of a file that counts";
}

TEST_F(ExportTest, SectionsOfRunFilesAreMeasuredOfFiles)
{
    const Json ofRun = json({"run", "a.toml"});
    Arguments measure = configurations();
    measure.insert(measure.begin(), "measure");
    measure.insert(measure.end(), {"--flow.time", "0.3", "--flow.improved", "true", "--spectrum.kappa", "0.1,0.12",
                                   "--spectrum.path", "cpu", "--records", "rec"});
    const Json measured = json(measure);
    Arguments command = configurations();
    command.insert(command.begin(), "flow");
    command.insert(command.end(), {"--time", "0.3", "--improved", "--records", "flow.jsonl"});
    const Json flow = json(command);

    const auto close = [](const Json& a, const Json& b) { return std::abs(a.get<double>() - b.get<double>()) < 2e-5; };
    EXPECT_TRUE(close(measured["flow"]["charges"][2], ofRun["flow"]["charges"][2])) << "the files have 32 bits";
    EXPECT_EQ(measured["flow"]["flow"], flow["flow"]);
    ASSERT_EQ(measured["spectrum"].size(), 2u);
    EXPECT_EQ(measured["spectrum"][0]["configurations"], 4);
    EXPECT_EQ(contents(file("rec-flow.jsonl")), contents(file("flow.jsonl"))) << "one measurement, two commands";
    EXPECT_EQ(recordsIn("flow.jsonl").at(2)["file"], "out/config.00008.ildg");
    ASSERT_EQ(run({"export", "rec-flow.jsonl", "rec-spectrum.jsonl", "--format", "npz", "--output", "x.npz"}).code,
              success);
    EXPECT_EQ(contents(file("x.npz")).substr(0, 4), "PK\x03\x04");
}

TEST_F(ExportTest, RefusesWhatItCannotDo)
{
    save(file("c.ildg"), "no configuration");
    ASSERT_EQ(run({"generate", "--lattice", "4x4x4x4", "--group", "su2", "--beta", "2.3", "--sweeps", "1", "--output",
                   "c", "--every", "1"})
                  .code,
              success);
    const std::string u = "c.00001.ildg";
    expectError(run({"measure", u, "--flow.record", "0.1"}), inputFailure, {"--flow.time is missing"});
    expectError(run({"measure", u, "--flow.time", "2x"}), inputFailure, {"--flow.time", "'2x' is not a number"});
    expectError(run({"measure", u, "--flow.time", "1", "--flow.step", "-1"}), inputFailure, {"--flow.step -1"});
    expectError(run({"measure", u, "--flow.time"}), inputFailure, {"--flow.time needs a value"});
    expectError(run({"measure", u, "--loops.multihit", "true"}), inputFailure, {"--loops.multihit", "--beta"});
    expectError(run({"export", u, "--output", "-"}), inputFailure, {"--output -"});
    expectError(run({"flow", u, "--records", "-"}), inputFailure, {"--records -"});
    expectError(run({"measure", u, "--spectrum.mass", "0.1"}), inputFailure,
                {"--spectrum.mass 0.1", "--spectrum.operator wilson"});
    expectError(run({"measure", u, "--flow.tim", "1"}), inputFailure, {"--flow.tim", "--flow.time"});
    expectError(run({"measure", u, "--records", "x"}), inputFailure, {"--records x", "--flow.time"});
    expectError(run({"export", "none", "--output", "x"}), inputFailure, {"none"});
    expectError(run({"export", u, "--output", "x"}), inputFailure, {u, "records"});
    expectError(run({"export", u}), inputFailure, {"--output"});
    expectError(run({"export", u, "--format", "xls", "--output", "x"}), inputFailure, {"xls", "npz"});
    EXPECT_FALSE(exists("x"));
}

} // namespace
} // namespace gaugegl::cli_test
