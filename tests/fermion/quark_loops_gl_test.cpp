// Quark loops of systems that are solved on a device are those of the CPU.
#include "fermion/several_sources_support.h"

#include "core/fermion_source.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/fermion/measure/quark_loops.h"
#include "host/gauge_field.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

class QuarkLoopsOnDevice : public DeviceTest {};

TEST_P(QuarkLoopsOnDevice, AreThoseOfTheCpu)
{
    for (several_sources::Case of : several_sources::allCases()) {
        if (of.dirac.type == DiracType::DomainWall || of.lattice.extent(1) != 6) continue;
        of.lattice = Lattice({4, 6, 2, 4});
        of.group = group();
        HostGaugeField links = several_sources::linksOf(of);
        host::reunitarise(links); // a device has rows of them
        const FermionDomain space{links.lattice, links.group, of.dirac.kind()};
        LoopRequest request{.dilution = Dilution::parse("even-odd"), .choice = {.tolerance = 1e-9}};
        if (hasSpin(space.kind)) request.gammas = {"scalar", "pseudoscalar", "axial-t", "tensor-xt"};
        if (precision() == Precision::Double) request.choice.precision = SolverPrecision::Double;
        const auto loopsOn = [&](Inverter& inverter) {
            return measureLoops(
                inverter, space, 2,
                [&](int k) {
                    return noiseSource(links.lattice, space.kind, links.group, NoiseType::Z4, std::uint64_t(k));
                },
                request);
        };
        const LoopMeasurement found = loopsOn(*deviceInverter(device(), links, of.dirac)),
                              expected = loopsOn(*hostInverter(links, of.dirac));

        ASSERT_EQ(found.status, SolverStatus::Converged) << of.name;
        ASSERT_EQ(found.ofNoise.size(), 2u);
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t gamma = 0; gamma < request.gammas.size(); ++gamma)
                for (std::size_t t = 0; t < 4; ++t)
                    EXPECT_LT(std::abs(found.ofNoise[k][gamma][t] - expected.ofNoise.at(k)[gamma][t]), 1e-5)
                        << of.name << " " << request.gammas[gamma] << " " << t;
        EXPECT_GT(std::abs(expected.ofNoise[0][0][0]), 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Device, QuarkLoopsOnDevice, testing::ValuesIn(quickVariants()), variantName);

} // namespace
} // namespace gaugegl::testing_support
