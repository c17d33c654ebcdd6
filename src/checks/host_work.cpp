// What the CPU's own code, and the reference, do of what devices are measured for, and what limits it.
#include "checks/kernel_entry.h"

#include "core/fermion_source.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/base/error.h"
#include "hmc/kernels.h"
#include "host/bundle_hopping.h"
#include "host/gauge_fixing.h"
#include "host/link_kernels.h"
#include "host/link_update.h"
#include "host/molecular_dynamics.h"
#include "host/peak.h"
#include "reference/update.h"

namespace gaugegl {
namespace {

// Bytes of an element of the algebra, and of a link, in double precision.
double algebraBytes(Group group) { return 8 * host::algebraNumbers(colours(group)); }
double linkBytes(Group group) { return 8 * host::elementNumbers(colours(group)); }

double bytesOf(Precision precision) { return precision == Precision::Single ? 4 : 8; }

double halfVolume(const HostSetting& s) { return double(s.lattice.halfVolume()); }

/// Of each site of one parity so many flops and bytes, each of which is read or written once.
Work onSites(const HostSetting& s, int calls, double flops, double bytes, std::function<void()> round)
{
    const double sites = halfVolume(s);
    return {.round = std::move(round),
            .calls = calls,
            .sites = sites,
            .flops = sites * flops,
            .bytesCompulsory = sites * bytes,
            .bytesLoaded = sites * bytes};
}

template<int N>
std::function<void()> referenceSweep(bool isHeatBath, const HostSetting& s)
{
    struct Chain {
        reference::GaugeField<N> u;
        std::uint32_t sweep = 0;
    };
    const auto chain = std::make_shared<Chain>(Chain{reference::hotStart<N>(s.lattice, benchSeed, Precision::Double)});
    std::function<void()> heatBath = [chain, group = s.group] {
        reference::heatBathSweep(chain->u, benchmarkHeatBath(group), benchSeed, chain->sweep++, Precision::Double);
    };
    if (isHeatBath) return heatBath;
    heatBath();
    return [chain] { reference::overrelaxationSweep(chain->u); };
}

// Hops:

/// Hops from each parity to the other.
template<HoppingTerm D>
std::function<void()> hopsOf(const D& hopping, const std::vector<typename D::Field>& psi)
{
    struct Hops {
        D hopping;
        std::vector<typename D::Field> psi, out;
    };
    const auto f = std::make_shared<Hops>(Hops{hopping, psi, {hopping.makeField(0), hopping.makeField(1)}});
    return [f] {
        for (int parity = 0; parity < 2; ++parity)
            f->hopping.hop(f->out[std::size_t(parity)], f->psi[std::size_t(1 - parity)],
                           {.parity = parity, .factors = {.hop = 0.125}});
    };
}

/// A random field of both parities.
template<class Hopping>
auto randomFields(const Hopping& hopping, FermionKind kind, const HostSetting& s)
{
    const FermionVector source = gaussianSource(s.lattice, kind, s.group, benchSeed);
    std::vector psi = {hopping.makeField(0), hopping.makeField(1)};
    for (int parity = 0; parity < 2; ++parity)
        upload(psi[std::size_t(parity)], halfOf(s.lattice, source, parity, fermionComponents(kind, s.group)));
    return psi;
}

template<class T, FermionKind kind>
std::function<void()> hopRound(const HostSetting& s, int vectors)
{
    const host::Hopping<T, kind> hopping(s.lattice, s.group, hostGaugeField(s.lattice, s.group).links, {});
    const auto psi = randomFields(hopping, kind, s);
    if (vectors == 1) return hopsOf(hopping, psi);
    const host::BundleHopping<T, kind> bundled(hopping, vectors, host::allInUse(vectors));
    std::vector<host::Bundle<T>> bundles = {bundled.makeField(0), bundled.makeField(1)};
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (int v = 0; v < vectors; ++v)
            putVector(bundles[parity], v, psi[parity]);
    return hopsOf(bundled, bundles);
}

// Molecular dynamics:

host::LinkField linksOf(const HostSetting& s)
{
    return {std::make_shared<const host::BlockLayout>(SharedLattice(s.lattice)), s.group,
            hostGaugeField(s.lattice, s.group).links};
}

/// A pass of Wilson's force over the links of a direction and a parity.
Work gaugeForceWork(const HostSetting& s)
{
    struct Fields {
        host::LinkField u;
        host::LinkAlgebra p;
        host::GaugeForce force;
    };
    const host::LinkField u = linksOf(s);
    const auto f = std::make_shared<Fields>(
        Fields{u, host::makeLinkAlgebra(u.layout(), s.group), host::GaugeForce(u.layout(), s.group, 1)});
    return onSites(s, 8, 0, linkBytes(s.group) + 2 * algebraBytes(s.group),
                   [f] { f->force.kick(f->p, f->u, smallTime); });
}

/// exp(i h) U with its projection on the group, in such passes.
Work moveLinksWork(const HostSetting& s)
{
    struct Fields {
        host::LinkField u;
        host::LinkAlgebra p;
    };
    const host::LinkField u = linksOf(s);
    const auto f = std::make_shared<Fields>(Fields{u, host::makeLinkAlgebra(u.layout(), s.group)});
    return onSites(s, 8, 0, 2 * linkBytes(s.group) + algebraBytes(s.group),
                   [f] { host::moveLinks(f->u, f->p, smallTime); });
}

/// The links of hops from those of the lattice, a pass over a parity.
template<class T>
Work hopMatricesWork(const HostSetting& s)
{
    using Hopping = host::Hopping<T, FermionKind::Wilson>;
    struct Fields {
        host::LinkField u;
        host::StepFactors factors;
        Hopping hopping;
    };
    const host::LinkField u = linksOf(s);
    const host::StepFactors factors(*u.layout(), FermionKind::Wilson, {});
    const auto f = std::make_shared<Fields>(Fields{u, factors, Hopping(u, factors)});
    const double matrix = f->hopping.linkNumbers() * bytesOf(s.precision);
    return onSites(s, 2, 0, 8 * (linkBytes(s.group) + matrix), [f] { f->hopping = Hopping(f->u, f->factors); });
}

template<class T, FermionKind kind>
Work forceWorkOf(const HostSetting& s)
{
    struct Fields {
        host::Hopping<T, kind> hopping;
        host::LinkAlgebra p;
        std::vector<host::Field<T>> psi;
    };
    const host::LinkField u = linksOf(s);
    const host::Hopping<T, kind> hopping(u, host::StepFactors(*u.layout(), kind, {}));
    const auto f = std::make_shared<Fields>(
        Fields{hopping, host::makeLinkAlgebra(u.layout(), s.group), randomFields(hopping, kind, s)});
    const double matrix = hopping.linkNumbers() * bytesOf(s.precision),
                 vector = 2 * fermionComponents(kind, s.group) * bytesOf(s.precision),
                 flops = fermionForceSpec(s.lattice, {.kind = kind, .group = s.group, .boundary = {}}).cost.flops;
    return onSites(s, 8, flops, matrix + 4 * vector + 2 * algebraBytes(s.group), [f] {
        const std::array<const host::Field<T>*, 2> halves = {&f->psi[0], &f->psi[1]};
        f->hopping.kickMomenta(f->p, halves, halves, smallTime);
    });
}

// Limits:

template<class T>
Work multiplyAdds(const HostSetting& s)
{
    constexpr std::int64_t rounds = 100'000;
    return {.round = [threads = s.threads] { host::multiplyAdds<T>(rounds, threads); },
            .flops = host::flopsOfMultiplyAdds<T>(rounds, s.threads)};
}

template<class T>
Work reading(const HostSetting& s)
{
    const auto numbers = std::make_shared<host::AlignedVector<T>>(std::size_t(s.lattice.volume() * 8 * 18), T(1));
    const double bytes = double(numbers->size() * sizeof(T));
    return {.round = [numbers] { host::sum<T>(*numbers); }, .bytesCompulsory = bytes, .bytesLoaded = bytes};
}

/// `function` with a number of the setting's precision.
template<class Function>
auto inPrecision(const HostSetting& s, const Function& function)
{
    if (s.precision == Precision::Single) return function(float());
    return function(double());
}

} // namespace

/// Bytes are those of its full matrices.
Work referenceWork(bool heatBath, const HostSetting& s)
{
    const double links = halfVolume(s);
    Work work{.calls = 8, .sites = links, .links = links};
    work.flops = links * updateCost(heatBath ? "heatbath" : "overrelaxation", s.lattice, {.group = s.group}).flops;
    withColours(s.group, [&](auto n) {
        constexpr double matrix = sizeof(reference::Matrix<n>);
        work.bytesCompulsory = links * 9 * matrix;
        work.bytesLoaded = links * 20 * matrix;
        work.round = referenceSweep<n>(heatBath, s);
    });
    return work;
}

/// From a hot start, after some sweeps.  Bytes as those of the reference.
Work hostUpdateWork(bool isHeatBath, const HostSetting& s)
{
    const double links = halfVolume(s), link = host::elementNumbers(colours(s.group)) * bytesOf(s.precision);
    Work work{.calls = 8, .sites = links, .links = links};
    work.flops = links * updateCost(isHeatBath ? "heatbath" : "overrelaxation", s.lattice, {.group = s.group}).flops;
    work.bytesCompulsory = links * 9 * link;
    work.bytesLoaded = links * 20 * link;
    return inPrecision(s, [&](auto number) {
        using T = decltype(number);
        struct Chain {
            host::LinksOf<T> u;
            host::LinkUpdates<T> updates;
            std::vector<LinkSet> sets;
            std::uint32_t sweep = 0;
        };
        const auto layout = std::make_shared<const host::BlockLayout>(s.lattice);
        const auto chain =
            std::make_shared<Chain>(Chain{host::LinksOf<T>(layout, s.group), host::LinkUpdates<T>(layout, s.group),
                                          linkSets(s.lattice, actions::wilson.loops())});
        const auto heatBath = [chain, parameters = benchmarkHeatBath(s.group)] {
            for (const LinkSet& set : chain->sets)
                chain->updates.heatBath(chain->u, set, parameters, {benchSeed, chain->sweep});
            ++chain->sweep;
        };
        host::hotStart(chain->u, benchSeed);
        for (int k = 0; k < 10; ++k)
            heatBath();
        work.round = heatBath;
        if (!isHeatBath)
            work.round = [chain] {
                for (const LinkSet& set : chain->sets)
                    chain->updates.overrelaxation(chain->u, set);
            };
        return work;
    });
}

Work hostHopWork(FermionKind kind, int rhs, const HostSetting& s)
{
    const double n = colours(s.group), spinor = 2 * fermionComponents(kind, s.group), link = 2 * n * n,
                 number = bytesOf(s.precision);
    Work work = onSites(s, 2, rhs * (host::hopFlops(kind, s.group) + spinor), // its factor, too
                        number * (rhs * 2 * spinor + 8 * link),               // links once for all
                        inPrecision(s, [&](auto one) {
                            using T = decltype(one);
                            return withKind(kind, [&](auto k) { return hopRound<T, k>(s, rhs); });
                        }));
    work.bytesLoaded = work.sites * number * rhs * (9 * spinor + 8 * link);
    return work;
}

/// A call visits the sites of one parity once; bytes are those of the eight links that a site reads, for K and to multiply them, and
/// writes.
Work hostFixingWork(const HostSetting& s)
{
    return inPrecision(s, [&](auto number) {
        using T = decltype(number);
        const auto fixer = std::make_shared<host::GaugeFixer<T>>(s.lattice, s.group);
        fixer->randomTransformation(benchSeed);
        const double link = (traits(s.group).quaternions ? 4 : 18) * sizeof(T);
        return onSites(s, 2, *fixingFlops(Gauge::Landau, s.group), 16 * link,
                       [fixer] { fixer->iterate(Gauge::Landau, {.omega = 1.7}, benchSeed); });
    });
}

Work hostForceWork(FermionKind kind, const HostSetting& s)
{
    return inPrecision(s, [&](auto number) {
        using T = decltype(number);
        return withKind(kind, [&](auto k) { return forceWorkOf<T, k>(s); });
    });
}

std::vector<KernelEntry> hostEntries()
{
    constexpr Feature dynamics = Feature::MolecularDynamics;
    return {{.name = "multiply-add",
             .host = {.work =
                          [](const HostSetting& s) {
                              return inPrecision(s, [&](auto number) { return multiplyAdds<decltype(number)>(s); });
                          }},
             .perGroup = false},
            {.name = "read",
             .host = {.work =
                          [](const HostSetting& s) {
                              return inPrecision(s, [&](auto number) { return reading<decltype(number)>(s); });
                          }},
             .perGroup = false},
            {.name = "gauge-force", .host = {.work = gaugeForceWork}, .needs = dynamics},
            {.name = "move-links", .host = {.work = moveLinksWork}, .needs = dynamics},
            {.name = "hop-matrices",
             .host = {.work =
                          [](const HostSetting& s) {
                              return inPrecision(s, [&](auto number) { return hopMatricesWork<decltype(number)>(s); });
                          }},
             .needs = dynamics},
            {.name = "cpu-heatbath",
             .host = {.work = [](const HostSetting& s) { return hostUpdateWork(/*isHeatBath=*/true, s); }},
             .needs = dynamics},
            {.name = "cpu-overrelaxation",
             .host = {.work = [](const HostSetting& s) { return hostUpdateWork(/*isHeatBath=*/false, s); }},
             .needs = dynamics}};
}

} // namespace gaugegl
