// gaugegl measure: its JSON is a contract, and its numbers are those of the CPU.
#include "checks/oracle_field.h"
#include "cli/program_gl.h"
#include "gaugegl/chain/configuration.h"
#include "reference/observables.h"
#include "reference/topology.h"
#include "reference/wilson_loops.h"

namespace gaugegl::cli_test {
namespace {

class MeasureTest : public ProgramGlTest {
protected:
    const std::string su2_ = data("su2_2x4x2x6_f64.nersc"), su3_ = data("su3_4x2x2x6_f32.ildg");

    /// Against the reference on the same file.
    static void expectValues(const Json& found, const Configuration& configuration, double tolerance)
    {
        std::visit(
            [&](const auto& u) {
                const auto plaquettes = reference::plaquettes(u);
                const auto loop = reference::polyakovLoop(u);
                EXPECT_NEAR(found["plaquette"], plaquettes.all, tolerance);
                EXPECT_NEAR(found["plaquette_space"], plaquettes.space, tolerance);
                EXPECT_NEAR(found["plaquette_time"], plaquettes.time, tolerance);
                EXPECT_NEAR(found["rectangle"], reference::rectangle(u), tolerance);
                EXPECT_NEAR(found["polyakov_loop"][0], loop.real(), tolerance);
                EXPECT_NEAR(found["polyakov_loop"][1], loop.imag(), tolerance);
                EXPECT_NEAR(found["link_trace"], reference::linkTrace(u), tolerance);
                EXPECT_NEAR(found["action_density"], reference::actionDensity(u), 10 * tolerance);
            },
            oracleField(configuration.links));
    }
};

TEST_F(MeasureTest, PrintsTheObservablesOfEveryFile)
{
    const Json result = json({"measure", su2_, su3_});

    EXPECT_EQ(keysOf(result), (std::vector<std::string>{"complete", "configurations", "failed", "warnings"}));
    ASSERT_EQ(result["configurations"].size(), 2u);
    for (const Json& one : result["configurations"])
        expectKeys(one, {"file", "group", "lattice", "plaquette", "plaquette_space", "plaquette_time", "rectangle",
                         "polyakov_loop", "link_trace", "action_density"});
    const Json &first = result["configurations"][0], &second = result["configurations"][1];
    EXPECT_EQ(first["file"], su2_);
    EXPECT_EQ(first["group"], "SU2");
    EXPECT_EQ(first["lattice"], Json({2, 4, 2, 6}));
    EXPECT_EQ(second["file"], su3_);
    EXPECT_EQ(second["group"], "SU3");
    EXPECT_EQ(second["lattice"], Json({4, 2, 2, 6}));
    expectValues(first, readConfiguration(su2_), 2e-6);
    expectValues(second, readConfiguration(su3_), 2e-6);
}

TEST_F(MeasureTest, CountsTheSameLinksOnceWhateverTheirFileIsCalled)
{
    ASSERT_EQ(run({"convert", su2_, "again.ildg"}).code, success);

    const Json result = json({"measure", su2_, su2_, "again.ildg"});

    EXPECT_EQ(result["configurations"].size(), 1u);
    ASSERT_EQ(result["warnings"].size(), 2u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "again.ildg has the links of", result["warnings"][1].get<std::string>());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "they count once", run({"measure", su2_, su2_}).out);
}

TEST_F(MeasureTest, GoesOnAfterAFileThatCannotBeReadAndSaysSoAtTheEnd)
{
    const Outcome outcome = run({"measure", "missing.ildg", su2_, "--json", "m.json"});
    const Json result = Json::parse(io::test::contents(file("m.json")));

    EXPECT_EQ(outcome.code, inputFailure);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "missing.ildg", outcome.err);
    EXPECT_EQ(result["complete"], true);
    ASSERT_EQ(result["configurations"].size(), 1u);
    ASSERT_EQ(result["failed"].size(), 1u);
    EXPECT_EQ(result["failed"][0]["file"], "missing.ildg");
}

TEST_F(MeasureTest, GivesMeansWithErrorsAndATableOfTheNumbers)
{
    ASSERT_EQ(run({"generate", "--group", "su2", "--lattice", "4x4x4x4", "--beta", "2.3", "--thermalisation", "20",
                   "--sweeps", "40", "--every", "5", "--output", "c", "--quiet"})
                  .code,
              success);
    std::vector<std::string> words = {"measure", "--csv", "m.csv"};
    for (const char* number : {"05", "10", "15", "20", "25", "30", "35", "40"})
        words.push_back(std::string("c.000") + number + ".ildg");

    const Json result = json(words);

    expectEstimate(result["means"]["plaquette"]);
    double mean = 0;
    for (const Json& one : result["configurations"])
        mean += one["plaquette"].get<double>() / 8;
    EXPECT_NEAR(result["means"]["plaquette"]["mean"], mean, 1e-12);
    EXPECT_TRUE(result["means"].contains("polyakov_loop_abs"));
    EXPECT_FALSE(result["means"].contains("bits"));
    EXPECT_EQ(result["means"]["plaquette"]["warnings"].size(), 1u) << "8 data";
    const std::string csv = io::test::contents(file("m.csv"));
    EXPECT_TRUE(csv.starts_with("file,plaquette,plaquette_space,"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 9);
    words.insert(words.end(), {"--bin", "2", "--overwrite"});
    EXPECT_NEAR(json(words)["means"]["plaquette"]["mean"], mean, 1e-12);
    words[3] = "c.00005.ildg";
    words.erase(words.begin() + 4); // 5, 15, 20, ..: and 5 is left alone
    const Json uneven = json(words);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "5 to 10 sweeps from each other", uneven["warnings"].dump());
}

