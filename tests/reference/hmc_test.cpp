// The reference of hybrid Monte Carlo: forces are gradients, momenta have their distribution, and trajectories conserve
// the energy and run backwards.
#include "hmc/integrator.h"
#include "reference/hmc.h"
#include "reference/smearing.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

const Lattice hmcLattice({4, 2, 4, 2});
const BoundaryPhases boundary{{0.1, 0, 0.3, 1}, false};

template<typename Colours>
class ReferenceHmc : public testing::Test {
public:
    static constexpr int n = Colours::value;
    using Field = GaugeField<n>;

    static Field roughField() { return hotStart<n>(hmcLattice, 4, Precision::Double); }
    static Momenta<n> momenta(std::uint32_t trajectory = 0)
    {
        return gaussianMomenta<n>(hmcLattice, 5, trajectory, Precision::Double);
    }
    static double product(const Momenta<n>& p, const Momenta<n>& f)
    {
        double sum = 0;
        for (std::size_t site = 0; site < p.size(); ++site)
            for (std::size_t mu = 0; mu < 4; ++mu)
                sum += trace(p[site][mu] * f[site][mu]).real();
        return sum;
    }
    template<int S>
    static FermionField<n, S> source(std::uint64_t seed)
    {
        FermionField<n, S> x(hmcLattice);
        for (std::int64_t site = 0; site < hmcLattice.volume(); ++site) {
            const RandomSite at{seed, Purpose::Test, 0, 0, std::uint32_t(site)};
            for (int k = 0; k < S * n; ++k) {
                const auto g = gaussians(at, std::uint32_t(k), Precision::Double);
                x(site, k / n, k % n) = {g[0], g[1]};
            }
        }
        return x;
    }

    /// dS/dt along random momenta, by four points, is -2 sum tr(P F).
    template<class Action>
    static void expectGradient(const Action& action, const Momenta<n>& force, const Field& u)
    {
        const Momenta<n> p = momenta();
        const auto at = [&](double time) {
            Field moved = u;
            moveLinks(moved, p, time);
            return action(moved);
        };
        constexpr double h = 2e-3;
        const double numeric = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        const double exact = -2 * product(p, force);
        ASSERT_GT(std::abs(exact), 0.1);
        EXPECT_NEAR(numeric / exact, 1, 1e-7);
        for (const auto& site : force)
            for (const Matrix<n>& f : site) {
                EXPECT_LT(std::abs(trace(f)), 1e-12);
                EXPECT_LT(largestDifference(adj(f), -1.0 * f), 1e-12);
            }
    }
};

using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceHmc, Groups);

TYPED_TEST(ReferenceHmc, GaugeForceIsTheGradientOfTheAction)
{
    const auto u = TestFixture::roughField();
    for (const GaugeAction& action : {actions::wilson, actions::symanzik, actions::iwasaki})
        TestFixture::expectGradient([&](const auto& v) { return gaugeAction(v, 5.5, action); },
                                    gaugeForce(u, 5.5, action), u);
}

TYPED_TEST(ReferenceHmc, HoppingForceOfWilsonQuarksIsTheGradient)
{
    constexpr int N = TestFixture::n;
    const auto u = TestFixture::roughField();
    const auto x = TestFixture::template source<4>(1), y = TestFixture::template source<4>(2);
    const auto action = [&](const GaugeField<N>& v) {
        SpinorField<N> h(hmcLattice);
        WilsonOperator<N>(v, {.kappa = 0.1, .boundary = boundary}).hop(h, x);
        return dot(y, h).real();
    };
    TestFixture::expectGradient(action, hoppingForce(u, boundary, y, x), u);
}

TYPED_TEST(ReferenceHmc, HoppingForceOfStaggeredQuarksIsTheGradient)
{
    constexpr int N = TestFixture::n;
    const auto u = TestFixture::roughField();
    const auto x = TestFixture::template source<1>(1), y = TestFixture::template source<1>(2);
    const auto action = [&](const GaugeField<N>& v) {
        StaggeredField<N> h(hmcLattice);
        StaggeredOperator<N>(v, {.mass = 0.1, .boundary = boundary}).hop(h, x);
        return dot(y, h).real();
    };
    TestFixture::expectGradient(action, hoppingForce(u, boundary, y, x), u);
}

// N^2 - 1 normal components for each link, sum tr h^2 = half the sum of their squares.
TYPED_TEST(ReferenceHmc, MomentaHaveTheKineticEnergyOfTheirComponents)
{
    constexpr int N = TestFixture::n, trajectories = 40;
    const double links = 4.0 * double(hmcLattice.volume()), components = N * N - 1;
    double sum = 0, squares = 0;
    for (std::uint32_t k = 0; k < trajectories; ++k) {
        const double energy = kineticEnergy(TestFixture::momenta(k)) / links;
        sum += energy / trajectories;
        squares += energy * energy / trajectories;
    }
    EXPECT_NEAR(sum, components / 2, 4 * std::sqrt(components / 2 / links / trajectories));
    EXPECT_NEAR((squares - sum * sum) * links, components / 2, components / 2 * 4 * std::sqrt(2.0 / trajectories));
}

