#include "gaugegl/core/dirac_parameters.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

template<class Parameters>
std::string messageOf(const Parameters& parameters)
{
    try {
        validate(parameters);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

const double infinite = HUGE_VAL, noNumber = std::nan("");

TEST(DiracParameters, TakeWhatMakesAnOperator)
{
    EXPECT_EQ(messageOf(DiracParameters{.type = DiracType::Wilson, .kappa = 0.15}), "");
    EXPECT_EQ(messageOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.15, .mu = -4}), "");
    EXPECT_EQ(messageOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.3}), "");
    EXPECT_EQ(messageOf(DiracParameters{.type = DiracType::Staggered, .mass = 0.01}), "");
}

TEST(DiracParameters, RefuseAWrongKappaNamingItAndWhatIsExpected)
{
    for (const double kappa : {0.0, -0.15, 1.0, 15.0, infinite, noNumber}) {
        const std::string message = messageOf(DiracParameters{.kappa = kappa});
        EXPECT_TRUE(says(message, "must be above 0 and below 1")) << kappa << ": " << message;
    }
    EXPECT_TRUE(says(messageOf(DiracParameters{.kappa = -0.15}), "kappa = -0.15"));
}

TEST(DiracParameters, RefuseAMassWithWhichOddSitesCannotBeSolved)
{
    for (const double mass : {0.0, -0.1, infinite, noNumber}) {
        const std::string message = messageOf(DiracParameters{.type = DiracType::Staggered, .mass = mass});
        EXPECT_TRUE(says(message, "must be a finite number above 0")) << mass << ": " << message;
    }
    EXPECT_TRUE(says(messageOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.1, .mu = noNumber}), "mu"));
}

TEST(DiracParameters, RefuseNumbersOfAnotherOperator)
{
    EXPECT_TRUE(
        says(messageOf(DiracParameters{.kappa = 0.1, .mu = 1}), "mu = 1 has no meaning for the operator wilson"));
    EXPECT_TRUE(says(messageOf(DiracParameters{.kappa = 0.1, .mass = 1}), "mass = 1 has no meaning"));
    EXPECT_TRUE(says(messageOf(DiracParameters{.type = DiracType::Staggered, .kappa = 0.1, .mass = 1}), "kappa = 0.1"));
}

TEST(SolverChoice, HasAToleranceBetween0And1)
{
    EXPECT_EQ(messageOf(SolverChoice{}), "");
    for (const double tolerance : {0.0, -1e-3, 1.0, 7.0, infinite, noNumber})
        EXPECT_TRUE(says(messageOf(SolverChoice{.tolerance = tolerance}), "tolerance = ")) << tolerance;
    EXPECT_TRUE(says(messageOf(SolverChoice{.maxIterations = 0}), "0 iterations"));
}

TEST(SolverChoice, HasShiftsForMultiShiftAndForNothingElse)
{
    EXPECT_EQ(messageOf(SolverChoice{.type = SolverType::MultiShift, .shifts = {0, 0.5}}), "");
    EXPECT_TRUE(says(messageOf(SolverChoice{.type = SolverType::MultiShift}), "needs shifts"));
    EXPECT_TRUE(says(messageOf(SolverChoice{.type = SolverType::BiCgStab, .shifts = {1}}), "not for bicgstab"));
    for (const double shift : {-0.1, infinite, noNumber})
        EXPECT_TRUE(says(messageOf(SolverChoice{.type = SolverType::MultiShift, .shifts = {0, shift}}), "at least 0"));
}

TEST(SolverChoice, HasAPreconditionerOfTheFlexibleSolverInSingleOr16Bits)
{
    const SolverChoice schwarz{.type = SolverType::Flexible, .preconditioner = PreconditionerType::Schwarz};
    EXPECT_EQ(messageOf(schwarz), "");
    for (const SolverType type : {SolverType::Cg, SolverType::BiCgStab}) {
        SolverChoice other = schwarz;
        other.type = type;
        EXPECT_TRUE(says(messageOf(other), "schwarz is for the solver flexible, not for " + choiceName(type)));
    }
    SolverChoice inDouble = schwarz;
    inDouble.precision = SolverPrecision::Double;
    EXPECT_TRUE(says(messageOf(inDouble), "not double"));
    for (const int steps : {0, -1, 1000}) {
        SolverChoice wrong = schwarz;
        wrong.blockSteps = steps;
        EXPECT_TRUE(says(messageOf(wrong), std::to_string(steps) + " steps"));
    }
}

} // namespace
} // namespace gaugegl
