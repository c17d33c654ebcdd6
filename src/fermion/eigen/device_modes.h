// Low modes on a device, in single or double precision; what is checked is checked on the host.
#pragma once

#include "gaugegl/device/device.h"
#include "gaugegl/fermion/eigen/low_modes.h"

namespace gaugegl {

/// Finds them on a device, which must outlive it: in double precision on one of double precision, else in single or mixed
/// precision.  Throws DeviceError if the fields do not fit, and InputError for invalid parameters.
std::unique_ptr<ModeFinder> deviceModeFinder(Device& device, const HostGaugeField& links, const SpectralParameters& of,
                                             const SharedLattice& shared);
/// Finds them on a device for a lattice that this rank holds alone.  Throws DeviceError and InputError as for a shared one.
inline std::unique_ptr<ModeFinder> deviceModeFinder(Device& device, const HostGaugeField& links,
                                                    const SpectralParameters& of)
{
    return deviceModeFinder(device, links, of, links.lattice);
}

} // namespace gaugegl
