#include "gaugegl/core/source.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"

#include <functional>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

const Lattice flat({4, 6, 2, 8});

std::string messageOf(const std::function<void()>& call)
{
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

std::string messageOf(const char* text, FermionKind kind = FermionKind::Wilson, Group group = Group::SU3)
{
    return messageOf([&] { validate(Source::parse(text), flat, kind, group); });
}

std::size_t nonZero(const FermionVector& b)
{
    return b.size() - std::size_t(std::count(b.begin(), b.end(), std::complex<double>()));
}

TEST(Source, NamesAreThoseThatAreParsed)
{
    for (const char* text : {"point:1,2,0,3", "point:0,0,0,0:3:2", "wall:7", "wall:0:1:1", "z2:7",
                             "z4:0,18446744073709551615", "z3:1,5:2:1", "random:18446744073709551615", "ones"})
        EXPECT_EQ(Source::parse(text).name(), text);
}

TEST(Source, OfAPointIsOneInOneComponentOfOneSite)
{
    const FermionVector b = sourceVector(Source::parse("point:3,5,1,7:2:1"), flat, FermionKind::Wilson, Group::SU2);

    ASSERT_EQ(b.size(), 384u * 8);
    EXPECT_EQ(b[std::size_t(flat.index({3, 5, 1, 7}) * 8 + 2 * 2 + 1)], 1.0);
    EXPECT_EQ(nonZero(b), 1u);
}

TEST(Source, OfAWallIsOneAtAllSitesOfItsTime)
{
    const FermionVector b = sourceVector(Source::parse("wall:5:0:2"), flat, FermionKind::Staggered, Group::SU3);

    EXPECT_EQ(nonZero(b), 48u);
    for (std::int64_t site = 0; site < flat.volume(); ++site)
        EXPECT_EQ(b[std::size_t(site * 3 + 2)], flat.coordinates(site)[3] == 5 ? 1.0 : 0.0);
}

TEST(Source, OfANoiseWallIsARootOfOneThatAllComponentsShare)
{
    const auto of = [](const char* text) {
        return sourceVector(Source::parse(text), flat, FermionKind::Wilson, Group::SU2);
    };
    const FermionVector b = of("z3:5,9:2:1"), other = of("z3:5,9:0:0");

    EXPECT_EQ(nonZero(b), 48u);
    std::complex<double> sum = 0;
    for (std::int64_t site = 0; site < flat.volume(); ++site) {
        const std::complex<double> root = b[std::size_t(site * 8 + 2 * 2 + 1)];
        EXPECT_EQ(root, other[std::size_t(site * 8)]);
        EXPECT_LT(std::abs(root * root * root - (flat.coordinates(site)[3] == 5 ? 1.0 : 0.0)), 1e-15);
        sum += root;
    }
    EXPECT_LT(std::abs(sum), 4 * std::sqrt(48.0));
    EXPECT_FALSE(b == of("z3:5,10:2:1"));
    EXPECT_FALSE(b == of("z3:5:2:1"));
    EXPECT_EQ(messageOf("z2:8"), "source 'z2:8' lies outside the lattice 4x6x2x8: t = 8, expected 0 to 7");
}

TEST(Source, OfOnesAndOfRandomNumbersFillsEveryComponent)
{
    const FermionVector ones = sourceVector(Source::parse("ones"), flat, FermionKind::Staggered, Group::SU2);
    const FermionVector random = sourceVector(Source::parse("random:3"), flat, FermionKind::Wilson, Group::SU3);

    EXPECT_TRUE(ones == FermionVector(384 * 2, 1.0));
    EXPECT_EQ(nonZero(random), 384u * 12);
    EXPECT_TRUE(random == gaussianSource(flat, FermionKind::Wilson, Group::SU3, 3));
}

TEST(Source, ThatIsNoneIsRefusedWithThoseThereAre)
{
    for (const char* text : {"",
                             "point",
                             "point:",
                             "point:1,2,3",
                             "point:1,2,3,4,5",
                             "point:1,2,3,x",
                             "point:0,0,0,0:1",
                             "point:0,0,0,0:1:1:1",
                             "wall",
                             "wall:0,0",
                             "random",
                             "random:-1",
                             "random:1:0:0",
                             "z5:1",
                             "z2",
                             "z2:1,",
                             "z2:1,-1",
                             "z2:1,2,3",
                             "gaussian:1",
                             "ones:1",
                             "points:0,0,0,0",
                             "point:0,0,0,99999999999"}) {
        const std::string message = messageOf([&] { Source::parse(text); });
        EXPECT_NE(message.find("source '" + std::string(text) + "' is none of"), std::string::npos) << message;
    }
}

TEST(Source, OutsideTheLatticeNamesDirectionAndExtent)
{
    EXPECT_EQ(messageOf("point:0,6,0,0"),
              "source 'point:0,6,0,0' lies outside the lattice 4x6x2x8: y = 6, expected 0 to 5");
    EXPECT_EQ(messageOf("point:0,0,-1,0"),
              "source 'point:0,0,-1,0' lies outside the lattice 4x6x2x8: z = -1, expected 0 to 1");
    EXPECT_EQ(messageOf("wall:8"), "source 'wall:8' lies outside the lattice 4x6x2x8: t = 8, expected 0 to 7");
    EXPECT_EQ(messageOf("wall:7"), "no error");
}

TEST(Source, OfAComponentThatIsNotThereIsRefused)
{
    EXPECT_EQ(messageOf("point:0,0,0,0:4:0"), "source 'point:0,0,0,0:4:0': spin 4 is not there, expected 0 to 3");
    EXPECT_EQ(messageOf("point:0,0,0,0:1:0", FermionKind::Staggered),
              "source 'point:0,0,0,0:1:0': spin 1 is not there, expected 0 to 0");
    EXPECT_EQ(messageOf("wall:0:0:2", FermionKind::Wilson, Group::SU2),
              "source 'wall:0:0:2': colour 2 is not there, expected 0 to 1");
    EXPECT_EQ(messageOf("wall:0:0:2", FermionKind::Staggered), "no error");
}

} // namespace
} // namespace gaugegl
