#include "bench/host_operators.h"

#include "core/fermion_source.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/host/gauge_field.h"
#include "host/hopping.h"

#include <algorithm>
#include <omp.h>

namespace gaugegl::host {
namespace {

template<class T, FermionKind kind>
std::vector<double> secondsOfHops(const Lattice& lattice, const HopBenchmark& what)
{
    // Unit links: what the numbers are does not matter as long as they stay normal.
    const LinkVector links = hostGaugeField(lattice, what.group).links;
    const Hopping<T, kind> hopping(std::make_shared<const BlockLayout>(lattice, what.set), what.group, links, {});
    auto even = hopping.makeField(0), odd = hopping.makeField(1);
    upload(odd, halfOf(lattice, gaussianSource(lattice, kind, what.group, 1), 1, odd.components()));

    std::vector<double> seconds;
    const double end = steadySeconds() + what.seconds;
    for (int k = 0; k < 3 || steadySeconds() < end; ++k) {
        const double start = steadySeconds();
        if (k % 2 == 0)
            hopping.hop(even, odd, {.parity = 0, .factors = {.hop = 0.125}});
        else
            hopping.hop(odd, even, {.parity = 1, .factors = {.hop = 0.125}});
        if (k > 0) seconds.push_back(steadySeconds() - start);
    }
    return seconds;
}

} // namespace

HopTiming measureHop(const Lattice& lattice, const HopBenchmark& what)
{
    std::vector<double> seconds = withKind(what.kind, [&](auto kind) {
        return what.precision == Precision::Double ? secondsOfHops<double, kind>(lattice, what)
                                                   : secondsOfHops<float, kind>(lattice, what);
    });
    std::sort(seconds.begin(), seconds.end());

    HopTiming timing;
    timing.best = seconds.front();
    timing.median = seconds[seconds.size() / 2];
    timing.gigaflops = 1e-9 * hopFlops(what.kind, what.group) * double(lattice.halfVolume()) / timing.best;
    timing.threads = omp_get_max_threads();
    return timing;
}

} // namespace gaugegl::host
