// Locks between processes.
#include "base/file_lock.h"
#include "windows/system.h"

#include <thread>

namespace gaugegl {
namespace {

using namespace windows::test;
using namespace std::chrono_literals;
using io::test::fileError;

class LockTest : public SystemTest {
protected:
    std::string path() const { return file("lock"); }
    /// Another process that has the lock until let go.
    std::unique_ptr<ChildProcess> holder() const
    {
        auto process = std::make_unique<ChildProcess>(another({"hold", path(), file("held"), file("let go")}));
        EXPECT_TRUE(eventually([&] { return exists(file("held")); }));
        return process;
    }
    void letGo() const { save(file("let go"), ""); }
};

TEST_F(LockTest, IsHeldByOneProcessAndNamesIt)
{
    const auto process = holder();

    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }),
              path() + ": wait for it (process " + std::to_string(process->id()) + " holds the lock)");
    EXPECT_EQ(lockHolder(path()), process->id());

    letGo();
    EXPECT_EQ(process->wait(), 0);
    EXPECT_FALSE(exists(path()));
    EXPECT_EQ(lockHolder(path()), std::nullopt);
    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }), "");
}

TEST_F(LockTest, OfAKilledProcessIsFree)
{
    const auto process = holder();

    process->send(SIGTERM); // TerminateProcess: nothing of the process runs any more
    process->wait();

    EXPECT_TRUE(exists(path())) << "nobody was there to remove it";
    EXPECT_EQ(lockHolder(path()), std::nullopt);
    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }), "");
    EXPECT_FALSE(exists(path()));
}

TEST_F(LockTest, IsWaitedForByAnotherProcess)
{
    auto lock = std::make_unique<FileLock>(path(), 1s);
    ChildProcess waiting(another({"take", path(), file("taken")}));

    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(waiting.ended(), std::nullopt);
    EXPECT_FALSE(exists(file("taken")));
    lock.reset();

    EXPECT_EQ(waiting.wait(), 0);
    EXPECT_TRUE(exists(file("taken")));
}

/// As many processes as there are add to a number in a file, each under the lock: none is lost.
TEST_F(LockTest, LetsOneInAtATime)
{
    constexpr int processes = 4, times = 25;
    save(file("number"), "0");
    std::vector<std::unique_ptr<ChildProcess>> all;
    for (int i = 0; i < processes; ++i)
        all.push_back(
            std::make_unique<ChildProcess>(another({"count", path(), file("number"), std::to_string(times)})));
    for (const auto& process : all)
        EXPECT_EQ(process->wait(), 0);

    EXPECT_EQ(contents(file("number")), std::to_string(processes * times));
    EXPECT_FALSE(exists(path()));
}

} // namespace
} // namespace gaugegl
