// Every kernel agrees with the CPU reference, on every path, precision and group.
#include "gaugegl/gauge/verification.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using testing_support::DeviceTest;

class VerificationTest : public DeviceTest {};

TEST_P(VerificationTest, KernelsAgreeWithTheReference)
{
    const auto checks = verifyGauge(device(), Lattice({4, 6, 8, 10}), group());

    EXPECT_GE(checks.size(), 16u);
    for (const Check& check : checks)
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                  << check.tolerance << " " << check.note;
}

INSTANTIATE_TEST_SUITE_P(Device, VerificationTest, testing::ValuesIn(testing_support::allStorages()),
                         testing_support::variantName);

} // namespace
} // namespace gaugegl
