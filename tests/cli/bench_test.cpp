// The bench command where no device is needed.
#include "cli/program.h"

#include <fstream>

namespace gaugegl::cli_test {
namespace {

class BenchUsageTest : public ProgramTest {};

TEST_F(BenchUsageTest, HelpNamesEverySuite)
{
    const Outcome help = run({"bench", "--help"});

    EXPECT_EQ(help.code, success) << help.err;
    for (const char* suite :
         {"standard: ", "copy: ", "fermi: ", "hops: ", "twisted-mass: ", "fixing: ", "--suite copy", "--suite fermi"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, suite, help.out);
    EXPECT_PRED_FORMAT2(testing::IsNotSubstring, "NamedSuite", help.out);
}

TEST_F(BenchUsageTest, SuitesOfDevicesRefuseWhatTheyDoNotHave)
{
    for (const char* suite : {"hops", "twisted-mass"})
        for (const char* path : {"host", "reference"})
            expectError(run({"bench", "--suite", suite, "--path", path}), inputFailure, {suite, path, "devices"});
    expectError(run({"bench", "--suite", "fixing", "--path", "reference"}), inputFailure, {"reference", "host"});
    expectError(run({"bench", "--suite", "hops", "--group", "su2"}), inputFailure, {"--group", "--suite hops"});
    expectError(run({"bench", "--suite", "fixing", "--filter", "fix"}), inputFailure, {"--filter", "--suite fixing"});
    expectError(run({"bench", "--suite", "twisted-mass", "--lattices", "4x4x4x5"}), inputFailure, {"5", "even"});
    for (const char* suite : {"hops", "twisted-mass", "fixing"})
        expectError(run({"bench", "--suite", suite, "--output", "nowhere"}), inputFailure, {"nowhere", "folder"});
}

/// Files as `bench --json` writes them.
class BenchReportTest : public ProgramTest {
protected:
    static Json kernel(const std::string& name, const std::string& kind, int extent, const Json& fraction)
    {
        return {{"name", name},
                {"group", "SU3"},
                {"path", "compute"},
                {"class", kind},
                {"gb_s", fraction.is_null() ? fraction : Json(50 * fraction.get<double>())},
                {"lattice", {extent, extent, extent, extent}},
                {"precision", "single"},
                {"fraction_of_copy", fraction}};
    }
    std::string write(const std::string& name, const Json& kernels, const std::string& device = "card")
    {
        const Json result = {
            {"device", device}, {"driver", "4.6"}, {"complete", true}, {"suite", "standard"}, {"kernels", kernels}};
        std::ofstream(file(name)) << result.dump();
        return name;
    }
};

TEST_F(BenchReportTest, MarksWhatFallsBelowTheFractionOfItsClass)
{
    const std::string small = write("small.json", {kernel("plaquette", "streaming", 4, 0.84),
                                                   kernel("heatbath", "heat bath", 4, 0.61)}),
                      large =
                          write("large.json",
                                {kernel("plaquette", "streaming", 8, 0.86), kernel("heatbath", "heat bath", 8, 0.59),
                                 kernel("fix-landau", "fixing", 8, 0.69), kernel("momenta", "other", 8, 0.01),
                                 kernel("trajectory-wilson", "other", 8, nullptr)});

    const Outcome report = run({"bench", "--report", large, small, "--markdown", "--json", "card.json"});

    EXPECT_EQ(report.code, success) << report.err;
    for (const char* line :
         {"| kernel | group | path | precision | 4x4x4x4 | 8x8x8x8 |", "| copy, GB/s |  | compute | single | 50 | 50 |",
          "| streaming | plaquette | SU3 | compute | single | 84! | 86 |",
          "| heat bath | heatbath | SU3 | compute | single | 61 | 59! |",
          "| fixing | fix-landau | SU3 | compute | single |  | 69! |",
          "streaming, compute, single: 1 of 1 kernels reach 85 %",
          "fixing, compute, single: 0 of 1 kernels reach 70 %"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, line, report.out);
    EXPECT_PRED_FORMAT2(testing::IsNotSubstring, "momenta", report.out);
    const Json merged = Json::parse(io::test::contents(file("card.json")));
    EXPECT_EQ(merged.at("device"), "card");
    EXPECT_EQ(merged.at("wanted").at("heat bath"), 0.6);
    EXPECT_EQ(merged.at("kernels").size(), 6u);
}

TEST_F(BenchReportTest, RefusesWhatIsNoResultOfTheSameDevice)
{
    write("a.json", Json::array({kernel("plaquette", "streaming", 4, 0.5)}));
    write("b.json", Json::array({kernel("plaquette", "streaming", 4, 0.5)}), "another card");
    write("c.json", Json::array({kernel("plaquette", "slow", 4, 0.5)}));
    std::ofstream(file("d.json")) << R"({"device": "card", "driver": "4.6", "copies": []})";
    std::ofstream(file("e.json")) << "{";

    expectError(run({"bench", "--report", "a.json", "b.json"}), inputFailure, {"b.json", "another card", "4.6"});
    expectError(run({"bench", "--report", "c.json"}), inputFailure, {"c.json", "slow", "heat bath"});
    expectError(run({"bench", "--report", "d.json"}), inputFailure, {"d.json", "kernels"});
    expectError(run({"bench", "--report", "e.json"}), inputFailure, {"e.json", "JSON"});
    expectError(run({"bench", "--report", "nowhere.json"}), inputFailure, {"nowhere.json"});
    expectError(run({"bench", "--report", "a.json", "--seconds", "1"}), inputFailure, {"--seconds", "--report"});
    expectError(run({"bench", "--report", "a.json", "--json", "a.json"}), inputFailure, {"a.json", "input"});
}

} // namespace
} // namespace gaugegl::cli_test
