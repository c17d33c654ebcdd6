// Wilson loops of fields where they are known by hand, their paths, and their invariance.
#include "reference/observables.h"
#include "reference/wilson_loops.h"

#include "support/known_fields.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

const Lattice loopsLattice({4, 6, 4, 6});
constexpr double loopsRounding = 1e-12;

std::string steps(const std::array<int, 3>& r)
{
    std::string text;
    for (const Step& step : spatialPath(r))
        text += std::string(step.sign > 0 ? "+" : "-") + "xyz"[step.mu];
    return text;
}

TEST(WilsonLoops, PathsStayNearTheStraightLine)
{
    EXPECT_EQ(steps({3, 0, 0}), "+x+x+x");
    EXPECT_EQ(steps({2, 1, 0}), "+x+y+x");
    EXPECT_EQ(steps({1, 1, 1}), "+x+y+z");
    EXPECT_EQ(steps({3, 1, 0}), "+x+x+y+x");
    EXPECT_EQ(steps({0, -1, 3}), "+z+z-y+z");
    EXPECT_EQ(steps({2, 2, 1}), "+x+y+z+x+y");
}

template<class Matrix>
class WilsonLoopsOf : public testing::Test {};
using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(WilsonLoopsOf, Groups);

TYPED_TEST(WilsonLoopsOf, OneByOneAreTheTemporalPlaquettes)
{
    const auto u = hotStart<TypeParam::value>(loopsLattice, 1, Precision::Double);
    EXPECT_NEAR(wilsonLoop(u, u, {1, 0, 0}, 1), plaquettes(u).time, loopsRounding);
}

// The two loops with two temporal or two spatial steps make, with those in space, the rectangle.
TYPED_TEST(WilsonLoopsOf, TwoByOneAndOneByTwoAreRectangles)
{
    constexpr int n = TypeParam::value;
    const auto u = hotStart<n>(loopsLattice, 2, Precision::Double);
    double withTime = 0;
    for (std::int64_t site = 0; site < loopsLattice.volume(); ++site)
        for (int i = 0; i < 3; ++i) {
            const Coordinates x = loopsLattice.coordinates(site);
            withTime += trace(pathProduct(u, x, {{i, 1}, {i, 1}, {3, 1}, {i, -1}, {i, -1}, {3, -1}})).real() / n;
            withTime += trace(pathProduct(u, x, {{i, 1}, {3, 1}, {3, 1}, {i, -1}, {3, -1}, {3, -1}})).real() / n;
        }
    EXPECT_NEAR((wilsonLoop(u, u, {2, 0, 0}, 1) + wilsonLoop(u, u, {1, 0, 0}, 2)) / 2,
                withTime / (6 * double(loopsLattice.volume())), loopsRounding);
}

TYPED_TEST(WilsonLoopsOf, OfAConstantFieldStrengthHaveThePhaseOfTheirArea)
{
    constexpr int n = TypeParam::value;
    const testing_support::FluxField field{{1, 2, 3, 4, 5, 6},
                                           n == 2 ? std::vector<double>{1, -1} : std::vector<double>{1, 2, -3}};
    const auto u = field.links<n>(loopsLattice);
    double expected = 0; // of (1, 1, 0): six images
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < i; ++j)
            for (const int sign : {1, -1})
                expected +=
                    field.loop(2 * (field.strength(loopsLattice, i, 3) + sign * field.strength(loopsLattice, j, 3))) /
                    6;
    EXPECT_NEAR(wilsonLoop(u, u, {1, 1, 0}, 2), expected, loopsRounding);
}

TYPED_TEST(WilsonLoopsOf, AreGaugeInvariant)
{
    constexpr int n = TypeParam::value;
    const auto u = hotStart<n>(loopsLattice, 3, Precision::Double);
    const auto v = transformed(u, randomGaugeTransformation<n>(loopsLattice, 4, Precision::Double));
    for (const std::array<int, 3>& r : {std::array{2, 0, 0}, {2, 1, 1}})
        EXPECT_NEAR(wilsonLoop(u, u, r, 3), wilsonLoop(v, v, r, 3), loopsRounding);
}

} // namespace
} // namespace gaugegl::reference
