// Propagators in files: spectrum writes and contracts them, info, check and diff say what is in them.
#include "cli/quarks.h"
#include "gaugegl/io/fermion_file.h"
#include "gaugegl/io/propagator_file.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::cli_test {
namespace {

class PropagatorTest : public QuarksTest {
protected:
    const std::string wilson_ = "su3_4x2x2x6_f32-kappa0.12-point_1_0_1_2";

    Json saved(const std::string& config, Arguments more) const
    {
        more.insert(more.end(), {"--save-propagators", "."});
        return jsonOf("spectrum", config, more);
    }
    Json contracted(Arguments files, const Arguments& more = {}) const
    {
        Arguments all = {"spectrum", "--quiet"};
        all.insert(all.end(), more.begin(), more.end());
        all.emplace_back("--propagator");
        all.insert(all.end(), files.begin(), files.end());
        return json(all);
    }
    Json wilsonSaved(const Arguments& more = {}) const
    {
        Arguments all = {"--kappa", "0.12", "--source", "point:1,0,1,2"};
        all.insert(all.end(), more.begin(), more.end());
        return saved(su3_, all);
    }
    Json jsonWith(int code, Arguments arguments) const
    {
        arguments.insert(arguments.end(), {"--json", "-", "--quiet"});
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, code) << outcome.err;
        return Json::parse(outcome.out);
    }
};

TEST_F(PropagatorTest, OfAFileHasTheCorrelatorsOfTheRunThatSavedItToTheLastDigit)
{
    for (const auto& [format, ending] : {std::pair("usqcd", ".lime"), std::pair("tmlqcd", ".inverted")}) {
        const Arguments asked = {"--nucleon",          "--delta",     "--channels", "all", "--momenta", "1,0,0",
                                 "--separate-momenta", "--direction", "z"};
        Arguments saving = asked, reading = asked;
        saving.insert(saving.end(), {"--propagator-format", format});
        reading.insert(reading.end(), {"--source", "point:1,0,1,2"});
        const Json solved = wilsonSaved(saving), read = contracted({wilson_ + ending}, reading);

        for (const char* meson :
             {"pseudoscalar", "scalar", "vector-x", "axial-t", "tensor-yz", "nucleon", "nucleon-negative", "delta",
              "delta-negative", "pseudoscalar(1,0,0)", "nucleon(1,0,0)"}) {
            ASSERT_TRUE(solved.contains(meson)) << solved.dump();
            EXPECT_EQ(read[meson], solved[meson]) << format << " " << meson;
        }
        EXPECT_EQ(read["effective_masses"], solved["effective_masses"]);
        EXPECT_EQ(read["lattice"], Json::array({4, 2, 2, 6}));
        EXPECT_EQ(read["momenta"], solved["momenta"]);
    }
}

TEST_F(PropagatorTest, OfAFileOfOursKnowsItsSource)
{
    const Json solved = wilsonSaved(), read = contracted({wilson_ + ".lime"});

    EXPECT_EQ(read["source"], "point:1,0,1,2");
    for (const char* meson : {"pion", "rho", "scalar", "axial"})
        EXPECT_EQ(read[meson], solved[meson]) << meson;
}

TEST_F(PropagatorTest, OfSinglePrecisionHasTheCorrelatorsToItsDigits)
{
    const Json solved = wilsonSaved({"--nucleon", "--propagator-format", "milc"});
    wilsonSaved({"--propagator-bits", "32"});
    for (const char* ending : {".wi", ".lime"}) {
        const Json read = contracted({wilson_ + ending}, {"--nucleon", "--source", "point:1,0,1,2"});

        for (const char* meson : {"pion", "rho", "nucleon", "nucleon-negative"})
            for (std::size_t t = 0; t < 6; ++t)
                EXPECT_NEAR(read[meson][t], solved[meson][t], 1e-5 * std::abs(solved[meson][t].get<double>())) << meson;
    }
}

