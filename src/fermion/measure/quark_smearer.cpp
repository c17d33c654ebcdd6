#include "fermion/measure/quark_smearer.h"

#include "fermion/measure/device_smearer.h"
#include "fermion/operators/wuppertal.h"
#include "gaugegl/fields/transfer.h"
#include "host/stout_links.h"
#include "host/wuppertal.h"

namespace gaugegl {
namespace {

HostGaugeField spatiallySmeared(const SmearedLinks& in, const SharedLattice& shared)
{
    return host::stoutSmeared(in.links, in.stout, shared, /*directions=*/3);
}

class HostSmearer final : public QuarkSmearer {
public:
    HostSmearer(const SmearedLinks& in, const SharedLattice& shared)
        : wuppertal_(shared, in.links.group, spatiallySmeared(in, shared).links, in.boundary)
    {}
    void smear(FermionVector& psi, const WuppertalSteps& smearing) override { wuppertal_.smear(psi, smearing); }

private:
    host::Wuppertal wuppertal_;
};

class DeviceSmearer final : public QuarkSmearer {
public:
    DeviceSmearer(Device& device, const SmearedLinks& in, const SharedLattice& shared)
        : u_(device, shared.lattice(), in.links.group), wuppertal_(u_, in.boundary), psi_(wuppertal_.makeSpinors())
    {
        upload(u_, spatiallySmeared(in, shared));
    }
    void smear(FermionVector& psi, const WuppertalSteps& smearing) override
    {
        if (!smearing.smears()) return;
        const Lattice local = u_.lattice().local();
        const int components = fermionComponents(FermionKind::Wilson, u_.group());
        for (int parity = 0; parity < 2; ++parity)
            upload(psi_[std::size_t(parity)], halfOf(local, psi, parity, components));
        wuppertal_.smear(psi_, smearing);
        HalfVector half(psi.size() / 2);
        for (int parity = 0; parity < 2; ++parity) {
            download(std::span(half), psi_[std::size_t(parity)]);
            setHalf(local, psi, half, parity, components);
        }
    }

private:
    GaugeField u_;
    DeviceWuppertal wuppertal_;
    Spinors psi_;
};

} // namespace

std::unique_ptr<QuarkSmearer> hostSmearer(const SmearedLinks& in, const SharedLattice& shared)
{
    return std::make_unique<HostSmearer>(in, shared);
}

std::unique_ptr<QuarkSmearer> deviceSmearer(Device& device, const SmearedLinks& in, const SharedLattice& shared)
{
    return std::make_unique<DeviceSmearer>(device, in, shared);
}

} // namespace gaugegl
