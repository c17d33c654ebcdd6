// Precompilations compile a few programs at a time and let the other kernels be.
#include "device/program_precompiler.h"

#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/gauge_field.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

TEST(PrecompilationTest, CompilesOneProgramAfterTheOther)
{
    if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    for (const Path path : {Path::Fragment, Path::Compute}) {
        if (path == Path::Compute && !testing_support::sharedContext()->capabilities().compute()) continue;
        Device device(testing_support::sharedContext(), {.path = path});
        PlaneTexture from(device, {8, 4, 1}), to(device, {8, 4, 1});
        from.upload(std::vector<double>(from.bytes() / 4, 3));
        to.upload(std::vector<double>(to.bytes() / 4, 1));
        const auto work = [&] {
            Reduction(device).sum(from);
            Kernel(device, copySpec(1)).read("uSource", from).run(to);
            Kernel(device, copySpec(1)).read("uSource", from).run(to);
        };
        {
            const ProgramPrecompiler first(device, 1);
            work();
            EXPECT_EQ(first.compiled(), 1U);
            EXPECT_EQ(first.missing(), std::vector<std::string>{copySpec(1).label}) << "once, though it is used twice";
        }
        EXPECT_EQ(device.programCount(), 1U);
        EXPECT_EQ(to.download()[0], 1) << "a kernel without its program leaves its results as they are";
        {
            const ProgramPrecompiler second(device, 1);
            work();
            EXPECT_EQ(second.compiled(), 1U);
            EXPECT_TRUE(second.missing().empty());
        }
        EXPECT_EQ(to.download()[0], 3);
        // Outside of a precompilation programs are compiled as always.
        const PlaneTexture three(device, {8, 4, 3});
        PlaneTexture other(device, {8, 4, 3});
        Kernel(device, copySpec(3)).read("uSource", three).run(other);
        EXPECT_EQ(device.programCount(), 3U);
    }
}

TEST(PrecompilationTest, SkipsKernelsThatHaveRun)
{
    if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
    Device device(testing_support::sharedContext(), {.path = Path::Fragment});
    PlaneTexture from(device, {8, 4, 1}), to(device, {8, 4, 1}), three(device, {8, 4, 3}), other(device, {8, 4, 3});
    from.upload(std::vector<double>(from.bytes() / 4, 3));
    three.upload(std::vector<double>(three.bytes() / 4, 3));
    to.upload(std::vector<double>(to.bytes() / 4, 2));
    other.upload(std::vector<double>(other.bytes() / 4, 2));
    PlaneTexture scratch(device, {8, 4, 1});
    Kernel(device, copySpec(1)).read("uSource", from).run(scratch);
    {
        const ProgramPrecompiler precompiler(device, 1, KnownKernels::Skip);
        Kernel(device, copySpec(1)).read("uSource", from).run(to);
        Kernel(device, copySpec(3)).read("uSource", three).run(other);
        EXPECT_EQ(precompiler.compiled(), 1U);
        EXPECT_TRUE(precompiler.missing().empty());
        EXPECT_EQ(from.download()[0], 1) << "nothing is read back";
    }
    EXPECT_EQ(to.download()[0], 2);
    EXPECT_EQ(other.download()[0], 3);
}

} // namespace
} // namespace gaugegl
