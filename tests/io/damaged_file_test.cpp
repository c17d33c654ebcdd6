// A file that is damaged in any way gives one FileError that names the file, the place and what is wrong there.
#include "gaugegl/io/gauge_file.h"

#include "io/sample_field.h"

#include <functional>
#include <initializer_list>
#include <ostream>

namespace gaugegl::io::test {

namespace {

/// Puts `text` in the place of what stands there.
void replace(std::string& bytes, const std::string& old, const std::string& text)
{
    const std::size_t at = bytes.find(old);
    if (at == std::string::npos) throw Error("'" + old + "' is not in the file");
    bytes.replace(at, old.size(), text);
}

/// Where the LIME header of the first record of that type begins.
std::size_t recordAt(const std::string& bytes, const std::string& type)
{
    return bytes.find(type + std::string(128 - type.size(), '\0')) - 16;
}

/// Overwrites the length of a record.
void setLength(std::string& bytes, const std::string& type, const std::string& bigEndian)
{
    bytes.replace(recordAt(bytes, type) + 8, 8, bigEndian);
}

/// The first data byte.
std::size_t ildgData(const std::string& bytes) { return recordAt(bytes, "ildg-binary-data") + 144; }
std::size_t nerscData(const std::string& bytes) { return bytes.find("END_HEADER\n") + 11; }

std::string duplicated(const std::string& bytes, const std::string& type)
{
    const std::size_t at = recordAt(bytes, type);
    const std::size_t end = std::min(bytes.find("\x45\x67\x89\xab", at + 1), bytes.size());
    return bytes + bytes.substr(at, end - at);
}

struct Damage {
    const char* name;
    std::function<void(std::string& bytes)> apply;
    std::vector<std::string> says;
};

void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }

/// Writes a good SU(3) file of 4x4x2x2, damages it and reads it.
std::string errorAfter(const std::string& format, const Damage& damage, const std::string& path)
{
    const Lattice lattice({4, 4, 2, 2});
    const Links links = sampleField(Group::SU3, lattice);
    writeGaugeFile(path, Group::SU3, lattice, sampleOptions(format), sourceOf(Group::SU3, links));
    std::string bytes = contents(path);
    damage.apply(bytes);
    save(path, bytes);
    return readError(path);
}

void expectClearError(const std::string& format, const Damage& damage)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("broken");

    const std::string message = errorAfter(format, damage, path);

    EXPECT_TRUE(message.starts_with(path + ": at byte ")) << message;
    for (const std::string& part : damage.says)
        EXPECT_NE(message.find(part), std::string::npos) << message;
}

using Bytes = std::string;

