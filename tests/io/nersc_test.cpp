// Headers of NERSC files as other programs write them.
#include "gaugegl/io/gauge_file.h"

#include "io/sample_field.h"

#include <tuple>

namespace gaugegl::io::test {
namespace {

const Lattice unequalLattice({4, 6, 2, 8});

TEST(NerscFile, WithoutChecksumIsReadAndSaysSo)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU2, unequalLattice);
    const std::string path = folder.file("u");
    writeGaugeFile(path, Group::SU2, unequalLattice, sampleOptions("nersc"), sourceOf(Group::SU2, links));
    EXPECT_TRUE(openGaugeFile(path)->header().warnings.empty());
    std::string bytes = contents(path);
    bytes.replace(bytes.find("CHECKSUM"), 8, "CHECKSAM");
    save(path, bytes);

    const auto reader = openGaugeFile(path);

    EXPECT_EQ(readAll(*reader), links);
    EXPECT_TRUE(reader->header().checksum.empty());
    ASSERT_EQ(reader->header().warnings.size(), 1u);
    EXPECT_TRUE(reader->header().warnings[0].starts_with(path + ": the NERSC header has no key CHECKSUM"));
}

TEST(NerscFile, KnowsTheLastDigitOfItsNumbers)
{
    const TemporaryFolder folder;
    const Links links = sampleField(Group::SU2, unequalLattice);
    const std::string path = folder.file("u");
    writeGaugeFile(path, Group::SU2, unequalLattice, sampleOptions("nersc"), sourceOf(Group::SU2, links));
    const std::string bytes = contents(path), before = "PLAQUETTE = 0.25";
    for (const auto& [text, value, unit] :
         {std::tuple{"0.5711", 0.5711, 1e-4}, std::tuple{"-5.711e-01", -0.5711, 1e-4}, std::tuple{"5.7E+1", 57.0, 1.0},
          std::tuple{"0.57107711169", 0.57107711169, 1e-11}, std::tuple{"1", 1.0, 0.0}, std::tuple{"1.", 1.0, 0.0},
          std::tuple{"1e-1", 0.1, 0.0}, std::tuple{"0.5e0", 0.5, 0.1}}) {
        std::string changed = bytes;
        changed.replace(changed.find(before), before.size(), std::string("PLAQUETTE = ") + text);
        save(path, changed);
        const auto stated = openGaugeFile(path)->header().plaquette;
        ASSERT_TRUE(stated) << text;
        EXPECT_EQ(stated->value, value) << text;
        EXPECT_NEAR(stated->unit, unit, 1e-12 * unit) << text;
    }
}

} // namespace
} // namespace gaugegl::io::test
