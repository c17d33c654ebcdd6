// Wilson loops on the device: against the reference, by hand, and what they may not depend on.
#include "gaugegl/gauge/observables/wilson_loops.h"

#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/wilson_loops.h"
#include "support/device_fixture.h"
#include "support/known_fields.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class WilsonLoopsTest : public DeviceTest {
protected:
    /// Of means of loops of up to sixteen links.
    double tolerance() const { return precision() == Precision::Single ? 2e-6 : 1e-13; }

    std::vector<WilsonLoop> measured(const OracleField& host, const WilsonLoopRequest& request)
    {
        const GaugeField u = onDevice(device(), host);
        return WilsonLoopMeter(device(), u.lattice(), group()).measure(u, u, request);
    }
};

// More than four t, so that a second pass goes on where the first one ended; separations in every direction.
TEST_P(WilsonLoopsTest, AgreeWithTheReferenceOnAndOffTheAxes)
{
    const OracleField host = hostHotStart(group(), 31);

    const std::vector<WilsonLoop> loops = measured(host, {.rMax = 2, .tMax = 5, .offAxis = true});

    ASSERT_EQ(loops.size(), 4u * 5); // (1,0,0), (1,1,0), (1,1,1), (2,0,0)
    for (const WilsonLoop& loop : loops) {
        if (loop.t != (loop.r[1] > 0 ? 5 : 2)) continue; // one of each pass
        std::visit(
            [&](const auto& u) {
                EXPECT_NEAR(loop.value, reference::wilsonLoop(u, u, loop.r, loop.t), tolerance())
                    << loop.r[0] << loop.r[1] << loop.r[2] << " t " << loop.t;
            },
            host);
    }
}

// The spatial sides of one field, the temporal ones of another.
TEST_P(WilsonLoopsTest, TakeSpatialAndTemporalLinksFromTheirFields)
{
    const OracleField a = hostHotStart(group(), 32), b = hostHotStart(group(), 33);
    const GaugeField temporal = onDevice(device(), a), spatial = onDevice(device(), b);

    const auto loops = WilsonLoopMeter(device(), lattice, group()).measure(temporal, spatial, {.rMax = 1, .tMax = 1});

    std::visit(
        [&]<int N>(const reference::GaugeField<N>& u) {
            const auto& v = std::get<reference::GaugeField<N>>(b);
            EXPECT_NEAR(loops.at(0).value, reference::wilsonLoop(u, v, {1, 0, 0}, 1), tolerance());
        },
        a);
}

/// The mean over all images of r, with their opposites: a loop of separation v and length t has the flux t sum_i v_i
/// f_i3, whatever its path in space.
double fluxLoop(const FluxField& field, const Lattice& on, const std::array<int, 3>& r, int t)
{
    double sum = 0;
    int images = 0;
    for (int x = -r[0]; x <= r[0]; ++x)
        for (int y = -r[0]; y <= r[0]; ++y)
            for (int z = -r[0]; z <= r[0]; ++z) {
                std::array<int, 3> sorted = {std::abs(x), std::abs(y), std::abs(z)};
                std::ranges::sort(sorted, std::greater());
                if (sorted != r) continue;
                ++images;
                sum += field.loop(
                    t * (x * field.strength(on, 0, 3) + y * field.strength(on, 1, 3) + z * field.strength(on, 2, 3)));
            }
    return sum / images;
}

TEST_P(WilsonLoopsTest, OfAConstantFieldStrengthHaveThePhaseOfTheirArea)
{
    const FluxField field{{1, 2, 3, 4, 5, 6}, charges(group())};
    const auto loops = measured(fieldOf(group(), [&]<int N>() { return OracleField(field.links<N>(lattice)); }),
                                {.rMax = 2, .tMax = 3, .offAxis = true});

    ASSERT_EQ(loops.size(), 4u * 3);
    for (const WilsonLoop& loop : loops)
        EXPECT_NEAR(loop.value, fluxLoop(field, lattice, loop.r, loop.t), 5 * tolerance());
}

