// Configurations as other codes write them: read, or named with what reads them.
#include "gaugegl/chain/configuration.h"

#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "host/gauge_field.h"
#include "io/hostile_files.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

using io::test::contents;
using io::test::fileError;
using io::test::save;
using io::test::TemporaryFolder;

/// The plaquette of all of them.
constexpr double known = 0.571077111694528, single = 1e-7, inDouble = 1e-12;

class FileOfAnotherCode : public testing::Test {
protected:
    void SetUp() override
    {
        if (std::getenv("GAUGEGL_TEST_DATA") == nullptr || !std::filesystem::exists(path("README.md")))
            GTEST_SKIP() << "set GAUGEGL_TEST_DATA to the folder of configurations by other programs, beside cases";
    }
    static std::string path(const std::string& name)
    {
        return std::string(std::getenv("GAUGEGL_TEST_DATA")) + "/../cases/" + name;
    }
    static double plaquette(const Configuration& configuration) { return host::plaquette(configuration.links); }
};

TEST_F(FileOfAnotherCode, OfQioAloneIsRead)
{
    for (const auto& [name, bits, tolerance] :
         {std::tuple{"scidac-single.lime", 32, single}, std::tuple{"scidac-double.lime", 64, inDouble}}) {
        const Configuration found = readConfiguration(path(name));
        EXPECT_EQ(found.header.format, "SciDAC");
        EXPECT_EQ(found.header.bits, bits);
        EXPECT_FALSE(found.header.checksum.empty());
        EXPECT_TRUE(found.header.warnings.empty());
        EXPECT_NEAR(plaquette(found), known, tolerance) << name;
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "holds SU3, but --group says SU2", fileError([] {
                            readConfiguration(path("scidac-double.lime"), {Group::SU2, {}});
                        }));
}

TEST_F(FileOfAnotherCode, IsReadWithTheLinksOfTheSameField)
{
    const HostGaugeField expected = readConfiguration(path("scidac-double.lime")).links;
    struct Case {
        const char* name;
        const char* format;
        int bits;
        bool bigEndian, checksum;
    };
    for (const Case& one :
         {Case{"milc-v5-little.lat", "MILC", 32, false, true}, Case{"milc-v5-big.lat", "MILC", 32, true, true},
          Case{"openqcd.cfg", "openQCD", 64, false, false}}) {
        const Configuration found = readConfiguration(path(one.name));
        EXPECT_EQ(found.header.format, one.format);
        EXPECT_EQ(found.header.bits, one.bits);
        EXPECT_EQ(found.header.bigEndian, one.bigEndian);
        EXPECT_EQ(!found.header.checksum.empty(), one.checksum);
        EXPECT_TRUE(found.header.warnings.empty());
        EXPECT_NEAR(plaquette(found), known, one.bits == 32 ? single : inDouble) << one.name;
        EXPECT_LE(testing_support::largestDifference(found.links, expected), one.bits == 32 ? 0x1p-23 : 0) << one.name;
    }
}

// What is read goes out again byte by byte.
TEST_F(FileOfAnotherCode, IsWrittenAsItWas)
{
    const TemporaryFolder folder;
    for (const char* name : {"milc-v5-little.lat", "milc-v5-big.lat", "openqcd.cfg"}) {
        const Configuration found = readConfiguration(path(name));
        const auto stamp = found.header.entries.find("TIME_STAMP");
        writeConfiguration(folder.file("u"), found.links,
                           {.format = std::string_view(name).starts_with("milc") ? "milc" : "openqcd",
                            .bits = found.header.bits,
                            .bigEndian = found.header.bigEndian,
                            .timeStamp = stamp == found.header.entries.end() ? "" : stamp->second});
        const std::string expected = contents(path(name)), written = contents(folder.file("u"));
        ASSERT_EQ(written.size(), expected.size());
        const std::size_t head = found.header.format == "openQCD" ? 24 : 0; // whose plaquette is rounded otherwise
        EXPECT_TRUE(written.substr(head) == expected.substr(head)) << name;
    }
}

