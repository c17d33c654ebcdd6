// Files made to hurt give one FileError of one line, at once and without memory for what they claim.
#include "io/hostile_files.h"

#include "io/input_file.h"

#include "support/memory_limit.h"

#include <chrono>
#include <functional>
#include <ostream>

namespace gaugegl::io::test {

namespace {

struct Hostile {
    const char* name;
    std::function<std::string()> bytes;
    std::vector<std::string> says;
};

void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.name; }

/// The message of the error with which `read` ends, in little time and memory.
template<class Read>
std::string harmlessError(const Read& read)
{
    const auto begin = std::chrono::steady_clock::now();
    std::string message;
    {
        const testing_support::MemoryLimit limit(32);
        message = fileError(read);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    EXPECT_NE(message, "") << "the file was taken as good";
    EXPECT_LT(message.size(), 700U);
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
}

void readAllOf(InputFile file, const GaugeFileHints& hints = {})
{
    openGaugeFile(std::move(file), hints)->read([](std::int64_t, std::span<const Complex>) {});
}

const std::array<std::string, 4> small = {"4", "4", "4", "4"};

const std::vector<Hostile> hostileFiles = {
    {"RecordOfTwoTo63Bytes",
     [] { return limeRecord("ildg-binary-data", "", std::uint64_t{1} << 63); },
     {"'ildg-binary-data'", "9223372036854775808 bytes"}},
    {"RecordThatWrapsRound",
     [] { return limeRecord("ildg-binary-data", "", ~std::uint64_t{0} - 143); },
     {"18446744073709551472 bytes"}},
    {"MillionRecords", [] { return repeated(limeRecord("a", ""), 1000000); }, {"more than 10000"}},
    {"XmlOfMegabytes", [] { return ildgWithFormat(std::string(10 << 20, ' ')); }, {"'ildg-format'", "10485760"}},
    {"EntityBomb",
     [] {
         return ildgWithFormat(ildgFormat({"&e99;", "4", "4", "4"}, entityBomb(100)));
     },
     {"'ildg-format'", "<lx> is '&e99;', expected an integer"}},
    {"DeepElements", [] { return ildgWithFormat(repeated("<a>", 21845)); }, {"'ildg-format'", "XML is damaged"}},
    {"DeepElementsClosed",
     [] { return ildgWithFormat(repeated("<a>", 9000) + repeated("</a>", 9000)); },
     {"'ildg-format'", "<ildgFormat> is missing"}},
    {"DeepDocumentType",
     [] { return ildgWithFormat("<!DOCTYPE a " + repeated("<!A[", 16000)); },
     {"'ildg-format'", "XML is damaged"}},
    {"ManyElements",
     [] { return ildgWithFormat("<ildgFormat>" + repeated("<a/>", 16000) + "</ildgFormat>"); },
     {"'ildg-format'", "<field> is missing"}},
    {"ManyAttributes",
     [] { return ildgWithFormat("<ildgFormat " + repeated("a='' ", 13000) + "></ildgFormat>"); },
     {"'ildg-format'", "<field> is missing"}},
    {"GiantAttribute",
     [] { return ildgWithFormat("<ildgFormat a='" + std::string(65000, 'x') + "'></ildgFormat>"); },
     {"'ildg-format'", "<field> is missing"}},
    {"GiantNumber",
     [] {
         return ildgWithFormat(ildgFormat({std::string(60000, '7'), "4", "4", "4"}));
     },
     {"'ildg-format'", "<lx> is '777", "expected an integer"}},
    {"LinesAndEscapesInValues",
     [] {
         return ildgWithFormat(ildgFormat({"4", "4\n4\x1b[2J\xff", "4", "4"}));
     },
     {R"(<ly> is '4\n4\u001b[2J\xff', expected an integer)"}},
    {"ChecksumOfMegabytes",
     [] { return ildgWithFormat(ildgFormat(small)) + limeRecord("scidac-checksum", std::string(1 << 20, '0')); },
     {"at byte"}},
    {"ExtentsOfABillion",
     [] {
         return ildgWithFormat(ildgFormat({"1000000000", "1000000000", "1000000000", "1000000000"}));
     },
     {"'ildg-format'", "1000000000x1000000000x1000000000x1000000000", "at most 2^32 - 1"}},
    {"ExtentsWhoseProductWrapsRound",
     [] {
         return ildgWithFormat(ildgFormat({"65536", "65536", "65536", "65536"}));
     },
     {"65536x65536x65536x65536", "at most 2^32 - 1"}},
    {"ExtentsWhoseBytesNeedMoreThan32Bits",
     [] {
         return ildgWithFormat(ildgFormat({"256", "256", "256", "254"}));
     },
     {"16 bytes of data", "needs 2454573809664"}},
    {"ExtentZero",
     [] {
         return ildgWithFormat(ildgFormat({"4", "0", "4", "4"}));
     },
     {"extent 0 in direction y"}},
    {"ExtentNegative",
     [] {
         return ildgWithFormat(ildgFormat({"-4", "-4", "4", "4"}));
     },
     {"extent -4 in direction x"}},
    {"NerscExtentsOfABillion",
     [] {
         return nerscHeader({"1000000000", "1000000000", "1000000000", "1000000000"});
     },
     {"DIMENSION_1", "at most 2^32 - 1"}},
    {"NerscExtentsWhoseProductWrapsRound",
     [] {
         return nerscHeader({"65536", "65536", "65536", "65536"});
     },
     {"DIMENSION_1", "at most 2^32 - 1"}},
    {"NerscExtentZero",
     [] {
         return nerscHeader({"4", "4", "0", "4"});
     },
     {"extent 0 in direction z"}},
    {"NerscExtentNegative",
     [] {
         return nerscHeader({"4", "4", "4", "-4"});
     },
     {"extent -4 in direction t"}},
    {"NerscExtentsWithoutData",
     [] {
         return nerscHeader({"254", "256", "256", "256"});
     },
     {"0 bytes of data"}},
    {"NerscOneEndlessLine",
     [] { return "BEGIN_HEADER\nDATATYPE = " + std::string(10 << 20, 'x'); },
     {"no END_HEADER in the first 65536 bytes"}},
    {"NerscManyKeys",
     [] {
         std::string header = "BEGIN_HEADER\n";
         for (int i = 0; i < 1000000; ++i)
             header += fmt::format("{}=\n", i);
         return header;
     },
     {"no END_HEADER in the first 65536 bytes"}},
    {"NerscGiantValue",
     [] {
         return nerscHeader({"4", std::string(60000, '4'), "4", "4"});
     },
     {"DIMENSION_2 = 444", "expected a number"}},
    {"NerscEscapesInAValue",
     [] {
         return nerscHeader({"4\x1b[2J\r4", "4", "4", "4"});
     },
     {R"(DIMENSION_1 = 4\u001b[2J\r4:)"}},
};

#ifndef __SANITIZE_ADDRESS__
TEST(HostileFileLimit, StopsALargeAllocation)
{
    const testing_support::MemoryLimit limit(32);

    EXPECT_THROW(std::vector<char>(std::size_t{64} << 20), std::bad_alloc);
}
#endif

class HostileFile : public testing::TestWithParam<Hostile> {};

TEST_P(HostileFile, GivesOneErrorAtOnceAndTakesNoMemory)
{
    const std::string bytes = GetParam().bytes();

    const std::string message =
        harmlessError([&] { readAllOf(InputFile("hostile", std::as_bytes(std::span(bytes)))); });

    EXPECT_TRUE(message.starts_with("hostile: at byte ")) << message;
    for (const std::string& part : GetParam().says)
        EXPECT_NE(message.find(part), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(All, HostileFile, testing::ValuesIn(hostileFiles),
                         [](const auto& hostile) { return std::string(hostile.param.name); });

TEST(HostileHoles, AreRefusedAtTheirBeginning)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("hole");
    const auto errorOf = [&] { return harmlessError([&] { readAllOf(InputFile(path)); }); };

    saveWithHole(path, "BEGIN_HEADER\n", std::uintmax_t{100} << 30);
    EXPECT_NE(errorOf().find("no END_HEADER in the first 65536 bytes"), std::string::npos);

    const std::string header = nerscHeader({"128", "128", "128", "128"}); // as large as the header says: 103 GB
    saveWithHole(path, header, header.size() + (std::uintmax_t{1} << 28) * 384);
    EXPECT_NE(errorOf().find("link x of site (0,0,0,0) is not in SU3"), std::string::npos);

    const std::uint64_t size = (std::uint64_t{1} << 28) * 576;
    saveWithHole(path, limeRecord("ildg-binary-data", "", size), 144 + size);
    const GaugeFileHints hints{Group::SU3, Lattice({128, 128, 128, 128})};
    const std::string message = harmlessError([&] { readAllOf(InputFile(path), hints); });
    EXPECT_NE(message.find("link x of site (0,0,0,0) is not in SU3"), std::string::npos) << message;
}

TEST(InputFileInMemory, ReadsAsAFileDoes)
{
    const TemporaryFolder folder;
    const Lattice lattice({2, 4, 2, 2});
    const Links links = sampleField(Group::SU3, lattice);
    for (const char* format : {"ildg", "nersc"}) {
        const std::string path = folder.file("u");
        writeGaugeFile(path, Group::SU3, lattice, sampleOptions(format), sourceOf(Group::SU3, links));
        const std::string bytes = contents(path);
        const auto fromFile = openGaugeFile(path);
        const auto fromMemory = openGaugeFile(InputFile("u", std::as_bytes(std::span(bytes))));

        EXPECT_EQ(fromMemory->header().format, fromFile->header().format);
        EXPECT_EQ(readAll(*fromMemory), readAll(*fromFile));
    }
}

TEST(InputFileInMemory, NamesTheByteBehindItsEnd)
{
    const std::array<std::byte, 4> bytes{};
    InputFile file("four", bytes);
    std::array<std::byte, 4> to{};

    EXPECT_EQ(file.text(1, 100).size(), 3U);
    EXPECT_EQ(file.text(9, 100), "");
    EXPECT_EQ(fileError([&] { file.read(to, 1); }), "four: at byte 1: the file ends at byte 4, 4 more were expected");
}

} // namespace
} // namespace gaugegl::io::test
