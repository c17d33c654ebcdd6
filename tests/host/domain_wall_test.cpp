// Domain-wall quarks of the host against the reference: D_5 = A - H B / 2 from a hopping term of fields in slices and matrices that mix
// them, and the even-odd operator S.
#include "algebra/domain_wall.h"
#include "gaugegl/base/error.h"
#include "host/host_support.h"
#include "reference/chiral.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

using Complex = std::complex<double>;
template<int N>
using WallField = reference::WallField<N>;

/// Different in every slice, so that none is mistaken for another.
DomainWallParameters quarkWith(int ls)
{
    DomainWallParameters quark{.m5 = 1.4, .mass = 0.1, .boundary = {{0, 0.25, 0, 1}, false}};
    for (int s = 0; s < ls; ++s) {
        quark.b.push_back(1.5 - 0.1 * s);
        quark.c.push_back(0.5 + 0.05 * s);
    }
    return quark;
}

template<int N>
WallField<N> randomWall(const Lattice& lattice, int ls, std::uint64_t seed)
{
    WallField<N> psi;
    for (int s = 0; s < ls; ++s)
        psi.slices.emplace_back(lattice, gaussianSource(lattice, FermionKind::Wilson, N == 2 ? Group::SU2 : Group::SU3,
                                                        seed + std::uint64_t(s)));
    return psi;
}

/// One parity in the exchange format.
template<int N>
HalfVector halfOfWall(const WallField<N>& psi, int parity)
{
    const int ls = int(psi.slices.size());
    const auto slice = [&](int s) { return psi.slices[std::size_t(s)].vector(); };
    return halfOf(psi.slices.front().lattice(), inSlices(ls, 4 * N, slice), parity, ls * 4 * N);
}

template<class T, int N>
Field<T> uploaded(const WilsonHopping<T>& d, const WallField<N>& psi, int parity)
{
    Field<T> field = d.makeField(parity);
    upload(field, std::span<const Complex>(halfOfWall(psi, parity)));
    return field;
}

/// D_5 psi on a parity, or D_5^dagger psi.
template<class T, int N>
HalfVector applied(const WilsonHopping<T>& d, const DomainWallParameters& quark, const WallField<N>& psi, int parity,
                   Sign sign)
{
    const DomainWallMatrices m(quark);
    const Field<T> same = uploaded(d, psi, parity), other = uploaded(d, psi, 1 - parity);
    Field<T> mixed = d.makeField(1 - parity), hopped = d.makeField(parity), out = d.makeField(parity);
    if (sign == Sign::Plus) {
        mixSlices(mixed, d.mixing(m.b), other);
        mixSlices(hopped, d.mixing(m.a), same);
        d.hop(out, mixed, {parity, sign, {1, 0, -0.5, 0}}, hopped);
    } else {
        d.hop(hopped, other, {parity, sign, {0, 0, -0.5, 0}});
        Field<T> diagonal = d.makeField(parity);
        mixSlices(diagonal, d.mixing(m.a.transposed()), same);
        mixSlices(out, d.mixing(m.b.transposed()), hopped, 1, diagonal);
    }
    return downloaded(out);
}

template<int N, class T>
void compareWithReference(const Lattice& lattice, int ls)
{
    const auto u = reference::hotStart<N>(lattice, 21, Precision::Double);
    const DomainWallParameters quark = quarkWith(ls);
    const reference::DomainWallOperator<N> expected(u, quark);
    const WallField<N> psi = randomWall<N>(lattice, ls, 1);
    WallField<N> plus = zeroLike(psi), minus = plus;
    expected.apply(plus, psi);
    expected.applyAdjoint(minus, psi);
    for (const auto& layout : layouts(lattice)) {
        const WilsonHopping<T> d =
            WilsonHopping<T>(layout, N == 2 ? Group::SU2 : Group::SU3, linkVector(u), quark.boundary).inSlices(ls);
        for (const int parity : {0, 1}) {
            // A number of D_5 psi is a sum of several times as many as one of H psi.
            EXPECT_LT(deviation(applied(d, quark, psi, parity, Sign::Plus), halfOfWall(plus, parity)),
                      10 * tolerance<T>);
            EXPECT_LT(deviation(applied(d, quark, psi, parity, Sign::Minus), halfOfWall(minus, parity)),
                      10 * tolerance<T>);
        }
    }
}