TEST_F(FileOfAnotherCode, WithoutFieldInItsFormatIsReadByItsSize)
{
    const Configuration found = readConfiguration(path("ildg-without-field.ildg"));

    EXPECT_NEAR(plaquette(found), known, inDouble);
    ASSERT_EQ(found.header.warnings.size(), 1u);
    for (const char* part :
         {"ildg-without-field.ildg", "'ildg-format'", "<field> is missing", "SU3 on 4x4x4x4 in 64 bits"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, part, found.header.warnings[0]);
    EXPECT_NE(fileError([] { readConfiguration(path("ildg-without-field.ildg"), {Group::SU2, {}}); }), "");
    EXPECT_NE(fileError([] { readConfiguration(path("ildg-without-field.ildg"), {{}, Lattice({4, 4, 4, 8})}); }), "");
}

TEST_F(FileOfAnotherCode, WithADamagedFormatIsReadAsTheHintsSay)
{
    const std::string name = path("ildg-missing-quote.ildg");
    const std::string error = fileError([&] { readConfiguration(name); });
    for (const char* part : {"'ildg-format'", "XML is damaged", "--group su3 --lattice 4x4x4x4"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, part, error);

    for (const io::GaugeFileHints& hints :
         {io::GaugeFileHints{Group::SU3, Lattice({4, 4, 4, 4})}, io::GaugeFileHints{{}, Lattice({4, 4, 4, 4})}}) {
        const Configuration found = readConfiguration(name, hints);
        EXPECT_NEAR(plaquette(found), known, inDouble);
        ASSERT_EQ(found.header.warnings.size(), 1u);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "XML is damaged", found.header.warnings[0]);
    }
    EXPECT_NE(fileError([&] { readConfiguration(name, {Group::SU2, Lattice({4, 4, 4, 4})}); }), "");
}

TEST_F(FileOfAnotherCode, OfNerscWithoutChecksumIsReadWithAWarning)
{
    const Configuration found = readConfiguration(path("nersc-without-checksum.nersc"));

    EXPECT_NEAR(plaquette(found), known, inDouble);
    ASSERT_EQ(found.header.warnings.size(), 1u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no key CHECKSUM", found.header.warnings[0]);
}

TEST_F(FileOfAnotherCode, OfNerscWithFourDigitsIsComparedToFour)
{
    EXPECT_NEAR(plaquette(readConfiguration(path("nersc-four-digits.nersc"))), known, inDouble);

    const TemporaryFolder folder;
    const std::string bytes = contents(path("nersc-four-digits.nersc"));
    for (const auto& [from, to, fits] :
         {std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 0.5713", false},
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 0.5710", true}, // cut off, not rounded
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 5.711E-01", true},
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 5.714E-01", false},
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 0.57107710", true},
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 0.57109000", false},
          std::tuple{"PLAQUETTE = 0.5711", "PLAQUETTE = 1", false},
          std::tuple{"LINK_TRACE = -0.0047", "LINK_TRACE = -0.0049", false}}) {
        std::string changed = bytes;
        changed.replace(changed.find(from), std::string_view(from).size(), to);
        save(folder.file("u"), changed);
        const std::string error = fileError([&] { readConfiguration(folder.file("u")); });
        EXPECT_EQ(error.empty(), fits) << to << ": " << error;
        EXPECT_EQ(error.find("the header gives the ") == std::string::npos, fits) << error;
    }
}

TEST_F(FileOfAnotherCode, OfGzipIsReadAsWhatItStandsFor)
{
    const Configuration found = readConfiguration(path("conf.ildg.gz"));
    EXPECT_EQ(found.header.format, "ILDG");
    EXPECT_EQ(testing_support::largestDifference(found.links, readConfiguration(path("scidac-double.lime")).links), 0);

    const TemporaryFolder folder;
    const std::string bytes = contents(path("conf.ildg.gz"));
    const auto errorOf = [&](const std::string& of) {
        save(folder.file("u"), of);
        return fileError([&] { readConfiguration(folder.file("u")); });
    };
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the compressed file is cut off",
                        errorOf(bytes.substr(0, bytes.size() / 2)));
    std::string damaged = bytes;
    damaged[bytes.size() / 2] ^= 1;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the compressed data are damaged", errorOf(damaged));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the compressed data are damaged", errorOf(bytes + "more"));
    EXPECT_NE(errorOf(bytes.substr(0, 3)), "");
}

