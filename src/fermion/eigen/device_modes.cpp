#include "fermion/eigen/device_modes.h"

#include "fermion/operators/clover_field.h"
#include "gaugegl/fermion/operators/hopping.h"
#include "gaugegl/fields/transfer.h"
#include "mode_finder.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

GaugeField linksOn(Device& device, const Lattice& lattice, const HostGaugeField& links)
{
    GaugeField u(device, lattice, links.group);
    upload(u, links);
    return u;
}

template<FermionKind kind>
class DeviceModeFinder final : public BasicModeFinder<kind> {
public:
    DeviceModeFinder(Device& device, const HostGaugeField& links, const SpectralParameters& of,
                     const SharedLattice& shared)
        : BasicModeFinder<kind>(links, of, shared), u_(linksOn(device, shared.lattice(), links)),
          links_(u_, defaultHopStorage(links.group, device.precision(), device.registers())),
          hopping_(kind, links_, of.dirac.boundary)
    {
        if (Tuner* tuner = device.tuner()) hopping_.tune(*tuner);
        if (of.dirac.clover != 0) hopping_ = hopping_.with(std::make_shared<const CloverField>(u_, of.dirac.wilson()));
    }

    std::string place() const override
    {
        return fmt::format("{} ({} shaders)", device().context().capabilities().renderer, name(device().path()));
    }

private:
    Device& device() const { return u_.device(); }

    void prepare(const ModeChoice& choice) override
    {
        if ((device().precision() == Precision::Double) != (choice.precision == SolverPrecision::Double))
            throw InputError(fmt::format("a device in {} precision was opened for modes in {}",
                                         name(device().precision()), choiceName<SolverPrecision>(choice.precision)));
    }

    FoundModes searched(const ModeSearch& search, SolverPrecision /*precision*/) const override
    {
        return searchModes<kind>(hopping_, search);
    }

    GaugeField u_;
    HopLinks links_;
    DeviceHopping hopping_;
};

} // namespace

std::unique_ptr<ModeFinder> deviceModeFinder(Device& device, const HostGaugeField& links, const SpectralParameters& of,
                                             const SharedLattice& shared)
{
    validate(of);
    return withKind(of.dirac.kind(), [&](auto kind) -> std::unique_ptr<ModeFinder> {
        return std::make_unique<DeviceModeFinder<kind>>(device, host::stoutSmeared(links, of.dirac.stout, shared), of,
                                                        shared);
    });
}

} // namespace gaugegl
