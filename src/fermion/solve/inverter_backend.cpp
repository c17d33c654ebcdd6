#include "fermion/solve/inverter_backend.h"

#include "fermion/measure/device_smearer.h"
#include "fermion/overlap/device_overlap.h"
#include "fermion/overlap/overlap_inverter.h"
#include "gauge/path_trial.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/open_device.h"

namespace gaugegl {

InverterBackend::InverterBackend(const std::string& path, SolverPrecision precision, const gl::ContextOptions& context,
                                 const DeviceOptions& options)
{
    if (path == "cpu") return;
    DeviceOptions device = options;
    device.precision = precision == SolverPrecision::Double ? Precision::Double : Precision::Single;
    if (path != "auto") device.path = path == "compute" ? Path::Compute : Path::Fragment;
    if (path != "auto" || precision == SolverPrecision::Mixed16) {
        on_ = &device_.emplace(openDevice(openContext(context), device, stapleTrial));
        return;
    }
    try {
        const std::shared_ptr<gl::Context> opened = openContext(context);
        if (!opened->capabilities().software) on_ = &device_.emplace(openDevice(opened, device, stapleTrial));
    } catch (const DeviceError&) { // NOLINT(bugprone-empty-catch): auto, and there is no device that can do it
    }
}

std::unique_ptr<Inverter> InverterBackend::inverter(const HostGaugeField& links, const DiracParameters& dirac,
                                                    const SharedLattice& shared)
{
    if (!hasEvenOdd(dirac.type)) {
        if (!kernels_) kernels_ = std::make_shared<KernelSpectrumStore>();
        return on_ ? deviceOverlapInverter(*on_, links, dirac, shared, kernels_)
                   : hostOverlapInverter(links, dirac, shared, kernels_);
    }
    return on_ ? deviceInverter(*on_, links, dirac, shared) : hostInverter(links, dirac, shared);
}

std::unique_ptr<QuarkSmearer> InverterBackend::smearer(const SmearedLinks& in, const SharedLattice& shared)
{
    return on_ ? deviceSmearer(*on_, in, shared) : hostSmearer(in, shared);
}

std::unique_ptr<ModeFinder> InverterBackend::modeFinder(const HostGaugeField& links, const SpectralParameters& of,
                                                        const SharedLattice& shared)
{
    return on_ ? deviceModeFinder(*on_, links, of, shared) : hostModeFinder(links, of, shared);
}

} // namespace gaugegl
