#include "checks/staple_checks.h"

#include "checks/oracle_field.h"
#include "gauge/actions/staple_kernels.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/gauge/kernels.h"
#include "reference/update.h"

#include <complex>
#include <optional>

namespace gaugegl {
namespace {

std::vector<StapleSource> storedSources(Precision precision)
{
    if (precision == Precision::Double) return {StapleSource::ByRows};
    return {StapleSource::Stored, StapleSource::ByRows};
}

template<int N>
double stapleDeviation(const reference::GaugeField<N>& u, const LinkSet& set, const GaugeAction& action,
                       const std::vector<double>& sums)
{
    const Lattice& lattice = u.lattice();
    std::optional<Sublattices> sublattices;
    if (action.loops().couplesParity()) sublattices.emplace(lattice);
    const auto texels = std::size_t(lattice.halfVolume());
    double deviation = 0;
    for (std::size_t texel = 0; texel < texels; ++texel) {
        const std::int64_t site = siteOfTexel(lattice, set.parity, texel);
        if (sublattices && sublattices->of(lattice.coordinates(site), set.mu) != set.sublattice) continue;
        const auto expected = reference::staple(u, set.mu, site, action);
        for (std::size_t row = 0; row < N; ++row)
            for (std::size_t column = 0; column < N; ++column) { // two planes a row, two columns in the first
                const std::size_t at = 4 * ((2 * row + column / 2) * texels + texel) + 2 * (column % 2);
                deviation = reference::larger(
                    deviation, std::abs(std::complex(sums[at], sums[at + 1]) - expected(int(row), int(column))));
            }
    }
    return deviation;
}

void compareStaples(CheckList& checks, const GaugeField& u, const std::string& name, const GaugeAction& action,
                    const std::vector<StapleSource>& sources)
{
    const OracleField host = oracleField(u);
    PlaneTexture sums(u.device(), halfFieldShape(u.lattice(), staplePlanes(u.group())));
    const bool plain = action.loops().plaquettesOnly();
    double deviation = 0;
    for (const StapleSource source : sources) {
        for (const LinkSet& set : linkSets(u.lattice(), action.loops())) {
            Kernel kernel(u.device(), stapleSpec(u.group(), u.lattice(), set.mu, source, action.loops()));
            readLinks(kernel, u, set.parity);
            setCoefficients(kernel, action);
            kernel.set("uMu", set.mu).set("uSublattice", set.sublattice).run(sums);
            const std::vector<double> found = sums.download();
            deviation = reference::larger(
                deviation, std::visit([&](const auto& v) { return stapleDeviation(v, set, action, found); }, host));
        }
    }
    checks.report(name, deviation, plain ? checks.either(1e-5, 1e-13) : checks.either(5e-5, 5e-13));
}

} // namespace

void verifyStaples(CheckList& checks, const GaugeField& u, const std::string& name, const GaugeAction& action)
{
    const Device& device = u.device();
    const StapleSource usual = defaultStapleSource(u.group(), device.precision(), action.loops(), device.registers());
    const std::vector<StapleSource> stored = storedSources(device.precision());
    if (usual == StapleSource::Fused) { // no update reads them: of variants is all of it
        checks.makeOfVariants(1, [&] { compareStaples(checks, u, name, action, stored); });
        return;
    }
    checks.make(1,
                [&] { compareStaples(checks, u, name, action, checks.plan().variants ? stored : std::vector{usual}); });
}

} // namespace gaugegl
