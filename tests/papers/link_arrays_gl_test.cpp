// Links in one or four textures evolve as those in eight do, bit for bit.
#include "papers/link_arrays.h"

#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

class LinkArraysTest : public testing::TestWithParam<std::tuple<int, Precision>> {
protected:
    void SetUp() override
    {
        device_ = sharedDevice(Path::Compute, std::get<1>(GetParam()));
        if (!device_) GTEST_SKIP() << "this driver lacks the compute path or the precision";
    }
    GaugeField hotField() const
    {
        GaugeField u(*device_, Lattice({4, 6, 8, 10}), Group::SU2);
        hotStart(u, 7);
        return u;
    }
    static int textures() { return std::get<0>(GetParam()); }

    Device* device_ = nullptr;
};

void expectEqualBits(const GaugeField& a, const GaugeField& b)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            EXPECT_EQ(a.links(mu, parity).downloadBits(), b.links(mu, parity).downloadBits()) << mu << " " << parity;
}

TEST_P(LinkArraysTest, HoldTheLinksTheyWereMadeOf)
{
    const GaugeField u = hotField();
    GaugeField copy(*device_, u.lattice(), Group::SU2);

    LinkArrays(u, textures()).copyTo(copy);

    expectEqualBits(copy, u);
}

TEST_P(LinkArraysTest, AreUpdatedAsEightTexturesAre)
{
    GaugeField u = hotField(), updated = hotField();
    const GaugeField before = hotField();
    LinkArrays arrays(u, textures());
    const HeatBath parameters = {.beta = 2.4, .trials = 2};

    for (std::uint32_t sweep = 0; sweep < 3; ++sweep) {
        heatBathSweep(u, parameters, 11, sweep);
        arrays.heatBathSweep(parameters, 11, sweep);
    }
    arrays.copyTo(updated);

    expectEqualBits(updated, u);
    EXPECT_NE(updated.links(3, 1).downloadBits(), before.links(3, 1).downloadBits());
}

TEST_P(LinkArraysTest, HaveTheSamePlaquette)
{
    const GaugeField u = hotField();
    LinkArrays arrays(u, textures());
    PlaneTexture density(*device_, halfFieldShape(u.lattice(), 1));
    Reduction reduction(*device_);
    ObservableMeter meter(*device_, u.lattice(), Group::SU2);

    const auto sums = arrays.plaquetteSums(density, reduction);

    EXPECT_EQ(plaquetteObservables(sums, u.lattice()).plaquette, meter.measurePlaquette(u).plaquette);
}

TEST_P(LinkArraysTest, RefuseWhatDoesNotExist)
{
    const GaugeField u = hotField();
    LinkArrays arrays(u, textures());

    EXPECT_THROW(LinkArrays(u, 2), InputError);
    EXPECT_THROW(LinkArrays(GaugeField(*device_, u.lattice(), Group::SU3), textures()), InputError);
    EXPECT_THROW(arrays.heatBathSweep({.beta = 2.4, .algorithm = HeatBathAlgorithm::Creutz}, 1, 0), InputError);
    EXPECT_THROW(arrays.heatBathSweep({.beta = 2.4, .action = actions::symanzik}, 1, 0), InputError);
}

INSTANTIATE_TEST_SUITE_P(SU2, LinkArraysTest,
                         testing::Combine(testing::Values(1, 4), testing::Values(Precision::Single, Precision::Double)),
                         [](const auto& variant) {
                             return "arrays" + std::to_string(std::get<0>(variant.param)) + "_" +
                                    name(std::get<1>(variant.param));
                         });

} // namespace
} // namespace gaugegl
