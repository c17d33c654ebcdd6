#include "gaugegl/io/gauge_file.h"

#include "gaugegl/io/checksums.h"
#include "host/matrix.h"
#include "io/hostile_files.h"
#include "io/link_codec.h"
#include "io/sample_field.h"

#include <array>
#include <bit>
#include <cstdio>
#include <limits>

namespace gaugegl::io::test {

namespace {

const Lattice unequal({4, 6, 2, 8});

/// A number as big-endian bytes.
template<class Number>
std::string bigEndian(Number number)
{
    std::string bytes;
    for (std::size_t i = sizeof(Number); i-- > 0;)
        bytes += static_cast<char>(number >> (8 * i));
    return bytes;
}

/// SU(2) links exp(i angle sigma_3) whose angle tells site and direction.
double angle(std::size_t site, std::size_t mu) { return 0.01 * static_cast<double>(4 * site + mu); }

/// The bytes of those links on 16 sites, first row (cos + i sin, 0), second row (0, cos - i sin).
std::string diagonalLinks(bool secondRow)
{
    std::string bytes;
    const auto put = [&bytes](double x) { bytes += bigEndian(std::bit_cast<std::uint64_t>(x)); };
    for (std::size_t link = 0; link < 64; ++link) {
        const double a = angle(link / 4, link % 4);
        for (const double x : {std::cos(a), std::sin(a), 0.0, 0.0})
            put(x);
        if (!secondRow) continue;
        for (const double x : {0.0, 0.0, std::cos(a), -std::sin(a)})
            put(x);
    }
    return bytes;
}

void expectDiagonalLinks(const Links& links)
{
    for (std::size_t link = 0; link < 64; ++link) {
        const Complex phase(std::cos(angle(link / 4, link % 4)), std::sin(angle(link / 4, link % 4)));
        EXPECT_EQ(links[4 * link], phase);
        EXPECT_EQ(links[4 * link + 1], Complex(0));
        EXPECT_EQ(links[4 * link + 2], Complex(0));
        EXPECT_EQ(links[4 * link + 3], std::conj(phase));
    }
}

} // namespace

struct FileVariant {
    const char* name;
    const char* format;
    Group group;
    int bits;
    bool bigEndian;
    bool thirdRow;
};

class GaugeFileRoundTrip : public testing::TestWithParam<FileVariant> {};

TEST_P(GaugeFileRoundTrip, GivesBackEveryLink)
{
    const FileVariant& variant = GetParam();
    const TemporaryFolder folder;
    const std::string path = folder.file("field");
    const Links links = sampleField(variant.group, unequal);
    GaugeWriteOptions options = sampleOptions(variant.format);
    options.bits = variant.bits;
    options.bigEndian = variant.bigEndian;
    options.thirdRow = variant.thirdRow;

    writeGaugeFile(path, variant.group, unequal, options, sourceOf(variant.group, links));
    const auto reader = openGaugeFile(path);
    const Links back = readAll(*reader);

    EXPECT_EQ(reader->header().format, factsOfFormat(variant.format).name);
    EXPECT_EQ(reader->header().group, variant.group);
    EXPECT_EQ(reader->header().lattice, unequal);
    EXPECT_EQ(reader->header().bits, variant.bits);
    EXPECT_EQ(reader->header().bigEndian, variant.bigEndian);
    ASSERT_EQ(back.size(), links.size());
    // A rebuilt row differs by a few roundings of the stored numbers; everything else is the nearest number.
    const bool rebuilt = reader->header().rows < colours(variant.group);
    const double rounding = variant.bits == 32 ? 0x1p-24 : rebuilt ? 0x1p-53 : 0;
    for (std::size_t i = 0; i < links.size(); ++i)
        ASSERT_LE(std::abs(back[i] - links[i]), (rebuilt ? 8 : 2) * rounding) << "number " << i;
}

INSTANTIATE_TEST_SUITE_P(
    All, GaugeFileRoundTrip,
    testing::Values(FileVariant{"IldgSu2Single", "ildg", Group::SU2, 32, true, false},
                    FileVariant{"IldgSu2Double", "ildg", Group::SU2, 64, true, false},
                    FileVariant{"IldgSu3Single", "ildg", Group::SU3, 32, true, false},
                    FileVariant{"IldgSu3Double", "ildg", Group::SU3, 64, true, false},
                    FileVariant{"NerscSu2Single", "nersc", Group::SU2, 32, true, false},
                    FileVariant{"NerscSu2SingleLittle", "nersc", Group::SU2, 32, false, false},
                    FileVariant{"NerscSu2Double", "nersc", Group::SU2, 64, true, false},
                    FileVariant{"NerscSu2DoubleLittle", "nersc", Group::SU2, 64, false, false},
                    FileVariant{"NerscSu3TwoRowsSingle", "nersc", Group::SU3, 32, true, false},
                    FileVariant{"NerscSu3TwoRowsSingleLittle", "nersc", Group::SU3, 32, false, false},
                    FileVariant{"NerscSu3TwoRowsDouble", "nersc", Group::SU3, 64, true, false},
                    FileVariant{"NerscSu3TwoRowsDoubleLittle", "nersc", Group::SU3, 64, false, false},
                    FileVariant{"NerscSu3Single", "nersc", Group::SU3, 32, true, true},
                    FileVariant{"NerscSu3SingleLittle", "nersc", Group::SU3, 32, false, true},
                    FileVariant{"NerscSu3Double", "nersc", Group::SU3, 64, true, true},
                    FileVariant{"NerscSu3DoubleLittle", "nersc", Group::SU3, 64, false, true},
                    FileVariant{"ScidacSu2Single", "scidac", Group::SU2, 32, true, false},
                    FileVariant{"ScidacSu3Double", "scidac", Group::SU3, 64, true, false},
                    FileVariant{"FermiQcdSu2Single", "mdp", Group::SU2, 32, true, false},
                    FileVariant{"FermiQcdSu3DoubleLittle", "mdp", Group::SU3, 64, false, false},
                    FileVariant{"Milc", "milc", Group::SU3, 32, true, false},
                    FileVariant{"MilcLittle", "milc", Group::SU3, 32, false, false},
                    FileVariant{"OpenQcd", "openqcd", Group::SU3, 64, false, false},
                    FileVariant{"HiRepSu2", "hirep", Group::SU2, 64, true, false},
                    FileVariant{"HiRepSu3", "hirep", Group::SU3, 64, true, false}),
    [](const auto& variant) { return variant.param.name; });

TEST(GaugeFile, KeepsTheHeaderValuesOfNersc)
{
    const TemporaryFolder folder;
    GaugeWriteOptions options = sampleOptions("nersc");
    options.ensembleLabel = "beta = 6, quenched";
    options.sequenceNumber = 1200;
    const Links links = sampleField(Group::SU3, unequal);

    writeGaugeFile(folder.file("u"), Group::SU3, unequal, options, sourceOf(Group::SU3, links));
    const GaugeFileHeader header = openGaugeFile(folder.file("u"))->header();

    ASSERT_TRUE(header.plaquette && header.linkTrace);
    EXPECT_EQ(header.plaquette->value, 0.25);
    EXPECT_EQ(header.linkTrace->value, -0.125);
    EXPECT_EQ(header.entries.at("DATATYPE"), "4D_SU3_GAUGE");
    EXPECT_EQ(header.entries.at("ENSEMBLE_LABEL"), "beta = 6, quenched");
    EXPECT_EQ(header.entries.at("SEQUENCE_NUMBER"), "1200");
}

class StatedActionTest : public testing::TestWithParam<const char*> {};

TEST_P(StatedActionTest, IsKept)
{
    const TemporaryFolder folder;
    GaugeWriteOptions options = sampleOptions(GetParam());
    const Links links = sampleField(Group::SU2, unequal);
    const auto written = [&](const StatedAction& action) {
        options.action = action;
        writeGaugeFile(folder.file("u"), Group::SU2, unequal, options, sourceOf(Group::SU2, links));
        return openGaugeFile(folder.file("u"))->header().action;
    };
    const double symanzik = -1.0 / 12;

    const StatedAction both = written({5.7, symanzik}), neither = written({}), one = written({2.25, {}});

    EXPECT_EQ(both.beta, 5.7);
    EXPECT_EQ(both.c1, symanzik);
    EXPECT_FALSE(neither.beta);
    EXPECT_FALSE(neither.c1);
    EXPECT_EQ(one.beta, 2.25);
    EXPECT_FALSE(one.c1);
}

INSTANTIATE_TEST_SUITE_P(GaugeFile, StatedActionTest, testing::Values("ildg", "nersc"),
                         [](const auto& format) { return std::string(format.param); });

TEST(GaugeFile, FindsTheActionInTheLabelOfAnEnsemble)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU2, unequal);
    const auto stated = [&](const std::string& label) {
        GaugeWriteOptions options = sampleOptions("nersc");
        options.ensembleLabel = label;
        writeGaugeFile(folder.file("u"), Group::SU2, unequal, options, sourceOf(Group::SU2, links));
        return openGaugeFile(folder.file("u"))->header().action;
    };

    EXPECT_EQ(stated("8^3x4 Dynamical beta=5.25 mass=0.0125").beta, 5.25);
    EXPECT_EQ(stated("Beta = 6").beta, 6.0);
    EXPECT_EQ(stated("beta 6, c1 = -0.25").c1, -0.25);
    EXPECT_EQ(stated("c2_rec=-0.25").c1, -0.25);
    for (const char* other :
         {"gauge.beta=2.5", "beta11 = 7", "beta 2.5", "beta = x", "beta=nan", "beta=-1", "beta =", "beta", ""})
        EXPECT_FALSE(stated(other).beta) << other;
}

