// Interruption: one wish, however many signals; another wish; a stop that nobody honours.
#include "base/output_file.h"
#include "gaugegl/base/interrupt.h"

#include "gaugegl/base/error.h"
#include "io/sample_field.h"

#include <chrono>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <thread>

namespace gaugegl {
namespace {

constexpr StopLimits quick = {.same = 0.05, .rescue = 0.1, .deaf = 0.3, .ending = 1};

void sleepFor(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

/// Work that does not ask, nor end in time.
void workOn()
{
    for (int i = 0; i < 600; ++i)
        sleepFor(0.1);
}

/// Says so on standard error from a Rescue.
void say(const char* text) { std::fputs(text, stderr); }

TEST(InterruptGuard, TurnsASignalIntoAFlagAndClearsItAtTheEnd)
{
    EXPECT_FALSE(interrupted());
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const InterruptGuard guard;
        EXPECT_FALSE(interrupted());
        EXPECT_EQ(secondsSinceInterrupt(), 0);

        std::raise(signal);

        EXPECT_TRUE(interrupted());
        EXPECT_GT(secondsSinceInterrupt(), 0);
    }
    EXPECT_FALSE(interrupted());
}

TEST(InterruptGuard, TakesFurtherSignalsWithinASecondForTheSameWish)
{
    const InterruptGuard guard({.same = 60, .rescue = 60, .deaf = 60, .ending = 60});

    for (int i = 0; i < 5; ++i)
        std::raise(SIGTERM);
    sleepFor(0.05);

    EXPECT_TRUE(interrupted());
}

// `timeout` signals a process, then its group; the process may be on its way out by then.
TEST(InterruptGuardDeathTest, IgnoresARepeatedSignalAfterItsEnd)
{
    const auto stopped = [](double same) {
        {
            const InterruptGuard guard({.same = same, .rescue = 60, .deaf = 60, .ending = 60});
            std::raise(SIGTERM);
        }
        std::raise(SIGTERM);
        std::_Exit(7);
    };

    const auto stoppedInside = [](double same) {
        {
            const InterruptGuard outer({.same = same, .rescue = 60, .deaf = 60, .ending = 60});
            const InterruptGuard inner({.same = same, .rescue = 60, .deaf = 60, .ending = 60});
            std::raise(SIGTERM);
        }
        std::raise(SIGTERM);
        std::_Exit(7);
    };

    EXPECT_EXIT(stopped(60), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(stopped(0), testing::KilledBySignal(SIGTERM), "");
    EXPECT_EXIT(stoppedInside(60), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(stoppedInside(0), testing::KilledBySignal(SIGTERM), "");
}

TEST(InterruptGuard, LeavesAHangupIgnoredThatWasIgnored)
{
    const auto before = std::signal(SIGHUP, SIG_IGN);
    {
        const InterruptGuard guard;
        std::raise(SIGHUP);
        EXPECT_FALSE(interrupted());
    }
    EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
}

TEST(InterruptGuardDeathTest, EndsAtOnceByALaterSignal)
{
    const auto raiseTwice = [] {
        const InterruptGuard guard({.same = 0.01, .rescue = 60, .deaf = 60, .ending = 60});
        std::raise(SIGTERM);
        sleepFor(0.1);
        std::raise(SIGTERM);
        workOn();
    };

    EXPECT_EXIT(raiseTwice(), testing::ExitedWithCode(130), "ended at once");
}

TEST(InterruptGuardDeathTest, RescuesTheNewestFirstOutOfABlockingCall)
{
    const auto compile = [] {
        const InterruptGuard guard(quick);
        const Rescue first([] { say("the rest"); });
        const Rescue failing([] { throw std::runtime_error("no room"); });
        const Rescue last([] { say("tables, "); });
        std::raise(SIGINT);
        const BlockingCall outer, inner;
        workOn();
    };

    EXPECT_EXIT(compile(), testing::ExitedWithCode(130), "tables, gaugegl: no room\nthe rest");
}

TEST(InterruptGuardDeathTest, RescuesAlsoWhereTheStopWasHeard)
{
    const auto compileAfterAll = [] {
        const InterruptGuard guard(quick);
        const Rescue rescue([] { say("tables"); });
        std::raise(SIGINT);
        if (!interrupted()) return;
        const BlockingCall call;
        workOn();
    };

    EXPECT_EXIT(compileAfterAll(), testing::ExitedWithCode(130), "tables");
}

TEST(InterruptGuardDeathTest, EndsWorkThatDoesNotAskAndLeavesNoUnfinishedFile)
{
    const io::test::TemporaryFolder folder;
    const auto writeOn = [&] {
        const InterruptGuard guard(quick);
        const Rescue rescue([] { say("never: the work may be in the midst of anything"); });
        OutputFile file(folder.file("results"));
        file.write("half of i");
        std::raise(SIGTERM);
        workOn();
    };

    EXPECT_EXIT(writeOn(), testing::ExitedWithCode(130), "^\ngaugegl: interrupted, and ended in the midst");
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

TEST(InterruptGuard, LetsAnEndingThatIsUnderWayFinish)
{
    const InterruptGuard guard(quick);
    std::raise(SIGTERM);
    EXPECT_TRUE(interrupted());
    sleepFor(0.5); // results are written
}

// A command has safe points for a part of its time.
TEST(InterruptGuardDeathTest, InsideAnotherHasItsOwnLimits)
{
    const io::test::TemporaryFolder folder;
    const auto stopped = [&](bool inside) {
        const InterruptGuard outer({.same = 1, .rescue = 0, .deaf = 0, .ending = 0});
        OutputFile file(folder.file("results"));
        file.write("half of i");
        {
            const InterruptGuard inner({.same = 60, .rescue = 60, .deaf = 60, .ending = 60});
            if (inside) std::raise(SIGINT);
            sleepFor(0.1);
            if (interrupted() != inside) std::_Exit(8);
        }
        if (interrupted()) std::_Exit(9);
        sleepFor(0.1);
        std::raise(SIGINT); // inside: the same wish
        sleepFor(0.5);
        std::_Exit(7);
    };

    EXPECT_EXIT(stopped(true), testing::ExitedWithCode(7), "");
    EXPECT_FALSE(std::filesystem::is_empty(folder.file("")));
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
        std::filesystem::remove(entry);
    EXPECT_EXIT(stopped(false), testing::ExitedWithCode(130), "interrupted, and ended in the midst");
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

TEST(GrowingFile, HasEveryRowAtOnce)
{
    const io::test::TemporaryFolder folder;
    const std::string path = folder.file("table");
    writeTextFile(path, "of an earlier run\n");

    GrowingFile file(path, "a,b\n");
    EXPECT_EQ(io::test::contents(path), "a,b\n");
    file.append("1,2\n");
    EXPECT_EQ(io::test::contents(path), "a,b\n1,2\n");
    file.append("");
    file.append("3,4\n5,6\n");
    EXPECT_EQ(io::test::contents(path), "a,b\n1,2\n3,4\n5,6\n");
}

TEST(GrowingFileDeathTest, SaysThatThereIsNoRoomAndKeepsWholeRows)
{
    const io::test::TemporaryFolder folder;
    const std::string path = folder.file("table");
    const auto fill = [&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit little{4 * 250 + 2, 4 * 250 + 2}; // as is what the test catches of standard error
        setrlimit(RLIMIT_FSIZE, &little);
        try {
            GrowingFile file(path, "a,b\n");
            for (int i = 0; i < 1000; ++i)
                file.append("1,2\n");
        } catch (const FileError& error) {
            std::fputs(std::filesystem::path(error.what()).filename().c_str(), stderr);
            std::_Exit(4);
        }
    };

    EXPECT_EXIT(fill(), testing::ExitedWithCode(4), "table: cannot be written: ");
    const std::string text = io::test::contents(path);
    EXPECT_EQ(text.size(), 4 * 250u);
    EXPECT_EQ(text.substr(text.size() - 8), "1,2\n1,2\n");
}

} // namespace
} // namespace gaugegl
