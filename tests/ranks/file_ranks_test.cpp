// Files of several ranks: each reads and writes its part, and the bytes are those of one rank.
#include "gauge/field_sections.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/io/formats.h"

#include "io/sample_field.h"
#include "ranks/ranks_fixture.h"

#include <csignal>
#include <sys/resource.h>

namespace gaugegl {
namespace {

using testing_support::RanksTest;
using testing_support::testRanks;

/// A text of the first rank, on all.
std::string ofFirst(const std::string& text)
{
    const auto first = testRanks()->gather(std::as_bytes(std::span(text))).front();
    return {reinterpret_cast<const char*>(first.data()), first.size()};
}

/// What the call throws, by its type and message.
template<class ErrorType, class Call>
std::string messageOf(const Call& call)
{
    try {
        call();
    } catch (const ErrorType& error) {
        return error.what();
    }
    return "";
}

class FileRanksTest : public testing::Test {
protected:
    FileRanksTest() : common_(ofFirst(mine_.file(""))) {}
    ~FileRanksTest() override { testRanks()->barrier(); } // before the first rank removes the folder

    static Lattice whole() { return Lattice({4, 6, 8, 10}); }
    static std::vector<SharedLattice> divisions()
    {
        const int size = testRanks()->size();
        std::vector<SharedLattice> result;
        for (int z = 1; z <= size; ++z)
            if (size % z == 0) {
                const DivisionRequest request{.grid = Grid{{1, 1, z, size / z}}};
                try {
                    const Lattice lattice = sharedLattice(whole(), testRanks()->rank(), size, request, GhostWidth{});
                    result.emplace_back(lattice, testRanks());
                } catch (const InputError&) { // this grid does not divide it
                    continue;
                }
            }
        EXPECT_FALSE(result.empty());
        return result;
    }
    static HostGaugeField field(Group group)
    {
        HostGaugeField all = hostGaugeField(whole(), group);
        all.links = io::test::sampleField(group, whole());
        return all;
    }
    static HostGaugeField partOf(const HostGaugeField& all, const SharedLattice& shared)
    {
        HostGaugeField part = hostGaugeField(shared.local(), all.group);
        for (std::int64_t site = 0; site < part.lattice.volume(); ++site)
            std::ranges::copy(all.linksOf(shared.lattice().wholeSite(site)), part.linksOf(site).begin());
        return part;
    }
    static SharedOf sharedOf(const SharedLattice& shared)
    {
        return [&shared](const io::GaugeFileHeader&) { return shared; };
    }
    std::string common(const std::string& name) const { return common_ + name; }
    std::string mine(const std::string& name) const { return mine_.file(name); }

    io::test::TemporaryFolder mine_;
    std::string common_; // the folder of the first rank
};

TEST_F(FileRanksTest, BytesAndLinksAreThoseOfOneRank)
{
    for (const Group group : {Group::SU2, Group::SU3})
        for (const std::string& format : io::writtenFormats())
            for (const int bits : {32, 64}) {
                const io::FormatFacts& facts = io::factsOfFormat(format);
                if (!(bits == 32 ? facts.single : facts.inDouble) || facts.group.value_or(group) != group) continue;
                const HostGaugeField all = field(group);
                const io::GaugeWriteOptions options{.format = format, .bits = bits, .timeStamp = "now"};
                writeProjected(mine("one"), all, options);
                const Configuration expected = readConfiguration(mine("one"));
                for (const SharedLattice& shared : divisions()) {
                    writeProjected(common("ranks"), partOf(all, shared), options, shared);
                    EXPECT_EQ(io::test::contents(common("ranks")), io::test::contents(mine("one")))
                        << name(group) << " " << format << " " << bits;
                    const Configuration found = readConfiguration(common("ranks"), {}, sharedOf(shared));
                    EXPECT_EQ(found.links.links, partOf(expected.links, shared).links);
                    EXPECT_EQ(plaquetteOfFile(common("ranks"), shared), plaquetteOfFile(mine("one")));
                }
            }
}

TEST_F(FileRanksTest, ADamagedByteOfOnePartEndsAll)
{
    for (const std::string format : {"ildg", "nersc"})
        for (const SharedLattice& shared : divisions())
            for (const int tenths : {1, 5, 9}) {
                writeProjected(mine("one"), field(Group::SU3), {.format = format});
                const std::string good = io::test::contents(mine("one"));
                const std::size_t header = format == "nersc" ? good.size() % 8 : 0;
                const std::size_t number = header + good.size() * std::size_t(tenths) / 10 / 8 * 8; // its first byte
                const auto errorOf = [&](std::size_t byte, char value) {
                    std::string bytes = good;
                    bytes[byte] ^= value;
                    if (testRanks()->rank() == 0) io::test::save(common("one"), bytes);
                    testRanks()->barrier();
                    const std::string alone = io::test::fileError([&] { readConfiguration(common("one")); });
                    const std::string found =
                        io::test::fileError([&] { readConfiguration(common("one"), {}, sharedOf(shared)); });
                    EXPECT_NE(found, "");
                    EXPECT_EQ(ofFirst(found), found);
                    EXPECT_TRUE(found.ends_with(alone)) << found << " is not " << alone;
                    return found;
                };
                EXPECT_PRED_FORMAT2(testing::IsSubstring, "checksum of the data is", errorOf(number + 7, 1));
                const std::string bad = errorOf(number, 0x40);
                EXPECT_PRED_FORMAT2(testing::IsSubstring, ": link ", bad);
                // The first site is read by all ranks, every other one by the rank that holds it.
                EXPECT_PRED_FORMAT2(testing::IsSubstring, "rank ", bad);
            }
}

/// The limit on the size of files stands for a full disk.
TEST_F(FileRanksTest, AFullDiskOfOneRankIsOneOfAllAndLeavesNoFile)
{
    const HostGaugeField all = field(Group::SU2);
    const bool limited = testRanks()->rank() == testRanks()->size() - 1;
    for (const SharedLattice& shared : divisions()) {
        rlimit before{};
        ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit small{4096, before.rlim_max};
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        if (limited) setrlimit(RLIMIT_FSIZE, &small);
        const std::string message =
            messageOf<DiskError>([&] { writeProjected(common("u.ildg"), partOf(all, shared), {}, shared); });
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        EXPECT_EQ(message, "rank " + std::to_string(testRanks()->size() - 1) + " on " + testRanks()->host() + ": " +
                               common("u.ildg") + ": cannot be written: File too large");
        testRanks()->barrier();
        EXPECT_EQ(mine_.entries(), 0u);
        testRanks()->barrier();
    }
}

/// Folders of the same name stand for hosts without a shared file system.
TEST_F(FileRanksTest, WithoutACommonFolderAllSaySo)
{
    const auto before = std::filesystem::current_path();
    const SharedLattice shared = divisions().front();
    std::filesystem::current_path(mine(""));
    const std::string message =
        messageOf<FileError>([&] { writeProjected("u.ildg", partOf(field(Group::SU2), shared), {}, shared); });
    std::filesystem::current_path(before);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "rank 1 on ", message);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "u.ildg: cannot be written: ", message);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "its folder must be the same on all hosts", message);
    EXPECT_EQ(mine_.entries(), 0u);
}

