// Hopping terms and sums of fermion fields on several ranks.
#include "core/fermion_source.h"
#include "fermion/operators/block_links.h"
#include "fermion/operators/hopping.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/update/update.h"

#include "ranks/ranks_fixture.h"

#include <random>

namespace gaugegl {
namespace {

using testing_support::RanksTest;
using testing_support::testRanks;

class FermionRanksTest : public RanksTest {
protected:
    /// The same numbers on any division.
    static HalfVector randomHalf(const Lattice& lattice, FermionKind kind, Group group, int parity)
    {
        const Lattice local = lattice.local();
        const auto components = std::size_t(fermionComponents(kind, group));
        HalfVector half(std::size_t(local.halfVolume()) * components);
        for (std::int64_t i = 0; i < local.halfVolume(); ++i) {
            Coordinates x = local.coordinates(siteOfHalf(local, parity, i));
            for (std::size_t mu = 0; mu < 4; ++mu)
                x[mu] += lattice.share().origin[mu];
            std::mt19937_64 engine(std::uint64_t(lattice.index(x)) + 1);
            std::uniform_real_distribution<double> uniform(-1, 1);
            for (std::size_t c = 0; c < components; ++c)
                half[std::size_t(i) * components + c] = {uniform(engine), uniform(engine)};
        }
        return half;
    }

    struct Result {
        FermionField out, updated;
        double norm;
        std::complex<double> product;
    };

    Result hopOn(const GaugeField& u, FermionKind kind, const BoundaryPhases& boundary)
    {
        const HopLinks links(u, {});
        const auto run = [&](const auto& d) {
            FermionField psi = d.makeField(0), chi = d.makeField(1), out = d.makeField(1);
            upload(psi, randomHalf(u.lattice(), kind, u.group(), 0));
            upload(chi, randomHalf(u.lattice(), kind, u.group(), 1));
            d.hop(out, psi, {.parity = 1, .factors = {.diagonal = 1, .hop = -0.13}}, chi);
            FermionField updated = chi;
            const DeviceReal norm = norm2(out);
            axpy(norm / (norm + norm), out, updated);
            return Result{out, updated, value(norm), value(dot(out, chi))};
        };
        return kind == FermionKind::Wilson ? run(WilsonHopping(links, boundary))
                                           : run(StaggeredHopping(links, boundary));
    }
};

TEST_P(FermionRanksTest, HopsAndSumsHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered})
        for (const BoundaryPhases& boundary :
             {BoundaryPhases{}, BoundaryPhases{.theta = {0, 0.1, 0.7, 0.3}},
              BoundaryPhases{.theta = {0.2, 0, 0.4, 1}, .spread = true, .isospin = 0.2}}) {
            const Result expected = hopOn(all, kind, boundary);
            for (const Lattice& lattice : divisions()) {
                GaugeField part(device(), lattice, group());
                hotStart(part, 7);
                const Result found = hopOn(part, kind, boundary);
                expectPart(found.out.planes(), expected.out.planes(), lattice, "hop");
                expectPart(found.updated.planes(), expected.updated.planes(), lattice, "axpy");
                EXPECT_EQ(found.norm, expected.norm);
                EXPECT_EQ(found.product, expected.product);
            }
        }
}

