#include "bench/hmc.h"

#include "base/host_threads.h"
#include "bench/seed.h"
#include "fermion/operators/half_fields.h"
#include "gauge/actions/insertion_force.h"
#include "gauge/smearing/stout_links.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/gauge/update/update.h"
#include "hmc/forces.h"
#include "hmc/kernels.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace gaugegl {
namespace {

std::vector<HmcBenchmarkEntry> hmcEntries()
{
    std::vector<HmcBenchmarkEntry> entries = {{"momenta", "random_momenta"},
                                              {"kinetic-energy", "kinetic_energy"},
                                              {"force-wilson", "fermion_force"},
                                              {"force-staggered", "fermion_force"},
                                              {"clover-insertions", "clover_insertions"},
                                              {"force-clover", "insertion_force"},
                                              {"force-stout", "insertion_force"},
                                              {"stout-gradient", "stout_gradient"}};
    for (const std::string& setup : trajectorySetups())
        for (const char* share : {"", "solver", "force", "gauge", "rest", "kernels"})
            entries.push_back(
                {fmt::format("trajectory-{}{}{}", setup, *share ? "-" : "", share), "trajectory", setup, share});
    return entries;
}

const HmcBenchmarkEntry& entryOf(const std::string& name)
{
    for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
        if (entry.name == name) return entry;
    throw InputError("no benchmark of molecular dynamics is called " + name);
}

/// The mean of the four directions, in the passes that the device needs.
KernelCost forceCost(const Device& device, const Lattice& lattice, FermionForceKernel kernel)
{
    KernelCost mean;
    for (kernel.mu = 0; kernel.mu < 4; ++kernel.mu) {
        const KernelSpec spec = fermionForceSpec(lattice, kernel);
        const KernelCost cost = costOn(device, spec);
        mean.flops += cost.flops / 4;
        mean.planesLoaded += cost.planesLoaded / 4;
        mean.planesCompulsory += cost.planesCompulsory / 4;
    }
    return mean;
}

/// Two flavours of twisted mass with the tree-level Symanzik action.
HmcParameters twistedMass(Group group, double mu)
{
    return {.beta = traits(group).quaternions ? 1.7 : 3.9,
            .action = actions::symanzik,
            .fermions = {{.action = FermionAction::TwistedMass, .kappa = 0.160856, .mu = mu}}};
}

/// The plaquette of SU(3) at beta = 3.9 with two light flavours, 0.585, is about that of the pure gauge theory at 4.1.
constexpr double lightQuarks = 0.2;

HmcParameters wilsonAction(Group group, FermionTerm fermions)
{
    return {.beta = traits(group).quaternions ? 2.3 : 5.6, .fermions = {std::move(fermions)}};
}

/// What sets it apart.
struct TrajectorySetup {
    std::string name;
    HmcParameters (*theory)(Group group);
    /// Beta of the heat bath that makes the first links is larger by this: quarks raise the plaquette.
    double more = 0;
};

const std::vector<TrajectorySetup>& setups()
{
    static const std::vector<TrajectorySetup> all = {
        {"wilson",
         [](Group group) {
             return wilsonAction(group, {.action = FermionAction::Wilson, .kappa = 0.14, .ratios = {{0.12}}});
         }},
        {"staggered",
         [](Group group) { return wilsonAction(group, {.action = FermionAction::Staggered, .mass = 0.1}); }},
        {"twisted-mass-a", [](Group group) { return twistedMass(group, 0.0025); }, lightQuarks},
        {"twisted-mass-b", [](Group group) { return twistedMass(group, 0.0035); }, lightQuarks},
        {"twisted-mass-c", [](Group group) { return twistedMass(group, 0.1); }, lightQuarks},
    };
    return all;
}

const TrajectorySetup& setupOf(const std::string& name)
{
    const auto found = std::ranges::find(setups(), name, &TrajectorySetup::name);
    if (found == setups().end()) throw InputError("no benchmark has trajectories of " + name);
    return *found;
}

/// After a first one.
std::vector<Trajectory> timedTrajectories(const std::function<Trajectory()>& next, const Sampling& sampling)
{
    next();
    std::vector<Trajectory> timed;
    const Stopwatch watch;
    do
        timed.push_back(next());
    while (int(timed.size()) < sampling.samples && watch.seconds() < sampling.seconds);
    return timed;
}

} // namespace

/// The repeated work of an entry.
const std::vector<HmcBenchmarkEntry>& hmcBenchmarkEntries()
{
    static const std::vector<HmcBenchmarkEntry> entries = hmcEntries();
    return entries;
}

const std::vector<std::string>& trajectorySetups()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const TrajectorySetup& setup : setups())
            all.push_back(setup.name);
        return all;
    }();
    return names;
}

