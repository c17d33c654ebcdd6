// The Schwarz preconditioner on the host: which links are cut, what the cut operator is, and what solves with it find.
#include "fermion/solve/schwarz.h"

#include "fermion/operators/block_links.h"
#include "fermion/schwarz_support.h"
#include "gaugegl/base/error.h"
#include "host/hopping.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

const Lattice uneven({4, 6, 8, 10});

/// The block of a site, as its least coordinates.
Coordinates blockOf(const Coordinates& x, const Blocks& blocks)
{
    Coordinates first = x;
    for (std::size_t mu = 0; mu < 4; ++mu)
        first[mu] -= x[mu] % blocks.extents[mu];
    return first;
}

bool isZero(std::span<const std::complex<double>> matrix)
{
    return std::ranges::all_of(matrix, [](const auto& z) { return z == 0.0; });
}

TEST(BlockLinks, AreZeroWhereALinkLeadsToAnotherBlockAndElseUnchanged)
{
    const HostGaugeField links = roughLinks(uneven, Group::SU2);
    for (const Blocks& blocks : {Blocks{{2, 2, 2, 2}}, Blocks{{4, 6, 4, 10}}, Blocks{{2, 6, 8, 10}}}) {
        const HostGaugeField cut = linksWithinBlocks(links, uneven, blocks);
        for (std::int64_t site = 0; site < uneven.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                const Coordinates x = uneven.coordinates(site);
                const bool leaves = blockOf(x, blocks) != blockOf(uneven.shifted(x, mu, 1), blocks);
                if (leaves)
                    EXPECT_TRUE(isZero(cut.link(mu, site))) << site << ' ' << mu;
                else
                    EXPECT_TRUE(std::ranges::equal(cut.link(mu, site), links.link(mu, site))) << site << ' ' << mu;
            }
    }
}

TEST(BlockLinks, OfOneBlockInADirectionKeepTheBoundaryThere)
{
    const HostGaugeField links = roughLinks(uneven, Group::SU3);

    EXPECT_EQ(linksWithinBlocks(links, uneven, {uneven.extents()}).links, links.links);
    EXPECT_TRUE(eachWithinARank({{2, 6, 4, 10}}, uneven));
}

/// The hopping terms of blocks take a source in one block to that block alone, and there to what the reference with the
/// hand-made links has.
template<FermionKind kind>
void expectIndependentBlocks(const Blocks& blocks)
{
    const HostGaugeField cut = linksWithinBlocks(roughLinks(uneven, Group::SU3), uneven, blocks);
    const host::Hopping<double, kind> d(uneven, Group::SU3, cut.links, BoundaryPhases::parse("antiperiodic"));
    const int components = fermionComponents(kind, Group::SU3);
    const Coordinates home = {2, 4, 4, 8};
    FermionVector source(std::size_t(uneven.volume()) * std::size_t(components));
    for (std::int64_t site = 0; site < uneven.volume(); ++site)
        if (blockOf(uneven.coordinates(site), blocks) == blockOf(home, blocks))
            for (int c = 0; c < components; ++c)
                source[std::size_t(site * components + c)] = {1.0 + c, double(site % 7)};

    FermionVector image(source.size());
    for (const int parity : {0, 1}) {
        auto in = d.makeField(1 - parity), out = d.makeField(parity);
        upload(in, halfOf(uneven, source, 1 - parity, components));
        d.hop(out, in, {.parity = parity});
        HalfVector half(source.size() / 2);
        download(std::span(half), out);
        setHalf(uneven, image, half, parity, components);
    }

    double inside = 0, outside = 0;
    for (std::int64_t site = 0; site < uneven.volume(); ++site)
        for (int c = 0; c < components; ++c)
            (blockOf(uneven.coordinates(site), blocks) == blockOf(home, blocks) ? inside : outside) +=
                std::norm(image[std::size_t(site * components + c)]);
    EXPECT_GT(inside, 1);
    EXPECT_EQ(outside, 0);
}

TEST(BlockOperator, LeavesEveryBlockToItself)
{
    for (const Blocks& blocks : {Blocks{{2, 2, 2, 2}}, Blocks{{4, 6, 4, 10}}}) {
        expectIndependentBlocks<FermionKind::Wilson>(blocks);
        expectIndependentBlocks<FermionKind::Staggered>(blocks);
    }
}

