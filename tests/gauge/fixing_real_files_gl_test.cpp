// Gauge fixing of configurations that other programs wrote, from the folder GAUGEGL_TEST_DATA.
#include "gaugegl/chain/configuration.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "reference/dirac.h"
#include "reference/gauge_fixing.h"

#include "checks/oracle_field.h"
#include "support/device_fixture.h"
#include "support/real_file.h"

namespace gaugegl {
namespace {

using testing_support::sharedDevice;

struct FixedFile {
    const char* file;
    Gauge gauge;
    std::optional<double> functional; ///< that SOURCES.md names
};

const FixedFile fixedFiles[] = {{"milc_lat.sample.l4444.ildg", Gauge::Coulomb, 0.89405133},
                                {"milc_lat.sample.l4444.ildg", Gauge::Landau, {}},
                                {"chroma_t_nersc.cfg", Gauge::Landau, {}}};

class FixedFileTest : public testing::TestWithParam<FixedFile> {
protected:
    void SetUp() override
    {
        const auto path = testing_support::realFile(GetParam().file);
        if (!path) GTEST_SKIP() << testing_support::noRealFiles;
        if (!sharedDevice(Path::Fragment, Precision::Single)) GTEST_SKIP() << "no OpenGL here";
        links_ = readConfiguration(*path).links;
    }
    const HostGaugeField& links() const { return *links_; }

    FixingState stateOf(const HostGaugeField& u) const
    {
        return std::visit([](const auto& field) { return reference::gaugeState(field, GetParam().gauge); },
                          oracleField(u));
    }
    void expectFunctional(double found) const
    {
        if (GetParam().functional) {
            EXPECT_NEAR(found, *GetParam().functional, 6e-9);
        }
    }

private:
    std::optional<HostGaugeField> links_;
};

/// By either path in single precision: theta gets down to rounding, and the functional is good to single precision.
TEST_P(FixedFileTest, InSinglePrecisionComesDownToRounding)
{
    for (const Path path : {Path::Fragment, Path::Compute}) {
        Device* device = sharedDevice(path, Precision::Single);
        if (device == nullptr) continue;
        GaugeField u(*device, links().lattice, links().group);
        upload(u, links());
        const FixingResult result =
            GaugeFixer(*device, links().lattice, links().group).fix(u, {.gauge = GetParam().gauge, .tolerance = 1e-15});
        EXPECT_FALSE(result.converged);
        EXPECT_LT(result.theta, 3e-13);
        EXPECT_LT(result.drift, 1e-6);
        EXPECT_NEAR(result.functional, stateOf(download(u)).functional, 1e-7);
        if (GetParam().functional) {
            EXPECT_NEAR(result.functional, *GetParam().functional, 2e-7);
        }
    }
}

TEST_P(FixedFileTest, InDoublePrecisionIsFixedToTheTolerance)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Double);
    if (device == nullptr) GTEST_SKIP() << "no double precision here";
    HostGaugeField u = links();
    const FixingResult result = finalFixingOn(*device).fix(u, {.gauge = GetParam().gauge}, {});
    EXPECT_TRUE(result.converged);
    EXPECT_LT(stateOf(u).theta, 1e-12);
    expectFunctional(stateOf(u).functional);
}

TEST_P(FixedFileTest, InMixedPrecisionIsTheOriginalTransformedInDoublePrecision)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Double);
    if (device == nullptr) GTEST_SKIP() << "no double precision here";
    HostGaugeField u = links();
    GaugeFixer single(*sharedDevice(Path::Fragment, Precision::Single), u.lattice, u.group);
    const FixingResult result = fixMixed(u, {.gauge = GetParam().gauge}, single, finalFixingOn(*device));
    EXPECT_TRUE(result.converged);
    EXPECT_LT(stateOf(u).theta, 1e-12);
    EXPECT_EQ(result.iterations, result.history.back().iteration);
    expectFunctional(stateOf(u).functional);
    const auto plaquette = [](const HostGaugeField& field) {
        return std::visit(
            [](const auto& v) {
                double sum = 0;
                for (std::int64_t site = 0; site < v.lattice().volume(); ++site)
                    sum += trace(reference::pathProduct(v, v.lattice().coordinates(site),
                                                        {{0, 1}, {3, 1}, {0, -1}, {3, -1}}))
                               .real();
                return sum / double(v.lattice().volume());
            },
            oracleField(field));
    };
    EXPECT_NEAR(plaquette(u), plaquette(links()),
                1e-6); // links of files are as close to the group as 32 bits have them
}

/// In Landau gauge with periodic boundaries the sum of A_3 over a time slice does not depend on t.
TEST_P(FixedFileTest, LandauGaugeConservesTheFieldAlongTime)
{
    if (GetParam().gauge != Gauge::Landau) GTEST_SKIP() << "Landau gauge only";
    Device* device = sharedDevice(Path::Fragment, Precision::Double);
    if (device == nullptr) GTEST_SKIP() << "no double precision here";
    HostGaugeField u = links();
    finalFixingOn(*device).fix(u, {.tolerance = 1e-20}, {});
    const auto field = reference::gaugeField<3>(u.lattice, u.links);
    const Lattice& lattice = field.lattice();
    std::vector<reference::Matrix<3>> sums(std::size_t(lattice.extent(3)));
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        sums[std::size_t(lattice.coordinates(site)[3])] += reference::gluonField(field(3, site));
    for (const auto& sum : sums)
        EXPECT_LT(largestDifference(sum, sums[0]), 1e-8);
    EXPECT_GT(largestDifference(sums[0], reference::Matrix<3>()), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(SU3, FixedFileTest, testing::ValuesIn(fixedFiles), [](const auto& param) {
    std::string name = param.param.file;
    std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
    return name + (param.param.gauge == Gauge::Coulomb ? "Coulomb" : "Landau");
});

} // namespace
} // namespace gaugegl
