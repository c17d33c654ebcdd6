// Wuppertal smearing of the host: the formula of the reference, and what must hold in any links.
#include "host/wuppertal.h"

#include "core/fermion_source.h"
#include "gaugegl/core/source.h"
#include "host/stout_links.h"
#include "reference/dirac.h"
#include "reference/quark_smearing.h"
#include "reference/smearing.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

const Lattice uneven({4, 6, 8, 10});
constexpr WuppertalSteps steps{.alpha = 0.6, .steps = 3};

double norm2(const FermionVector& psi)
{
    double sum = 0;
    for (const auto& number : psi)
        sum += std::norm(number);
    return sum;
}

double distance(const FermionVector& a, const FermionVector& b)
{
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        sum += std::norm(a[k] - b[k]);
    return std::sqrt(sum / norm2(b));
}

template<class T>
class HostWuppertal : public testing::Test {
protected:
    static constexpr int n = T::value;
    static constexpr Group group = n == 2 ? Group::SU2 : Group::SU3;

    FermionVector smeared(const reference::GaugeField<n>& u, FermionVector psi,
                          const BoundaryPhases& boundary = {}) const
    {
        Wuppertal(uneven, group, reference::linkVector(u), boundary).smear(psi, steps);
        return psi;
    }
    FermionVector random() const { return gaussianSource(uneven, FermionKind::Wilson, group, 4); }
    const reference::GaugeField<n> u_ = reference::hotStart<n>(uneven, 11, Precision::Double);
};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(HostWuppertal, BothGroups);

TYPED_TEST(HostWuppertal, IsThatOfTheReferenceWithAnyPhases)
{
    constexpr int N = TypeParam::value;
    for (const BoundaryPhases& boundary :
         {BoundaryPhases(), BoundaryPhases{{0.25, 0, -0.5, 1}, false}, BoundaryPhases{{0.5, 1, 0.3, 1}, true}}) {
        reference::SpinorField<N> expected(uneven, this->random());
        for (int step = 0; step < steps.steps; ++step)
            expected = reference::wuppertalSmeared(this->u_, expected, steps.alpha, boundary);
        EXPECT_LT(distance(this->smeared(this->u_, this->random(), boundary), expected.vector()), 1e-15);
    }
}

TYPED_TEST(HostWuppertal, KnowsNoPhaseOfTime)
{
    const BoundaryPhases periodic = BoundaryPhases::parse("periodic"), open{{0, 0, 0, 0.3}, false};
    EXPECT_EQ(this->smeared(this->u_, this->random(), periodic), this->smeared(this->u_, this->random(), open));
}

TYPED_TEST(HostWuppertal, StaysInTheTimeSliceAndSpinAndReachesAsFarAsItsSteps)
{
    constexpr int N = TypeParam::value;
    const Source source = Source::parse("point:1,2,3,4:2:1");
    const FermionVector psi = this->smeared(this->u_, sourceVector(source, uneven, FermionKind::Wilson, this->group));
    double far = 0, outside = 0;
    for (std::size_t k = 0; k < psi.size(); ++k) {
        const Coordinates x = uneven.coordinates(std::int64_t(k) / (4 * N));
        int away = 0;
        for (int mu = 0; mu < 3; ++mu) {
            const int d = std::abs(x[std::size_t(mu)] - source.at[std::size_t(mu)]);
            away += std::min(d, uneven.extent(mu) - d);
        }
        const bool reached = x[3] == 4 && away <= 3 && k / N % 4 == 2;
        outside += reached ? 0 : std::norm(psi[k]);
        far += reached && away == 3 ? std::norm(psi[k]) : 0;
    }
    EXPECT_EQ(outside, 0);
    EXPECT_GT(far, 0);
}

/// 1 + alpha H of norm at most 1 + 6 alpha; in links of 1 a constant field is the one that is kept.
TYPED_TEST(HostWuppertal, ShrinksFieldsButNotConstantOnesInLinksOfOne)
{
    constexpr int N = TypeParam::value;
    EXPECT_LT(norm2(this->smeared(this->u_, this->random())), 0.9 * norm2(this->random()));
    const FermionVector ones(std::size_t(uneven.volume()) * 4 * N, 1.0);
    EXPECT_LT(distance(this->smeared(reference::GaugeField<N>(uneven), ones), ones), 1e-15);
}

TYPED_TEST(HostWuppertal, CommutesWithGaugeTransformations)
{
    constexpr int N = TypeParam::value;
    const auto g = reference::randomGaugeTransformation<N>(uneven, 5, Precision::Double);
    const auto turned = [&](const FermionVector& psi) {
        FermionVector result(psi.size());
        for (std::size_t k = 0; k < psi.size(); ++k)
            for (int b = 0; b < N; ++b)
                result[k] += g[k / (4 * N)](int(k % N), b) * psi[k - k % N + std::size_t(b)];
        return result;
    };
    const BoundaryPhases boundary{{0.25, 0, -0.5, 1}, false};
    EXPECT_LT(distance(this->smeared(reference::transformed(this->u_, g), turned(this->random()), boundary),
                       turned(this->smeared(this->u_, this->random(), boundary))),
              1e-14);
}

TYPED_TEST(HostWuppertal, TakesLinksThatAreSmearedInSpaceAsTheReferenceDoes)
{
    constexpr int N = TypeParam::value;
    const HostGaugeField links{uneven, this->group, reference::linkVector(this->u_)};
    auto expected = this->u_;
    for (int step = 0; step < 2; ++step)
        expected = reference::stoutSmeared(expected, 0.1, /*spatial=*/true);
    const LinkVector smeared = stoutSmeared(links, {0.1, 2}, uneven, 3).links;
    EXPECT_LT(distance(smeared, reference::linkVector(expected)), 1e-13);
    for (std::size_t k = 3 * N * N; k < smeared.size(); k += 4 * N * N)
        EXPECT_EQ(smeared[k], links.links[k]) << "links of time are as they were";
}

} // namespace
} // namespace gaugegl::host::test
