// Refusing a lattice names the number that would fit, and that number is right.
#include "fields/lattice_fit.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t gibibyte = 1 << 30;

std::string why(const FitLimits& limits, const char* lattice, Group group = Group::SU3,
                Precision precision = Precision::Single)
{
    return whyItDoesNotFit(limits, Lattice::parse(lattice), group, precision);
}

TEST(LatticeFitTest, CountsTheBytesOfEveryTexture)
{
    const std::uint64_t texels = 4 * 6 * 8 * 10 / 2;

    EXPECT_EQ(simulationBytes({4, 6, 8, 10}, Group::SU2, Precision::Single), texels * 16 * (9 + 6));
    EXPECT_EQ(simulationBytes({4, 6, 8, 10}, Group::SU3, Precision::Single), texels * 16 * (27 + 6));
    EXPECT_EQ(simulationBytes({4, 6, 8, 10}, Group::SU2, Precision::Double), texels * 32 * (9 + 6));
    EXPECT_EQ(simulationBytes({4, 6, 8, 10}, Group::SU3, Precision::Double), texels * 32 * (27 + 6 + 6));
}

TEST(LatticeFitTest, WhatFitsIsNotRefused)
{
    EXPECT_EQ(why({"card", 16384, 4 * gibibyte}, "48x48x48x48"), "");
    EXPECT_EQ(why({"card", 16384, 0}, "128x128x128x128"), "") << "unknown memory bounds nothing";
}

TEST(LatticeFitTest, TooLittleMemoryNamesTheLatticesThatFit)
{
    const FitLimits card{"Some Card", 16384, 4 * gibibyte};
    const std::string text = why(card, "64x64x64x64");

    EXPECT_EQ(text, "a 64x64x64x64 SU3 lattice in single precision needs 4.1 GiB; Some Card has 4.0 GiB: 64x64x64x62 "
                    "fits, the largest symmetric lattice that fits is 62x62x62x62");
    EXPECT_EQ(why(card, "64x64x64x62"), "");
    EXPECT_EQ(why(card, "62x62x62x62"), "");
    EXPECT_NE(why(card, "64x64x64x64"), "");
}

TEST(LatticeFitTest, WithoutAFittingTimeExtentTheSymmetricLatticeIsNamedAlone)
{
    const std::string text = why({"card", 16384, gibibyte / 1024}, "64x64x64x4");

    EXPECT_EQ(text.find("64x64x64x2 fits"), std::string::npos) << text;
    EXPECT_NE(text.find(": the largest symmetric lattice that fits is 6x6x6x6"), std::string::npos) << text;
}

TEST(LatticeFitTest, WithNothingThatFitsNothingIsNamed)
{
    EXPECT_EQ(why({"card", 16384, 16}, "4x4x4x4"),
              "a 4x4x4x4 SU3 lattice in single precision needs 0.0 GiB; card has 0.0 GiB");
}

TEST(LatticeFitTest, ATextureThatIsTooWideNamesTheExtentThatFits)
{
    EXPECT_EQ(why({"card", 16384, 0}, "64x1000x4x4"),
              "(Lx/2) Ly = 32000 exceeds 16384, the texture size of card: with Lx = 64, Ly = 512 at most fits");
    EXPECT_EQ(why({"card", 16384, 0}, "64x512x4x4"), "");
    EXPECT_EQ(why({"card", 16384, 0}, "40000x4x4x4"),
              "(Lx/2) Ly = 80000 exceeds 16384, the texture size of card: no Ly fits Lx = 40000");
}

TEST(LatticeFitTest, ATextureThatIsTooHighNamesTheExtentThatFits)
{
    EXPECT_EQ(why({"card", 8192, 0}, "4x4x100x200"),
              "Lz Lt = 20000 exceeds 8192, the texture size of card: with Lz = 100, Lt = 80 at most fits");
    EXPECT_EQ(why({"card", 8192, 0}, "4x4x100x80"), "");
    EXPECT_NE(why({"card", 8192, 0}, "4x4x100x82"), "");
}

TEST(LatticeFitTest, SymmetricLatticesThatAreNamedAlsoFitTheTexture)
{
    const FitLimits card{"card", 1024, 100000 * gibibyte};

    EXPECT_EQ(why(card, "32x32x32x32"), "");
    EXPECT_NE(why(card, "46x46x46x46"), ""); // Lz Lt = 2116
}

TEST(LatticeFitTest, RequireFitThrowsWhatWasFound)
{
    gl::Capabilities c;
    c.renderer = "A Card";
    c.maxTextureSize = 4096;
    c.memoryBytes = gibibyte / 4;

    EXPECT_NO_THROW(requireFit(c, Lattice({16, 16, 16, 16}), Group::SU3, Precision::Double));
    try {
        requireFit(c, Lattice({48, 48, 48, 48}), Group::SU3, Precision::Double);
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("A Card has 0.2 GiB"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace gaugegl
