#include "gaugegl/fields/algebra_field.h"

namespace gaugegl {

AlgebraField::AlgebraField(Device& device, const Lattice& lattice, Group group)
{
    for (auto& elements : elements_)
        elements = std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, algebraPlanes(group)));
}

} // namespace gaugegl
