// Configurations that other programs wrote, measured on the device: the numbers that their sources publish, or that an
// independent double-precision program found and that agree with those to all the digits they give.  The files lie in
// the folder that the environment variable GAUGEGL_TEST_DATA names.
#include "gaugegl/chain/configuration.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/observables/topology.h"

#include "support/device_fixture.h"

#include <algorithm>
#include <cstdlib>

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

struct KnownFile {
    const char* file;
    const char* label; ///< of the test; holds the group
    Group group;
    std::array<int, 4> extents;
    int bits; ///< of its numbers
    double plaquette, space, time, rectangle, linkTrace;
    std::complex<double> polyakov;
    double charge, energy;  ///< by the clover
    bool anonymous = false; ///< names neither group nor lattice
};

const KnownFile knownFiles[] = {
    {"cl2qcd_conf.00200.ildg",
     "CL2QCD_SU3",
     Group::SU3,
     {4, 4, 4, 4},
     64,
     0.571077111695,
     0.570679884933,
     0.571474338456,
     0.359127552136,
     -0.004703155,
     {-0.113496721236369, 0.228282435668552},
     0.013575060,
     2.059059265},
    {"milc_lat.sample.l4444.ildg",
     "MILC_SU3",
     Group::SU3,
     {4, 4, 4, 4},
     32,
     0.594850158947,
     0.598225052025,
     0.591475265869,
     0.399122847047,
     0.646758737,
     {0.431230359612835, -0.000817755197328},
     -0.030736909,
     1.862879292},
    {"gaugefieldsjl_su2_4444.ildg",
     "Gaugefieldsjl_SU2",
     Group::SU2,
     {4, 4, 4, 4},
     64,
     0.668474886836,
     0.668627495800,
     0.668322277872,
     0.486024461093,
     0.020399079,
     {0.350497650372164, 0},
     -0.005657244,
     1.213150668,
     true},
    {"chroma_t_nersc.cfg",
     "Chroma_SU3",
     Group::SU3,
     {4, 4, 4, 4},
     32,
     0.038242289324,
     0.044165726654,
     0.032318851994,
     0.001986628184,
     0.463032210,
     {0.042281153021674, -0.026516042747815},
     0.033438451,
     2.029448988},
    {"fermiqcd_demo.nersc",
     "FermiQCD_SU3",
     Group::SU3,
     {8, 8, 8, 4},
     32,
     0.480474086393,
     0.483275065673,
     0.477673107112,
     0.243112382930,
     -0.002447781,
     {0.040731925033784, 0.003072025222928},
     0.174456539,
     2.373705839},
    {"glu_lat.400.nersc",
     "GLU_SU3",
     Group::SU3,
     {4, 4, 4, 8},
     64,
     0.598545559083,
     0.595695104681,
     0.601396013484,
     0.361473928903,
     -0.000774185,
     {0.036873994367830, -0.015474745160249},
     0.112657274,
     2.199522550},
    {"su2_b2.4_8x8x8x8.ildg",
     "Beta2_4_SU2",
     Group::SU2,
     {8, 8, 8, 8},
     64,
     0.634120862891,
     0.635003931726,
     0.633237794057,
     0.431177271330,
     -0.000454294,
     {0.032309816166113, 0},
     -0.135636186,
     1.366978414},
    {"su3_b6.0_8x8x8x16.ildg",
     "Beta6_0_SU3",
     Group::SU3,
     {8, 8, 8, 16},
     64,
     0.594625782236,
     0.595011879046,
     0.594239685426,
     0.385186969498,
     -0.001080692,
     {0.004303025868449, 0.004076441076953},
     -0.159382598,
     2.002372602},
};

