// Gauge fields cross between host and device link by link, and are values on the device.
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"

#include "support/device_fixture.h"

#include <set>

namespace gaugegl {
namespace {

const Lattice lattice({4, 6, 8, 10});

HostGaugeField hotField(Group group, std::uint64_t seed)
{
    if (group == Group::SU2) return reference::hotStart<2>(lattice, seed, Precision::Double);
    return reference::hotStart<3>(lattice, seed, Precision::Double);
}

/// The largest difference of an element, over all links.
double largestDifference(const HostGaugeField& a, const HostGaugeField& b)
{
    return std::visit(
        [&](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(b);
            double largest = 0.0;
            for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    largest = reference::larger(largest, reference::largestDifference(u(mu, site), v(mu, site)));
            return largest;
        },
        a);
}

/// The matrix diag(-1, 1, ...) of determinant 1 that no cold link is: -1 in the first two rows.
void mark(HostGaugeField& u, int mu, const Coordinates& x)
{
    std::visit(
        [&](auto& field) {
            field(mu, x)(0, 0) = -1.0;
            field(mu, x)(1, 1) = -1.0;
        },
        u);
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
    std::visit(
        [&](auto& field) {
            double count = 0.0; // no two numbers are the same; to the transfer they need not be a group's
            for (std::int64_t site = 0; site < large.volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    for (auto& element : field(mu, site).e) {
                        count += 1.0;
                        element = {count, -count};
                    }
            upload(expected, host);

            LinkUpload streamed(u);
            std::vector<std::complex<double>> links;
            for (std::int64_t site = 0; site < large.volume(); ++site) {
                links.clear();
                for (int mu = 0; mu < 4; ++mu)
                    links.insert(links.end(), field(mu, site).e.begin(), field(mu, site).e.end());
                streamed.add(site, links);
            }
        },
        host);

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

    std::visit(
        [&](const auto& result) {
            const auto& expected = std::get<std::decay_t<decltype(result)>>(host);
            const auto one = std::decay_t<decltype(result(0, std::int64_t(0)))>::identity();
            for (std::int64_t site = 0; site < lattice.volume(); ++site)
                for (int mu = 0; mu < 4; ++mu) {
                    const bool sent = mu == 2 && Lattice::parity(lattice.coordinates(site)) == 1;
                    ASSERT_LE(reference::largestDifference(result(mu, site), sent ? expected(mu, site) : one),
                              3 * tolerance());
                }
        },
        out);
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
