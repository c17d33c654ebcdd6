#include "algebra/schur.h"

#include "algebra/normal.h"
#include "support/dense.h"
#include "support/test_hopping.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Hopping = TestHopping<DoubleField>;

static_assert(HoppingTerm<Hopping>);
static_assert(AdjointOperator<WilsonSchur<Hopping>>);
static_assert(AdjointOperator<StaggeredSchur<Hopping>>);

TestLattice wilsonLattice(int colours)
{
    return {Lattice({4, 2, 2, 6}), colours, FermionKind::Wilson, {{0, 0.25, 0, 1}}, 0.4};
}
TestLattice staggeredLattice(int colours)
{
    return {Lattice({4, 2, 2, 6}), colours, FermionKind::Staggered, {{0, 0.25, 0, 1}}, 0.4};
}

// M x on one parity, straight from the definition.
DoubleField wilsonRow(const Hopping& d, const WilsonParameters& p, int parity, const std::array<DoubleField, 2>& x)
{
    DoubleField out = d.makeField(parity);
    d.hop(out, x[std::size_t(1 - parity)], {parity, Sign::Plus, {1, p.twist(), -p.kappa, 0}}, x[std::size_t(parity)]);
    return out;
}
DoubleField staggeredRow(const Hopping& d, double mass, int parity, const std::array<DoubleField, 2>& x)
{
    DoubleField out = d.makeField(parity);
    d.hop(out, x[std::size_t(1 - parity)], {parity, Sign::Plus, {mass, 0, 0.5, 0}}, x[std::size_t(parity)]);
    return out;
}

template<class A>
Dense matrixOf(const A& a, std::size_t n)
{
    Dense m(n);
    for (std::size_t j = 0; j < n; ++j) {
        DoubleField unit(n), column(n);
        unit.v[j] = 1;
        a.apply(column, unit);
        for (std::size_t i = 0; i < n; ++i)
            m(i, j) = column.v[i];
    }
    return m;
}

struct WilsonCase {
    int colours;
    double mu;
    SchurOptions options;
};

class WilsonSchurTest : public testing::TestWithParam<WilsonCase> {
protected:
    WilsonParameters parameters() const { return {.kappa = 0.14, .mu = GetParam().mu}; }
    Hopping d{wilsonLattice(GetParam().colours)};
    WilsonSchur<Hopping> a{d, parameters(), GetParam().options};
    std::size_t n = d.size();
};

TEST_P(WilsonSchurTest, SolutionSolvesTheFullSystem)
{
    const auto same = std::size_t(GetParam().options.parity), other = 1 - same;
    const std::array<DoubleField, 2> b = {randomField(n, 1), randomField(n, 2)};
    std::array<DoubleField, 2> x = {DoubleField(n), DoubleField(n)};
    DoubleField bHat(n);

    a.prepareSource(bHat, b[same], b[other]);
    x[same] = directSolution(matrixOf(a, n), bHat);
    a.reconstruct(x[other], x[same], b[other]);

    for (int parity = 0; parity < 2; ++parity)
        EXPECT_LT(deviation(wilsonRow(d, parameters(), parity, x), b[std::size_t(parity)]), 1e-13);
}

TEST_P(WilsonSchurTest, ResidualIsThatOfTheFullSystem)
{
    const auto same = std::size_t(GetParam().options.parity), other = 1 - same;
    const std::array<DoubleField, 2> b = {randomField(n, 1), randomField(n, 2)};
    std::array<DoubleField, 2> x = {randomField(n, 3), randomField(n, 3)};
    DoubleField bHat(n), residual(n);

    a.prepareSource(bHat, b[same], b[other]);
    a.apply(residual, x[same]);
    xpay(bHat, -1.0, residual);
    a.reconstruct(x[other], x[same], b[other]);

    double full2 = 0;
    for (int parity = 0; parity < 2; ++parity) {
        DoubleField r = wilsonRow(d, parameters(), parity, x);
        xpay(b[std::size_t(parity)], -1.0, r);
        full2 += norm2(r);
    }
    EXPECT_NEAR(a.residualFactor() * std::sqrt(norm2(residual)), std::sqrt(full2), 1e-12 * std::sqrt(full2));
}

TEST_P(WilsonSchurTest, AdjointMovesAcrossTheInnerProduct)
{
    const DoubleField phi = randomField(n, 4), psi = randomField(n, 5);
    DoubleField aPsi(n), adjointPhi(n);

    a.apply(aPsi, psi);
    a.applyAdjoint(adjointPhi, phi);

    EXPECT_LT(std::abs(dot(phi, aPsi) - dot(adjointPhi, psi)), 1e-12 * norm2(psi));
}

TEST_P(WilsonSchurTest, FusedFormsAgreeWithTheirParts)
{
    const DoubleField psi = randomField(n, 5), r = randomField(n, 6);
    DoubleField image(n), again(n), adjoint(n), descended = r, expected = r;

    a.apply(image, psi);
    EXPECT_DOUBLE_EQ(a.applyNorm2(again, psi), norm2(image));
    a.applyAdjoint(adjoint, psi);
    EXPECT_DOUBLE_EQ(a.applyAdjointNorm2(again, psi), norm2(adjoint));
    axpy(-0.7, adjoint, expected);
    EXPECT_NEAR(a.descendAdjoint(descended, 0.7, psi), norm2(expected), 1e-12 * norm2(expected));
    EXPECT_LT(deviation(descended, expected), 1e-14);
}

