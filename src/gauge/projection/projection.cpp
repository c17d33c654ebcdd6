#include "gaugegl/gauge/projection/projection.h"

#include <cassert>

namespace gaugegl {

KernelSpec projectedLinksSpec(Group group)
{
    return {.kernel = "projected_links",
            .label = fmt::format("projected_links-{}", word(group)),
            .defines = {{"NC", std::to_string(colours(group))}},
            .resultPlanes = 1};
}

KernelSpec monopolesSpec(Group group, const Lattice& lattice) { return siteKernelSpec("monopoles", group, lattice); }
KernelSpec vorticesSpec(Group group, const Lattice& lattice) { return siteKernelSpec("vortices", group, lattice); }

std::vector<KernelSpec> projectionKernels(Group group, const Lattice& lattice)
{
    return {projectedLinksSpec(group), monopolesSpec(group, lattice), vorticesSpec(group, lattice)};
}

ProjectionMeter::ProjectionMeter(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group), density_{PlaneTexture(device, halfFieldShape(lattice, 1)),
                                                                   PlaneTexture(device, halfFieldShape(lattice, 1))},
      reduction_(device)
{
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
