#include "gaugegl/base/error.h"
#include "gaugegl/core/lattice.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

std::string messageOf(const std::string& text)
{
    try {
        Lattice::parse(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Lattice, NumbersSitesWithXFastest)
{
    const Lattice lattice({4, 6, 8, 10});

    EXPECT_EQ(lattice.volume(), 1920);
    EXPECT_EQ(lattice.index({1, 0, 0, 0}), 1);
    EXPECT_EQ(lattice.index({0, 0, 0, 1}), 4 * 6 * 8);
    for (std::int64_t i = 0; i < lattice.volume(); ++i)
        EXPECT_EQ(lattice.index(lattice.coordinates(i)), i);
}

TEST(Lattice, NeighboursArePeriodicAndOfOppositeParity)
{
    const Lattice lattice({4, 6, 8, 10});

    for (std::int64_t i = 0; i < lattice.volume(); ++i) {
        const Coordinates x = lattice.coordinates(i);
        for (int mu = 0; mu < 4; ++mu) {
            const Coordinates up = lattice.shifted(x, mu, +1);
            EXPECT_NE(Lattice::parity(up), Lattice::parity(x));
            EXPECT_EQ(lattice.shifted(up, mu, -1), x);
            EXPECT_EQ(lattice.shifted(x, mu, lattice.extent(mu)), x);
        }
    }
}

TEST(Lattice, RefusesBadExtentsNamingTheValue)
{
    EXPECT_NE(messageOf("4x5x4x4").find("extent 5 in direction y is odd"), std::string::npos);
    EXPECT_NE(messageOf("4x4x4x0").find("extent 0 in direction t is too small"), std::string::npos);
    EXPECT_NE(messageOf("4x4x4").find("'4x4x4' is not of the form"), std::string::npos);
    EXPECT_NE(messageOf("4x4x4x4x4").find("is not of the form"), std::string::npos);
    EXPECT_NE(messageOf("4x4x4x4 ").find("is not of the form"), std::string::npos);
    EXPECT_NE(messageOf("99999999999x4x4x4").find("extent 99999999999 in direction x is too large"), std::string::npos);
    EXPECT_NE(messageOf("65536x65536x2x2").find("at most 2^32 - 1"), std::string::npos);
}

} // namespace
} // namespace gaugegl
