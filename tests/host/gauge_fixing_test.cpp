// Landau and Coulomb gauge on the CPU: agreement with the reference link by link, and what fixing must and must not
// change.
#include "host/gauge_fixing.h"

#include "gaugegl/base/error.h"
#include "reference/dirac.h"
#include "reference/gauge_fixing.h"
#include "reference/observables.h"

#include "support/real_file.h"

#include <gtest/gtest.h>

namespace gaugegl::host {
namespace {

using reference::linkVector;
using Kind = FixingStep::Kind;

double largestDifference(const LinkVector& a, const LinkVector& b)
{
    double worst = 0;
    for (std::size_t k = 0; k < b.size(); ++k)
        worst = reference::larger(worst, std::abs(a.at(k) - b[k]));
    return worst;
}

template<class T>
constexpr Precision precisionOf = sizeof(T) == sizeof(float) ? Precision::Single : Precision::Double;
/// Of links after one iteration.
template<class T>
constexpr double tolerance = sizeof(T) == sizeof(float) ? 2e-5 : 2e-13;

/// Extents whose blocks have 8 and 16 lanes.
const std::array<Lattice, 2> fixingLattices = {Lattice({4, 6, 2, 6}), Lattice({4, 8, 4, 4})};

template<class T, int N>
void expectIterationsOfTheReference(Gauge gauge, const FixingStep& step)
{
    for (const Lattice& lattice : fixingLattices) {
        const auto hot = reference::hotStart<N>(lattice, 5, precisionOf<T>);
        auto expected = hot;
        reference::fixingSweep(expected, {.gauge = gauge, .step = step, .seed = 9, .randomPrecision = precisionOf<T>});
        for (const InstructionSet set : availableInstructionSets()) {
            GaugeFixer<T> fixer(lattice, N == 2 ? Group::SU2 : Group::SU3, set);
            fixer.upload(linkVector(hot));
            fixer.iterate(gauge, step, 9);

            EXPECT_LT(largestDifference(fixer.download(), linkVector(expected)), tolerance<T>)
                << "SU(" << N << ") " << lattice.name() << " " << name(set) << " omega " << step.omega << " kind "
                << int(step.kind) << " order " << int(step.power);
        }
    }
}

TEST(HostGaugeFixing, IteratesAsTheReference)
{
    const std::vector<FixingStep> steps = {{},
                                           {.omega = 2},
                                           {.omega = 1.7},
                                           {.omega = 1.3, .power = PowerOrder::First},
                                           {.omega = 1.3, .power = PowerOrder::Second},
                                           {.kind = Kind::Stochastic, .probability = 0.6, .sweep = 3},
                                           {.kind = Kind::HeatBath, .temperature = 0.3, .sweep = 4}};
    for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb})
        for (const FixingStep& step : steps) {
            expectIterationsOfTheReference<double, 2>(gauge, step);
            expectIterationsOfTheReference<double, 3>(gauge, step);
        }
    expectIterationsOfTheReference<float, 2>(Gauge::Landau, steps[2]);
    expectIterationsOfTheReference<float, 3>(Gauge::Coulomb, steps[2]);
    expectIterationsOfTheReference<float, 3>(Gauge::Landau, steps[5]);
}

template<int N>
class FixedField {
public:
    static constexpr Group group = N == 2 ? Group::SU2 : Group::SU3;

    FixedField(const GaugeFixing& fixing, FixingPrecision precision)
        : before(reference::hotStart<N>(lattice, 3, Precision::Double)), after(before)
    {
        HostGaugeField u{lattice, group, linkVector(before)};
        result = fix(u, fixing, precision);
        after = reference::gaugeField<N>(lattice, u.links);
    }

    Lattice lattice = Lattice({4, 4, 2, 6});
    reference::GaugeField<N> before, after;
    FixingResult result;
};

