#include "fermion/operators/device_quark.h"

#include "gaugegl/fields/transfer.h"

namespace gaugegl {

GaugeField fieldOn(Device& device, const Lattice& lattice, const HostGaugeField& links)
{
    GaugeField u(device, lattice, links.group);
    upload(u, links);
    return u;
}

DeviceQuark::DeviceQuark(Device& device, const Lattice& lattice, const HostGaugeField& hostLinks,
                         const DiracParameters& dirac)
    : u(fieldOn(device, lattice, hostLinks)),
      links(u, defaultHopStorage(hostLinks.group, device.precision(), device.registers())),
      hopping(dirac.kind(), links, dirac.phases())
{
    if (dirac.slices() > 1) hopping = hopping.inSlices(dirac.slices());
    hopping.tune(device.tuner());
    if (dirac.clover == 0) return;
    clover = std::make_shared<const CloverField>(u, dirac.wilson());
    hopping = hopping.with(clover);
}

} // namespace gaugegl
