// Links fixed in the precision that is asked for.
#include "host/gauge_fixing.h"

#include <algorithm>

namespace gaugegl::host {
namespace {

using Watch = GaugeFixer<double>::Watch;

template<class T>
FixingResult fixIn(LinkVector& links, GaugeFixer<T>& fixer, const GaugeFixing& fixing, const Watch& watch)
{
    fixer.upload(links);
    FixingResult result = fixer.fix(fixing, watch);
    links = fixer.download();
    return result;
}

FixingResult fixMixed(LinkVector& links, const Lattice& lattice, Group group, const GaugeFixing& fixing,
                      const Watch& watch)
{
    GaugeFixer<double> twice(lattice, group);
    twice.upload(links);
    if (fixing.randomStart) twice.randomTransformation(fixing.seed, fixing.generator);

    GaugeFixing inSingle = fixing;
    inSingle.randomStart = false;
    inSingle.tolerance = std::max(fixing.tolerance, mixedTheta);
    bool interrupted = false;
    FixingResult result;
    {
        GaugeFixer<float> once(lattice, group);
        once.upload(twice.download());
        once.accumulate(true);
        result = once.fix(inSingle, [&](const FixingState& state) {
            interrupted = watch && !watch(state);
            return !interrupted;
        });
        twice.transform(once.transformation());
    }
    if (interrupted || result.iterations >= fixing.maxIterations) {
        setEnd(result, twice.measure(fixing.gauge));
        result.converged = false;
    } else {
        const int done = result.iterations;
        const auto later = [&](FixingState state) {
            state.iteration += done;
            return !watch || watch(state);
        };
        result = joined(std::move(result), twice.fix(restOf(fixing, done), later));
    }
    links = twice.download();
    return result;
}

} // namespace

FixingResult fix(LinkVector& links, const Lattice& lattice, Group group, const GaugeFixing& fixing,
                 FixingPrecision precision, const Watch& watch)
{
    if (precision == FixingPrecision::Mixed) return fixMixed(links, lattice, group, fixing, watch);
    if (precision == FixingPrecision::Double) {
        GaugeFixer<double> fixer(lattice, group);
        return fixIn(links, fixer, fixing, watch);
    }
    GaugeFixer<float> fixer(lattice, group);
    return fixIn(links, fixer, fixing, watch);
}

} // namespace gaugegl::host
