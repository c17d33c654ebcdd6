#include "gaugegl/fields/algebra_field.h"

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

} // namespace gaugegl
