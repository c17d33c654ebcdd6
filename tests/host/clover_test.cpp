// The clover term of the host against the reference: blocks, inverses, determinants, and what hops make of them.
#include "host/clover.h"

#include "algebra/diagonal.h"
#include "gaugegl/base/error.h"
#include "host/hopping.h"
#include "host/host_support.h"
#include "reference/clover.h"
#include "reference/dirac.h"
#include "support/known_fields.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

using Complex = std::complex<double>;

const Lattice lattice({4, 6, 2, 8});

template<int N>
constexpr Group groupOf = N == 2 ? Group::SU2 : Group::SU3;

/// Half a block of the diagonal as a matrix, from how it is packed.
template<int N>
reference::Matrix<2 * N> unpacked(const std::vector<double>& packed, std::int64_t site, int half)
{
    const double* from = &packed[std::size_t(site * 2 + half) * std::size_t(blockReals(groupOf<N>))];
    reference::Matrix<2 * N> m;
    for (int i = 0, at = 2 * N; i < 2 * N; ++i) {
        m(i, i) = from[i];
        for (int j = 0; j < i; ++j, at += 2) {
            m(i, j) = Complex(from[at], from[at + 1]);
            m(j, i) = std::conj(m(i, j));
        }
    }
    return m;
}

template<class T>
class HostClover : public testing::Test {
protected:
    static constexpr int n = T::value;
    static constexpr Group group = groupOf<n>;

    CloverTerm term(const WilsonParameters& quark) const
    {
        return cloverTerm(lattice, group, reference::linkVector(u_), quark);
    }
    const reference::GaugeField<n> u_ = reference::hotStart<n>(lattice, 11, Precision::Double);
};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(HostClover, BothGroups);

TYPED_TEST(HostClover, BlocksAreTheDiagonalOfTheReference)
{
    constexpr int N = TypeParam::value;
    const WilsonParameters quark{.kappa = 0.13, .clover = 1.7};
    const CloverTerm term = this->term(quark);
    const auto diagonals = reference::cloverDiagonals(this->u_, quark);
    for (std::int64_t site = 0; site < lattice.volume(); site += 7) {
        const reference::Matrix<4 * N>& r = diagonals[std::size_t(site)];
        for (int half = 0; half < 2; ++half) {
            const reference::Matrix<2 * N> block = unpacked<N>(term.blocks, site, half);
            for (int i = 0; i < 2 * N; ++i)
                for (int j = 0; j < 2 * N; ++j) {
                    EXPECT_NEAR(std::abs(block(i, j) - r(2 * N * half + i, 2 * N * half + j)), 0, 1e-14);
                    EXPECT_NEAR(std::abs(r(2 * N * half + i, 2 * N * (1 - half) + j)), 0, 1e-15);
                }
        }
    }
}

TYPED_TEST(HostClover, InversesAreInversesWithATwistToo)
{
    constexpr int N = TypeParam::value;
    for (const double mu : {0.0, 0.8}) {
        const WilsonParameters quark{.kappa = 0.13, .mu = mu, .clover = 1.7};
        const CloverTerm term = this->term(quark);
        EXPECT_EQ(term.twist, quark.twist());
        for (std::int64_t site = 0; site < lattice.volume(); site += 5)
            for (int half = 0; half < 2; ++half) {
                const reference::Matrix<2 *N> b = unpacked<N>(term.blocks, site, half),
                                              c = unpacked<N>(term.inverses, site, half),
                                              one = reference::Matrix<2 * N>::identity();
                const reference::Matrix<2 * N> m = mu == 0 ? b : b * b + term.twist * term.twist * one;
                EXPECT_LT(largestDifference(m * c, one), 1e-13) << mu;
            }
    }
}

TYPED_TEST(HostClover, DeterminantsAreThoseOfTheSitesOfEachParity)
{
    for (const double mu : {0.0, -0.8}) {
        const WilsonParameters quark{.kappa = 0.13, .mu = mu, .clover = 1.7};
        std::array<double, 2> expected{};
        const auto diagonals = reference::cloverDiagonals(this->u_, quark);
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            expected[std::size_t(Lattice::parity(lattice.coordinates(site)))] +=
                reference::logDeterminant(diagonals[std::size_t(site)]);
        const CloverTerm term = this->term(quark);
        for (const std::size_t parity : {0, 1})
            EXPECT_NEAR(term.logDeterminants[parity], expected[parity], 1e-11 * lattice.volume()) << mu;
    }
}

/// m on the components of each site, which are those of one parity.
template<int N, class M>
HalfVector multiplied(const HalfVector& x, int parity, const M& matrixOfSite)
{
    HalfVector y(x.size());
    for (std::int64_t half = 0; half < lattice.halfVolume(); ++half) {
        const reference::Matrix<4 * N> m = matrixOfSite(siteOfHalf(lattice, parity, half));
        for (int i = 0; i < 4 * N; ++i)
            for (int j = 0; j < 4 * N; ++j)
                y[std::size_t(half * 4 * N + i)] += m(i, j) * x[std::size_t(half * 4 * N + j)];
    }
    return y;
}

