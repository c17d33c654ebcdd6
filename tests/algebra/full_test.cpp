#include "algebra/full.h"

#include "algebra/schur.h"
#include "solvers/bicgstab.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "support/test_hopping.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Hopping = TestHopping<DoubleField>;
using Full = FullField<DoubleField>;

static_assert(VectorField<Full>);
static_assert(AdjointOperator<FullOperator<Hopping>>);

const Lattice lattice({4, 2, 2, 6});
constexpr WilsonParameters wilson{.kappa = 0.14, .mu = 0.7};

Full randomFull(const Hopping& d, unsigned seed)
{
    return {randomField(d.size(), seed), randomField(d.size(), seed + 1)};
}

double deviation(const Full& x, const Full& y)
{
    Full difference = x;
    axpy(-1.0, y, difference);
    return std::sqrt(norm2(difference) / norm2(y));
}

template<class M>
void expectAdjoint(const M& m, const Full& phi, const Full& psi)
{
    Full image = zeroLike(psi), adjoint = zeroLike(psi);
    m.apply(image, psi);
    m.applyAdjoint(adjoint, phi);
    EXPECT_LT(std::abs(dot(phi, image) - dot(adjoint, psi)), 1e-12 * norm2(psi));
}

TEST(FullOperatorTest, AdjointMovesAcrossTheInnerProduct)
{
    const Hopping w({lattice, 2, FermionKind::Wilson}), s({lattice, 3, FermionKind::Staggered});

    expectAdjoint(FullOperator(w, wilson), randomFull(w, 1), randomFull(w, 5));
    expectAdjoint(FullOperator(s, StaggeredParameters{.mass = 0.2}), randomFull(s, 1), randomFull(s, 5));
}

TEST(FullOperatorTest, Gamma5TimesTheUntwistedOperatorIsHermitian)
{
    const Hopping d({lattice, 2, FermionKind::Wilson});
    const FullOperator<Hopping> m(d, WilsonParameters{.kappa = 0.14});
    const Full phi = randomFull(d, 1), psi = randomFull(d, 5);
    Full left = zeroLike(psi), right = zeroLike(psi), image = zeroLike(psi);

    m.applyGamma5(left, phi);
    m.applyGamma5(right, psi);
    m.apply(image, psi);

    EXPECT_LT(std::abs(dot(phi, right) - dot(left, psi)), 1e-12 * norm2(psi));
    EXPECT_NEAR(norm2(right), norm2(image), 1e-12 * norm2(image));
}

TEST(FullOperatorTest, Gamma5TimesTheOperatorTwiceIsItsNormalOperatorOfTheOtherFlavour)
{
    // (gamma_5 M(mu)) (gamma_5 M(-mu)) = M(-mu)^dagger M(-mu), because gamma_5 M(mu) gamma_5 = M(-mu)^dagger.
    WilsonParameters other = wilson;
    other.mu = -other.mu;
    const Hopping d({lattice, 2, FermionKind::Wilson});
    const FullOperator<Hopping> up(d, wilson), down(d, other);
    const Full psi = randomFull(d, 5);
    Full once = zeroLike(psi), twice = zeroLike(psi), image = zeroLike(psi), normal = zeroLike(psi);

    down.applyGamma5(once, psi);
    up.applyGamma5(twice, once);
    down.apply(image, psi);
    down.applyAdjoint(normal, image);

    EXPECT_LT(deviation(twice, normal), 1e-14);
}

TEST(FullOperatorTest, FusedNormsAreNorms)
{
    const Hopping d({lattice, 2, FermionKind::Wilson});
    const FullOperator<Hopping> m(d, wilson);
    const Full psi = randomFull(d, 5);
    Full image = zeroLike(psi), again = zeroLike(psi);

    m.apply(image, psi);
    EXPECT_DOUBLE_EQ(m.applyNorm2(again, psi), norm2(image));
    m.applyAdjoint(image, psi);
    EXPECT_DOUBLE_EQ(m.applyAdjointNorm2(again, psi), norm2(image));
}

TEST(FullOperatorTest, WilsonSolutionIsThatOfTheEvenOddSystem)
{
    const Hopping d({lattice, 2, FermionKind::Wilson});
    const FullOperator<Hopping> m(d, wilson);
    const Full b = randomFull(d, 1);
    Full x = zeroLike(b), y = zeroLike(b);

    const SolverResult full = normalConjugateGradient(m, x, b, {.tolerance = 1e-12});
    const WilsonSchur<Hopping> a(d, wilson, {SchurForm::Symmetric, 0});
    DoubleField bHat = a.makeField();
    a.prepareSource(bHat, b.even, b.odd);
    const SolverResult evenOdd = bicgstab(a, y.even, bHat, {.tolerance = 1e-12});
    a.reconstruct(y.odd, y.even, b.odd);

    EXPECT_TRUE(full.converged());
    EXPECT_TRUE(evenOdd.converged());
    EXPECT_LT(deviation(y, x), 1e-10);
}

TEST(FullOperatorTest, StaggeredSolutionIsThatOfTheEvenOddSystem)
{
    const Hopping d({lattice, 3, FermionKind::Staggered});
    const FullOperator<Hopping> m(d, StaggeredParameters{.mass = 0.2});
    const Full b = randomFull(d, 1);
    Full x = zeroLike(b), y = zeroLike(b);

    const SolverResult full = normalConjugateGradient(m, x, b, {.tolerance = 1e-12});
    const StaggeredSchur<Hopping> a(d, {.mass = 0.2}, 1);
    DoubleField bHat = a.makeField();
    a.prepareSource(bHat, b.odd, b.even);
    const SolverResult evenOdd = conjugateGradient(a, y.odd, bHat, {.tolerance = 1e-12});
    a.reconstruct(y.even, y.odd, b.even);

    EXPECT_TRUE(full.converged());
    EXPECT_TRUE(evenOdd.converged());
    EXPECT_LT(deviation(y, x), 1e-10);
}

} // namespace
} // namespace gaugegl::testing_support
