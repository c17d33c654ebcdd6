// The devices that tests run on: one context for the process, one device for each path and precision, so that compiled
// programs are shared by all tests.
#pragma once

#include "gaugegl/device/device.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {

/// The context of the process, with debug messages; null where none can be made.  Then tests skip, or fail where the
/// environment variable CI is set.
std::shared_ptr<gl::Context> sharedContext();

/// The same limited to core OpenGL 3.3.
std::shared_ptr<gl::Context> sharedContext33();

/// A device on the shared context; null where the context lacks path or precision.
Device* sharedDevice(Path path, Precision precision, Storage storage = Storage::Texture);

/// How many of these variants a tuner times: a single one is no choice.
template<class Variants>
int timedOf(const Variants& variants)
{
    return variants.size() > 1 ? int(variants.size()) : 0;
}

struct Variant {
    Group group;
    Path path;
    Precision precision;
    Storage storage = Storage::Texture;
};

/// "SU2_fragment_single": names test instances, and ctest's filters select by the group in it.
std::string variantName(const testing::TestParamInfo<Variant>& info);

/// {SU2, SU3} x {fragment, compute} x {single, double}.
std::vector<Variant> allVariants();

/// Those, and on the compute path with fields in buffers.
std::vector<Variant> allStorages();

/// allVariants() without SU(3) in double precision, whose programs with rectangles a software driver compiles for tens
/// of seconds: for claims about algorithms. That double precision computes what the reference does, `verify` shows.
std::vector<Variant> quickVariants();

/// A test over the variants.  `device()` is ready to use; any OpenGL error or debug error message fails the test.
class DeviceTest : public testing::TestWithParam<Variant> {
protected:
    void SetUp() override;
    void TearDown() override;
    Device& device() const { return *device_; }
    Group group() const { return GetParam().group; }
    Precision precision() const { return GetParam().precision; }

private:
    Device* device_ = nullptr;
};

} // namespace gaugegl::testing_support