TEST_F(MeasureTest, GivesANumberForEachDirectionOfAnObservableThatHasSeveral)
{
    const Json result = json({"measure", su3_, "--observable", "spatial-polyakov-loop", "--csv", "directions.csv"});

    std::visit(
        [&](const auto& u) {
            for (int mu = 0; mu < 3; ++mu) {
                std::vector<Coordinates> begins;
                for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                    if (const Coordinates x = u.lattice().coordinates(site); x[std::size_t(mu)] == 0)
                        begins.push_back(x);
                std::complex<double> mean = 0;
                for (const std::vector<double>& loop : reference::densityOf("spatial_polyakov_loop", u, begins, mu))
                    mean += std::complex(loop[0], loop[1]) / double(begins.size());
                const std::string name = std::string("spatial_polyakov_loop_") + directionNames[std::size_t(mu)];
                const Json& found = result["configurations"][0][name];
                EXPECT_NEAR(found[0], mean.real(), 2e-6) << name;
                EXPECT_NEAR(found[1], mean.imag(), 2e-6) << name;
            }
        },
        oracleField(readConfiguration(su3_).links));
    const std::string csv = io::test::contents(file("directions.csv"));
    EXPECT_NE(csv.find("spatial_polyakov_loop_z_re,spatial_polyakov_loop_z_im,spatial_polyakov_loop_z_abs"),
              std::string::npos)
        << csv;
    EXPECT_FALSE(json({"measure", su3_})["configurations"][0].contains("spatial_polyakov_loop_x")) << "on request";
}

TEST_F(MeasureTest, LimitedToOpenGl33FindsTheSame)
{
    const Json result = json({"measure", su2_, "--gl", "3.3"});

    expectValues(result["configurations"][0], readConfiguration(su2_), 2e-6);
}

TEST_F(MeasureTest, InDoublePrecisionHasTheDigitsOfTheFile)
{
    if (!testing_support::sharedContext()->capabilities().doubles()) GTEST_SKIP() << "no doubles in this driver";

    const Json result = json({"measure", su2_, "--precision", "double", "--path", "fragment"});

    expectValues(result["configurations"][0], readConfiguration(su2_), 1e-13);
}