/// Hops that multiply by R on chi, by R^-1 on the hop and on the sum, and the adjoints, as WilsonSchur makes them.
template<class T, int N>
void expectHops(const reference::GaugeField<N>& u, const std::shared_ptr<const BlockLayout>& layout, double mu)
{
    const WilsonParameters quark{.kappa = 0.13, .mu = mu, .boundary = {{0.25, 0, -0.5, 1}, false}, .clover = 1.7};
    const LinkVector links = reference::linkVector(u);
    const CloverTerm term = cloverTerm(lattice, groupOf<N>, links, quark);
    const Hopping<T, FermionKind::Wilson> plain(layout, groupOf<N>, links, quark.boundary), op = plain.with(term);
    const SiteDiagonal r = diagonalOf(quark), one;
    EXPECT_TRUE(op.hasClover() && !plain.hasClover());
    for (int parity = 0; parity < 2; ++parity)
        for (const Sign sign : {Sign::Plus, Sign::Minus}) {
            const HalfVector chi = randomHalf(lattice, FermionKind::Wilson, groupOf<N>, parity, 2),
                             psi = randomHalf(lattice, FermionKind::Wilson, groupOf<N>, 1 - parity, 3);
            Field<T> chiField = op.makeField(parity), psiField = op.makeField(1 - parity), out = op.makeField(parity);
            upload(chiField, std::span<const Complex>(chi));
            upload(psiField, std::span<const Complex>(psi));
            plain.hop(out, psiField, {parity, sign});
            const HalfVector h = downloaded(out);
            const SiteDiagonal own = sign == Sign::Plus ? r : r.adjoint(), inverse = own.inverse();
            const auto times = [&](const HalfVector& x, const SiteDiagonal& d) {
                if (d.blocks == DiagonalBlocks::One)
                    return multiplied<N>(x, parity,
                                         [&](std::int64_t) { return d.number * reference::Matrix<4 * N>::identity(); });
                WilsonParameters turned = quark;
                turned.mu = d.twist / (2 * quark.kappa);
                const auto diagonals = reference::cloverDiagonals(u, turned);
                return multiplied<N>(x, parity, [&](std::int64_t site) {
                    const auto& m = diagonals[std::size_t(site)];
                    return d.number * (d.blocks == DiagonalBlocks::Clover ? m : reference::inverse(m));
                });
            };
            const auto expectSum = [&](const SiteDiagonal& ofChi, const SiteDiagonal& ofHop) {
                HalfVector expected = times(chi, ofChi), second = times(h, ofHop);
                for (std::size_t k = 0; k < expected.size(); ++k)
                    expected[k] += second[k];
                op.hop(out, psiField, {parity, sign, fused(ofChi, ofHop)}, chiField);
                EXPECT_LT(deviation(downloaded(out), expected), 4 * tolerance<T>) << int(ofChi.blocks);
                Field<T> descended = op.makeField(parity);
                EXPECT_NEAR(
                    op.hopAndUpdateResidual(descended, -0.5, psiField, {parity, sign, fused(ofChi, ofHop)}, chiField) /
                        (0.25 * norm2(out)),
                    1, 100 * tolerance<T>);
            };
            expectSum(own, {-0.3});
            expectSum(one, -0.3 * inverse);
            expectSum(inverse, 0.7 * inverse);
            op.hop(out, psiField, {parity, sign, fused(noDiagonal, inverse)});
            EXPECT_LT(deviation(downloaded(out), times(h, inverse)), 4 * tolerance<T>);
        }
}

TYPED_TEST(HostClover, HopsMultiplyByBlocksAndInverses)
{
    for (const auto& layout : layouts(lattice))
        for (const double mu : {0.0, 0.8}) {
            expectHops<double>(this->u_, layout, mu);
            expectHops<float>(this->u_, layout, mu);
        }
}

TYPED_TEST(HostClover, IsOneOnAColdField)
{
    constexpr int N = TypeParam::value;
    const CloverTerm term = cloverTerm(lattice, groupOf<N>, reference::linkVector(reference::GaugeField<N>(lattice)),
                                       {.kappa = 0.13, .clover = 1.7});
    for (int half = 0; half < 2; ++half) {
        EXPECT_EQ(unpacked<N>(term.blocks, 3, half), reference::Matrix<2 * N>::identity());
        EXPECT_EQ(unpacked<N>(term.inverses, 3, half), reference::Matrix<2 * N>::identity());
    }
    EXPECT_EQ(term.logDeterminants[0], 0);
}

// With a plaquette of i and -i in one plane B is 1 -+ kappa c_SW: at kappa c_SW = 1 there is no inverse.
TEST(HostCloverErrors, ABlockWithoutInverseIsFound)
{
    const Lattice small({2, 2, 2, 2});
    const testing_support::FluxField flux{{1, 0, 0, 0, 0, 0}, {1, -1}};
    const LinkVector links = reference::linkVector(flux.links<2>(small));

    EXPECT_NO_THROW(cloverTerm(small, Group::SU2, links, {.kappa = 0.25, .clover = 3}));
    EXPECT_THROW(cloverTerm(small, Group::SU2, links, {.kappa = 0.25, .clover = 4}), InputError);
}

} // namespace
} // namespace gaugegl::host::test
