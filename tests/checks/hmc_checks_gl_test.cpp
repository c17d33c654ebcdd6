// What `gaugegl verify --kernels hmc` says, on a lattice whose programs the other tests share and with fields in
// buffers, too.
#include "checks/parts.h"

#include "gauge/host_fields.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class HmcVerification : public DeviceTest {};

TEST_P(HmcVerification, FindsEveryKernelRight)
{
    int seen = 0, announced = 0;
    const std::vector<Check> checks =
        verifyCatalogue("hmc", device(), lattice, group(), {}, [&](const Check&) { ++seen; });
    verifyCatalogue("hmc", device(), lattice, group(), {.count = &announced});
    EXPECT_EQ(announced, 20);
    EXPECT_EQ(checks.size(), 20u);
    EXPECT_EQ(seen, 20);
    for (const Check& check : checks) {
        EXPECT_TRUE(check.passed) << check.name << " " << check.largestDeviation;
        EXPECT_GT(check.largestDeviation, 0) << check.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Device, HmcVerification,
                         testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single, Storage::Buffer},
                                         Variant{Group::SU2, Path::Fragment, Precision::Single}),
                         variantName);

} // namespace
} // namespace gaugegl
