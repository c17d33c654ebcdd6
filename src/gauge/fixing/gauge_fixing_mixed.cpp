#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include "gaugegl/base/error.h"
#include "host/gauge_field.h"

namespace gaugegl {

FinalFixing finalFixingOn(Device& inDouble, FixingGranularity granularity, const std::optional<Lattice>& shared)
{
    if (inDouble.precision() != Precision::Double)
        throw InputError("the last iterations of mixed precision need a device of double precision");
    const auto fix = [&inDouble, granularity, shared](HostGaugeField& u, const GaugeFixing& fixing,
                                                      const FixingWatch& watch) {
        GaugeField field(inDouble, shared.value_or(u.lattice), u.group);
        upload(field, u);
        FixingResult result = GaugeFixer(inDouble, field.lattice(), u.group, granularity).fix(field, fixing, watch);
        u = download(field);
        return result;
    };
    const auto measure = [&inDouble, granularity, shared](const HostGaugeField& u, Gauge gauge) {
        GaugeField field(inDouble, shared.value_or(u.lattice), u.group);
        upload(field, u);
        return GaugeFixer(inDouble, field.lattice(), u.group, granularity).measure(field, gauge);
    };
    return {fix, measure};
}

FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, GaugeFixer& single, const FinalFixing& last,
                      const FixingWatch& watch)
{
    requireValid(fixing, u.group);
    const SharedLattice shared = single.device().sharedBy(single.lattice());
    if (fixing.randomStart)
        host::transform(
            u, host::randomTransformation(shared.lattice(), u.group, fixing.generator, fixing.seed, Precision::Double),
            shared);
    const auto first = [&](const GaugeFixing& rough, const FixingWatch& watchFirst) {
        GaugeField field(single.device(), shared.lattice(), u.group);
        upload(field, u);
        TransformationVector g;
        FixingResult result = single.fix(field, rough, g, watchFirst);
        host::reunitarise(g, u.group);
        host::transform(u, g, shared);
        return result;
    };
    return fixMixed(
        fixing,
        {.first = first,
         .last = [&](const GaugeFixing& rest, const FixingWatch& watchLast) { return last.fix(u, rest, watchLast); },
         .measure = [&] { return last.measure(u, fixing.gauge); }},
        watch);
}

} // namespace gaugegl
