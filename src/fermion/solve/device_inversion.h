// Systems solved on a device, where single precision and 16 bits are at home; the true residual is the host's.
#pragma once

#include "gaugegl/device/device.h"
#include "gaugegl/fermion/solve/inversion.h"

namespace gaugegl {

/// On a device, which must outlive the inverter.  One of double precision solves in double; one of single precision
/// in single, mixed (corrections in single on the device) and mixed16 (their corrections in 16 bits, too).  Throws
/// DeviceError when the fields do not fit, and InputError for an operator that is not sensible.
std::unique_ptr<Inverter> deviceInverter(Device& device, const FermionLinks& links, const DiracParameters& dirac);

} // namespace gaugegl