HmcParameters benchmarkTrajectory(const std::string& setup, Group group, Precision precision)
{
    HmcParameters parameters = setupOf(setup).theory(group);
    parameters.scales = {{Integrator::SecondOrder, 4}, {Integrator::SecondOrder, 2}};
    parameters.length = 0.5;
    parameters.precision = precision == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
    return parameters;
}

BenchmarkWork HmcBenchmark::forceWork(FermionKind kind)
{
    struct Fields {
        AlgebraField p;
        std::vector<FermionField> of;
    };
    const auto space = FermionSpace::create(device(), {u_.lattice(), u_.group(), kind});
    const auto fields = std::make_shared<Fields>(Fields{AlgebraField(device(), u_.lattice(), u_.group()), {}});
    drawMomenta(fields->p, benchSeed, 0);
    for (int parity = 0; parity < 2; ++parity)
        fields->of.push_back(uploaded(space, randomHalf(u_.lattice(), kind, u_.group(), parity, benchSeed)));
    const auto force = std::make_shared<HoppingForce>(kind, u_, BoundaryPhases{});
    force->tune(device().tuner());
    const auto round = [force, fields] {
        const std::array<const FermionField*, 2> halves = {&fields->of[0], &fields->of[1]};
        force->kickMomenta(fields->p, {halves, halves}, smallTime);
    };
    return {round, 8,
            forceCost(device(), u_.lattice(),
                      {.kind = kind, .group = u_.group(), .boundary = {}, .variant = force->variant()})};
}

BenchmarkWork HmcBenchmark::insertionWork(const HmcBenchmarkEntry& entry)
{
    const Group group = u_.group();
    const Registers registers = device().registersOfLongKernels();
    struct Fields {
        AlgebraField p, q;
        PlaneTexture insertions, scratch;
        FermionField psi;
    };
    const auto space = FermionSpace::create(device(), {u_.lattice(), group, FermionKind::Wilson});
    const TextureShape shape = halfFieldShape(u_.lattice(), 6 * insertionPlanes(group));
    const auto f = std::make_shared<Fields>(
        Fields{AlgebraField(device(), u_.lattice(), group), AlgebraField(device(), u_.lattice(), group),
               PlaneTexture(device(), shape), PlaneTexture(device(), shape),
               uploaded(space, randomHalf(u_.lattice(), FermionKind::Wilson, group, 0, benchSeed))});
    drawMomenta(f->p, benchSeed, 0);
    drawMomenta(f->q, benchSeed, 1);
    const KernelSpec insert = cloverInsertionsSpec(group, {}, device().precision(), registers);
    const auto inserted = [f, insert, &device = device()] {
        Kernel(device, insert)
            .read("uX", f->psi.planes())
            .read("uY", f->psi.planes())
            .set("uWeight", smallTime)
            .run(f->insertions);
    };
    if (entry.kernel == "clover_insertions") return {inserted, 1, costOn(device(), insert)};
    if (entry.kernel == "stout_gradient") {
        const KernelSpec spec = stoutGradientSpec(group);
        return {[f, spec, &device = device()] {
                    Kernel(device, spec)
                        .read("uExponent", f->p.of(0, 0))
                        .read("uGradient", f->q.of(0, 0))
                        .run({&f->p.scratch(), &f->q.scratch()});
                },
                1, costOn(device(), spec)};
    }
    constexpr int planesOfLinks = 8 * 3; // of each direction and parity
    if (entry.name == "force-stout")
        return {[f, registers, this] {
                    addInsertionForce(f->p, u_, f->q, {smallTime, registers});
                },
                planesOfLinks,
                costOn(device(), insertionForceSpec(group, u_.lattice(), Insertions::OfLinks, registers))};
    inserted();
    return {[f, registers, this] {
                addInsertionForce(f->p, u_, SiteInsertions{&f->insertions, &f->insertions}, {smallTime, registers});
            },
            planesOfLinks, costOn(device(), insertionForceSpec(group, u_.lattice(), Insertions::OfSites, registers))};
}

BenchmarkWork HmcBenchmark::workOf(const HmcBenchmarkEntry& entry)
{
    for (const FermionKindTraits& fermions : fermionKinds)
        if (entry.name == fmt::format("force-{}", fermions.name)) return forceWork(fermions.kind);
    if (entry.kernel == "clover_insertions" || entry.kernel == "insertion_force" || entry.kernel == "stout_gradient")
        return insertionWork(entry);
    const auto p = std::make_shared<AlgebraField>(device(), u_.lattice(), u_.group());
    drawMomenta(*p, benchSeed, 0);
    if (entry.name == "momenta")
        return {[p] { drawMomenta(*p, benchSeed, 0); }, 8, randomMomentaSpec(u_.group(), u_.lattice()).cost.of(1)};
    const auto reduction = std::make_shared<Reduction>(device());
    return {[p, reduction] { kineticEnergy(*p, *reduction); }, 2, kineticEnergySpec(u_.group()).cost.of(1)};
}

