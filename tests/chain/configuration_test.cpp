// Configurations on the host: what is computed is written as elements of the group.
#include "gaugegl/chain/configuration.h"

#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "io/sample_field.h"
#include "reference/observables.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace testing_support;
using io::test::TemporaryFolder;

/// Numbers of links, one after the other.
template<class Change>
void forEveryNumber(HostGaugeField& u, const Change& change)
{
    for (std::complex<double>& number : u.links)
        change(number);
}

/// Links with the rounding that a device in single precision leaves.
HostGaugeField roundedField(Group group)
{
    HostGaugeField u = hostField(hostHotStart(group, 3));
    forEveryNumber(u, [](std::complex<double>& z) { z = {float(z.real() * (1 + 2e-7)), float(z.imag())}; });
    return u;
}

double largestDeviation(const HostGaugeField& u)
{
    double largest = 0;
    std::visit(
        [&](const auto& v) {
            for (std::int64_t site = 0; site < v.lattice().volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    largest = std::max(largest, reference::unitarityDeviation(v(mu, site)));
        },
        oracleField(u));
    return largest;
}

class ProjectedFileTest : public testing::TestWithParam<Group> {
protected:
    const TemporaryFolder folder_;
    const std::string path_ = folder_.file("u.ildg");
};

TEST_P(ProjectedFileTest, HoldsElementsOfTheGroup)
{
    const HostGaugeField u = roundedField(GetParam());
    ASSERT_GT(largestDeviation(u), 1e-7);

    writeProjected(path_, u, {.bits = 64});
    const Configuration wide = readConfiguration(path_);
    writeProjected(path_, u, {.bits = 32});
    const Configuration narrow = readConfiguration(path_);

    EXPECT_LT(largestDeviation(wide.links), 1e-14);
    EXPECT_LT(largestDeviation(narrow.links), 2e-7);
    EXPECT_LT(largestDifference(wide.links, u), 1e-6);
    EXPECT_NEAR(std::visit([](const auto& v) { return reference::plaquettes(v).all; }, oracleField(u)),
                plaquetteOfFile(path_), 1e-6);
}

TEST_P(ProjectedFileTest, WithoutAProjectionKeepsEveryBit)
{
    const HostGaugeField u = roundedField(GetParam());

    writeConfiguration(path_, u, {.bits = 64});

    EXPECT_EQ(largestDifference(readConfiguration(path_).links, u), 0);
}

TEST_P(ProjectedFileTest, IsRefusedForLinksThatAreNone)
{
    for (const double factor : {1.001, std::numeric_limits<double>::quiet_NaN()}) {
        HostGaugeField u = hostField(hostHotStart(GetParam(), 3));
        u.link(2, 17)[0] *= factor;
        try {
            writeProjected(path_, u, {});
            ADD_FAILURE() << "was written";
        } catch (const InputError& error) {
            EXPECT_PRED_FORMAT2(testing::IsSubstring, "cannot be saved: a link differs from", error.what());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Groups, ProjectedFileTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

// Which tells links from each other: a file counts once, and a chain from it has numbers of its own.
TEST(Configuration, HasTheFingerprintOfItsLinksWhateverItsFile)
{
    const TemporaryFolder folder;
    const HostGaugeField u = hostField(hostHotStart(Group::SU3, 3)), v = hostField(hostHotStart(Group::SU3, 4));
    writeConfiguration(folder.file("u.ildg"), u, {});
    writeConfiguration(folder.file("u.nersc"), u, {.format = "nersc", .bits = 32});
    writeConfiguration(folder.file("v.ildg"), v, {});

    const std::uint64_t own = readConfiguration(folder.file("u.ildg")).header.fingerprint;
    EXPECT_NE(own, 0U);
    EXPECT_EQ(readConfiguration(folder.file("u.nersc")).header.fingerprint, own);
    EXPECT_NE(readConfiguration(folder.file("v.ildg")).header.fingerprint, own);
    const auto shared = [](const io::GaugeFileHeader& header) { return SharedLattice(header.lattice); };
    EXPECT_EQ(readConfiguration(folder.file("u.ildg"), {}, SharedOf(shared)).header.fingerprint, own);
}

} // namespace
} // namespace gaugegl
