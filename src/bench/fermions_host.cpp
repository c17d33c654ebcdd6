// Times the operators of the host, against which those of the device are compared.
#include "bench/fermions.h"
#include "bench/seed.h"
#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/host/gauge_field.h"
#include "host/bundle_hopping.h"

namespace gaugegl {
namespace {

/// Hops from each parity to the other.
template<HoppingTerm D>
SampledTime sampledHops(const D& hopping, const std::vector<typename D::Field>& psi, const Sampling& sampling)
{
    std::vector<typename D::Field> out = {hopping.makeField(0), hopping.makeField(1)};
    const auto round = [&] {
        for (int parity = 0; parity < 2; ++parity)
            hopping.hop(out[std::size_t(parity)], psi[std::size_t(1 - parity)],
                        {.parity = parity, .factors = {.hop = 0.125}});
    };
    round();
    return sampled(onHostClock(round), 2, sampling);
}

template<class T, FermionKind kind>
SampledTime sampledHop(const HostHop& what, int vectors, const Sampling& sampling)
{
    const host::Hopping<T, kind> hopping(what.lattice, what.group, hostGaugeField(what.lattice, what.group).links, {});
    const FermionVector source = gaussianSource(what.lattice, kind, what.group, benchSeed);
    std::vector<host::Field<T>> psi = {hopping.makeField(0), hopping.makeField(1)};
    for (int parity = 0; parity < 2; ++parity)
        upload(psi[std::size_t(parity)], halfOf(what.lattice, source, parity, fermionComponents(kind, what.group)));
    if (vectors == 1) return sampledHops(hopping, psi, sampling);
    const host::BundleHopping<T, kind> bundled(hopping, vectors, host::allInUse(vectors));
    std::vector<host::Bundle<T>> bundles = {bundled.makeField(0), bundled.makeField(1)};
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (int v = 0; v < vectors; ++v)
            putVector(bundles[parity], v, psi[parity]);
    return sampledHops(bundled, bundles, sampling);
}

template<FermionKind kind>
SampledTime sampledHop(const HostHop& what, int vectors, const Sampling& sampling)
{
    return what.precision == Precision::Double ? sampledHop<double, kind>(what, vectors, sampling)
                                               : sampledHop<float, kind>(what, vectors, sampling);
}

} // namespace

KernelTiming measureHost(const HostHop& what, const Sampling& sampling)
{
    const FermionBenchmarkEntry& entry = fermionBenchmarkEntry(what.name);
    if (!entry.onHost()) throw InputError("the operators of the host have no benchmark " + what.name);
    const double sites = double(what.lattice.halfVolume()), rhs = entry.slices, n = colours(what.group),
                 spinor = 2 * fermionComponents(entry.kind, what.group), link = 2 * n * n,
                 number = what.precision == Precision::Single ? 4 : 8;
    KernelTiming result{.name = what.name,
                        .group = what.group,
                        .path = "host",
                        .precision = what.precision,
                        .lattice = what.lattice,
                        .sites = sites,
                        .flops = sites * rhs * (host::hopFlops(entry.kind, what.group) + spinor), // its factor, too
                        .bytesCompulsory = sites * number * (rhs * 2 * spinor + 8 * link),        // links once for all
                        .bytesLoaded = sites * number * rhs * (9 * spinor + 8 * link),
                        .threads = what.threads};
    const ThreadLimit limit(what.threads);
    result.time = withKind(entry.kind, [&](auto kind) { return sampledHop<kind>(what, entry.slices, sampling); });
    return result;
}

} // namespace gaugegl
