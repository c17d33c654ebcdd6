// The program cache as files: what is stored comes back, what is damaged does not, and runs do not disturb each other.
#include "gl/program_cache.h"

#include "base/output_file.h"

#include "io/sample_field.h"

#include <gtest/gtest.h>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

namespace gaugegl::gl {
namespace {

using io::test::contents;
using io::test::save;

ProgramBinary binaryOf(std::size_t size, unsigned seed = 1)
{
    std::mt19937 engine(seed);
    ProgramBinary binary{0x8741 + seed, {}};
    for (std::size_t i = 0; i < size; ++i)
        binary.bytes.push_back(std::byte(engine() & 0xff));
    return binary;
}

class ProgramCacheTest : public testing::Test {
protected:
    std::string folder(const std::string& name = "cache") const { return temporary_.file(name); }
    /// Makes a file that was used this many seconds ago.
    static void age(const std::string& path, int seconds)
    {
        std::filesystem::last_write_time(path,
                                         std::filesystem::file_time_type::clock::now() - std::chrono::seconds(seconds));
    }

private:
    io::test::TemporaryFolder temporary_;
};

TEST_F(ProgramCacheTest, GivesBackWhatWasStoredAlsoToAnotherRun)
{
    ProgramCache cache(folder("a/b/cache"));
    EXPECT_FALSE(cache.find("key"));

    ASSERT_TRUE(cache.store("key", binaryOf(1000)));
    ASSERT_TRUE(cache.store("other key", binaryOf(0, 2)));

    EXPECT_EQ(cache.find("key"), binaryOf(1000));
    EXPECT_EQ(ProgramCache(folder("a/b/cache")).find("other key"), binaryOf(0, 2));
    EXPECT_FALSE(cache.find("a third"));
    EXPECT_EQ(cache.contents().programs, 2u);
}

TEST_F(ProgramCacheTest, ProcessesThatWriteNoFilesStoreToo)
{
    setWritesFiles(false);
    const bool stored = ProgramCache(folder()).store("key", binaryOf(10));
    setWritesFiles(true);

    EXPECT_TRUE(stored);
    EXPECT_TRUE(ProgramCache(folder()).find("key").has_value());
}

TEST_F(ProgramCacheTest, StoringAgainReplaces)
{
    ProgramCache cache(folder());
    cache.store("key", binaryOf(1000));

    cache.store("key", binaryOf(10, 2));

    EXPECT_EQ(cache.find("key"), binaryOf(10, 2));
    EXPECT_EQ(cache.contents().programs, 1u);
}

TEST_F(ProgramCacheTest, AnotherKeyWithTheSameFileNameIsNotTaken)
{
    ProgramCache cache(folder());
    cache.store("key", binaryOf(100));

    save(cache.file("quay"), contents(cache.file("key"))); // as if both had one hash

    EXPECT_FALSE(cache.find("quay"));
    EXPECT_TRUE(cache.find("key"));
}

TEST_F(ProgramCacheTest, EveryFlippedBitAndEveryTruncationCountsAsMissing)
{
    ProgramCache cache(folder());
    cache.store("the key", binaryOf(40));
    const std::string whole = contents(cache.file("the key"));

    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
            save(cache.file("the key"), damaged);
            EXPECT_FALSE(cache.find("the key")) << "byte " << i << " bit " << bit;
        }
        save(cache.file("the key"), whole.substr(0, i));
        EXPECT_FALSE(cache.find("the key")) << i << " bytes";
    }
    save(cache.file("the key"), whole + "x");
    EXPECT_FALSE(cache.find("the key"));

    EXPECT_TRUE(cache.store("the key", binaryOf(40))); // and it is replaced
    EXPECT_EQ(contents(cache.file("the key")), whole);
}

TEST_F(ProgramCacheTest, AFileOfAnotherVersionIsForeign)
{
    ProgramCache cache(folder());
    cache.store("key", binaryOf(40));
    std::string bytes = contents(cache.file("key"));
    EXPECT_EQ(bytes.substr(0, 8), "GAUGEGLP");
    EXPECT_EQ(bytes[8], 1);

    save(cache.file("key"), std::string(1 << 16, '\0'));

    EXPECT_FALSE(cache.find("key"));
}

TEST_F(ProgramCacheTest, AFolderThatCannotBeMadeIsNoError)
{
    save(folder("file"), "not a folder");
    ProgramCache cache(folder("file") + "/cache");

    EXPECT_FALSE(cache.writable());
    EXPECT_FALSE(cache.store("key", binaryOf(10)));
    EXPECT_FALSE(cache.store("key", binaryOf(10)));
    EXPECT_FALSE(cache.find("key"));
    EXPECT_EQ(cache.contents().programs, 0u);
    EXPECT_EQ(cache.clear(), 0u);
    EXPECT_EQ(contents(folder("file")), "not a folder");
}

TEST_F(ProgramCacheTest, AFolderThatIsNotThereIsWritableIfItCanBeMade)
{
    EXPECT_TRUE(ProgramCache(folder("new/cache")).writable());
    if (::geteuid() == 0) return; // root may write anywhere
    std::filesystem::permissions(folder(""), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    EXPECT_FALSE(ProgramCache(folder("new/cache")).writable());
    EXPECT_FALSE(ProgramCache(folder("new/cache")).store("key", binaryOf(10)));
    std::filesystem::permissions(folder(""), std::filesystem::perms::owner_all);
}

TEST_F(ProgramCacheTest, TheFolderIsForTheUserAlone)
{
    ProgramCache(folder()).store("key", binaryOf(10));

    EXPECT_EQ(std::filesystem::status(folder()).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(ProgramCacheTest, ClearRemovesItsOwnFilesAlone)
{
    ProgramCache cache(folder());
    for (const char* key : {"a", "b", "c"})
        cache.store(key, binaryOf(10));
    save(cache.file("d") + ".part-123-0", "left by a killed run");
    for (const char* other :
         {"notes.txt", "0123456789abcdef", "0123456789abcdef.program.txt", "x123456789abcdef.program"})
        save(folder() + "/" + other, "mine");
    EXPECT_EQ(cache.contents().programs, 3u);

    EXPECT_EQ(cache.clear(), 3u);

    EXPECT_EQ(cache.contents().programs, 0u);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 4);
    EXPECT_TRUE(cache.store("a", binaryOf(10)));
}

TEST_F(ProgramCacheTest, BeyondItsLimitTheProgramsUsedLongestAgoGo)
{
    ProgramCache cache(folder(), 10000);
    for (int i = 0; i < 9; ++i) {
        ASSERT_TRUE(cache.store(std::to_string(i), binaryOf(1000)));
        age(cache.file(std::to_string(i)), 1000 - i);
    }
    EXPECT_TRUE(cache.find("0")); // used now

    ASSERT_TRUE(cache.store("9", binaryOf(1000)));

    EXPECT_LE(cache.contents().bytes, 10000u);
    EXPECT_TRUE(cache.find("9"));
    EXPECT_TRUE(cache.find("0"));
    EXPECT_FALSE(cache.find("1"));
    EXPECT_TRUE(cache.find("8"));
    EXPECT_FALSE(cache.store("too large", binaryOf(20000)));
    EXPECT_TRUE(cache.store("10", binaryOf(1000)));
}

TEST_F(ProgramCacheTest, AFileBeyondTheLimitIsNotEvenRead)
{
    ProgramCache large(folder());
    large.store("key", binaryOf(20000));

    EXPECT_TRUE(large.find("key"));
    EXPECT_FALSE(ProgramCache(folder(), 10000).find("key"));
}

TEST_F(ProgramCacheTest, RunsThatStoreFindAndClearAtOnceNeverSeeHalfAProgram)
{
    constexpr int runs = 4, rounds = 60;
    std::vector<pid_t> children;
    for (int run = 0; run < runs; ++run) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ProgramCache cache(folder(), 300000);
            bool good = true;
            for (int i = 0; i < rounds; ++i) {
                const std::string key = std::to_string(i % 5);
                cache.store(key, binaryOf(50000, unsigned(i % 5)));
                if (const auto found = cache.find(key)) good = good && *found == binaryOf(50000, unsigned(i % 5));
                if (run == 0 && i % 20 == 19) cache.clear();
            }
            ::_exit(good ? 0 : 1);
        }
        children.push_back(child);
    }

    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    ProgramCache cache(folder());
    EXPECT_EQ(std::size_t(std::distance(std::filesystem::directory_iterator(folder()), {})), cache.contents().programs)
        << "temporary files are left";
}

} // namespace
} // namespace gaugegl::gl