TEST(GaugeFile, KeepsTheLogicalFileNameOfIldg)
{
    const TemporaryFolder folder;
    GaugeWriteOptions options;
    options.logicalFileName = "lfn://gaugegl/test";
    const Links links = sampleField(Group::SU2, unequal);

    writeGaugeFile(folder.file("u"), Group::SU2, unequal, options, sourceOf(Group::SU2, links));

    EXPECT_EQ(openGaugeFile(folder.file("u"))->header().logicalFileName, "lfn://gaugegl/test");
}

TEST(GaugeFile, ReadsIldgBytesMadeByHand)
{
    const TemporaryFolder folder;
    const std::string xml = "<ildgFormat><version>1.0</version><field>su2gauge</field><precision>64</precision>"
                            "<lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></ildgFormat>";
    save(folder.file("u"), limeRecord("ildg-format", xml) + limeRecord("ildg-binary-data", diagonalLinks(true)));

    const auto reader = openGaugeFile(folder.file("u"));

    EXPECT_TRUE(reader->header().checksum.empty());
    expectDiagonalLinks(readAll(*reader));
}

TEST(GaugeFile, TakesNoChecksumThatBelongsToOtherData)
{
    const TemporaryFolder folder;
    const std::string xml = "<ildgFormat><version>1.0</version><field>su2gauge</field><precision>64</precision>"
                            "<lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></ildgFormat>";
    const std::string other = limeRecord("scidac-binary-data", "0123456789");
    const std::string wrong =
        limeRecord("scidac-checksum", "<scidacChecksum><suma>1</suma><sumb>2</sumb></scidacChecksum>");
    const std::string field = limeRecord("ildg-format", xml) + limeRecord("ildg-binary-data", diagonalLinks(true));

    save(folder.file("u"), other + wrong + field + other + wrong);
    const auto reader = openGaugeFile(folder.file("u"));
    expectDiagonalLinks(readAll(*reader));
    EXPECT_TRUE(reader->header().checksum.empty());

    const std::vector<std::string> withOwn = {wrong + field, field + wrong + other};
    for (const std::string& own : withOwn) {
        save(folder.file("u"), own);
        const std::string message = readError(folder.file("u"));
        EXPECT_NE(message.find("scidac-checksum says suma 1, sumb 2"), std::string::npos) << message;
    }
}

