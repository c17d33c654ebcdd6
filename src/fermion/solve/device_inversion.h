// Solves systems with single precision and 16 bits on the device; the true residual is computed on the host.
#pragma once

#include "gaugegl/device/device.h"
#include "gaugegl/fermion/solve/inversion.h"

namespace gaugegl {

/// An inverter on a device, which must outlive it.  A device of double precision solves in double; one of single
/// precision in single, mixed (corrections in single on the device) and mixed16 (corrections of these in 16 bits).
/// Links are those of this rank's part of a lattice that the ranks of the device share.  Throws DeviceError if the fields
/// do not fit, and InputError for invalid parameters of the operator.
std::unique_ptr<Inverter> deviceInverter(Device& device, const HostGaugeField& links, const DiracParameters& dirac,
                                         const SharedLattice& shared);
/// An inverter on a device for a lattice that this rank holds alone.  Throws DeviceError and InputError as for a shared one.
inline std::unique_ptr<Inverter> deviceInverter(Device& device, const HostGaugeField& links,
                                                const DiracParameters& dirac)
{
    return deviceInverter(device, links, dirac, links.lattice);
}

} // namespace gaugegl
