// gaugegl solve and spectrum on the CPU: results, files, messages and exit codes.
#include "cli/quarks.h"
#include "gaugegl/io/fermion_file.h"

#include <algorithm>
#include <cstdlib>

namespace gaugegl::cli_test {
namespace {

class SolveTest : public QuarksTest {};

TEST_F(SolveTest, SolvesEveryOperatorAndReportsIt)
{
    const std::vector<Arguments> operators = {
        {"--kappa", "0.12"},
        {"--operator", "twisted-mass", "--kappa", "0.12", "--mu", "0.4"},
        {"--operator", "staggered", "--mass", "0.4", "--source", "ones"},
        {"--operator", "staggered-isospin", "--mass", "0.4", "--isospin-mu", "0.2"},
        {"--kappa", "0.11", "--clover", "1.4", "--stout", "0.1:2"},
        {"--operator", "staggered", "--mass", "0.4", "--stout", "0.15:2"}};
    for (const std::string& config : {su2_, su3_})
        for (const Arguments& arguments : operators) {
            const Json result = jsonOf("solve", config, arguments);

            expectKeys(result, {"operator", "converged", "iterations", "restarts", "relative_residual",
                                "solution_norm2", "history", "seconds", "gflops", "solver_seconds_cpu"});
            EXPECT_EQ(result["converged"], true);
            EXPECT_LE(result["relative_residual"], 1e-10);
            EXPECT_TRUE(result["solver_seconds_cpu"].is_null());
            EXPECT_FALSE(result["history"].empty());
        }
}

TEST_F(SolveTest, ComparesWithTheCpuWhenAsked)
{
    const Json result = jsonOf("solve", su2_, {"--kappa", "0.12", "--compare-cpu"});

    EXPECT_GT(result["solver_seconds_cpu"], 0);
}

TEST_F(SolveTest, HasNoProfileOfTheCpu)
{
    expectError(on("solve", su2_, {"--kappa", "0.12", "--profile"}), inputFailure,
                {"--profile needs a device", "add --path fragment or compute"});
}

TEST_F(SolveTest, WritesSourceAndSolution)
{
    const Json result = jsonOf("solve", su3_, {"--kappa", "0.12", "--source", "wall:1:2:0", "--output", "x.lime"});

    const io::FermionFile saved = io::readFermions(file("x.lime"));
    ASSERT_EQ(saved.records.size(), 2u);
    EXPECT_EQ(saved.records[0].role, io::FermionRole::Source);
    EXPECT_EQ(saved.records[0].info, "wall:1:2:0");
    double norm2 = 0;
    for (const auto& z : saved.records[1].field)
        norm2 += std::norm(z);
    EXPECT_NEAR(norm2, result["solution_norm2"], 1e-12 * norm2);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "kappa = 0.12", saved.info);
}

TEST_F(SolveTest, SolvesShiftsTogether)
{
    const Json result = jsonOf(
        "solve", su2_, {"--kappa", "0.12", "--solver", "multishift", "--shifts", "0,0.1,2.5", "--output", "x.lime"});

    EXPECT_EQ(result["converged"], true);
    ASSERT_EQ(result["shifts"].size(), 3u);
    EXPECT_EQ(result["shifts"][2]["shift"], 2.5);
    EXPECT_EQ(io::readFermions(file("x.lime")).records.size(), 6u);
}

TEST_F(SolveTest, SolvesSeveralSourcesTogetherAndSaysOfEachWhatItSaysOfOne)
{
    const std::vector<std::string> sources = {"point:0,1,0,1", "random:3", "wall:1:2:0"};
    const Arguments quark = {"--kappa", "0.12"};
    const auto with = [&](const std::vector<std::string>& some, Arguments more) {
        more.insert(more.begin(), quark.begin(), quark.end());
        for (const std::string& source : some)
            more.insert(more.end(), {"--source", source});
        return more;
    };

    for (const char* rhs : {"0", "1", "2", "3"}) {
        const Json all = jsonOf("solve", su3_, with(sources, {"--rhs", rhs, "--output", "x.lime", "--overwrite"}));

        EXPECT_EQ(all["converged"], true);
        const std::string together = std::to_string(int(all["rhs"]));
        EXPECT_TRUE(rhs == std::string("0") || together == rhs) << together;
        ASSERT_EQ(all["solutions"].size(), sources.size());
        int iterations = 0;
        for (std::size_t v = 0; v < sources.size(); ++v) {
            const Json alone = jsonOf("solve", su3_, with({sources[v]}, {})), one = all["solutions"][v];
            for (const char* key : {"source", "status", "iterations", "restarts", "applications", "relative_residual",
                                    "solution_norm2", "source_dot_solution", "history"})
                EXPECT_EQ(one[key], alone[key]) << key;
            iterations += int(alone["iterations"]);
        }
        EXPECT_EQ(all["iterations"], iterations);
        const io::FermionFile saved = io::readFermions(file("x.lime"));
        ASSERT_EQ(saved.records.size(), 6U);
        EXPECT_EQ(saved.records[4].info, sources[2]);
    }
}

TEST_F(SolveTest, TellsWhichOfSeveralSourcesIsNotSolved)
{
    const Outcome outcome = on("solve", su3_,
                               {"--kappa", "0.12", "--max-iterations", "2", "--output", "x.lime", "--quiet", "--source",
                                "point:0,0,0,0", "--source", "random:1"});

    EXPECT_EQ(outcome.code, unconverged);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "not solved (too many iterations), source point:0,0,0,0", outcome.err);
    EXPECT_FALSE(exists("x.lime"));
}

