// Devices for tests of what depends on path and precision but on no group, OpenGL 3.3 included.
#pragma once

#include "support/device_fixture.h"

namespace gaugegl::testing_support {

struct PathVariant {
    Path path;
    Precision precision;
    bool restricted = false; ///< on the context limited to OpenGL 3.3
};

inline std::vector<PathVariant> allPathVariants()
{
    return {{Path::Fragment, Precision::Single},
            {Path::Fragment, Precision::Double},
            {Path::Compute, Precision::Single},
            {Path::Compute, Precision::Double},
            {Path::Fragment, Precision::Single, true}};
}

/// "fragment_single", "fragment_single_gl33".
inline std::string pathVariantName(const testing::TestParamInfo<PathVariant>& info)
{
    return name(info.param.path) + "_" + name(info.param.precision) + (info.param.restricted ? "_gl33" : "");
}

/// A test over the variants; an OpenGL error fails it.
class PathTest : public testing::TestWithParam<PathVariant> {
protected:
    void SetUp() override
    {
        const PathVariant& variant = GetParam();
        if (variant.restricted) {
            if (const auto context = sharedContext33())
                own_ = std::make_unique<Device>(context, DeviceOptions{.path = variant.path, .checkErrors = true});
            device_ = own_.get();
        } else {
            device_ = sharedDevice(variant.path, variant.precision);
        }
        if (!device_) GTEST_SKIP() << "this driver lacks the path or the precision";
        device_->context().takeMessages();
    }
    void TearDown() override
    {
        if (device_) {
            EXPECT_NO_THROW(device_->context().throwOnError());
        }
    }
    Device& device() const { return *device_; }

    /// What the device stores of a number.
    double stored(double value) const
    {
        return GetParam().precision == Precision::Double ? value : double(float(value));
    }

private:
    std::unique_ptr<Device> own_;
    Device* device_ = nullptr;
};

} // namespace gaugegl::testing_support
