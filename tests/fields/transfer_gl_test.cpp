// Gauge fields cross between host and device link by link, and are values on the device.
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"

#include "checks/oracle_field.h"
#include "support/device_fixture.h"

#include <set>

namespace gaugegl {
namespace {

const Lattice lattice({4, 6, 8, 10});

HostGaugeField hotField(Group group, std::uint64_t seed) { return hostField(gaugegl::hotField(lattice, group, seed)); }

double largestDifference(std::span<const std::complex<double>> a, std::span<const std::complex<double>> b)
{
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const std::complex<double> d = a[k] - b[k];
        largest = reference::larger(largest, std::max(std::abs(d.real()), std::abs(d.imag())));
    }
    return largest;
}

/// The largest difference of an element, over all links.
double largestDifference(const HostGaugeField& a, const HostGaugeField& b)
{
    return largestDifference(a.links, b.links);
}

/// The matrix diag(-1, 1, ...) of determinant 1 that no cold link is: -1 in the first two rows.
void mark(HostGaugeField& u, int mu, const Coordinates& x)
{
    const auto link = u.link(mu, u.lattice.index(x));
    link[0] = -1.0;
    link[std::size_t(colours(u.group)) + 1] = -1.0;
}

class TransferTest : public testing_support::DeviceTest {
protected:
    /// Of one element; a few roundings of numbers of size 1.
    double tolerance() const { return precision() == Precision::Single ? 1e-7 : group() == Group::SU2 ? 1e-16 : 1e-15; }
};

// 140 rows of texels, which no band divides.
TEST_P(TransferTest, SiteBySiteEveryLinkComesToTheSameTexel)
{
    const Lattice large({16, 16, 10, 14});
    HostGaugeField host = hostGaugeField(large, group());
    GaugeField expected(device(), large, group()), u(device(), large, group());
    double count = 0.0; // no two numbers are the same; to the transfer they need not be a group's
    for (std::complex<double>& element : host.links) {
        count += 1.0;
        element = {count, -count};
    }
    upload(expected, host);

    LinkUpload streamed(u);
    for (std::int64_t site = 0; site < large.volume(); ++site)
        streamed.add(site, host.linksOf(site));

    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            EXPECT_EQ(u.links(mu, parity).download(), expected.links(mu, parity).download()) << mu << " " << parity;
}

TEST_P(TransferTest, ARandomFieldReturnsAsItWas)
{
    const HostGaugeField host = hotField(group(), 3);
    GaugeField u(device(), lattice, group());

    upload(u, host);

    const double deviation = largestDifference(download(u), host);
    // In single precision the third row of SU(3) is a product of rounded numbers.
    EXPECT_LE(deviation, (precision() == Precision::Single && group() == Group::SU3 ? 3 : 1) * tolerance());
    if (precision() == Precision::Single) {
        EXPECT_GT(deviation, 1e-9) << "was it rounded?";
    }
}

TEST_P(TransferTest, ANewFieldIsCold)
{
    EXPECT_EQ(largestDifference(download(GaugeField(device(), lattice, group())), hostGaugeField(lattice, group())),
              0.0);
}

TEST_P(TransferTest, EveryLinkLiesInTheTexelOfItsSite)
{
    for (const auto& [mu, x] : {std::pair<int, Coordinates>{0, {0, 0, 0, 0}},
                                {1, {3, 5, 7, 9}},
                                {2, {1, 4, 2, 7}},
                                {3, {2, 1, 6, 4}},
                                {3, {3, 0, 5, 8}}}) {
        HostGaugeField host = hostGaugeField(lattice, group());
        mark(host, mu, x);
        GaugeField u(device(), lattice, group());

        upload(u, host);

        // CONVENTIONS.md, storage: (xh + (Lx/2) y, z + Lz t), x = 2 xh + ((y + z + t + p) & 1).
        const std::size_t width = 2 * 6;
        const std::size_t column = std::size_t(x[0] / 2 + 2 * x[1]), row = std::size_t(x[2] + 8 * x[3]);
        for (int nu = 0; nu < 4; ++nu)
            for (int parity = 0; parity < 2; ++parity) {
                const std::vector<double> links = u.links(nu, parity).download();
                for (std::size_t texel = 0; texel < links.size() / 4 / std::size_t(linkPlanes(group())); ++texel) {
                    const bool marked = nu == mu && parity == Lattice::parity(x) && texel == row * width + column;
                    ASSERT_EQ(links[4 * texel], marked ? -1.0 : 1.0) << "direction " << nu << ", texel " << texel;
                }
            }
        EXPECT_EQ(largestDifference(download(u), host), 0.0);
    }
}

TEST_P(TransferTest, OnePairOfDirectionAndParityIsTransferredAlone)
{
    const HostGaugeField host = hotField(group(), 5);
    HostGaugeField out = hostGaugeField(lattice, group());
    GaugeField u(device(), lattice, group());

    uploadLinks(u.links(2, 1), host, 2, 1);
    downloadLinks(out, u.links(2, 1), 2, 1);

    const HostGaugeField cold = hostGaugeField(lattice, group());
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const bool sent = mu == 2 && Lattice::parity(lattice.coordinates(site)) == 1;
            ASSERT_LE(largestDifference(out.link(mu, site), (sent ? host : cold).link(mu, site)), 3 * tolerance());
        }
}

TEST_P(TransferTest, AnotherGroupOrLatticeIsRefused)
{
    const Group other = group() == Group::SU2 ? Group::SU3 : Group::SU2;
    GaugeField u(device(), lattice, group());

    EXPECT_THROW(upload(u, hostGaugeField(lattice, other)), InputError);
    EXPECT_THROW(upload(u, hostGaugeField(Lattice({4, 6, 10, 8}), group())), InputError); // the same shape of texture
    EXPECT_EQ(largestDifference(download(u), hostGaugeField(lattice, group())), 0.0);
}

TEST_P(TransferTest, ACopyIsIndependentOfTheOriginal)
{
    const HostGaugeField first = hotField(group(), 7), second = hotField(group(), 8);
    GaugeField original(device(), lattice, group());
    upload(original, first);
    const HostGaugeField before = download(original);

    GaugeField copy(original);
    GaugeField assigned(device(), lattice, group());
    assigned = original;
    upload(original, second);

    EXPECT_EQ(largestDifference(download(copy), before), 0.0);
    EXPECT_EQ(largestDifference(download(assigned), before), 0.0);
    EXPECT_GT(largestDifference(download(original), before), 0.1);
    upload(copy, hostGaugeField(lattice, group()));
    EXPECT_EQ(largestDifference(download(assigned), before), 0.0);
}

TEST_P(TransferTest, ReplaceSwapsOneLinkTextureWithTheScratch)
{
    GaugeField u(device(), lattice, group());
    const GLuint links = u.links(1, 0).id(), scratch = u.scratch().id(), other = u.links(1, 1).id();

    u.replace(1, 0);

    EXPECT_EQ(u.links(1, 0).id(), scratch);
    EXPECT_EQ(u.scratch().id(), links);
    EXPECT_EQ(u.links(1, 1).id(), other);
}

TEST_P(TransferTest, ADensityComesBackInTheOrderOfSites)
{
    PlaneTexture even(device(), halfFieldShape(lattice, 1)), odd(device(), halfFieldShape(lattice, 1));
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<double> values(even.shape().texels() * 4);
        for (std::size_t texel = 0; texel < values.size() / 4; ++texel)
            for (std::size_t c = 0; c < 4; ++c)
                values[4 * texel + c] = double(4 * siteOfTexel(lattice, parity, texel)) + double(c);
        (parity == 0 ? even : odd).upload(values);
    }

    const auto density = downloadDensity(lattice, even, odd);

    ASSERT_EQ(density.size(), std::size_t(lattice.volume()));
    for (std::size_t site = 0; site < density.size(); ++site)
        for (std::size_t c = 0; c < 4; ++c)
            ASSERT_EQ(density[site][c], double(4 * site + c));
}

INSTANTIATE_TEST_SUITE_P(Device, TransferTest, testing::ValuesIn(testing_support::allVariants()),
                         testing_support::variantName);

} // namespace
} // namespace gaugegl
