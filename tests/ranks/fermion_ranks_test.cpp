// Hopping terms and sums of fermion fields on several ranks.
#include "gaugegl/fermion/operators/hopping.h"
#include "gaugegl/gauge/update/update.h"

#include "ranks/ranks_fixture.h"

#include <random>

namespace gaugegl {
namespace {

using testing_support::RanksTest;

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
        for (const BoundaryPhases& boundary : {BoundaryPhases{}, BoundaryPhases{.theta = {0, 0.1, 0.7, 0.3}},
                                               BoundaryPhases{.theta = {0.2, 0, 0.4, 1}, .spread = true}}) {
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

INSTANTIATE_TEST_SUITE_P(Ranks, FermionRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl
