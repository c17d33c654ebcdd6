// gaugegl check, diff, info FILE and convert of ensembles: what they find in files that are right, damaged or different.
#include "cli/program.h"
#include "gauge/host_fields.h"
#include "gaugegl/chain/configuration.h"

#include "host/gauge_field.h"

#include <fmt/format.h>

namespace gaugegl::cli_test {
namespace {

class CheckTest : public ProgramTest {
protected:
    const std::string su2_ = data("su2_2x4x2x6_f64.nersc"), su3_ = data("su3_4x2x2x6_f32.ildg");

    /// The JSON of a command that ends with this code.
    Json jsonWith(int code, Arguments arguments) const
    {
        arguments.insert(arguments.end(), {"--json", "-", "--quiet"});
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, code) << outcome.err;
        return Json::parse(outcome.out);
    }
};

TEST_F(CheckTest, TellsWhatTheLinksAndTheHeaderSay)
{
    const Json all = jsonWith(success, {"check", su2_, su3_});

    EXPECT_EQ(all["faulty"], 0);
    const Json one = all["files"][0];
    const Configuration expected = readConfiguration(su2_);
    EXPECT_EQ(one["format"], "NERSC");
    EXPECT_EQ(one["checksum"], "right");
    EXPECT_EQ(one["plaquette"], host::plaquette(expected.links)) << "bit for bit that of the whole field";
    EXPECT_EQ(one["link_trace"], host::linkTrace(expected.links));
    EXPECT_NEAR(one["plaquette_header"].get<double>(), host::plaquette(expected.links), 1e-9);
    EXPECT_LT(one["unitarity"].get<double>(), 1e-13);
    EXPECT_EQ(one["not_finite"], 0);
    EXPECT_EQ(one["fingerprint"], fmt::format("{:016x}", expected.header.fingerprint));
    const HostGaugeField& u = expected.links;
    std::complex<double> sum = 0;
    const std::int64_t space = u.lattice.spatialVolume();
    for (std::int64_t site = 0; site < space; ++site) {
        std::array<std::complex<double>, 4> line = {1, 0, 0, 1};
        for (int t = 0; t < u.lattice.extent(3); ++t) {
            const auto v = u.link(3, site + t * space);
            line = {line[0] * v[0] + line[1] * v[2], line[0] * v[1] + line[1] * v[3], line[2] * v[0] + line[3] * v[2],
                    line[2] * v[1] + line[3] * v[3]};
        }
        sum += (line[0] + line[3]) / 2.0 / double(space);
    }
    EXPECT_NEAR(one["polyakov"][0].get<double>(), sum.real(), 1e-13);
    EXPECT_EQ(one["centre_sector"], sum.real() > 0 ? 0 : 1);
}

TEST_F(CheckTest, FindsEachFaultAndGoesOn)
{
    const std::string good = io::test::contents(su3_);
    std::string flipped = good, notANumber = good, header = io::test::contents(su2_);
    flipped[good.size() / 8 * 4 + 3] ^= 1;
    for (std::size_t i = 0; i < 4; ++i)
        notANumber[good.size() / 8 * 4 + i] = '\xff';
    const std::size_t at = header.find("PLAQUETTE  = ") + 13;
    header.replace(at, 6, "0.0123");
    io::test::save(file("flipped.ildg"), flipped);
    io::test::save(file("nan.ildg"), notANumber);
    io::test::save(file("header.nersc"), header);
    io::test::save(file("text.ildg"), "hello\n");

    const Json all = jsonWith(verificationFailure,
                              {"check", "flipped.ildg", "nan.ildg", "header.nersc", "text.ildg", "none.ildg", su3_});

    EXPECT_EQ(all["faulty"], 5);
    const auto fault = [&](int i) { return all["files"][i]["faults"].dump(); };
    EXPECT_EQ(all["files"][0]["checksum"], "wrong");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "checksum", fault(0));
    EXPECT_EQ(all["files"][1]["not_finite"], 1);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "not finite", fault(1));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the header gives the plaquette", fault(2));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is not a configuration", fault(3));
    EXPECT_EQ(fault(5), "[]");
}

TEST_F(CheckTest, FixProjectsEveryLinkAndSaysWhereItComesFrom)
{
    const Configuration start = readConfiguration(su2_);
    HostGaugeField rough = start.links;
    for (std::size_t i = 0; i < rough.links.size(); ++i)
        rough.links[i] *= 1 + (i % 3 == 0 ? 3e-5 : -1e-5);
    writeConfiguration(file("rough.ildg"), rough, {});

    const Json found =
        jsonWith(verificationFailure, {"check", "rough.ildg", "--tolerance", "1e-6", "--fix", "fixed.nersc"});

    EXPECT_GT(found["files"][0]["unitarity"].get<double>(), 1e-5);
    EXPECT_LT(found["fixed"]["unitarity"].get<double>(), 1e-14);
    const Configuration fixed = readConfiguration(file("fixed.nersc"));
    HostGaugeField expected = rough;
    host::reunitarise(expected);
    EXPECT_LT(testing_support::largestDifference(fixed.links, expected), 1e-15);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "rough.ildg (checksum ", fixed.header.entries.at("MADE_FROM"));
    EXPECT_EQ(run({"convert", "fixed.nersc", "fixed.ildg", "--quiet"}).code, success);
    const Json kept = jsonWith(success, {"info", "fixed.ildg"});
    EXPECT_EQ(kept["entries"]["MADE_HOW"], fixed.header.entries.at("MADE_HOW"));
    expectError(run({"check", su2_, su3_, "--fix", "v.ildg"}), inputFailure, {"--fix", "2"});
}