template<int N>
void expectFixed(GaugeFixing fixing, FixingPrecision precision)
{
    const double rounding = precision == FixingPrecision::Single ? 1e-6 : 1e-12;

    const FixedField<N> f(fixing, precision);
    const FixingState state = reference::gaugeState(f.after, fixing.gauge);

    EXPECT_TRUE(f.result.converged);
    EXPECT_LE(f.result.theta, f.result.thetaJudged);
    EXPECT_LT(f.result.thetaJudged, fixing.tolerance);
    EXPECT_NEAR(f.result.functional, state.functional, rounding);
    EXPECT_NEAR(f.result.theta, state.theta, fixing.tolerance);
    EXPECT_NEAR(f.result.thetaJudged, state.thetaJudged, fixing.tolerance);
    EXPECT_NEAR(f.result.thetaMax, state.thetaMax, 100 * fixing.tolerance);
    EXPECT_NEAR(reference::plaquettes(f.after).all, reference::plaquettes(f.before).all, rounding);
    EXPECT_NEAR(std::abs(reference::polyakovLoop(f.after) - reference::polyakovLoop(f.before)), 0, rounding);
    EXPECT_EQ(f.result.history.front().iteration, 0);
    EXPECT_EQ(f.result.history.back().iteration, f.result.iterations);
    for (std::int64_t site = 0; site < f.lattice.volume(); ++site)
        EXPECT_LT(reference::unitarityDeviation(f.after(3, site)), 10 * rounding);
}

TEST(HostGaugeFixing, LeavesWhatIsInvariantAndReachesItsTolerance)
{
    for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb})
        for (const FixingPrecision precision : {FixingPrecision::Double, FixingPrecision::Mixed}) {
            expectFixed<2>({.gauge = gauge}, precision);
            expectFixed<3>({.gauge = gauge}, precision);
        }
    expectFixed<2>({.tolerance = 1e-10}, FixingPrecision::Single);
    expectFixed<3>({.gauge = Gauge::Coulomb, .tolerance = 1e-10}, FixingPrecision::Single);
}

TEST(HostGaugeFixing, ReachesItsToleranceByEveryMethod)
{
    expectFixed<3>({.method = FixingMethod::Relaxation, .tolerance = 1e-8}, FixingPrecision::Double);
    expectFixed<3>({.method = FixingMethod::StochasticRelaxation, .probability = 0.7}, FixingPrecision::Double);
    expectFixed<2>({.method = FixingMethod::Annealing, .annealing = {.steps = 50}, .randomStart = true},
                   FixingPrecision::Mixed);
    expectFixed<3>({.power = PowerOrder::First, .randomStart = true}, FixingPrecision::Double);
}

TEST(HostGaugeFixing, FunctionalRisesUnderRelaxation)
{
    for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb}) {
        const FixedField<3> f({.gauge = gauge, .method = FixingMethod::Relaxation, .tolerance = 1e-6, .checkEvery = 1},
                              FixingPrecision::Double);

        ASSERT_GT(f.result.history.size(), 10u);
        for (std::size_t k = 1; k < f.result.history.size(); ++k)
            EXPECT_GT(f.result.history[k].functional, f.result.history[k - 1].functional - 1e-14);
    }
}

TEST(HostGaugeFixing, ReflectionsKeepTheFunctional)
{
    GaugeFixer<double> fixer(fixingLattices[0], Group::SU3);
    fixer.upload(linkVector(reference::hotStart<3>(fixingLattices[0], 5, Precision::Double)));
    const double before = fixer.measure(Gauge::Landau).functional;

    fixer.iterate(Gauge::Landau, {.omega = 2}, 1);

    EXPECT_NEAR(fixer.measure(Gauge::Landau).functional, before, 1e-14);
}

TEST(HostGaugeFixing, UndoesARandomTransformationOfTheColdField)
{
    for (const Group group : {Group::SU2, Group::SU3})
        for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb}) {
            GaugeFixer<double> fixer(fixingLattices[0], group);

            const FixingResult result = fixer.fix({.gauge = gauge, .tolerance = 1e-24, .randomStart = true});

            EXPECT_TRUE(result.converged);
            EXPECT_NEAR(result.functional, 1, 1e-13) << name(group);
        }
}

TEST(HostGaugeFixing, TransformsAtRandomAsTheReference)
{
    auto expected = reference::GaugeField<3>(fixingLattices[1]);
    reference::randomTransformation(expected, 12, Precision::Double);
    GaugeFixer<double> fixer(fixingLattices[1], Group::SU3);

    fixer.randomTransformation(12);

    EXPECT_LT(largestDifference(fixer.download(), linkVector(expected)), 1e-14);
}

