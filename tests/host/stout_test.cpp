// Stout smearing of the links of the host against the reference.
#include "host/stout_links.h"

#include "host/matrix.h"
#include "reference/dirac.h"
#include "reference/smearing.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

template<class T>
class HostStout : public testing::Test {};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(HostStout, BothGroups);

TYPED_TEST(HostStout, IsThatOfTheReference)
{
    constexpr int N = TypeParam::value;
    const Lattice lattice({4, 6, 2, 8});
    reference::GaugeField<N> u = reference::hotStart<N>(lattice, 11, Precision::Double);
    const HostGaugeField links{lattice, N == 2 ? Group::SU2 : Group::SU3, reference::linkVector(u)};

    for (const double rho : {0.12, 0.9}) { // the exponent of the second is far from 0
        auto expected = u;
        for (int step = 0; step < 2; ++step)
            expected = reference::stoutSmeared(expected, rho, /*spatial=*/false);
        const LinkVector expectedLinks = reference::linkVector(expected);
        const HostGaugeField smeared = stoutSmeared(links, {rho, 2}, lattice);
        double worst = 0;
        for (std::size_t k = 0; k < expectedLinks.size(); ++k)
            worst = std::max(worst, std::abs(smeared.links[k] - expectedLinks[k]));
        EXPECT_LT(worst, 1e-12) << rho;
        for (std::int64_t site = 0; site < lattice.volume(); site += 11)
            EXPECT_LT(unitarityDefect(smeared.group, smeared.link(1, site)), 1e-14);
    }
}

TYPED_TEST(HostStout, WithoutStepsLinksAreAsTheyWere)
{
    constexpr int N = TypeParam::value;
    const Lattice lattice({4, 2, 2, 4});
    const HostGaugeField links{lattice, N == 2 ? Group::SU2 : Group::SU3,
                               reference::linkVector(reference::hotStart<N>(lattice, 11, Precision::Double))};
    EXPECT_EQ(stoutSmeared(links, {}, lattice).links, links.links);
    EXPECT_EQ(stoutSmeared(links, {0, 5}, lattice).links, links.links);
}

} // namespace
} // namespace gaugegl::host::test
