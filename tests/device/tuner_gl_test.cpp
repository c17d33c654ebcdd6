// The tuner on a device: what it times, and that its choices change no bit where they say so.
#include "device/program_precompiler.h"
#include "device/tuner.h"
#include "gauge/path_trial.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/open_device.h"
#include "gaugegl/device/reduction.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace gaugegl {
namespace {

class TunerTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
        device_.emplace(testing_support::sharedContext(), DeviceOptions{});
    }
    /// A tuner whose clock says that a call of variant i takes seconds[i].
    Tuner tuner(const std::optional<std::string>& file, std::vector<double> seconds)
    {
        seconds_ = std::move(seconds);
        return Tuner(*device_, file, [this] { return now_; });
    }
    std::function<void(std::size_t)> work()
    {
        return [this](std::size_t i) {
            if (seconds_[i] < 0) throw DeviceError("does not build");
            now_ += seconds_[i];
        };
    }

    std::optional<Device> device_;
    const TuningQuestion question_{.kernel = "hop", .lattice = "4x4x4x4", .variants = {"a", "b", "c"}};
    double now_ = 0;
    std::vector<double> seconds_;
};

TEST_F(TunerTest, TakesTheFastestThatBuildsAndTimesItOnce)
{
    Tuner t = tuner("", {3, -1, 2});

    EXPECT_EQ(t.best(question_, work()), 2);
    EXPECT_EQ(t.timed(), 2);
    EXPECT_EQ(t.best(question_, work()), 2);
    EXPECT_EQ(t.timed(), 2);
    const std::vector<TuningChoice> choices = t.choices();
    ASSERT_EQ(choices.size(), 1);
    EXPECT_EQ(choices[0].variant, "c");
    EXPECT_EQ(choices[0].origin, ChoiceOrigin::Tuned);
}

TEST_F(TunerTest, RemembersByNameWhenTheListChanges)
{
    const io::test::TemporaryFolder folder;
    const std::string file = folder.file("tuning.json");
    tuner(file, {3, 1, 2}).best(question_, work());
    TuningQuestion turned = question_;
    turned.variants = {"c", "b", "a"};

    Tuner t = tuner(file, {3, 1, 2});
    EXPECT_EQ(t.best(turned, work()), 1);
    EXPECT_EQ(t.choices()[0].origin, ChoiceOrigin::Remembered);
    EXPECT_EQ(t.timed(), 0);

    turned.variants = {"c", "new", "a"};
    Tuner other = tuner(file, {3, 2, 1});
    EXPECT_EQ(other.best(turned, work()), 2) << "timed again";
    EXPECT_EQ(other.timed(), 3);
}

TEST_F(TunerTest, WithoutTuningTakesTheDefaultAndSaysSo)
{
    TuningQuestion question = question_;
    question.standard = 1;
    Tuner t = tuner({}, {1, 2, 3});

    EXPECT_EQ(t.best(question, work()), 1);

    EXPECT_EQ(t.timed(), 0);
    EXPECT_EQ(t.choices()[0].origin, ChoiceOrigin::Standard);
    EXPECT_EQ(t.lines(), std::vector<std::string>{"hop 4x4x4x4 " + name(device_->path(), device_->storage()) +
                                                  " single: b, default"});
}

TEST_F(TunerTest, WhatGoesOnKeepsItsVariantsByName)
{
    Tuner before = tuner("", {3, 1, 2});
    before.best(question_, work());
    Tuner t = tuner("", {1, 2, 3});
    ASSERT_EQ(before.lines().size(), 1);
    t.resume(before.lines());
    EXPECT_EQ(t.best(question_, work()), 1);
    EXPECT_EQ(t.choices()[0].origin, ChoiceOrigin::Tuned);

    Tuner other = tuner("", {1, 2, 3});
    other.resume({"hop 4x4x4x4 " + name(device_->path(), device_->storage()) + " single: gone, tuned", "damaged"});
    EXPECT_EQ(other.best(question_, work()), 0);
}

TEST_F(TunerTest, ThrowsTheReasonWhereNothingBuilds)
{
    Tuner t = tuner("", {-1, -1, -1});
    EXPECT_THROW(t.best(question_, work()), DeviceError);
}

TEST_F(TunerTest, TimesNothingWhileProgramsAreCounted)
{
    Tuner t = tuner("", {3, 1, 2});
    const ProgramPrecompiler counting(*device_);

    EXPECT_EQ(t.best(question_, work()), 0);

    EXPECT_EQ(t.timed(), 0);
    EXPECT_TRUE(t.choices().empty());
}

TEST_F(TunerTest, SumsDoNotDependOnIt)
{
    const TextureShape shape{64, 12, 1};
    Device tuned(testing_support::sharedContext(), {.tuningFile = ""});
    std::vector<double> numbers(shape.texels() * 4);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = std::sin(double(i * i));
    PlaneTexture terms(tuned, shape), same(*device_, shape);
    terms.upload(numbers);
    same.upload(numbers);

    const std::array<double, 4> sum = Reduction(tuned).sum(terms);

    ASSERT_EQ(tuned.tuner().choices().size(), 1);
    EXPECT_EQ(tuned.tuner().choices()[0].kernel, "fold");
    EXPECT_TRUE(tuned.tuner().lines().empty()) << "no bit depends on it";
    EXPECT_EQ(sum, Reduction(*device_).sum(same));
    for (const int fold : {2, 4, 8, 16, 32})
        EXPECT_EQ(Reduction(*device_, fold).sum(same), sum) << fold;
}

// By what a card chooses its path; a software driver does not, so that nothing else runs it here.
TEST_F(TunerTest, TheWorkThatPathsAreComparedByRunsOnBoth)
{
    for (const Path path : {Path::Fragment, Path::Compute}) {
        if (path == Path::Compute && !device_->context().capabilities().compute()) continue;
        Device device(testing_support::sharedContext(), {.path = path, .checkErrors = true});
        const std::function<void()> work = stapleTrial(device);
        int calls = 0;
        const auto seconds = secondsOf(
            device,
            [&] {
                work();
                ++calls;
            },
            [&] { return double(calls); });
        EXPECT_EQ(seconds, 1) << name(path);
        EXPECT_EQ(device.kernelsThatRan(), std::set<std::string>{"staple"}) << name(path);
    }
}

TEST_F(TunerTest, ADeviceOfASoftwareDriverHasThePathOfItsLattice)
{
    if (!device_->context().capabilities().software || device_->path() == Path::Fragment)
        GTEST_SKIP() << "a card, or there are no compute shaders";
    const auto pathOf = [](const DeviceOptions& options) {
        return openDevice(testing_support::sharedContext(), options, stapleTrial).path();
    };
    EXPECT_EQ(pathOf({}), Path::Compute);
    EXPECT_EQ(pathOf({.sites = rasterisedSites - 1}), Path::Compute);
    EXPECT_EQ(pathOf({.sites = rasterisedSites}), Path::Fragment);
    EXPECT_EQ(pathOf({.path = Path::Compute, .sites = rasterisedSites}), Path::Compute);
    EXPECT_EQ(pathOf({.storage = Storage::Buffer, .sites = rasterisedSites}), Path::Compute);
}

TEST_F(TunerTest, ADeviceOfASoftwareDriverKeepsTheRuleAndTimesNothing)
{
    if (!device_->context().capabilities().software) GTEST_SKIP() << "a card";
    Device opened = openDevice(testing_support::sharedContext(), {}, stapleTrial);
    EXPECT_EQ(opened.path(), device_->path());
    EXPECT_FALSE(opened.tuner().tunes());
}

} // namespace
} // namespace gaugegl
