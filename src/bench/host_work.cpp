#include "bench/host_work.h"

#include "bench/seed.h"
#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/host/gauge_field.h"
#include "hmc/kernels.h"
#include "host/fixing_kernels.h"
#include "host/hopping.h"
#include "host/link_kernels.h"
#include "host/molecular_dynamics.h"
#include "host/peak.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// Work that is done over and over, with what a call costs.
struct HostRounds {
    std::function<void()> round;
    int calls = 1;
    double flops = 0, bytes = 0; ///< of a call
};

// Bytes of an element of the algebra, and of a link, in double precision.
double algebraBytes(Group group) { return 8 * host::algebraNumbers(colours(group)); }
double linkBytes(Group group) { return 8 * host::elementNumbers(colours(group)); }

double bytesOf(const HostWork& what) { return what.precision == Precision::Single ? 4 : 8; }

template<class T>
HostRounds limitWork(const HostWork& what)
{
    if (what.name == "multiply-add") {
        constexpr std::int64_t rounds = 100'000;
        return {[threads = what.threads] { host::multiplyAdds<T>(rounds, threads); }, 1,
                host::flopsOfMultiplyAdds<T>(rounds, what.threads), 0};
    }
    const auto numbers = std::make_shared<host::AlignedVector<T>>(std::size_t(what.lattice.volume() * 8 * 18), T(1));
    return {[numbers] { host::sum<T>(*numbers); }, 1, 0, double(numbers->size() * sizeof(T))};
}

host::LinkField linksOf(const HostWork& what)
{
    return {std::make_shared<const host::BlockLayout>(SharedLattice(what.lattice)), what.group,
            hostGaugeField(what.lattice, what.group).links};
}

/// A pass of the links of a direction and a parity.
HostRounds gaugeWork(const HostWork& what)
{
    struct Fields {
        host::LinkField u;
        host::LinkAlgebra p;
        host::GaugeForce force;
    };
    const host::LinkField u = linksOf(what);
    const auto f = std::make_shared<Fields>(
        Fields{u, host::makeLinkAlgebra(u.layout(), what.group), host::GaugeForce(u.layout(), what.group, 1)});
    const double sites = double(what.lattice.halfVolume()), link = linkBytes(what.group),
                 algebra = algebraBytes(what.group);
    if (what.name == "move-links")
        return {[f] { host::moveLinks(f->u, f->p, smallTime); }, 8, 0, sites * (2 * link + algebra)};
    return {[f] { f->force.kick(f->p, f->u, smallTime); }, 8, 0, sites * (link + 2 * algebra)};
}

template<class T, FermionKind kind>
HostRounds hopWork(const HostWork& what)
{
    using Hopping = host::Hopping<T, kind>;
    struct Fields {
        host::LinkField u;
        host::StepFactors factors;
        Hopping hopping;
        host::LinkAlgebra p;
        std::vector<host::Field<T>> psi;
    };
    const host::LinkField u = linksOf(what);
    const host::StepFactors factors(*u.layout(), kind, {});
    const auto f = std::make_shared<Fields>(
        Fields{u, factors, Hopping(u, factors), host::makeLinkAlgebra(u.layout(), what.group), {}});
    const double sites = double(what.lattice.halfVolume()), matrix = f->hopping.linkNumbers() * bytesOf(what);
    if (what.name == "hop-matrices")
        return {[f] { f->hopping = Hopping(f->u, f->factors); }, 2, 0, sites * 8 * (linkBytes(what.group) + matrix)};
    const FermionVector source = gaussianSource(what.lattice, kind, what.group, benchSeed);
    for (int parity = 0; parity < 2; ++parity) {
        f->psi.push_back(f->hopping.makeField(parity));
        upload(f->psi.back(), halfOf(what.lattice, source, parity, fermionComponents(kind, what.group)));
    }
    const double vector = 2 * fermionComponents(kind, what.group) * bytesOf(what),
                 flops = fermionForceSpec(what.lattice, {.kind = kind, .group = what.group, .boundary = {}}).cost.flops;
    return {[f] {
                const std::array<const host::Field<T>*, 2> halves = {&f->psi[0], &f->psi[1]};
                f->hopping.kickMomenta(f->p, halves, halves, smallTime);
            },
            8, sites * flops, sites * (matrix + 4 * vector + 2 * algebraBytes(what.group))};
}

template<class T>
HostRounds workOf(const HostWork& what)
{
    if (what.name == "multiply-add" || what.name == "read") return limitWork<T>(what);
    if (what.name == "gauge-force" || what.name == "move-links") return gaugeWork(what);
    if (what.name == "force-staggered") return hopWork<T, FermionKind::Staggered>(what);
    return hopWork<T, FermionKind::Wilson>(what);
}

} // namespace

const std::vector<HostBenchmarkEntry>& hostBenchmarkEntries()
{
    static const std::vector<HostBenchmarkEntry> entries = {
        {"multiply-add", true, false},    {"read", true, false},         {"force-wilson", false, true},
        {"force-staggered", false, true}, {"gauge-force", false, false}, {"move-links", false, false},
        {"hop-matrices", false, false}};
    return entries;
}

KernelTiming measureHost(const HostWork& what, const Sampling& sampling)
{
    const auto& entries = hostBenchmarkEntries();
    const auto entry = std::ranges::find(entries, what.name, &HostBenchmarkEntry::name);
    if (entry == entries.end()) throw InputError("the host has no benchmark " + what.name);
    const ThreadLimit limit(what.threads);
    const HostRounds work = what.precision == Precision::Single ? workOf<float>(what) : workOf<double>(what);
    KernelTiming result{.name = what.name,
                        .group = entry->isLimit ? std::optional<Group>() : what.group,
                        .path = "host",
                        .precision = what.precision,
                        .lattice = what.lattice,
                        .sites = entry->isLimit ? 0 : double(what.lattice.halfVolume()),
                        .flops = work.flops,
                        .bytesCompulsory = work.bytes,
                        .bytesLoaded = work.bytes,
                        .threads = what.threads};
    work.round();
    result.time = sampled(onHostClock(work.round), work.calls, sampling);
    return result;
}

} // namespace gaugegl
