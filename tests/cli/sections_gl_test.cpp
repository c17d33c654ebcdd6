// What commands and runs measure by the same sections: modes, gauge fixing, spectra of several masses.
#include "cli/program_gl.h"
#include "cli/restart.h"

namespace gaugegl::cli_test {
namespace {

class SectionsTest : public ProgramGlTest {
protected:
    const std::string su3_ = data("su3_4x2x2x6_f32.ildg");

    Json with(const std::string& config, Arguments more) const
    {
        more.insert(more.begin(), {"measure", config, "--quiet", "--no-tuning"});
        return json(more);
    }
};

TEST_F(SectionsTest, ARunHasModesAndFixedLinksAsTheCommandsHave)
{
    io::test::save(file("a.toml"), R"toml(
[lattice]
extents = [4, 4, 4, 4]
group = "su2"
[action]
beta = 2.3
[update]
sweeps = 4
[output]
directory = "out"
save_every = 2
[eigen]
every = 2
operator = "overlap"
rho = 1.4
count = 2
path = "cpu"
[fixing]
every = 2
copies = 2
propagator = true
)toml");
    const Json result = json({"run", "a.toml"});

    EXPECT_EQ(result["eigen"]["configurations"], 2);
    EXPECT_EQ(result["eigen"]["index"].size(), 2u);
    EXPECT_EQ(result["fixing"]["gauge"], "landau");
    const std::vector<Json> modes = recordsIn("out/eigen.jsonl"), fixed = recordsIn("out/fixing.jsonl");
    ASSERT_EQ(modes.size(), 3u);
    ASSERT_EQ(fixed.size(), 3u);
    const std::string last = "out/config.00004.ildg";
    const Json eigen = json({"eigen", last, "--operator", "overlap", "--rho", "1.4", "--count", "2", "--path", "cpu",
                             "--quiet", "--records", "e.jsonl"});
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(modes[2]["eigenvalues"][k], eigen["eigenvalues"][k][0], 1e-4) << "the file has 32 bits";
        EXPECT_NEAR(std::abs(double(modes[2]["imaginary"][k])), std::abs(double(eigen["eigenvalues"][k][1])), 1e-4);
    }
    EXPECT_EQ(modes[2]["index"], eigen["index"]);
    EXPECT_EQ(recordsIn("e.jsonl").at(1)["file"], last);
    const Json fix = json({"fix", last, "--copies", "2", "--propagator", "--path", "cpu", "--quiet"});
    EXPECT_NEAR(fixed[2]["functional"], fix["functional"], 1e-5);
    EXPECT_EQ(fixed[2]["propagator"].size(), fix["propagator"].size());
    EXPECT_NEAR(fixed[2]["propagator"][1], fix["propagator"][1]["value"]["mean"], 1e-4);
}

TEST_F(SectionsTest, ASearchThatCannotBeginSaysWhy)
{
    run({"generate", "--group", "su2", "--lattice", "4x4x4x4", "--beta", "100000", "--start", "cold", "--sweeps", "1",
         "--thermalisation", "0", "--output", "cold.ildg", "--quiet"});
    expectError(run({"eigen", "cold.ildg.00001.ildg", "--operator", "overlap", "--rho", "1.9999999", "--sign-modes",
                     "1", "--count", "2", "--boundary", "periodic", "--path", "cpu", "--quiet"}),
                unconverged, {"lowest modes of H_W(-1.9999999)"});
}

TEST_F(SectionsTest, MonopolesAndVorticesAreThoseOfFix)
{
    const Json abelian = with(su3_, {"--fixing.gauge", "mag", "--fixing.abelian", "true"})["fixing"];
    const Json centre = with(su3_, {"--fixing.gauge", "centre", "--fixing.vortices", "true"})["fixing"];

    const auto fix = [&](const char* gauge, const char* what) {
        return json({"fix", su3_, "--gauge", gauge, what, "--precision", "single", "--path", "fragment", "--no-tuning",
                     "--quiet"});
    };
    const Json mag = fix("mag", "--abelian"), vortices = fix("centre", "--vortices");
    EXPECT_NEAR(abelian["functional"]["mean"], mag["functional"], 1e-6);
    EXPECT_NEAR(abelian["monopole_density"]["mean"], mag["abelian"]["monopole_density"], 1e-6);
    EXPECT_NEAR(centre["functional"]["mean"], vortices["functional"], 1e-6);
    EXPECT_NEAR(centre["vortex_density"]["mean"], vortices["vortices"]["vortex_density"], 1e-6);
}

TEST_F(SectionsTest, SpectraOfSeveralMassesAreThoseOfEach)
{
    const Arguments spectrum = {"spectrum", su3_, "--path", "cpu", "--quiet"};
    const auto of = [&](const Arguments& more) {
        Arguments all = spectrum;
        all.insert(all.end(), more.begin(), more.end());
        return json(all);
    };
    const Json both = of({"--kappa", "0.11,0.12", "--deflate", "4"}), one = of({"--kappa", "0.12"});

    ASSERT_EQ(both["spectrum"].size(), 2u);
    EXPECT_TRUE(both.contains("critical_kappa"));
    const Json sections = with(su3_, {"--spectrum.kappa", "0.11,0.12", "--spectrum.path", "cpu", "--spectrum.deflate",
                                      "4", "--spectrum.channels", "rho", "--spectrum.standard_channels", "false"});
    for (std::size_t t = 0; t < 6; ++t) {
        EXPECT_NEAR(both["spectrum"][1]["pion"][t], one["pion"][t], 1e-7 * double(one["pion"][t]));
        EXPECT_NEAR(sections["spectrum"][1]["rho"][t], one["rho"][t], 1e-7 * double(one["rho"][t]));
    }
    EXPECT_FALSE(sections["spectrum"][1].contains("pion") || sections["spectrum"][1].contains("pion_mass"));
    expectError(run({"spectrum", su3_, "--kappa", "0.12", "--deflate", "4", "--operator", "overlap", "--mass", "0.1"}),
                inputFailure, {"--kappa", "overlap"});
    expectError(run({"measure", su3_, "--fixing.omega", "1.5", "--fixing.method", "relax"}), inputFailure,
                {"--fixing.omega 1.5", "--fixing.method relax"});
}

} // namespace
} // namespace gaugegl::cli_test
