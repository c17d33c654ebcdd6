// Solutions of M x = b against the reference operator, and what is said of them.
#include "gaugegl/fermion/solve/inversion.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/source.h"
#include "reference/dirac.h"
#include "reference/smearing.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

const Lattice flat({4, 6, 2, 8});

/// |b - M x| / |b| by the reference.
template<int N>
double referenceResidual(const LinkVector& links, const DiracParameters& dirac, const FermionVector& x,
                         const FermionVector& b)
{
    auto u = reference::gaugeField<N>(flat, links);
    for (int step = 0; step < dirac.stout.steps; ++step)
        u = reference::stoutSmeared(u, dirac.stout.rho, /*spatial=*/false);
    const auto residual = [&](const auto& op, auto field) {
        auto mx = zeroLike(field);
        op.apply(mx, field);
        double r2 = 0, b2 = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            r2 += std::norm(b[i] - mx.vector()[i]);
            b2 += std::norm(b[i]);
        }
        return std::sqrt(r2 / b2);
    };
    if (dirac.kind() == FermionKind::Staggered)
        return residual(reference::StaggeredOperator<N>(u, dirac.staggered()), reference::StaggeredField<N>(flat, x));
    return residual(reference::WilsonOperator<N>(u, dirac.wilson()), reference::SpinorField<N>(flat, x));
}

HostGaugeField linksOf(Group group)
{
    if (group == Group::SU2)
        return {flat, group, reference::linkVector(reference::hotStart<2>(flat, 5, Precision::Double))};
    return {flat, group, reference::linkVector(reference::hotStart<3>(flat, 5, Precision::Double))};
}

DiracParameters diracOf(DiracType type)
{
    DiracParameters dirac{.type = type, .boundary = BoundaryPhases::parse("0.3,0,-0.2,1:spread")};
    if (traits(type).has(massNumber))
        dirac.mass = 0.3;
    else
        dirac.kappa = 0.14;
    if (type == DiracType::TwistedMass) dirac.mu = -0.7;
    if (type == DiracType::IsospinStaggered) dirac.isospinMu = 0.3;
    return dirac;
}

struct InversionCase {
    DiracType type;
    Group group;
    SolverType solver;
    SolverPrecision precision;
    bool improved = false; ///< a clover term and a chemical potential where there are some, and stout links
};

std::string inversionName(const testing::TestParamInfo<InversionCase>& info)
{
    const auto& [type, group, solver, precision, improved] = info.param;
    std::string text = choiceName<DiracType>(type) + "_" + name(group) + "_" + choiceName<SolverType>(solver) + "_" +
                       choiceName<SolverPrecision>(precision) + (improved ? "_improved" : "");
    std::erase(text, '-');
    return text;
}

std::vector<InversionCase> inversionCases()
{
    std::vector<InversionCase> cases;
    for (const auto type :
         {DiracType::Wilson, DiracType::TwistedMass, DiracType::Staggered, DiracType::IsospinStaggered})
        for (const auto group : {Group::SU2, Group::SU3})
            for (const auto solver : {SolverType::Cg, SolverType::BiCgStab})
                for (const auto precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed})
                    for (const bool improved : {false, true})
                        if (!improved || solver == SolverType::Cg)
                            cases.push_back({type, group, solver, precision, improved});
    return cases;
}

class InversionTest : public testing::TestWithParam<InversionCase> {};

