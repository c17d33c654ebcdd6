// Smearing, the gradient flow and Wilson loops of links of the host against the reference, for every instruction set.
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "host/link_field.h"

#include "host_support.h"
#include "reference/flow.h"
#include "reference/wilson_loops.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

// Blocks of 8 and of 16 lanes.
const std::vector<Lattice> smearedLattices = {Lattice({4, 6, 8, 10}), Lattice({4, 4, 8, 4})};

/// What `change` makes of hot links, where all matrices are far from the identity, and what it must make.
template<int N, class Change, class Expected>
void compareSmeared(const Change& change, const Expected& expected)
{
    for (const Lattice& lattice : smearedLattices) {
        const auto u = reference::hotStart<N>(lattice, 7, Precision::Double);
        const LinkVector before = reference::linkVector(u), after = reference::linkVector(expected(u));
        for (const auto& layout : layouts(lattice)) {
            LinkField links(layout, groupOfColours(N), before);
            change(links);
            double largest = 0;
            const LinkVector found = links.links();
            for (std::size_t k = 0; k < after.size(); ++k)
                largest = std::max(largest, std::abs(found[k] - after[k]));
            EXPECT_LT(largest, 1e-11) << name(layout->instructionSet()) << ", SU(" << N << "), " << lattice.name();
        }
    }
}

template<int N>
void compareAllSmearings()
{
    for (const bool spatial : {true, false}) {
        compareSmeared<N>([&](LinkField& u) { smear(u, ApeSmearing{.alpha = 0.6, .steps = 1, .spatial = spatial}); },
                          [&](const auto& u) { return reference::apeSmeared(u, 0.6, spatial); });
        compareSmeared<N>([&](LinkField& u) { smear(u, StoutSmearing{.rho = 0.1, .steps = 2, .spatial = spatial}); },
                          [&](const auto& u) {
                              return reference::stoutSmeared(reference::stoutSmeared(u, 0.1, spatial), 0.1, spatial);
                          });
    }
}

TEST(HostSmearing, IsThatOfTheReference)
{
    compareAllSmearings<2>();
    compareAllSmearings<3>();
}

template<int N>
void compareFlow(const GaugeAction& action)
{
    compareSmeared<N>(
        [&](LinkField& u) {
            GradientFlowOf<LinkField> flow(u, {.action = action, .step = 0.01});
            EXPECT_TRUE(flow.flowTo(0.02));
            EXPECT_EQ(flow.steps(), 2);
            u = flow.field();
        },
        [&](const auto& u) { return reference::flowStep(reference::flowStep(u, 0.01, action), 0.01, action); });
}

TEST(HostFlow, IsThatOfTheReference)
{
    for (const GaugeAction& action : {actions::wilson, actions::symanzik, actions::dbw2}) {
        compareFlow<2>(action);
        compareFlow<3>(action);
    }
}

/// The first step of adaptive ones has the distance of the reference: it is repeated just above it, and not just below.
template<int N>
void compareDistance()
{
    const Lattice& lattice = smearedLattices.front();
    const auto u = reference::hotStart<N>(lattice, 7, Precision::Double);
    auto second = u;
    const double distance = reference::distance(reference::flowStep(u, 0.03, actions::wilson, &second), second);
    for (const double factor : {1 - 1e-9, 1 + 1e-9}) {
        const auto layout = std::make_shared<const BlockLayout>(lattice);
        GradientFlowOf<LinkField> flow(LinkField(layout, groupOfColours(N), reference::linkVector(u)),
                                       {.step = 0.03, .tolerance = factor * distance});
        flow.flowTo(0.03);
        EXPECT_EQ(flow.rejected() > 0, factor < 1);
    }
}

TEST(HostFlow, HasTheDistanceOfTheReference)
{
    compareDistance<2>();
    compareDistance<3>();
}

template<int N>
void compareLoops()
{
    const Lattice lattice({4, 6, 4, 8});
    const auto u = reference::hotStart<N>(lattice, 7, Precision::Double),
               v = reference::apeSmeared(u, 0.5, /*spatial=*/true);
    const WilsonLoopRequest request{.rMax = 2, .tMax = 3, .offAxis = true};
    for (const auto& layout : layouts(lattice)) {
        const LinkField links(layout, groupOfColours(N), reference::linkVector(u)),
            smooth(layout, groupOfColours(N), reference::linkVector(v));
        const std::vector<WilsonLoop> found = wilsonLoops(links, smooth, request);
        ASSERT_EQ(found.size(), 3 * loopVectors(request).size());
        for (const WilsonLoop& one : found)
            EXPECT_NEAR(one.value, reference::wilsonLoop(u, v, one.r, one.t), 1e-13);
    }
}

TEST(HostWilsonLoops, AreThoseOfTheReference)
{
    compareLoops<2>();
    compareLoops<3>();
}

} // namespace
} // namespace gaugegl::host::test
