// gaugegl convert: the links survive every format, and a damaged file is refused.
#include "cli/program.h"
#include "gauge/host_fields.h"
#include "gaugegl/chain/configuration.h"

namespace gaugegl::cli_test {
namespace {

class ConvertTest : public ProgramTest {
protected:
    const std::string su2_ = data("su2_2x4x2x6_f64.nersc"), su3_ = data("su3_4x2x2x6_f32.ildg");

    /// Converts and returns what was written.
    Configuration convert(const std::string& in, const std::string& out, const Arguments& options = {}) const
    {
        Arguments all = {"convert", in, out, "--quiet"};
        all.insert(all.end(), options.begin(), options.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, success) << outcome.err;
        EXPECT_EQ(outcome.out + outcome.err, "");
        return readConfiguration(file(out));
    }
};

TEST_F(ConvertTest, KeepsEveryBitThroughIldgAndNersc)
{
    const Configuration start = readConfiguration(su2_);

    const Configuration ildg = convert(su2_, "u.ildg"), back = convert("u.ildg", "u.nersc");

    EXPECT_EQ(ildg.header.format, "ILDG");
    EXPECT_EQ(back.header.format, "NERSC");
    EXPECT_EQ(ildg.header.bits, 64);
    EXPECT_EQ(testing_support::largestDifference(ildg.links, start.links), 0);
    EXPECT_EQ(testing_support::largestDifference(back.links, start.links), 0);
    ASSERT_TRUE(back.header.plaquette);
    EXPECT_NEAR(back.header.plaquette->value, plaquetteOfFile(su2_), 1e-9);
}

TEST_F(ConvertTest, CompressesWhereTheNameSaysSo)
{
    const Configuration start = readConfiguration(su2_), packed = convert(su2_, "u.ildg.gz"),
                        back = convert("u.ildg.gz", "u.nersc"), plain = convert(su2_, "u.ildg");

    EXPECT_EQ(packed.header.format, "ILDG");
    EXPECT_EQ(testing_support::largestDifference(packed.links, start.links), 0);
    EXPECT_EQ(testing_support::largestDifference(back.links, start.links), 0);
    EXPECT_EQ(io::test::contents(file("u.ildg.gz")).substr(0, 3), "\x1f\x8b\x08");
    expectError(run({"convert", su2_, "u.h5.gz"}), inputFailure, {"u.h5.gz", "HDF5 compresses by itself"});
    expectError(run({"convert", su2_, "u.gz"}), inputFailure, {"does not determine the format"});
}

TEST_F(ConvertTest, KeepsWhatTheHeaderSaysOfTheAction)
{
    io::GaugeWriteOptions options{.format = "nersc"};
    options.action = {2.4, 0};
    writeConfiguration(file("stated.nersc"), readConfiguration(su2_).links, options);

    const io::StatedAction action = convert("stated.nersc", "u.ildg").header.action;

    EXPECT_EQ(action.beta, 2.4);
    EXPECT_EQ(action.c1, 0.0);
}

TEST_F(ConvertTest, KeepsTheEnsembleAndTheNumberInIt)
{
    io::GaugeWriteOptions options{.format = "nersc"};
    options.ensembleId = "b600";
    options.ensembleLabel = "quenched, \t of two\xff";
    options.ensembleLabel.erase(10, 1);
    options.sequenceNumber = 200;
    writeConfiguration(file("in.nersc"), readConfiguration(su2_).links, options);

    const std::map<std::string, std::string> kept = convert("in.nersc", "out.nersc").header.entries;

    EXPECT_EQ(kept.at("ENSEMBLE_ID"), "b600");
    EXPECT_EQ(kept.at("ENSEMBLE_LABEL"), "quenched,  of two\\xff") << "what a terminal cannot show is escaped";
    EXPECT_EQ(kept.at("SEQUENCE_NUMBER"), "200");

    options.logicalFileName = "lfn://gaugegl/u";
    options.format = "ildg";
    writeConfiguration(file("in.ildg"), readConfiguration(su2_).links, options);
    EXPECT_EQ(convert("in.ildg", "out.ildg").header.logicalFileName, "lfn://gaugegl/u");
}

// What is missing is said in one line and in the JSON.
TEST_F(ConvertTest, WarnsOfANerscFileWithoutChecksum)
{
    std::string text = io::test::contents(su2_);
    const std::size_t at = text.find("CHECKSUM"), number = text.find("SEQUENCE_NUMBER");
    text.erase(at, text.find('\n', at) + 1 - at);
    if (number == std::string::npos) text.insert(text.find("END_HEADER"), "SEQUENCE_NUMBER = 2b\n");
    io::test::save(file("u.nersc"), text);

    const Outcome outcome = run({"convert", "u.nersc", "v.nersc", "--json", "-"});

    EXPECT_EQ(outcome.code, success);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl: warning: u.nersc: the NERSC header has no key CHECKSUM",
                        outcome.err);
    const Json warnings = Json::parse(outcome.out).at("warnings");
    ASSERT_FALSE(warnings.empty());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "CHECKSUM", warnings[0].get<std::string>());
    EXPECT_EQ(std::size_t(std::ranges::count(outcome.err, '\n')), warnings.size()) << outcome.err;
    EXPECT_EQ(
        testing_support::largestDifference(readConfiguration(file("v.nersc")).links, readConfiguration(su2_).links), 0);
}