TEST_P(FermionRanksTest, SolvesWithBlocksHaveTheBitsOfOneRank)
{
    if (GetParam().precision == Precision::Double) GTEST_SKIP() << "the preconditioner works in single precision";
    const SolverPrecision precision =
        GetParam().storage == Storage::Buffer ? SolverPrecision::Mixed : SolverPrecision::Mixed16;
    const auto solved = [&](const SharedLattice& shared, const DiracParameters& dirac, const Blocks& blocks) {
        GaugeField u(device(), shared.lattice(), group());
        hotStart(u, 7);
        return deviceInverter(device(), download(u), dirac, shared)
            ->solve(gaussianSource(shared.lattice(), dirac.kind(), group(), 3),
                    {.type = SolverType::Flexible,
                     .precision = precision,
                     .tolerance = 1e-6,
                     .preconditioner = PreconditionerType::Schwarz,
                     .blocks = blocks});
    };
    const DiracParameters wilson{.kappa = 0.12}, staggered{.type = DiracType::Staggered, .mass = 0.5};
    for (const auto& [dirac, blocks] : {std::pair(wilson, Blocks{{4, 6, 2, 2}}), {staggered, Blocks{{2, 2, 4, 8}}}}) {
        const Inversion expected = solved(whole(), dirac, blocks);
        EXPECT_TRUE(expected.converged());
        for (const Lattice& lattice : divisions()) {
            const Inversion found = solved({lattice, testRanks()}, dirac, blocks);
            EXPECT_EQ(found.iterations, expected.iterations) << blocks.name();
            EXPECT_EQ(found.history, expected.history) << blocks.name();
            EXPECT_EQ(found.relativeResidual, expected.relativeResidual) << blocks.name();
            EXPECT_EQ(found.solutionNorm2, expected.solutionNorm2) << blocks.name();
        }
    }
}

TEST_P(FermionRanksTest, HopsOfBlocksWithinRanksExchangeNothingAndHaveTheSameBits)
{
    const Blocks blocks{{4, 2, 2, 2}};
    for (const Lattice& lattice : divisions()) {
        const SharedLattice shared(lattice, testRanks());
        ASSERT_TRUE(eachWithinARank(blocks, shared));
        EXPECT_EQ(eachWithinARank({{4, 2, 12, 8}}, shared), !lattice.isShared());
        GaugeField u(device(), lattice, group());
        hotStart(u, 7);
        upload(u, linksWithinBlocks(download(u), shared, blocks));
        const HopLinks links(u, {});
        for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
            DeviceHopping d(kind, links, {});
            FermionField psi = d.makeField(0), exchanged = d.makeField(1), alone = d.makeField(1);
            upload(psi, randomHalf(lattice, kind, group(), 0));
            const FermionField untouched = psi;
            const auto exchangesOf = [&](FermionField& out, const FermionField& in) {
                Profile profile(device());
                d.hop(out, in, {.parity = 1});
                return profile.report().exchanges.calls;
            };
            device().finish();
            exchangesOf(exchanged, psi); // links too
            EXPECT_EQ(exchangesOf(exchanged, FermionField(psi)) > 0, lattice.isShared());
            d.stayWithinRank();
            EXPECT_EQ(exchangesOf(alone, untouched), 0);
            EXPECT_EQ(alone.planes().download(), exchanged.planes().download());
        }
    }
}

TEST_P(FermionRanksTest, HopsOfSpinorsExchangeHalfOfThem)
{
    for (const Lattice& lattice : divisions()) {
        GaugeField u(device(), lattice, group());
        hotStart(u, 7);
        const HopLinks links(u, {});
        const DeviceHopping d(FermionKind::Wilson, links, {});
        FermionField psi = d.makeField(0), out = d.makeField(1);
        upload(psi, randomHalf(lattice, FermionKind::Wilson, group(), 0));
        d.hop(out, psi, {.parity = 1}); // exchanges the links too
        const auto bytesOf = [&](const std::function<void(const FermionField&)>& hop) {
            const FermionField unsent = psi;
            Profile profile(device());
            hop(unsent);
            return profile.report().exchangedBytes;
        };
        const double half = bytesOf([&](const FermionField& in) { d.hop(out, in, {.parity = 1}); });
        const double whole = bytesOf([&](const FermionField& in) { d.hopNorms(out, in, {.parity = 1}); });
        const Share& share = lattice.share();
        const auto face = [&](int mu) {
            return share.divides(mu) ? double(lattice.local().volume() / share.extents[std::size_t(mu)]) : 0.0;
        };
        // One slice forwards and one backwards in each direction, of one parity.
        const double ofSite = 4.0 * 2 * double(colours(group())) * double(device().planeBytes()) / 4;
        EXPECT_EQ(half, (face(2) + face(3)) * ofSite / 2);
        EXPECT_GE(whole, (face(2) + face(3)) * ofSite);
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, FermionRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl
