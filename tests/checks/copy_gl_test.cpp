// Copies of every format arrive, and are timed; what a driver cannot do is said.
#include "checks/copy.h"

#include "gaugegl/base/error.h"
#include "support/device_fixture.h"

#include <algorithm>
#include <cmath>

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

class FormatCopyTest : public testing::TestWithParam<std::tuple<CopyFormat, Path>> {
protected:
    void SetUp() override
    {
        device_ = sharedDevice(std::get<1>(GetParam()), Precision::Single);
        if (!device_) GTEST_SKIP() << "this driver lacks the path";
    }
    static const CopyFormat& format() { return std::get<0>(GetParam()); }

    Device* device_ = nullptr;
};

TEST_P(FormatCopyTest, TheTargetHoldsWhatTheSourceWasFilledWith)
{
    for (const std::size_t bytes : {16u, 3000u, 70000u, 300000u}) { // one element; rows that no group divides
        FormatCopy copy(*device_, format(), bytes);
        copy.run();
        EXPECT_GE(copy.bytes(), bytes);
        EXPECT_LT(copy.bytes(), 2 * bytes + 2048 * std::size_t(format().bytes));
        EXPECT_EQ(copy.target(), copy.filling()) << bytes;
        copy.run(); // back
        copy.run();
        EXPECT_EQ(copy.target(), copy.filling()) << bytes;
    }
    EXPECT_NO_THROW(device_->context().throwOnError());
}

TEST_P(FormatCopyTest, IsTimed)
{
    const CopyTiming timing = measureCopy(*device_, format(), 1 << 16, {.batchSeconds = 1e-3, .seconds = 0.01});

    EXPECT_EQ(timing.failure, "");
    EXPECT_GE(timing.size, std::size_t(1) << 16);
    EXPECT_LT(timing.size, (std::size_t(1) << 16) + 2048 * std::size_t(format().bytes)); // whole rows
    EXPECT_GE(timing.time.samples, 3);
    EXPECT_DOUBLE_EQ(timing.bytesPerSecond(), 2.0 * double(timing.size) / timing.time.seconds);
}

TEST_P(FormatCopyTest, WhatExceedsALimitIsSaid)
{
    const CopyTiming timing = measureCopy(*device_, format(), std::size_t(1) << 40);

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "exceed", timing.failure);
    EXPECT_TRUE(std::isnan(timing.bytesPerSecond()));
}

std::vector<std::tuple<CopyFormat, Path>> allCopies()
{
    std::vector<std::tuple<CopyFormat, Path>> all;
    for (const CopyFormat& format : allCopyFormats())
        for (const Path path : {Path::Fragment, Path::Compute})
            if (copies(format, path)) all.emplace_back(format, path);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatCopyTest, testing::ValuesIn(allCopies()), [](const auto& variant) {
    std::string label = copyLabel(std::get<0>(variant.param)) + "_" + name(std::get<1>(variant.param));
    std::ranges::replace(label, '-', '_');
    return label;
});

TEST(FormatCopy, ABufferDoesNotExistOnTheFragmentPath)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Single);
    if (!device) GTEST_SKIP() << "no OpenGL here";
    const CopyFormat& buffer = copyFormats().back();

    ASSERT_TRUE(buffer.buffer);
    EXPECT_FALSE(copies(buffer, Path::Fragment));
    EXPECT_THROW(FormatCopy(*device, buffer, 1024), DeviceError);
}

} // namespace
} // namespace gaugegl
