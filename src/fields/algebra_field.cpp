#include "gaugegl/fields/algebra_field.h"

#include "fields/fermion_field.h"

namespace gaugegl {

AlgebraField::AlgebraField(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group)
{
    for (auto& elements : elements_)
        elements = std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, algebraPlanes(group)));
}

PlaneTexture& AlgebraField::scratch()
{
    if (!scratch_) scratch_ = std::make_unique<PlaneTexture>(*device_, halfFieldShape(lattice_, algebraPlanes(group_)));
    return *scratch_;
}

void add(AlgebraField& y, const AlgebraField& x)
{
    const KernelSpec spec =
        linearSpec(algebraPlanes(y.group()), {.operation = LinearOperation::Axpy, .constant = true});
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity) {
            Kernel(y.device(), spec)
                .read("uX", x.of(mu, parity))
                .read("uY", y.of(mu, parity))
                .set("uConstant", 1.0)
                .run(y.scratch());
            y.replace(mu, parity);
        }
}

void setZero(AlgebraField& y)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            Kernel(y.device(),
                   linearSpec(algebraPlanes(y.group()), {.operation = LinearOperation::Zero, .constant = true}))
                .run(y.of(mu, parity));
}

} // namespace gaugegl
