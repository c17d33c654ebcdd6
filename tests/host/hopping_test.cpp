// The hopping terms of the host against the reference, for every instruction set, and what is fused to them against
// plain operations.
#include "host/hopping.h"

#include "gaugegl/base/error.h"
#include "host/host_support.h"
#include "reference/dirac.h"
#include "support/print_lattice.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

using Complex = std::complex<double>;

/// Random fields and what the reference makes of them.
struct Expected {
    FermionVector psi, chi, hop, hopAdjoint;
};

template<FermionKind kind, int N>
Expected expectedHops(const reference::GaugeField<N>& u, const BoundaryPhases& boundary)
{
    const Lattice& lattice = u.lattice();
    const Group group = N == 2 ? Group::SU2 : Group::SU3;
    const reference::FermionField<N, spins(kind)> psi(lattice, gaussianSource(lattice, kind, group, 1));
    auto plus = zeroLike(psi), minus = zeroLike(psi);
    if constexpr (kind == FermionKind::Wilson) {
        const reference::WilsonOperator<N> op(u, {.boundary = boundary});
        op.hop(plus, psi);
        op.hopAdjoint(minus, psi);
    } else {
        const reference::StaggeredOperator<N> op(u, {.boundary = boundary});
        op.hop(plus, psi);
        op.hopAdjoint(minus, psi);
    }
    return {psi.vector(), gaussianSource(lattice, kind, group, 2), plus.vector(), minus.vector()};
}

/// (a + i b gamma_5) chi + (c + i d gamma_5) h.
HalfVector combined(const HopCoefficients& f, const HalfVector& chi, const HalfVector& h, FermionKind kind, int n)
{
    HalfVector sum(h.size());
    for (std::size_t k = 0; k < h.size(); ++k) {
        const double gamma5 = kind == FermionKind::Staggered ? 0 : (k / std::size_t(n)) % 4 < 2 ? 1 : -1;
        sum[k] = Complex(f.diagonal, f.diagonalTwist * gamma5) * chi[k] + Complex(f.hop, f.hopTwist * gamma5) * h[k];
    }
    return sum;
}

std::vector<HopCoefficients> coefficients(FermionKind kind)
{
    std::vector<HopCoefficients> all = {{}, {.diagonal = 0.4, .hop = -0.3}};
    if (kind == FermionKind::Wilson) {
        all.push_back({.diagonal = 0, .diagonalTwist = 0.7, .hop = -0.3});
        all.push_back({.diagonal = 0.4, .diagonalTwist = -0.7, .hop = 0.2, .hopTwist = 0.9});
    }
    return all;
}

class HostHopping : public testing::TestWithParam<Lattice> {};

template<class T, FermionKind kind>
void compareWithReference(const Hopping<T, kind>& op, const Expected& expected)
{
    const int components = fermionComponents(kind, op.group());
    const auto half = [&](const FermionVector& full, int parity) {
        return halfOf(op.layout()->lattice(), full, parity, components);
    };
    for (int parity = 0; parity < 2; ++parity) {
        Field<T> out = op.makeField(parity), chi = op.makeField(parity), psi = op.makeField(1 - parity);
        upload(psi, std::span<const Complex>(half(expected.psi, 1 - parity)));
        upload(chi, std::span<const Complex>(half(expected.chi, parity)));
        for (const Sign sign : {Sign::Plus, Sign::Minus}) {
            const HalfVector h = half(sign == Sign::Plus ? expected.hop : expected.hopAdjoint, parity);
            for (const HopCoefficients& factors : coefficients(kind)) {
                op.hop(out, psi, {parity, sign, factors}, chi);
                EXPECT_LT(deviation(downloaded(out),
                                    combined(factors, half(expected.chi, parity), h, kind, colours(op.group()))),
                          tolerance<T>)
                    << name(op.layout()->instructionSet()) << " parity " << parity << " sign " << int(sign);
            }
        }
    }
}

template<FermionKind kind, int N>
void compareWithReference(const reference::GaugeField<N>& u, const BoundaryPhases& boundary)
{
    const Expected expected = expectedHops<kind>(u, boundary);
    const LinkVector links = reference::linkVector(u);
    const Group group = N == 2 ? Group::SU2 : Group::SU3;
    for (const auto& layout : layouts(u.lattice())) {
        compareWithReference(Hopping<double, kind>(layout, group, links, boundary), expected);
        compareWithReference(Hopping<float, kind>(layout, group, links, boundary), expected);
    }
}

template<int N>
void compareAllWithReference(const Lattice& lattice)
{
    const auto u = reference::hotStart<N>(lattice, 11, Precision::Double);
    for (const BoundaryPhases& boundary :
         {BoundaryPhases{}, BoundaryPhases{{0.25, 0, -0.5, 1}, false}, BoundaryPhases{{0, 1, 0.3, 1}, true},
          BoundaryPhases{.isospin = 0.3}, BoundaryPhases{{0, 0, 0.3, 0.2}, true, -0.4}}) {
        compareWithReference<FermionKind::Wilson>(u, boundary);
        compareWithReference<FermionKind::Staggered>(u, boundary);
    }
}

TEST_P(HostHopping, AgreesWithTheReferenceInSU2) { compareAllWithReference<2>(GetParam()); }
TEST_P(HostHopping, AgreesWithTheReferenceInSU3) { compareAllWithReference<3>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, HostHopping,
                         testing::Values(Lattice({4, 6, 8, 10}), Lattice({2, 4, 6, 2}), Lattice({8, 8, 4, 8}),
                                         Lattice({2, 2, 2, 2})),
                         [](const auto& test) { return "On" + test.param.name(); });

template<class T, FermionKind k>
struct Case {
    using Number = T;
    static constexpr FermionKind kind = k;
};

template<class C>
class FusedHopping : public testing::Test {
protected:
    using T = typename C::Number;
    using Operator = Hopping<T, C::kind>;
    using F = Field<T>;

    static F random(const Operator& op, int parity, std::uint64_t seed)
    {
        F field = op.makeField(parity);
        upload(field, std::span<const Complex>(randomHalf(op.layout()->lattice(), C::kind, op.group(), parity, seed)));
        return field;
    }
    static void expectEqual(const F& a, F b, double limit)
    {
        axpy(-1.0, a, b);
        EXPECT_LT(std::sqrt(norm2(b) / norm2(a)), limit);
    }
    /// f(operator) for both groups, both numbers of lanes and every instruction set.
    template<class Function>
    void forAll(const Function& f) const
    {
        for (const Lattice& lattice : {Lattice({4, 8, 4, 8}), Lattice({4, 6, 2, 10})}) {
            const auto two = linkVector(reference::hotStart<2>(lattice, 3, Precision::Double));
            const auto three = linkVector(reference::hotStart<3>(lattice, 3, Precision::Double));
            for (const auto& layout : layouts(lattice)) {
                SCOPED_TRACE(lattice.name() + " " + name(layout->instructionSet()));
                f(Operator(layout, Group::SU2, two, {}));
                f(Operator(layout, Group::SU3, three, {}));
            }
        }
    }
    static constexpr double limit = tolerance<T>;
    const Hop hop_{.parity = 1, .sign = Sign::Minus, .factors = coefficients(C::kind).back()};
};
using Cases = testing::Types<Case<double, FermionKind::Wilson>, Case<float, FermionKind::Wilson>,
                             Case<double, FermionKind::Staggered>, Case<float, FermionKind::Staggered>>;
TYPED_TEST_SUITE(FusedHopping, Cases);

TYPED_TEST(FusedHopping, NormsAreThoseOfTheFields)
{
    this->forAll([this](const auto& op) {
        const auto psi = this->random(op, 0, 1), chi = this->random(op, 1, 2);
        auto plain = op.makeField(1), fused = op.makeField(1);

        op.hop(plain, psi, this->hop_);
        EXPECT_NEAR(op.hopNorm2(fused, psi, this->hop_) / norm2(plain), 1, 1e-13);
        EXPECT_EQ(downloaded(fused), downloaded(plain));
        const auto [out2, psi2] = op.hopNorms(fused, psi, this->hop_);
        EXPECT_NEAR(out2 / norm2(plain), 1, 1e-13);
        EXPECT_NEAR(psi2 / norm2(psi), 1, 1e-13);
        EXPECT_EQ(downloaded(fused), downloaded(plain));

        op.hop(plain, psi, this->hop_, chi);
        EXPECT_NEAR(op.hopNorm2(fused, psi, this->hop_, chi) / norm2(plain), 1, 1e-13);
        EXPECT_EQ(downloaded(fused), downloaded(plain));
    });
}

TYPED_TEST(FusedHopping, DescendsByTheSum)
{
    this->forAll([this](const auto& op) {
        const auto psi = this->random(op, 0, 1), chi = this->random(op, 1, 2), start = this->random(op, 1, 3);
        for (const bool diagonal : {false, true}) {
            auto sum = op.makeField(1), expected = start, fused = start;
            diagonal ? op.hop(sum, psi, this->hop_, chi) : op.hop(sum, psi, this->hop_);
            axpy(-0.6, sum, expected);

            const double norm = diagonal ? op.hopAndUpdateResidual(fused, 0.6, psi, this->hop_, chi)
                                         : op.hopAndUpdateResidual(fused, 0.6, psi, this->hop_);

            this->expectEqual(expected, fused, this->limit);
            EXPECT_NEAR(norm / norm2(fused), 1, 1e-13);
        }
    });
}

TYPED_TEST(FusedHopping, IsLinear)
{
    this->forAll([this](const auto& op) {
        auto psi = this->random(op, 0, 1);
        const auto other = this->random(op, 0, 2);
        auto a = op.makeField(1), b = op.makeField(1), sum = op.makeField(1);
        op.hop(a, psi, {.parity = 1});
        op.hop(b, other, {.parity = 1});
        const Complex factor(0.3, -1.2);

        axpy(factor, other, psi);
        op.hop(sum, psi, {.parity = 1});

        axpy(factor, b, a);
        this->expectEqual(a, sum, this->limit);
    });
}

TYPED_TEST(FusedHopping, AdjointMovesAcrossTheInnerProduct)
{
    this->forAll([this](const auto& op) {
        const auto psi = this->random(op, 0, 1), phi = this->random(op, 1, 2);
        auto hpsi = op.makeField(1), hphi = op.makeField(0);

        op.hop(hpsi, psi, {.parity = 1, .sign = Sign::Plus});
        op.hop(hphi, phi, {.parity = 0, .sign = Sign::Minus});

        EXPECT_LT(std::abs(dot(phi, hpsi) - dot(hphi, psi)), 10 * this->limit * norm2(psi));
    });
}

TEST(HostHoppingTerm, ReadsNoDiagonalFieldWhereItsFactorIsZero)
{
    const Lattice lattice({4, 4, 4, 4});
    const LinkVector links = linkVector(reference::GaugeField<3>(lattice));
    const StaggeredHopping<double> op(lattice, Group::SU3, links, {});
    auto out = op.makeField(0), chi = op.makeField(0);
    chi.data()[0] = std::nan("");

    op.hop(out, op.makeField(1), {.factors = {.diagonal = 0}}, chi);

    EXPECT_EQ(norm2(out), 0);
}

TEST(HostHoppingTerm, RefusesLinksOfAnotherLatticeOrGroup)
{
    const Lattice lattice({4, 4, 4, 4});
    const LinkVector links = linkVector(reference::GaugeField<2>(lattice));

    EXPECT_THROW(WilsonHopping<double>(lattice, Group::SU3, links, {}), InputError);
    EXPECT_THROW(StaggeredHopping<float>(Lattice({4, 4, 4, 8}), Group::SU2, links, {}), InputError);
}

/// A hopping term of random links, one of which may not be of the group, against the reference.
template<class T, FermionKind kind, int N>
void compareStoredLinks(const BoundaryPhases& boundary, double stretched, int numbers)
{
    const Lattice lattice({4, 6, 8, 10});
    auto u = reference::hotStart<N>(lattice, 5, Precision::Double);
    u(2, 77) = stretched * u(2, 77);
    const Hopping<T, kind> op(SharedLattice(lattice), N == 2 ? Group::SU2 : Group::SU3, reference::linkVector(u),
                              boundary);
    EXPECT_EQ(op.linkNumbers(), numbers);
    compareWithReference(op, expectedHops<kind, N>(u, boundary));
}

TEST(HostHoppingTerm, StoresNoLastRowOfMatricesOfTheGroup)
{
    compareStoredLinks<double, FermionKind::Wilson, 3>({}, 1, 12);
    compareStoredLinks<double, FermionKind::Staggered, 3>({.theta = {0, 1, 1, 1}}, 1, 12);
    compareStoredLinks<float, FermionKind::Staggered, 3>({.theta = {1, 0, 0, 0}}, 1, 12);
    compareStoredLinks<double, FermionKind::Wilson, 2>({}, 1, 4);
    compareStoredLinks<double, FermionKind::Staggered, 2>({}, 1, 4);
    compareStoredLinks<double, FermionKind::Wilson, 3>({.isospin = 0.3}, 1, 12);
}

TEST(HostHoppingTerm, StoresWholeLinksOfOtherPhasesAndMatrices)
{
    compareStoredLinks<double, FermionKind::Wilson, 3>({.theta = {0, 0, 0, 0.3}}, 1, 18);
    compareStoredLinks<double, FermionKind::Staggered, 2>({.theta = {0, 0.5, 0, 1}, .spread = true}, 1, 8);
    compareStoredLinks<double, FermionKind::Wilson, 3>({}, 1 + 1e-10, 18);
    compareStoredLinks<float, FermionKind::Wilson, 3>({}, 1 + 1e-10, 12); // equal to rounding
    compareStoredLinks<float, FermionKind::Staggered, 3>({}, 1.001, 18);
}

TEST(HostHoppingTerm, CountsTheFlopsOfTheConventions)
{
    EXPECT_EQ(hopFlops(FermionKind::Wilson, Group::SU3), 1320);
    EXPECT_EQ(hopFlops(FermionKind::Staggered, Group::SU3), 570);
    EXPECT_EQ(hopFlops(FermionKind::Wilson, Group::SU2), 624);
    EXPECT_EQ(hopFlops(FermionKind::Staggered, Group::SU2), 252);
}

} // namespace
} // namespace gaugegl::host::test
