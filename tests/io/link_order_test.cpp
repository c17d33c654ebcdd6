// Where each link lies in a file: files made byte by byte from the descriptions of the formats, on a lattice with unequal extents.
#include "io/number_bytes.h"
#include "io/sample_field.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace gaugegl::io::test {
namespace {

const Lattice four({4, 6, 8, 10});

std::span<const Complex> link(const Links& links, Group group, const Coordinates& x, int mu)
{
    const std::size_t size = numbersPerSite(group) / 4;
    return std::span(links).subspan((std::size_t(four.index(x)) * 4 + std::size_t(mu)) * size, size);
}

/// Calls f with all sites, t slowest, then x, y and z.
template<class F>
void forSitesZFastest(const F& f)
{
    for (int t = 0; t < four.extent(3); ++t)
        for (int x = 0; x < four.extent(0); ++x)
            for (int y = 0; y < four.extent(1); ++y)
                for (int z = 0; z < four.extent(2); ++z)
                    f(Coordinates{x, y, z, t});
}

const std::array<int, 4> timeFirst = {3, 0, 1, 2};

std::string openQcd(const Links& links)
{
    NumberBytes bytes(false);
    for (const int mu : timeFirst)
        bytes.integer(std::uint32_t(four.extent(mu)));
    bytes.real(3 * 0.25);
    forSitesZFastest([&](const Coordinates& x) {
        if ((x[0] + x[1] + x[2] + x[3]) % 2 == 0) return;
        for (const int mu : timeFirst) {
            bytes.matrix(link(links, Group::SU3, x, mu));
            bytes.matrix(link(links, Group::SU3, four.shifted(x, mu, -1), mu));
        }
    });
    return bytes.text;
}

std::string hiRep(Group group, const Links& links, bool quaternions)
{
    NumberBytes bytes(true);
    bytes.integer(std::uint32_t(colours(group)));
    for (const int mu : timeFirst)
        bytes.integer(std::uint32_t(four.extent(mu)));
    bytes.real(0.25);
    forSitesZFastest([&](const Coordinates& x) {
        for (const int mu : timeFirst) {
            const auto u = link(links, group, x, mu);
            if (!quaternions) {
                bytes.matrix(u);
                continue;
            }
            for (const double q : {u[0].real(), u[2].imag(), u[2].real(), u[0].imag()})
                bytes.real(q);
        }
    });
    return bytes.text;
}

/// Natural order of sites and directions; with the header of a version, or of FNAL.
std::string milc(const Links& links, bool bigEndian, std::uint32_t magic)
{
    NumberBytes data(bigEndian), bytes(bigEndian);
    std::uint32_t sum29 = 0, sum31 = 0;
    for (const Complex& z : links) {
        data.single(z.real());
        data.single(z.imag());
    }
    for (std::size_t i = 0; 4 * i < data.text.size(); ++i) {
        const auto word = load<std::uint32_t>(reinterpret_cast<const std::byte*>(&data.text[4 * i]), bigEndian);
        sum29 ^= std::rotl(word, int(i % 29));
        sum31 ^= std::rotl(word, int(i % 31));
    }
    bytes.integer(magic);
    if (magic == 0x71626434)
        for (const std::uint32_t fact : {1000000000u, 4u, 72u})
            bytes.integer(fact);
    for (int mu = 0; mu < 4; ++mu)
        bytes.integer(std::uint32_t(four.extent(mu)));
    if (magic == 53546) {
        for (const std::uint32_t word : {236u, 0u, 5u}) // the size of the header; the order; the length of the text
            bytes.integer(word);
        bytes.text += "1996" + std::string(196, '\0');
        for (const std::uint32_t word : {0u, 0u}) // no parameters; a checksum that is not used
            bytes.integer(word);
    } else if (magic == 20103) {
        std::string stamp = "Mon Jan  1 00:00:00 2001";
        stamp.resize(64);
        bytes.text += stamp;
        for (const std::uint32_t word : {0u, sum29, sum31})
            bytes.integer(word);
    } else if (magic == 59354) {
        bytes.single(1.5);
        bytes.single(2.5);
    } else {
        bytes.integer(0);
    }
    return bytes.text + data.text;
}

/// As hiRep(), behind the header of FermiQCD, for SU(3) in double precision.
std::string mdp(const Links& links, bool bigEndian)
{
    NumberBytes bytes(bigEndian);
    for (const char* text : {"File Type: MDP FIELD\n", "gaugegl " GAUGEGL_VERSION, "Mon Jan  1 00:00:00 2001\n"}) {
        std::string padded = text;
        padded.resize(60);
        bytes.text += padded;
    }
    for (const std::uint32_t word : {0x87654321u, 4u, 10u, 4u, 6u, 8u, 0u, 0u, 0u, 0u, 0u, 0u, 576u, 4u * 6 * 8 * 10})
        bytes.integer(word);
    forSitesZFastest([&](const Coordinates& x) {
        for (const int mu : timeFirst)
            bytes.matrix(link(links, Group::SU3, x, mu));
    });
    return bytes.text;
}

struct OrderCase {
    const char* name;
    const char* format;
    Group group;
    int bits;
    std::string (*make)(const Links& links);
    const char* written; ///< the key in which the same bytes are written; "" for none
};
void PrintTo(const OrderCase& one, std::ostream* out) { *out << one.name; }

class LinkOrderTest : public testing::TestWithParam<OrderCase> {
protected:
    const OrderCase& of() const { return GetParam(); }
    const TemporaryFolder folder_;
    const Links links_ = sampleField(of().group, four);
};

TEST_P(LinkOrderTest, IsThatOfTheDescription)
{
    const std::string bytes = of().make(links_), path = folder_.file("u");
    save(path, bytes);
    const auto reader = openGaugeFile(path);
    EXPECT_EQ(reader->header().format, of().format);
    EXPECT_EQ(reader->header().lattice, four);
    EXPECT_EQ(reader->header().bits, of().bits);
    reader->checkFirstSite();
    const Links found = readAll(*reader);
    for (std::size_t i = 0; i < links_.size(); ++i)
        ASSERT_LE(std::abs(found[i] - links_[i]), of().bits == 32 ? 0x1p-23 : 1e-15) << "number " << i;

    if (*of().written == '\0') return;
    GaugeWriteOptions options = sampleOptions(of().written);
    options.bits = of().bits;
    options.bigEndian = reader->header().bigEndian;
    options.timeStamp = "Mon Jan  1 00:00:00 2001";
    writeGaugeFile(folder_.file("v"), of().group, four, options, sourceOf(of().group, links_));
    EXPECT_TRUE(contents(folder_.file("v")) == bytes);
}

TEST_P(LinkOrderTest, NamesALinkThatIsDamagedAndAFileThatIsCutOff)
{
    const std::string path = folder_.file("u");
    std::string bytes = of().make(links_);
    Links damaged = links_;
    const std::size_t size = numbersPerSite(of().group) / 4;
    const Coordinates x = {3, 4, 7, 8};
    damaged[(std::size_t(four.index(x)) * 4 + 2) * size] += 0.25; // z
    save(path, of().make(damaged));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "link z of site (3,4,7,8) is not in ", readError(path));

