// Times the CPU reference, against which the device's updates are compared.
#include "benchmark_samples.h"
#include "gaugegl/core/error.h"
#include "gaugegl/gauge/kernel_cost.h"
#include "gaugegl/reference/update.h"

#include <chrono>

namespace gaugegl {
namespace {

constexpr std::uint64_t seed = 1;

template<int N>
std::function<void()> sweepOf(const std::string& name, reference::GaugeField<N>& u, Group group, std::uint32_t& sweep)
{
    if (name == "overrelaxation") return [&u] { reference::overrelaxationSweep(u); };
    if (name == "heatbath")
        return [&u, group, &sweep] {
            reference::heatBathSweep(u, benchmarkHeatBath(group), seed, sweep++, Precision::Double);
        };
    throw InputError("the CPU reference has no benchmark " + name);
}

template<int N>
KernelTiming measureGroup(const std::string& name, const Lattice& lattice, Group group, const Sampling& sampling)
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
                        .bytesLoaded = links * 20 * matrix};

    reference::GaugeField<N> u = reference::hotStart<N>(lattice, seed, Precision::Double);
    std::uint32_t sweep = 0;
    sweepOf("heatbath", u, group, sweep)();
    const std::function<void()> round = sweepOf(name, u, group, sweep);
    round();
    const auto timeRounds = [&](int rounds) -> Timing {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; ++i)
            round();
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), "host"};
    };
    sampleInto(result, timeRounds, 8, sampling);
    return result;
}

} // namespace

KernelTiming measureReference(const std::string& name, const Lattice& lattice, Group group, const Sampling& sampling)
{
    return group == Group::SU2 ? measureGroup<2>(name, lattice, group, sampling)
                               : measureGroup<3>(name, lattice, group, sampling);
}

} // namespace gaugegl
