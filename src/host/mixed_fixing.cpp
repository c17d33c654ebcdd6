// Links fixed in the precision that is asked for.
#include "host/gauge_fixing.h"

namespace gaugegl::host {
namespace {

template<class T>
FixingResult fixIn(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)
{
    GaugeFixer<T> fixer(u.lattice, u.group);
    fixer.upload(u.links);
    FixingResult result = fixer.fix(fixing, watch);
    u.links = fixer.download();
    return result;
}

FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)
{
    GaugeFixer<double> twice(u.lattice, u.group);
    twice.upload(u.links);
    if (fixing.randomStart) twice.randomTransformation(fixing.seed, fixing.generator);
    const auto first = [&](const GaugeFixing& rough, const FixingWatch& watchFirst) {
        GaugeFixer<float> once(u.lattice, u.group);
        once.upload(twice.download());
        once.accumulate(true);
        FixingResult result = once.fix(rough, watchFirst);
        twice.transform(once.transformation());
        return result;
    };
    FixingResult result = gaugegl::fixMixed(
        fixing,
        {.first = first,
         .last = [&](const GaugeFixing& rest, const FixingWatch& watchLast) { return twice.fix(rest, watchLast); },
         .measure = [&] { return twice.measure(fixing.gauge); }},
        watch);
    u.links = twice.download();
    return result;
}

} // namespace

FixingResult fix(HostGaugeField& u, const GaugeFixing& fixing, FixingPrecision precision, const FixingWatch& watch)
{
    switch (precision) {
    case FixingPrecision::Mixed:
        return fixMixed(u, fixing, watch);
    case FixingPrecision::Double:
        return fixIn<double>(u, fixing, watch);
    default:
        return fixIn<float>(u, fixing, watch);
    }
}

FixingState measure(const HostGaugeField& u, Gauge gauge)
{
    GaugeFixer<double> fixer(u.lattice, u.group);
    fixer.upload(u.links);
    return fixer.measure(gauge);
}

} // namespace gaugegl::host