// By content, whatever the name.
TEST(ForeignFormat, IsNamedByItsFirstBytes)
{
    using namespace std::string_literals;
    const TemporaryFolder folder;
    const auto errorOf = [&](const std::string& bytes) {
        save(folder.file("u.ildg"), bytes);
        return fileError([&] { readConfiguration(folder.file("u.ildg")); });
    };
    const std::string user(512, 'u'), rest(64, '\1');
    for (const auto& [bytes, says] : {std::pair{"BZh91AY"s, "bzip2 -d"},
                                      std::pair{"\xfd"
                                                "7zXZ\0"s,
                                                "xz -d"},
                                      std::pair{"PK\3\4"s, "unzip"}, std::pair{"\x93NUMPY\1\0"s, "from_numpy"},
                                      std::pair{user + "\x89HDF\r\n\x1a\n"s, "HDF5"},
                                      std::pair{"version https://git-lfs.github.com/spec/v1\n"s, "git lfs pull"},
                                      std::pair{"<!DOCTYPE html><html>"s, "web page"}}) {
        const std::string error = errorOf(bytes + rest);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, says, error);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "u.ildg: at byte 0: is ", error);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "expected is a configuration in a format that is read (", error);
    }
    const std::string ofZstd = errorOf("\x28\xb5\x2f\xfd"s + rest); // which is read where its library is
    EXPECT_TRUE(ofZstd.find("zstd -d") != std::string::npos || ofZstd.find("data are damaged") != std::string::npos)
        << ofZstd;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "here is 01010101", errorOf(rest));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "here is nothing", errorOf(""));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "here is 04", errorOf("\4"s));
}

/// A file of QIO's own with one record of data.
std::string scidacFile(const std::string& record, const std::string& data, const std::string& volfmt = "0")
{
    using io::test::limeRecord;
    return limeRecord("scidac-private-file-xml",
                      "<scidacFile><dims>2 2 2 2 </dims><volfmt>" + volfmt + "</volfmt></scidacFile>") +
           limeRecord("scidac-private-record-xml", "<scidacRecord>" + record + "</scidacRecord>") +
           limeRecord("scidac-binary-data", data);
}

TEST(ScidacFile, ThatIsNoGaugeFieldSaysWhatItIs)
{
    const TemporaryFolder folder;
    const auto errorOf = [&](const std::string& bytes) {
        save(folder.file("u"), bytes);
        return fileError([&] { readConfiguration(folder.file("u")); });
    };
    const auto record = [](int colours, int spins, int size, int count) {
        return fmt::format("<precision>F</precision><colors>{}</colors><spins>{}</spins><typesize>{}</typesize>"
                           "<datacount>{}</datacount>",
                           colours, spins, size, count);
    };
    const std::string data(16 * 128, '\0');

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "propagator", errorOf(scidacFile(record(3, 4, 96, 1), data)));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "5 colours", errorOf(scidacFile(record(5, 0, 200, 4), data)));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "needs 4608", errorOf(scidacFile(record(3, 0, 72, 4), data)));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "<volfmt> is '1', expected 0: the field is divided among several files",
                        errorOf(scidacFile(record(2, 0, 32, 4), data, "1")));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "`qio-convert-mesh-singlefs 1 NAME < LAYOUT` joins them",
                        errorOf(io::test::limeRecord("scidac-sitelist", std::string(64, '\0')) +
                                scidacFile(record(2, 0, 32, 4), data, "2")));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "link x of site (0,0,0,0) is not in SU2",
                        errorOf(scidacFile(record(2, 0, 32, 4), data)));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no record scidac-private-file-xml",
                        errorOf(io::test::limeRecord("scidac-binary-data", data)));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "checkpoint of gaugegl",
                        errorOf(io::test::limeRecord("gaugegl-checkpoint", "format = 1\n")));
}

} // namespace
} // namespace gaugegl
