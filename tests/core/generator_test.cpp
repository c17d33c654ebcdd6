// How many trials each generator has numbers for, and what says so.
#include "gaugegl/core/generator.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(Generator, TrialsOfRanluxAreThoseThatFitEightTextures)
{
    EXPECT_EQ(mostTrials(GeneratorType::Ranlux, Group::SU2, Precision::Single), 47); // 48 draws: 8 blocks of 6
    EXPECT_EQ(mostTrials(GeneratorType::Ranlux, Group::SU2, Precision::Double), 23);
    EXPECT_EQ(mostTrials(GeneratorType::Ranlux, Group::SU3, Precision::Single), 15); // 16 for each of three subgroups
    EXPECT_EQ(mostTrials(GeneratorType::Ranlux, Group::SU3, Precision::Double), 7);
    for (const GeneratorType type : {GeneratorType::Philox, GeneratorType::Lcg})
        EXPECT_EQ(mostTrials(type, Group::SU3, Precision::Double), 255);
}

TEST(Generator, HasByDefaultNoMoreTrialsThanThereAreNumbers)
{
    for (const GeneratorType type : {GeneratorType::Philox, GeneratorType::Ranlux, GeneratorType::Lcg})
        for (const Group group : {Group::SU2, Group::SU3})
            for (const Precision precision : {Precision::Single, Precision::Double})
                EXPECT_NO_THROW(requireTrials(type, group, precision, defaultTrials(type)));
}

TEST(Generator, NamesTheLimitAndItsReason)
{
    try {
        requireTrials(GeneratorType::Ranlux, Group::SU3, Precision::Double, 8);
        FAIL() << "nothing was thrown";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "8 heat bath trials; they must be 1 to 7: a shader has no more textures for the "
                                   "RANLUX numbers of SU3 in double precision");
    }
    EXPECT_THROW(requireTrials(GeneratorType::Philox, Group::SU2, Precision::Single, 0), InputError);
    EXPECT_THROW(requireTrials(GeneratorType::Philox, Group::SU2, Precision::Single, 256), InputError);
}

} // namespace
} // namespace gaugegl
