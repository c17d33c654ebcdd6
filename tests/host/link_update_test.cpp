// Heat bath, overrelaxation and observables of the host against the reference, for every instruction set.
#include "host/link_update.h"

#include "base/host_threads.h"
#include "gaugegl/base/error.h"
#include "host/loops.h"
#include "host/molecular_dynamics.h"

#include "host_support.h"
#include "reference/observables.h"
#include "reference/topology.h"
#include "reference/update.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

// Blocks of 8 and of 16 lanes.
const std::vector<Lattice> updateLattices = {Lattice({4, 6, 8, 10}), Lattice({4, 4, 8, 4})};

/// Strong coupling makes flat proposals.
const HeatBath someHeatBaths[] = {{.beta = 5.7},
                                  {.beta = 2.3, .algorithm = HeatBathAlgorithm::Creutz},
                                  {.beta = 1e-3},
                                  {.beta = 1e-3, .algorithm = HeatBathAlgorithm::Creutz},
                                  {.beta = 0, .trials = 1},
                                  {.beta = 60, .trials = 1},
                                  {.beta = 2.6, .action = actions::iwasaki}};

/// The largest difference of a number of two lists of links.
double largestDifference(const LinkVector& a, const LinkVector& b)
{
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        largest = std::max(largest, std::abs(a[k] - b.at(k)));
    return largest;
}

template<int N>
void compareHeatBath(const Lattice& lattice, const HeatBath& parameters)
{
    const Group group = groupOfColours(N);
    constexpr std::uint64_t seed = 0x123456789abcdef0;
    auto u = reference::hotStart<N>(lattice, 7, Precision::Double);
    const LinkVector before = reference::linkVector(u);
    const reference::UpdateCount count = reference::heatBathSweep(u, parameters, seed, 3, Precision::Double);
    for (const auto& layout : layouts(lattice)) {
        LinkField links(layout, group, before);
        LinkUpdates<double> updates(layout, group, parameters.action);
        std::int64_t accepted = 0;
        for (const LinkSet& set : linkSets(lattice, parameters.action.loops()))
            accepted += updates.heatBath(links, set, parameters, {seed, 3});
        EXPECT_EQ(accepted, count.accepted) << name(layout->instructionSet());
        EXPECT_LT(largestDifference(links.links(), reference::linkVector(u)), 1e-11)
            << name(layout->instructionSet()) << " beta " << parameters.beta;
    }
}

TEST(HostUpdate, HeatBathIsThatOfTheReference)
{
    for (const Lattice& lattice : updateLattices)
        for (const HeatBath& parameters : someHeatBaths) {
            compareHeatBath<2>(lattice, parameters);
            compareHeatBath<3>(lattice, parameters);
        }
}

/// In single precision a proposal at the border of acceptance may be decided otherwise, of one link in very many.
template<int N>
void compareSingle(const Lattice& lattice, const HeatBath& parameters)
{
    const Group group = groupOfColours(N);
    auto u = reference::hotStart<N>(lattice, 7, Precision::Single);
    const LinkVector before = reference::linkVector(u);
    const LinkSet set = linkSets(lattice, parameters.action.loops()).back();
    reference::heatBath(u, set, parameters, 5, 3, Precision::Single);
    const LinkVector expected = reference::linkVector(u);
    for (const auto& layout : layouts(lattice)) {
        LinksOf<float> links(layout, group, before);
        LinkUpdates<float>(layout, group, parameters.action).heatBath(links, set, parameters, {5, 3});
        const LinkVector found = links.links();
        std::size_t far = 0;
        for (std::size_t k = 0; k < found.size(); ++k)
            far += std::abs(found[k] - expected[k]) > 2e-5 ? 1 : 0;
        EXPECT_LE(far, std::size_t(N * N)) << name(layout->instructionSet());
    }
}

TEST(HostUpdate, InSinglePrecisionTheHeatBathIsThatOfTheReferenceToRounding)
{
    for (const Lattice& lattice : updateLattices)
        for (const HeatBath& parameters : someHeatBaths) {
            compareSingle<2>(lattice, parameters);
            compareSingle<3>(lattice, parameters);
        }
}

template<int N>
void compareReflections(const Lattice& lattice, const GaugeAction& action)
{
    const Group group = groupOfColours(N);
    auto u = reference::hotStart<N>(lattice, 8, Precision::Double); // where sums of staples may be near 0
    reference::heatBathSweep(u, {.beta = 4.0 * N, .action = action}, 1, 0, Precision::Double);
    const LinkVector before = reference::linkVector(u);
    reference::overrelaxationSweep(u, action);
    for (const auto& layout : layouts(lattice)) {
        LinkField links(layout, group, before), cooled = links;
        LinkUpdates<double> updates(layout, group, action);
        GaugeForce gauge(layout, group, 1, action);
        const double energy = gauge.energy(links);
        for (const LinkSet& set : linkSets(lattice, action.loops())) {
            updates.overrelaxation(links, set);
            const double hot = gauge.energy(cooled);
            updates.cooling(cooled, set);
            EXPECT_LT(gauge.energy(cooled), hot);
        }
        EXPECT_LT(largestDifference(links.links(), reference::linkVector(u)), 1e-11);
        EXPECT_NEAR(gauge.energy(links), energy, 1e-12 * energy);
    }
}

TEST(HostUpdate, OverrelaxationIsThatOfTheReferenceAndKeepsTheAction)
{
    for (const Lattice& lattice : updateLattices)
        for (const GaugeAction& action : {actions::wilson, actions::symanzik}) {
            compareReflections<2>(lattice, action);
            compareReflections<3>(lattice, action);
        }
}