TEST_F(CheckTest, DiffFindsTheLinkThatDiffers)
{
    const Configuration start = readConfiguration(su2_);
    EXPECT_EQ(run({"convert", su2_, "same.ildg", "--quiet"}).code, success);
    EXPECT_EQ(jsonWith(success, {"diff", su2_, "same.ildg"})["links"]["largest"], 0);

    HostGaugeField other = start.links;
    const Coordinates x = {1, 3, 0, 4};
    for (auto& z : other.link(2, other.lattice.index(x)))
        z = -z;
    writeConfiguration(file("other.ildg"), other, {});
    const Json found = jsonWith(verificationFailure, {"diff", su2_, "other.ildg"});
    EXPECT_EQ(found["same"], false);
    EXPECT_EQ(found["links"]["place"], "z of site (1,3,0,4)");
    double most = 0;
    for (const auto& z : start.links.link(2, other.lattice.index(x)))
        most = std::max(most, 2 * std::abs(z));
    EXPECT_DOUBLE_EQ(found["links"]["largest"].get<double>(), most);
    expectError(run({"diff", su2_, su3_}), inputFailure, {"SU3", "SU2"});
}

TEST_F(CheckTest, DiffOfLoopsKnowsNoGauge)
{
    const Configuration start = readConfiguration(su2_);
    HostGaugeField other = start.links;
    host::transform(other, host::randomTransformation(other.lattice, other.group, {}, 5, Precision::Double),
                    other.lattice);
    writeConfiguration(file("other.ildg"), other, {});
    EXPECT_EQ(jsonWith(verificationFailure, {"diff", su2_, "other.ildg"})["same"], false);
    const Json same = jsonWith(success, {"diff", su2_, "other.ildg", "--gauge-invariant", "--tolerance", "1e-13"});
    EXPECT_LT(same["plaquettes"]["largest"].get<double>(), 1e-13);
    EXPECT_LT(same["polyakov"]["largest"].get<double>(), 1e-13);

    for (auto& z : other.link(3, other.lattice.index({1, 2, 1, 5})))
        z = -z;
    writeConfiguration(file("flipped.ildg"), other, {});
    const Json flipped = jsonWith(verificationFailure, {"diff", "other.ildg", "flipped.ildg", "--gauge-invariant"});
    double line = 0; // changes its sign
    EXPECT_GT(flipped["plaquettes"]["largest"].get<double>(), 0.1);
    line = flipped["polyakov"]["largest"].get<double>();
    EXPECT_GT(line, 0);
    EXPECT_EQ(flipped["polyakov"]["place"], "loop of site (1,2,1,0)");
}

// openQCD (main/README.io): its header has the mean over all plaquettes, of which those with links that are zero are zero.
TEST_F(CheckTest, OpenBoundariesAreSaidAndTheOthersChecked)
{
    EXPECT_EQ(run({"convert", su3_, "u.openqcd", "--quiet"}).code, success);
    std::string bytes = io::test::contents(file("u.openqcd"));
    constexpr std::size_t header = 24, link = 144, halfSlice = 8, slices = 6;
    for (std::size_t i = 0; i < halfSlice; ++i) // U_t of t = 5, forwards of odd sites and backwards from t = 0
        for (const std::size_t place : {((slices - 1) * halfSlice + i) * 8, i * 8 + 1})
            bytes.replace(header + place * link, link, link, '\0');
    io::test::save(file("open.openqcd"), bytes);

    const Json other = jsonWith(verificationFailure, {"check", "open.openqcd"})["files"][0];
    EXPECT_EQ(other["faults"].size(), 2U) << other["faults"];
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "that of its boundary conditions", other["faults"][0].get<std::string>());

    const double plaquettes = 3 * other["plaquette"].get<double>();
    bytes.replace(16, 8, reinterpret_cast<const char*>(&plaquettes), 8);
    io::test::save(file("open.openqcd"), bytes);
    const Json open = jsonWith(verificationFailure, {"check", "open.openqcd"})["files"][0];
    ASSERT_EQ(open["faults"].size(), 1U) << open["faults"];
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "open boundary conditions in time", open["faults"][0].get<std::string>());
    EXPECT_EQ(open["open_in_t"], true);
    EXPECT_LT(open["unitarity"].get<double>(), 1e-5);
    EXPECT_TRUE(open["centre_sector"].is_null());
    expectError(run({"convert", "open.openqcd", "v.ildg"}), inputFailure, {"is zero", "open boundary conditions"});
    expectError(run({"check", "open.openqcd", "--fix", "v.ildg"}), inputFailure, {"cannot be repaired"});

    bytes[header + ((slices - 1) * halfSlice + 1) * 8 * link + 7] = 0x3f; // of one of these links: it is damage
    io::test::save(file("open.openqcd"), bytes);
    const Json damaged = jsonWith(verificationFailure, {"check", "open.openqcd"})["files"][0];
    EXPECT_EQ(damaged["open_in_t"], false);
    EXPECT_GE(damaged["unitarity"].get<double>(), 1);
}

