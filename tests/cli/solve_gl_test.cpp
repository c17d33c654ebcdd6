// gaugegl solve on both shader paths, and runs that measure mesons or time the inverter; the demos among them.
#include "cli/program_gl.h"
#include "cli/restart.h"

#include <thread>

namespace gaugegl::cli_test {
namespace {

class SolveGlTest : public ProgramGlTest {
protected:
    static std::vector<std::string> paths()
    {
        return compute() ? std::vector<std::string>{"fragment", "compute"} : std::vector<std::string>{"fragment"};
    }
    Json solve(const std::string& config, Arguments more) const
    {
        more.insert(more.begin(), {"solve", data(config), "--quiet"});
        return json(more);
    }
    /// On both paths and in every precision the answer is that of the CPU.
    void expectCpuSolution(const std::string& config, const Arguments& system) const
    {
        const auto with = [&](const Arguments& more) {
            Arguments all = system;
            all.insert(all.end(), more.begin(), more.end());
            return solve(config, all);
        };
        const Json onCpu = with({"--path", "cpu", "--precision", "double", "--tolerance", "1e-12"});
        for (const std::string& path : paths())
            for (const std::string precision : {"single", "mixed", "mixed16"}) {
                const std::string tolerance = precision == "single" ? "1e-5" : "1e-12";
                const Json x = with({"--path", path, "--precision", precision, "--tolerance", tolerance});

                EXPECT_EQ(x["converged"], true) << path << " " << precision << " " << x["status"];
                EXPECT_LE(x["relative_residual"], std::stod(tolerance));
                EXPECT_NEAR(x["solution_norm2"], onCpu["solution_norm2"],
                            10 * std::stod(tolerance) * onCpu["solution_norm2"].get<double>());
                EXPECT_PRED_FORMAT2(testing::IsSubstring, path, x["place"].get<std::string>());
            }
    }
};

TEST_F(SolveGlTest, HasTheSolutionOfTheCpuForWilsonQuarksOfSU3)
{
    expectCpuSolution("su3_4x2x2x6_f32.ildg", {"--kappa", "0.13", "--source", "random:2"});
}

TEST_F(SolveGlTest, HasTheSolutionOfTheCpuForTwistedMassQuarksOfSU2)
{
    expectCpuSolution("su2_2x4x2x6_f64.nersc", {"--operator", "twisted-mass", "--kappa", "0.13", "--mu", "0.3"});
}

TEST_F(SolveGlTest, HasTheSolutionOfTheCpuForStaggeredQuarksOfSU3)
{
    expectCpuSolution("su3_4x2x2x6_f32.ildg", {"--operator", "staggered", "--mass", "0.3", "--boundary", "0,1,0,0.5"});
}

TEST_F(SolveGlTest, SolvesByBiCgStabAndShiftsToo)
{
    for (const std::string& path : paths()) {
        const Json b = solve("su2_2x4x2x6_f64.nersc", {"--path", path, "--kappa", "0.13", "--solver", "bicgstab"});
        const Json shifts = solve("su2_2x4x2x6_f64.nersc",
                                  {"--path", path, "--kappa", "0.13", "--solver", "multishift", "--shifts", "0.2,0,1"});

        EXPECT_EQ(b["converged"], true) << path << " " << b["status"];
        EXPECT_EQ(shifts["converged"], true) << path << " " << shifts["status"];
        EXPECT_LE(shifts["relative_residual"], 1e-10);
    }
}

/// A short version of a run file of demos/runs.
Arguments demo(const char* name, const Arguments& more)
{
    Arguments all = {"run",
                     std::string(GAUGEGL_SOURCE_DIR "/demos/runs/") + name,
                     "--output",
                     "out",
                     "--quiet",
                     "--set",
                     "lattice.extents='4x4x4x4'",
                     "--set",
                     "update.thermalisation=2"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

// Published by CL2QCD's tests: SOURCES.md beside the file.
TEST_F(SolveGlTest, HasTheKnownValuesOfARealConfigurationOfSU3)
{
    const char* folder = std::getenv("GAUGEGL_TEST_DATA");
    if (folder == nullptr) GTEST_SKIP() << "GAUGEGL_TEST_DATA is not set";
    const std::string config = std::string(folder) + "/cl2qcd_conf.00200.ildg";
    for (const std::string& path : paths()) {
        const Json ones = json({"solve", config, "--operator", "staggered", "--mass", "0.1", "--source", "ones",
                                "--boundary", "periodic", "--tolerance", "1e-12", "--path", path, "--quiet"});
        const std::complex<double> condensate(ones["source_dot_solution"][0], ones["source_dot_solution"][1]);
        EXPECT_NEAR(std::abs(condensate / 512.0 - std::complex(0.20344039707296779, -0.00655061784868673)), 0, 1e-11)
            << path;

        const Json mesons =
            json({"spectrum", config, "--operator", "twisted-mass", "--kappa", "0.15", "--mu", "-4", "--boundary",
                  "periodic", "--tolerance", "1e-12", "--precision", "mixed16", "--path", path, "--quiet"});
        const double expected[] = {6.39838341066878e-03, 1.18922612884654e-04, 2.48500477806187e-06,
                                   1.18758214790220e-04};
        for (std::size_t t = 0; t < 4; ++t)
            EXPECT_NEAR(mesons["pion"][t].get<double>() * 0.09 / 64, expected[t], 1e-9 * expected[t]) << path << t;
    }
}

TEST_F(SolveGlTest, ARunWhoseMesonsAreNotSolvedExitsWithThree)
{
    const Outcome outcome =
        run(demo("pion.toml", {"--set", "update.sweeps=4", "--set", "measure.every=4", "--set", "spectrum.every=4",
                               "--set", "spectrum.path='cpu'", "--set", "spectrum.precision='single'"}));

    EXPECT_EQ(outcome.code, unconverged);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "a column of the propagator is not solved", outcome.err);
}

TEST_F(SolveGlTest, DemoOfThePionMeasuresItAtThreeMasses)
{
    const Json result = json(demo("pion.toml", {"--set", "update.sweeps=4", "--set", "measure.every=1", "--set",
                                                "spectrum.every=1", "--set", "spectrum.path='cpu'"}));

    ASSERT_EQ(result["spectrum"].size(), 3u);
    for (const Json& one : result["spectrum"]) {
        EXPECT_EQ(one["configurations"], 4);
        EXPECT_EQ(one["pion"].size(), 4u);
        expectEstimate(one["pion_mass"]);
    }
    EXPECT_GT(result["spectrum"][2]["pion"][2], result["spectrum"][0]["pion"][2]) << "lighter quarks reach farther";
    const std::vector<Json> records = recordsIn("out/spectrum.jsonl");
    ASSERT_EQ(records.size(), 5u);
    EXPECT_EQ(records[1]["sweep"], 1);
    EXPECT_EQ(records[4]["sweep"], 4);
    const bool plots = std::system("gnuplot --version > /dev/null 2>&1") == 0;
    EXPECT_EQ(exists("out/pion-masses.png"), plots);
}

TEST_F(SolveGlTest, DemoOfTheInverterComparesDoubleAndMixed)
{
    ASSERT_EQ(run(demo("inverter.toml", {"--set", "inverter.kappa=0.14"})).code, success);

    const Json table = Json::parse(io::test::contents(file("out/inverter.json")));
    ASSERT_EQ(table.size(), 2 + paths().size());
    EXPECT_EQ(table[0]["precision"], "double");
    for (const Json& one : table) {
        EXPECT_EQ(one["status"], "converged") << one;
        EXPECT_LE(one["relative_residual"], 1e-12);
        EXPECT_LE(one["iterations"].get<double>(), 1.2 * table[0]["iterations"].get<double>() + 3) << one;
    }
}

TEST_F(SolveGlTest, AnInterruptedRunGoesOnWithTheMesonsThatItHas)
{
    const Arguments arguments =
        demo("pion.toml", {"--set", "update.sweeps=12", "--set", "measure.every=1", "--set", "spectrum.every=2",
                           "--set", "spectrum.path='cpu'", "--set", "output.plots=false"});
    RunningProgram first(folder(), arguments);
    while (first.running() && recordsIn("out/spectrum.jsonl").size() < 2)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    first.interrupt();
    const int code = first.wait().code;
    const Outcome again = run(arguments);
    const auto found = filesIn(file("out"));
    std::filesystem::remove_all(file("out"));
    ASSERT_EQ(run(arguments).code, success);

    EXPECT_TRUE(code == interruptedExit || code == success);
    EXPECT_EQ(again.code, code == success ? inputFailure : success) << again.err;
    expectSameFiles(found, filesIn(file("out")));
}

} // namespace
} // namespace gaugegl::cli_test
