// The checkpoint as a file: what is written comes back, and nothing damaged does.
#include "chain/checkpoint.h"

#include "gaugegl/chain/ensemble.h"

#include "gaugegl/base/error.h"
#include "io/hostile_files.h"

#include <cstring>

namespace gaugegl {
namespace {

using io::test::contents;
using io::test::fileError;
using io::test::TemporaryFolder;

RunConfig sampleRun()
{
    RunConfig run;
    run.lattice = {{4, 4, 4, 8}, Group::SU3};
    run.action.beta = 5.7;
    run.output.directory = "a \"folder\"";
    return run;
}

class CheckpointTest : public testing::Test {
protected:
    void SetUp() override
    {
        CheckpointWriter to(path_, sampleRun(), {"driver \"A\"", "driver B"}, {"hop 4x4x4x4: straight 8x8x1, tuned"});
        to.add("history", numbers_);
        to.add("links", std::as_bytes(std::span(bits_)));
        to.add("empty", std::span<const std::byte>());
        to.commit();
    }
    std::string readError() const
    {
        return fileError([&] { CheckpointReader reader(path_); });
    }

    TemporaryFolder folder_;
    const std::string path_ = folder_.file("checkpoint");
    const std::vector<double> numbers_ = {1, -0.0, 1e-310, 3.141592653589793};
    const std::string bits_ = std::string("\0\x7f\xff raw bits", 12);
};

TEST_F(CheckpointTest, ReturnsWhatWasWritten)
{
    CheckpointReader from(path_);

    EXPECT_EQ(from.head().program, "gaugegl " GAUGEGL_VERSION);
    EXPECT_EQ(from.head().drivers, (std::vector<std::string>{"driver \"A\"", "driver B"}));
    EXPECT_EQ(from.head().variants, std::vector<std::string>{"hop 4x4x4x4: straight 8x8x1, tuned"});
    EXPECT_EQ(toToml(from.head().run), toToml(sampleRun()));
    const auto numbers = from.numbers("history", 4);
    ASSERT_EQ(numbers.size(), numbers_.size());
    EXPECT_EQ(std::memcmp(numbers.data(), numbers_.data(), 8 * numbers.size()), 0) << "bit for bit";
    const auto bits = from.section("links", bits_.size());
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bits.data()), bits.size()), bits_);
    EXPECT_TRUE(from.has("empty"));
    EXPECT_TRUE(from.section("empty").empty());
    EXPECT_FALSE(from.has("other"));
}

TEST_F(CheckpointTest, OfOtherVariantsOfKernelsTellsThoseThatChanged)
{
    EnsembleHistory history;
    history.variants = {"a 4x4: straight 8x8, tuned", "b 4x4: straight 8x8, tuned", "a 4x4: straight 8x8, default"};
    EXPECT_TRUE(history.changedVariants().empty());
    history.variants.emplace_back("b 4x4: steps 8x8, tuned");
    EXPECT_EQ(history.changedVariants(),
              (std::vector<std::string>{"b 4x4: straight 8x8, tuned", "b 4x4: steps 8x8, tuned"}));
}

// A run that names no version goes on with that of its checkpoint.
TEST_F(CheckpointTest, DecidesTheVersionOfTheRandomKey)
{
    RunConfig before = sampleRun(), now = sampleRun();
    before.update.keyVersion = 1;

    EXPECT_FALSE(firstDifference(before, now));
    EXPECT_EQ(resumedFrom(before, now).update.keyVersion, 1);
    now.update.keyVersion = 2;
    ASSERT_TRUE(firstDifference(before, now));
    EXPECT_EQ(firstDifference(before, now)->key, "key_version in [update]");
    EXPECT_EQ(resumedFrom(before, now).update.keyVersion, 2);
}

// A run goes on where its trajectories were made, unless it says where; before there was a choice they were made on the device.
TEST_F(CheckpointTest, KeepsThePathOfTrajectories)
{
    RunConfig before = sampleRun();
    before.hmc.emplace();
    RunConfig now = before;
    const auto path = [&] { return resumedFrom(before, now).hmc->parameters.path; };
    ASSERT_EQ(now.hmc->parameters.path, HmcPath::Auto);

    EXPECT_EQ(path(), HmcPath::Device);
    before.hmc->parameters.path = HmcPath::Cpu;
    EXPECT_EQ(path(), HmcPath::Cpu);
    EXPECT_FALSE(firstDifference(before, now));
    now.hmc->parameters.path = HmcPath::Device;
    EXPECT_EQ(path(), HmcPath::Device);
    EXPECT_FALSE(firstDifference(before, now)) << "as another path of shaders, it is another driver";
}

TEST_F(CheckpointTest, RefusesASectionThatIsMissingOrOfAnotherSize)
{
    CheckpointReader from(path_);

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gaugegl-section-other' is missing",
                        fileError([&] { from.section("other"); }));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "it has 12 bytes, expected 16",
                        fileError([&] { from.section("links", 16); }));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no multiple of 8", fileError([&] { from.numbers("links", 9); }));
}

