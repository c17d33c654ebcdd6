// Where systems are solved: on a device, or on the CPU.
#pragma once

#include "fermion/eigen/device_modes.h"
#include "fermion/measure/quark_smearer.h"
#include "fermion/overlap/kernel_spectrum.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/core/dirac_parameters.h"

namespace gaugegl {

/// What solves the systems of each configuration.
class InverterBackend {
public:
    /// `path` is "fragment", "compute", "cpu", or "auto": a card where there is one and else the CPU, which is faster
    /// than a software driver.  Opens a device if the path or the precision needs one, of the precision that the solver
    /// asks for; context and options say the rest.
    InverterBackend(const std::string& path, SolverPrecision precision, const gl::ContextOptions& context = {},
                    const DeviceOptions& options = {});
    /// On a device that is there already and outlives the place, or null: the CPU.
    explicit InverterBackend(Device* device) : on_(device) {}
    InverterBackend(const InverterBackend&) = delete;
    InverterBackend& operator=(const InverterBackend&) = delete;

    /// The place must outlive it.  Overlap quarks of several masses find the modes of their kernel once for the same links.
    std::unique_ptr<Inverter> inverter(const HostGaugeField& links, const DiracParameters& dirac,
                                       const SharedLattice& shared);
    /// Smears sources and sinks where the systems are solved; the place must outlive it.
    std::unique_ptr<QuarkSmearer> smearer(const SmearedLinks& in, const SharedLattice& shared);
    /// What finds the modes of a matrix; the place must outlive it.
    std::unique_ptr<ModeFinder> modeFinder(const HostGaugeField& links, const SpectralParameters& of,
                                           const SharedLattice& shared);
    /// Null on the CPU.
    Device* device() { return on_; }

private:
    std::optional<Device> device_; ///< that it has opened itself
    Device* on_ = nullptr;
    std::shared_ptr<KernelSpectrumStore> kernels_; ///< of overlap quarks, once there are any
};

} // namespace gaugegl
