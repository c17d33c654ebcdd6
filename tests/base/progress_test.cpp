#include "gaugegl/base/progress.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

/// A progress display whose clock stands still until told.
struct Display {
    double now = 100;
    std::string written;

    ProgressOptions options(bool terminal, std::int64_t total)
    {
        ProgressOptions result;
        result.label = "sweeps";
        result.total = total;
        result.terminal = terminal;
        result.sink = [this](std::string_view text) { written += text; };
        result.clock = [this] { return now; };
        return result;
    }
};

TEST(Progress, DrawsABarWithRateAndTimeLeftOnATerminal)
{
    Display display;
    Progress progress(display.options(true, 200));

    display.now += 10;
    progress.update(50, "plaquette 0.59");

    EXPECT_EQ(display.written,
              "\rsweeps  [######------------------]  25% 50/200  5/s  0:30 left  plaquette 0.59\x1b[K");
}

TEST(Progress, RatesOnlyWhatWasDoneSinceItBegan)
{
    Display display;
    ProgressOptions options = display.options(true, 200);
    options.first = 100;
    Progress progress(options);

    display.now += 10;
    progress.update(150);

    EXPECT_EQ(display.written, "\rsweeps  [##################------]  75% 150/200  5/s  0:10 left\x1b[K");
}

TEST(Progress, BreaksItsLineForSomethingElseAndGoesOnWithANewOne)
{
    Display display;
    Progress progress(display.options(true, 4));
    display.now += 1;
    progress.update(1);
    display.written.clear();

    progress.breakLine();
    progress.breakLine();
    EXPECT_EQ(display.written, "\n") << "there was one line";
    display.now += 1;
    progress.update(2);

    EXPECT_EQ(display.written, "\n\rsweeps  [############------------]  50% 2/4  1/s  0:02 left\x1b[K");
}

TEST(Progress, ShowsThePartThatIsDoneWithoutCounts)
{
    Display display;
    ProgressOptions options = display.options(true, 200);
    options.counts = false;
    Progress progress(options);

    display.now += 10;
    progress.update(50, "theta 1e-5");

    EXPECT_EQ(display.written, "\rsweeps  [######------------------]  25%  0:30 left  theta 1e-5\x1b[K");
}

TEST(Progress, WritesToATerminalAtMostTenTimesASecond)
{
    Display display;
    Progress progress(display.options(true, 1000));

    for (int i = 1; i <= 1000; ++i) {
        display.now += 0.001;
        progress.update(i);
    }

    EXPECT_LE(std::count(display.written.begin(), display.written.end(), '\r'), 10);
    EXPECT_GE(std::count(display.written.begin(), display.written.end(), '\r'), 9);
}

TEST(Progress, WritesPlainLinesEveryFiveSecondsElsewhere)
{
    Display display;
    Progress progress(display.options(false, 40));

    for (int i = 1; i <= 11; ++i) {
        display.now += 1;
        progress.update(i);
    }
    progress.finish();

    EXPECT_EQ(display.written, "sweeps   12% 5/40  1/s  0:35 left\n"
                               "sweeps   25% 10/40  1/s  0:30 left\n"
                               "sweeps   27% 11/40  1/s  in 0:11\n");
}

TEST(Progress, EndsItsLineOnce)
{
    Display display;
    {
        Progress progress(display.options(true, 4));
        display.now += 2;
        progress.update(4);
        progress.finish();
        progress.finish();
        progress.update(4);
    }

    EXPECT_EQ(std::count(display.written.begin(), display.written.end(), '\n'), 1);
    EXPECT_NE(display.written.find("100% 4/4  2/s  in 0:02"), std::string::npos);
}

TEST(Progress, EndsItsLineWhenTheWorkIsAbandoned)
{
    Display display;
    {
        Progress progress(display.options(true, 4));
        display.now += 2;
        progress.update(1);
    }

    EXPECT_EQ(display.written.back(), '\n');
}

TEST(Progress, IsSilentWhenQuietOrWithoutASink)
{
    Display display;
    ProgressOptions quiet = display.options(true, 4);
    quiet.quiet = true;
    {
        Progress progress(quiet);
        Progress withoutSink{ProgressOptions()};
        display.now += 10;
        progress.update(2);
        progress.finish();
        withoutSink.update(2);
        withoutSink.finish();
    }

    EXPECT_EQ(display.written, "");
}

TEST(Progress, CountsWithoutATotal)
{
    Display display;
    Progress progress(display.options(false, 0));

    display.now += 8;
    progress.update(4);

    EXPECT_EQ(display.written, "sweeps  4  0.5/s\n");
}

TEST(DurationText, ShowsHoursOnlyWhenThereAreAny)
{
    EXPECT_EQ(durationText(0), "0:00");
    EXPECT_EQ(durationText(59.6), "1:00");
    EXPECT_EQ(durationText(754), "12:34");
    EXPECT_EQ(durationText(3723), "1:02:03");
    EXPECT_EQ(durationText(-1), "0:00");
}

TEST(Progress, LeavesTheTimeOfCompilingOutOfRates)
{
    Display display;
    Progress progress(display.options(false, 100));

    display.now += 60;
    progress.say("compiling program 1 of 2 (hot-start)");
    progress.exclude(60);
    display.now += 10;
    progress.update(20);
    display.now += 40;
    progress.update(100);
    progress.finish();

    EXPECT_EQ(display.written, "sweeps    0% 0/100  compiling program 1 of 2 (hot-start)\n"
                               "sweeps   20% 20/100  2/s  0:40 left\n"
                               "sweeps  100% 100/100  2/s  0:00 left\n"
                               "sweeps  100% 100/100  2/s  in 1:50 (1:00 compiling)\n");
}

} // namespace
} // namespace gaugegl
