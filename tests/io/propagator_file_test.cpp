// Where each number of a propagator lies in a file, and in which basis of spins: files made byte by byte from the descriptions of the
// formats, on a lattice with unequal extents, whose numbers differ by every index.
#include "gaugegl/io/propagator_file.h"

#include "io/hostile_files.h"
#include "io/input_file.h"
#include "io/number_bytes.h"
#include "io/sample_field.h"

#include <Eigen/Dense>
#include <algorithm>
#include <bit>
#include <functional>
#include <zlib.h>

namespace gaugegl::io::test {
namespace {

const Lattice tall({4, 6, 8, 10});

/// What S(x) has in row `sink` and column `source`, each spin * 3 + colour: exact in single precision.
Complex element(std::int64_t site, int sink, int source)
{
    const auto number = double((std::size_t(site) * 12 + std::size_t(sink)) * 12 + std::size_t(source));
    return {(number - 99) / 1024, 7 - number / 512};
}

using Element = std::function<Complex(std::int64_t site, int sink, int source)>;

using Spins = Eigen::Matrix4cd;

/// gamma_x, y, z, t of docs/reference/fermions.md.
std::array<Spins, 4> ourGammas()
{
    const Complex i(0, 1);
    std::array<Spins, 4> gamma;
    gamma[0] << 0, 0, 0, i, 0, 0, i, 0, 0, -i, 0, 0, -i, 0, 0, 0;
    gamma[1] << 0, 0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0;
    gamma[2] << 0, 0, i, 0, 0, 0, 0, -i, -i, 0, 0, 0, 0, i, 0, 0;
    gamma[3] << 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0;
    return gamma;
}

/// gamma_0 = (0, -1; -1, 0) of t and gamma_k = (0, -i sigma_k; i sigma_k, 0).
std::array<Spins, 4> gammasOfTmLqcd()
{
    const Complex i(0, 1);
    std::array<Eigen::Matrix2cd, 3> sigma;
    sigma[0] << 0, 1, 1, 0;
    sigma[1] << 0, -i, i, 0;
    sigma[2] << 1, 0, 0, -1;
    std::array<Spins, 4> gamma;
    for (std::size_t k = 0; k < 3; ++k) {
        gamma[k].setZero();
        gamma[k].topRightCorner<2, 2>() = -i * sigma[k];
        gamma[k].bottomLeftCorner<2, 2>() = i * sigma[k];
    }
    gamma[3].setZero();
    gamma[3].topRightCorner<2, 2>() = gamma[3].bottomLeftCorner<2, 2>() = -Eigen::Matrix2cd::Identity();
    return gamma;
}

/// V S V^-1 in spins of what a file has.
Element inSpins(const Spins& v, const Element& of)
{
    const Spins inverse = v.inverse();
    return [v, inverse, of](std::int64_t site, int sink, int source) {
        Complex sum = 0;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                if (v(sink / 3, a) != 0.0 && inverse(b, source / 3) != 0.0)
                    sum += v(sink / 3, a) * of(site, 3 * a + sink % 3, 3 * b + source % 3) * inverse(b, source / 3);
        return sum;
    };
}

void expectColumns(const std::string& path, const Element& expected, int components = 12)
{
    const auto reader = openPropagator(path);
    const PropagatorHeader& header = reader->header();
    EXPECT_EQ(header.lattice, tall);
    EXPECT_EQ(header.kind, components == 12 ? FermionKind::Wilson : FermionKind::Staggered);
    ASSERT_EQ(header.columns.size(), std::size_t(components));
    std::vector<bool> seen(std::size_t(components), false);
    for (std::size_t k = 0; k < header.columns.size(); ++k) {
        const int source = header.columns[k].component;
        ASSERT_GE(source, 0);
        seen[std::size_t(source)] = true;
        const FermionVector column = reader->column(k);
        ASSERT_EQ(column.size(), std::size_t(tall.volume()) * std::size_t(components));
        std::size_t wrong = 0;
        for (std::int64_t site = 0; site < tall.volume(); ++site)
            for (int sink = 0; sink < components; ++sink)
                if (column[std::size_t(site * components + sink)] != expected(site, sink, source)) ++wrong;
        EXPECT_EQ(wrong, 0u) << "of column " << k;
    }
    EXPECT_EQ(std::ranges::count(seen, true), components);
}

std::string scidacFile()
{
    return limeRecord("scidac-private-file-xml", "<scidacFile><dims>4 6 8 10</dims></scidacFile>");
}

std::string scidacRecord(const std::string& datatype, char precision, int spins, std::size_t typeBytes)
{
    return limeRecord(
        "scidac-private-record-xml",
        fmt::format("<scidacRecord><recordtype>0</recordtype><datatype>{}</datatype><precision>{}</precision>"
                    "<colors>3</colors><spins>{}</spins><typesize>{}</typesize><datacount>1</datacount>"
                    "</scidacRecord>",
                    datatype, precision, spins, typeBytes));
}

/// Of the data with so many bytes at a site: CRC-32 of each, turned by its number modulo 29 and 31.
std::string scidacSums(const std::string& data, std::size_t siteBytes)
{
    std::array<std::uint32_t, 2> sums{};
    for (std::size_t site = 0; site * siteBytes < data.size(); ++site) {
        const auto crc =
            std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(data.data() + site * siteBytes), uInt(siteBytes)));
        sums[0] ^= std::rotl(crc, int(site % 29));
        sums[1] ^= std::rotl(crc, int(site % 31));
    }
    return limeRecord(
        "scidac-checksum",
        fmt::format("<scidacChecksum><suma>{:x}</suma><sumb>{:x}</sumb></scidacChecksum>", sums[0], sums[1]));
}