TEST(HostGaugeFixing, TransformsAtRandomByRanluxAsTheReference)
{
    const GeneratorChoice ranlux{GeneratorType::Ranlux, 2};
    for (const Group group : {Group::SU2, Group::SU3}) {
        GaugeFixer<double> fixer(fixingLattices[1], group);

        fixer.randomTransformation(12, ranlux);

        const auto check = [&]<int N>() {
            const auto g = reference::randomGaugeTransformation<N>(fixingLattices[1], ranlux, 12, Precision::Double);
            const auto expected = reference::transformed(reference::GaugeField<N>(fixingLattices[1]), g);
            EXPECT_LT(largestDifference(fixer.download(), linkVector(expected)), 1e-14);
        };
        if (group == Group::SU2)
            check.template operator()<2>();
        else
            check.template operator()<3>();
    }
    GaugeFixer<double> fixer(fixingLattices[1], Group::SU2);
    EXPECT_THROW(fixer.randomTransformation(12, {GeneratorType::Lcg}), InputError);
    EXPECT_THROW(fixer.randomTransformation(12, {GeneratorType::Ranlux, 5}), InputError);
}

TEST(HostGaugeFixing, KeepsItsTransformation)
{
    const auto before = reference::hotStart<3>(fixingLattices[0], 5, Precision::Double);
    GaugeFixer<double> fixer(fixingLattices[0], Group::SU3), other(fixingLattices[0], Group::SU3);
    fixer.upload(linkVector(before));
    other.upload(linkVector(before));
    fixer.accumulate(true);

    fixer.fix({.tolerance = 1e-8});
    other.transform(fixer.transformation());

    EXPECT_LT(largestDifference(other.download(), fixer.download()), 1e-12);
}

TEST(HostGaugeFixing, StopsWhenTold)
{
    HostGaugeField u{fixingLattices[0], Group::SU2,
                     linkVector(reference::hotStart<2>(fixingLattices[0], 5, Precision::Double))};
    const LinkVector before = u.links;
    int seen = 0;

    const FixingResult result =
        fix(u, {}, FixingPrecision::Mixed, [&](const FixingState& state) { return ++seen, state.iteration < 40; });

    EXPECT_EQ(result.iterations, 40);
    EXPECT_EQ(seen, 3);
    EXPECT_FALSE(result.converged);
    EXPECT_NEAR(reference::plaquettes(reference::gaugeField<2>(fixingLattices[0], u.links)).all,
                reference::plaquettes(reference::gaugeField<2>(fixingLattices[0], before)).all, 1e-12);
}

TEST(HostGaugeFixing, ReachesItsToleranceOnRealFiles)
{
    if (!testing_support::realFile("")) GTEST_SKIP() << testing_support::noRealFiles;
    for (const char* name : {"milc_lat.sample.l4444.ildg", "glu_lat.400.nersc", "su2_b2.4_8x8x8x8.ildg"})
        for (const FixingPrecision precision : {FixingPrecision::Double, FixingPrecision::Mixed}) {
            const std::string path = *testing_support::realFile(name);
            const auto header = io::openGaugeFile(path)->header();
            HostGaugeField u{header.lattice, header.group, testing_support::readLinks(path)};

            const FixingResult result = fix(u, {}, precision);

            EXPECT_TRUE(result.converged) << name;
            EXPECT_LT(result.theta, 1e-12) << name;
        }
}

// The value that MILC's own fixing of its sample lattice reaches.
TEST(HostGaugeFixing, SampleLatticeOfMilcReachesItsCoulombFunctional)
{
    const auto path = testing_support::realFile("milc_lat.sample.l4444.ildg");
    if (!path) GTEST_SKIP() << testing_support::noRealFiles;
    HostGaugeField u{Lattice({4, 4, 4, 4}), Group::SU3, testing_support::readLinks(*path)};

    const FixingResult result = fix(u, {.gauge = Gauge::Coulomb}, FixingPrecision::Mixed);

    EXPECT_NEAR(result.functional, 0.89405133, 5e-9);
}

TEST(HostGaugeFixing, RefusesWhatItCannotDo)
{
    GaugeFixer<double> fixer(fixingLattices[0], Group::SU2);
    EXPECT_THROW(fixer.fix({.gauge = Gauge::Centre}), InputError);
    EXPECT_THROW(fixer.measure(Gauge::MaximallyAbelian), InputError);
    EXPECT_THROW(fixer.fix({.omega = 2.5}), InputError);
    EXPECT_THROW(fixer.upload(LinkVector(3)), InputError);
    EXPECT_THROW(fixer.transform(TransformationVector(3)), InputError);
}

} // namespace
} // namespace gaugegl::host
