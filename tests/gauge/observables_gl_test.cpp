// What the observables must be whatever the reference says: fields with loops known by hand, gauge invariance, and the
// densities that are left as textures.
#include "gaugegl/gauge/observables/observables.h"

#include "gauge/host_fields.h"
#include "gaugegl/gauge/update/update.h"
#include "support/device_fixture.h"

#include <numbers>

namespace gaugegl {
namespace {

using namespace testing_support;

class ObservablesTest : public DeviceTest {
protected:
    /// Of a mean, and of a density at one site: rounding of the links, of loops of up to ten of them.
    double tolerance() const { return precision() == Precision::Single ? 2e-6 : 1e-13; }
    /// Of a product of many links that all have the same rounding error, which adds up.
    double coherent() const { return 10 * tolerance(); }

    ObservableMeter meter() const { return ObservableMeter(device(), lattice, group()); }

    /// The mean of the Polyakov loops in x, y or z.
    static std::complex<double> spatialLoop(const GaugeObservables& o, std::size_t mu)
    {
        return o.others[firstPartOf(Observable::SpatialPolyakovLoop) + mu];
    }
};

/// The phase of every plaquette (mu, nu), mu < nu: flux 1..6 through the planes xy, xz, xt, yz, yt, zt.
double fieldStrength(int mu, int nu)
{
    const std::array<std::array<int, 4>, 4> flux = {{{0, 1, 2, 3}, {0, 0, 4, 5}, {0, 0, 0, 6}, {0, 0, 0, 0}}};
    return 2 * std::numbers::pi * flux[std::size_t(mu)][std::size_t(nu)] / (lattice.extent(mu) * lattice.extent(nu));
}

/// theta_nu(x) = f x_mu, and theta_mu(x) = -f L_mu x_nu on the last site of direction mu.
double constantFieldPhase(const Coordinates& x, int direction)
{
    double theta = 0;
    for (int mu = 0; mu < direction; ++mu)
        theta += fieldStrength(mu, direction) * x[std::size_t(mu)];
    if (x[std::size_t(direction)] == lattice.extent(direction) - 1)
        for (int nu = direction + 1; nu < 4; ++nu)
            theta -= fieldStrength(direction, nu) * lattice.extent(direction) * x[std::size_t(nu)];
    return theta;
}

TEST_P(ObservablesTest, OfTheColdStartAreThoseOfTheVacuum)
{
    GaugeField u(device(), lattice, group());
    hotStart(u, 1);
    coldStart(u);

    const GaugeObservables o = meter().measure(u);

    EXPECT_EQ(differingLinks(u, GaugeField(device(), lattice, group())), 0);
    EXPECT_EQ(largestDifference(download(u), hostGaugeField(lattice, group())), 0);
    EXPECT_NEAR(o.plaquette, 1, tolerance());
    EXPECT_NEAR(o.plaquetteSpace, 1, tolerance());
    EXPECT_NEAR(o.plaquetteTime, 1, tolerance());
    EXPECT_NEAR(o.rectangle(), 1, tolerance());
    EXPECT_NEAR(o.linkTrace, 1, tolerance());
    EXPECT_NEAR(o.actionDensity, 0, 6 * tolerance());
    EXPECT_LT(std::abs(o.polyakovLoop() - 1.0), tolerance());
    EXPECT_NEAR(o.of(Observable::AdjointPolyakovLoop).real(), 1, 2 * tolerance());
    for (const ObservablePart& part : observableParts())
        EXPECT_LT(std::abs(o.of(part) - 1.0), 2 * tolerance()) << part.name;
}

// Re tr of a Haar matrix has the variance 1 in SU(2), 1/2 in SU(3); the plaquettes are uncorrelated.
TEST_P(ObservablesTest, OfTheHotStartAverageToZero)
{
    GaugeField u(device(), lattice, group());
    hotStart(u, 2);

    const GaugeObservables o = meter().measure(u);

    const double trace = (group() == Group::SU2 ? 1.0 : std::sqrt(0.5)) / colours(group());
    const double volume = double(lattice.volume());
    EXPECT_LT(std::abs(o.plaquette), 5 * trace / std::sqrt(6 * volume));
    EXPECT_LT(std::abs(o.rectangle()), 5 * trace / std::sqrt(12 * volume));
    EXPECT_LT(std::abs(o.linkTrace), 5 * trace / std::sqrt(4 * volume));
    EXPECT_LT(std::abs(o.polyakovLoop()), 5 * 1.5 * trace / std::sqrt(volume / lattice.extent(3)));
    // The adjoint character of a Haar matrix has the variance 1.
    EXPECT_LT(std::abs(o.of(Observable::AdjointPolyakovLoop)),
              5 / (colours(group()) * colours(group()) - 1.0) / std::sqrt(volume / lattice.extent(3)));
    EXPECT_NEAR(o.actionDensity, 6 - 6 * o.plaquette, coherent());
}

TEST_P(ObservablesTest, OfAConstantFieldStrengthAreThoseByHand)
{
    double space = 0, time = 0, loops = 0;
    for (int nu = 1; nu < 4; ++nu) {
        for (int mu = 0; mu < nu; ++mu) {
            const double f = fieldStrength(mu, nu);
            (nu == 3 ? time : space) += abelianTrace(group(), f).real() / 3;
            loops += abelianTrace(group(), 2 * f).real() / 6; // two of the twelve loops, and both have the area 2
        }
    }
    const GaugeField u = onDevice(device(), abelianField(group(), constantFieldPhase));
    ObservableMeter m = meter();

    const GaugeObservables o = m.measure(u);

    EXPECT_NEAR(o.plaquetteSpace, space, tolerance());
    EXPECT_NEAR(o.plaquetteTime, time, tolerance());
    EXPECT_NEAR(o.plaquette, (space + time) / 2, tolerance());
    EXPECT_NEAR(o.rectangle(), loops, tolerance());
    EXPECT_NEAR(o.actionDensity, 6 - 3 * space - 3 * time, coherent());
    for (const auto& at :
         downloadDensity(lattice, m.density(Observable::Plaquette).even, m.density(Observable::Plaquette).odd)) {
        ASSERT_NEAR(at[0], 3 - 3 * space, coherent());
        ASSERT_NEAR(at[1], 3 - 3 * time, coherent());
        ASSERT_NEAR(at[2], 6 - 3 * space - 3 * time, coherent());
    }
    for (const auto& at :
         downloadDensity(lattice, m.density(Observable::Rectangle).even, m.density(Observable::Rectangle).odd))
        ASSERT_NEAR(at[0], loops, tolerance());
}

TEST_P(ObservablesTest, OfConstantLinksAreOneButForWindingLoopsAndLinkTrace)
{
    const std::array<double, 4> theta{0.1, 0.23, 0.31, 0.47};
    double links = 0;
    for (const double angle : theta)
        links += abelianTrace(group(), angle).real() / 4;
    const GaugeField u =
        onDevice(device(), abelianField(group(), [&](const Coordinates&, int mu) { return theta[std::size_t(mu)]; }));

    const GaugeObservables o = meter().measure(u);

    EXPECT_NEAR(o.plaquette, 1, tolerance());
    EXPECT_NEAR(o.rectangle(), 1, tolerance());
    EXPECT_NEAR(o.linkTrace, links, tolerance());
    EXPECT_LT(std::abs(o.polyakovLoop() - abelianTrace(group(), 10 * theta[3])), coherent());
    for (std::size_t mu = 0; mu < 3; ++mu)
        EXPECT_LT(std::abs(spatialLoop(o, mu) - abelianTrace(group(), lattice.extent(int(mu)) * theta[mu])), coherent())
            << directionNames[mu];
}

// An element of the centre on all links in direction mu of one slice multiplies the loops in that direction alone.
TEST_P(ObservablesTest, TheCentreTurnsTheLoopsOfOneDirection)
{
    OracleField u = hostHotStart(group(), 25);
    ObservableMeter m = meter();
    const GaugeObservables before = m.measure(onDevice(device(), u));
    const std::complex<double> z = std::polar(1.0, 2 * std::numbers::pi / colours(group()));
    for (int mu = 0; mu < 4; ++mu) {
        OracleField v = u;
        std::visit(
            [&]<int N>(reference::GaugeField<N>& links) {
                reference::Matrix<N> centre;
                for (int i = 0; i < N; ++i)
                    centre(i, i) = z;
                for (std::int64_t site = 0; site < lattice.volume(); ++site)
                    if (lattice.coordinates(site)[std::size_t(mu)] == 3) links(mu, site) = centre * links(mu, site);
            },
            v);

        const GaugeObservables after = m.measure(onDevice(device(), v));

        EXPECT_NEAR(after.plaquette, before.plaquette, tolerance());
        EXPECT_LT(std::abs(after.polyakovLoop() - (mu == 3 ? z : 1.0) * before.polyakovLoop()), tolerance());
        for (std::size_t nu = 0; nu < 3; ++nu)
            EXPECT_LT(std::abs(spatialLoop(after, nu) - (int(nu) == mu ? z : 1.0) * spatialLoop(before, nu)),
                      tolerance())
                << directionNames[nu] << ", turned in " << directionNames[std::size_t(mu)];
    }
}

/// The field with the names of the directions mu and t exchanged.
OracleField exchangedWithTime(const OracleField& u, int mu)
{
    return std::visit(
        [mu]<int N>(const reference::GaugeField<N>& field) {
            std::array<int, 4> extents = lattice.extents();
            std::swap(extents[std::size_t(mu)], extents[3]);
            reference::GaugeField<N> turned{Lattice(extents)};
            for (std::int64_t site = 0; site < lattice.volume(); ++site) {
                Coordinates x = lattice.coordinates(site);
                std::swap(x[std::size_t(mu)], x[3]);
                for (int nu = 0; nu < 4; ++nu)
                    turned(nu == mu ? 3 : nu == 3 ? mu : nu, x) = field(nu, site);
            }
            return OracleField(std::move(turned));
        },
        u);
}

// On a hot field every direction has other loops.
TEST_P(ObservablesTest, LoopsInSpaceAreThoseInTimeOfTheTurnedLattice)
{
    const OracleField u = hostHotStart(group(), 26);
    const GaugeObservables o = meter().measure(onDevice(device(), u));
    for (std::size_t mu = 0; mu < 3; ++mu) {
        const GaugeField turned = onDevice(device(), exchangedWithTime(u, int(mu)));
        ObservableMeter m(device(), turned.lattice(), group());

        const GaugeObservables found = m.measure(turned);

        EXPECT_LT(std::abs(spatialLoop(o, mu) - found.polyakovLoop()), tolerance()) << directionNames[mu];
        EXPECT_LT(std::abs(spatialLoop(found, mu) - o.polyakovLoop()), tolerance()) << directionNames[mu];
        EXPECT_EQ(m.measure(turned, Observable::SpatialPolyakovLoop, mu), spatialLoop(found, mu));
    }
}

// On a hot field the order of non-commuting links matters: a loop that is not closed or not ordered is not invariant.
TEST_P(ObservablesTest, AreGaugeInvariant)
{
    const OracleField u = hostHotStart(group(), 22);
    const OracleField v = std::visit(
        []<int N>(const reference::GaugeField<N>& field) {
            const auto g = reference::randomGaugeTransformation<N>(lattice, 23, Precision::Double);
            return OracleField(reference::transformed(field, g));
        },
        u);
    ObservableMeter m = meter();

    const GaugeObservables before = m.measure(onDevice(device(), u)), after = m.measure(onDevice(device(), v));

    EXPECT_NEAR(before.plaquetteSpace, after.plaquetteSpace, tolerance());
    EXPECT_NEAR(before.plaquetteTime, after.plaquetteTime, tolerance());
    EXPECT_NEAR(before.rectangle(), after.rectangle(), tolerance());
    EXPECT_NEAR(before.actionDensity, after.actionDensity, coherent());
    EXPECT_LT(std::abs(before.polyakovLoop() - after.polyakovLoop()), tolerance());
    for (std::size_t mu = 0; mu < 3; ++mu)
        EXPECT_LT(std::abs(spatialLoop(before, mu) - spatialLoop(after, mu)), tolerance());
    EXPECT_GT(std::abs(before.linkTrace - after.linkTrace), 1e-4) << "the link trace is not invariant";
}

TEST_P(ObservablesTest, AreTheMeansOfTheirDensities)
{
    GaugeField u(device(), lattice, group());
    hotStart(u, 24);
    ObservableMeter m = meter();

    const GaugeObservables o = m.measure(u);

    std::array<double, 5> mean{};
    const double volume = double(lattice.volume());
    for (const auto& at :
         downloadDensity(lattice, m.density(Observable::Plaquette).even, m.density(Observable::Plaquette).odd))
        for (std::size_t i = 0; i < 4; ++i)
            mean[i] += at[i] / volume;
    for (const auto& at :
         downloadDensity(lattice, m.density(Observable::Rectangle).even, m.density(Observable::Rectangle).odd))
        mean[4] += at[0] / volume;
    std::complex<double> loops = 0;
    for (int parity = 0; parity < 2; ++parity) {
        const std::vector<double> values = m.density(Observable::PolyakovLoop).of(parity).download();
        for (std::size_t i = 0; i < values.size(); i += 4)
            loops += std::complex(values[i], values[i + 1]) / double(lattice.spatialVolume());
    }
    const double exact = 1e-12; // the sums are of double quality in both precisions
    EXPECT_NEAR(o.plaquetteSpace, 1 - mean[0] / 3, exact);
    EXPECT_NEAR(o.plaquetteTime, 1 - mean[1] / 3, exact);
    EXPECT_DOUBLE_EQ(o.plaquette, 1 - o.actionDensity / 6);
    EXPECT_NEAR(o.actionDensity, mean[0] + mean[1], 6 * exact);
    EXPECT_NEAR(o.actionDensity, mean[2], tolerance()) << "the sum of a site is rounded";
    EXPECT_NEAR(o.linkTrace, mean[3], exact);
    EXPECT_NEAR(o.rectangle(), mean[4], exact);
    EXPECT_LT(std::abs(o.polyakovLoop() - loops), exact);
}

/// How often the link (direction, origin) is one of the six of the loop that starts at x, two steps in a and one in b.
int timesInRectangle(const Coordinates& x, int a, int b, const Coordinates& origin, int direction)
{
    const auto at = [&x, a, b](int stepsA, int stepsB) {
        return lattice.shifted(lattice.shifted(x, a, stepsA), b, stepsB);
    };
    int count = 0;
    if (direction == a)
        for (const Coordinates& y : {at(0, 0), at(1, 0), at(0, 1), at(1, 1)})
            count += y == origin ? 1 : 0;
    if (direction == b)
        for (const Coordinates& y : {at(0, 0), at(2, 0)})
            count += y == origin ? 1 : 0;
    return count;
}

// One link differs from 1 on the vacuum.  It lies on the corner of three plaquettes that start at its origin x and of
// one at each x - nu; origins of both parities, at edges of the lattice, so that the neighbours wrap around.
TEST_P(ObservablesTest, OneLinkLightsUpTheDensitiesOfItsLoopsOnly)
{
    const double phase = 0.7, defect = 1 - abelianTrace(group(), phase).real();
    ObservableMeter m = meter();
    for (const Coordinates& x : {Coordinates{0, 5, 0, 9}, Coordinates{3, 0, 7, 5}}) {
        for (int mu = 0; mu < 4; ++mu) {
            m.measure(onDevice(device(), abelianField(group(), [&](const Coordinates& y, int nu) {
                                   return y == x && nu == mu ? phase : 0.0;
                               })));

            const auto plaquettes =
                downloadDensity(lattice, m.density(Observable::Plaquette).even, m.density(Observable::Plaquette).odd);
            const auto rectangles =
                downloadDensity(lattice, m.density(Observable::Rectangle).even, m.density(Observable::Rectangle).odd);
            for (std::int64_t site = 0; site < lattice.volume(); ++site) {
                const Coordinates y = lattice.coordinates(site);
                int space = 0, time = 0, loops = 0;
                for (int nu = 0; nu < 4; ++nu) {
                    if (nu == mu) continue;
                    const int corner = (y == x ? 1 : 0) + (lattice.shifted(y, nu, +1) == x ? 1 : 0);
                    (mu == 3 || nu == 3 ? time : space) += corner;
                }
                for (int a = 0; a < 4; ++a)
                    for (int b = 0; b < 4; ++b)
                        if (a != b) loops += timesInRectangle(y, a, b, x, mu);
                const auto& found = plaquettes[std::size_t(site)];
                ASSERT_NEAR(found[0], space * defect, coherent()) << "site " << site << ", mu " << mu;
                ASSERT_NEAR(found[1], time * defect, coherent()) << "site " << site << ", mu " << mu;
                ASSERT_NEAR(found[2], (space + time) * defect, coherent()) << "site " << site << ", mu " << mu;
                ASSERT_NEAR(found[3], 1 - (y == x ? defect / 4 : 0), tolerance()) << "site " << site << ", mu " << mu;
                ASSERT_NEAR(rectangles[std::size_t(site)][0], 1 - loops * defect / 12, tolerance())
                    << "site " << site << ", mu " << mu;
            }
        }
    }
}

// exp(i phase(x,y,z)) on one time slice only: the loop does not depend on which, and the phases tell the sites apart.
TEST_P(ObservablesTest, PolyakovDensityBelongsToItsSpatialSite)
{
    const auto phase = [](const Coordinates& x) { return 0.01 * x[0] + 0.07 * x[1] + 0.5 * x[2]; };
    ObservableMeter m = meter();

    m.measure(onDevice(device(), abelianField(group(), [&](const Coordinates& x, int mu) {
                           return mu == 3 && x[3] == (x[0] + x[1] + x[2]) % 10 ? phase(x) : 0.0;
                       })));

    for (int parity = 0; parity < 2; ++parity) {
        const std::vector<double> values = m.density(Observable::PolyakovLoop).of(parity).download();
        ASSERT_EQ(values.size(), std::size_t(4 * lattice.spatialVolume() / 2));
        for (std::size_t texel = 0; texel < values.size() / 4; ++texel) {
            const Coordinates x = lattice.coordinates(siteOfTexel(lattice, parity, texel));
            ASSERT_EQ(x[3], 0);
            const std::complex<double> found(values[4 * texel], values[4 * texel + 1]);
            EXPECT_LT(std::abs(found - abelianTrace(group(), phase(x))), tolerance());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Device, ObservablesTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