TEST_P(InversionTest, SolvesTheSystemOfTheReferenceToTheResidualItReports)
{
    const auto& [type, group, solver, precision, improved] = GetParam();
    const HostGaugeField links = linksOf(group);
    DiracParameters dirac = diracOf(type);
    if (improved) {
        dirac.stout = {0.1, 2};
        if (traits(type).has(cloverNumber)) dirac.clover = 1.4;
        if (traits(type).has(isospinNumber)) dirac.isospinMu = -0.2;
    }
    const FermionVector b = sourceVector(Source::parse("random:4"), flat, dirac.kind(), group);
    const double tolerance = precision == SolverPrecision::Single ? 1e-5 : 1e-12;

    const Inversion x = hostInverter(links, dirac)->solve(b, {solver, precision, tolerance});

    EXPECT_EQ(x.status, SolverStatus::Converged) << name(x.status) << " " << x.relativeResidual;
    const double expected = group == Group::SU2 ? referenceResidual<2>(links.links, dirac, x.solution, b)
                                                : referenceResidual<3>(links.links, dirac, x.solution, b);
    EXPECT_LE(expected, tolerance * 1.001);
    EXPECT_NEAR(x.relativeResidual, expected, 1e-15 + 1e-3 * expected);
    EXPECT_GT(x.iterations, 5);
    EXPECT_GT(x.flops, 0);
    EXPECT_GT(x.solutionNorm2, 0);
    ASSERT_FALSE(x.history.empty());
    EXPECT_LE(x.history.back().relativeResidual, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Host, InversionTest, testing::ValuesIn(inversionCases()), inversionName);

/// (A^dagger A + sigma) x on the even sites by the reference, where A = 1 - kappa^2 H^2, with a chemical potential of staggered quarks
/// A = m - H^2 / (4 m), and D^dagger D = m^2 - H^2 / 4.
FermionVector shiftedOperator(const HostGaugeField& links, const DiracParameters& dirac, double sigma,
                              const FermionVector& x)
{
    const auto u = reference::gaugeField<3>(flat, links.links);
    const auto twice = [&](const auto& hop, const auto& psi, double diagonal, double factor) {
        auto once = zeroLike(psi), result = zeroLike(psi);
        hop(once, psi);
        hop(result, once);
        axpy(diagonal / factor, psi, result);
        xpay(zeroLike(psi), factor, result);
        return result;
    };
    if (dirac.kind() == FermionKind::Staggered) {
        const reference::StaggeredOperator<3> d(u, dirac.staggered());
        const reference::StaggeredField<3> chi(flat, x);
        const auto hop = [&](auto& to, const auto& from) { d.hop(to, from); };
        const auto adjoint = [&](auto& to, const auto& from) { d.hopAdjoint(to, from); };
        const double m = dirac.mass;
        auto out = dirac.isospinMu == 0 ? twice(hop, chi, m * m, -0.25)
                                        : twice(adjoint, twice(hop, chi, m, -0.25 / m), m, -0.25 / m);
        axpy(sigma, chi, out);
        return out.vector();
    }
    const reference::WilsonOperator<3> m(u, dirac.wilson());
    const reference::SpinorField<3> psi(flat, x);
    const double k2 = dirac.kappa * dirac.kappa;
    const auto image = twice([&](auto& to, const auto& from) { m.hop(to, from); }, psi, 1, -k2);
    auto out = twice([&](auto& to, const auto& from) { m.hopAdjoint(to, from); }, image, 1, -k2);
    axpy(sigma, psi, out);
    return out.vector();
}

TEST(Inversion, OfShiftsSolvesEachOnTheEvenSites)
{
    const HostGaugeField links = linksOf(Group::SU3);
    const std::vector<double> shifts = {0.4, 0, 2.5};
    for (const DiracType type : {DiracType::Wilson, DiracType::Staggered, DiracType::IsospinStaggered})
        for (const auto precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed}) {
            DiracParameters dirac = diracOf(type);
            if (type == DiracType::IsospinStaggered) dirac.mass = 1; // A^dagger A is of fourth order in M
            const FermionVector b = sourceVector(Source::parse("random:9"), flat, dirac.kind(), links.group);
            const double tolerance = precision == SolverPrecision::Single ? 1e-4 : 1e-12;

            const Inversion x =
                hostInverter(links, dirac)->solve(b, {SolverType::MultiShift, precision, tolerance, 1000, shifts});

            EXPECT_TRUE(x.converged()) << name(x.status);
            EXPECT_TRUE(x.solution.empty());
            ASSERT_EQ(x.shifted.size(), 3u);
            for (std::size_t i = 0; i < 3; ++i) {
                const ShiftedSolution& one = x.shifted[i];
                const FermionVector image = shiftedOperator(links, dirac, shifts[i], one.solution);
                double r2 = 0, b2 = 0;
                for (std::size_t k = 0; k < b.size(); ++k) {
                    const auto site = std::int64_t(k) / fermionComponents(dirac.kind(), links.group);
                    if (Lattice::parity(flat.coordinates(site)) == 1) {
                        EXPECT_EQ(one.solution[k], 0.0);
                        continue;
                    }
                    r2 += std::norm(b[k] - image[k]);
                    b2 += std::norm(b[k]);
                }
                EXPECT_EQ(one.shift, shifts[i]);
                EXPECT_LE(std::sqrt(r2 / b2), 1.001 * tolerance) << i;
                EXPECT_NEAR(one.relativeResidual, std::sqrt(r2 / b2), 1e-15 + 1e-3 * std::sqrt(r2 / b2));
            }
        }
}