TEST(GaugeFile, WritesIldgBytesMadeByHand)
{
    const TemporaryFolder folder;
    const auto source = [](std::int64_t site, std::span<Complex> out) {
        std::fill(out.begin(), out.end(), Complex(0));
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const double a = angle(static_cast<std::size_t>(site), mu);
            out[4 * mu] = {std::cos(a), std::sin(a)};
            out[4 * mu + 3] = {std::cos(a), -std::sin(a)};
        }
    };

    writeGaugeFile(folder.file("u"), Group::SU2, Lattice({2, 2, 2, 2}), {}, source);
    const std::string bytes = contents(folder.file("u"));

    EXPECT_EQ(bytes.substr(0, 8), std::string("\x45\x67\x89\xab\x00\x01\x80\x00", 8)); // a message begins
    EXPECT_EQ(bytes.substr(16, 12), std::string("ildg-format\0", 12));
    const std::size_t data = bytes.find("ildg-binary-data") - 16;
    EXPECT_EQ(data % 8, 0u);
    EXPECT_EQ(bytes.substr(data, 16),
              std::string("\x45\x67\x89\xab\x00\x01\x00\x00", 8) + bigEndian(std::uint64_t{4096}));
    EXPECT_TRUE(bytes.substr(data + 144, 4096) == diagonalLinks(true));
    EXPECT_EQ(bytes.substr(data + 144 + 4096, 8), std::string("\x45\x67\x89\xab\x00\x01\x40\x00", 8)); // it ends
    EXPECT_EQ(bytes.size() % 8, 0u);
}

