// How closely `gaugegl verify` wants kernels of fermions to agree with the reference.
#include "checks/fermion_checks.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(FermionVerification, TolerancesAreThoseOfTheFormatsThatAKernelReads)
{
    const HopStorage half{.links = FieldFormat::Half}, fixed{.links = FieldFormat::Fixed},
        eight{.reconstruct = Reconstruct::R8};
    EXPECT_EQ(hopTolerance({}, FieldFormat::Real, Precision::Double), 1e-14);
    EXPECT_EQ(hopTolerance({}, FieldFormat::Real, Precision::Single), 1e-6);
    EXPECT_DOUBLE_EQ(hopTolerance(eight, FieldFormat::Real, Precision::Single), 1e-4);
    EXPECT_EQ(hopTolerance(half, FieldFormat::Real, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance({}, FieldFormat::Half, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance(half, FieldFormat::BlockFloat16, Precision::Single), 3e-3);
    EXPECT_EQ(hopTolerance(fixed, FieldFormat::BlockFloat16, Precision::Single), 3e-4);
}

} // namespace
} // namespace gaugegl
