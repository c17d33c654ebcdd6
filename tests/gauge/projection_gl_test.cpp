// Monopoles, vortices and projected plaquettes on the device: against the reference, and where they were put.
#include "gaugegl/gauge/projection/projection.h"

#include "gauge/host_fields.h"
#include "reference/projection.h"
#include "support/device_fixture.h"
#include "support/projected_fields.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class ProjectionTest : public DeviceTest {
protected:
    double tolerance() const { return precision() == Precision::Single ? 2e-6 : 1e-13; }
};

TEST_P(ProjectionTest, DensitiesAgreeWithTheReferenceAtEverySite)
{
    const OracleField host = hostHotStart(group(), 51);
    const GaugeField u = onDevice(device(), host);
    ProjectionMeter meter(device(), lattice, group());
    std::visit(
        [&](const auto& field) {
            const AbelianObservables abelian = meter.abelian(u), expected = reference::abelianObservables(field);
            auto found = downloadDensity(lattice, meter.density().even, meter.density().odd);
            const auto sites = reference::abelianSites(field);
            for (std::size_t i = 0; i < sites.size(); ++i) {
                ASSERT_NEAR(found[i][0], sites[i].monopoles, tolerance()) << i;
                ASSERT_NEAR(found[i][1], sites[i].monopolesTime, tolerance()) << i;
                ASSERT_NEAR(found[i][2], sites[i].space, 2 * tolerance()) << i;
                ASSERT_NEAR(found[i][3], sites[i].time, 2 * tolerance()) << i;
            }
            EXPECT_NEAR(abelian.monopoleDensity, expected.monopoleDensity, tolerance());
            EXPECT_NEAR(abelian.monopoleDensityTime, expected.monopoleDensityTime, tolerance());
            EXPECT_NEAR(abelian.plaquette, expected.plaquette, tolerance());
            EXPECT_NEAR(abelian.plaquetteSpace, expected.plaquetteSpace, tolerance());
            EXPECT_NEAR(abelian.plaquetteTime, expected.plaquetteTime, tolerance());
            EXPECT_GT(abelian.monopoleDensity, 0.1);

            const CentreObservables centre = meter.centre(u), vortices = reference::centreObservables(field);
            found = downloadDensity(lattice, meter.density().even, meter.density().odd);
            const auto pierced = reference::centreSites(field);
            for (std::size_t i = 0; i < pierced.size(); ++i) {
                ASSERT_NEAR(found[i][0], pierced[i].space, tolerance()) << i;
                ASSERT_NEAR(found[i][1], pierced[i].time, tolerance()) << i;
            }
            EXPECT_NEAR(centre.vortexDensity, vortices.vortexDensity, tolerance());
            EXPECT_NEAR(centre.vortexDensitySpace, vortices.vortexDensitySpace, tolerance());
            EXPECT_NEAR(centre.vortexDensityTime, vortices.vortexDensityTime, tolerance());
            EXPECT_NEAR(centre.plaquette, vortices.plaquette, tolerance());
        },
        host);
}

TEST_P(ProjectionTest, MonopolesAndVorticesAreWhereTheyWerePut)
{
    ProjectionMeter meter(device(), lattice, group());
    const MonopolePair pair{{1, 2, 2}, 5};
    const GaugeField u =
        onDevice(device(), fieldOf(group(), [&]<int N>() { return OracleField(pair.links<N>(lattice)); }));
    const AbelianObservables abelian = meter.abelian(u);
    const auto density = downloadDensity(lattice, meter.density().even, meter.density().odd);
    const double colours = group() == Group::SU2 ? 1 : 2. / 3;
    EXPECT_NEAR(abelian.monopoleDensityTime, colours * 2 / double(lattice.spatialVolume()), tolerance());
    EXPECT_NEAR(abelian.monopoleDensity, abelian.monopoleDensityTime / 4, tolerance());
    for (int t = 0; t < lattice.extent(3); ++t)
        for (const int z : {2, 5})
            EXPECT_NEAR(density[std::size_t(lattice.index({1, 2, z, t}))][1], colours, tolerance());

    const GaugeField v =
        onDevice(device(), fieldOf(group(), []<int N>() { return OracleField(vortexPair<N>(lattice)); }));
    const CentreObservables centre = meter.centre(v);
    EXPECT_EQ(centre.vortexDensitySpace, 0);
    EXPECT_NEAR(centre.vortexDensityTime, 2.0 * 6 * 8 / (3.0 * double(lattice.volume())), tolerance());
}

INSTANTIATE_TEST_SUITE_P(Device, ProjectionTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