TEST_F(PropagatorTest, OfOtherQuarksAndGroupsComesBackToo)
{
    const Json two =
                   saved(su2_, {"--operator", "twisted-mass", "--kappa", "0.13", "--mu", "0.2", "--source", "wall:1"}),
               none = saved(su3_, {"--operator", "staggered", "--mass", "0.4"}),
               smeared = saved(su3_, {"--kappa", "0.11", "--smear-source", "0.25:3", "--smear-sink", "0.25:2"});
    saved(su3_, {"--operator", "staggered", "--mass", "0.4", "--propagator-format", "milc-staggered"});

    EXPECT_EQ(contracted({"su2_2x4x2x6_f64-kappa0.13-wall_1.lime"})["rho"], two["rho"]);
    EXPECT_EQ(contracted({"su3_4x2x2x6_f32-mass0.4-point_0_0_0_0.lime"})["pion"], none["pion"]);
    EXPECT_EQ(contracted({"su3_4x2x2x6_f32-kappa0.11-point_0_0_0_0.lime"})["pion"], smeared["pion"]);
    const std::string unsaid = "su3_4x2x2x6_f32-mass0.4-point_0_0_0_0.ks"; // where the source is
    const Json milc = contracted({unsaid});
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "point:0,0,0,0; --source", milc["warnings"].dump());
    const Json said = contracted({unsaid}, {"--source", "point:0,0,0,0"});
    EXPECT_EQ(said["warnings"].dump().find("--source"), std::string::npos);
    for (std::size_t t = 0; t < 6; ++t)
        EXPECT_NEAR(milc["pion"][t], none["pion"][t], 1e-6 * none["pion"][t].get<double>());
}

// Files of ours say what the quarks were: what runs refuse is refused of these too.
TEST_F(PropagatorTest, OfQuarksWithAChemicalPotentialIsContractedAcrossTimeAlone)
{
    const Arguments quarks = {"--kappa", "0.12", "--isospin-mu", "0.2", "--direction", "x"};
    const Json solved = saved(su3_, quarks);
    const std::string name = "su3_4x2x2x6_f32-kappa0.12-point_0_0_0_0.lime";

    EXPECT_EQ(contracted({name}, {"--direction", "x"})["pion"], solved["pion"]);
    expectError(run({"spectrum", "--propagator", name}), inputFailure, {"isospin_mu = 0.2", "along t"});
    expectError(run({"spectrum", "--propagator", name, "--direction", "x", "--nucleon"}), inputFailure,
                {"isospin_mu = 0.2", "baryon"});
    Arguments other = quarks;
    other.insert(other.end(), {"--save-propagators", ".", "--propagator-format", "milc"});
    expectError(on("spectrum", su3_, other), inputFailure, {"milc", "isospin_mu = 0.2", "usqcd"});
}

/// CL2QCD's values of free quarks on 4x4x4x4, periodic: C (2 kappa)^2 / 64.
TEST_F(PropagatorTest, OfFreeQuarksHasTheKnownPion)
{
    const Lattice lattice({4, 4, 4, 4});
    io::writeGaugeFile(file("cold.ildg"), Group::SU3, lattice, {}, [](std::int64_t, std::span<std::complex<double>> u) {
        for (std::size_t i = 0; i < u.size(); ++i)
            u[i] = i % 9 % 4 == 0 ? 1 : 0;
    });
    for (const char* format : {"usqcd", "tmlqcd"})
        saved("cold.ildg", {"--kappa", "0.15", "--boundary", "periodic", "--propagator-format", format});

    const std::vector<double> known = {1.83008474327911e-02, 3.14850262023767e-03, 7.81590667980677e-04};
    for (const char* name : {"cold-kappa0.15-point_0_0_0_0.lime", "cold-kappa0.15-point_0_0_0_0.inverted"}) {
        const Json pion = contracted({name})["pion"];
        for (std::size_t t = 0; t < known.size(); ++t)
            EXPECT_NEAR(pion[t].get<double>() * 0.09 / 64, known[t], 1e-8 * known[t]) << t;
    }
}