std::function<Trajectory()> HmcBenchmark::trajectoriesOf(const std::string& setup, const HmcParameters& parameters)
{
    hotStart(u_, benchSeed);
    for (std::uint32_t sweep = 0; sweep < 10; ++sweep)
        heatBathSweep(u_, {.beta = parameters.beta + setupOf(setup).more, .action = parameters.action}, benchSeed,
                      sweep);
    const auto hmc = std::make_shared<HybridMonteCarlo>(device(), u_, parameters, benchSeed);
    return [hmc, number = std::uint64_t(0)]() mutable {
        Trajectory trajectory = hmc->trajectory(number++, Proposal::Accept);
        if (trajectory.failure) throw UnsolvedError(*trajectory.failure);
        return trajectory;
    };
}

HmcBenchmark::Samples HmcBenchmark::sampledTrajectories(const std::string& setup, const Sampling& sampling)
{
    const std::function<Trajectory()> next = trajectoriesOf(setup);
    Samples samples{.trajectories = timedTrajectories(next, sampling)};
    Profile profile(device());
    next();
    const ProfileReport spent = profile.report();
    samples.kernels = spent.kernelSeconds() / spent.seconds;
    return samples;
}

const HmcBenchmark::Samples& HmcBenchmark::trajectories(const std::string& setup, const Sampling& sampling)
{
    const auto [found, isNew] = samples_.try_emplace(setup);
    Samples& samples = found->second;
    if (isNew) {
        try {
            samples = sampledTrajectories(setup, sampling);
        } catch (const UnsolvedError& error) {
            samples.failure = error.what();
        }
    }
    if (!samples.failure.empty()) throw UnsolvedError(samples.failure);
    return samples;
}

SampledTime HmcBenchmark::share(const HmcBenchmarkEntry& entry, const Sampling& sampling)
{
    const Samples& samples = trajectories(entry.trajectory, sampling);
    std::vector<double> seconds;
    for (const Trajectory& t : samples.trajectories)
        seconds.push_back(entry.share == "solver"    ? t.solverSeconds
                          : entry.share == "force"   ? t.forceSeconds
                          : entry.share == "gauge"   ? t.gaugeSeconds
                          : entry.share == "rest"    ? t.otherSeconds()
                          : entry.share == "kernels" ? samples.kernels * t.seconds
                                                     : t.seconds);
    return sampledTime(std::move(seconds), "host");
}

KernelTiming HmcBenchmark::measure(const std::string& name, const Sampling& sampling)
{
    const HmcBenchmarkEntry& entry = entryOf(name);
    KernelTiming result{.name = name,
                        .group = u_.group(),
                        .path = gaugegl::name(device().path(), device().storage()),
                        .precision = device().precision(),
                        .lattice = u_.lattice(),
                        .kind = classOf(entry.kernel)};
    if (entry.isTrajectory()) {
        setWork(result, double(u_.lattice().volume()), {});
        result.time = share(entry, sampling);
        return result;
    }
    const BenchmarkWork work = workOf(entry);
    setWork(result, double(u_.lattice().halfVolume()), work.cost);
    work.round();
    result.time = sampled(onDeviceClock(device(), work.round), work.calls, sampling);
    return result;
}

KernelTiming HmcBenchmark::measureHost(const std::string& name, Precision precision, int threads,
                                       const Sampling& sampling)
{
    const HmcBenchmarkEntry& entry = entryOf(name);
    if (!entry.isTrajectory() || !entry.onHost()) throw InputError("no trajectory on the CPU is called " + name);
    HmcParameters parameters = benchmarkTrajectory(entry.trajectory, u_.group(), precision);
    parameters.path = HmcPath::Cpu;
    const ThreadLimit limit(threads);
    const std::function<Trajectory()> next = trajectoriesOf(entry.trajectory, parameters);
    KernelTiming result{.name = name,
                        .group = u_.group(),
                        .path = "host",
                        .precision = precision,
                        .lattice = u_.lattice(),
                        .sites = double(u_.lattice().volume()),
                        .threads = threads};
    std::vector<double> seconds;
    for (const Trajectory& t : timedTrajectories(next, sampling))
        seconds.push_back(t.seconds);
    result.time = sampledTime(std::move(seconds), "host");
    return result;
}

} // namespace gaugegl
