#include "gaugegl/hmc/benchmark.h"

#include "gaugegl/core/clock.h"
#include "gaugegl/core/error.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/dirac/half_fields.h"
#include "gaugegl/gauge/update.h"
#include "gaugegl/hmc/forces.h"
#include "gaugegl/hmc/kernels.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace gaugegl {
namespace {

constexpr std::uint64_t seed = 1;
constexpr double smallTime = 0x1p-20; // momenta stay finite

std::vector<HmcBenchmarkEntry> makeEntries()
{
    std::vector<HmcBenchmarkEntry> entries = {{"momenta", "random_momenta"},
                                              {"kinetic-energy", "kinetic_energy"},
                                              {"force-wilson", "fermion_force"},
                                              {"force-staggered", "fermion_force"}};
    for (const char* kind : {"wilson", "staggered"})
        for (const char* share : {"", "-solver", "-force", "-gauge", "-rest", "-kernels"})
            entries.push_back({fmt::format("trajectory-{}{}", kind, share), "trajectory"});
    return entries;
}

const HmcBenchmarkEntry& entryOf(const std::string& name)
{
    for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
        if (entry.name == name) return entry;
    throw InputError("no benchmark of molecular dynamics is called " + name);
}

double betaOf(Group group) { return group == Group::SU2 ? 2.3 : 5.6; }

/// The mean of the four directions, in the passes that the device needs.
KernelCost forceCost(const Device& device, const Lattice& lattice, FermionForceKernel kernel)
{
    KernelCost mean;
    for (kernel.mu = 0; kernel.mu < 4; ++kernel.mu) {
        const KernelSpec spec = fermionForceSpec(lattice, kernel);
        const KernelCost cost =
            hmcKernelCost(spec, int(passes(spec, device.path(), device.precision(), device.storage()).size()));
        mean.flops += cost.flops / 4;
        mean.planesLoaded += cost.planesLoaded / 4;
        mean.planesCompulsory += cost.planesCompulsory / 4;
    }
    return mean;
}

/// Median, least and interquartile range.
SampledTime sampledOf(std::vector<double> seconds)
{
    std::ranges::sort(seconds);
    const std::size_t n = seconds.size();
    SampledTime time{.seconds = seconds[n / 2], .fastest = seconds.front(), .samples = int(n)};
    if (time.seconds > 0) time.spread = (seconds[3 * n / 4 == n ? n - 1 : 3 * n / 4] - seconds[n / 4]) / time.seconds;
    return time;
}

} // namespace

/// What an entry does over and over.
struct HmcBenchmark::Work {
    std::function<void()> round;
    int calls = 1; ///< in a round
    KernelCost cost;
};

const std::vector<HmcBenchmarkEntry>& hmcBenchmarkEntries()
{
    static const std::vector<HmcBenchmarkEntry> entries = makeEntries();
    return entries;
}

HmcParameters benchmarkTrajectory(FermionKind kind, Group group, Precision precision)
{
    HmcParameters parameters{.beta = betaOf(group)};
    if (kind == FermionKind::Wilson)
        parameters.fermions = {{.action = FermionAction::Wilson, .kappa = 0.14, .ratios = {{0.12}}}};
    else
        parameters.fermions = {{.action = FermionAction::Staggered, .mass = 0.1}};
    parameters.scales = {{Integrator::SecondOrder, 4}, {Integrator::SecondOrder, 2}};
    parameters.length = 0.5;
    parameters.precision = precision == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
    return parameters;
}

HmcBenchmark::Work HmcBenchmark::forceWork(FermionKind kind)
{
    struct Fields {
        AlgebraField p;
        std::vector<FermionField> of;
    };
    const auto space = FermionSpace::create(device(), {u_.lattice(), u_.group(), kind});
    const auto fields = std::make_shared<Fields>(Fields{AlgebraField(device(), u_.lattice(), u_.group()), {}});
    drawMomenta(fields->p, seed, 0);
    for (int parity = 0; parity < 2; ++parity)
        fields->of.push_back(uploaded(space, randomHalf(u_.lattice(), kind, u_.group(), parity, seed)));
    const auto force = std::make_shared<HoppingForce>(kind, u_, BoundaryPhases{});
    const auto round = [force, fields] {
        const std::array<const FermionField*, 2> halves = {&fields->of[0], &fields->of[1]};
        force->move(fields->p, {halves, halves}, smallTime);
    };
    return {round, 8,
            forceCost(device(), u_.lattice(),
                      {.kind = kind, .group = u_.group(), .boundary = {}, .variant = force->variant()})};
}

