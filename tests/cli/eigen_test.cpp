// gaugegl eigen and --deflate on the CPU: results, files, messages and exit codes.
#include "cli/quarks.h"

namespace gaugegl::cli_test {
namespace {

class EigenTest : public QuarksTest {};

TEST_F(EigenTest, HasOverlapQuarksInTheComplexPlaneWithTheirIndex)
{
    const Json result =
        jsonOf("eigen", su3_,
               {"--operator", "overlap", "--rho", "1.4", "--stout", "0.12:4", "--count", "3", "--precision", "single",
                "--tolerance", "1e-3", "--sign-modes", "4", "--plot", "modes"});

    expectKeys(result, {"operator", "matrix", "mass", "overlap_rho", "sign_modes", "eigenvalues", "residuals",
                        "chiralities", "index", "figures"});
    EXPECT_EQ(result["eigenvalues"].size(), 3u);
    EXPECT_TRUE(result["index"].is_number_integer());
    for (const Json& one : result["eigenvalues"])
        EXPECT_NEAR(std::hypot(one.at(0).get<double>() - 1.4, one.at(1).get<double>()), 1.4, 1e-9);
    EXPECT_EQ(result["figures"].size(), 2u);
}

TEST_F(EigenTest, FindsModesOfEveryOperatorAndReportsThem)
{
    const std::vector<Arguments> operators = {{"--mass", "-1.4"},
                                              {"--operator", "clover", "--kappa", "0.15", "--clover", "1"},
                                              {"--operator", "wilson", "--kappa", "0.15", "--stout", "0.1:2"},
                                              {"--operator", "twisted-mass", "--kappa", "0.15", "--mu", "0.1"},
                                              {"--operator", "staggered"},
                                              {"--operator", "staggered", "--largest"}};
    for (const std::string& config : {su2_, su3_})
        for (Arguments arguments : operators) {
            arguments.insert(arguments.end(), {"--count", "4"});
            const Json result = jsonOf("eigen", config, arguments);

            expectKeys(result, {"operator", "matrix", "eigenvalues", "residuals", "chiralities", "converged", "norm"});
            EXPECT_EQ(result["converged"], true);
            ASSERT_EQ(result["eigenvalues"].size(), 4u);
            for (const Json& residual : result["residuals"])
                EXPECT_LT(residual, 1e-7);
            const bool chiral = result["operator"] == "hermitian-wilson" || result["operator"] == "clover";
            EXPECT_EQ(result["chiralities"].is_null(), !chiral);
        }
}

TEST_F(EigenTest, FindsTheSmallestOfHeavyStaggeredQuarks)
{
    for (const char* precision : {"double", "mixed"}) {
        const auto valuesAt = [&](const char* mass) {
            return jsonOf("eigen", su3_,
                          {"--operator", "staggered", "--mass", mass, "--count", "10", "--precision", precision});
        };
        const Json massless = valuesAt("0"), heavy = valuesAt("2.5");
        for (std::size_t k = 0; k < 10; ++k)
            EXPECT_NEAR(double(heavy["eigenvalues"][k]), double(massless["eigenvalues"][k]) + 6.25, 1e-9) << k;
        EXPECT_GT(int(heavy["check_applications"]), 0);
        EXPECT_LT(int(heavy["check_applications"]), int(heavy["applications"]));
    }
}

TEST_F(EigenTest, LabelsMultiplicitiesInTableAndJson)
{
    const Arguments quark = {"--operator", "staggered", "--count", "3"};
    const Json result = jsonOf("eigen", su2_, quark); // of SU(2) all come in pairs
    EXPECT_EQ(result["multiplicities"], Json({2, 2, 2}));
    EXPECT_EQ(result["last_level_complete"], true);
    EXPECT_EQ(result["modes_found"], 3);

    const Outcome outcome = on("eigen", su2_, quark);
    EXPECT_EQ(outcome.code, success);
    EXPECT_NE(outcome.out.find("eigenvalue  multiplicity  |A v"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("to see whether any was missed"), std::string::npos) << outcome.out;
}

TEST_F(EigenTest, WarnsOfSmearingThatRoughens)
{
    const Json result = jsonOf("eigen", su2_, {"--operator", "staggered", "--count", "1", "--stout", "0.2:1"});
    ASSERT_EQ(result["warnings"].size(), 1U);
    EXPECT_NE(result["warnings"][0].get<std::string>().find("1/8"), std::string::npos) << result["warnings"];
}

TEST_F(EigenTest, ListsNoValuesThatAreNotFound)
{
    const Outcome outcome =
        on("eigen", su3_, {"--operator", "staggered", "--precision", "single", "--tolerance", "1e-14", "--json", "-"});

    EXPECT_EQ(outcome.code, unconverged);
    EXPECT_NE(outcome.err.find("0 of 10 modes were found (stagnation)"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("mixed precision goes lower"), std::string::npos) << outcome.err;
    const Json result = Json::parse(outcome.out);
    EXPECT_EQ(result["converged"], false);
    for (const char* key : {"eigenvalues", "residuals", "multiplicities", "last_level_complete", "chiralities"})
        EXPECT_TRUE(result[key].is_null()) << key;
}

TEST_F(EigenTest, DeflatesHeavyQuarks)
{
    for (const Arguments& quark :
         std::vector<Arguments>{{"--operator", "staggered", "--mass", "2.5"},
                                {"--kappa", "0.05"},
                                {"--operator", "twisted-mass", "--kappa", "0.12", "--mu", "5"}}) {
        Arguments deflated = quark;
        deflated.insert(deflated.end(), {"--deflate", "8"});
        const Json solved = jsonOf("solve", su3_, deflated);
        EXPECT_EQ(solved["converged"], true);
        EXPECT_EQ(solved["deflation"]["modes"], 8);
        EXPECT_LE(int(solved["iterations"]), int(solved["deflation"]["iterations_without"]));
        jsonOf("spectrum", su3_, deflated);
    }
}

TEST_F(EigenTest, WritesVectorsThatDeflateSolvesAndSpectra)
{
    jsonOf("eigen", su3_, {"--operator", "staggered", "--count", "20", "--vectors", "modes.lime"});

    const Arguments quark = {"--operator", "staggered", "--mass", "0.05"};
    const auto with = [&](Arguments more) {
        more.insert(more.begin(), quark.begin(), quark.end());
        return more;
    };
    const Json solved = jsonOf("solve", su3_, with({"--deflate", "modes.lime"}));
    EXPECT_EQ(solved["converged"], true);
    EXPECT_EQ(solved["deflation"]["modes"], 20);
    EXPECT_LT(2 * int(solved["iterations"]), int(solved["deflation"]["iterations_without"]));
    const Json found = jsonOf("solve", su3_, with({"--deflate", "20"}));
    EXPECT_NEAR(found["iterations"], solved["iterations"], 3);
    const Json plain = jsonOf("spectrum", su3_, quark),
               mesons = jsonOf("spectrum", su3_, with({"--deflate", "modes.lime"}));
    EXPECT_LT(int(mesons["iterations"]), int(plain["iterations"]));
    expectError(on("solve", su2_, with({"--deflate", "modes.lime"})), inputFailure, {"modes.lime", "4x2x2x6"});
    expectError(on("solve", su3_, {"--kappa", "0.15", "--deflate", "modes.lime"}), inputFailure,
                {"modes.lime", "staggered", "--operator wilson"});
    expectError(on("eigen", su3_, {"--mass", "-1", "--vectors", su3_}), inputFailure, {"--vectors"});
}

TEST_F(EigenTest, ModesDeflateEveryMassAndOnlyTheirOwnKappa)
{
    const Arguments masses = {"--operator", "staggered", "--mass", "0.05,0.1"};
    Arguments deflated = masses;
    deflated.insert(deflated.end(), {"--deflate", "8"});
    const Json plain = jsonOf("spectrum", su3_, masses), found = jsonOf("spectrum", su3_, deflated);
    EXPECT_LT(int(found["iterations"]), int(plain["iterations"]));
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t t = 0; t < 6; ++t) {
            const double pion = plain["spectrum"][i]["pion"][t];
            EXPECT_NEAR(found["spectrum"][i]["pion"][t], pion, 1e-7 * pion) << "residuals are 1e-10";
        }

    jsonOf("eigen", su3_, {"--operator", "wilson", "--kappa", "0.11", "--count", "2", "--vectors", "wilson.lime"});
    expectError(on("spectrum", su3_, {"--kappa", "0.11,0.12", "--deflate", "wilson.lime"}), inputFailure,
                {"wilson.lime", "kappa = 0.11", "kappa = 0.12"});
}

TEST_F(EigenTest, AFlagThatIsFalseIsNotSet)
{
    const Arguments few = {"--operator", "staggered", "--count", "2"};
    Arguments isFalse = few;
    isFalse.emplace_back("--largest=false");
    EXPECT_EQ(jsonOf("eigen", su3_, isFalse)["eigenvalues"], jsonOf("eigen", su3_, few)["eigenvalues"]);
}

TEST_F(EigenTest, TitlesOfSeveralKappasHaveTheOtherNumbers)
{
    const Outcome spectrum = on("spectrum", su3_, {"--kappa", "0.1,0.11", "--clover", "1"});
    EXPECT_EQ(spectrum.code, success) << spectrum.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "Wilson, clover = 1, 1 configuration", spectrum.out);
}

TEST_F(EigenTest, RefusesWhatMakesNoSense)
{
    expectError(on("eigen", su3_, {}), inputFailure, {"hermitian-wilson", "mass M0", "kappa"});
    expectError(on("eigen", su3_, {"--mass", "-1", "--kappa", "0.1"}), inputFailure, {"mass -1", "kappa 0.1"});
    expectError(on("eigen", su3_, {"--mass", "-3.6"}), inputFailure, {"-3.6", "above -3.5"});
    expectError(on("eigen", su3_, {"--mass", "-1", "--mu", "0.1"}), inputFailure, {"--mu 0.1", "hermitian-wilson"});
    expectError(on("eigen", su3_, {"--operator", "clover", "--mass", "-1"}), inputFailure, {"clover", "--clover"});
    expectError(on("eigen", su3_, {"--operator", "staggered", "--clover", "1"}), inputFailure,
                {"--clover 1", "staggered"});
    expectError(on("eigen", su3_, {"--operator", "staggered", "--stout", "-0.1:2"}), inputFailure, {"-0.1"});
    expectError(on("eigen", su3_, {"--operator", "staggered", "--count", "145"}), inputFailure, {"145", "144 rows"});
    expectError(on("eigen", su3_, {"--operator", "staggered", "--count", "0"}), inputFailure, {"--count 0"});
    expectError(on("eigen", su3_, {"--operator", "staggered", "--tolerance", "0"}), inputFailure, {"tolerance = 0"});
    expectError(on("eigen", su3_, {"--operator", "mobius"}), inputFailure, {"mobius"});
    expectError(on("eigen", su3_, {"--operator", "overlap"}), inputFailure, {"overlap", "--rho"});
    expectError(on("eigen", su3_, {"--operator", "overlap", "--rho", "2"}), inputFailure, {"rho = 2", "below 2"});
    expectError(on("eigen", su3_, {"--operator", "overlap", "--rho", "1.4", "--largest"}), inputFailure, {"--largest"});
    expectError(on("eigen", su3_, {"--mass", "-1", "--plot", "modes"}), inputFailure, {"--plot modes", "real"});
    expectError(on("solve", su3_, {"--kappa", "0.12", "--deflate", "0"}), inputFailure, {"--deflate 0"});
    expectError(on("solve", su3_, {"--kappa", "0.12", "--deflate", "none.lime"}), inputFailure, {"none.lime"});
    expectError(on("solve", su3_, {"--kappa", "0.12", "--deflate", "4", "--solver", "multishift", "--shifts", "0.1"}),
                inputFailure, {"--deflate 4", "multishift"});
}

} // namespace
} // namespace gaugegl::cli_test
