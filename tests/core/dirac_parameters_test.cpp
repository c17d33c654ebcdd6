#include "gaugegl/core/dirac_parameters.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

template<class Parameters>
std::string refusalOf(const Parameters& parameters)
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
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::Wilson, .kappa = 0.15}), "");
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.15, .mu = -4}), "");
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.3}), "");
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::Staggered, .mass = 0.01}), "");
}

TEST(DiracParameters, TellOptionalNumbersOnlyWhereTheyAreGiven)
{
    EXPECT_EQ(describe({.kappa = 0.12}), "Wilson, kappa = 0.12");
    EXPECT_EQ(describe({.kappa = 0.12, .clover = 1.5, .stout = {0.1, 2}}),
              "Wilson, kappa = 0.12, clover = 1.5, stout = 0.1:2");
}

TEST(DiracParameters, RefuseAWrongKappaNamingItAndWhatIsExpected)
{
    for (const double kappa : {0.0, -0.15, 1.0, 15.0, infinite, noNumber}) {
        const std::string message = refusalOf(DiracParameters{.kappa = kappa});
        EXPECT_TRUE(says(message, "must be above 0 and below 1")) << kappa << ": " << message;
    }
    EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = -0.15}), "kappa = -0.15"));
}

TEST(DiracParameters, RefuseAMassWithWhichOddSitesCannotBeSolved)
{
    for (const double mass : {0.0, -0.1, infinite, noNumber}) {
        const std::string message = refusalOf(DiracParameters{.type = DiracType::Staggered, .mass = mass});
        EXPECT_TRUE(says(message, "must be a finite number above 0")) << mass << ": " << message;
    }
    EXPECT_TRUE(says(refusalOf(DiracParameters{.type = DiracType::TwistedMass, .kappa = 0.1, .mu = noNumber}), "mu"));
}

TEST(DiracParameters, RefuseNumbersOfAnotherOperator)
{
    EXPECT_TRUE(
        says(refusalOf(DiracParameters{.kappa = 0.1, .mu = 1}), "mu = 1 has no meaning for the operator wilson"));
    EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = 0.1, .mass = 1}), "mass = 1 has no meaning"));
    EXPECT_TRUE(says(refusalOf(DiracParameters{.type = DiracType::Staggered, .kappa = 0.1, .mass = 1}), "kappa = 0.1"));
}

TEST(DiracParameters, RefuseAnIsospinChemicalPotentialThatIsNoneAndSayWhoseItIs)
{
    EXPECT_EQ(refusalOf(DiracParameters{.kappa = 0.12, .isospinMu = -0.3}), "");
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::IsospinStaggered, .mass = 0.1, .isospinMu = 0.3}), "");
    for (const double mu : {-11.0, infinite, noNumber})
        EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = 0.12, .isospinMu = mu}), "must be from -10 to 10")) << mu;
    EXPECT_TRUE(says(refusalOf(DiracParameters{.type = DiracType::Staggered, .mass = 0.1, .isospinMu = 0.3}),
                     "isospin_mu = 0.3 has no meaning for the operator staggered; wilson, twisted-mass, "
                     "staggered-isospin have it"));
}

TEST(DiracParameters, RefuseACloverTermOfStaggeredQuarksAndBadSmearing)
{
    EXPECT_EQ(refusalOf(DiracParameters{.kappa = 0.12, .clover = 1.77, .stout = {0.12, 3}}), "");
    EXPECT_EQ(refusalOf(DiracParameters{.type = DiracType::Staggered, .mass = 0.1, .stout = {0.15, 2}}), "");
    EXPECT_TRUE(says(refusalOf(DiracParameters{.type = DiracType::Staggered, .mass = 0.1, .clover = 1}),
                     "clover = 1 has no meaning for the operator staggered"));
    for (const double clover : {-1.0, 1e3, infinite, noNumber})
        EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = 0.12, .clover = clover}), "it is c_SW")) << clover;
    for (const double rho : {-0.1, 1.5, infinite, noNumber})
        EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = 0.12, .stout = {rho, 1}}), "rho must be 0 to 1")) << rho;
    EXPECT_TRUE(says(refusalOf(DiracParameters{.kappa = 0.12, .stout = {0.1, -1}}), "-1 steps"));
}

TEST(StoutSteps, AreWrittenAsTheyAreRead)
{
    EXPECT_EQ(StoutSteps::parse("0.12:3"), (StoutSteps{0.12, 3}));
    EXPECT_EQ(StoutSteps::parse((StoutSteps{0.12, 3}).text()), (StoutSteps{0.12, 3}));
    EXPECT_FALSE(StoutSteps::parse("none").smears());
    for (const char* text : {"", "0.12", "0.12:", ":3", "0.12:3x", "a:3", "0.12:1.5", "0.12,3", "-0.1:2", "0.1:-2"})
        EXPECT_THROW(StoutSteps::parse(text), InputError) << text;
}

TEST(SolverChoice, HasAToleranceBetween0And1)
{
    EXPECT_EQ(refusalOf(SolverChoice{}), "");
    for (const double tolerance : {0.0, -1e-3, 1.0, 7.0, infinite, noNumber})
        EXPECT_TRUE(says(refusalOf(SolverChoice{.tolerance = tolerance}), "tolerance = ")) << tolerance;
    EXPECT_TRUE(says(refusalOf(SolverChoice{.maxIterations = 0}), "0 iterations"));
}

TEST(SolverChoice, HasShiftsForMultiShiftAndForNothingElse)
{
    EXPECT_EQ(refusalOf(SolverChoice{.type = SolverType::MultiShift, .shifts = {0, 0.5}}), "");
    EXPECT_TRUE(says(refusalOf(SolverChoice{.type = SolverType::MultiShift}), "needs shifts"));
    EXPECT_TRUE(says(refusalOf(SolverChoice{.type = SolverType::BiCgStab, .shifts = {1}}), "not for bicgstab"));
    for (const double shift : {-0.1, infinite, noNumber})
        EXPECT_TRUE(says(refusalOf(SolverChoice{.type = SolverType::MultiShift, .shifts = {0, shift}}), "at least 0"));
}

TEST(SolverChoice, HasAPreconditionerOfTheFlexibleSolverInSingleOr16Bits)
{
    const SolverChoice schwarz{.type = SolverType::Flexible, .preconditioner = PreconditionerType::Schwarz};
    EXPECT_EQ(refusalOf(schwarz), "");
    for (const SolverType type : {SolverType::Cg, SolverType::BiCgStab}) {
        SolverChoice other = schwarz;
        other.type = type;
        EXPECT_TRUE(says(refusalOf(other), "schwarz is for the solver flexible, not for " + choiceName(type)));
    }
    SolverChoice inDouble = schwarz;
    inDouble.precision = SolverPrecision::Double;
    EXPECT_TRUE(says(refusalOf(inDouble), "not double"));
    for (const int steps : {0, -1, 1000}) {
        SolverChoice wrong = schwarz;
        wrong.blockSteps = steps;
        EXPECT_TRUE(says(refusalOf(wrong), std::to_string(steps) + " steps"));
    }
}

} // namespace
} // namespace gaugegl