const std::vector<Damage> ildgDamages = {
    {"Empty", [](Bytes& b) { b.clear(); }, {"byte 0", "is not a configuration in a format that is read", "nothing"}},
    {"TwoBytes", [](Bytes& b) { b.resize(2); }, {"byte 0", "is not a configuration in a format that is read", "4567"}},
    {"WrongMagic", [](Bytes& b) { b[1] = 'x'; }, {"byte 0", "here is 457889ab"}},
    {"WrongMagicLater",
     [](Bytes& b) { b[recordAt(b, "ildg-binary-data")] = 'x'; },
     {"must begin with 456789ab", "786789ab"}},
    {"WrongVersion", [](Bytes& b) { b[5] = 2; }, {"byte 0", "'ildg-format'", "version 2"}},
    {"HeaderCutOff", [](Bytes& b) { b.resize(100); }, {"byte 0", "cut off", "100 of 144"}},
    {"DataCutOff", [](Bytes& b) { b.resize(ildgData(b) + 1000); }, {"'ildg-binary-data'", "ends after 1000"}},
    {"ChecksumCutOff", [](Bytes& b) { b.resize(b.size() - 50); }, {"'scidac-checksum'", "ends after"}},
    {"BytesBehindTheLastRecord", [](Bytes& b) { b += "junk"; }, {"cut off", "4 of 144"}},
    {"LengthBeyondTheEnd",
     [](Bytes& b) { setLength(b, "ildg-binary-data", Bytes("\0\0\0\0\x7f\0\0\0", 8)); },
     {"'ildg-binary-data'", "2130706432"}},
    {"LengthTwoTo63",
     [](Bytes& b) { setLength(b, "ildg-binary-data", Bytes("\x80\0\0\0\0\0\0\0", 8)); },
     {"'ildg-binary-data'", "9223372036854775808"}},
    {"LengthMinusOne",
     [](Bytes& b) { setLength(b, "ildg-format", Bytes(8, '\xff')); },
     {"byte 0", "'ildg-format'", "18446744073709551615"}},
    {"NoBinaryData",
     [](Bytes& b) { replace(b, "ildg-binary-data", "ildg-binary-dada"); },
     {"none of its 3", "ildg-binary-data"}},
    {"TwoBinaryData", [](Bytes& b) { b = duplicated(b, "ildg-binary-data"); }, {"'ildg-binary-data'", "second"}},
    {"XmlDamaged", [](Bytes& b) { replace(b, "<precision>", "<precision<"); }, {"'ildg-format'", "XML"}},
    {"XmlTooLarge",
     [](Bytes& b) {
         const std::size_t data = recordAt(b, "ildg-format") + 144;
         setLength(b, "ildg-format", Bytes("\0\0\0\0\0\1\0\x08", 8));
         b = b.substr(0, data) + Bytes(0x10008, ' ') + b.substr(recordAt(b, "ildg-binary-data"));
     },
     {"'ildg-format'", "65544", "65536"}},
    {"TooManyRecords",
     [](Bytes& b) {
         Bytes empty = b.substr(recordAt(b, "scidac-checksum"), 144);
         empty.replace(8, 8, Bytes(8, '\0'));
         for (int i = 0; i < 10000; ++i)
             b += empty;
     },
     {"more than 10000"}},
    {"ExtentMissing", [](Bytes& b) { replace(b, "<lz>2</lz>", "          "); }, {"'ildg-format'", "<lz> is missing"}},
    {"ExtentNoNumber", [](Bytes& b) { replace(b, "<lz>2", "<lz>a"); }, {"'ildg-format'", "<lz>", "'a'"}},
    {"ExtentOdd", [](Bytes& b) { replace(b, "<lz>2", "<lz>3"); }, {"'ildg-format'", "extent 3 in direction z is odd"}},
    {"ExtentHuge",
     [](Bytes& b) { replace(b, "<version>1.0</version>", "<lx>2147483646</lx>   "); },
     {"'ildg-format'", "2147483646x4x2x2"}},
    {"OtherSize",
     [](Bytes& b) { replace(b, "<lz>2", "<lz>4"); },
     {"'ildg-binary-data'", "36864", "SU3 4x4x4x2 in 64 bits needs 73728"}},
    {"OtherPrecision",
     [](Bytes& b) { replace(b, ">64<", ">32<"); },
     {"'ildg-binary-data'", "36864", "in 32 bits needs 18432"}},
    {"UnknownPrecision", [](Bytes& b) { replace(b, ">64<", ">16<"); }, {"'ildg-format'", "precision 16"}},
    {"UnknownField", [](Bytes& b) { replace(b, "su3gauge", "su5gauge"); }, {"'ildg-format'", "su5gauge"}},
    {"OneBit",
     [](Bytes& b) { b[ildgData(b) + 4096 + 7] ^= 1; },
     {"'ildg-binary-data'", "suma", "scidac-checksum says"}},
    {"ChecksumNoNumber", [](Bytes& b) { b[b.find("<sumb>") + 6] = 'g'; }, {"'scidac-checksum'", "<sumb> is 'g"}},
    {"ChecksumMissing", [](Bytes& b) { replace(b, "<suma>", "<sumx>"); }, {"'scidac-checksum'", "XML"}},
    {"NotANumber",
     [](Bytes& b) { b.replace(ildgData(b) + 576 + 144, 2, "\x7f\xf8"); },
     {"link y of site (1,0,0,0)", "finite"}},
    {"NotUnitary",
     [](Bytes& b) { b.replace(ildgData(b) + 576 * 63 + 3 * 144, 8, Bytes("\x3f\xf8\0\0\0\0\0\0", 8)); },
     {"link t of site (3,3,1,1)", "not in SU3"}},
};

const std::vector<Damage> nerscDamages = {
    {"NoEnd",
     [](Bytes& b) {
         replace(b, "END_HEADER", "END_READER");
         b += Bytes(100000, '\n');
     },
     {"byte 0", "END_HEADER", "65536"}},
    {"HeaderOnlyBegun", [](Bytes& b) { b.resize(20); }, {"byte 0", "END_HEADER", "first 20 bytes"}},
    {"NoDataType", [](Bytes& b) { replace(b, "DATATYPE", "DATATIPE"); }, {"no key DATATYPE"}},
    {"NoDimension", [](Bytes& b) { replace(b, "DIMENSION_3", "DIMENSION_5"); }, {"no key DIMENSION_3"}},
    {"DamagedChecksum",
     [](Bytes& b) { replace(b, "CHECKSUM = ", "CHECKSUM = x"); },
     {"CHECKSUM = x", "32 bits in hex"}},
    {"NoFloatingPoint", [](Bytes& b) { replace(b, "FLOATING_P", "SWIMMING_P"); }, {"no key FLOATING_POINT"}},
    {"UnknownDataType", [](Bytes& b) { replace(b, "4D_SU3_GAUGE", "4D_SU3_WRONG"); }, {"DATATYPE = 4D_SU3_WRONG"}},
    {"UnknownOrder", [](Bytes& b) { replace(b, "IEEE64BIG", "IEEE64PDP"); }, {"FLOATING_POINT = IEEE64PDP"}},
    {"DimensionOdd", [](Bytes& b) { replace(b, "DIMENSION_2 = 4", "DIMENSION_2 = 5"); }, {"extent 5 in direction y"}},
    {"DimensionNoNumber", [](Bytes& b) { replace(b, "DIMENSION_2 = 4", "DIMENSION_2 = x"); }, {"DIMENSION_2 = x"}},
    {"DimensionTooLarge",
     [](Bytes& b) { replace(b, "DIMENSION_2 = 4", "DIMENSION_2 = 9999999999"); },
     {"DIMENSION_2 = 9999999999"}},
    {"PlaquetteNoNumber", [](Bytes& b) { replace(b, "PLAQUETTE = 0.25", "PLAQUETTE = nan "); }, {"PLAQUETTE = nan"}},
    {"ChecksumNoNumber", [](Bytes& b) { replace(b, "CHECKSUM = ", "CHECKSUM = z"); }, {"CHECKSUM = z"}},
    {"ChecksumWrong", [](Bytes& b) { replace(b, "CHECKSUM = ", "CHECKSUM = 7 \nOLD = "); }, {"header is 00000007"}},
    {"DataCutOff", [](Bytes& b) { b.resize(b.size() - 1); }, {"24575 bytes", "SU3 4x4x2x2 in 64 bits", "needs 24576"}},
    {"DataTooLong", [](Bytes& b) { b += "x"; }, {"24577 bytes", "needs 24576"}},
    {"OtherRows",
     [](Bytes& b) { replace(b, "4D_SU3_GAUGE", "4D_SU3_GAUGE_3x3"); },
     {"24576 bytes", "4D_SU3_GAUGE_3x3 needs 36864"}},
    {"OtherPrecision", [](Bytes& b) { replace(b, "IEEE64", "IEEE32"); }, {"24576 bytes", "in 32 bits", "needs 12288"}},
    {"OtherByteOrder", [](Bytes& b) { replace(b, "64BIG", "64LITTLE"); }, {"link x of site (0,0,0,0)"}},
    {"OneBit", [](Bytes& b) { b[nerscData(b) + 4096 + 7] ^= 1; }, {"checksum of the data is", "header is"}},
    {"Infinite",
     [](Bytes& b) { b.replace(nerscData(b) + 2 * 384 + 2 * 96, 8, Bytes("\x7f\xf0\0\0\0\0\0\0", 8)); },
     {"link z of site (2,0,0,0)", "finite"}},
};

class DamagedIldg : public testing::TestWithParam<Damage> {};
class DamagedNersc : public testing::TestWithParam<Damage> {};

TEST_P(DamagedIldg, GivesOneErrorWithFileAndPlace) { expectClearError("ildg", GetParam()); }
TEST_P(DamagedNersc, GivesOneErrorWithFileAndPlace) { expectClearError("nersc", GetParam()); }

const auto damageName = [](const auto& damage) { return std::string(damage.param.name); };
INSTANTIATE_TEST_SUITE_P(All, DamagedIldg, testing::ValuesIn(ildgDamages), damageName);
INSTANTIATE_TEST_SUITE_P(All, DamagedNersc, testing::ValuesIn(nerscDamages), damageName);

/// The error names the byte where the wrong link begins.
TEST(DamagedFile, IsWrongAtTheByteOfTheLink)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("broken");
    std::string place;
    const Damage damage = {"Infinite",
                           [&](Bytes& b) {
                               const std::size_t at = nerscData(b) + 2 * 384 + 3 * 96;
                               b.replace(at, 8, Bytes("\x7f\xf0\0\0\0\0\0\0", 8));
                               place = ": at byte " + std::to_string(at) + ": ";
                           },
                           {}};
    const std::string message = errorAfter("nersc", damage, path);

    EXPECT_TRUE(message.starts_with(path + place)) << message << place;
}

/// Cutting a good file anywhere, or turning round any of its bytes, is either harmless or a FileError.
TEST(DamagedFile, NeverFailsInAnotherWay)
{
    const TemporaryFolder folder;
    const Lattice lattice({2, 2, 2, 2});
    const Links links = sampleField(Group::SU2, lattice);
    for (const char* format : {"ildg", "nersc"}) {
        const std::string path = folder.file("u"), cut = folder.file("cut");
        writeGaugeFile(path, Group::SU2, lattice, sampleOptions(format), sourceOf(Group::SU2, links));
        const std::string bytes = contents(path);

        for (std::size_t size = 0; size + 8 < bytes.size(); size += 149) {
            save(cut, bytes.substr(0, size));
            EXPECT_TRUE(readError(cut).starts_with(cut + ": at byte ")) << size << ": " << readError(cut);
        }
        for (std::size_t at = 0; at < bytes.size(); at += at < 1000 ? 5 : 211) {
            std::string turned = bytes;
            turned[at] = static_cast<char>(~turned[at]);
            save(cut, turned);
            EXPECT_NO_THROW(readError(cut)) << at;
        }
    }
}

TEST(UnlabelledIldg, NeedsTheLatticeFromTheUser)
{
    const TemporaryFolder folder;
    const Lattice lattice({4, 2, 2, 2});
    const Links links = sampleField(Group::SU2, lattice);
    const std::string path = folder.file("u");
    for (const int bits : {32, 64}) {
        GaugeWriteOptions options;
        options.bits = bits;
        writeGaugeFile(path, Group::SU2, lattice, options, sourceOf(Group::SU2, links));
        std::string bytes = contents(path);
        replace(bytes, "ildg-format", "ildg-farmot");
        save(path, bytes);

        EXPECT_EQ(openGaugeFile(path, {Group::SU2, lattice})->header().bits, bits);
        EXPECT_EQ(readError(path, {Group::SU2, lattice}), "");
        EXPECT_EQ(openGaugeFile(path, {{}, lattice})->header().group, Group::SU2) << "by the size";
        EXPECT_EQ(readError(path, {{}, lattice}), "");
        for (const GaugeFileHints& few : {GaugeFileHints{}, GaugeFileHints{Group::SU2, {}}})
            EXPECT_NE(readError(path, few).find("for example --group su3 --lattice 4x4x4x4"), std::string::npos);
        EXPECT_NE(readError(path, {{}, Lattice({4, 4, 4, 6})}).find("which no group needs on 4x4x4x6"),
                  std::string::npos);
        const std::string wrong = readError(path, {Group::SU3, lattice});
        EXPECT_NE(wrong.find("SU3 4x2x2x2 needs 9216 in 32 bits or 18432 in 64 bits"), std::string::npos) << wrong;
    }
}

TEST(Hints, ThatContradictTheFileAreErrorsNamingBoth)
{
    const TemporaryFolder folder;
    const Lattice lattice({4, 2, 2, 2});
    const Links links = sampleField(Group::SU3, lattice);
    const std::string path = folder.file("u");
    for (const char* format : {"ildg", "nersc"}) {
        writeGaugeFile(path, Group::SU3, lattice, sampleOptions(format), sourceOf(Group::SU3, links));

        EXPECT_EQ(readError(path, {Group::SU3, lattice}), "");
        EXPECT_EQ(readError(path, {Group::SU2, lattice}), path + ": holds SU3, but --group says SU2");
        EXPECT_EQ(readError(path, {{}, Lattice({2, 2, 2, 4})}),
                  path + ": holds a 4x2x2x2 lattice, but --lattice says 2x2x2x4");
    }
}

TEST(GaugeFile, ThatCannotBeOpenedNamesFileAndReason)
{
    const TemporaryFolder folder;

    EXPECT_EQ(readError(folder.file("none")), folder.file("none") + ": cannot be opened: No such file or directory");
    EXPECT_EQ(readError(folder.file("")), folder.file("") + ": is not a regular file");
}

} // namespace
} // namespace gaugegl::io::test
