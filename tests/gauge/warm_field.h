// A field with some order, so that sums of its links are not nearly singular.
#pragma once

#include "gauge/host_fields.h"
#include "gaugegl/gauge/update/update.h"

namespace gaugegl::testing_support {

inline GaugeField warmField(Device& device, Group group)
{
    GaugeField u(device, lattice, group);
    hotStart(u, 3);
    for (std::uint32_t sweep = 0; sweep < 3; ++sweep)
        heatBathSweep(u, {.beta = group == Group::SU2 ? 2.3 : 5.7}, 3, sweep);
    return u;
}

} // namespace gaugegl::testing_support
