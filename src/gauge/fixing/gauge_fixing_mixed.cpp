#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include "gaugegl/base/error.h"
#include "reference/gauge_fixing.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// g(x) U_mu(x) g(x+mu)^dagger with g projected on the group.
void transform(HostGaugeField& u, const HostTransformation& g)
{
    std::visit(
        [&]<int N>(reference::GaugeField<N>& field) {
            std::vector<reference::Matrix<N>> sites = std::get<std::vector<reference::Matrix<N>>>(g);
            std::ranges::transform(sites, sites.begin(), [](const auto& m) { return reference::reunitarised(m); });
            field = reference::transformed(field, sites);
        },
        u);
}

void transformRandomly(HostGaugeField& u, const GaugeFixing& fixing)
{
    std::visit(
        [&]<int N>(reference::GaugeField<N>& field) {
            field =
                reference::transformed(field, reference::randomGaugeTransformation<N>(field.lattice(), fixing.generator,
                                                                                      fixing.seed, Precision::Double));
        },
        u);
}

} // namespace

FinalFixing finalFixingOn(Device& twice, FixingGranularity granularity)
{
    if (twice.precision() != Precision::Double)
        throw InputError("the last iterations of mixed precision need a device of double precision");
    return [&twice, granularity](HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch) {
        GaugeField field(twice, latticeOf(u), groupOf(u));
        upload(field, u);
        GaugeFixer fixer(twice, latticeOf(u), groupOf(u), granularity);
        FixingResult result = fixer.fix(field, fixing, watch);
        u = download(field);
        return result;
    };
}

FixingResult fixMixed(HostGaugeField& u, const GaugeFixing& fixing, GaugeFixer& single, const FinalFixing& last,
                      const FixingWatch& watch)
{
    requireValid(fixing, groupOf(u));
    GaugeFixing rough = fixing;
    rough.randomStart = false;
    rough.tolerance = std::max(fixing.tolerance, mixedTheta);
    if (fixing.randomStart) transformRandomly(u, fixing);

    bool interrupted = false;
    const FixingWatch watchFirst = [&](const FixingState& state) {
        interrupted = interrupted || (watch && !watch(state));
        return !interrupted;
    };
    GaugeField field(single.device(), latticeOf(u), groupOf(u));
    upload(field, u);
    HostTransformation g;
    FixingResult first = single.fix(field, rough, g, watchFirst);
    first.converged = first.converged && rough.tolerance <= fixing.tolerance;
    transform(u, g);
    if (interrupted || first.iterations >= fixing.maxIterations) {
        // Of the links in double precision, which are what there is now.
        setEnd(first, std::visit([&](const auto& v) { return reference::gaugeState(v, fixing.gauge); }, u));
        return first;
    }

    const FixingWatch watchLast = [&](FixingState state) {
        state.iteration += first.iterations;
        return !watch || watch(state);
    };
    return joined(first, last(u, restOf(fixing, first.iterations), watchLast));
}

} // namespace gaugegl