/// 4D_SU2_GAUGE is one row in GLU, two elsewhere; the size of the file tells.
TEST(GaugeFile, ReadsNerscSu2BytesMadeByHandWithOneOrTwoRows)
{
    const TemporaryFolder folder;
    for (const bool secondRow : {false, true}) {
        const std::string data = diagonalLinks(secondRow);
        NerscChecksum sum(true);
        sum.add(std::as_bytes(std::span(data)));
        std::array<char, 9> checksum{};
        std::snprintf(checksum.data(), checksum.size(), "%x", sum.value());
        save(folder.file("u"), "BEGIN_HEADER\nDATATYPE = 4D_SU2_GAUGE\nDIMENSION_1 = 2\nDIMENSION_2 = 2\n"
                               "DIMENSION_3 = 2\nDIMENSION_4 = 2\nFLOATING_POINT = IEEE64\nCHECKSUM = " +
                                   std::string(checksum.data()) + "\nEND_HEADER\n" + data);

        const auto reader = openGaugeFile(folder.file("u"));

        EXPECT_EQ(reader->header().rows, secondRow ? 2 : 1);
        EXPECT_FALSE(reader->header().plaquette);
        expectDiagonalLinks(readAll(*reader));
    }
}

TEST(Checksums, MatchKnownAnswers)
{
    const std::string digits = "123456789"; // crc32 = cbf43926, the check value of the CRC catalogues
    ScidacChecksum sum;
    sum.add(0, std::as_bytes(std::span(digits)));
    EXPECT_EQ(sum, (ScidacChecksum{0xcbf43926, 0xcbf43926}));
    sum.add(30, std::as_bytes(std::span(digits))); // rotated by 1 and by 30
    EXPECT_EQ(sum, (ScidacChecksum{0xcbf43926 ^ 0x97e8724d, 0xcbf43926 ^ 0xb2fd0e49}));

    const std::string words = std::string("\x00\x00\x00\x01\xff\xff\xff\xff\x00\x00\x00\x05", 12);
    NerscChecksum big(true), little(false);
    big.add(std::as_bytes(std::span(words)));
    little.add(std::as_bytes(std::span(words)));
    EXPECT_EQ(big.value(), 5u);
    EXPECT_EQ(little.value(), 0x05ffffffu);
}

