// Times the CPU reference, against which the device's updates are compared.
#include "bench/gauge.h"

#include "gauge/update/update_cost.h"
#include "gaugegl/base/error.h"
#include "reference/update.h"

namespace gaugegl {
namespace {

constexpr std::uint64_t referenceSeed = 1;

template<int N>
std::function<void()> sweepOf(const std::string& name, reference::GaugeField<N>& u, Group group, std::uint32_t& sweep)
{
    if (name == "overrelaxation") return [&u] { reference::overrelaxationSweep(u); };
    if (name == "heatbath")
        return [&u, group, &sweep] {
            reference::heatBathSweep(u, benchmarkHeatBath(group), referenceSeed, sweep++, Precision::Double);
        };
    throw InputError("the CPU reference has no benchmark " + name);
}

template<int N>
KernelTiming measureGroup(const std::string& name, const Lattice& lattice, Group group, const Sampling& sampling,
                          int threads)
{
    const double links = double(lattice.halfVolume()), matrix = sizeof(reference::Matrix<N>);
    const KernelCost cost = updateCost(name, lattice, {.group = group});
    KernelTiming result{.name = name,
                        .group = group,
                        .path = "reference",
                        .precision = Precision::Double,
                        .lattice = lattice,
                        .sites = links,
                        .links = links,
                        .flops = links * cost.flops,
                        .bytesCompulsory = links * 9 * matrix,
                        .bytesLoaded = links * 20 * matrix,
                        .threads = threads};

    const ThreadLimit limit(threads);
    reference::GaugeField<N> u = reference::hotStart<N>(lattice, referenceSeed, Precision::Double);
    std::uint32_t sweep = 0;
    sweepOf("heatbath", u, group, sweep)();
    const std::function<void()> round = sweepOf(name, u, group, sweep);
    round();
    result.time = sampled(onHostClock(round), 8, sampling);
    return result;
}

} // namespace

KernelTiming measureReference(const std::string& name, const Lattice& lattice, Group group, const Sampling& sampling,
                              int threads)
{
    return withColours(group, [&](auto n) { return measureGroup<n>(name, lattice, group, sampling, threads); });
}

} // namespace gaugegl