// Two rows lose the third, which comes back as the cross product; three rows keep it.
TEST_F(ConvertTest, KeepsTheLinksOfThreeColoursInTwoRowsAndInThree)
{
    const Configuration start = readConfiguration(su3_);

    const Configuration two = convert(su3_, "two.nersc"), three = convert(su3_, "three.nersc", {"--three-rows"});
    const Configuration back = convert("three.nersc", "back.lime");

    EXPECT_EQ(two.header.rows, 2);
    EXPECT_EQ(three.header.rows, 3);
    EXPECT_EQ(two.header.bits, 32) << "the bits of the input where none are asked for";
    EXPECT_LT(testing_support::largestDifference(two.links, start.links), 1e-6);
    EXPECT_EQ(testing_support::largestDifference(three.links, start.links), 0);
    EXPECT_EQ(testing_support::largestDifference(back.links, start.links), 0);
    EXPECT_NEAR(plaquetteOfFile(file("two.nersc")), plaquetteOfFile(su3_), 1e-7);
    EXPECT_EQ(plaquetteOfFile(file("back.lime")), plaquetteOfFile(su3_));
}

TEST_F(ConvertTest, WritesTheBitsAndTheEndiannessAskedFor)
{
    const Configuration narrow = convert(su2_, "narrow.ildg", {"--bits", "32"});
    const Configuration wide = convert("narrow.ildg", "wide.nersc", {"--bits", "64", "--little-endian"});

    EXPECT_EQ(narrow.header.bits, 32);
    EXPECT_EQ(wide.header.bits, 64);
    EXPECT_FALSE(wide.header.bigEndian);
    EXPECT_EQ(testing_support::largestDifference(narrow.links, wide.links), 0);
    EXPECT_NEAR(plaquetteOfFile(file("narrow.ildg")), plaquetteOfFile(su2_), 1e-7);
    EXPECT_NE(testing_support::largestDifference(narrow.links, readConfiguration(su2_).links), 0);
}

TEST_F(ConvertTest, TakesTheFormatFromTheOptionOrTheName)
{
    EXPECT_EQ(convert(su2_, "u.dat", {"--format", "nersc"}).header.format, "NERSC");
    EXPECT_EQ(convert(su2_, "v.dat", {"--format", "ildg"}).header.format, "ILDG");
    expectError(run({"convert", su2_, "w.dat"}), inputFailure, {"w.dat", ".ildg"});
    EXPECT_FALSE(exists("w.dat"));
}

TEST_F(ConvertTest, PrintsWhatItWroteAsJson)
{
    EXPECT_EQ(
        json({"convert", su3_, "u.nersc"}),
        (Json{{"file", "u.nersc"}, {"format", "NERSC"}, {"bits", 32}, {"group", "SU3"}, {"lattice", {4, 2, 2, 6}}}));
}

TEST_F(ConvertTest, NeedsGroupAndLatticeOfAFileThatNamesNeither)
{
    writeAnonymousFile(file("u.lime"));

    expectError(run({"convert", "u.lime", "v.ildg"}), inputFailure, {"u.lime", "--group", "--lattice"});
    expectError(run({"convert", "u.lime", "v.ildg", "--group", "su2"}), inputFailure, {"u.lime", "--lattice"});
    expectError(run({"convert", "u.lime", "v.ildg", "--group", "su3", "--lattice", "2x2x2x2"}), inputFailure,
                {"u.lime", "SU3", "2x2x2x2"});
    EXPECT_FALSE(exists("v.ildg"));
    const Configuration named = convert("u.lime", "v.ildg", {"--group", "su2", "--lattice", "2x2x2x2"});

    EXPECT_EQ(named.header.group, Group::SU2);
    EXPECT_EQ(testing_support::largestDifference(named.links, hostGaugeField(Lattice({2, 2, 2, 2}), Group::SU2)), 0);
}

TEST_F(ConvertTest, RefusesHintsThatContradictTheFile)
{
    expectError(run({"convert", su2_, "v.ildg", "--group", "su3"}), inputFailure, {su2_, "SU3", "SU2"});
    expectError(run({"convert", su2_, "v.ildg", "--lattice", "2x4x2x8"}), inputFailure, {su2_, "2x4x2x8"});
    EXPECT_FALSE(exists("v.ildg"));
}

TEST_F(ConvertTest, RefusesADamagedFileInOneLineWithItsPlace)
{
    const std::string good = io::test::contents(su3_);
    io::test::save(file("short.ildg"), good.substr(0, good.size() - 700));
    std::string flipped = good; // the last bit of a number, which leaves the link in the group
    char& byte = flipped[good.size() / 8 * 4 + 3];
    byte = static_cast<char>(byte ^ 1);
    io::test::save(file("flipped.ildg"), flipped);
    io::test::save(file("text.ildg"), "hello\n");

    expectError(run({"convert", "short.ildg", "v.nersc"}), inputFailure, {"short.ildg: at byte"});
    expectError(run({"convert", "flipped.ildg", "v.nersc"}), inputFailure, {"flipped.ildg", "checksum"});
    expectError(run({"convert", "text.ildg", "v.nersc"}), inputFailure, {"text.ildg"});
    expectError(run({"convert", "none.ildg", "v.nersc"}), inputFailure, {"none.ildg"});
    EXPECT_FALSE(exists("v.nersc"));
}

TEST_F(ConvertTest, RefusesOptionsThatTheFormatDoesNotHave)
{
    expectError(run({"convert", su2_, "v.ildg", "--little-endian"}), inputFailure, {"endian"});
    expectError(run({"convert", su2_, "v.nersc", "--bits", "16"}), inputFailure, {"--bits", "16"});
    EXPECT_FALSE(exists("v.ildg"));
}

} // namespace
} // namespace gaugegl::cli_test
