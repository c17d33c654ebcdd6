#include "gaugegl/gauge/projection/projection.h"

#include "gauge/flops.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Angles of a link or a plaquette: SU(2) has one.
double anglesOf(Group group) { return traits(group).quaternions ? 1 : colours(group); }

} // namespace

KernelSpec projectedLinksSpec(Group group)
{
    // An angle: the norm 4, tan(f/8) 11, five terms of 2 and their square, the factors 3.
    constexpr double angle = 4 + 11 + 5 * 2 + 1 + 3;
    // SU(3): the mean 4 and its subtraction 6, the traces 4 + 4.
    const double rest = traits(group).quaternions ? 0 : 4 + 6 + matrixFlops(group).complexTrace + 4;
    const double planes = linkPlanes(group) + 1;
    return {.kernel = "projected_links",
            .label = fmt::format("projected_links-{}", word(group)),
            .defines = groupDefines(group),
            .resultPlanes = 1,
            .cost = {anglesOf(group) * angle + rest, planes, planes}};
}

KernelSpec monopolesSpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = siteKernelSpec("monopoles", group, lattice);
    // Each plaquette at x and in two directions ahead: reduced by 3, and 8 for the sum of three colours; two currents
    // get 3 each; a cosine 22.  Magnitudes of four currents 3, their sum, means.
    constexpr double plaquettes = 6, links = 4, around = 3; // sums of a plaquette
    const double angles = anglesOf(group), flux = angles * (around + 3) + (traits(group).quaternions ? 0 : 8);
    spec.cost = {plaquettes * (3 * flux + angles * (2 * 3 + 22)) + angles * (4 * 3 + 3) + 6, plaquettes * 3 * links + 1,
                 8 + 1};
    return spec;
}

KernelSpec vorticesSpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = siteKernelSpec("vortices", group, lattice);
    constexpr double plaquettes = 6, links = 4, around = 3;
    spec.cost = {plaquettes * (around + 7) + 2, plaquettes * links + 1, 8 + 1};
    return spec;
}

std::vector<KernelSpec> projectionKernels(Group group, const Lattice& lattice)
{
    if (!has(group, Feature::CentreProjection)) return {};
    return {projectedLinksSpec(group), monopolesSpec(group, lattice), vorticesSpec(group, lattice)};
}

ProjectionMeter::ProjectionMeter(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group), density_{PlaneTexture(device, halfFieldShape(lattice, 1)),
                                                                   PlaneTexture(device, halfFieldShape(lattice, 1))},
      reduction_(device)
{
    requireFeature(group, Feature::CentreProjection);
    for (auto& links : links_)
        links = std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, 1));
}

std::vector<const PlaneTexture*> ProjectionMeter::links(int parity) const
{
    std::vector<const PlaneTexture*> result;
    result.reserve(4);
    for (int mu = 0; mu < 4; ++mu)
        result.push_back(links_[std::size_t(2 * mu + parity)].get());
    return result;
}

/// Projects all links, then runs the kernel.
std::array<double, 4> ProjectionMeter::meanOf(const KernelSpec& spec, const GaugeField& u)
{
    assert(u.lattice() == lattice_ && u.group() == group_);
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            Kernel(*device_, projectedLinksSpec(group_))
                .read("uLinks", u.links(mu, parity))
                .run(*links_[std::size_t(2 * mu + parity)]);
    std::array<double, 4> mean{};
    for (int parity = 0; parity < 2; ++parity) {
        Kernel(*device_, spec)
            .read("uSame", links(parity))
            .read("uOther", links(1 - parity))
            .set("uParity", parity)
            .run(density_.of(parity));
        const auto sum = reduction_.sum(density_.of(parity));
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += sum[i] / double(lattice_.volume());
    }
    return mean;
}

AbelianObservables ProjectionMeter::abelian(const GaugeField& u)
{
    const auto mean = meanOf(monopolesSpec(group_, lattice_), u);
    return {.monopoleDensity = mean[0],
            .monopoleDensityTime = mean[1],
            .plaquette = (mean[2] + mean[3]) / 2,
            .plaquetteSpace = mean[2],
            .plaquetteTime = mean[3]};
}

CentreObservables ProjectionMeter::centre(const GaugeField& u)
{
    const auto mean = meanOf(vorticesSpec(group_, lattice_), u);
    const double density = (mean[0] + mean[1]) / 2;
    // An element of the centre that is not 1 has the real part -1 in SU(2), -1/2 in SU(3).
    return {.vortexDensity = density,
            .vortexDensitySpace = mean[0],
            .vortexDensityTime = mean[1],
            .plaquette = 1 - density * (traits(group_).quaternions ? 2 : 1.5)};
}

} // namespace gaugegl
