// The links of the host against the oracle: observables, transformations, the projection, storage.
#include "host/gauge_field.h"

#include "checks/oracle_field.h"
#include "host/matrix.h"
#include "reference/observables.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

const Lattice extents({4, 2, 6, 2});

double apart(std::span<const std::complex<double>> a, std::span<const std::complex<double>> b)
{
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        largest = reference::larger(largest, std::abs(a[k] - b[k]));
    return largest;
}

class HostLinksTest : public testing::TestWithParam<Group> {
protected:
    const OracleField oracle_ = hotField(extents, GetParam(), 11);
    const HostGaugeField u_ = hostField(oracle_);
};

TEST_P(HostLinksTest, HaveThePlaquetteAndTheTraceOfTheOracle)
{
    std::visit(
        [&](const auto& v) {
            EXPECT_NEAR(host::plaquette(u_), reference::plaquettes(v).all, 1e-14);
            EXPECT_NEAR(host::linkTrace(u_), reference::linkTrace(v), 1e-14);
        },
        oracle_);
}

TEST_P(HostLinksTest, TransformAsThoseOfTheOracle)
{
    const TransformationVector g =
        host::randomTransformation(extents, GetParam(), GeneratorChoice(), 5, Precision::Double);
    HostGaugeField transformed = u_;
    host::transform(transformed, g, extents);

    const OracleField expected = std::visit(
        []<int N>(const reference::GaugeField<N>& v) {
            return OracleField(
                reference::transformed(v, reference::randomGaugeTransformation<N>(extents, 5, Precision::Double)));
        },
        oracle_);
    EXPECT_LT(apart(transformed.links, hostField(expected).links), 1e-14);
}

TEST_P(HostLinksTest, AreProjectedAsThoseOfTheOracle)
{
    HostGaugeField bent = u_;
    bent.link(2, 17)[0] *= 1.001;
    const OracleField before = oracleField(bent);

    EXPECT_NEAR(host::reunitarise(bent),
                std::visit([](const auto& v) { return reference::unitarityDeviation(v(2, std::int64_t(17))); }, before),
                1e-14);

    const OracleField expected = std::visit(
        [](auto v) {
            for (std::int64_t site = 0; site < extents.volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    v(mu, site) = reference::reunitarised(v(mu, site));
            return OracleField(std::move(v));
        },
        before);
    EXPECT_LT(apart(bent.links, hostField(expected).links), 1e-15);
}

TEST_P(HostLinksTest, ComeBackFromTheirStorage)
{
    for (std::int64_t site = 0; site < extents.volume(); ++site) {
        std::array<double, host::mostStoredReals> reals{};
        std::vector<std::complex<double>> back(u_.link(1, site).size());
        host::packLink(reals.data(), GetParam(), u_.link(1, site));
        host::unpackLink(back, GetParam(), reals.data());
        ASSERT_LT(apart(back, u_.link(1, site)), 1e-14);
        ASSERT_LT(host::unitarityDefect(GetParam(), back), 1e-14);
    }
}

INSTANTIATE_TEST_SUITE_P(Groups, HostLinksTest, testing::ValuesIn(allGroups()),
                         [](const auto& group) { return name(group.param); });

} // namespace
} // namespace gaugegl
