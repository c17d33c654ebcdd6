// gaugegl fit: tables, JSON and figures of correlators, and what it refuses.
#include "cli/program.h"

#include <cmath>
#include <fmt/format.h>
#include <random>

namespace gaugegl::cli_test {
namespace {

class FitTest : public ProgramTest {
protected:
    /// Writes correlators of energy 0.4 on T = 16, a line for each configuration.
    void write(const std::string& name, int configurations) const
    {
        std::mt19937_64 generator(3);
        std::normal_distribution<double> normal;
        std::string text;
        for (int k = 0; k < configurations; ++k) {
            double noise = 0;
            for (int t = 0; t < 16; ++t) {
                noise = 0.7 * noise + 0.01 * normal(generator);
                text += fmt::format("{:.12g}{}", (std::exp(-0.4 * t) + std::exp(-0.4 * (16 - t))) * (1 + noise),
                                    t < 15 ? "," : "\n");
            }
        }
        io::test::save(file(name), text);
    }
};

TEST_F(FitTest, PrintsWhatItsJsonHas)
{
    write("c.csv", 60);

    const Json found = json({"fit", "c.csv", "--range", "2:8", "--bin", "1"});
    const Outcome text = run({"fit", "c.csv", "--range", "2:8", "--bin", "1"});

    const Json& energy = found["parameters"]["E0"];
    EXPECT_NEAR(energy["mean"].get<double>(), 0.4, 4 * energy["error"].get<double>());
    EXPECT_EQ(found["covariance"], "full");
    EXPECT_EQ(found["degrees_of_freedom"], 5);
    EXPECT_EQ(found["fits"].size(), 5u);
    EXPECT_EQ(found["fits"][0]["range"], "2:8");
    EXPECT_EQ(found["correlator"].size(), 9u);
    EXPECT_EQ(text.code, success) << text.err;
    for (const char* word : {"60 configurations in 60 bins of 1; cosh, 1 state, t = 2 to 8, T = 16", "full covariance",
                             "E0", "p = ", "average of 5 fits"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text.out);
}

TEST_F(FitTest, SaysWhatIsDoneWithFewerConfigurationsThanPoints)
{
    write("few.csv", 7);

    const Json found = json({"fit", "few.csv", "--range", "1:8", "--bin", "1"});
    const Outcome text = run({"fit", "few.csv", "--range", "1:8", "--bin", "1"});

    EXPECT_EQ(found["covariance"], "shrunk");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "8 points in a fit of 2 parameters needs at least 16 bins",
                        found["warnings"].dump());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "its correlations are shrunk", text.out);
    expectError(run({"fit", "few.csv", "--range", "1:8", "--bin", "1", "--covariance", "full"}), inputFailure,
                {"at least 16 bins", "there are 7"});
}

TEST_F(FitTest, DrawsCorrelatorEnergyQualityAndStability)
{
    write("c.csv", 60);
    if (run({"fit", "c.csv", "--range", "2:8", "--plot", "p"}).err.find("gnuplot") != std::string::npos)
        GTEST_SKIP() << "no gnuplot";

    const Json found = json({"fit", "c.csv", "--range", "1:8", "--states", "2", "--plot", "p"});

    for (const char* name : {"correlator", "energy", "quality", "stability"})
        for (const char* ending : {"png", "svg"})
            EXPECT_TRUE(exists(fmt::format("p-{}.{}", name, ending))) << name;
    EXPECT_EQ(found["figures"].size(), 8u);
}

TEST_F(FitTest, RefusesWhatCannotBeFitted)
{
    write("c.csv", 60);
    write("one.csv", 1);
    expectError(run({"fit", "c.csv"}), inputFailure, {"--range"});
    for (const char* range : {"2", "2:", "2:8x", "a:b", "2-8"})
        expectError(run({"fit", "c.csv", "--range", range}), inputFailure, {"--range", range, "5:12"});
    expectError(run({"fit", "c.csv", "--range", "2:12"}), inputFailure, {"2:12", "0:8"});
    expectError(run({"fit", "one.csv", "--range", "2:8"}), inputFailure, {"at least 4 bins", "there is 1"});
    expectError(run({"fit", "c.csv", "--range", "2:8", "--at", "kappa"}), inputFailure, {"--at 'kappa'", "kappa=0.15"});
    expectError(run({"fit", "c.csv", "--range", "2:8", "--correlator", "pion"}), inputFailure, {"'pion'", "table"});
    expectError(run({"fit", "c.csv", "--range", "2:8", "--t0", "1"}), inputFailure, {"t0", "matrix"});
    expectError(run({"fit", "c.csv", "--range", "2:8", "--model", "line"}), inputFailure, {"line", "cosh"});
    expectError(run({"fit", "c.csv", "--range", "2:8", "--states", "9"}), inputFailure, {"9 states"});
    expectError(run({"fit", "none.csv", "--range", "2:8"}), inputFailure, {"none.csv"});
}

} // namespace
} // namespace gaugegl::cli_test