struct BlocksCase {
    DiracType type;
    Group group;
    SolverPrecision precision;
    Blocks blocks;
};

std::vector<BlocksCase> blocksCases()
{
    std::vector<BlocksCase> cases;
    for (const auto type : {DiracType::Wilson, DiracType::TwistedMass, DiracType::Staggered})
        for (const auto group : {Group::SU2, Group::SU3})
            for (const auto precision : {SolverPrecision::Single, SolverPrecision::Mixed})
                for (const Blocks& blocks : {Blocks{{2, 2, 2, 2}}, Blocks{{4, 6, 4, 10}}})
                    cases.push_back({type, group, precision, blocks});
    return cases;
}

class SchwarzTest : public testing::TestWithParam<BlocksCase> {};

TEST_P(SchwarzTest, SolvesTheSystemOfTheReference)
{
    const auto& [type, group, precision, blocks] = GetParam();
    const HostGaugeField links = roughLinks(uneven, group);
    const DiracParameters dirac = quarkOf(type);
    const FermionVector b = gaussianSource(uneven, dirac.kind(), group, 4);
    const SolverChoice choice = schwarzOn(blocks, precision);

    const Inversion x = hostInverter(links, dirac)->solve(b, choice);

    EXPECT_EQ(x.status, SolverStatus::Converged) << name(x.status) << " " << x.relativeResidual;
    EXPECT_LE(referenceResidual(links, dirac, x.solution, b), 1.001 * choice.tolerance);
    EXPECT_GT(x.applications, x.iterations);
    EXPECT_EQ(x.blockApplications, choice.blockSteps * x.iterations);
}

std::string blocksName(const testing::TestParamInfo<BlocksCase>& info)
{
    const auto& [type, group, precision, blocks] = info.param;
    std::string text = choiceName(type) + "_" + name(group) + "_" + choiceName(precision) + "_" + blocks.name();
    std::erase(text, '-');
    return text;
}

INSTANTIATE_TEST_SUITE_P(Host, SchwarzTest, testing::ValuesIn(blocksCases()), blocksName);

TEST(Schwarz, TakesFewerIterationsTheMoreItKnows)
{
    const HostGaugeField links = roughLinks(uneven, Group::SU3);
    for (const DiracType type : {DiracType::Wilson, DiracType::Staggered}) {
        const DiracParameters dirac = quarkOf(type);
        const FermionVector b = gaussianSource(uneven, dirac.kind(), Group::SU3, 4);
        const auto inverter = hostInverter(links, dirac);
        const auto iterations = [&](const Blocks& blocks) {
            return inverter->solve(b, schwarzOn(blocks, SolverPrecision::Mixed)).iterations;
        };
        SolverChoice alone = schwarzOn({}, SolverPrecision::Mixed);
        alone.preconditioner = PreconditionerType::None;

        const int without = inverter->solve(b, alone).iterations, blocks = iterations({{4, 6, 4, 10}}),
                  whole = iterations({uneven.extents()});

        EXPECT_LT(blocks, 0.75 * without) << choiceName(type);
        EXPECT_LT(whole, 0.85 * blocks) << choiceName(type) << ": one block is the operator itself";
    }
}

TEST(Schwarz, RefusesBlocksThatDoNotFitAndPrecisionsThatMakeNoSense)
{
    const HostGaugeField links = roughLinks(uneven, Group::SU2);
    const DiracParameters dirac = quarkOf(DiracType::Staggered);
    const auto inverter = hostInverter(links, dirac);
    const FermionVector b = gaussianSource(uneven, dirac.kind(), links.group, 4);

    EXPECT_THROW(inverter->solve(b, schwarzOn({{4, 4, 4, 4}}, SolverPrecision::Mixed)), InputError);
    EXPECT_THROW(inverter->solve(b, schwarzOn({{2, 2, 2, 5}}, SolverPrecision::Mixed)), InputError);
    EXPECT_THROW(inverter->solve(b, schwarzOn({{2, 2, 2, 2}}, SolverPrecision::Double)), InputError);
    EXPECT_THROW(inverter->solve(b, schwarzOn({{2, 2, 2, 2}}, SolverPrecision::Mixed16)), InputError);
}

} // namespace
} // namespace gaugegl::testing_support
