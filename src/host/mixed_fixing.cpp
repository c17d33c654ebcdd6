// Links fixed in the precision that is asked for.
#include "host/gauge_fixing.h"

namespace gaugegl::host {
namespace {

template<class T>
FixingResult fixIn(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch, const SharedLattice& shared)
{
    GaugeFixer<T> fixer(shared, u.group);
    fixer.upload(u.links);
    FixingResult result = fixer.fix(fixing, watch);
    u.links = fixer.download();
    return result;
}

FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch,
                      const SharedLattice& shared)
{
    GaugeFixer<double> inDouble(shared, u.group);
    inDouble.upload(u.links);
    if (fixing.randomStart) inDouble.randomTransformation(fixing.seed, fixing.generator);
    const auto first = [&](const GaugeFixing& rough, const FixingWatch& watchFirst) {
        GaugeFixer<float> once(shared, u.group);
        once.upload(inDouble.download());
        once.accumulate(true);
        FixingResult result = once.fix(rough, watchFirst);
        inDouble.transform(once.transformation());
        return result;
    };
    FixingResult result = gaugegl::fixMixed(
        fixing,
        {.first = first,
         .last = [&](const GaugeFixing& rest, const FixingWatch& watchLast) { return inDouble.fix(rest, watchLast); },
         .measure = [&] { return inDouble.measure(fixing.gauge); }},
        watch);
    u.links = inDouble.download();
    return result;
}

} // namespace

FixingResult fix(HostGaugeField& u, const GaugeFixing& fixing, FixingPrecision precision, const FixingWatch& watch,
                 const std::optional<SharedLattice>& shared)
{
    const SharedLattice of = shared ? *shared : SharedLattice(u.lattice);
    switch (precision) {
    case FixingPrecision::Mixed:
        return fixMixed(u, fixing, watch, of);
    case FixingPrecision::Double:
        return fixIn<double>(u, fixing, watch, of);
    default:
        return fixIn<float>(u, fixing, watch, of);
    }
}

FixingState measure(const HostGaugeField& u, Gauge gauge, const std::optional<SharedLattice>& shared)
{
    GaugeFixer<double> fixer(shared ? *shared : SharedLattice(u.lattice), u.group);
    fixer.upload(u.links);
    return fixer.measure(gauge);
}

} // namespace gaugegl::host
