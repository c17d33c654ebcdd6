#include "fermion/eigen/device_modes.h"

#include "fermion/operators/device_quark.h"
#include "fermion/overlap/device_overlap.h"
#include "gaugegl/fields/transfer.h"
#include "mode_finder.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

template<QuarkForm form>
class DeviceModeFinder final : public BasicModeFinder<form> {
public:
    using BasicModeFinder<form>::kind;

    DeviceModeFinder(Device& device, const HostGaugeField& links, const SpectralParameters& of,
                     const SharedLattice& shared)
        : BasicModeFinder<form>(links, of, shared), quark_(device, shared.lattice(), links, of.dirac)
    {}

    std::string place() const override
    {
        return fmt::format("{} ({} shaders)", device().context().capabilities().renderer, name(device().path()));
    }

private:
    Device& device() const { return quark_.u.device(); }

    void prepare(const ModeChoice& choice) override
    {
        if ((device().precision() == Precision::Double) != (choice.precision == SolverPrecision::Double))
            throw InputError(fmt::format("a device in {} precision was opened for modes in {}",
                                         name(device().precision()), choiceName<SolverPrecision>(choice.precision)));
    }

    FoundModes searched(const ModeSearch& search, SolverPrecision /*precision*/) const override
    {
        return searchModes<form>(quark_.hopping, search);
    }

    DeviceQuark quark_;
};

} // namespace

std::unique_ptr<ModeFinder> deviceModeFinder(Device& device, const HostGaugeField& links, const SpectralParameters& of,
                                             const SharedLattice& shared)
{
    validate(of);
    if (!hasEvenOdd(of.dirac.type)) return deviceOverlapModes(device, links, of, shared);
    return withMatrixForm(of.dirac, [&](auto form) -> std::unique_ptr<ModeFinder> {
        return std::make_unique<DeviceModeFinder<form>>(device, host::stoutSmeared(links, of.dirac.stout, shared), of,
                                                        shared);
    });
}

} // namespace gaugegl
