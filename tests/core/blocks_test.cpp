#include "gaugegl/core/blocks.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

std::string messageOf(const Blocks& blocks, const Lattice& lattice)
{
    try {
        validate(blocks, lattice);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(Blocks, AreReadAsTheyAreWritten)
{
    EXPECT_EQ(Blocks::parse("2x4x6x10"), (Blocks{{2, 4, 6, 10}}));
    EXPECT_EQ(Blocks::parse("2x4x6x10").name(), "2x4x6x10");
    EXPECT_EQ(Blocks().name(), "4x4x4x4");
}

TEST(Blocks, OfAnotherFormAreRefusedWithTheText)
{
    for (const char* text : {"", "4", "4x4x4", "4x4x4x4x4", "4x4x4x", "4,4,4,4", "0x4x4x4", "-2x4x4x4", "4x4x4x4 ",
                             "4x4xax4", "99999999999x4x4x4"}) {
        try {
            Blocks::parse(text);
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_EQ(error.what(),
                      "blocks '" + std::string(text) + "' are not of the form BXxBYxBZxBT such as 4x4x4x4");
        }
    }
}

TEST(Blocks, MustBeEvenDivisorsOfTheLattice)
{
    const Lattice lattice({4, 6, 8, 12});

    EXPECT_EQ(messageOf({{4, 6, 8, 12}}, lattice), "");
    EXPECT_EQ(messageOf({{2, 2, 4, 6}}, lattice), "");
    EXPECT_EQ(messageOf({{4, 4, 4, 4}}, lattice), "blocks 4x4x4x4: 4 in direction y is not an even divisor of 6, the "
                                                  "extent of the lattice 4x6x8x12; 2, 6 would work");
    EXPECT_EQ(messageOf({{2, 3, 4, 4}}, lattice), "blocks 2x3x4x4: 3 in direction y is not an even divisor of 6, the "
                                                  "extent of the lattice 4x6x8x12; 2, 6 would work");
    EXPECT_NE(messageOf({{2, 2, 16, 4}}, lattice), "");
}

} // namespace
} // namespace gaugegl
