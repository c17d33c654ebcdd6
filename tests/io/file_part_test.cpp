// Parts of files: what several processes read and write is what one does.  Here threads stand for the processes.
#include "base/output_file.h"
#include "gaugegl/io/gauge_file.h"

#include "io/sample_field.h"

#include <barrier>
#include <thread>

namespace gaugegl::io::test {
namespace {

const Lattice whole({4, 6, 8, 10});

/// The blocks of unequal sizes that divide the lattice in z and t.
std::vector<Lattice> blocks()
{
    std::vector<Lattice> all;
    for (const auto& [t, lengthT] : {std::pair(0, 4), std::pair(4, 6)})
        for (const auto& [z, lengthZ] : {std::pair(0, 2), std::pair(2, 6)})
            all.push_back(whole.shared({.origin = {0, 0, z, t}, .extents = {4, 6, lengthZ, lengthT}}));
    return all;
}

/// Slabs in t alone, which are contiguous in files.
std::vector<Lattice> slabs()
{
    std::vector<Lattice> all;
    for (const auto& [t, lengthT] : {std::pair(0, 2), std::pair(2, 4), std::pair(6, 4)})
        all.push_back(whole.shared({.origin = {0, 0, 0, t}, .extents = {4, 6, 8, lengthT}}));
    return all;
}

/// Calls work(part) in a thread for each part, and returns what each one threw.
std::vector<std::string> inThreads(const std::vector<Lattice>& parts, const std::function<void(const FilePart&)>& work)
{
    std::vector<std::vector<std::byte>> given(parts.size());
    std::vector<std::string> errors(parts.size());
    std::barrier all(std::ptrdiff_t(parts.size()));
    const auto process = [&](std::size_t i) {
        FilePart part{parts[i], i == 0};
        part.gather = [&, i](std::span<const std::byte> own) {
            given[i].assign(own.begin(), own.end());
            all.arrive_and_wait();
            auto result = given;
            all.arrive_and_wait();
            return result;
        };
        part.collective = [&part](const std::function<void()>& one) {
            const std::string own = fileError(one);
            for (const std::vector<std::byte>& error : part.gather(std::as_bytes(std::span(own))))
                if (!error.empty())
                    throw FileError(std::string(reinterpret_cast<const char*>(error.data()), error.size()));
        };
        errors[i] = fileError([&] { work(part); });
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < parts.size(); ++i)
        threads.emplace_back(process, i);
    threads.clear(); // waits
    return errors;
}

struct Variant {
    std::string format;
    Group group;
    int bits;
    bool bigEndian = true;
    bool thirdRow = false;
};

class FilePartTest : public testing::TestWithParam<Variant> {
protected:
    FilePartTest() : links_(sampleField(GetParam().group, whole))
    {
        options_ = sampleOptions(GetParam().format);
        options_.timeStamp = "Mon Jan  1 00:00:00 2001";
        options_.bits = GetParam().bits;
        options_.bigEndian = GetParam().bigEndian;
        options_.thirdRow = GetParam().thirdRow;
        path_ = folder_.file("whole");
        writeGaugeFile(path_, GetParam().group, whole, options_, sourceOf(GetParam().group, links_));
    }

    /// Reads the file in parts; the errors of each.
    std::vector<std::string> readErrors(const std::vector<Lattice>& parts) const
    {
        return inThreads(parts, [&](const FilePart& part) {
            openGaugeFile(path_)->read([](std::int64_t, std::span<const Complex>) {}, part);
        });
    }

    TemporaryFolder folder_;
    Links links_;
    GaugeWriteOptions options_;
    std::string path_;
};

TEST_P(FilePartTest, PartsWriteTheBytesOfOneProcess)
{
    for (const auto& parts : {blocks(), slabs()}) {
        const std::string path = folder_.file("parts");
        const auto errors = inThreads(parts, [&](const FilePart& part) {
            std::int64_t last = -1;
            writeGaugeFile(path, GetParam().group, part, options_, [&](std::int64_t site, std::span<Complex> out) {
                EXPECT_GE(part.lattice.localSite(site), 0);
                EXPECT_GT(site, last);
                last = site;
                sourceOf(GetParam().group, links_)(site, out);
            });
        });
        EXPECT_EQ(errors, std::vector<std::string>(parts.size()));
        EXPECT_EQ(contents(path), contents(path_)) << parts.size();
        EXPECT_EQ(folder_.entries(), 2u);
    }
}

TEST_P(FilePartTest, PartsReadTheirSitesAndFindTheChecksumOfAll)
{
    const Links expected = readAll(*openGaugeFile(path_));
    const std::size_t size = numbersPerSite(GetParam().group);
    for (const auto& parts : {blocks(), slabs()}) {
        const auto errors = inThreads(parts, [&](const FilePart& part) {
            std::int64_t sites = 0;
            openGaugeFile(path_)->read(
                [&](std::int64_t site, std::span<const Complex> found) {
                    EXPECT_EQ(part.lattice.localSite(site), sites++);
                    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin() + site * std::ptrdiff_t(size)));
                },
                part);
            EXPECT_EQ(sites, part.lattice.local().volume());
        });
        EXPECT_EQ(errors, std::vector<std::string>(parts.size()));
    }
}