// All vectors up to |r| = 3, among them (2,1,0) and (2,2,1), whose paths turn more than once.
TEST(WilsonLoopsSU2Test, OfAConstantFieldStrengthAtLargerSeparationsHaveThePhaseOfTheirArea)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";
    const Lattice wide({6, 6, 8, 4});
    const FluxField field{{1, 2, 3, 4, 5, 6}, {1, -1}};
    const GaugeField u = onDevice(*device, field.links<2>(wide));

    const auto loops =
        WilsonLoopMeter(*device, wide, Group::SU2).measure(u, u, {.rMax = 3, .tMax = 1, .offAxis = true});

    EXPECT_EQ(loops.size(), 9u);
    EXPECT_EQ(loops.back().r, (std::array{3, 0, 0}));
    for (const WilsonLoop& loop : loops)
        EXPECT_NEAR(loop.value, fluxLoop(field, wide, loop.r, 1), 1e-5) << loop.r[0] << loop.r[1] << loop.r[2];
}

TEST_P(WilsonLoopsTest, AreGaugeInvariant)
{
    const OracleField u = hostHotStart(group(), 34);
    const OracleField v = std::visit(
        []<int N>(const reference::GaugeField<N>& field) {
            return OracleField(
                reference::transformed(field, reference::randomGaugeTransformation<N>(lattice, 35, Precision::Double)));
        },
        u);
    const WilsonLoopRequest request{.rMax = 2, .tMax = 2, .offAxis = true};

    const auto before = measured(u, request), after = measured(v, request);

    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(before[i].value, after[i].value, tolerance());
}

TEST_P(WilsonLoopsTest, OfOneByOneAreTheTemporalPlaquette)
{
    const OracleField host = hostHotStart(group(), 36);
    const GaugeField u = onDevice(device(), host);

    const auto loops = WilsonLoopMeter(device(), lattice, group()).measure(u, u, {.rMax = 1, .tMax = 1});

    EXPECT_NEAR(loops.at(0).value, ObservableMeter(device(), lattice, group()).measurePlaquette(u).plaquetteTime,
                tolerance());
}

// The same meter, asked for less after it was asked for more, and for another field.
TEST_P(WilsonLoopsTest, DoNotDependOnEarlierMeasurements)
{
    const GaugeField u = onDevice(device(), hostHotStart(group(), 37));
    const GaugeField other = onDevice(device(), hostHotStart(group(), 38));
    WilsonLoopMeter meter(device(), lattice, group());
    meter.measure(other, other, {.rMax = 2, .tMax = 5});

    const auto later = meter.measure(u, u, {.rMax = 2, .tMax = 2});

    const auto first = WilsonLoopMeter(device(), lattice, group()).measure(u, u, {.rMax = 2, .tMax = 2});
    ASSERT_EQ(later.size(), first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_EQ(later[i].value, first[i].value);
}

// Mean links have less noise and no bias: the loops of one field change, those of R = 1, which may not use them, do
// not.
TEST_P(WilsonLoopsTest, OfMeanLinksDifferBeyondSeparationOne)
{
    GaugeField u(device(), lattice, group());
    hotStart(u, 39);
    WilsonLoopMeter meter(device(), lattice, group());
    const double beta = group() == Group::SU2 ? 2.3 : 5.7;

    const auto plain = meter.measure(u, u, {.rMax = 2, .tMax = 2});
    const auto means = meter.measure(u, u, {.rMax = 2, .tMax = 2, .multihit = true, .beta = beta});

    ASSERT_EQ(means.size(), 4u);
    for (std::size_t i = 0; i < means.size(); ++i) {
        if (means[i].r[0] == 1)
            EXPECT_EQ(means[i].value, plain[i].value);
        else
            EXPECT_GT(std::abs(means[i].value - plain[i].value), 1e-6);
    }
    EXPECT_THROW(meter.measure(u, u, {.rMax = 2, .tMax = 2, .multihit = true}), InputError) << "no beta";
}

TEST_P(WilsonLoopsTest, RefuseSizesBeyondHalfTheLattice)
{
    const GaugeField u(device(), lattice, group());
    WilsonLoopMeter meter(device(), lattice, group());
    for (const WilsonLoopRequest& request :
         {WilsonLoopRequest{.rMax = 3, .tMax = 2}, WilsonLoopRequest{.rMax = 0, .tMax = 2},
          WilsonLoopRequest{.rMax = 2, .tMax = 6}, WilsonLoopRequest{.rMax = 2, .tMax = 0}})
        EXPECT_THROW(meter.measure(u, u, request), InputError);
}

INSTANTIATE_TEST_SUITE_P(Device, WilsonLoopsTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