    save(path, bytes.substr(0, bytes.size() - 8));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "bytes of data follow the header, but SU", readError(path));
    save(path, bytes + "1234");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "bytes of data follow the header, but SU", readError(path));
    save(path, bytes.substr(0, 20));
    EXPECT_NE(readError(path), "");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "--lattice says 4x6x8x8", [&] {
        save(path, bytes);
        return readError(path, {{}, Lattice({4, 6, 8, 8})});
    }());
}

INSTANTIATE_TEST_SUITE_P(
    Formats, LinkOrderTest,
    testing::Values(
        OrderCase{"OpenQcd", "openQCD", Group::SU3, 64, openQcd, "openqcd"},
        OrderCase{"HiRepSu3", "HiRep", Group::SU3, 64, [](const Links& l) { return hiRep(Group::SU3, l, false); },
                  "hirep"},
        OrderCase{"HiRepSu2", "HiRep", Group::SU2, 64, [](const Links& l) { return hiRep(Group::SU2, l, false); }, ""},
        OrderCase{"HiRepQuaternions", "HiRep", Group::SU2, 64,
                  [](const Links& l) { return hiRep(Group::SU2, l, true); }, "hirep"},
        OrderCase{"FermiQcdLittle", "FermiQCD", Group::SU3, 64, [](const Links& l) { return mdp(l, false); }, "mdp"},
        OrderCase{"FermiQcdBig", "FermiQCD", Group::SU3, 64, [](const Links& l) { return mdp(l, true); }, "mdp"},
        OrderCase{"MilcBig", "MILC", Group::SU3, 32, [](const Links& l) { return milc(l, true, 20103); }, "milc"},
        OrderCase{"MilcLittle", "MILC", Group::SU3, 32, [](const Links& l) { return milc(l, false, 20103); }, "milc"},
        OrderCase{"Milc4Big", "MILC version 4", Group::SU3, 32, [](const Links& l) { return milc(l, true, 59354); },
                  ""},
        OrderCase{"Milc4Little", "MILC version 4", Group::SU3, 32, [](const Links& l) { return milc(l, false, 59354); },
                  ""},
        OrderCase{"Milc1996Big", "MILC of 1996", Group::SU3, 32, [](const Links& l) { return milc(l, true, 53546); },
                  ""},
        OrderCase{"Milc1996Little", "MILC of 1996", Group::SU3, 32,
                  [](const Links& l) { return milc(l, false, 53546); }, ""},
        OrderCase{"Fnal", "MILC of FNAL", Group::SU3, 32, [](const Links& l) { return milc(l, false, 0x71626434); },
                  ""}),
    [](const auto& one) { return one.param.name; });