HmcBenchmark::Work HmcBenchmark::workOf(const HmcBenchmarkEntry& entry)
{
    if (entry.name == "force-wilson") return forceWork(FermionKind::Wilson);
    if (entry.name == "force-staggered") return forceWork(FermionKind::Staggered);
    const auto p = std::make_shared<AlgebraField>(device(), u_.lattice(), u_.group());
    drawMomenta(*p, seed, 0);
    if (entry.name == "momenta")
        return {[p] { drawMomenta(*p, seed, 0); }, 8, hmcKernelCost(randomMomentaSpec(u_.group(), u_.lattice()))};
    const auto reduction = std::make_shared<Reduction>(device());
    return {[p, reduction] { kineticEnergy(*p, *reduction); }, 2, hmcKernelCost(kineticEnergySpec(u_.group()))};
}

const HmcBenchmark::Samples& HmcBenchmark::trajectories(FermionKind kind, const Sampling& sampling)
{
    Samples& samples = samples_[kind];
    if (!samples.trajectories.empty()) return samples;
    hotStart(u_, seed);
    for (std::uint32_t sweep = 0; sweep < 10; ++sweep)
        heatBathSweep(u_, {.beta = betaOf(u_.group())}, seed, sweep);
    HybridMonteCarlo hmc(device(), u_, benchmarkTrajectory(kind, u_.group(), device().precision()), seed);
    const auto run = [&](std::uint64_t number) {
        Trajectory trajectory = hmc.trajectory(number, Proposal::Accept);
        if (trajectory.failure) throw UnsolvedError(*trajectory.failure);
        return trajectory;
    };
    run(0);
    const Stopwatch watch;
    std::uint64_t number = 0;
    do
        samples.trajectories.push_back(run(++number));
    while (int(number) < sampling.samples && watch.seconds() < sampling.seconds);
    Profile profile(device());
    run(++number);
    const ProfileReport spent = profile.report();
    samples.kernels = spent.kernelSeconds() / spent.seconds;
    return samples;
}

SampledTime HmcBenchmark::share(const std::string& name, const Sampling& sampling)
{
    const FermionKind kind = name.starts_with("trajectory-wilson") ? FermionKind::Wilson : FermionKind::Staggered;
    const Samples& samples = trajectories(kind, sampling);
    std::vector<double> seconds;
    for (const Trajectory& t : samples.trajectories)
        seconds.push_back(name.ends_with("-solver")    ? t.solverSeconds
                          : name.ends_with("-force")   ? t.forceSeconds
                          : name.ends_with("-gauge")   ? t.gaugeSeconds
                          : name.ends_with("-rest")    ? t.otherSeconds()
                          : name.ends_with("-kernels") ? samples.kernels * t.seconds
                                                       : t.seconds);
    return sampledOf(std::move(seconds));
}

KernelTiming HmcBenchmark::measure(const std::string& name, const Sampling& sampling)
{
    const HmcBenchmarkEntry& entry = entryOf(name);
    KernelTiming result{.name = name,
                        .group = u_.group(),
                        .path = gaugegl::name(device().path(), device().storage()),
                        .precision = device().precision(),
                        .lattice = u_.lattice()};
    if (entry.isTrajectory()) {
        setWork(result, double(u_.lattice().volume()), {});
        result.time = share(name, sampling);
        return result;
    }
    const Work work = workOf(entry);
    setWork(result, double(u_.lattice().halfVolume()), work.cost);
    work.round();
    result.time = sampled(onDeviceClock(device(), work.round), work.calls, sampling);
    return result;
}

} // namespace gaugegl
