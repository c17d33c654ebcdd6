// Quark loops of files, measured on the CPU by gaugegl measure with the keys of [disconnected].
#include "cli/quarks.h"

namespace gaugegl::cli_test {
namespace {

class QuarkLoopsOfFilesTest : public QuarksTest {
protected:
    Arguments loops(const Arguments& more) const
    {
        Arguments all = {"--disconnected.kappa", "0.12", "--disconnected.path", "cpu"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

TEST_F(QuarkLoopsOfFilesTest, HaveMeansErrorsAndCorrelators)
{
    const Json found =
        jsonOf("measure", su2_,
               loops({"--disconnected.vectors", "2", "--disconnected.dilution", "time,spin", "--records", "rec"}));

    ASSERT_EQ(found["disconnected"].size(), 1u);
    const Json& one = found["disconnected"][0];
    EXPECT_EQ(one["solves"], 2 * 6 * 4);
    EXPECT_EQ(one["noise"], "z4");
    ASSERT_EQ(one["loops"].size(), 2u);
    EXPECT_NEAR(one["loops"][0]["mean"]["mean"].get<double>(), 8, 1);
    EXPECT_EQ(one["loops"][1]["gamma"], "pseudoscalar");
    EXPECT_EQ(one["loops"][1]["correlator"].size(), 4u);
    EXPECT_TRUE(one["loops"][1]["correlator"][0]["error"].is_null()) << "one configuration";
    ASSERT_EQ(run({"export", "rec-disconnected.jsonl", "--format", "json", "--output", "x.json"}).code, success);
    const Json arrays = Json::parse(io::test::contents(file("x.json")))["measurements"]["disconnected"]["arrays"];
    EXPECT_EQ(arrays["real"]["axes"], Json({"kappa", "gamma", "noise", "t"}));
    EXPECT_EQ(arrays["imaginary"]["values"][0][0][1].size(), 2u);

    const Outcome text = on("measure", su3_, loops({"--disconnected.gamma", "all", "--disconnected.noise", "z3"}));
    for (const char* word :
         {"4 vectors of z3 noise, dilution none", "vector-x, imaginary", "tensor-zt", "error of noise"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text.out);
}

TEST_F(QuarkLoopsOfFilesTest, ThatThereAreNotAreRefusedByTheirName)
{
    const auto refused = [&](const Arguments& more, const std::vector<std::string>& words) {
        expectError(on("measure", su2_, loops(more)), inputFailure, words);
    };
    refused({"--disconnected.gamma", "pion"}, {"--disconnected.gamma", "'pion'", "pseudoscalar"});
    refused({"--disconnected.dilution", "space"}, {"--disconnected.dilution", "'space'", "even-odd"});
    refused({"--disconnected.noise", "z5"}, {"--disconnected.noise", "z5", "z4"});
    refused({"--disconnected.vectors", "0"}, {"--disconnected.vectors", "0", "10000"});
}

} // namespace
} // namespace gaugegl::cli_test
