// `--gl 3.3`: a context restricted to core OpenGL 3.3 touches nothing newer, and everything runs on it.
#include "checks/parts.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

class RestrictedTest : public testing::Test {
protected:
    void SetUp() override
    {
        context_ = testing_support::sharedContext33();
        if (!context_) GTEST_SKIP() << "no OpenGL here";
        context_->makeCurrent();
    }
    std::string errorOf(const DeviceOptions& options) const
    {
        try {
            const Device device(context_, options);
        } catch (const DeviceError& error) {
            return error.what();
        }
        return "";
    }
    std::shared_ptr<gl::Context> context_;
};

TEST_F(RestrictedTest, ReportsVersion33AndNothingBeyond)
{
    const gl::Capabilities& c = context_->capabilities();

    EXPECT_EQ(c.glVersion, 33);
    EXPECT_TRUE(c.extensions.empty());
    EXPECT_FALSE(c.compute());
    EXPECT_FALSE(c.doubles());
    EXPECT_EQ(c.maxImageUniforms, 0);
    EXPECT_EQ(c.maxSharedMemory, 0);
    EXPECT_GE(c.maxTextureSize, 1024);
}

TEST_F(RestrictedTest, ANewerEntryPointCannotBeCalled)
{
    EXPECT_THROW(context_->gl().DispatchCompute(1, 1, 1), DeviceError);
    EXPECT_THROW(context_->gl().MemoryBarrier(GL_ALL_BARRIER_BITS), DeviceError);
    EXPECT_THROW(context_->gl().Uniform1d(0, 1.0), DeviceError);
    EXPECT_NO_THROW(context_->throwOnError());
}

TEST_F(RestrictedTest, ChoosesTheFragmentPath) { EXPECT_EQ(Device(context_).path(), Path::Fragment); }

TEST_F(RestrictedTest, TheComputePathIsRefusedWithAWayOut)
{
    const std::string error = errorOf({.path = Path::Compute});

    EXPECT_NE(error.find("needs OpenGL 4.3"), std::string::npos) << error;
    EXPECT_NE(error.find("has 3.3"), std::string::npos) << error;
    EXPECT_NE(error.find("--path fragment"), std::string::npos) << error;
}

TEST_F(RestrictedTest, DoublePrecisionIsRefusedWithTheReason)
{
    const std::string error = errorOf({.precision = Precision::Double});

    EXPECT_NE(error.find("needs OpenGL 4.0"), std::string::npos) << error;
    EXPECT_NE(error.find("GL_ARB_gpu_shader_fp64"), std::string::npos) << error;
    EXPECT_NE(error.find("3.3"), std::string::npos) << error;
}

class RestrictedRunTest : public testing::TestWithParam<Group> {};

TEST_P(RestrictedRunTest, EveryKernelAgreesWithTheReferenceAndTouchesNothingBeyond33)
{
    const auto context = testing_support::sharedContext33();
    if (!context) GTEST_SKIP() << "no OpenGL here";
    Device device(context, {.checkErrors = true});
    const Lattice lattice({4, 4, 4, 8});

    const auto checks =
        verifyCatalogue("gauge", device, lattice, GetParam(), {.variants = false}); // as such a device would
    ObservableMeter meter(device, lattice, GetParam());
    const GaugeObservables cold = meter.measure(GaugeField(device, lattice, GetParam()));

    EXPECT_GE(checks.size(), 16u);
    for (const Check& check : checks)
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                  << check.tolerance << " " << check.note;
    EXPECT_NEAR(cold.plaquette, 1.0, 1e-6);
    EXPECT_NEAR(cold.rectangle(), 1.0, 1e-6);
    EXPECT_NEAR(cold.polyakovLoop().real(), 1.0, 1e-6);
    const auto touched = context->gl().touched();
    EXPECT_GE(touched.size(), 30u);
    for (const gl::TouchedFunction& function : touched)
        EXPECT_LE(function.version, 33) << function.name;
}

TEST_P(RestrictedRunTest, KernelsAgreeWithTheReferenceWithTheFourDrawBuffersOfOpenGlEs)
{
    if (!testing_support::sharedContext33()) GTEST_SKIP() << "no OpenGL here";
    const std::shared_ptr<gl::Context> context = gl::Context::create({.maximumVersion = 33, .drawBuffers = 4});
    Device device(context, {.checkErrors = true});
    EXPECT_EQ(device.targetsOfPass(), 4);
    for (const Check& check : verifyCatalogue("gauge", device, Lattice({4, 4, 4, 8}), GetParam(), {.variants = false}))
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                  << check.tolerance;
}

INSTANTIATE_TEST_SUITE_P(Groups, RestrictedRunTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

} // namespace
} // namespace gaugegl
