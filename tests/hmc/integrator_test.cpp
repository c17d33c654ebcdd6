// Integrators on a system that is known exactly: H = p^2/2 + a x^2/2 + b x^4/4, the terms on time scales of their own.
#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"
#include "hmc/integrator.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

/// A time scale and the numbers of its terms, 0 a x^2/2 and 1 b x^4/4.
struct Scale {
    ScaleParameters steps;
    std::vector<int> terms;
};

struct Oscillator {
    double x = 0.7, p = 0.4;
    double a = 1.3, b = 0.8;

    double energy() const { return p * p / 2 + a * x * x / 2 + b * x * x * x * x / 4; }
    void move(const std::vector<Scale>& scales, double length)
    {
        std::vector<ScaleParameters> steps;
        steps.reserve(scales.size());
        for (const Scale& scale : scales)
            steps.push_back(scale.steps);
        for (const MotionUpdate& update : trajectory(steps, length)) {
            if (update.scale == MotionUpdate::links) {
                x += update.time * p;
                continue;
            }
            for (const int term : scales[std::size_t(update.scale)].terms)
                p -= update.time * (term == 0 ? a * x : b * x * x * x);
        }
    }
};

double energyError(const std::vector<Scale>& scales)
{
    Oscillator system;
    const double before = system.energy();
    system.move(scales, 1);
    return system.energy() - before;
}

class IntegratorTest : public testing::TestWithParam<Integrator> {
protected:
    static int order() { return GetParam() == Integrator::FourthOrder ? 4 : 2; }
};

TEST_P(IntegratorTest, EnergyErrorFallsWithTheOrderOfTheStep)
{
    const auto error = [](int steps) { return energyError({{{GetParam(), steps}, {0, 1}}}); };
    EXPECT_NEAR(error(20) / error(40), std::pow(2, order()), 0.05 * std::pow(2, order()));
}

TEST_P(IntegratorTest, NestedTimeScalesHaveItToo)
{
    const auto error = [](int steps) {
        return energyError({{{GetParam(), steps}, {1}}, {{Integrator::SecondOrder, 2}, {0}}});
    };
    // The inner scale is of second order in any case.
    const double order = 2;
    EXPECT_NEAR(std::log2(std::abs(error(40) / error(80))), order, 0.3);
}

TEST_P(IntegratorTest, IsReversible)
{
    Oscillator system;
    const Oscillator start = system;
    const std::vector<Scale> scales = {{{GetParam(), 5}, {1}}, {{Integrator::Leapfrog, 3}, {0}}};
    system.move(scales, 0.9);
    ASSERT_GT(std::abs(system.x - start.x), 0.1);
    system.p = -system.p;
    system.move(scales, 0.9);
    EXPECT_NEAR(system.x, start.x, 1e-13);
    EXPECT_NEAR(-system.p, start.p, 1e-13);
}

TEST_P(IntegratorTest, PreservesTheAreaOfPhaseSpace)
{
    const auto moved = [](double dx, double dp) {
        Oscillator system;
        system.x += dx;
        system.p += dp;
        system.move({{{GetParam(), 3}, {0, 1}}}, 1.1);
        return std::pair(system.x, system.p);
    };
    constexpr double h = 1e-5;
    const auto [x1, p1] = moved(h, 0);
    const auto [x2, p2] = moved(-h, 0);
    const auto [x3, p3] = moved(0, h);
    const auto [x4, p4] = moved(0, -h);
    const double jacobian = ((x1 - x2) * (p3 - p4) - (x3 - x4) * (p1 - p2)) / (4 * h * h);
    EXPECT_NEAR(jacobian, 1, 1e-8);
}

TEST_P(IntegratorTest, PartsOfAStepAddUpAndAreSymmetric)
{
    const std::vector<MotionUpdate> updates = trajectory({{GetParam(), 2}}, 3);
    double links = 0, momenta = 0;
    for (const MotionUpdate& update : updates)
        (update.scale == MotionUpdate::links ? links : momenta) += update.time;
    EXPECT_NEAR(links, 3, 1e-14);
    EXPECT_NEAR(momenta, 3, 1e-14);
    EXPECT_EQ(updates.size(), std::size_t(4 * forcesPerStep(GetParam()) + 1)) << "the last and first kick are one";
    for (std::size_t k = 0; k < updates.size(); ++k)
        EXPECT_NEAR(updates[k].time, updates[updates.size() - 1 - k].time, 1e-15) << k;
}

TEST_P(IntegratorTest, IsFoundByItsName) { EXPECT_EQ(parseChoice<Integrator>(choiceName(GetParam())), GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, IntegratorTest,
                         testing::Values(Integrator::Leapfrog, Integrator::SecondOrder, Integrator::FourthOrder));

TEST(Integrator, OfSecondOrderHasASmallerErrorThanLeapfrogForTheSameForces)
{
    EXPECT_LT(std::abs(energyError({{{Integrator::SecondOrder, 10}, {0, 1}}})),
              0.2 * std::abs(energyError({{{Integrator::Leapfrog, 20}, {0, 1}}})));
}

TEST(Integrator, RefusesWhatIsNoTrajectory)
{
    EXPECT_THROW(trajectory({}, 1), InputError);
    EXPECT_THROW(trajectory({{Integrator::Leapfrog, 0}}, 1), InputError);
    EXPECT_THROW(trajectory({{Integrator::Leapfrog, 3}}, 0), InputError);
    EXPECT_THROW(parseChoice<Integrator>("euler"), InputError);
}

} // namespace
} // namespace gaugegl