class RealFilesTest : public testing::TestWithParam<std::tuple<KnownFile, Path, Precision>> {
protected:
    void SetUp() override
    {
        const char* folder = std::getenv("GAUGEGL_TEST_DATA");
        if (folder == nullptr || *folder == '\0')
            GTEST_SKIP() << "GAUGEGL_TEST_DATA names no folder with configurations of other programs";
        path_ = std::string(folder) + "/" + known().file;
        device_ = sharedDevice(std::get<1>(GetParam()), precision());
        if (device_ == nullptr) GTEST_SKIP() << "this driver lacks the path or the precision";
    }
    void TearDown() override
    {
        if (device_ == nullptr) return;
        EXPECT_NO_THROW(device_->context().throwOnError());
    }
    const KnownFile& known() const { return std::get<0>(GetParam()); }
    Precision precision() const { return std::get<2>(GetParam()); }

    std::string path_;
    Device* device_ = nullptr;
};

TEST_P(RealFilesTest, HasItsPublishedObservables)
{
    io::GaugeFileHints hints;
    if (known().anonymous) hints = {known().group, Lattice(known().extents)};
    const Configuration configuration = readConfiguration(path_, hints);
    EXPECT_EQ(configuration.header.group, known().group);
    EXPECT_EQ(configuration.header.lattice.extents(), known().extents);
    EXPECT_EQ(configuration.header.bits, known().bits);
    GaugeField u(*device_, configuration.header.lattice, configuration.header.group);
    ObservableMeter meter(*device_, u.lattice(), u.group());
    upload(u, configuration.links);

    const GaugeObservables o = meter.measure(u);

    // The values have 12 digits, the link trace 9.  Links of 32 bits leave the group by 1e-7, and how a program
    // completes or weighs them shows from the eighth digit on.
    const bool exact = precision() == Precision::Double && known().bits == 64;
    const double tolerance = exact ? 1e-12 : precision() == Precision::Double ? 1e-7 : 1e-6;
    EXPECT_NEAR(o.plaquette, known().plaquette, tolerance);
    EXPECT_NEAR(o.plaquetteSpace, known().space, tolerance);
    EXPECT_NEAR(o.plaquetteTime, known().time, tolerance);
    EXPECT_NEAR(o.rectangle(), known().rectangle, tolerance);
    EXPECT_NEAR(o.linkTrace, known().linkTrace, std::max(tolerance, 1e-9));
    EXPECT_NEAR(o.actionDensity, 6 - 6 * known().plaquette, 10 * tolerance);
    EXPECT_LT(std::abs(o.polyakovLoop() - known().polyakov), tolerance);
}

using RealFilesTopologyTest = RealFilesTest;

TEST_P(RealFilesTopologyTest, HasItsPublishedEnergyAndCharge)
{
    io::GaugeFileHints hints;
    if (known().anonymous) hints = {known().group, Lattice(known().extents)};
    const Configuration configuration = readConfiguration(path_, hints);
    GaugeField u(*device_, configuration.header.lattice, configuration.header.group);
    upload(u, configuration.links);

    const TopologyObservables o = TopologyMeter(*device_, u.lattice(), u.group()).measure(u, /*improved=*/false);

    // The values have 9 digits; see above for links of 32 bits.
    const double tolerance = known().bits == 64 ? 1e-9 : 1e-6;
    EXPECT_NEAR(o.energyClover, known().energy, tolerance);
    EXPECT_NEAR(o.chargeClover, known().charge, tolerance);
}

std::string fileTestName(const testing::TestParamInfo<std::tuple<KnownFile, Path, Precision>>& info)
{
    const auto& [known, path, precision] = info.param;
    return std::string(known.label) + "_" + name(path) + "_" + name(precision);
}

INSTANTIATE_TEST_SUITE_P(Device, RealFilesTest,
                         testing::Combine(testing::ValuesIn(knownFiles), testing::Values(Path::Fragment, Path::Compute),
                                          testing::Values(Precision::Single, Precision::Double)),
                         fileTestName);

// What differs between paths and precisions is compared with the reference elsewhere.
INSTANTIATE_TEST_SUITE_P(Device, RealFilesTopologyTest,
                         testing::Combine(testing::ValuesIn(knownFiles), testing::Values(Path::Fragment),
                                          testing::Values(Precision::Double)),
                         fileTestName);

} // namespace
} // namespace gaugegl
