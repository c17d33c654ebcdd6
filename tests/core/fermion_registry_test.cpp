// The registries of fermion fields, operators and determinants: entries lie where their enumerators say, and what
// follows from them is what CONVENTIONS.md has.
#include "gaugegl/base/error.h"
#include "gaugegl/core/hmc.h"

#include <gtest/gtest.h>
#include <string>

namespace gaugegl {
namespace {

TEST(FermionRegistry, EntriesLieWhereTheirEnumeratorsSay)
{
    for (const FermionKindTraits& one : fermionKinds)
        EXPECT_EQ(&traits(one.kind), &one) << one.name;
    for (const DiracTraits& one : diracTraits)
        EXPECT_EQ(&traits(one.type), &one) << one.name;
    for (const FermionActionTraits& one : fermionActions)
        EXPECT_EQ(&traits(one.action), &one) << one.name;
}

TEST(FermionRegistry, AKindIsAConstantToWhatIsCalledWithIt)
{
    for (const FermionKindTraits& one : fermionKinds)
        EXPECT_EQ(withKind(one.kind, [](auto kind) { return spins(kind); }), one.spins) << one.name;
}

TEST(FermionRegistry, EveryOperatorNamesItsNumbersAndRefusesOthers)
{
    const auto good = [](const DiracNumber& number) { return number.integer ? 2 : 0.125; };
    // These take the place of b5 and c5, or of what is measured.
    const auto alternative = [](const DiracNumber& number) {
        return &number == &lambdaMinNumber || &number == &lambdaMaxNumber;
    };
    for (const DiracTraits& one : diracTraits) {
        DiracParameters dirac{.type = one.type};
        for (const DiracNumber* number : one.numbers())
            if (!alternative(*number)) dirac.*number->value = good(*number);
        EXPECT_NO_THROW(validate(dirac)) << one.name;
        const std::string text = describe(dirac);
        EXPECT_EQ(text.rfind(one.title, 0), 0u) << text;
        for (const DiracNumber* number : diracNumbers) {
            if (one.has(*number) && alternative(*number)) continue;
            const std::string stated = ", " + std::string(number->key) + (number->integer ? " = 2" : " = 0.125");
            EXPECT_EQ(text.find(stated) != std::string::npos, one.has(*number)) << text << ", " << stated;
            if (one.has(*number)) continue;
            DiracParameters more = dirac;
            more.*number->value = good(*number);
            EXPECT_THROW(validate(more), InputError) << one.name << " with " << number->key;
        }
    }
}

TEST(FermionRegistry, ATermHasTheOperatorOfItsDeterminant)
{
    const FermionTerm twisted{.action = FermionAction::TwistedMass, .kappa = 0.15, .mu = 0.1, .ratios = {{0.15, 0.3}}};
    const FermionTerm rooted{.action = FermionAction::RationalStaggered, .mass = 0.05, .flavours = 2};

    EXPECT_EQ(describe(diracOf(twisted)), "twisted mass, kappa = 0.15, mu = 0.1");
    EXPECT_EQ(describe(diracOf(twisted, twisted.ratios[0])), "twisted mass, kappa = 0.15, mu = 0.3");
    EXPECT_EQ(describe(twisted), "twisted mass, two flavours, kappa = 0.15, mu = 0.1");
    EXPECT_EQ(describe(rooted), "staggered, 2 flavours, mass = 0.05");
    EXPECT_TRUE(isRational(rooted.action));
    EXPECT_FALSE(isRational(twisted.action));
}

} // namespace
} // namespace gaugegl