TEST(Inversion, ThatDoesNotConvergeSaysSo)
{
    const HostGaugeField links = linksOf(Group::SU3);
    const DiracParameters dirac = diracOf(DiracType::Wilson);
    const auto inverter = hostInverter(links, dirac);
    const FermionVector b = sourceVector(Source::parse("point:1,0,0,0"), flat, dirac.kind(), links.group);

    const Inversion few = inverter->solve(b, {.precision = SolverPrecision::Double, .maxIterations = 3});
    const Inversion rough = inverter->solve(b, {.precision = SolverPrecision::Single, .tolerance = 1e-13});

    EXPECT_EQ(few.status, SolverStatus::TooManyIterations);
    EXPECT_EQ(few.iterations, 3);
    EXPECT_GT(few.relativeResidual, 1e-10);
    EXPECT_FALSE(rough.converged());
    EXPECT_GT(rough.relativeResidual, 1e-9);
}

TEST(Inversion, OfNothingIsNothing)
{
    const auto inverter = hostInverter(linksOf(Group::SU2), diracOf(DiracType::Staggered));

    const Inversion x = inverter->solve(FermionVector(std::size_t(flat.volume()) * 2), {});

    EXPECT_TRUE(x.converged());
    EXPECT_EQ(x.relativeResidual, 0);
    EXPECT_EQ(x.solutionNorm2, 0);
}

TEST(Inversion, RefusesWhatIsNotPossibleOnTheHost)
{
    const HostGaugeField links = linksOf(Group::SU2);
    const auto inverter = hostInverter(links, diracOf(DiracType::Wilson));
    const FermionVector b(std::size_t(flat.volume()) * 8);

    EXPECT_THROW(inverter->solve(b, {.precision = SolverPrecision::Mixed16}), InputError);
    EXPECT_THROW(inverter->solve(b, {.tolerance = 0}), InputError);
    EXPECT_THROW(hostInverter(links, {.kappa = -1}), InputError);
}

TEST(Inversion, TellsOfTheResidualOnTheWay)
{
    const HostGaugeField links = linksOf(Group::SU2);
    const DiracParameters dirac = diracOf(DiracType::Wilson);
    const FermionVector b = sourceVector(Source::parse("ones"), flat, dirac.kind(), links.group);
    std::vector<ResidualPoint> seen;

    const Inversion x =
        hostInverter(links, dirac)->solve(b, {.precision = SolverPrecision::Double}, [&](const ResidualPoint& point) {
            seen.push_back(point);
        });

    EXPECT_EQ(seen.size(), x.history.size());
    EXPECT_NEAR(seen.back().relativeResidual, x.history.back().relativeResidual, 1e-20);
}

} // namespace
} // namespace gaugegl
