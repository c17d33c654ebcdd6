// Files of zstd, read at any position, where the program was built with its library.
#include "io/zstd_input.h"

#include "io/hostile_files.h"

namespace gaugegl::io::test {
namespace {

std::unique_ptr<PackedInput> openFrames(const std::string& file)
{
    return openZstd(InputFile("u", std::as_bytes(std::span(file))));
}

// Frames of different sizes, some larger than the distance between beginnings that are kept.
TEST(ZstdInput, GivesTheBytesAtAnyPosition)
{
    std::string all, file;
    for (const std::size_t size : {std::size_t{5} << 20, std::size_t{0}, std::size_t{1}, std::size_t{7} << 20}) {
        std::string part(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            part[i] = char((i * i >> 7) ^ (i >> 13));
        file += zstdFrame(part, 100);
        all += part + std::string(100, '\0');
    }
    const auto input = openFrames(file);
    if (!input) GTEST_SKIP() << "built without the library of zstd";
    ASSERT_EQ(input->size(), all.size());
    std::uint64_t offset = all.size() - 100;
    for (int i = 0; i < 60; ++i) {
        const std::size_t length = i % 3 == 0 ? 1 : i % 3 == 1 ? 100 : 300000;
        offset = (offset * 7 + 12345 * std::uint64_t(i)) % (all.size() - length);
        std::string found(length, '?');
        input->read(std::as_writable_bytes(std::span(found)), offset);
        ASSERT_TRUE(found == all.substr(offset, length)) << offset;
    }
}

TEST(ZstdInput, OfEveryFormatHasTheSameLinks)
{
    if (!openFrames(zstdFrame("x"))) GTEST_SKIP() << "built without the library of zstd";
    const TemporaryFolder folder;
    const Lattice lattice({4, 6, 8, 10});
    const Links links = sampleField(Group::SU3, lattice);
    for (const FormatFacts& facts : formatFacts()) {
        if (!facts.compressed || !facts.written) continue;
        GaugeWriteOptions options = sampleOptions(facts.key);
        options.bits = facts.inDouble ? 64 : 32;
        writeGaugeFile(folder.file("u"), Group::SU3, lattice, options, sourceOf(Group::SU3, links));
        save(folder.file("u.zst"), zstdFrame(contents(folder.file("u"))));
        EXPECT_TRUE(readAll(*openGaugeFile(folder.file("u.zst"))) == readAll(*openGaugeFile(folder.file("u"))))
            << facts.key;
    }
}

TEST(ZstdInput, ThatIsDamagedOrCutOffIsAFileError)
{
    if (!openFrames(zstdFrame("x"))) GTEST_SKIP() << "built without the library of zstd";
    const std::string good = zstdFrame(std::string(100000, 'a'));
    const auto messageOf = [](const std::string& file) { return fileError([&] { openFrames(file); }); };

    EXPECT_NE(messageOf(good.substr(0, good.size() - 1)).find("cut off"), std::string::npos);
    EXPECT_NE(messageOf(good.substr(0, 50000)).find("cut off"), std::string::npos);
    EXPECT_NE(messageOf(good + "another").find("damaged"), std::string::npos);
    EXPECT_EQ(messageOf(good + good), "");
}

TEST(ZstdInput, OfARepeatedByteHasTheSizeThatItStandsFor)
{
    std::string bomb;
    for (int i = 0; i < 1000; ++i)
        bomb += zstdFrame("", 100000);
    const auto input = openFrames(bomb);
    if (!input) GTEST_SKIP() << "built without the library of zstd";
    EXPECT_EQ(input->size(), 100000000u);
}

} // namespace
} // namespace gaugegl::io::test