// A section that no run of this kind writes is not read to its end.
TEST_F(CheckpointTest, RefusesASectionThatIsTooLongForItsRun)
{
    std::string bytes = contents(path_), type = "gaugegl-section-links";
    const std::size_t header = bytes.find(type + std::string(128 - type.size(), '\0')) - 16;
    CheckpointReader good(path_);
    good.verify(sampleRun());
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "it has 4 numbers, expected at most 3",
                        fileError([&] { good.numbers("history", 3); }));

    // As long as the disk likes: the header says 2^30 bytes, a hole, and the rest of the records follows behind it.
    constexpr std::uint64_t length = std::uint64_t{1} << 30; // MinGW makes no file of 2^31
    const std::string rest = bytes.substr(header + 144 + 16);
    for (int i = 0; i < 8; ++i)
        bytes[header + 8 + std::size_t(i)] = char(length >> (56 - 8 * i));
    io::test::saveWithHole(path_, bytes.substr(0, header + 144), header + 144 + length);
    std::ofstream(path_, std::ios::binary | std::ios::app) << rest;
    CheckpointReader hollow(path_);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "it has 1073741824 bytes, but no section of this run has more than",
                        fileError([&] { hollow.verify(sampleRun()); }));
}

TEST_F(CheckpointTest, ReportsTruncation)
{
    const std::string whole = contents(path_);
    for (std::size_t size = whole.size() % 5; size < whole.size(); size += 5) {
        io::test::save(path_, whole.substr(0, size));
        const std::string message = readError();
        // The padding after the last record may be missing: it holds nothing.
        if (message.empty()) {
            EXPECT_GT(size + 8, whole.size());
        } else {
            EXPECT_EQ(message.substr(0, path_.size()), path_);
        }
    }
}

TEST_F(CheckpointTest, ReportsFlippedBits)
{
    const std::string whole = contents(path_);
    int harmless = 0;
    for (std::size_t at = 0; at < whole.size(); at += 2) {
        std::string flipped = whole;
        flipped[at] = char(flipped[at] ^ (1 << at / 2 % 8));
        io::test::save(path_, flipped);
        try {
            CheckpointReader from(path_);
            // Flags of a record, the padding after types and data: nothing reads them.
            ++harmless;
            EXPECT_EQ(toToml(from.head().run), toToml(sampleRun()));
            EXPECT_EQ(from.section("links").size(), bits_.size());
            const auto numbers = from.numbers("history", 4);
            ASSERT_EQ(std::memcmp(numbers.data(), numbers_.data(), 8 * numbers_.size()), 0) << "byte " << at;
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, path_.size()), path_);
        }
    }
    EXPECT_LT(harmless, 6 * 128 / 2);
}

TEST_F(CheckpointTest, RefusesAnotherFormatOfTheFile)
{
    io::test::save(path_, "[lattice]");
    EXPECT_NE(readError(), "");
    {
        OutputFile file(path_);
        io::writeLimeRecord(file, "ildg-format", "x", {});
        file.commit();
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is not a checkpoint", readError());
    {
        // 00000000 is no CRC-32 of that text: the checksums are looked at before anything else.
        OutputFile file(path_);
        io::writeLimeRecord(file, "gaugegl-checkpoint", "format = 2\n", {});
        io::writeLimeRecord(file, "gaugegl-checksums", "00000000 gaugegl-checkpoint\n", {});
        file.commit();
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "CRC-32", readError());
    { // found by fuzzing: a format that fits no integer
        OutputFile file(path_);
        io::writeLimeRecord(file, "gaugegl-checkpoint", "format = 1e99\n", {});
        io::writeLimeRecord(file, "gaugegl-checksums", "2e4004be gaugegl-checkpoint\n", {});
        file.commit();
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "it has format 0", readError());
}

TEST(RunDifference, NamesTheFirstKeyThatMatters)
{
    RunConfig now = sampleRun();
    now.output.directory = "elsewhere";
    now.output.plots = false;
    now.output.checkpointSeconds = 5;
    now.device.path = PathChoice::Fragment;
    now.device.device = 1;
    now.device.tuning = false;
    now.update.sweeps = 7;
    EXPECT_FALSE(firstDifference(sampleRun(), now));

    now.update.overrelaxation = 7;
    now.output.prefix = "other";
    const auto found = firstDifference(sampleRun(), now);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->key, "overrelaxation in [update]");
    EXPECT_EQ(found->before, "2");
    EXPECT_EQ(found->now, "7");
}

TEST(RunDifference, TellsTheFermionsOfARunApart)
{
    RunConfig before = sampleRun();
    before.hmc.emplace();
    before.hmc->parameters.fermions = {{.action = FermionAction::Staggered, .mass = 0.1},
                                       {.action = FermionAction::Staggered, .mass = 0.2}};
    RunConfig now = before;
    now.hmc->failures = 9; // matters for no number
    EXPECT_FALSE(firstDifference(before, now));

    now.hmc->parameters.fermions[1].mass = 0.3;
    const auto found = firstDifference(before, now);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->key, "mass in [[hmc.fermions]] number 2");
    EXPECT_EQ(found->before, "0.2");
    EXPECT_EQ(found->now, "0.3");
}

TEST(RunDifference, KnowsAKeyThatOnlyOneOfThemHas)
{
    RunConfig start = sampleRun();
    start.update.start = Start::File;
    start.update.file = "u.ildg";
    RunConfig other = start;
    other.update.file.clear();

    const auto found = firstDifference(other, start);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->key, "file in [update]");
    EXPECT_EQ(found->before, "not given");
    EXPECT_EQ(found->now, "\"u.ildg\"");
}

} // namespace
} // namespace gaugegl