TEST(PropagatorFile, OfUsqcdHasAScalarSourceAndColumnsInAnyOrder)
{
    const TemporaryFolder folder;
    const std::string source = "<usqcdSourceInfo><version>1.0</version><info>point</info></usqcdSourceInfo>";
    std::string bytes =
        scidacFile() +
        limeRecord("scidac-file-xml", "<usqcdPropFile><version>1.0</version><type>USQCD_DiracFermion_"
                                      "ScalarSource_TwelveSink</type><info>a\nquark</info></usqcdPropFile>") +
        scidacRecord("USQCD_D3_Complex", 'D', 0, 16) + limeRecord("scidac-record-xml", source) +
        limeRecord("scidac-binary-data", std::string(std::size_t(tall.volume()) * 16, '\0'));
    for (int k = 11; k >= 0; --k) {
        const int component = 5 * k % 12;
        NumberBytes data(true);
        for (std::int64_t site = 0; site < tall.volume(); ++site)
            for (int sink = 0; sink < 12; ++sink) {
                data.single(element(site, sink, component).real());
                data.single(element(site, sink, component).imag());
            }
        bytes += scidacRecord("USQCD_F3_DiracFermion", 'F', 4, 96) +
                 limeRecord("scidac-record-xml", fmt::format("<usqcdPropInfo><version>1.0</version><spin>{}</spin>"
                                                             "<color>{}</color><info/></usqcdPropInfo>",
                                                             component / 3, component % 3)) +
                 limeRecord("scidac-binary-data", data.text) + scidacSums(data.text, 96);
    }
    save(folder.file("x"), bytes);

    expectColumns(folder.file("x"), element);
    const PropagatorHeader header = openPropagator(folder.file("x"))->header();
    EXPECT_EQ(header.format, "USQCD");
    EXPECT_EQ(header.info, "a\\nquark");
    EXPECT_EQ(header.columns[11].source, "point");
    EXPECT_EQ(header.columns[0].bits, 32);
    EXPECT_TRUE(header.columns[0].summed);
}

TEST(PropagatorFile, OfChromaHasMatricesOfSpinsOfMatricesOfColours)
{
    const TemporaryFolder folder;
    NumberBytes data(true);
    for (std::int64_t site = 0; site < tall.volume(); ++site)
        for (int sinkSpin = 0; sinkSpin < 4; ++sinkSpin)
            for (int sourceSpin = 0; sourceSpin < 4; ++sourceSpin)
                for (int sinkColour = 0; sinkColour < 3; ++sinkColour)
                    for (int sourceColour = 0; sourceColour < 3; ++sourceColour) {
                        const Complex z = element(site, 3 * sinkSpin + sinkColour, 3 * sourceSpin + sourceColour);
                        data.real(z.real());
                        data.real(z.imag());
                    }
    const std::string rest =
        limeRecord("scidac-record-xml", "<Propagator/>") + limeRecord("scidac-binary-data", data.text);
    save(folder.file("x"), scidacFile() + limeRecord("scidac-file-xml", "<?xml version=\"1.0\"?><propagator/>") +
                               scidacRecord("Lattice", 'D', 4, 2304) + rest + scidacSums(data.text, 2304));
    save(folder.file("y"), scidacFile() + scidacRecord("QDP_D3_DiracPropagator", 'D', 4, 2304) + rest);

    expectColumns(folder.file("x"), element);
    const std::string message = fileError([&] { openPropagator(folder.file("y")); });
    EXPECT_NE(message.find("'QDP_D3_DiracPropagator'"), std::string::npos) << message;
}

/// As older QDP++ and CPS write it.
TEST(PropagatorFile, OfLinksThatStateSpinsIsAConfiguration)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU3, tall);
    NumberBytes data(true);
    data.matrix(links);
    save(folder.file("x"),
         scidacFile() +
             limeRecord("scidac-private-record-xml",
                        "<scidacRecord><recordtype>0</recordtype><datatype>QDP_D3_ColorMatrix</datatype><precision>D"
                        "</precision><colors>3</colors><spins>4</spins><typesize>144</typesize><datacount>4</datacount>"
                        "</scidacRecord>") +
             limeRecord("scidac-record-xml", "<x/>") + limeRecord("scidac-binary-data", data.text));

    EXPECT_FALSE(beginsAsPropagator(folder.file("x")));
    EXPECT_TRUE(readAll(*openGaugeFile(folder.file("x"))) == links);
    const std::string message = fileError([&] { openPropagator(folder.file("x")); });
    EXPECT_NE(message.find("are the links of a gauge field"), std::string::npos) << message;
}

