// Several right-hand sides that are solved together on a device have, bit for bit, what each has alone on it.
#include "fermion/several_sources_support.h"

#include "fermion/solve/device_inversion.h"
#include "gaugegl/base/error.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

using namespace several_sources;

class SeveralSourcesOnDevice : public DeviceTest {};

TEST_P(SeveralSourcesOnDevice, EachHasTheBitsThatItHasAlone)
{
    const bool isDouble = precision() == Precision::Double;
    if (isDouble && group() == Group::SU3) GTEST_SKIP() << "a software driver compiles these for tens of seconds";
    for (Case of : allCases()) {
        if (of.lattice.extent(1) == 8 || std::string(of.name).ends_with("sixteen_lanes")) continue; // of the CPU
        // How fields lie in buffers is the same for all operators.
        if (device().storage() == Storage::Buffer && of.dirac.type != DiracType::Staggered) continue;
        of.group = group();
        const auto inverter = deviceInverter(device(), linksOf(of), of.dirac);
        const std::vector<FermionVector> sources = sourcesFor(of);
        for (const auto precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed}) {
            if ((precision == SolverPrecision::Double) != isDouble) continue;
            for (const SolverType type : {SolverType::Cg, SolverType::BiCgStab}) {
                if (type == SolverType::BiCgStab && hasSlices(of.dirac.type)) continue; // fails for free walls
                SCOPED_TRACE(of.name + (" " + choiceName<SolverType>(type)) + " " +
                             choiceName<SolverPrecision>(precision));
                const SolverChoice choice{.type = type,
                                          .precision = precision,
                                          .tolerance = precision == SolverPrecision::Mixed ? 1e-9 : 1e-4,
                                          .rhs = int(sources.size())};

                const std::vector<Inversion> together = inverter->solve(sources, choice);

                ASSERT_EQ(together.size(), sources.size());
                EXPECT_EQ(together[1].iterations, 0); // the source is 0
                EXPECT_LT(together[3].iterations, together[0].iterations);
                for (std::size_t v = 0; v < sources.size(); ++v)
                    expectSame(together[v], inverter->solve(sources[v], choice), int(v));
            }
        }
    }
}

TEST_P(SeveralSourcesOnDevice, WhatTakesOneAtATimeSaysSo)
{
    if (precision() == Precision::Double) GTEST_SKIP() << "the choices are those of single precision";
    const Case of = allCases().front();
    const auto inverter = deviceInverter(device(), linksOf(of), of.dirac);

    SolverChoice choice{.precision = SolverPrecision::Mixed16};
    EXPECT_EQ(inverter->batchSize(choice, 12), 1);
    choice.rhs = 2;
    EXPECT_THROW(inverter->batchSize(choice, 12), InputError);
}

INSTANTIATE_TEST_SUITE_P(Device, SeveralSourcesOnDevice, testing::ValuesIn(allStorages()), variantName);

} // namespace
} // namespace gaugegl::testing_support