TEST_F(PropagatorTest, MayBeSpreadOverFilesAndSeveralAreAveraged)
{
    wilsonSaved();
    const std::string whole = wilson_ + ".lime";
    const io::FermionFile all = io::readFermions(file(whole));
    ASSERT_EQ(all.records.size(), 24u);
    for (std::size_t part = 0; part < 4; ++part) {
        io::FermionFile some = all;
        some.records.assign(all.records.begin() + std::ptrdiff_t(6 * part),
                            all.records.begin() + std::ptrdiff_t(6 * (part + 1)));
        io::writeFermions(file("part" + std::to_string(part)), some);
    }

    io::FermionFile both = all; // another propagator behind it
    for (io::FermionRecord record : all.records) {
        for (std::complex<double>& number : record.field)
            number *= 2;
        both.records.push_back(std::move(record));
    }
    io::writeFermions(file("both"), both);
    EXPECT_EQ(jsonWith(success, {"diff", "both", "both"})["columns"]["largest"], 0.0);
    EXPECT_EQ(contracted({"both"})["configurations"], 2);

    const Json one = contracted({whole}), spread = contracted({"part2", "part0", "part3", "part1"}),
               twice = contracted({whole, "part2", "part0", "part3", "part1"});
    EXPECT_EQ(spread["pion"], one["pion"]);
    EXPECT_EQ(spread["configurations"], 1);
    EXPECT_EQ(twice["configurations"], 2);
    EXPECT_EQ(twice["pion"], one["pion"]);
    expectError(run({"spectrum", "--quiet", "--propagator", "part0", "part1", "part3"}), inputFailure,
                {"part3", "9 of 12 columns", "spin 2, colour 0 of the source is missing"});
    expectError(run({"spectrum", "--quiet", "--propagator", "part0", "part0"}), inputFailure,
                {"has spin 0, colour 0 of the source, which part0 has"});
}

TEST_F(PropagatorTest, RefusesWhatDoesNotBelongTogether)
{
    wilsonSaved();
    saved(su3_, {"--operator", "staggered", "--mass", "0.4"});
    const std::string whole = wilson_ + ".lime", other = "su3_4x2x2x6_f32-mass0.4-point_0_0_0_0.lime";
    const auto refused = [&](Arguments more, const std::vector<std::string>& words) {
        more.insert(more.begin(), {"spectrum", "--propagator", whole});
        expectError(run(more), inputFailure, words);
    };

    refused({other}, {other, "staggered vector", "Wilson spinor"});
    refused({su3_}, {"su3_4x2x2x6_f32.ildg", "private-file-xml"});
    refused({"--kappa", "0.1"}, {"--kappa says how quarks are solved for"});
    refused({"--precision", "double"}, {"--precision says how quarks are solved for"});
    refused({"--source", "point:0,0,0,9"}, {"point:0,0,0,9"});
    refused({"--save-propagators", "."}, {"--save-propagators", "--propagator reads what is solved"});
    expectError(run({"spectrum", su3_, "--propagator", whole}), inputFailure, {"one of both"});
    expectError(run({"spectrum", "--kappa", "0.1"}), inputFailure, {"neither configurations are named"});
    expectError(on("spectrum", su3_, {"--kappa", "0.1", "--save-propagators", "nowhere"}), inputFailure,
                {"--save-propagators does not exist"});
    expectError(on("spectrum", su3_, {"--kappa", "0.12", "--source", "point:1,0,1,2", "--save-propagators", "."}),
                inputFailure, {whole, "--overwrite"});
    expectError(on("spectrum", su3_, {"--kappa", "0.1", "--save-propagators", ".", "--propagator-format", "pdf"}),
                inputFailure, {"--propagator-format", "usqcd"});
    expectError(
        on("spectrum", su3_,
           {"--operator", "staggered", "--mass", "0.3", "--save-propagators", ".", "--propagator-format", "milc"}),
        inputFailure, {"MILC has propagators of a Wilson spinor; those of a staggered vector cannot be written"});
    expectError(on("spectrum", su2_, {"--kappa", "0.1", "--save-propagators", ".", "--propagator-format", "tmlqcd"}),
                inputFailure, {"tmLQCD has propagators of SU3; those of SU2 cannot be written"});
}

