// The experiment of the SU(2) paper: every place computes the same chain, within its limits.
#include "papers/fermi.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

const Lattice fermiLattice({4, 4, 4, 8});
constexpr FermiBackend oneCore = {.threads = 1};

double plaquetteIn(const FermiBackend& place, int iterations)
{
    const FermiLimits limits = {.iterations = iterations, .seconds = 1000};
    if (!place.path) return measureFermiReference(fermiLattice, place, limits).plaquette;
    return measureFermi(*sharedDevice(*place.path, place.precision, place.storage), fermiLattice, place, limits)
        .plaquette;
}

TEST(FermiSU2, DevicesFollowTheReference)
{
    const double expected = plaquetteIn(oneCore, 4);
    EXPECT_GT(expected, 0.5); // a hot start has 0
    for (const Path path : {Path::Fragment, Path::Compute})
        for (const Precision precision : {Precision::Single, Precision::Double})
            if (sharedDevice(path, precision)) {
                EXPECT_NEAR(plaquetteIn({.path = path, .precision = precision}, 4), expected,
                            precision == Precision::Double ? 1e-10 : 2e-3) // some proposals differ in single precision
                    << name(path) << " " << name(precision);
            }
}

TEST(FermiSU2, FewerTexturesAndBuffersGiveTheSamePlaquette)
{
    if (!sharedDevice(Path::Compute, Precision::Single)) GTEST_SKIP() << "this driver lacks the compute path";
    const double expected = plaquetteIn({.path = Path::Compute, .precision = Precision::Single}, 3);
    EXPECT_EQ(plaquetteIn({.path = Path::Compute, .precision = Precision::Single, .storage = Storage::Buffer}, 3),
              expected);
    for (const int arrays : linkArrayChoices)
        EXPECT_EQ(plaquetteIn({.path = Path::Compute, .precision = Precision::Single, .linkArrays = arrays}, 3),
                  expected);
}

TEST(FermiSU2, LimitsBoundTheIterations)
{
    EXPECT_EQ(measureFermiReference(fermiLattice, oneCore, {.iterations = 3, .seconds = 1000}).iterations, 3);
    const FermiTiming shortest = measureFermiReference(fermiLattice, oneCore, {.seconds = 0});
    EXPECT_EQ(shortest.iterations, 1);
    EXPECT_TRUE(shortest.complete);
    const FermiTiming ended = measureFermiReference(
        fermiLattice, oneCore, {.iterations = 9, .seconds = 1000, .proceeds = [](int i) { return i < 2; }});
    EXPECT_EQ(ended.iterations, 2);
    EXPECT_FALSE(ended.complete);
}

TEST(FermiSU2, RatesFollowFromTheMeanTime)
{
    const FermiTiming timing = measureFermiReference(fermiLattice, oneCore, {.iterations = 2, .seconds = 1000});

    EXPECT_GT(timing.fastest, 0);
    EXPECT_LE(timing.fastest, timing.seconds);
    EXPECT_DOUBLE_EQ(timing.sweepsPerDay(), 86400 / timing.seconds);
    EXPECT_DOUBLE_EQ(timing.linksPerSecond(), 4 * 512 / timing.seconds);
    EXPECT_DOUBLE_EQ(timing.gflops(), 1e-9 * timing.flops / timing.seconds);
    // Plaquette: six of two products (28), a difference (4) and two Re tr (8), their quotients and sums; a sum of four
    // components: 44.
    EXPECT_NEAR(timing.flops / 512, 4 * 514 + 6 * 80 + 14 + 44, 20);
}

} // namespace
} // namespace gaugegl
