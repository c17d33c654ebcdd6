// The gauge sector of SU(4): against the reference, limits that are known, files, and what the group lacks.
#include "checks/parts.h"
#include "gauge/observables/multihit.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/update/update.h"

#include "io/sample_field.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

class SU4Test : public testing::TestWithParam<Path> {
protected:
    void SetUp() override
    {
        device_ = sharedDevice(GetParam(), Precision::Single);
        if (!device_) GTEST_SKIP() << "this driver has no such device";
    }
    Device& device() const { return *device_; }

private:
    Device* device_ = nullptr;
};

TEST_P(SU4Test, KernelsAgreeWithTheReference)
{
    const auto checks = verifyCatalogue("gauge", device(), Lattice({4, 6, 4, 8}), Group::SU4, {.variants = false});

    EXPECT_GE(checks.size(), 30u);
    for (const Check& check : checks)
        EXPECT_TRUE(check.passed) << check.name << ": deviation " << check.largestDeviation << ", allowed "
                                  << check.tolerance << " " << check.note;
}

// S grows by 1/2 for each of the 3 (N^2 - 1) V modes at weak coupling: equipartition.
TEST_P(SU4Test, HeatBathAtWeakCouplingSharesTheActionAmongTheModes)
{
    const Lattice lattice({4, 6, 4, 8});
    const HeatBath parameters{.beta = 400};
    GaugeField u(device(), lattice, Group::SU4);
    ObservableMeter meter(device(), lattice, Group::SU4);
    double mean = 0;
    const int thermalisation = 12, sweeps = 16;
    for (std::uint32_t sweep = 0; sweep < thermalisation + sweeps; ++sweep) {
        heatBathSweep(u, parameters, 8, sweep);
        overrelaxationSweep(u);
        if (sweep >= thermalisation) mean += meter.measurePlaquette(u).actionDensity / sweeps;
    }
    const double expected = 0.5 * 3 * 15 * (1 - 1 / double(lattice.volume()));
    EXPECT_NEAR(parameters.beta * mean, expected, 0.02 * expected);
}

// <P> = beta/32 + beta^3/12288 + ..; plaquettes are nearly independent, with the variance 1/32.
TEST_P(SU4Test, HeatBathAtStrongCouplingFindsTheLeadingOrders)
{
    const Lattice lattice({4, 6, 4, 8});
    const HeatBath parameters{.beta = 3};
    GaugeField u(device(), lattice, Group::SU4);
    hotStart(u, 3);
    ObservableMeter meter(device(), lattice, Group::SU4);
    double mean = 0;
    const int thermalisation = 4, sweeps = 24;
    for (std::uint32_t sweep = 0; sweep < thermalisation + sweeps; ++sweep) {
        heatBathSweep(u, parameters, 3, sweep);
        if (sweep >= thermalisation) mean += meter.measurePlaquette(u).plaquette / sweeps;
    }
    const double expected = 3 / 32.0 + 27 / 12288.0;
    EXPECT_NEAR(mean, expected, 4 * std::sqrt(1 / 32.0 / (6 * double(lattice.volume()) * sweeps)));
}

TEST_P(SU4Test, FilesKeepTheLinks)
{
    const io::test::TemporaryFolder folder;
    const Lattice lattice({4, 2, 2, 6});
    GaugeField u(device(), lattice, Group::SU4);
    hotStart(u, 5);
    ObservableMeter meter(device(), lattice, Group::SU4);
    const double plaquette = meter.measurePlaquette(u).plaquette;
    for (const char* format : {"ildg", "nersc"}) {
        const std::string path = folder.file("u");
        io::GaugeWriteOptions options;
        options.format = format;
        writeProjected(path, download(u), options);

        const Configuration found = readConfiguration(path);

        EXPECT_EQ(found.header.group, Group::SU4);
        GaugeField v(device(), lattice, Group::SU4);
        upload(v, found.links);
        EXPECT_NEAR(meter.measurePlaquette(v).plaquette, plaquette, 1e-6);
        std::remove(path.c_str());
    }
}

TEST_P(SU4Test, WhatTheGroupLacksIsRefusedByName)
{
    const Lattice lattice({4, 4, 4, 4});
    const GaugeField u(device(), lattice, Group::SU4);
    const auto message = [](const auto& what) -> std::string {
        try {
            what();
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_EQ(message([&] { MultihitLinks(u, 10.0); }), "there is no multihit for SU(4); there is for SU(2) and SU(3)");
    EXPECT_NE(message([&] { GaugeFixer(device(), lattice, Group::SU4); }).find("gauge fixing"), std::string::npos);
    EXPECT_NE(message([&] { requireTrials(GeneratorType::Ranlux, Group::SU4, Precision::Double, 5); }).find("1 to 3"),
              std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Paths, SU4Test, testing::Values(Path::Fragment, Path::Compute),
                         [](const auto& of) { return name(of.param); });

} // namespace
} // namespace gaugegl