class HostDomainWall : public testing::TestWithParam<Lattice> {};
TEST_P(HostDomainWall, AgreesWithTheReferenceInSU2)
{
    compareWithReference<2, double>(GetParam(), 5);
    compareWithReference<2, float>(GetParam(), 1);
}
TEST_P(HostDomainWall, AgreesWithTheReferenceInSU3)
{
    compareWithReference<3, double>(GetParam(), 4);
    compareWithReference<3, float>(GetParam(), 3);
}
INSTANTIATE_TEST_SUITE_P(All, HostDomainWall, testing::Values(Lattice({4, 6, 8, 10}), Lattice({2, 4, 6, 2})),
                         [](const auto& test) { return "On" + test.param.name(); });

class EvenOddDomainWall : public testing::Test {
protected:
    static constexpr int N = 3, ls = 4;
    const Lattice lattice_{{4, 6, 2, 4}};
    const reference::GaugeField<N> u_ = reference::hotStart<N>(lattice_, 22, Precision::Double);
    const DomainWallParameters quark_ = quarkWith(ls);
    const WilsonHopping<double> d_ =
        WilsonHopping<double>(lattice_, Group::SU3, linkVector(u_), quark_.boundary).inSlices(ls);

    Field<double> random(int parity, std::uint64_t seed) const
    {
        return uploaded(d_, randomWall<N>(lattice_, ls, seed), parity);
    }
};

TEST_F(EvenOddDomainWall, SolutionSolvesTheSystemOnBothParities)
{
    for (const int parity : {0, 1}) {
        const DomainWallSchur s(d_, quark_, parity);
        const Field<double> bOther = random(1 - parity, 5), z = random(parity, 9);
        // The source on the parity of S for which z is the solution: S z = b + 1/2 H K b'.
        Field<double> ofOther = zeroLike(z), b = zeroLike(z), xSame = zeroLike(z), xOther = zeroLike(bOther);
        s.prepareSource(ofOther, zeroLike(z), bOther);
        s.apply(b, z);
        axpy(-1.0, ofOther, b);
        s.reconstruct(xOther, xSame, z, bOther);

        const DomainWallMatrices m(quark_);
        const auto expectSame = [&](const Field<double>& same, const Field<double>& other,
                                    const Field<double>& expected) {
            Field<double> mixed = zeroLike(other), diagonal = zeroLike(same), out = zeroLike(same);
            mixSlices(mixed, d_.mixing(m.b), other);
            mixSlices(diagonal, d_.mixing(m.a), same);
            d_.hop(out, mixed, {same.parity(), Sign::Plus, {1, 0, -0.5, 0}}, diagonal);
            EXPECT_LT(deviation(downloaded(out), downloaded(expected)), 1e-13) << parity;
        };
        expectSame(xSame, xOther, b);
        expectSame(xOther, xSame, bOther);
    }
}

TEST_F(EvenOddDomainWall, AdjointAndNormsAreThoseOfTheOperator)
{
    const DomainWallSchur s(d_, quark_, 1);
    const Field<double> x = random(1, 5), y = random(1, 9);
    Field<double> sx = zeroLike(x), sy = zeroLike(x);
    EXPECT_NEAR(s.applyNorm2(sx, x) / norm2(sx), 1, 1e-13);
    EXPECT_NEAR(s.applyAdjointNorm2(sy, y) / norm2(sy), 1, 1e-13);
    EXPECT_LT(std::abs(dot(y, sx) - dot(sy, x)) / std::abs(dot(y, sx)), 1e-12);
    Field<double> again = zeroLike(x);
    s.applyAdjoint(again, y);
    EXPECT_EQ(downloaded(again), downloaded(sy));
}

// With b = c = 1 and m = 1 the product of the steps around an odd number of slices is -1, and 1 + T has no inverse; A has one.
TEST_F(EvenOddDomainWall, MatricesWithoutAnInverseAreNamed)
{
    const DomainWallParameters borici{.m5 = 1.4, .mass = 1, .b = {1, 1, 1}, .c = {1, 1, 1}};
    EXPECT_NO_THROW(DomainWallMatrices{borici});
    // One slice: A = (1 + b (4 - M5)) + (1 - c (4 - M5)) m.
    const DomainWallParameters none{.m5 = 1, .mass = -4, .b = {1}, .c = {0}};
    try {
        DomainWallMatrices{none};
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("m = -4, Ls = 1"));
    }
}

} // namespace
} // namespace gaugegl::host::test
