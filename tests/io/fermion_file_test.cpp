// Fermion fields come back from a file bit for bit; a damaged file gives one error with file, byte and what is wrong.
#include "gaugegl/io/fermion_file.h"

#include "io/hostile_files.h"
#include "io/input_file.h"
#include "io/sample_field.h"

#include <bit>
#include <functional>
#include <ostream>

namespace gaugegl::io::test {
namespace {

const Lattice lattice({2, 4, 2, 6});

FermionVector sampleFermion(FermionKind kind, Group group, std::size_t seed)
{
    FermionVector field(std::size_t(lattice.volume()) * std::size_t(fermionComponents(kind, group)));
    for (std::size_t i = 0; i < field.size(); ++i)
        field[i] = {sample(2 * i + seed), sample(2 * i + 1 + seed)};
    return field;
}

FermionFile sampleFile(FermionKind kind, Group group)
{
    return {.kind = kind,
            .group = group,
            .lattice = lattice,
            .info = "kappa < 0.2 & mu > 0",
            .records = {{FermionRole::Source, "point:0,0,0,0:0:1", sampleFermion(kind, group, 1)},
                        {FermionRole::Solution, "sigma = 0.5", sampleFermion(kind, group, 99)}}};
}

std::string errorOf(const std::string& path)
{
    return fileError([&] { readFermions(path); });
}

class FermionFileTest : public testing::TestWithParam<std::tuple<FermionKind, Group>> {};

TEST_P(FermionFileTest, GivesBackWhatWasWrittenBitForBit)
{
    const TemporaryFolder folder;
    const auto [kind, group] = GetParam();
    const FermionFile written = sampleFile(kind, group);

    writeFermions(folder.file("x"), written);
    const FermionFile read = readFermions(folder.file("x"));

    EXPECT_EQ(read.kind, kind);
    EXPECT_EQ(read.group, group);
    EXPECT_EQ(read.lattice, lattice);
    EXPECT_EQ(read.info, written.info);
    ASSERT_EQ(read.records.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(read.records[i].role, written.records[i].role);
        EXPECT_EQ(read.records[i].info, written.records[i].info);
        EXPECT_TRUE(read.records[i].field == written.records[i].field);
    }
    EXPECT_EQ(folder.entries(), 1u) << "a temporary file is left";
}

INSTANTIATE_TEST_SUITE_P(All, FermionFileTest,
                         testing::Combine(testing::Values(FermionKind::Wilson, FermionKind::Staggered),
                                          testing::Values(Group::SU2, Group::SU3)));

/// The layout that other programs expect, written out by hand.
TEST(FermionFile, HasSpinBeforeColourAndBigEndianDoubles)
{
    const TemporaryFolder folder;
    FermionFile file = sampleFile(FermionKind::Wilson, Group::SU3);
    file.records.resize(1);
    const std::int64_t site = lattice.index({1, 2, 0, 5});
    file.records[0].field[std::size_t(site * 12 + 2 * 3 + 1)] = {1.5, -2.0};

    writeFermions(folder.file("x"), file);

    const std::string bytes = contents(folder.file("x"));
    const std::string type = "scidac-binary-data";
    const std::size_t data = bytes.find(type + std::string(128 - type.size(), '\0')) + 128;
    EXPECT_EQ(bytes.substr(data + std::size_t(site) * 192 + (2 * 3 + 1) * 16, 16),
              std::string("\x3f\xf8\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16));
    EXPECT_NE(bytes.find("<spins>4</spins><typesize>192</typesize><datacount>1</datacount>"), std::string::npos);
    EXPECT_NE(bytes.find("<dims>2 4 2 6 </dims>"), std::string::npos);
}

/// A file of single precision with what else QIO may write, made by hand.
TEST(FermionFile, OfSinglePrecisionAndAnotherProgramIsRead)
{
    const TemporaryFolder folder;
    std::string data;
    for (int i = 0; i < 16 * 3 * 2; ++i) {
        std::array<std::byte, 4> bytes{};
        store(bytes.data(), std::bit_cast<std::uint32_t>(0.25f * float(i)), true);
        data.append(reinterpret_cast<const char*>(bytes.data()), 4);
    }
    save(folder.file("x"),
         limeRecord("scidac-private-file-xml", "<scidacFile><dims>2 2 2 2</dims></scidacFile>") +
             limeRecord("scidac-file-xml", "no XML at all") +
             limeRecord("scidac-private-record-xml", "<scidacRecord><globaldata>0</globaldata><precision>F</precision>"
                                                     "<colors>3</colors><typesize>24</typesize><datacount>1</datacount>"
                                                     "</scidacRecord>") +
             limeRecord("scidac-record-xml", "<title>x</title>") + limeRecord("scidac-binary-data", data));

    const FermionFile file = readFermions(folder.file("x"));

    EXPECT_EQ(file.kind, FermionKind::Staggered);
    ASSERT_EQ(file.records.size(), 1u);
    EXPECT_EQ(file.records[0].role, FermionRole::Solution);
    EXPECT_EQ(file.records[0].field[5], Complex(2.5, 2.75));
}

TEST(FermionFile, ThatCannotBeWrittenSaysWhy)
{
    const TemporaryFolder folder;
    FermionFile file = sampleFile(FermionKind::Wilson, Group::SU2);
    file.records[1].field[13] = {0, std::nan("")};
    const auto messageOf = [&] {
        try {
            writeFermions(folder.file("x"), file);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };

    EXPECT_NE(messageOf().find("spin 2, colour 1 of site (1,0,0,0)"), std::string::npos) << messageOf();
    file.records[1].field.pop_back();
    EXPECT_NE(messageOf().find("a field of 767 numbers"), std::string::npos) << messageOf();
    EXPECT_EQ(folder.entries(), 0u);
}

struct FermionDamage {
    const char* name;
    std::function<void(std::string& bytes)> apply;
    std::vector<std::string> says;
};

void PrintTo(const FermionDamage& damage, std::ostream* out) { *out << damage.name; }

void replaceIn(std::string& bytes, const std::string& old, const std::string& text)
{
    const std::size_t at = bytes.find(old);
    if (at == std::string::npos) throw Error("'" + old + "' is not in the file");
    bytes.replace(at, old.size(), text);
}

/// The first data byte of the first field.
std::size_t dataOf(const std::string& bytes)
{
    const std::string type = "scidac-binary-data";
    return bytes.find(type + std::string(128 - type.size(), '\0')) + 128;
}

const std::vector<FermionDamage> damages = {
    {"Empty", [](std::string& b) { b.clear(); }, {"byte 0", "scidac-private-file-xml"}},
    {"Another",
     [](std::string& b) { b = "BEGIN_HEADER" + b; },
     {"byte 0", "is a configuration of NERSC; expected is a LIME file"}},
    {"NoLime", [](std::string& b) { b = "x" + b; }, {"byte 0", "456789ab", "78456789"}},
    {"NoLattice",
     [](std::string& b) { replaceIn(b, "scidac-private-file", "scidac-privote-file"); },
     {"byte 0", "QIO"}},
    {"OddLattice", [](std::string& b) { replaceIn(b, "<dims>2 4", "<dims>2 5"); }, {"extent 5 in direction y"}},
    {"ThreeExtents", [](std::string& b) { replaceIn(b, "2 4 2 6 ", "2 4 2   "); }, {"<dims> is '2 4 2'", "four"}},
    {"FiveExtents",
     [](std::string& b) { replaceIn(b, "2 4 2 6 </dims><volfmt>0<", "2 4 2 6 8</dims><volfmt><"); },
     {"<dims> is '2 4 2 6 8'"}},
    {"OtherLattice", [](std::string& b) { replaceIn(b, "2 4 2 6 ", "2 4 2 8 "); }, {"2x4x2x8 needs 24576"}},
    {"NoDescription",
     [](std::string& b) { replaceIn(b, "scidac-private-record", "scidac-privote-record"); },
     {"'scidac-binary-data'", "no record scidac-private-record-xml"}},
    {"FourColours", [](std::string& b) { replaceIn(b, "<colors>3", "<colors>4"); }, {"4 colours and 4 spins"}},
    {"TwoSpins", [](std::string& b) { replaceIn(b, "<spins>4", "<spins>2"); }, {"3 colours and 2 spins"}},
    {"OtherPrecision", [](std::string& b) { replaceIn(b, "<precision>D", "<precision>Q"); }, {"<precision> is 'Q'"}},
    {"OtherSize", [](std::string& b) { replaceIn(b, "<typesize>192", "<typesize>191"); }, {"is 191", "need 192 bytes"}},
    {"NoField", [](std::string& b) { replaceIn(b, "<recordtype>0", "<recordtype>1"); }, {"<recordtype> is 1"}},
    {"Mixed",
     [](std::string& b) {
         const std::size_t at = b.rfind("<colors>3");
         b[at + 8] = '2';
     },
     {"another kind of field"}},
    {"XmlDamaged", [](std::string& b) { replaceIn(b, "<colors>3", "<colors<3"); }, {"XML is damaged"}},
    {"OneBit", [](std::string& b) { b[dataOf(b) + 1007] ^= 1; }, {"suma", "scidac-checksum says"}},
    {"Infinite",
     [](std::string& b) { b.replace(dataOf(b) + 192 + 5 * 16, 8, std::string("\x7f\xf0\0\0\0\0\0\0", 8)); },
     {"spin 1, colour 2 of site (1,0,0,0)", "finite"}},
    {"CutOff", [](std::string& b) { b.resize(dataOf(b) + 1000); }, {"ends after 1000"}},
    {"NoData", [](std::string& b) { b.resize(dataOf(b) - 144); }, {"none of its 4 LIME records"}},
};

class DamagedFermionFile : public testing::TestWithParam<FermionDamage> {};

TEST_P(DamagedFermionFile, GivesOneErrorWithFileAndPlace)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("broken");
    writeFermions(path, sampleFile(FermionKind::Wilson, Group::SU3));
    std::string bytes = contents(path);
    GetParam().apply(bytes);
    save(path, bytes);

    const std::string message = errorOf(path);

    EXPECT_TRUE(message.starts_with(path + ": at byte ")) << message;
    for (const std::string& part : GetParam().says)
        EXPECT_NE(message.find(part), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(All, DamagedFermionFile, testing::ValuesIn(damages),
                         [](const auto& damage) { return std::string(damage.param.name); });

/// Cutting a good file anywhere, or turning round any of its bytes, is either harmless or a FileError.
TEST(DamagedFermionFile, NeverFailsInAnotherWay)
{
    const TemporaryFolder folder;
    FermionFile file = sampleFile(FermionKind::Staggered, Group::SU2);
    file.records.resize(1);
    const std::string path = folder.file("x"), cut = folder.file("cut");
    writeFermions(path, file);
    const std::string bytes = contents(path);

    for (std::size_t size = 0; size + 8 < bytes.size(); size += 149) {
        save(cut, bytes.substr(0, size));
        EXPECT_TRUE(errorOf(cut).starts_with(cut + ": at byte ")) << size << ": " << errorOf(cut);
    }
    for (std::size_t at = 0; at < bytes.size(); at += at < 1800 ? 5 : 211) {
        std::string turned = bytes;
        turned[at] = static_cast<char>(~turned[at]);
        save(cut, turned);
        EXPECT_NO_THROW(errorOf(cut)) << at;
    }
}

} // namespace
} // namespace gaugegl::io::test