TEST_P(WilsonSchurTest, FlippedIsTheOtherFlavour)
{
    WilsonParameters other = parameters();
    other.mu = -other.mu;
    const WilsonSchur<Hopping> expected(d, other, GetParam().options);
    const WilsonSchur<Hopping> flipped = a.flipped();
    const DoubleField psi = randomField(n, 5);
    DoubleField x(n), y(n);

    flipped.apply(x, psi);
    expected.apply(y, psi);

    EXPECT_EQ(x.v, y.v);
}

TEST_P(WilsonSchurTest, NormalOperatorIsFusedCorrectly)
{
    const Normal normal(a, 0.3);
    const DoubleField p = randomField(n, 5), r = randomField(n, 6);
    DoubleField image(n), descended = r, expected = r;

    normal.apply(image, p);
    EXPECT_NEAR(normal.curvature(p), dot(p, image).real(), 1e-12 * norm2(image));
    axpy(-0.7, image, expected);
    EXPECT_NEAR(normal.descend(descended, 0.7, p), norm2(expected), 1e-12 * norm2(expected));
    EXPECT_LT(deviation(descended, expected), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Forms, WilsonSchurTest,
                         testing::Values(WilsonCase{3, 0, {}}, WilsonCase{2, 0.8, {}},
                                         WilsonCase{2, 0.8, {SchurForm::Asymmetric, 1}},
                                         WilsonCase{2, 0.8, {SchurForm::Symmetric, 0}},
                                         WilsonCase{2, -0.8, {SchurForm::Symmetric, 1}},
                                         WilsonCase{2, 0, {SchurForm::Symmetric, 0}}));

class StaggeredSchurTest : public testing::TestWithParam<std::tuple<int, int>> {
protected:
    static constexpr double mass = 0.3;
    int parity = std::get<1>(GetParam());
    Hopping d{staggeredLattice(std::get<0>(GetParam()))};
    StaggeredSchur<Hopping> a{d, {.mass = mass}, parity};
    std::size_t n = d.size();
};

TEST_P(StaggeredSchurTest, SolutionSolvesTheFullSystem)
{
    const auto same = std::size_t(parity), other = 1 - same;
    const std::array<DoubleField, 2> b = {randomField(n, 1), randomField(n, 2)};
    std::array<DoubleField, 2> x = {DoubleField(n), DoubleField(n)};
    DoubleField bHat(n);

    a.prepareSource(bHat, b[same], b[other]);
    x[same] = directSolution(matrixOf(a, n), bHat);
    a.reconstruct(x[other], x[same], b[other]);

    for (int row = 0; row < 2; ++row)
        EXPECT_LT(deviation(staggeredRow(d, mass, row, x), b[std::size_t(row)]), 1e-13);
}

TEST_P(StaggeredSchurTest, ResidualIsThatOfTheFullSystem)
{
    const auto same = std::size_t(parity), other = 1 - same;
    const std::array<DoubleField, 2> b = {randomField(n, 1), randomField(n, 2)};
    std::array<DoubleField, 2> x = {randomField(n, 3), randomField(n, 3)};
    DoubleField bHat(n), residual(n);

    a.prepareSource(bHat, b[same], b[other]);
    a.apply(residual, x[same]);
    xpay(bHat, -1.0, residual);
    a.reconstruct(x[other], x[same], b[other]);

    double full2 = 0;
    for (int row = 0; row < 2; ++row) {
        DoubleField r = staggeredRow(d, mass, row, x);
        xpay(b[std::size_t(row)], -1.0, r);
        full2 += norm2(r);
    }
    EXPECT_NEAR(a.residualFactor() * std::sqrt(norm2(residual)), std::sqrt(full2), 1e-12 * std::sqrt(full2));
}

TEST_P(StaggeredSchurTest, IsHermitianAndPositive)
{
    const DoubleField phi = randomField(n, 4), psi = randomField(n, 5);
    DoubleField aPhi(n), aPsi(n);

    a.apply(aPhi, phi);
    a.apply(aPsi, psi);

    EXPECT_LT(std::abs(dot(phi, aPsi) - dot(aPhi, psi)), 1e-12 * norm2(psi));
    EXPECT_GE(dot(psi, aPsi).real(), mass * mass * norm2(psi));
}

TEST_P(StaggeredSchurTest, FusedFormsAgreeWithTheirParts)
{
    const DoubleField p = randomField(n, 5), r = randomField(n, 6);
    DoubleField image(n), again(n), descended = r, expected = r;

    a.apply(image, p);
    EXPECT_DOUBLE_EQ(a.applyNorm2(again, p), norm2(image));
    EXPECT_NEAR(a.curvature(p), dot(p, image).real(), 1e-12 * norm2(image));
    axpy(-0.7, image, expected);
    EXPECT_NEAR(a.descend(descended, 0.7, p), norm2(expected), 1e-12 * norm2(expected));
    EXPECT_LT(deviation(descended, expected), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Groups, StaggeredSchurTest, testing::Combine(testing::Values(2, 3), testing::Values(0, 1)));

TEST(StaggeredSchurMassless, RefusesToReconstruct)
{
    const Hopping d(staggeredLattice(3));
    const StaggeredSchur<Hopping> a(d, {.mass = 0});
    DoubleField x = d.makeField(1);

    EXPECT_THROW(a.reconstruct(x, randomField(d.size(), 1), randomField(d.size(), 2)), InputError);
    EXPECT_THROW(a.residualFactor(), InputError);
}

} // namespace
} // namespace gaugegl::testing_support
