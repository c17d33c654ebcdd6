// Every kernel agrees with the CPU reference, on every path, precision and group.
#include "checks/fixing_checks.h"
#include "checks/parts.h"
#include "gaugegl/gauge/kernels.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using testing_support::DeviceTest;

class VerificationTest : public DeviceTest {};

TEST_P(VerificationTest, KernelsAgreeWithTheReference)
{
    const auto checks = verifyCatalogue("gauge", device(), Lattice({4, 6, 8, 10}), group());

    EXPECT_GE(checks.size(), 16u);
    for (const Check& check : checks)
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                  << check.tolerance << " " << check.note;
    int announced = 0, withoutVariants = 0;
    EXPECT_TRUE(verifyCatalogue("gauge", device(), Lattice({4, 6, 8, 10}), group(), {.count = &announced}).empty());
    verifyCatalogue("gauge", device(), Lattice({4, 6, 8, 10}), group(), {.variants = false, .count = &withoutVariants});
    EXPECT_EQ(announced, int(checks.size()));
    EXPECT_LT(withoutVariants, announced);
}

// What cards with 63 registers for each thread get instead.
TEST(VerificationSU3Test, KernelsForFewRegistersAgreeWithTheReference)
{
    const auto context = testing_support::sharedContext();
    if (!context) GTEST_SKIP() << "no OpenGL here";
    Device device(context, {.path = Path::Fragment, .registers = Registers::Few, .checkErrors = true});
    EXPECT_EQ(defaultStapleSource(Group::SU3, Precision::Single, LoopSet(), device.registers()), StapleSource::ByRows);
    EXPECT_EQ(loopRows(Group::SU3, Precision::Single, device.registers()), 3);

    const auto checks = verifyCatalogue("gauge", device, Lattice({4, 6, 4, 8}), Group::SU3, {.variants = false});
    EXPECT_GE(checks.size(), 16u);
    for (const Check& check : checks)
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << " " << check.note;
}

// With all iterations; those of SU(3) are compared one by one in gauge_fixing_gl_test and fixing_gauges_gl_test.
TEST(VerificationSU2Test, GaugeFixingAgreesWithTheReference)
{
    const auto context = testing_support::sharedContext();
    if (!context) GTEST_SKIP() << "no OpenGL here";
    for (const auto& [path, storage] :
         {std::pair(Path::Fragment, Storage::Texture), {Path::Compute, Storage::Buffer}}) {
        if (path == Path::Compute && !context->capabilities().compute()) continue;
        Device device(context, {.path = path, .storage = storage, .checkErrors = true});
        const auto checks = verifyFixing(device, Lattice({4, 6, 4, 8}), Group::SU2);
        int announced = 0;
        verifyFixing(device, Lattice({4, 6, 4, 8}), Group::SU2, {}, {.count = &announced});
        EXPECT_EQ(announced, int(checks.size()));
        for (const Check& check : checks)
            EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                      << check.tolerance << " " << check.note;
    }
}

/// Of SU(3) each path and each precision once, and no buffers: software drivers take minutes to compile the rest, which
/// the tests of the single kernels have.
std::vector<testing_support::Variant> variants()
{
    std::vector<testing_support::Variant> all = testing_support::allStorages();
    std::erase_if(all, [](const auto& v) {
        const bool once = (v.path == Path::Fragment) == (v.precision == Precision::Single);
        return v.group == Group::SU3 && (v.storage == Storage::Buffer || !once);
    });
    return all;
}

INSTANTIATE_TEST_SUITE_P(Device, VerificationTest, testing::ValuesIn(variants()), testing_support::variantName);

} // namespace
} // namespace gaugegl
