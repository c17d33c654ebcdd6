// gaugegl spectrum on the CPU: what it averages, measures, prints and refuses.
#include "cli/quarks.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::cli_test {
namespace {

class SpectrumTest : public QuarksTest {};

TEST_F(SpectrumTest, AveragesSourcesAndConfigurations)
{
    const Arguments common = {"--path", "cpu", "--quiet", "--kappa", "0.12", "--precision", "double"};
    const auto spectrum = [&](Arguments arguments) {
        arguments.insert(arguments.begin(), "spectrum");
        arguments.insert(arguments.end(), common.begin(), common.end());
        return json(arguments);
    };

    const Json one = spectrum({su3_, "--source", "point:0,0,0,0"}),
               other = spectrum({su3_, "--source", "point:1,0,1,3"});
    const Json both = spectrum({su3_, "--source", "point:0,0,0,0", "--source", "point:1,0,1,3"});
    const Json many = spectrum({su3_, su3_, su3_, su3_, su3_});

    for (const char* meson : {"pion", "rho", "scalar", "axial"}) {
        ASSERT_EQ(one[meson].size(), 6u);
        for (std::size_t t = 0; t < 6; ++t) {
            const double mean = (one[meson][t].get<double>() + other[meson][t].get<double>()) / 2;
            EXPECT_NEAR(both[meson][t], mean, 1e-9 * std::abs(mean));
            EXPECT_NEAR(many[meson][t], one[meson][t], 1e-12 * std::abs(mean));
        }
        EXPECT_TRUE(one["errors"][meson][0].is_null());
        EXPECT_EQ(one["effective_masses"][meson].size(), 3u);
    }
    EXPECT_EQ(many["configurations"], 1) << "the same links count once";
    EXPECT_EQ(many["files"], Json{su3_});
}

TEST_F(SpectrumTest, SmearsQuarksAndMeasuresChannelsAndTheNucleon)
{
    const Arguments common = {"--kappa", "0.12", "--precision", "double"};
    const auto spectrum = [&](const std::string& config, Arguments arguments) {
        arguments.insert(arguments.end(), common.begin(), common.end());
        return jsonOf("spectrum", config, arguments);
    };
    const Json point = spectrum(su3_, {}),
               smeared = spectrum(su3_, {"--smear-source", "0.25:6", "--smear-sink", "0.2:5", "--smear-links", "0.1:2",
                                         "--channels", "all", "--nucleon"});

    expectKeys(smeared, {"pseudoscalar", "vector-t", "axial-x", "tensor-zt", "nucleon", "nucleon-negative"});
    EXPECT_EQ(smeared["smear_source"], "0.25:6");
    EXPECT_EQ(smeared["smear_sink"], "0.2:5");
    EXPECT_EQ(smeared["smear_links"], "0.1:2");
    EXPECT_EQ(smeared["channels"].size(), 16u);
    EXPECT_EQ(smeared["effective_masses"]["nucleon"].size(), 3u);
    EXPECT_FALSE(point.contains("smear_source") || point.contains("channels") || point.contains("nucleon"));
    EXPECT_LT(smeared["pseudoscalar"][0], 0.5 * point["pion"][0].get<double>());
    const Json two = spectrum(su2_, {"--channels", "pseudoscalar,rho", "--smear-sink", "0:5"});
    const Json usual = spectrum(su2_, {});
    EXPECT_EQ(two["pseudoscalar"], usual["pion"]);
    EXPECT_EQ(two["rho"], usual["rho"]);
    EXPECT_FALSE(two.contains("axial") || two.contains("smear_sink"));

    const Json moving = spectrum(su2_, {"--momenta", "0,1,0;0,0,0", "--separate-momenta"});
    EXPECT_EQ(moving["pion"], usual["pion"]);
    EXPECT_EQ(moving["momenta"], Json({{0, 1, 0}}));
    EXPECT_LT(moving["pion(0,1,0)"][2], moving["pion"][2]); // the lightest state is at rest
    EXPECT_FALSE(usual.contains("momenta"));
    const Outcome energies =
        on("spectrum", su3_, {"--kappa", "0.12", "--momenta", "p2<=1", "--separate-momenta", "--nucleon"});
    for (const char* word : {"momentum (1,0,0)", "momentum (0,0,1)", "nucleon-negative"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, energies.out);

    const Outcome text = on("spectrum", su3_, {"--kappa", "0.12", "--smear-sink", "0.25:4", "--nucleon"});
    for (const char* word : {"smeared: sink 0.25:4", "nucleon", "nucleon-negative"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text.out);
}

TEST_F(SpectrumTest, MeasuresMesonsAndBaryonsOfAStrangeQuark)
{
    const Arguments more = {"--nucleon", "--delta", "--precision", "double", "--kappa"};
    const auto spectrum = [&](const Arguments& kappas) {
        Arguments all = more;
        all.insert(all.end(), kappas.begin(), kappas.end());
        return jsonOf("spectrum", su3_, all);
    };
    const Json light = spectrum({"0.12"}), strange = spectrum({"0.11"}),
               both = spectrum({"0.12", "--strange-kappa", "0.11", "--save-propagators", "."});

    EXPECT_EQ(both["strange_kappa"], 0.11);
    EXPECT_FALSE(light.contains("strange_kappa") || light.contains("pion-ls") || light.contains("omega"));
    for (const std::string name : {"pion", "rho", "scalar", "axial"}) {
        EXPECT_EQ(both[name], light[name]);
        EXPECT_EQ(both[name + "-ss"], strange[name]);
    }
    for (const char* parity : {"", "-negative"}) {
        EXPECT_EQ(both[std::string("nucleon") + parity], light[std::string("nucleon") + parity]);
        EXPECT_EQ(both[std::string("omega") + parity], strange[std::string("delta") + parity]);
    }
    for (std::size_t t = 0; t < 6; ++t) { // by Schwarz's inequality
        const double ll = light["pion"][t], ss = strange["pion"][t], ls = both["pion-ls"][t];
        EXPECT_LT(std::abs(ls), std::sqrt(ll * ss));
    }
    expectKeys(both, {"lambda", "sigma-negative", "xi", "sigma-star-negative", "xi-star", "axial-ls"});
    EXPECT_EQ(both["effective_masses"]["lambda"].size(), 3u);
    const std::string start = "su3_4x2x2x6_f32-", end = "-point_0_0_0_0.lime";
    const Json read = json({"spectrum", "--quiet", "--nucleon", "--delta", "--propagator", start + "kappa0.12" + end,
                            "--strange-propagator", start + "strange_kappa0.11" + end});
    for (const char* name : {"pion", "pion-ls", "axial-ss", "nucleon", "lambda-negative", "sigma-star", "omega"})
        EXPECT_EQ(read[name], both[name]) << name;

    const Json several = spectrum({"0.12,0.115", "--strange-kappa", "0.11"})["spectrum"];
    ASSERT_EQ(several.size(), 2u);
    EXPECT_EQ(several[0]["pion-ls"], both["pion-ls"]);
    EXPECT_EQ(several[1]["lambda"].size(), 6u);
    EXPECT_EQ(several[1]["xi-star"].size(), 6u);
    EXPECT_EQ(several[1]["strange_kappa"], 0.11);
    EXPECT_EQ(several[1]["pion-ss"], both["pion-ss"]);

    const Outcome text = on("spectrum", su3_, {"--kappa", "0.12", "--nucleon", "--strange-kappa", "0.11"});
    for (const char* word : {"strange_kappa = 0.11", "pion-ls", "axial-ss", "nucleon-negative", "lambda-negative"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text.out);
    for (const Arguments& quarks :
         {Arguments{"--operator", "staggered", "--mass", "0.5", "--strange-mass", "0.8", "--deflate", "4"},
          Arguments{"--operator", "twisted-mass", "--kappa", "0.1", "--mu", "0.3", "--strange-mu", "0.5"}}) {
        const Json found = jsonOf("spectrum", su3_, quarks);
        EXPECT_LT(found["pion-ls"][3], found["pion"][3]);
        EXPECT_LT(found["pion-ss"][3], found["pion-ls"][3]);
    }
}

TEST_F(SpectrumTest, RefusesSmearingsChannelsAndNucleonsThatThereAreNot)
{
    const auto refuses = [&](const std::string& config, Arguments arguments, const std::vector<std::string>& words) {
        if (std::ranges::find(arguments, "--operator") == arguments.end())
            arguments.insert(arguments.end(), {"--kappa", "0.1"});
        expectError(on("spectrum", config, arguments), inputFailure, words);
    };
    refuses(su3_, {"--smear-source", "0.25"}, {"'0.25'", "ALPHA:STEPS", "0.25:30"});
    refuses(su3_, {"--smear-sink", "0.25:-4"}, {"-4 steps", "0 to 10000"});
    refuses(su3_, {"--smear-sink", "-1:4"}, {"alpha = -1", "at least 0"});
    refuses(su3_, {"--smear-source", "0.25:4", "--smear-links", "a"}, {"'a'", "RHO:STEPS"});
    refuses(su3_, {"--smear-links", "0.1:4"}, {"0.1:4", "neither source nor sink"});
    refuses(su3_, {"--channels", "rho,glueball"}, {"'glueball'", "tensor-xy"});
    refuses(su2_, {"--nucleon"}, {"nucleon", "SU3", "SU2"});
    refuses(su3_, {"--momenta", "1,0"}, {"'1,0'", "three whole numbers", "p2<=4"});
    refuses(su3_, {"--momenta", "1,0,0"}, {"extents across", "4, 2, 2", "separate_momenta"});
    refuses(su3_, {"--momenta", "0,2,0", "--separate-momenta"}, {"(0,2,0)", "half of the extent 2"});
    refuses(su3_, {"--momenta", "1,0,0", "--separate-momenta", "--source", "wall:0"}, {"wall:0", "point"});
    refuses(su3_, {"--separate-momenta"}, {"momenta must say"});
    refuses(su3_, {"--strange-kappa", "1.5"}, {"--strange-kappa", "kappa = 1.5"});
    refuses(su3_, {"--strange-propagator", "a.lime"}, {"--strange-propagator", "--propagator"});
    refuses(su3_, {"--strange-kappa", "a"}, {"--strange-kappa", "'a'", "number"});
    refuses(su3_, {"--strange-mass", "0.5"}, {"--strange-mass", "does not apply to --operator wilson"});
    refuses(su3_, {"--strange-kappa", "0.1", "--isospin-mu", "0.2", "--direction", "x"},
            {"--strange-kappa", "isospin_mu = 0.2", "without a strange quark"});
    refuses(su3_, {"--operator", "twisted-mass", "--kappa", "0.1,0.11", "--mu", "0.3", "--strange-mu", "0.5"},
            {"--strange-mu", "one kappa"});
    const Arguments staggered = {"--operator", "staggered", "--mass", "0.5"};
    for (const Arguments& more :
         {Arguments{"--smear-source", "0.25:4"}, Arguments{"--channels", "all"}, Arguments{"--nucleon"}}) {
        Arguments all = staggered;
        all.insert(all.end(), more.begin(), more.end());
        refuses(su3_, all, {"staggered"});
    }
    refuses(su3_, {"--operator", "twisted-mass", "--kappa", "0.1", "--mu", "0.3", "--nucleon"},
            {"twisted-mass", "both flavours"});
}

TEST_F(SpectrumTest, IsPrintedAsATable)
{
    const Outcome outcome = on("spectrum", su2_, {"--operator", "staggered", "--mass", "0.5", "--direction", "y"});

    EXPECT_EQ(outcome.code, success) << outcome.err;
    for (const char* word : {"distance", "pion", "mass", "staggered, mass = 0.5", "direction y"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, outcome.out);
}

} // namespace
} // namespace gaugegl::cli_test