TYPED_TEST(ReferenceHmc, TrajectoriesConserveTheEnergyToTheOrderOfTheStepAndRunBackwards)
{
    constexpr int N = TestFixture::n;
    constexpr double beta = 2;
    const GaugeField<N> start = TestFixture::roughField();
    const auto move = [&](GaugeField<N>& u, Momenta<N>& p, int steps) {
        for (const MotionUpdate& update : trajectory({{Integrator::SecondOrder, steps}}, 0.5)) {
            if (update.scale == MotionUpdate::links)
                moveLinks(u, p, update.time);
            else
                add(p, -update.time, gaugeForce(u, beta, actions::symanzik));
        }
    };
    const auto violation = [&](int steps) {
        GaugeField<N> u = start;
        Momenta<N> p = TestFixture::momenta();
        const double before = kineticEnergy(p) + gaugeAction(u, beta, actions::symanzik);
        move(u, p, steps);
        return kineticEnergy(p) + gaugeAction(u, beta, actions::symanzik) - before;
    };
    EXPECT_NEAR(violation(6) / violation(12), 4, 0.4);

    GaugeField<N> u = start;
    Momenta<N> p = TestFixture::momenta(), opposite;
    move(u, p, 6);
    opposite = p;
    add(opposite, -2, p);
    move(u, opposite, 6);
    for (std::int64_t site = 0; site < hmcLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            EXPECT_LT(largestDifference(u(mu, site), start(mu, site)), 1e-13);
}

/// The logarithm of |det m|, by elimination with pivots.
double logDeterminant(std::vector<std::vector<double>> m)
{
    double sum = 0;
    for (std::size_t k = 0; k < m.size(); ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < m.size(); ++i)
            if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
        std::swap(m[k], m[pivot]);
        sum += std::log(std::abs(m[k][k]));
        for (std::size_t i = k + 1; i < m.size(); ++i) {
            const double factor = m[i][k] / m[k][k];
            for (std::size_t j = k; j < m.size(); ++j)
                m[i][j] -= factor * m[k][j];
        }
    }
    return sum;
}

/// Links and momenta of SU(2) on 2x2x2x2: 384 dimensions.
struct PhasePoint {
    GaugeField<2> u;
    Momenta<2> p;

    static constexpr std::size_t links = 64, dimensions = 6 * links;
    static Lattice lattice() { return Lattice({2, 2, 2, 2}); }

    PhasePoint()
        : u(hotStart<2>(lattice(), 4, Precision::Double)), p(gaussianMomenta<2>(lattice(), 5, 1, Precision::Double))
    {}

    /// i sigma_a.
    static Matrix<2> generator(std::size_t a)
    {
        const std::complex<double> i(0, 1);
        Matrix<2> m;
        if (a == 0) m(0, 1) = m(1, 0) = i;
        if (a == 1) {
            m(0, 1) = 1;
            m(1, 0) = -1;
        }
        if (a == 2) {
            m(0, 0) = i;
            m(1, 1) = -i;
        }
        return m;
    }
    /// Component a of an element of the algebra.
    static double component(const Matrix<2>& m, std::size_t a) { return -0.5 * trace(generator(a) * m).real(); }
    /// In direction k: the first half are exp(h i sigma_a) U, the others P + h i sigma_a.
    void shift(std::size_t k, double h)
    {
        const std::size_t link = k / 3 % links, site = link / 4, mu = link % 4;
        const Matrix<2> step = h * generator(k % 3);
        if (k < dimensions / 2)
            u(int(mu), std::int64_t(site)) = exponential(step) * u(int(mu), std::int64_t(site));
        else
            p[site][mu] += step;
    }
    void move(const std::vector<MotionUpdate>& updates)
    {
        for (const MotionUpdate& update : updates) {
            if (update.scale == MotionUpdate::links)
                moveLinks(u, p, update.time);
            else
                add(p, -update.time, gaugeForce(u, 2.0, {}));
        }
    }
    /// (this - other) / h in the coordinates of shift(), from the one between them.
    std::vector<double> differenceTo(const PhasePoint& other, const PhasePoint& middle, double h) const
    {
        std::vector<double> d(dimensions);
        for (std::size_t k = 0; k < dimensions; ++k) {
            const std::size_t link = k / 3 % links, site = link / 4, mu = link % 4;
            const auto s = std::int64_t(site);
            d[k] = k < dimensions / 2
                       ? component((u(int(mu), s) - other.u(int(mu), s)) * adj(middle.u(int(mu), s)), k % 3) / h
                       : component(p[site][mu] - other.p[site][mu], k % 3) / h;
        }
        return d;
    }
};

TEST(ReferenceTrajectory, PreservesTheVolumeOfPhaseSpace)
{
    constexpr double h = 1e-4;
    const std::vector<MotionUpdate> updates = trajectory({{Integrator::SecondOrder, 2}}, 0.8);
    PhasePoint middle;
    middle.move(updates);
    std::vector<std::vector<double>> jacobian;
    double largest = 0;
    for (std::size_t k = 0; k < PhasePoint::dimensions; ++k) {
        PhasePoint plus, minus;
        plus.shift(k, h);
        minus.shift(k, -h);
        plus.move(updates);
        minus.move(updates);
        jacobian.push_back(plus.differenceTo(minus, middle, 2 * h));
        for (std::size_t j = 0; j < jacobian.back().size(); ++j)
            if (j != k) largest = std::max(largest, std::abs(jacobian.back()[j]));
    }
    EXPECT_GT(largest, 0.1) << "the map is not trivial";
    EXPECT_NEAR(logDeterminant(std::move(jacobian)), 0, 1e-5);
}

} // namespace
} // namespace gaugegl::reference
