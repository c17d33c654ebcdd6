// The multilevel algorithm on devices: the updates between fixed time slices, and the correlators of the CPU.
#include "gauge/observables/multilevel.h"

#include "gauge/host_fields.h"
#include "gauge/warm_field.h"
#include "gaugegl/base/error.h"
#include "host/link_field.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class MultilevelTest : public DeviceTest {
protected:
    HeatBath usual() const { return {.beta = group() == Group::SU2 ? 2.3 : 5.7}; }
};

TEST_P(MultilevelTest, UpdatesBetweenSlicesLeaveLinksOnTheSlicesBitForBit)
{
    constexpr int thickness = 5;
    GaugeField u = warmField(device(), group());
    const OracleField before = oracleField(u);

    for (const LinkSet& set : linkSetsBetween(lattice, thickness)) {
        heatBath(u, set, usual(), /*seed=*/3, /*sweep=*/7);
        overrelaxation(u, set);
    }

    const OracleField after = oracleField(u);
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const bool fixed = mu < 3 && lattice.coordinates(site)[3] % thickness == 0;
            ASSERT_EQ(differs(before, after, mu, site), !fixed) << "mu " << mu << ", site " << site;
        }
    EXPECT_THROW(
        heatBath(u, {.mu = 1, .sublattice = 0, .thickness = 2}, {.beta = 2, .action = actions::symanzik}, 1, 0),
        InputError);
}

TEST_P(MultilevelTest, CorrelatorsAreThoseOfTheCpu)
{
    const GaugeField u = warmField(device(), group());
    const HostGaugeField links = download(u);
    const auto onCpu = std::make_shared<const host::LinkField>(std::make_shared<const host::BlockLayout>(lattice),
                                                               group(), links.links);
    const std::vector<host::LineDistance> distances = {{0, 1}, {1, 2}, {2, 3}};
    const auto always = [](std::int64_t) { return true; };
    const auto compare = [&](const std::vector<SlabLevel>& levels, double tolerance) {
        const Multilevel task{levels, usual(), 1, distances};
        const auto found = multilevelCorrelators(&u, task, 5, always),
                   expected = multilevelCorrelators(onCpu, task, 5, always);
        ASSERT_TRUE(found && expected);
        for (std::size_t k = 0; k < distances.size(); ++k)
            EXPECT_NEAR(found->at(k), expected->at(k), tolerance);
    };
    compare({{2, 0}}, 1e-12);
    // From the same random numbers; in single precision a proposal may be accepted on one side alone, after which links differ.
    compare({{2, 2}, {10, 2}}, precision() == Precision::Double ? 1e-10 : 1e-3);
    EXPECT_EQ(differingLinks(u, onDevice(device(), oracleField(links))), 0);
}

INSTANTIATE_TEST_SUITE_P(Device, MultilevelTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