TEST_F(SolveTest, CorrelatorsDoNotDependOnHowManyColumnsAreSolvedTogether)
{
    const Arguments quark = {"--operator", "staggered", "--mass", "0.4"};
    const auto with = [&](const char* rhs) {
        Arguments all = quark;
        all.insert(all.end(), {"--rhs", rhs});
        return jsonOf("spectrum", su3_, all);
    };

    const Json alone = with("1");
    for (const char* rhs : {"0", "2", "3", "12"}) {
        const Json together = with(rhs);
        EXPECT_EQ(together["pion"], alone["pion"]) << rhs;
        EXPECT_EQ(together["iterations"], alone["iterations"]) << rhs;
        EXPECT_FALSE(together["pion"].empty());
    }
}

TEST_F(SolveTest, ThatDoesNotConvergeExitsWithThreeAndWritesNothing)
{
    const Outcome outcome =
        on("solve", su3_, {"--kappa", "0.12", "--max-iterations", "2", "--output", "x.lime", "--quiet", "--json", "-"});

    EXPECT_EQ(outcome.code, unconverged);
    for (const char* word : {"gaugegl: error: not solved (too many iterations)", "after 2 iterations", "1.0e-10"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.err);
    EXPECT_EQ(Json::parse(outcome.out)["converged"], false);
    EXPECT_FALSE(exists("x.lime"));
    const Outcome mesons = on("spectrum", su3_, {"--kappa", "0.12", "--max-iterations", "2", "--quiet"});
    EXPECT_EQ(mesons.code, unconverged);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "not solved (too many iterations)", mesons.err);
    const Outcome rough = on("solve", su3_, {"--kappa", "0.12", "--precision", "single", "--quiet"});
    EXPECT_EQ(rough.code, unconverged);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "single precision reaches about 1e-6", rough.err);
}

TEST_F(SolveTest, RefusesAWrongOperator)
{
    expectError(on("solve", su3_, {"--kappa", "-0.1"}), inputFailure, {"--kappa -0.1", "above 0 and below 1"});
    expectError(on("solve", su3_, {"--kappa", "nan"}), inputFailure, {"--kappa nan"});
    expectError(on("solve", su3_, {}), inputFailure, {"--operator wilson needs --kappa"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--mu", "1"}), inputFailure, {"--mu 1 does not apply to"});
    expectError(on("solve", su3_, {"--operator", "staggered", "--mass", "0"}), inputFailure, {"--mass 0", "above 0"});
    expectError(on("solve", su3_, {"--operator", "staggered", "--mass", "1", "--kappa", "0.1"}), inputFailure,
                {"--kappa 0.1 does not apply to --operator staggered"});
    expectError(on("solve", su3_, {"--operator", "staggered", "--mass", "1", "--clover", "1.7"}), inputFailure,
                {"--clover 1.7 does not apply to --operator staggered"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--clover", "-1"}), inputFailure, {"clover = -1", "at least 0"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--stout", "-0.1:2"}), inputFailure, {"rho = -0.1", "0 to 1"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--stout", "0.1:-2"}), inputFailure, {"-2 steps", "0 to 1000"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--stout", "x"}), inputFailure, {"'x'", "RHO:STEPS"});
    expectError(on("solve", su3_, {"--operator", "overlap"}), inputFailure, {"overlap"});
    expectError(on("solve", su3_, {"--kappa", "0.1", "--boundary", "open"}), inputFailure, {"boundary 'open'"});
}

