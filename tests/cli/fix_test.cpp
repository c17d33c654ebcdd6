// gaugegl fix on the CPU: results, files, copies, tuning, interruption, messages and exit codes.
#include "cli/program.h"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace gaugegl::cli_test {
namespace {

class FixTest : public ProgramTest {
protected:
    const std::string su3_ = data("su3_4x2x2x6_f32.ildg"), su2_ = data("su2_2x4x2x6_f64.nersc");

    static Arguments fixing(const std::vector<std::string>& files, const Arguments& more)
    {
        Arguments all = {"fix"};
        all.insert(all.end(), files.begin(), files.end());
        all.insert(all.end(), {"--path", "cpu", "--quiet"});
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    Json fixed(const std::string& config, const Arguments& more) const { return json(fixing({config}, more)); }
    void refuses(const Arguments& more, const std::vector<std::string>& words) const
    {
        expectError(run(fixing({su3_}, more)), inputFailure, words);
    }
};

TEST_F(FixTest, ReportsEveryGaugeMethodAndPrecision)
{
    for (const std::string& config : {su2_, su3_})
        for (const char* gauge : {"landau", "coulomb"})
            for (const char* method : {"relax", "or", "sr", "sa"}) {
                Arguments more = {"--gauge", gauge, "--method", method, "--tolerance", "1e-9"};
                if (std::string(method) == "sa") more.insert(more.end(), {"--steps", "20"});
                if (std::string(method) == "sr") more.insert(more.end(), {"--probability", "0.5"});

                const Json result = fixed(config, more);

                expectKeys(result, {"gauge", "functional", "theta", "theta_max", "iterations", "converged", "copies",
                                    "seconds", "gflops", "history", "drift"});
                EXPECT_EQ(result["gauge"], gauge);
                EXPECT_EQ(result["converged"], true) << result;
                EXPECT_LT(result["theta"], 1e-9);
                EXPECT_GE(result["theta_max"], result["theta"]);
                ASSERT_EQ(result["copies"].size(), 1u);
                expectKeys(result["copies"][0], {"functional", "theta", "iterations"});
            }
    for (const char* precision : {"single", "double", "mixed"})
        EXPECT_EQ(fixed(su3_, {"--precision", precision, "--tolerance", "1e-11"})["converged"], true) << precision;
}

TEST_F(FixTest, WritesLinksThatAreFixedAndHaveTheSamePlaquette)
{
    const Json result = fixed(su3_, {"--output", "fixed.ildg"});

    const Json again = fixed("fixed.ildg", {});
    EXPECT_EQ(again["iterations"], 0);
    EXPECT_NEAR(again["functional"].get<double>(), result["functional"].get<double>(), 1e-13);
    EXPECT_EQ(result["output"], "fixed.ildg");
    ASSERT_EQ(run({"convert", su3_, "copy.nersc", "--quiet"}).code, success);
    ASSERT_EQ(run({"convert", "fixed.ildg", "fixed.nersc", "--quiet"}).code, success);
    const auto plaquette = [&](const char* name) {
        const std::string text = io::test::contents(file(name)), key = "PLAQUETTE = ";
        return std::strtod(text.c_str() + text.find(key) + key.size(), nullptr);
    };
    EXPECT_NEAR(plaquette("fixed.nersc"), plaquette("copy.nersc"), 1e-6);
}

TEST_F(FixTest, KeepsTheBestCopy)
{
    const Json result = fixed(su2_, {"--copies", "4", "--seed", "3", "--output", "best.nersc", "--tolerance", "1e-10"});

    ASSERT_EQ(result["copies"].size(), 4u);
    double highest = 0;
    int iterations = 0;
    for (const Json& copy : result["copies"]) {
        highest = std::max(highest, copy["functional"].get<double>());
        iterations += copy["iterations"].get<int>();
    }
    EXPECT_EQ(result["functional"], highest);
    EXPECT_EQ(result["iterations"], iterations);
    EXPECT_EQ(result["copies"][0]["random_start"], false);
    EXPECT_EQ(result["copies"][3]["random_start"], true);
    EXPECT_EQ(result["copies"][3]["seed"], 6);
    EXPECT_NEAR(fixed("best.nersc", {"--tolerance", "1e-9"})["functional"].get<double>(), highest, 1e-9);
}

TEST_F(FixTest, StartsCopiesFromTheGeneratorThatIsAskedFor)
{
    const auto functional = [this](const Arguments& options) {
        Arguments all = {"--random-start", "--seed", "3", "--max-iterations", "1", "--check-every", "1"};
        all.insert(all.end(), options.begin(), options.end());
        all.insert(all.end(), {"--json", "-"});
        const Outcome outcome = run(fixing({su2_}, all));
        EXPECT_EQ(outcome.code, unconverged) << outcome.err;
        return Json::parse(outcome.out, nullptr, false)["functional"].get<double>();
    };

    EXPECT_NE(functional({"--generator", "ranlux"}), functional({}));
    EXPECT_NE(functional({"--generator", "ranlux"}), functional({"--generator", "ranlux", "--luxury", "0"}));
    expectError(run(fixing({su2_}, {"--luxury", "2"})), inputFailure, {"--luxury", "--generator ranlux"});
}

TEST_F(FixTest, AFlagCanBeSetToFalse)
{
    EXPECT_TRUE(json(fixing({su2_}, {"--propagator"})).contains("propagator"));
    EXPECT_FALSE(json(fixing({su2_}, {"--propagator=false"})).contains("propagator"));
}

TEST_F(FixTest, FixesSeveralConfigurationsIntoAFolder)
{
    std::filesystem::create_directory(file("out"));
    const Json result = json(fixing({su2_, su3_}, {"--output", "out"}));

    ASSERT_EQ(result["configurations"].size(), 2u);
    EXPECT_TRUE(exists("out/su2_2x4x2x6_f64.ildg"));
    EXPECT_TRUE(exists("out/su3_4x2x2x6_f32.ildg"));
    expectError(run(fixing({su3_, su3_}, {"--output", "out"})), inputFailure, {"two configurations have this name"});
    expectError(run(fixing({su3_, su2_}, {"--output", "x.ildg"})), inputFailure, {"must be a folder"});
}

TEST_F(FixTest, GluonFieldIsTransverse)
{
    const Json result = fixed(su3_, {"--propagator", "--tolerance", "1e-20", "--precision", "double"});

    EXPECT_LT(result["longitudinal"], 1e-18);
    ASSERT_GT(result["propagator"].size(), 3u);
    for (const Json& point : result["propagator"])
        EXPECT_GT(point["value"]["mean"], 0);
}

TEST_F(FixTest, ThatDoesNotConvergeExitsWithThreeAndKeepsWhatItReached)
{
    const Outcome outcome = run(fixing({su3_}, {"--max-iterations", "40", "--output", "part.ildg", "--json", "-"}));

    EXPECT_EQ(outcome.code, unconverged);
    for (const char* word : {"gaugegl: error: ", "is not fixed: theta is", "after 40 iterations", "part.ildg holds"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.err);
    const Json part = Json::parse(outcome.out);
    EXPECT_EQ(part["converged"], false);
    const Json rest = fixed("part.ildg", {});
    EXPECT_EQ(rest["converged"], true);
    EXPECT_GT(rest["functional"], part["functional"]);
    const Outcome rough = run(fixing({su3_}, {"--precision", "single", "--tolerance", "1e-18"}));
    EXPECT_EQ(rough.code, unconverged);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "single precision reaches about", rough.err);
}

TEST_F(FixTest, AnInterruptedRunWritesWhatItHasAndGoesOn)
{
    // Annealing that would take hours.
    RunningProgram program(folder(), fixing({su3_}, {"--method", "sa", "--steps", "1000000000", "--reflections", "0",
                                                     "--max-iterations", "2000000000", "--output", "part.ildg"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    program.interrupt();
    const Outcome outcome = program.wait();

    EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
    for (const char* word : {"gaugegl: interrupted at theta", "`gaugegl fix part.ildg --copies 1 --seed 1`", "goes on"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.err);
    EXPECT_EQ(fixed("part.ildg", {})["converged"], true);
}

TEST_F(FixTest, TunesOverrelaxationAndStochasticRelaxation)
{
    const Json omega = fixed(su3_, {"--tune", "omega", "--tolerance", "1e-8"});

    expectKeys(omega, {"best", "iterations", "points", "tune", "tolerance"});
    EXPECT_GT(omega["best"], 1);
    EXPECT_LT(omega["best"], 2);
    const Json none = fixed(su3_, {"--method", "relax", "--tolerance", "1e-8", "--check-every", "5"});
    EXPECT_LT(omega["iterations"], none["iterations"]);
    ASSERT_GT(omega["points"].size(), 10u);
    for (const Json& point : omega["points"])
        EXPECT_TRUE(point["converged"] == false || point["iterations"] >= omega["iterations"]) << point;
    const Json p = fixed(su2_, {"--tune", "p", "--method", "sr", "--tolerance", "1e-6", "--copies", "2"});
    EXPECT_GT(p["best"], 0);
    EXPECT_LT(p["best"], 1);
}

TEST_F(FixTest, AStoppedTuningTellsTheValuesThatItHas)
{
    RunningProgram program(folder(), {"fix", su2_, "--path", "cpu", "--tune", "p", "--method", "sr", "--tolerance",
                                      "1e-9", "--copies", "500", "--json", "t.json"});
    std::this_thread::sleep_for(std::chrono::milliseconds(2500)); // a value takes half a second, all take ten
    program.interrupt();
    const Outcome outcome = program.wait();

    EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "interrupted; the results are those of the", outcome.err);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "0.700", outcome.out); // the first one
    const Json result = Json::parse(io::test::contents(file("t.json")));
    EXPECT_EQ(result["complete"], false);
    EXPECT_GE(result["points"].size(), 1u);
    EXPECT_LT(result["points"].size(), 15u);
}

TEST_F(FixTest, RefusesOptionsThatDoNotGoTogether)
{
    refuses({"--omega", "2.5"}, {"omega 2.5", "below 2"});
    refuses({"--method", "relax", "--omega", "1.5"}, {"--omega 1.5 does not apply to --method relax"});
    refuses({"--method", "sr", "--probability", "1.5"}, {"1.5", "below 1"});
    refuses({"--probability", "0.5"}, {"--probability 0.5 does not apply to --method or"});
    refuses({"--steps", "10"}, {"--steps 10 does not apply to --method or"});
    refuses({"--method", "sa", "--steps", "0"}, {"0", "not positive"});
    refuses({"--method", "sa", "--temperature", "-1"}, {"-1", "not positive"});
    refuses({"--tolerance", "0"}, {"--tolerance 0", "above 0"});
    refuses({"--copies", "0"}, {"--copies"});
    refuses({"--gauge", "axial"}, {"axial"});
    refuses({"--gauge", "mag"}, {"--path cpu does not support mag gauge"});
    refuses({"--gauge", "coulomb", "--propagator"}, {"--propagator needs --gauge landau"});
    refuses({"--cone", "20"}, {"--cone needs --propagator"});
    refuses({"--abelian"}, {"--abelian needs --gauge mag"});
    refuses({"--vortices"}, {"--vortices needs --gauge centre"});
    refuses({"--tune", "p"}, {"--tune p needs --method sr"});
    refuses({"--tune", "omega", "--output", "x.ildg"}, {"--tune writes no links"});
    refuses({"--tune", "omega", "--omega", "1.5"}, {"--omega needs a run without --tune"});
    refuses({"--tune", "omega", "--check-every", "3"}, {"--check-every needs a run without --tune"});
    refuses({"--method", "sa", "--steps", "50000"}, {"annealing takes 200000 iterations", "100000"});
    refuses({"--method", "sa", "--temperature", "0.1", "--final-temperature", "1"}, {"rises from 0.1 to 1"});
    expectError(run({"fix", su3_, "--threads-per-site", "8"}), inputFailure,
                {"--threads-per-site needs --path compute"});
    refuses({"--threads-per-site", "8"}, {"--threads-per-site needs a path other than cpu"});
    refuses({"--output", "nowhere/x.ildg"}, {"nowhere/x.ildg", "folder"});
    refuses({"--output", "x.dat"}, {"x.dat"});
}

TEST_F(FixTest, RefusesBadFilesBeforeItWorks)
{
    expectError(run(fixing({"nowhere.ildg"}, {})), inputFailure, {"nowhere.ildg", "cannot be opened"});
    expectError(run(fixing({su3_, "nowhere.ildg"}, {})), inputFailure, {"nowhere.ildg"});
    expectError(run(fixing({su3_}, {"--group", "su2"})), inputFailure, {"holds SU3, but --group says SU2"});
    expectError(run({"fix"}), inputFailure, {"files is required"});
    io::test::save(file("cut.ildg"), io::test::contents(su3_).substr(0, 3000));
    expectError(run(fixing({"cut.ildg"}, {})), inputFailure, {"cut.ildg"});
    expectError(run(fixing({su2_, su3_}, {"--propagator"})), inputFailure,
                {"su3_4x2x2x6_f32.ildg", "an average needs one kind"});
}

} // namespace
} // namespace gaugegl::cli_test
