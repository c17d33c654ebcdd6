#include "bench/fixing_host.h"

#include "bench/seed.h"
#include "host/gauge_fixing.h"

namespace gaugegl {
namespace {

const std::string landauName = "fix-landau";
constexpr FixingStep step = {.omega = 1.7};

template<class T>
SampledTime sampledIteration(const HostFixing& what, const Sampling& sampling)
{
    host::GaugeFixer<T> fixer(what.lattice, what.group);
    fixer.randomTransformation(benchSeed);
    const auto round = [&fixer] { fixer.iterate(Gauge::Landau, step, benchSeed); };
    round();
    return sampled(onHostClock(round), 2, sampling);
}

} // namespace

std::string hostFixingOf(const std::string& name)
{
    const bool overrelaxes =
        name == landauName || (name.starts_with(landauName + "-") && name != "fix-landau-annealing");
    return overrelaxes ? landauName : "";
}

KernelTiming measureHost(const HostFixing& what, const Sampling& sampling)
{
    const bool single = what.precision == Precision::Single;
    const double sites = double(what.lattice.halfVolume()),
                 link = (traits(what.group).quaternions ? 4 : 18) * (single ? 4.0 : 8.0);
    KernelTiming result{.name = landauName,
                        .group = what.group,
                        .path = "host",
                        .precision = what.precision,
                        .lattice = what.lattice,
                        .sites = sites,
                        .flops = sites * *fixingFlops(Gauge::Landau, what.group),
                        .bytesCompulsory = sites * 16 * link,
                        .bytesLoaded = sites * 16 * link, // for K, and to multiply them
                        .threads = what.threads};
    const ThreadLimit limit(what.threads);
    result.time = single ? sampledIteration<float>(what, sampling) : sampledIteration<double>(what, sampling);
    return result;
}

} // namespace gaugegl
