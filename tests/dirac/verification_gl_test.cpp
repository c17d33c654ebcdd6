// What `gaugegl verify` says of fermions: which kernels it compares, and how closely they must agree.
#include "gaugegl/dirac/verification.h"

#include "gaugegl/dirac/kernels.h"
#include "support/device_fixture.h"

#include <map>

namespace gaugegl::testing_support {
namespace {

/// One that the test of the program does not look at.
const std::vector<Variant> fewVariants = {{Group::SU2, Path::Compute, Precision::Single, Storage::Buffer}};

class FermionVerification : public DeviceTest {};

TEST_P(FermionVerification, ComparesEveryKernelThatTheDeviceHas)
{
    std::map<std::string, Check> checks;
    int observed = 0;
    for (const Check& check :
         verifyFermions(device(), Lattice({4, 6, 2, 8}), group(), [&](const Check&) { ++observed; }))
        checks.emplace(check.name, check);

    EXPECT_EQ(std::size_t(observed), checks.size()) << "a name stands for two checks";
    for (const auto& [name, check] : checks) {
        EXPECT_TRUE(check.passed) << name << " " << check.largestDeviation << " allowed " << check.tolerance;
        EXPECT_EQ(check.group, group());
        EXPECT_EQ(check.storage, device().storage());
        EXPECT_FALSE(name.ends_with("normed")) << "16 bits are not there";
    }
    for (const std::string kind : {"wilson", "staggered"}) {
        for (const HopStorage& storage : hopStorages(group(), precision())) {
            if (storage == HopStorage{} || storage.links != FieldFormat::Real) continue;
            EXPECT_TRUE(checks.contains(kind + "-hop-" + name(storage))) << kind << " " << name(storage);
        }
        for (const char* what :
             {"hop", "hop-spread-phases", "fused", "fused-dagger", "fused-separate", "axpy", "update"})
            EXPECT_TRUE(checks.contains(kind + "-" + what)) << kind << " " << what;
    }
}

INSTANTIATE_TEST_SUITE_P(Device, FermionVerification, testing::ValuesIn(fewVariants), variantName);

TEST(FermionVerification, TolerancesAreThoseOfTheFormatsThatAKernelReads)
{
    const HopStorage half{.links = FieldFormat::Half}, fixed{.links = FieldFormat::Fixed},
        eight{.reals = LinkReals::Eight};
    EXPECT_EQ(hopTolerance({}, FieldFormat::Real, Precision::Double), 1e-14);
    EXPECT_EQ(hopTolerance({}, FieldFormat::Real, Precision::Single), 1e-6);
    EXPECT_DOUBLE_EQ(hopTolerance(eight, FieldFormat::Real, Precision::Single), 1e-4);
    EXPECT_EQ(hopTolerance(half, FieldFormat::Real, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance({}, FieldFormat::Half, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance(half, FieldFormat::Normed, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance(fixed, FieldFormat::Normed, Precision::Single), 3e-4);
}

} // namespace
} // namespace gaugegl::testing_support
