// Mixed precision on a real configuration against double precision on the host: the true residual, and the iterations
// that it takes more.  The 2006 paper (Egri et al., Comput. Phys. Commun. 177 (2007) 631) took 840 instead of 730.
#include "fermion/solve/device_inversion.h"

#include "core/fermion_source.h"
#include "gaugegl/chain/configuration.h"
#include "reference/dirac.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

/// An ill-conditioned operator, and the name of the test.
struct System {
    const char* name;
    DiracParameters dirac;
};

class MixedPrecision : public testing::TestWithParam<System> {
protected:
    void SetUp() override
    {
        const char* folder = std::getenv("GAUGEGL_TEST_DATA");
        if (!folder) GTEST_SKIP() << "GAUGEGL_TEST_DATA names no folder with configurations of other programs";
        links_ = readConfiguration(std::string(folder) + "/su3_b6.0_8x8x8x16.ildg", {}).links;
        source_ = gaussianSource(links_->lattice, GetParam().dirac.kind(), Group::SU3, 1);
    }
    Inversion solve(Inverter& inverter, SolverPrecision precision)
    {
        return inverter.solve(source_, {.precision = precision, .tolerance = 1e-12});
    }

    std::optional<HostGaugeField> links_;
    FermionVector source_;
};

TEST_P(MixedPrecision, TakesFewIterationsMoreThanDoublePrecisionDoes)
{
    const Inversion inDouble = solve(*hostInverter(*links_, GetParam().dirac), SolverPrecision::Double);
    ASSERT_TRUE(inDouble.converged());
    ASSERT_GE(inDouble.iterations, 200);
    for (const Path path : {Path::Fragment, Path::Compute}) {
        Device* device = sharedDevice(path, Precision::Single);
        if (!device) continue;
        const auto inverter = deviceInverter(*device, *links_, GetParam().dirac);
        for (const auto& [precision, factor] :
             {std::pair(SolverPrecision::Mixed, 1.2), std::pair(SolverPrecision::Mixed16, 1.5)}) {
            const Inversion x = solve(*inverter, precision);
            EXPECT_LE(x.relativeResidual, 1e-12) << name(path) << ' ' << factor;
            EXPECT_LE(x.iterations, factor * inDouble.iterations) << name(path) << ' ' << factor;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(SU3, MixedPrecision,
                         testing::Values(System{"Wilson", {.type = DiracType::Wilson, .kappa = 0.156}},
                                         System{"TwistedMass",
                                                {.type = DiracType::TwistedMass, .kappa = 0.156, .mu = 0.02}},
                                         System{"Staggered", {.type = DiracType::Staggered, .mass = 0.03}}),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace
} // namespace gaugegl::testing_support
