// The hopping terms of bundles on a device: links come through its caches for all vectors of a site.
#pragma once

#include "algebra/domain_wall.h"
#include "fermion/operators/hopping.h"
#include "fields/fermion_bundle.h"

#include <memory>
#include <utility>

namespace gaugegl {

/// A hopping term, with its clover term if it has one, of bundles.
class DeviceBundleHopping {
public:
    /// What it acts on.
    using Field = FermionBundle;
    /// A matrix that mixes the slices of each vector.
    using Mixing = SliceMixing;

    /// Of as many vectors; bundles of terms with the same state can be used together.
    DeviceBundleHopping(const DeviceHopping& one, int vectors, std::shared_ptr<VectorSet> inUse)
        : all_(one.ofVectors(vectors)), inUse_(std::move(inUse))
    {}

    /// A bundle with undefined contents.
    Field makeField(int /*parity*/) const { return {all_.space(), inUse_}; }
    /// Such a matrix in the precision of the device.
    Mixing mixing(const SliceMatrix& matrix) const { return all_.mixing(matrix); }

    /// out = (c + i d gamma_5) H psi, here and below as those of DeviceHopping.
    void hop(Field& out, const Field& psi, const Hop& hop) const { all_.hop(out.all(), psi.all(), hop); }
    /// out = (a + i b gamma_5) chi + (c + i d gamma_5) H psi.
    void hop(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        all_.hop(out.all(), psi.all(), hop, chi.all());
    }
    /// hop(out, psi, hop); |out|^2.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop) const
    {
        return all_.hopNorm2(out.all(), psi.all(), hop);
    }
    /// hop(out, psi, hop, chi); |out|^2.
    DeviceReal hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
    {
        return all_.hopNorm2(out.all(), psi.all(), hop, chi.all());
    }
    /// hop(out, psi, hop); |out|^2 and |psi|^2.
    std::pair<DeviceReal, DeviceReal> hopNorms(Field& out, const Field& psi, const Hop& hop) const
    {
        return all_.hopNorms(out.all(), psi.all(), hop);
    }
    /// out -= alpha (c + i d gamma_5) H psi; |out|^2.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop) const
    {
        return all_.hopAndUpdateResidual(out.all(), alpha, psi.all(), hop, *inUse_);
    }
    /// out -= alpha ((a + i b gamma_5) chi + (c + i d gamma_5) H psi); |out|^2.
    DeviceReal hopAndUpdateResidual(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                    const Field& chi) const
    {
        return all_.hopAndUpdateResidual(out.all(), alpha, psi.all(), hop, chi.all(), *inUse_);
    }

private:
    DeviceHopping all_;
    std::shared_ptr<VectorSet> inUse_;
};

/// out = M x of each vector; here and below out may be x.
inline void mixSlices(FermionBundle& out, const SliceMixing& m, const FermionBundle& x)
{
    mixSlices(out.all(), m, x.all());
}
/// out = a chi + M x.
inline void mixSlices(FermionBundle& out, const SliceMixing& m, const FermionBundle& x, double a,
                      const FermionBundle& chi)
{
    mixSlices(out.all(), m, x.all(), a, chi.all());
}
/// out = a chi + M x; |out|^2.
inline DeviceReal mixSlicesNorm2(FermionBundle& out, const SliceMixing& m, const FermionBundle& x, double a,
                                 const FermionBundle& chi)
{
    return mixSlicesNorm2(out.all(), m, x.all(), a, chi.all());
}

static_assert(SlicedHoppingTerm<DeviceBundleHopping>);

} // namespace gaugegl
