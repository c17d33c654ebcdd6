// The hopping term of an operator on a device, with what it reads.
#pragma once

#include "fermion/operators/clover_field.h"
#include "fermion/operators/hopping.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/host/gauge_field.h"

namespace gaugegl {

/// The links of this rank's part of a lattice as a field of a device.
GaugeField fieldOn(Device& device, const Lattice& lattice, const HostGaugeField& links);

/// That of quarks in links that are theirs: smeared, if they are to be.  Tuned where the device has a tuner.
struct DeviceQuark {
    /// The device must outlive the object.  Throws DeviceError if the fields do not fit.
    DeviceQuark(Device& device, const Lattice& lattice, const HostGaugeField& links, const DiracParameters& dirac);
    DeviceQuark(const DeviceQuark&) = delete;
    DeviceQuark& operator=(const DeviceQuark&) = delete;

    GaugeField u;                              ///< the links
    HopLinks links;                            ///< as the hopping term reads them
    DeviceHopping hopping;                     ///< with the clover term
    std::shared_ptr<const CloverField> clover; ///< or null
};

} // namespace gaugegl
