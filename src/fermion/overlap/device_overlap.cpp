#include "fermion/overlap/device_overlap.h"

#include "fermion/eigen/device_modes.h"
#include "fermion/operators/device_quark.h"
#include "fermion/operators/exchange.h"
#include "fermion/overlap/overlap_inverter.h"
#include "fermion/overlap/overlap_modes.h"
#include "host/stout_links.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// A device as the place where overlap quarks are computed.
class DeviceOverlapBackend {
public:
    explicit DeviceOverlapBackend(Device& device) : device_(&device) {}

    std::string name(const OverlapOnHost& /*host*/) const
    {
        return fmt::format("{} ({} shaders)", device_->context().capabilities().renderer,
                           gaugegl::name(device_->path()));
    }
    void check(SolverPrecision precision) const
    {
        requireOverlapPrecision(precision);
        if ((device_->precision() == Precision::Double) != (precision == SolverPrecision::Double))
            throw InputError(fmt::format("a device in {} precision was opened for overlap quarks in {}",
                                         gaugegl::name(device_->precision()), choiceName<SolverPrecision>(precision)));
    }
    std::unique_ptr<ModeFinder> kernelModes(const OverlapOnHost& host, const SpectralParameters& of) const
    {
        return deviceModeFinder(*device_, host.links(), of, host.lattice());
    }
    void prepare(const OverlapOnHost& host, SolverPrecision precision)
    {
        if (on_) return;
        on_ = std::make_unique<OnDevice>(*device_, host, precision);
    }
    int applications() const { return on_ ? on_->sign.applications() : 0; }
    template<class F>
    auto with(SolverPrecision /*precision*/, const OverlapOnHost& /*host*/, F f) const
    {
        return f(on_->op);
    }
    const OverlapOperator<DeviceHopping>& lower() const { return on_->op; }
    auto conversion(const OverlapOnHost& host) const
    {
        return HostStagedConversion<OverlapOnHost::Hopping, DeviceHopping>(on_->quark.hopping, host.domain());
    }

private:
    struct OnDevice {
        DeviceQuark quark;
        KernelSign<DeviceHopping> sign;
        OverlapOperator<DeviceHopping> op;

        OnDevice(Device& device, const OverlapOnHost& host, SolverPrecision precision)
            : quark(device, host.lattice().lattice(), host.links(), host.dirac()),
              sign(quark.hopping, host.dirac(), host.domain(), host.spectrum(),
                   {.error = precision == SolverPrecision::Double ? signErrorInDouble : signErrorInSingle,
                    .pollInterval = pollIntervalOn(device)}),
              op(sign, host.dirac().overlap())
        {}
    };

    Device* device_;
    std::unique_ptr<OnDevice> on_; ///< once it is asked for
};

} // namespace

std::unique_ptr<Inverter> deviceOverlapInverter(Device& device, const HostGaugeField& links,
                                                const DiracParameters& dirac, const SharedLattice& shared,
                                                std::shared_ptr<KernelSpectrumStore> store)
{
    validate(dirac);
    return std::make_unique<OverlapInverter<DeviceOverlapBackend>>(
        DeviceOverlapBackend(device), host::stoutSmeared(links, dirac.stout, shared), dirac, shared, std::move(store));
}

std::unique_ptr<ModeFinder> deviceOverlapModes(Device& device, const HostGaugeField& links,
                                               const SpectralParameters& of, const SharedLattice& shared)
{
    return std::make_unique<OverlapModeFinder<DeviceOverlapBackend>>(
        DeviceOverlapBackend(device), host::stoutSmeared(links, of.dirac.stout, shared), of, shared);
}

} // namespace gaugegl
