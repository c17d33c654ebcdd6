// Overlap quarks on a device.
#pragma once

#include "fermion/overlap/kernel_spectrum.h"
#include "gaugegl/device/device.h"
#include "gaugegl/fermion/solve/inversion.h"

namespace gaugegl {

/// An inverter of overlap quarks on a device, which must outlive it: in double precision on one of double precision, else in single or
/// mixed precision.  It takes what is known of the kernel from the store, which may be null, and leaves it there.  Throws as
/// deviceInverter(); collective.
std::unique_ptr<Inverter> deviceOverlapInverter(Device& device, const HostGaugeField& links,
                                                const DiracParameters& dirac, const SharedLattice& shared,
                                                std::shared_ptr<KernelSpectrumStore> store);

/// What finds the modes of overlap quarks on a device, which must outlive it.  Throws as deviceModeFinder(); collective.
std::unique_ptr<ModeFinder> deviceOverlapModes(Device& device, const HostGaugeField& links,
                                               const SpectralParameters& of, const SharedLattice& shared);

} // namespace gaugegl
