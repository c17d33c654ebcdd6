// Propagators come back from every format bit for bit; a damaged file gives one error with file, byte and what is wrong.
#include "io/sample_propagator.h"

#include <algorithm>
#include <functional>
#include <ostream>

namespace gaugegl::io::test {
namespace {

TEST(PropagatorFile, ComesBackFromEveryFormatBitForBit)
{
    const TemporaryFolder folder;
    const Lattice lattice({2, 4, 2, 6});
    int written = 0;
    for (const FormatFacts& facts : propagatorFormatFacts())
        for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered})
            for (const Group group : {Group::SU2, Group::SU3})
                for (const int bits : {32, 64}) {
                    const FermionFile content = sampleContent(kind, group, lattice);
                    const std::string path = folder.file("x");
                    try {
                        writeSample(path, content, {.format = facts.key, .bits = bits});
                    } catch (const InputError&) {
                        continue; // not of this format
                    }
                    ++written;
                    const auto reader = openPropagator(path);
                    const PropagatorHeader& header = reader->header();
                    EXPECT_EQ(header.format, facts.name);
                    EXPECT_TRUE(beginsAsPropagator(path));
                    EXPECT_EQ(header.kind, kind);
                    EXPECT_EQ(header.group, group);
                    ASSERT_EQ(header.columns.size(), content.records.size() / 2);
                    for (std::size_t k = 0; k < header.columns.size(); ++k) {
                        const auto same = std::ranges::find_if(content.records, [&](const FermionRecord& one) {
                            return one.role == FermionRole::Solution && one.component == header.columns[k].component;
                        });
                        ASSERT_NE(same, content.records.end());
                        EXPECT_TRUE(reader->column(k) == same->field) << facts.key << " column " << k;
                    }
                    EXPECT_EQ(folder.entries(), 1u) << "a temporary file is left";
                }
    EXPECT_EQ(written, 8 + 3 * 2) << "of USQCD all, of the others one kind of quarks of SU(3)";
}

TEST(PropagatorFile, ThatIsNotCompleteIsNotWritten)
{
    const TemporaryFolder folder;
    FermionFile content = sampleContent(FermionKind::Staggered, Group::SU3, Lattice({2, 2, 2, 2}));
    content.records.pop_back();

    try {
        writeSample(folder.file("x"), content, {});
        FAIL() << "it was written";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("3 components of the source, here are the components 1, 2"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_EQ(folder.entries(), 0u);
}

struct PropagatorDamage {
    const char* name;
    const char* format;
    std::function<void(std::string& bytes)> apply;
    std::vector<std::string> says;
};

void PrintTo(const PropagatorDamage& damage, std::ostream* out) { *out << damage.name; }

/// Replaces the first text that is there.
void exchange(std::string& bytes, const std::string& old, const std::string& text)
{
    const std::size_t at = bytes.find(old);
    ASSERT_NE(at, std::string::npos) << old;
    bytes.replace(at, old.size(), text);
}

const std::string notAFloat("\0\0\xc0\x7f", 4);

const std::vector<PropagatorDamage> propagatorDamages = {
    {"Nothing", "milc", [](std::string& b) { b.clear(); }, {"USQCD, tmLQCD, MILC or MILC staggered"}},
    {"Links", "milc", [](std::string& b) { b = "BEGIN_HEADER" + b; }, {"is a configuration of NERSC"}},
    {"SpinOfUsqcd", "usqcd", [](std::string& b) { exchange(b, "<spin>3", "<spin>4"); }, {"spin 4 and colour 2"}},
    {"CutOffOfUsqcd", "usqcd", [](std::string& b) { b.resize(b.size() / 2); }, {"ends after"}},
    {"FlavoursOfTmLqcd", "tmlqcd", [](std::string& b) { exchange(b, "<flavours>1", "<flavours>2"); }, {"is 2", "1"}},
    {"LatticeOfTmLqcd", "tmlqcd", [](std::string& b) { exchange(b, "<lz>2", "<lz>4"); }, {"on 2x4x4x6 needs"}},
    {"OddOfTmLqcd", "tmlqcd", [](std::string& b) { exchange(b, "<lz>2", "<lz>3"); }, {"extent 3 in direction z"}},
    {"SumOfTmLqcd", "tmlqcd", [](std::string& b) { exchange(b, "<suma>", "<suma>1"); }, {""}},
    {"NoFormatOfTmLqcd",
     "tmlqcd",
     [](std::string& b) { exchange(b, "etmc-propagator-format", "etmc-propagatar-format"); },
     {"no record etmc-propagator-format"}},
    {"BitOfTmLqcd",
     "tmlqcd",
     [](std::string& b) {
         const std::size_t data = b.find("scidac-binary-data");
         b[data + 128 + 1001] ^= 1;
     },
     {"suma", "scidac-checksum says"}},
    {"OrderOfMilc", "milc", [](std::string& b) { b[84] = 1; }, {"byte 84", "in the order 1"}},
    {"SpinsOfMilc", "milc", [](std::string& b) { b[88] = 7; }, {"byte 88", "7 spins"}},
    {"ExtentOfMilc", "milc", [](std::string& b) { b[4] = 3; }, {"byte 4", "extent 3 in direction x"}},
    {"HugeExtentOfMilc", "milc", [](std::string& b) { b[5] = 64; }, {"12 columns on 16386x4x2x6 need"}},
    {"CutOffOfMilc", "milc", [](std::string& b) { b.pop_back(); }, {"12 columns on 2x4x2x6 need"}},
    {"ColourOfMilc", "milc", [](std::string& b) { b[112] = 3; }, {"byte 108", "spin 0 and colour 3"}},
    {"BitOfMilc", "milc", [](std::string& b) { b[124 + 1001] ^= 1; }, {"byte 124", "sum29", "sum31"}},
    {"NotANumberOfMilc",
     "milc",
     [](std::string& b) { b.replace(124 + 96 + 8 * 4, 4, notAFloat); },
     {"byte 252", "spin 1, colour 1 of site (1,0,0,0)", "finite"}}};

class DamagedPropagator : public testing::TestWithParam<PropagatorDamage> {};

TEST_P(DamagedPropagator, GivesOneErrorWithFileAndPlace)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("broken");
    writeSample(path, sampleContent(FermionKind::Wilson, Group::SU3, Lattice({2, 4, 2, 6})),
                {.format = GetParam().format, .timeStamp = "now"});
    std::string bytes = contents(path);
    GetParam().apply(bytes);
    save(path, bytes);

    const std::string message = fileError([&] {
        const auto reader = openPropagator(path);
        for (std::size_t k = 0; k < reader->header().columns.size(); ++k)
            reader->column(k);
    });

    EXPECT_TRUE(message.starts_with(path + ": at byte ")) << message;
    for (const std::string& part : GetParam().says)
        EXPECT_NE(message.find(part), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(All, DamagedPropagator, testing::ValuesIn(propagatorDamages),
                         [](const auto& damage) { return std::string(damage.param.name); });

/// Cutting a good file anywhere, or turning round any of its bytes, is either harmless or a FileError.
TEST(DamagedPropagator, NeverFailsInAnotherWay)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("whole"), cut = folder.file("cut");
    for (const char* format : {"usqcd", "tmlqcd", "milc"}) {
        writeSample(path, sampleContent(FermionKind::Wilson, Group::SU3, Lattice({2, 2, 2, 2})), {.format = format});
        const std::string bytes = contents(path);
        const auto read = [&] {
            const auto reader = openPropagator(cut);
            for (std::size_t k = 0; k < reader->header().columns.size(); ++k)
                reader->column(k);
        };
        for (std::size_t at = 0; at < bytes.size(); at += at < 2000 ? 7 : 1511) {
            save(cut, bytes.substr(0, at));
            EXPECT_NO_THROW(fileError(read)) << format << at;
            std::string flipped = bytes;
            flipped[at] = static_cast<char>(~flipped[at]);
            save(cut, flipped);
            EXPECT_NO_THROW(fileError(read)) << format << at;
        }
    }
}

} // namespace
} // namespace gaugegl::io::test