TEST_F(MeasureTest, PrintsTextWithoutJsonAndNothingWhenQuiet)
{
    const Outcome text = run({"measure", su2_}), quiet = run({"measure", su2_, "--quiet", "--json", "m.json"});

    EXPECT_EQ(text.code, success);
    for (const char* word :
         {"SU2", "2x4x2x6", "plaquette", "rectangle", "Polyakov loop", "link trace", "action density"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text.out);
    EXPECT_EQ(quiet.code, success);
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_TRUE(Json::parse(io::test::contents(file("m.json"))).contains("configurations"));
}

// The reference on the same file; loops of smeared links are those of other tests.
TEST_F(MeasureTest, AddsWilsonLoopsOfEverySeparationAndTime)
{
    const Json result = json({"measure", "--observable", "wilson-loop", su2_, "--t-max", "2"});

    const Json& one = result["configurations"][0];
    expectValues(one, readConfiguration(su2_), 2e-6);
    ASSERT_EQ(one["wilson_loops"].size(), 2u); // R up to half the smallest extent, 2
    std::visit(
        [&](const auto& u) {
            for (const Json& loop : one["wilson_loops"]) {
                EXPECT_EQ(loop["r"], Json({1, 0, 0}));
                EXPECT_NEAR(loop["value"], reference::wilsonLoop(u, u, {1, 0, 0}, loop["t"].get<int>()), 2e-6);
            }
        },
        oracleField(readConfiguration(su2_).links));
    EXPECT_EQ(one["wilson_loops"][1]["t"], 2);
}

TEST_F(MeasureTest, SmearsTheSpatialSidesOfWilsonLoops)
{
    const Arguments plain = {"measure", su3_, "--observable", "wilson-loop", "--t-max", "1"};
    Arguments smeared = plain;
    smeared.insert(smeared.end(), {"--ape", "0.5:3"});

    const double before = json(plain)["configurations"][0]["wilson_loops"][0]["value"],
                 after = json(smeared)["configurations"][0]["wilson_loops"][0]["value"];

    EXPECT_GT(std::abs(after - before), 1e-3);
}

TEST_F(MeasureTest, AddsChargeAndEnergyAsTheyAreOrAlongTheFlow)
{
    const Json still = json({"measure", su2_, "--observable", "topological-charge,energy"})["configurations"][0];
    const Json flowed =
        json({"measure", su2_, "--observable", "topological-charge,energy", "--flow", "0.2:0.1"})["configurations"][0];
    const Json end =
        json({"measure", su2_, "--observable", "topological-charge", "--flow-time", "0.2"})["configurations"][0];

    std::visit(
        [&](const auto& u) {
            const auto expected = reference::topology(u, false);
            EXPECT_NEAR(still["topological_charge"], expected.charge, 1e-5);
            EXPECT_NEAR(still["topological_charge_improved"], reference::topology(u, true).charge, 1e-5);
            EXPECT_NEAR(still["energy_clover"], expected.energy, 1e-5);
            EXPECT_NEAR(still["energy_plaquette"], 4 * reference::actionDensity(u), 1e-5);
        },
        oracleField(readConfiguration(su2_).links));
    EXPECT_FALSE(still.contains("flow"));
    ASSERT_EQ(flowed["flow"].size(), 3u);
    for (const Json& point : flowed["flow"])
        expectKeys(point, {"t", "t2E_clover", "t2E_plaquette", "Q"});
    EXPECT_NEAR(flowed["flow"][0]["Q"], still["topological_charge"], 1e-6);
    EXPECT_EQ(flowed["topological_charge"], flowed["flow"][2]["Q"]);
    EXPECT_NEAR(flowed["flow"][2]["t2E_clover"], 0.04 * double(flowed["energy_clover"]), 1e-6);
    EXPECT_LT(flowed["energy_plaquette"], still["energy_plaquette"]);
    EXPECT_NEAR(end["topological_charge"], flowed["topological_charge"], 1e-5);
    EXPECT_EQ(end["flow"].size(), 1u);
}

// One configuration has no fluctuations, however often it is named.
TEST_F(MeasureTest, FindsTheSusceptibilityOfThePolyakovLoopOfAllFiles)
{
    const Json one = json({"measure", su2_, su2_, su2_, su2_, "--observable", "polyakov-susceptibility"});

    EXPECT_NEAR(one["polyakov_susceptibility"]["mean"], 0, 1e-10);
    expectEstimate(one["polyakov_susceptibility"]);
    EXPECT_EQ(one["configurations"].size(), 1u);
    expectError(run({"measure", su2_, su3_, "--observable", "polyakov-susceptibility", "--quiet"}), inputFailure,
                {"one ensemble", "SU3", "SU2"});
}

TEST_F(MeasureTest, RefusesOptionsThatNoObservableUses)
{
    expectError(run({"measure", su2_, "--r-max", "1"}), inputFailure, {"--r-max", "--observable wilson-loop"});
    expectError(run({"measure", su2_, "--flow", "1:0.1"}), inputFailure, {"--flow", "topological-charge or energy"});
    expectError(run({"measure", su2_, "--observable", "energy", "--flow-step", "0.1"}), inputFailure, {"--flow-step"});
    expectError(run({"measure", su2_, "--observable", "energy", "--flow", "1"}), inputFailure, {"--flow 1", "T:STEP"});
    expectError(run({"measure", su2_, "--observable", "wilson-loop", "--t-max", "9", "--quiet"}), inputFailure,
                {"T up to 9", "2x4x2x6"});
    expectError(run({"measure", su2_, "--observable", "glueball"}), inputFailure, {"glueball"});
}

TEST_F(MeasureTest, NeedsGroupAndLatticeOfAFileThatNamesNeither)
{
    writeAnonymousFile(file("u.lime"));

    expectError(run({"measure", "u.lime"}), inputFailure, {"u.lime", "--group", "--lattice"});
    const Json result = json({"measure", "u.lime", "--group", "su2", "--lattice", "2x2x2x2"});

    EXPECT_EQ(result["configurations"][0]["group"], "SU2");
    EXPECT_EQ(result["configurations"][0]["lattice"], Json({2, 2, 2, 2}));
    EXPECT_NEAR(result["configurations"][0]["plaquette"], 1, 1e-6);
}

TEST_F(MeasureTest, RefusesADamagedFileInOneLineWithItsPlace)
{
    const std::string good = io::test::contents(su2_);
    io::test::save(file("short.nersc"), good.substr(0, good.size() - 100));
    std::string flipped = good;
    flipped[good.size() - 100] = static_cast<char>(flipped[good.size() - 100] ^ 1);
    io::test::save(file("flipped.nersc"), flipped);

    expectError(run({"measure", "short.nersc"}), inputFailure, {"short.nersc: at byte"});
    expectError(run({"measure", "flipped.nersc"}), inputFailure, {"flipped.nersc", "CHECKSUM"});
    expectError(run({"measure", "none.nersc"}), inputFailure, {"none.nersc"});
    expectError(run({"measure", "."}), inputFailure, {"."});
}

} // namespace
} // namespace gaugegl::cli_test