TEST(MilcFile, IsCheckedByItsTwoSums)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU3, four);
    std::string bytes = milc(links, false, 20103);
    bytes[96 + 4 * 1234] ^= 1; // the last bit of a number
    save(folder.file("u"), bytes);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the checksums of the data are sum29", readError(folder.file("u")));
    bytes[84] = 1;
    save(folder.file("u"), bytes);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the order 1 of the nodes", readError(folder.file("u")));
}

TEST(OpenQcdFile, WithOpenBoundariesSaysSo)
{
    const TemporaryFolder folder;
    Links links = sampleField(Group::SU3, four);
    for (std::int64_t site = four.volume() - four.spatialVolume(); site < four.volume(); ++site)
        std::fill_n(links.begin() + (4 * site + 3) * 9, 9, Complex(0));
    save(folder.file("u"), openQcd(links));
    EXPECT_PRED_FORMAT2(testing::IsSubstring,
                        ",9) is zero, as links in t of the last slice are with open boundary conditions in time",
                        readError(folder.file("u")));
}

TEST(OpenQcdFile, OfOpenQxDHasAnotherFieldBehind)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU3, four);
    const std::string bytes = openQcd(links), angles(8 + 32 * std::size_t(four.volume()), '\x3f');
    save(folder.file("u"), bytes + angles);
    const auto reader = openGaugeFile(folder.file("u"));
    EXPECT_TRUE(readAll(*reader) == links);
    ASSERT_EQ(reader->header().warnings.size(), 1U);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "a U(1) field of openQxD, which is not read",
                        reader->header().warnings.front());
    save(folder.file("u"), bytes + angles.substr(1));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "bytes of data follow the header", readError(folder.file("u")));
}

