// Configurations as HDF5, where its library is installed.
#include "io/sample_field.h"

#include <fmt/format.h>

namespace gaugegl::io::test {
namespace {

const Lattice odd({4, 6, 8, 10});

class Hdf5File : public testing::Test {
protected:
    void SetUp() override
    {
        if (!factsOfFormat("hdf5").written) GTEST_SKIP() << "this program was built without HDF5";
    }
    std::string written(Group group, int bits, const GaugeWriteOptions& more = sampleOptions("hdf5"))
    {
        GaugeWriteOptions options = more;
        options.bits = bits;
        const Links links = sampleField(group, odd);
        writeGaugeFile(folder_.file("u"), group, odd, options, sourceOf(group, links));
        return folder_.file("u");
    }
    const TemporaryFolder folder_;
};

TEST_F(Hdf5File, GivesBackEveryLinkAndItsAttributes)
{
    std::string past = "rest:5";
    for (int key = 1; key <= 300; ++key)
        past += fmt::format(" {:016x}:{}", key, 7 * key);
    for (const Group group : {Group::SU2, Group::SU3})
        for (const int bits : {32, 64}) {
            GaugeWriteOptions options = sampleOptions("hdf5");
            options.provenance = {{"MADE_BY", "a test"}};
            options.past = RandomPast::parse(past);
            ASSERT_TRUE(options.past);
            const auto reader = openGaugeFile(written(group, bits, options));
            EXPECT_EQ(reader->header().format, "HDF5");
            EXPECT_EQ(reader->header().group, group);
            EXPECT_EQ(reader->header().lattice, odd);
            EXPECT_EQ(reader->header().bits, bits);
            EXPECT_EQ(reader->header().plaquette.value().value, options.plaquette);
            EXPECT_EQ(reader->header().linkTrace.value().value, options.linkTrace);
            EXPECT_EQ(reader->header().entries.at("MADE_BY"), "a test");
            EXPECT_EQ(reader->header().past.value().text(), past);
            EXPECT_FALSE(reader->header().checksum.empty());
            reader->checkFirstSite();
            const Links links = sampleField(group, odd), back = readAll(*reader);
            for (std::size_t i = 0; i < links.size(); ++i)
                ASSERT_LE(std::abs(back[i] - links[i]), bits == 32 ? 0x1p-23 : 0) << "number " << i;
        }
}

TEST_F(Hdf5File, ThatIsDamagedGivesOneError)
{
    const std::string path = written(Group::SU3, 64), good = contents(path);
    std::string bytes = good;
    bytes[good.size() - 808] ^= 1; // the last bit of a number
    save(path, bytes);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "the checksum of the data is", readError(path));
    for (const std::size_t size : {std::size_t{8}, std::size_t{100}, good.size() / 2, good.size() - 1}) {
        save(path, good.substr(0, size));
        EXPECT_PRED_FORMAT2(testing::IsSubstring, path + ": ", readError(path)) << size;
    }
    bytes = good;
    bytes[bytes.find("links")] = 'L';
    save(path, bytes);
    EXPECT_EQ(readError(path), "") << "links are found by their axes";
    save(path, good);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "--group says SU2", readError(path, {Group::SU2, {}}));
}

} // namespace
} // namespace gaugegl::io::test
