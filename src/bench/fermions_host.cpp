// Times the operators of the host, against which those of the device are compared.
#include "bench/fermions.h"
#include "bench/seed.h"
#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/host/gauge_field.h"
#include "host/hopping.h"

namespace gaugegl {
namespace {

template<class T, FermionKind kind>
SampledTime sampledHop(const HostHop& what, const Sampling& sampling)
{
    const host::Hopping<T, kind> hopping(what.lattice, what.group, hostGaugeField(what.lattice, what.group).links, {});
    const FermionVector source = gaussianSource(what.lattice, kind, what.group, benchSeed);
    std::vector<host::Field<T>> psi, out;
    for (int parity = 0; parity < 2; ++parity) {
        psi.push_back(hopping.makeField(parity));
        out.push_back(hopping.makeField(parity));
        upload(psi.back(), halfOf(what.lattice, source, parity, fermionComponents(kind, what.group)));
    }
    const auto round = [&] {
        for (int parity = 0; parity < 2; ++parity)
            hopping.hop(out[std::size_t(parity)], psi[std::size_t(1 - parity)],
                        {.parity = parity, .factors = {.hop = 0.125}});
    };
    round();
    return sampled(onHostClock(round), 2, sampling);
}

template<FermionKind kind>
SampledTime sampledHop(const HostHop& what, const Sampling& sampling)
{
    return what.precision == Precision::Double ? sampledHop<double, kind>(what, sampling)
                                               : sampledHop<float, kind>(what, sampling);
}

} // namespace

KernelTiming measureHost(const HostHop& what, const Sampling& sampling)
{
    const FermionBenchmarkEntry& entry = fermionBenchmarkEntry(what.name);
    if (!entry.onHost()) throw InputError("the operators of the host have no benchmark " + what.name);
    const double sites = double(what.lattice.halfVolume()), n = colours(what.group),
                 spinor = 2 * fermionComponents(entry.kind, what.group), link = 2 * n * n,
                 number = what.precision == Precision::Single ? 4 : 8;
    KernelTiming result{.name = what.name,
                        .group = what.group,
                        .path = "host",
                        .precision = what.precision,
                        .lattice = what.lattice,
                        .sites = sites,
                        .flops = sites * (host::hopFlops(entry.kind, what.group) + spinor), // its factor, too
                        .bytesCompulsory = sites * number * (2 * spinor + 8 * link),
                        .bytesLoaded = sites * number * (9 * spinor + 8 * link),
                        .threads = what.threads};
    const ThreadLimit limit(what.threads);
    result.time = withKind(entry.kind, [&](auto kind) { return sampledHop<kind>(what, sampling); });
    return result;
}

} // namespace gaugegl