TEST_P(FilePartTest, ADamagedByteOfOnePartIsReportedByAll)
{
    const std::string good = contents(path_);
    const std::size_t end =
        GetParam().format == "ildg" || GetParam().format == "scidac" ? good.rfind("scidac-checksum") : good.size();
    const bool hasChecksum = !openGaugeFile(path_)->header().checksum.empty();
    for (const int tenths : hasChecksum ? std::vector{2, 5, 8} : std::vector<int>()) {
        std::string bytes = good;
        bytes[end * std::size_t(tenths) / 10 / 8 * 8 + (GetParam().bigEndian ? 7 : 0)] ^= 1;
        save(path_, bytes);
        const std::string expected = readError(path_);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, " of the data ", expected);
        for (const auto& parts : {blocks(), slabs()})
            EXPECT_EQ(readErrors(parts), std::vector<std::string>(parts.size(), expected));
    }
    const std::size_t number = end * 45 / 100 / 8 * 8; // in one link
    save(path_, good.substr(0, number) + std::string(8, '\x7f') + good.substr(number + 8));
    const std::string expected = readError(path_);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, ": link ", expected);
    for (const auto& parts : {blocks(), slabs()})
        EXPECT_EQ(readErrors(parts), std::vector<std::string>(parts.size(), expected));
}

TEST_P(FilePartTest, AnErrorOfOnePartLeavesNoFile)
{
    const std::vector<Lattice> parts = blocks();
    const auto errors = inThreads(parts, [&](const FilePart& part) {
        writeGaugeFile(folder_.file("parts"), GetParam().group, part, options_,
                       [&](std::int64_t site, std::span<Complex> out) {
                           if (part.lattice.localSite(site) == 100 && part.lattice.share().origin[3] > 0 &&
                               part.lattice.share().origin[2] > 0)
                               throw FileError("of one part");
                           sourceOf(GetParam().group, links_)(site, out);
                       });
    });
    EXPECT_EQ(errors, std::vector<std::string>(parts.size(), "of one part"));
    EXPECT_EQ(folder_.entries(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Variants, FilePartTest,
                         testing::Values(Variant{"ildg", Group::SU2, 64}, Variant{"ildg", Group::SU3, 32},
                                         Variant{"ildg", Group::SU3, 64}, Variant{"nersc", Group::SU2, 32},
                                         Variant{"nersc", Group::SU3, 64},
                                         Variant{"nersc", Group::SU3, 32, false, true}, Variant{"milc", Group::SU3, 32},
                                         Variant{"scidac", Group::SU3, 32}, Variant{"mdp", Group::SU3, 32, false},
                                         Variant{"openqcd", Group::SU3, 64}, Variant{"hirep", Group::SU2, 64},
                                         Variant{"hirep", Group::SU3, 64}),
                         [](const auto& variant) {
                             return variant.param.format + "_" + name(variant.param.group) + "_" +
                                    std::to_string(variant.param.bits) + (variant.param.bigEndian ? "" : "_little");
                         });

TEST(OutputFilePart, WritesAtItsPositionsIntoAnUnfinishedFile)
{
    const TemporaryFolder folder;
    OutputFile file(folder.file("u"));
    file.write("begin-");
    file.reserve(6);
    OutputFilePart second(folder.file("u"), file.unfinishedName(), 6),
        first(folder.file("u"), file.unfinishedName(), 6);
    second.write(std::as_bytes(std::span("two", 3)), 9);
    first.write(std::as_bytes(std::span("one", 3)), 6);
    second.flush();
    file.write("-end");
    file.overwrite(0, std::as_bytes(std::span("BEGIN", 5)));
    file.commit();

    EXPECT_EQ(contents(folder.file("u")), "BEGIN-onetwo-end");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(OutputFilePart, SaysThatRanksNeedTheSameFolder)
{
    const TemporaryFolder folder;
    const std::string there = folder.file("there");
    save(there, "four");

    for (const std::string& name : {folder.file("elsewhere"), there})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "its folder must be the same on all hosts (a shared file system)",
                            fileError([&] { OutputFilePart(folder.file("u"), name, 5); }));
}

} // namespace
} // namespace gaugegl::io::test
