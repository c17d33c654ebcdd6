#include "gaugegl/gauge/actions/staple_kernels.h"

#include "gaugegl/core/link_set.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Binds the operands of a kernel that sums the staples of the field's own links, on all sublattices.
void bindLinks(Kernel& kernel, const GaugeField& u, int mu, int parity, double c1)
{
    readLinks(kernel, u, parity);
    if (c1 != 0)
        kernel.set("uC0", plaquetteCoefficient(c1))
            .set("uC1", c1)
            .set("uMu", mu)
            .set("uSublattice", LinkSet::everySublattice);
}

} // namespace

StapleKernels::StapleKernels(Device& device, const Lattice& lattice, Group group, double c1, bool spatial)
    : device_(&device), lattice_(lattice), variant_{.group = group,
                                                    .staples = defaultStapleSource(group, device.precision(), c1 != 0,
                                                                                   device.registers()),
                                                    .rectangles = c1 != 0},
      c1_(c1), spatial_(spatial)
{}

Kernel StapleKernels::prepared(const Spec& spec, const GaugeField& u, int mu, int parity)
{
    StapleVariant variant = variant_;
    variant.mu = mu;
    const auto bind = [&](Kernel& kernel) {
        bindLinks(kernel, u, mu, parity, c1_);
        kernel.set("uSpatial", spatial_ ? 1 : 0);
    };
    return finished(spec, variant, bind, u.links(mu, parity), parity);
}

Kernel StapleKernels::prepared(const Spec& spec, const GaugeField& u, int mu, int parity, const FatStaples& fat)
{
    StapleVariant variant = variant_;
    variant.sides = int(fat.nu.size());
    const auto bind = [&](Kernel& kernel) {
        kernel.read("uSideSame", fat.sidesSame).read("uSideOther", fat.sidesOther).read("uTop", fat.tops);
        kernel.set("uMu", mu);
        for (std::size_t k = 0; k < fat.nu.size(); ++k)
            kernel.set(fmt::format("uNu{}", k), fat.nu[k]);
    };
    return finished(spec, variant, bind, u.links(mu, parity), parity);
}

const PlaneTexture& StapleKernels::sums(const GaugeField& u, int mu, int parity)
{
    StapleVariant variant = variant_;
    variant.mu = mu;
    if (variant.staples == StapleSource::Fused) variant.staples = StapleSource::Stored;
    if (!sums_) sums_.emplace(*device_, halfFieldShape(lattice_, staplePlanes));
    Kernel kernel(*device_, stapleSpec(lattice_, variant));
    bindLinks(kernel, u, mu, parity, c1_);
    kernel.run(*sums_);
    return *sums_;
}

Kernel StapleKernels::finished(const Spec& spec, StapleVariant variant, const std::function<void(Kernel&)>& bind,
                               const PlaneTexture& link, int parity)
{
    Kernel kernel(*device_, spec(variant));
    kernel.set("uParity", parity);
    if (variant.staples == StapleSource::Fused) {
        bind(kernel);
        if (variant.sides > 0) kernel.read("uLink", link);
        return kernel;
    }
    if (!sums_) sums_.emplace(*device_, halfFieldShape(lattice_, staplePlanes));
    Kernel sum(*device_, stapleSpec(lattice_, variant));
    bind(sum);
    sum.set("uParity", parity).run(*sums_);
    kernel.read("uLink", link).read("uStaple", *sums_);
    return kernel;
}

void exponentiate(GaugeField& u, const AlgebraField& exponents, int directions, double factor)
{
    forEveryLinkTexture(directions, [&](int mu, int parity) {
        Kernel(u.device(), exponentialSpec(u.group()))
            .read("uLink", u.links(mu, parity))
            .read("uAlgebra", exponents.of(mu, parity))
            .read("uAlgebra2", exponents.of(mu, parity)) // which is not read then
            .set("uFirst", factor)
            .set("uSecond", 0.0)
            .run(u.scratch());
        u.replace(mu, parity);
    });
}

} // namespace gaugegl
