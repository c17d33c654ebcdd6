// Files of gzip, read at any position.
#include "io/gzip_input.h"
#include "io/gzip_output.h"

#include "io/hostile_files.h"

namespace gaugegl::io::test {
namespace {

// More than the first states that are kept, in members of different sizes.
TEST(GzipInput, GivesTheBytesAtAnyPosition)
{
    std::string all, file;
    for (const std::size_t size : {std::size_t{13} << 20, std::size_t{0}, std::size_t{1}, std::size_t{7} << 20}) {
        std::string part(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            part[i] = char((i * i >> 7) ^ (i >> 13));
        file += packed(part);
        all += part;
    }
    GzipInput input(InputFile("u", std::as_bytes(std::span(file))));
    ASSERT_EQ(input.size(), all.size());
    std::uint64_t offset = all.size() - 100;
    for (int i = 0; i < 60; ++i) {
        const std::size_t length = i % 3 == 0 ? 1 : i % 3 == 1 ? 100 : 300000;
        offset = (offset * 7 + 12345 * std::uint64_t(i)) % (all.size() - length);
        std::string found(length, '?');
        input.read(std::as_writable_bytes(std::span(found)), offset);
        ASSERT_TRUE(found == all.substr(offset, length)) << offset;
    }
}

// openQCD's order goes back by a slice again and again, and to the beginning.
TEST(GzipInput, OfEveryFormatHasTheSameLinks)
{
    const TemporaryFolder folder;
    const Lattice lattice({4, 6, 8, 10});
    const Links links = sampleField(Group::SU3, lattice);
    for (const std::string& key : writtenFormats()) {
        if (key == "hdf5") continue; // whose library reads files
        GaugeWriteOptions options = sampleOptions(key);
        options.bits = factsOfFormat(key).inDouble ? 64 : 32;
        writeGaugeFile(folder.file("u"), Group::SU3, lattice, options, sourceOf(Group::SU3, links));
        save(folder.file("u.gz"), packed(contents(folder.file("u"))));
        EXPECT_TRUE(readAll(*openGaugeFile(folder.file("u.gz"))) == readAll(*openGaugeFile(folder.file("u")))) << key;
    }
}

// What zlib's other direction gives is what was there, also of nothing and of several blocks.
TEST(GzipOutput, StandsForTheFile)
{
    const TemporaryFolder folder;
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20, (std::size_t{3} << 20) + 17}) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            bytes[i] = char(((i * i) >> 9) ^ i);
        save(folder.file("u"), bytes);

        writeGzip(folder.file("u"), folder.file("u.gz"));

        InputFile file(folder.file("u.gz"));
        file.unpack();
        ASSERT_EQ(file.size(), size);
        EXPECT_TRUE(file.text(0, size) == bytes) << size;
    }
    EXPECT_EQ(folder.entries(), 2u) << "a temporary file is left";
}

} // namespace
} // namespace gaugegl::io::test