TEST_F(CheckTest, RawLinksAreReadAsTheirLayoutSays)
{
    EXPECT_EQ(run({"convert", su3_, "u.milc", "--quiet"}).code, success);
    io::test::save(file("u.raw"), io::test::contents(file("u.milc")).substr(96));
    const Arguments layout = {"--group", "su3", "--lattice", "4x2x2x6", "--layout", "tzyxd/xyzt/big/32"};
    const auto with = [&](Arguments arguments) {
        arguments.insert(arguments.end(), layout.begin(), layout.end());
        return arguments;
    };

    const Json checked = jsonWith(success, with({"check", "u.raw"}))["files"][0];
    EXPECT_EQ(checked["format"], "raw");
    EXPECT_EQ(checked["plaquette"], host::plaquette(readConfiguration(su3_).links));
    EXPECT_EQ(jsonWith(success, with({"diff", "u.raw", su3_}))["links"]["largest"], 0);
    EXPECT_EQ(jsonWith(success, with({"diff", su3_, "u.raw", "--gauge-invariant"}))["same"], true);
    const Json measured = jsonWith(success, with({"measure", "u.raw", "--path", "cpu"}));
    EXPECT_NEAR(measured["configurations"][0]["plaquette"].get<double>(), checked["plaquette"].get<double>(), 1e-12);
    EXPECT_EQ(run(with({"flow", "u.raw", "--path", "cpu", "--time", "0.3", "--quiet"})).code, success);
    EXPECT_EQ(run(with({"check", "u.raw", "--fix", "u.nersc", "--quiet"})).code, success);
    EXPECT_EQ(run({"check", "u.nersc", "--quiet"}).code, success);
    expectError(run({"check", "u.raw", "--layout", "tzyxd/xyzt/big/32"}), inputFailure, {"--group and --lattice"});
    expectError(run({"flow", "u.raw", "--path", "cpu", "--layout", "tzyx"}), inputFailure, {"'tzyx' is no layout"});
}

TEST_F(CheckTest, EnsemblesAreConvertedIntoAFolderAndBack)
{
    std::filesystem::create_directory(file("out"));
    std::filesystem::copy_file(su3_, file("u.0010.ildg"));
    std::filesystem::copy_file(su3_, file("u.0020.ildg"));

    const Json done = json({"convert", "u.0010.ildg", "u.0020.ildg", "out", "--format", "milc"});

    EXPECT_EQ(done["files"][1]["file"], "out/u.0020.milc");
    EXPECT_EQ(run({"convert", "out/u.0010.milc", "back.ildg", "--quiet"}).code, success);
    EXPECT_EQ(
        testing_support::largestDifference(readConfiguration(file("back.ildg")).links, readConfiguration(su3_).links),
        0);
    EXPECT_EQ(run({"convert", "out/u.0010.milc", "v.openqcd", "--quiet"}).code, success);
    EXPECT_EQ(run({"convert", "v.openqcd", "v.lat", "--quiet"}).code, success);
    EXPECT_EQ(io::test::contents(file("v.lat")).substr(96), io::test::contents(file("out/u.0010.milc")).substr(96));
    EXPECT_EQ(run({"convert", "out/u.0010.milc", "w.lat", "--quiet"}).code, success);
    EXPECT_EQ(io::test::contents(file("w.lat")), io::test::contents(file("out/u.0010.milc"))) << "with its time stamp";
    expectError(run({"convert", "u.0010.ildg", "u.0020.ildg", "none"}), inputFailure, {"none", "folder"});
    expectError(run({"convert", "u.0010.ildg", "out"}), inputFailure, {"--format", "milc"});
    expectError(run({"convert", "u.0010.ildg", "out/u.0010.milc", "out", "--format", "nersc"}), inputFailure,
                {"would both become"});
    expectError(run({"convert", su2_, "v.milc"}), inputFailure, {"MILC", "SU3", "SU2"});
    expectError(run({"convert", su3_, "v.milc", "--bits", "64"}), inputFailure, {"MILC", "32"});
}

} // namespace
} // namespace gaugegl::cli_test
