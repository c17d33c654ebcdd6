// Smearing and mean links on the device, whatever the reference says: covariance, fixed points, and what is left alone.
#include "gaugegl/gauge/smearing/smearing.h"

#include "gauge/host_fields.h"
#include "gauge/observables/multihit.h"
#include "gauge/warm_field.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/smearing.h"
#include "support/device_fixture.h"

#include <functional>

namespace gaugegl {
namespace {

using namespace testing_support;

class SmearingTest : public DeviceTest {
protected:
    double rounding() const { return precision() == Precision::Single ? 1e-6 : 1e-14; }

    GaugeField warmField() const { return testing_support::warmField(device(), group()); }

    static OracleField transformed(const OracleField& u)
    {
        return std::visit(
            []<int N>(const reference::GaugeField<N>& v) {
                return OracleField(reference::transformed(
                    v, reference::randomGaugeTransformation<N>(v.lattice(), 5, Precision::Double)));
            },
            u);
    }

    static std::vector<std::function<void(GaugeField&)>> smearings()
    {
        return {[](GaugeField& u) { smear(u, ApeSmearing{.steps = 2}); },
                [](GaugeField& u) { smear(u, ApeSmearing{.alpha = 0.6, .steps = 1, .spatial = false}); },
                [](GaugeField& u) { smear(u, StoutSmearing{.rho = 0.1, .steps = 2}); },
                [](GaugeField& u) { smear(u, StoutSmearing{.rho = 0.15, .spatial = true}); },
                [](GaugeField& u) { smear(u, HypSmearing{.steps = 1}); }};
    }
};

TEST_P(SmearingTest, IsGaugeCovariant)
{
    const GaugeField u = warmField();
    for (const auto& smearing : smearings()) {
        GaugeField first = u, second = onDevice(device(), transformed(oracleField(u)));
        smearing(first);
        smearing(second);
        EXPECT_LT(largestDifference(transformed(oracleField(first)), oracleField(second)), 50 * rounding());
        EXPECT_GT(largestDifference(oracleField(first), oracleField(u)), 0.01);
    }
}

TEST_P(SmearingTest, LeavesTheColdFieldAlone)
{
    const GaugeField cold(device(), lattice, group());
    for (const auto& smearing : smearings()) {
        GaugeField u = cold;
        smearing(u);
        EXPECT_LT(largestDifference(oracleField(u), oracleField(cold)), rounding());
    }
}

TEST_P(SmearingTest, InSpaceSmoothsSpatialLinksAndLeavesThoseOfTimeBitByBit)
{
    GaugeField ape = warmField(), stout = ape;
    const GaugeField start = ape;
    ObservableMeter meter(device(), lattice, group());
    const double before = meter.measurePlaquette(start).plaquetteSpace;
    smear(ape, ApeSmearing{});
    smear(stout, StoutSmearing{.rho = 0.1, .steps = 5, .spatial = true});
    for (const GaugeField* u : {&ape, &stout}) {
        for (int parity = 0; parity < 2; ++parity) {
            EXPECT_EQ(differingLinks(stored(*u, 3, parity), stored(start, 3, parity)), 0);
            EXPECT_EQ(differingLinks(stored(*u, 1, parity), stored(start, 1, parity)), lattice.halfVolume());
        }
        EXPECT_GT(meter.measurePlaquette(*u).plaquetteSpace, before + 0.5 * (1 - before));
        EXPECT_LT(unitarityDrift(*u, meter.reduction()), rounding());
    }
}

TEST_P(SmearingTest, OfWeightZeroIsTheIdentity)
{
    const GaugeField start = warmField();
    for (const auto& smearing : std::vector<std::function<void(GaugeField&)>>{
             [](GaugeField& u) { smear(u, ApeSmearing{.alpha = 0, .steps = 1}); },
             [](GaugeField& u) { smear(u, StoutSmearing{.rho = 0}); },
             [](GaugeField& u) {
                 smear(u, HypSmearing{.alpha = {0, 0.6, 0.3}});
             },
             [](GaugeField& u) { smear(u, ApeSmearing{.steps = 0}); }}) {
        GaugeField u = start;
        smearing(u);
        EXPECT_LT(largestDifference(oracleField(u), oracleField(start)), 2 * rounding());
    }
}

// HYP smearing of the last level alone is APE smearing in four dimensions.
TEST_P(SmearingTest, HypOfTheLastLevelAloneIsApe)
{
    GaugeField hyp = warmField(), ape = hyp;
    smear(hyp, HypSmearing{.alpha = {0.6, 0, 0}});
    smear(ape, ApeSmearing{.alpha = 0.6, .steps = 1, .spatial = false});
    EXPECT_LT(largestDifference(oracleField(hyp), oracleField(ape)), 20 * rounding());
}

TEST_P(SmearingTest, RefusesWrongParametersAndChangesNothing)
{
    GaugeField u(device(), lattice, group());
    EXPECT_THROW(smear(u, ApeSmearing{.alpha = 1.5}), InputError);
    EXPECT_THROW(smear(u, ApeSmearing{.alpha = -0.1}), InputError);
    EXPECT_THROW(smear(u, ApeSmearing{.steps = -1}), InputError);
    EXPECT_THROW(smear(u, StoutSmearing{.rho = std::nan("")}), InputError);
    EXPECT_THROW(smear(u, StoutSmearing{.steps = -1}), InputError);
    EXPECT_THROW(smear(u, HypSmearing{.alpha = {0.75, 2, 0.3}}), InputError);
    EXPECT_THROW(MultihitLinks(u, 0), InputError);
    EXPECT_THROW(MultihitLinks(u, 101), InputError);
    EXPECT_THROW(MultihitLinks(u, std::nan("")), InputError);
}

/// The largest deviation of the mean links from the reference.
double meanLinkDeviation(const GaugeField& u, double beta)
{
    const MultihitLinks mean(u, beta);
    const auto texels = std::size_t(lattice.halfVolume());
    const std::vector<double> planes = mean.links(1).download();
    return std::visit(
        [&]<int N>(const reference::GaugeField<N>& host) {
            double deviation = 0;
            for (std::size_t texel = 0; texel < texels; texel += 37) {
                const auto expected =
                    reference::meanLink(reference::staple(host, 3, siteOfTexel(lattice, 1, texel)), beta);
                const std::complex<double> corner = N == 2 ? std::complex(planes[4 * texel], planes[4 * texel + 3])
                                                           : std::complex(planes[4 * texel], planes[4 * texel + 1]);
                deviation = std::max(deviation, std::abs(corner - expected(0, 0)));
            }
            return deviation;
        },
        oracleField(u));
}

TEST_P(SmearingTest, MeanLinksAreThoseOfTheReferenceAtEveryCoupling)
{
    const GaugeField u = warmField();
    for (const double beta : {0.01, 1.0, 6.0, 15.0})
        EXPECT_LT(meanLinkDeviation(u, beta), 10 * rounding()) << beta;
}

// At strong fields the mean comes close to the link of the smallest action, and never leaves the ball of the group's
// mean.
TEST_P(SmearingTest, MeanLinksApproachTheGroupAtWeakCoupling)
{
    const GaugeField u = warmField();
    double last = 0;
    for (const double beta : {1.0, 10.0, 100.0}) {
        const std::vector<double> planes = MultihitLinks(u, beta).links(0).download();
        double size = 0;
        for (const double number : planes)
            size += number * number;
        size *= (group() == Group::SU2 ? 1.0 : 1.0 / 3) / double(lattice.halfVolume());
        EXPECT_GT(size, last);
        EXPECT_LT(size, 1);
        last = size;
    }
    EXPECT_GT(last, 0.95);
}

TEST(ApeSmearingText, IsWeightAndSteps)
{
    const ApeSmearing parsed = ApeSmearing::parse("0.45:30");
    EXPECT_EQ(parsed.alpha, 0.45);
    EXPECT_EQ(parsed.steps, 30);
    EXPECT_TRUE(parsed.spatial);
    for (const char* wrong :
         {"", "0.5", "0.5:", ":3", "0.5:x", "0.5:3 ", "1.5:3", "-0.5:3", "0.5:-3", "nan:3", "0.5:3:4"})
        EXPECT_THROW(ApeSmearing::parse(wrong), InputError) << wrong;
}

INSTANTIATE_TEST_SUITE_P(Device, SmearingTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
