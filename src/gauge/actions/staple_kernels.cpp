#include "gauge/actions/staple_kernels.h"

#include "gaugegl/core/link_set.h"

#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {
namespace {

/// What a kernel that sums the staples of the field's own links reads.
void bindLinks(Kernel& kernel, const GaugeField& u, int parity, const GaugeAction& action)
{
    readLinks(kernel, u, parity);
    setCoefficients(kernel, action);
}

/// Which sums the kernel staple writes: those of all sublattices.
void bindSet(Kernel& kernel, int mu, const GaugeAction& action)
{
    if (action.loops().couplesParity()) kernel.set("uMu", mu).set("uSublattice", LinkSet::everySublattice);
}

} // namespace

void setCoefficients(Kernel& kernel, const GaugeAction& action)
{
    if (action.loops().plaquettesOnly()) { // whose coefficient no kernel multiplies
        if (action.of(LoopShape::Plaquette) != 1)
            throw std::logic_error("c0 of an action of plaquettes belongs in beta");
        return;
    }
    action.forEachLoop(
        [&](const LoopTraits& one, double coefficient) { kernel.set(std::string(one.uniform), coefficient); });
}

StapleKernels::StapleKernels(Device& device, const Lattice& lattice, Group group, const GaugeAction& action,
                             bool spatial)
    : device_(&device), lattice_(lattice), variant_{.group = group,
                                                    .staples = defaultStapleSource(group, device.precision(),
                                                                                   action.loops(), device.registers()),
                                                    .loops = action.loops()},
      action_(action), spatial_(spatial)
{}

Kernel StapleKernels::prepared(const Spec& spec, const GaugeField& u, int mu, int parity)
{
    StapleVariant variant = variant_;
    variant.mu = mu;
    const auto bind = [&](Kernel& kernel) {
        bindLinks(kernel, u, parity, action_);
        kernel.set("uSpatial", spatial_ ? 1 : 0);
        if (variant.staples != StapleSource::Fused) bindSet(kernel, mu, action_);
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
    if (!sums_) sums_.emplace(*device_, halfFieldShape(lattice_, staplePlanes(variant.group)));
    Kernel kernel(*device_, stapleSpec(lattice_, variant));
    bindLinks(kernel, u, parity, action_);
    bindSet(kernel, mu, action_);
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
    if (!sums_) sums_.emplace(*device_, halfFieldShape(lattice_, staplePlanes(variant.group)));
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