// QCDSTAG's order of directions and the letters of all five indices, matrices by rows and by columns, behind a header of 12 bytes.
TEST(RawLayout, OfAnyOrderIsReadAsItIsSaid)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU2, four);
    for (const bool big : {false, true})
        for (const bool transposed : {false, true}) {
            NumberBytes bytes(big);
            bytes.text = "some header.";
            for (const int mu : timeFirst)
                for (int t = 0; t < four.extent(3); ++t)
                    for (int z = 0; z < four.extent(2); ++z)
                        for (int y = 0; y < four.extent(1); ++y)
                            for (int x = 0; x < four.extent(0); ++x) {
                                const auto u = link(links, Group::SU2, {x, y, z, t}, mu);
                                const std::array<Complex, 4> turned = {u[0], u[2], u[1], u[3]};
                                bytes.matrix(transposed ? std::span<const Complex>(turned) : u);
                            }
            save(folder.file("u"), bytes.text);
            const std::string layout =
                std::string("dtzyx/txyz/") + (big ? "big" : "little") + "/64" + (transposed ? "/transposed" : "");
            const GaugeFileHints hints{Group::SU2, four, RawLayout::parse(layout)};
            EXPECT_TRUE(readAll(*openGaugeFile(folder.file("u"), hints)) == links) << layout;
        }
    EXPECT_THROW(openGaugeFile(folder.file("u"), {{}, four, RawLayout::parse("dtzyx/txyz/little/64")}), InputError);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "SU3 4x6x8x10 in 64 bits needs 1105920",
                        readError(folder.file("u"), {Group::SU3, four, RawLayout::parse("dtzyx/txyz/little/64")}));
    for (const char* wrong : {"", "tzyxd/xyzt/big", "tzyx/xyzt/big/64", "tzyxx/xyzt/big/64", "tzyxd/xyz/big/64",
                              "tzyxd/xyzt/huge/64", "tzyxd/xyzt/big/16", "tzyxd/xyzt/big/64/x"})
        EXPECT_THROW(RawLayout::parse(wrong), InputError) << wrong;
    try {
        RawLayout::parse("tzyxd\n\x1b[2J");
        ADD_FAILURE() << "was taken";
    } catch (const InputError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, R"('tzyxd\n\u001b[2J' is no layout)", error.what());
    }
}

TEST(MdpFile, ThatIsNoGaugeFieldSaysSo)
{
    const TemporaryFolder folder;
    const std::string good = mdp(sampleField(Group::SU3, four), false);
    for (const auto& [at, value, says] :
         {std::tuple{180, 1, "the order of bytes is"}, std::tuple{184, 3, "has 3 dimensions, expected 4"},
          std::tuple{188, 9, "the header"}, std::tuple{228, 65, "bytes at a site is no gauge field"}}) {
        std::string bytes = good;
        bytes[std::size_t(at)] = char(value);
        save(folder.file("u"), bytes);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, says, readError(folder.file("u")));
    }
}

TEST(FormatOptions, ThatAFormatDoesNotHaveAreRefused)
{
    const TemporaryFolder folder;
    const auto write = [&](const GaugeWriteOptions& options, Group group) {
        const Links links = sampleField(group, four);
        writeGaugeFile(folder.file("u"), group, four, options, sourceOf(group, links));
    };
    EXPECT_THROW(write(sampleOptions("milc"), Group::SU3), InputError) << "64 bits";
    EXPECT_THROW(write({.format = "hirep", .bits = 32, .plaquette = 0.5}, Group::SU3), InputError);
    EXPECT_THROW(write({.format = "hirep", .bigEndian = false, .plaquette = 0.5}, Group::SU3), InputError);
    EXPECT_THROW(write(sampleOptions("openqcd"), Group::SU2), InputError);
    EXPECT_THROW(write({.format = "openqcd"}, Group::SU3), InputError) << "without its plaquette";
    EXPECT_THROW(write({.format = "none"}, Group::SU3), InputError);
    EXPECT_EQ(folder.entries(), 0u);
}

} // namespace
} // namespace gaugegl::io::test