TEST_F(PropagatorTest, OfAStrangeQuarkHasTheSourceOfTheLightOne)
{
    const std::string start = "su3_4x2x2x6_f32-", light = start + "kappa0.12-z3_2.lime";
    const Json solved = saved(su3_, {"--kappa", "0.12", "--strange-kappa", "0.11", "--source", "z3:2", "--nucleon"});
    const auto with = [&](const std::string& strange) {
        return Arguments{light, "--strange-propagator", start + strange};
    };

    const Json read = contracted(with("strange_kappa0.11-z3_2.lime"), {"--nucleon"});
    for (const char* name : {"pion", "pion-ls", "rho-ss", "lambda", "xi-negative"})
        EXPECT_EQ(read[name], solved[name]) << name;
    saved(su3_, {"--kappa", "0.11", "--source", "z3:2,5"});
    wilsonSaved();
    for (const auto& [strange, source] :
         {std::pair("kappa0.11-z3_2_5.lime", "'z3:2,"), {"kappa0.12-point_1_0_1_2.lime", "'point:1,0,1,2'"}}) {
        Arguments all = with(strange);
        all.insert(all.begin(), {"spectrum", "--propagator"});
        expectError(run(all), inputFailure, {"--strange-propagator", source, "the same source"});
    }
}

TEST_F(PropagatorTest, IsDescribedCheckedAndCompared)
{
    wilsonSaved();
    wilsonSaved({"--propagator-format", "tmlqcd"});
    wilsonSaved({"--propagator-format", "milc"});
    const std::string whole = wilson_ + ".lime", turned = wilson_ + ".inverted", single = wilson_ + ".wi";

    const Json info = json({"info", single});
    EXPECT_EQ(info["format"], "MILC");
    EXPECT_EQ(info["bits"], 32);
    EXPECT_EQ(info["byte_order"], "little");
    EXPECT_EQ(info["columns"], 12);
    EXPECT_EQ(info["lattice"], Json::array({4, 2, 2, 6}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "kappa = 0.12, boundary antiperiodic", json({"info", whole})["info"]);

    const Json checked = jsonWith(success, {"check", whole, turned, single});
    EXPECT_EQ(checked["faulty"], 0);
    for (const Json& one : checked["files"]) {
        EXPECT_EQ(one["checksum"], "right");
        EXPECT_EQ(one["norms"].size(), 12u);
    }

    EXPECT_EQ(jsonWith(success, {"diff", whole, turned})["columns"]["largest"], 0.0);
    const Json apart = jsonWith(verificationFailure, {"diff", whole, single});
    EXPECT_GT(apart["columns"]["relative"], 1e-10);
    EXPECT_LT(apart["columns"]["relative"], 1e-7);
    jsonWith(success, {"diff", whole, single, "--tolerance", "1e-6"});
    expectError(run({"diff", whole, single, "--gauge-invariant"}), inputFailure, {"not propagators"});

    std::string bytes = io::test::contents(file(single));
    bytes[2000] ^= 1;
    io::test::save(file("broken"), bytes);
    const Json faulty = jsonWith(verificationFailure, {"check", "broken"});
    EXPECT_EQ(faulty["files"][0]["checksum"], "wrong");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "sum29", faulty["files"][0]["faults"][0].get<std::string>());
}

} // namespace
} // namespace gaugegl::cli_test