template<int N>
void compareBetweenSlices(const Lattice& lattice, int thickness)
{
    const Group group = groupOfColours(N);
    const HeatBath parameters{.beta = 2.0 * N};
    auto u = reference::hotStart<N>(lattice, 7, Precision::Double);
    const LinkVector before = reference::linkVector(u);
    for (const LinkSet& set : linkSetsBetween(lattice, thickness)) {
        reference::heatBath(u, set, parameters, 5, 3, Precision::Double);
        reference::overrelaxation(u, set);
    }
    const LinkVector expected = reference::linkVector(u);
    for (const auto& layout : layouts(lattice)) {
        LinkField links(layout, group, before);
        LinkUpdates<double> updates(layout, group);
        for (const LinkSet& set : linkSetsBetween(lattice, thickness)) {
            updates.heatBath(links, set, parameters, {5, 3});
            updates.overrelaxation(links, set);
        }
        const LinkVector found = links.links();
        EXPECT_LT(largestDifference(found, expected), 1e-11) << name(layout->instructionSet());
        const LinkVector stored = LinkField(layout, group, before).links();
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                const auto first = std::ptrdiff_t((site * 4 + mu) * N * N);
                const bool same = std::equal(found.begin() + first, found.begin() + first + std::ptrdiff_t(N) * N,
                                             stored.begin() + first);
                ASSERT_EQ(same, mu < 3 && lattice.coordinates(site)[3] % thickness == 0);
            }
    }
}

TEST(HostUpdate, BetweenSlicesLinksOnTheSlicesStayBitForBit)
{
    for (const int thickness : {1, 2, 5}) {
        compareBetweenSlices<2>(updateLattices[0], thickness);
        compareBetweenSlices<3>(updateLattices[0], thickness);
    }
    compareBetweenSlices<3>(updateLattices[1], 4); // blocks of 16 lanes
}

template<class T>
void compareStarts(const Lattice& lattice, Precision precision, double tolerance)
{
    const auto expected = reference::linkVector(reference::hotStart<3>(lattice, 9, precision));
    for (const auto& layout : layouts(lattice)) {
        LinksOf<T> links(layout, Group::SU3);
        hotStart(links, 9);
        EXPECT_LT(largestDifference(links.links(), expected), tolerance);
        EXPECT_LT(reunitarise(links), tolerance);
    }
}

TEST(HostUpdate, HotStartIsThatOfTheReference)
{
    compareStarts<double>(updateLattices[0], Precision::Double, 1e-14);
    compareStarts<float>(updateLattices[1], Precision::Single, 1e-6);
}

TEST(HostUpdate, BitsDoNotDependOnThreads)
{
    const Lattice& lattice = updateLattices[0];
    const HeatBath parameters{.beta = 5.7};
    std::vector<LinkVector> found;
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        const auto layout = std::make_shared<const BlockLayout>(lattice);
        LinksOf<float> links(layout, Group::SU3);
        hotStart(links, 2);
        LinkUpdates<float> updates(layout, Group::SU3);
        for (const LinkSet& set : linkSets(lattice, parameters.action.loops())) {
            updates.heatBath(links, set, parameters, {2, 0});
            updates.overrelaxation(links, set);
        }
        found.push_back(links.links());
    }
    EXPECT_EQ(found[0], found[1]);
}

TEST(HostUpdate, WhatTheCpuLacksIsNamed)
{
    const Lattice lattice({4, 4, 4, 4});
    const auto layout = std::make_shared<const BlockLayout>(lattice);
    EXPECT_THROW(LinkUpdates<double>(layout, Group::SU4), InputError);
    LinkField links(layout, Group::SU2);
    LinkUpdates<double> updates(layout, Group::SU2);
    EXPECT_THROW(updates.heatBath(links, {}, {.beta = -1}, {}), InputError);
    EXPECT_THROW(updates.heatBath(links, {}, {.beta = 1, .trials = 256}, {}), InputError);
    EXPECT_THROW(updates.overrelaxation(links, {.sublattice = 0}), InputError);
}

template<int N>
void compareObservables(const Lattice& lattice)
{
    auto u = reference::hotStart<N>(lattice, 11, Precision::Double);
    reference::heatBathSweep(u, {.beta = 2.0 * N}, 1, 0, Precision::Double);
    const double volume = double(lattice.volume());
    const reference::Plaquettes plaquettes = reference::plaquettes(u);
    const auto plain = reference::topology(u, false), improved = reference::topology(u, true);
    for (const auto& layout : layouts(lattice)) {
        const LinkField links(layout, groupOfColours(N), reference::linkVector(u));
        const auto sums = plaquetteSums(links);
        EXPECT_NEAR(1 - sums[0] / (3 * volume), plaquettes.space, 1e-13);
        EXPECT_NEAR(1 - sums[1] / (3 * volume), plaquettes.time, 1e-13);
        EXPECT_NEAR(sums[2] / volume, reference::actionDensity(u), 1e-13);
        EXPECT_NEAR(sums[3] / volume, reference::linkTrace(u), 1e-13);
        EXPECT_NEAR(rectangleMean(links), reference::rectangle(u), 1e-13);
        const LineMeans line = polyakovMeans(links, 3);
        EXPECT_LT(std::abs(line.loop - reference::polyakovLoop(u)), 1e-13);
        for (const bool better : {false, true}) {
            const EnergyAndCharge found = cloverTopology(links, better);
            const auto& expected = better ? improved : plain;
            EXPECT_NEAR(found.energy, expected.energy, 1e-12 * std::abs(expected.energy));
            EXPECT_NEAR(found.charge, expected.charge, 1e-12);
        }
    }
}

TEST(HostObservables, AreThoseOfTheReference)
{
    for (const Lattice& lattice : updateLattices) {
        compareObservables<2>(lattice);
        compareObservables<3>(lattice);
    }
}

} // namespace
} // namespace gaugegl::host::test