TEST(PropagatorFile, OfTmLqcdIsTurnedFromItsSpins)
{
    const TemporaryFolder folder;
    const std::string format = "<etmcFormat><field>diracFermion</field><precision>64</precision><flavours>1</flavours>"
                               "<lx>4</lx><ly>6</ly><lz>8</lz><lt>10</lt></etmcFormat>";
    std::string own = format; // as tmLQCD writes it, with lx in the place of lz
    own.replace(own.find("<lz>8"), 5, "<lz>4");
    std::string bytes = limeRecord("propagator-type", "DiracFermion_Sink");
    std::string pairs =
        limeRecord("propagator-type", "DiracFermion_Source_Sink_Pairs"); // of which sources alone have checksums
    for (int source = 0; source < 12; ++source) {
        NumberBytes data(true);
        for (std::int64_t site = 0; site < tall.volume(); ++site)
            for (int sink = 0; sink < 12; ++sink) {
                data.real(element(site, sink, source).real());
                data.real(element(site, sink, source).imag());
            }
        bytes += limeRecord("etmc-propagator-format", format) + limeRecord("scidac-binary-data", data.text) +
                 scidacSums(data.text, 192);
        const std::string b(data.text.size(), '\0');
        pairs += limeRecord("etmc-source-format", own) + limeRecord("scidac-binary-data", b) + scidacSums(b, 192) +
                 limeRecord("etmc-propagator-format", own) + limeRecord("scidac-binary-data", data.text);
    }
    save(folder.file("x"), bytes);
    save(folder.file("pairs"), pairs);
    Spins v; // (0, i sigma_2; -i sigma_2, 0)
    v << 0, 0, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, 1, 0, 0, 0;
    for (std::size_t mu = 0; mu < 4; ++mu)
        ASSERT_LT((v * gammasOfTmLqcd()[mu] * v.inverse() - ourGammas()[mu]).norm(), 1e-15) << mu;

    for (const char* name : {"x", "pairs"}) {
        expectColumns(folder.file(name), inSpins(v, element));
        const PropagatorHeader header = openPropagator(folder.file(name))->header();
        EXPECT_EQ(header.format, "tmLQCD");
        EXPECT_EQ(header.columns[0].summed, name == std::string("x"));
    }
}

/// A file of MILC; without spins one of staggered quarks.
std::string milcBytes(bool big, bool hasSpins)
{
    const int components = hasSpins ? 12 : 3;
    NumberBytes file(big);
    file.integer(hasSpins ? 12781 : 23209);
    for (const int extent : tall.extents())
        file.integer(std::uint32_t(extent));
    file.text += "Fri Nov 27 12:00:00 2026" + std::string(64 - 24, '\0');
    file.integer(0);
    for (const std::uint32_t word : {4, 0, 1, 2, 3})
        if (hasSpins) file.integer(word);
    for (int source = 0; source < components; ++source) {
        NumberBytes data(big);
        std::array<std::uint32_t, 2> sums{};
        int word = 0;
        const auto put = [&](double value) {
            data.single(value);
            const auto bits = std::bit_cast<std::uint32_t>(float(value));
            sums[0] ^= std::rotl(bits, word % 29);
            sums[1] ^= std::rotl(bits, word % 31);
            ++word;
        };
        for (std::int64_t site = 0; site < tall.volume(); ++site)
            for (int sink = 0; sink < components; ++sink) {
                put(element(site, sink, source).real());
                put(element(site, sink, source).imag());
            }
        if (hasSpins) file.integer(std::uint32_t(source / 3));
        file.integer(std::uint32_t(source % 3));
        file.integer(sums[0]);
        file.integer(sums[1]);
        file.text += data.text;
    }
    return file.text;
}

TEST(PropagatorFile, OfMilcIsThatOfTheOperatorWithTheOtherSignOfGamma)
{
    const TemporaryFolder folder;
    const auto gamma = ourGammas();
    const Spins gamma5 = gamma[0] * gamma[1] * gamma[2] * gamma[3];
    for (const Spins& one : gamma)
        ASSERT_LT((gamma5 * one * gamma5.inverse() + one).norm(), 1e-15) << "1 + gamma becomes 1 - gamma";
    for (const bool big : {false, true}) {
        save(folder.file("x"), milcBytes(big, true));

        expectColumns(folder.file("x"), inSpins(gamma5, element));
        const PropagatorHeader header = openPropagator(folder.file("x"))->header();
        EXPECT_EQ(header.bigEndian, big);
        EXPECT_EQ(header.info, "Fri Nov 27 12:00:00 2026");
    }
}

TEST(PropagatorFile, OfMilcHasStaggeredVectors)
{
    const TemporaryFolder folder;
    for (const bool big : {false, true}) {
        save(folder.file("x"), milcBytes(big, false));

        expectColumns(folder.file("x"), element, 3);
    }
}

} // namespace
} // namespace gaugegl::io::test