TEST_F(FileRanksTest, LinksOutOfTheGroupAreRefusedByAll)
{
    const HostGaugeField all = field(Group::SU2);
    const SharedLattice shared = divisions().front();
    const auto write = [&](int rank) {
        HostGaugeField part = partOf(all, shared);
        if (testRanks()->rank() == rank) part.links[5] += 0.1;
        writeProjected(common("u.ildg"), part, {}, shared);
    };
    for (int rank = 0; rank < testRanks()->size(); ++rank)
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "a link differs from SU2 by",
                            messageOf<InputError>([&] { write(rank); }));
    testRanks()->barrier();
    EXPECT_EQ(mine_.entries(), 0u);
}

TEST_F(FileRanksTest, ErrorsKeepTheirKinds)
{
    const int last = testRanks()->size() - 1;
    const auto throwing = [&](const auto& error, bool all) {
        collectively(*testRanks(), [&] {
            if (all || testRanks()->rank() == last) throw error;
        });
    };
    const std::string who = "rank " + std::to_string(last) + " on " + testRanks()->host() + ": ";
    EXPECT_EQ(messageOf<DiskError>([&] { throwing(DiskError("full"), false); }), who + "full");
    EXPECT_EQ(messageOf<InputError>([&] { throwing(InputError("wrong"), true); }), "wrong");
    EXPECT_EQ(messageOf<DeviceError>([&] { throwing(DeviceError("lost"), false); }), who + "lost");
    EXPECT_EQ(messageOf<Error>([&] { throwing(std::runtime_error("other"), false); }), who + "other");
    EXPECT_NO_THROW(collectively(*testRanks(), [] {}));
}

/// Sections in memory.
class Sections : public SectionWriter, public SectionReader {
public:
    using SectionWriter::add;
    void add(const std::string& name, std::size_t bytes, const SectionBlocks& next) override
    {
        std::vector<std::byte>& data = byName[name];
        while (data.size() < bytes) {
            const auto block = next();
            longest = std::max(longest, block.size());
            data.insert(data.end(), block.begin(), block.end());
        }
    }
    const std::string& path() const override { return path_; }
    bool has(const std::string& name) const override { return byName.contains(name); }
    void read(const std::string& name, std::size_t bytes, std::size_t offset, std::span<std::byte> out) override
    {
        const std::vector<std::byte>& data = byName.at(name);
        if (data.size() != bytes) throw FileError(path_, "another size");
        longest = std::max(longest, out.size());
        std::copy_n(data.begin() + std::ptrdiff_t(offset), out.size(), out.begin());
    }

    std::map<std::string, std::vector<std::byte>> byName;
    std::size_t longest = 0; ///< of the blocks

private:
    std::string path_ = "memory";
};

class CheckpointRanksTest : public RanksTest {};

TEST_P(CheckpointRanksTest, SectionsOfRanksAreThoseOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    const PlaneTexture& links = all.links(2, 1);
    Sections expected;
    saveField(expected, "u", links);
    for (const Lattice& lattice : divisions()) {
        GaugeField u(device(), lattice, group());
        hotStart(u, 7);
        Sections found;
        saveField(found, "u", u.links(2, 1));
        EXPECT_EQ(found.byName.count("u"), testRanks()->rank() == 0 ? 1u : 0u);
        if (testRanks()->rank() == 0) {
            EXPECT_EQ(found.byName, expected.byName);
            EXPECT_LE(found.longest, links.rowBytes() * std::size_t(whole().extent(2)));
        }
        GaugeField back(device(), lattice, group());
        hotStart(back, 8);
        Sections read = expected;
        read.longest = 0;
        restoreField(read, "u", back.links(2, 1));
        EXPECT_LE(read.longest, links.rowBytes() * std::size_t(whole().extent(2)));
        expectPart(back.links(2, 1), links, lattice, "restored");
    }
}

INSTANTIATE_TEST_SUITE_P(Variants, CheckpointRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl
