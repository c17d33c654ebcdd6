#include "base/file_lock.h"

#include "base/output_file.h"

#include "io/sample_field.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <unistd.h>

namespace gaugegl {
namespace {

using io::test::fileError;
using io::test::TemporaryFolder;

constexpr std::chrono::minutes patience{1};

TEST(FileLock, IsHeldOnceAndNamesItsHolder)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("lock");
    std::optional<FileLock> first(std::in_place, path, "wait");

    const std::string message = fileError([&] { FileLock second(path, "wait"); });
    first.reset();

    EXPECT_EQ(message, path + ": wait (process " + std::to_string(::getpid()) + " holds the lock)");
    EXPECT_EQ(folder.entries(), 0u);
    EXPECT_EQ(fileError([&] { FileLock third(path, "wait"); }), "");
}

TEST(FileLock, TakesWhatAKilledProcessLeft)
{
    const TemporaryFolder folder;
    io::test::save(folder.file("lock"), "123456789");

    EXPECT_EQ(fileError([&] { FileLock lock(folder.file("lock"), "wait"); }), "");
}

TEST(FileLock, NamesFileAndReason)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("missing/lock");

    EXPECT_EQ(fileError([&] { FileLock lock(path, "wait"); }), path + ": cannot be made: No such file or directory");
}

TEST(FileLock, WaitsForItsTurn)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("lock");
    std::optional<FileLock> first(std::in_place, path, patience);
    std::atomic<bool> second = false;
    std::thread other([&] {
        const FileLock lock(path, patience);
        second = true;
    });

    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(second);
    first.reset();
    other.join();

    EXPECT_TRUE(second);
    EXPECT_EQ(folder.entries(), 0u);
}

TEST(FileLock, DoesNotWaitForEver)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("lock");
    const FileLock first(path, patience);

    EXPECT_EQ(fileError([&] { FileLock second(path, std::chrono::milliseconds(100)); }),
              path + ": another process has held the lock for 0.1 s");
}

TEST(FileLock, WaitsAlsoWhereNoFilesAreWritten)
{
    const TemporaryFolder folder;
    setWritesFiles(false);
    std::optional<FileLock> lock(std::in_place, folder.file("lock"), patience);
    setWritesFiles(true);

    EXPECT_EQ(folder.entries(), 1u);
}

TEST(LockHolder, IsTheProcessWhileThereIsOne)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("lock");
    EXPECT_EQ(lockHolder(path), std::nullopt);

    std::optional<FileLock> lock(std::in_place, path, "wait");
    EXPECT_EQ(lockHolder(path), ::getpid());
    lock.reset();
    EXPECT_EQ(lockHolder(path), std::nullopt);

    io::test::save(path, "123456789"); // of a killed process
    EXPECT_EQ(lockHolder(path), std::nullopt);
    EXPECT_EQ(folder.entries(), 1u) << "nothing is removed or made";
}

TEST(LockHolder, KeepsNobodyFromTheLock)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("lock");
    io::test::save(path, "123456789");
    std::atomic<bool> ended = false;
    std::thread watcher([&] {
        while (!ended)
            lockHolder(path);
    });

    std::string message;
    for (int i = 0; i < 50 && message.empty(); ++i)
        message = fileError([&] { FileLock lock(path, "wait"); });
    ended = true;
    watcher.join();

    EXPECT_EQ(message, "");
}

} // namespace
} // namespace gaugegl