TEST_F(SolveTest, RefusesAWrongSolver)
{
    const auto refused = [&](Arguments more, const std::vector<std::string>& words) {
        more.insert(more.end(), {"--kappa", "0.1"});
        expectError(on("solve", su3_, more), inputFailure, words);
    };
    refused({"--tolerance", "0"}, {"--tolerance 0", "above 0 and below 1"});
    refused({"--tolerance", "2"}, {"--tolerance 2"});
    refused({"--solver", "multishift"}, {"multishift needs shifts"});
    refused({"--shifts", "1"}, {"not for cg"});
    refused({"--solver", "multishift", "--shifts", "1,x"}, {"--shifts '1,x'"});
    refused({"--solver", "multishift", "--shifts", "-1"}, {"shift -1"});
    refused({"--precision", "mixed16"}, {"mixed16", "--path fragment or compute"});
    refused({"--max-iterations", "0"}, {"0 iterations"});
    refused({"--rhs", "13"}, {"--rhs 13", "1 to 12"});
    refused({"--rhs", "-1"}, {"--rhs -1", "1 to 12"});
    refused({"--rhs", "2", "--solver", "flexible"}, {"rhs = 2", "flexible", "1 right-hand side at a time"});
}

TEST_F(SolveTest, ReportsThePreconditionerAndWhatItTook)
{
    const Arguments system = {"--operator", "staggered", "--mass", "0.2", "--source", "random:3"};
    const auto with = [&](Arguments more) {
        more.insert(more.begin(), system.begin(), system.end());
        return jsonOf("solve", su3_, more);
    };
    const Json plain = with({}), schwarz = with({"--preconditioner", "schwarz", "--blocks", "2x2x2x6"}),
               six = with({"--preconditioner", "schwarz", "--blocks", "4x2x2x2", "--block-steps", "6"});

    EXPECT_EQ(plain["solver"], "cg");
    EXPECT_EQ(plain["preconditioner"], "none");
    EXPECT_EQ(plain["block_applications"], 0);
    EXPECT_GT(plain["applications"], plain["iterations"]);
    EXPECT_EQ(schwarz["solver"], "flexible");
    EXPECT_EQ(schwarz["preconditioner"], "schwarz");
    EXPECT_EQ(schwarz["blocks"], Json::array({2, 2, 2, 6}));
    EXPECT_EQ(schwarz["block_applications"], 4 * schwarz["iterations"].get<int>());
    EXPECT_EQ(six["block_steps"], 6);
    EXPECT_EQ(six["block_applications"], 6 * six["iterations"].get<int>());
    for (const Json& x : {schwarz, six}) {
        EXPECT_EQ(x["converged"], true);
        EXPECT_NEAR(x["solution_norm2"], plain["solution_norm2"], 1e-8 * plain["solution_norm2"].get<double>());
    }
    const Arguments mesons = {"--kappa", "0.12"};
    Arguments onBlocks = mesons;
    onBlocks.insert(onBlocks.end(), {"--preconditioner", "schwarz", "--blocks", "2x2x2x2"});
    const Json pion = jsonOf("spectrum", su3_, mesons)["pion"], same = jsonOf("spectrum", su3_, onBlocks)["pion"];
    for (std::size_t t = 0; t < pion.size(); ++t)
        EXPECT_NEAR(same[t], pion[t], 1e-8 * pion[t].get<double>());
}

TEST_F(SolveTest, RefusesBlocksThatDoNotFit)
{
    const auto refused = [&](Arguments more, const std::vector<std::string>& parts) {
        more.insert(more.begin(), {"--kappa", "0.12"});
        expectError(on("solve", su3_, more), inputFailure, parts);
    };
    refused({"--preconditioner", "schwarz"}, {"blocks 4x4x4x4", "4 in direction y", "2 would work"});
    refused({"--preconditioner", "schwarz", "--blocks", "2x2x2x3"}, {"3 in direction t", "2, 6 would work"});
    refused({"--preconditioner", "schwarz", "--blocks", "2x2"}, {"'2x2'", "4x4x4x4"});
    refused({"--blocks", "2x2x2x2"}, {"--blocks", "--preconditioner schwarz"});
    refused({"--block-steps", "3"}, {"--block-steps", "--preconditioner schwarz"});
    refused({"--preconditioner", "schwarz", "--precision", "double"}, {"not double"});
    refused({"--preconditioner", "schwarz", "--solver", "bicgstab"}, {"not for bicgstab"});
}

TEST_F(SolveTest, RefusesASourceThatIsNotThere)
{
    const auto refused = [&](const char* source, const std::vector<std::string>& words) {
        expectError(on("solve", su3_, {"--kappa", "0.1", "--source", source}), inputFailure, words);
    };
    refused("point:4,0,0,0", {"point:4,0,0,0", "outside the lattice 4x2x2x6", "x = 4", "0 to 3"});
    refused("wall:6", {"t = 6", "0 to 5"});
    refused("point:0,0,0,0:0:3", {"colour 3", "0 to 2"});
    refused("gauss:1", {"source 'gauss:1'", "random:SEED"});
    expectError(on("spectrum", su3_, {"--kappa", "0.1", "--source", "ones"}), inputFailure, {"\"ones\"", "wall:t"});
    expectError(on("spectrum", su3_, {"--kappa", "0.1", "--direction", "w"}), inputFailure, {"--direction 'w'"});
}

TEST_F(SolveTest, RefusesAFileOfAnotherGroup)
{
    expectError(on("solve", su3_, {"--kappa", "0.1", "--group", "su2"}), inputFailure,
                {"holds SU3, but --group says SU2"});
    const Outcome both = run({"spectrum", su2_, su3_, "--path", "cpu", "--kappa", "0.1", "--quiet"});
    expectError(both, inputFailure, {"su3_4x2x2x6_f32.ildg", "SU3 on 4x2x2x6", "SU2 on 2x4x2x6"});
    expectError(on("solve", "nowhere.ildg", {"--kappa", "0.1"}), inputFailure, {"nowhere.ildg", "cannot be opened"});
}

/// Published by CL2QCD's tests and computed by others: SOURCES.md beside the files.
class KnownFermions : public SolveTest {
protected:
    void SetUp() override
    {
        const char* folder = std::getenv("GAUGEGL_TEST_DATA");
        if (folder == nullptr) GTEST_SKIP() << "GAUGEGL_TEST_DATA is not set";
        config_ = std::string(folder) + "/cl2qcd_conf.00200.ildg";
    }
    std::complex<double> condensate(const char* boundary) const
    {
        const Json result = jsonOf("solve", config_,
                                   {"--operator", "staggered", "--mass", "0.1", "--source", "ones", "--boundary",
                                    boundary, "--tolerance", "1e-12"});
        return std::complex<double>(result["source_dot_solution"][0], result["source_dot_solution"][1]) / 512.0;
    }
    void expectPion(const Arguments& arguments, const std::vector<double>& expected) const
    {
        Arguments all = arguments;
        all.insert(all.end(), {"--boundary", "periodic", "--kappa", "0.15", "--tolerance", "1e-12"});
        const Json pion = jsonOf("spectrum", config_, all)["pion"];
        for (std::size_t t = 0; t < 4; ++t)
            EXPECT_NEAR(pion[t].get<double>() * 0.09 / 64, expected[t], 1e-9 * expected[t]) << t;
    }
    std::string config_;
};

TEST_F(KnownFermions, ComeOutOfSolve)
{
    EXPECT_NEAR(std::abs(condensate("periodic") - std::complex(0.20344039707296779, -0.00655061784868673)), 0, 1e-11);
    EXPECT_NEAR(std::abs(condensate("antiperiodic:spread") - std::complex(0.25968115501530798, -0.02196357651209398)),
                0, 1e-11);
}

TEST_F(KnownFermions, ComeOutOfSpectrum)
{
    expectPion({"--direction", "z"},
               {2.23946028664745e-02, 2.05485346957700e-03, 6.96566865496375e-04, 2.17148162775779e-03});
    expectPion({"--operator", "twisted-mass", "--mu", "-4"},
               {6.39838341066878e-03, 1.18922612884654e-04, 2.48500477806187e-06, 1.18758214790220e-04});
}

} // namespace
} // namespace gaugegl::cli_test