TEST(LinkCodec, RebuildsTheLastRowAsTheGroupDemands)
{
    for (const Group group : {Group::SU2, Group::SU3}) {
        const LinkCodec codec{group, colours(group) - 1, 64, false};
        Links links(numbersPerSite(group)), back(links.size());
        for (std::size_t mu = 0; mu < 4; ++mu)
            fillLink(group, std::span(links).subspan(mu * links.size() / 4, links.size() / 4), mu + 40);
        std::vector<std::byte> bytes(codec.bytesPerSite());

        codec.encode(bytes, links);
        codec.decode(back, bytes);

        EXPECT_EQ(bytes.size(), group == Group::SU2 ? 4u * 2 * 16 : 4u * 6 * 16);
        for (std::size_t i = 0; i < links.size(); ++i)
            EXPECT_LE(std::abs(back[i] - links[i]), 0x1p-51);
    }
}

TEST(LinkCodec, SeesWhatIsNotInTheGroup)
{
    Links u(9);
    fillLink(Group::SU3, u, 3);
    EXPECT_LE(host::unitarityDefect(Group::SU3, u), 1e-14);

    Links phased = u, scaled = u, damaged = u;
    for (Complex& z : phased)
        z *= std::polar(1.0, 0.01);
    for (Complex& z : scaled)
        z *= 1.001;
    damaged[4] = std::nan("");

    EXPECT_NEAR(host::unitarityDefect(Group::SU3, phased), 2 * std::sin(0.015), 1e-14);
    EXPECT_NEAR(host::unitarityDefect(Group::SU3, scaled), std::pow(1.001, 3) - 1, 1e-14);
    EXPECT_EQ(host::unitarityDefect(Group::SU3, damaged), std::numeric_limits<double>::infinity());
}

TEST(GaugeFile, TellsTheFormatFromTheFileName)
{
    EXPECT_EQ(formatOfName("a.b/u.0010.ildg"), "ildg");
    EXPECT_EQ(formatOfName("u.lime"), "ildg");
    EXPECT_EQ(formatOfName("u.nersc"), "nersc");
    EXPECT_EQ(formatOfName("u.lat"), "milc");
    EXPECT_THROW(formatOfName("u.0010"), InputError);
}

TEST(GaugeFile, RefusesToWriteWhatItWouldNotRead)
{
    const TemporaryFolder folder;
    const Lattice lattice({2, 2, 2, 2});
    const std::string path = folder.file("u");
    const Links links = sampleField(Group::SU3, lattice);
    const SiteSource source = sourceOf(Group::SU3, links);
    const auto zero = [](std::int64_t, std::span<Complex> out) { std::fill(out.begin(), out.end(), Complex(0)); };

    EXPECT_THROW(writeGaugeFile(path, Group::SU3, lattice, {}, zero), InputError);
    EXPECT_THROW(writeGaugeFile(path, Group::SU3, lattice, {.bits = 16}, source), InputError);
    EXPECT_THROW(writeGaugeFile(path, Group::SU3, lattice, {.bigEndian = false}, source), InputError);
    EXPECT_THROW(writeGaugeFile(path, Group::SU3, lattice, {.format = "nersc"}, source), InputError);
    GaugeWriteOptions twoLines = sampleOptions("nersc");
    twoLines.ensembleLabel = "one\nCHECKSUM = 0";
    EXPECT_THROW(writeGaugeFile(path, Group::SU3, lattice, twoLines, source), InputError);
    EXPECT_EQ(folder.entries(), 0u);
}

} // namespace gaugegl::io::test
