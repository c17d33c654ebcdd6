#include "checks/trajectories.h"

#include "checks/kernel_entry.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/open_device.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/gauge/update/update.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// Two flavours of twisted mass with the tree-level Symanzik action.
HmcParameters twistedMass(Group group, double mu)
{
    return {.beta = traits(group).quaternions ? 1.7 : 3.9,
            .action = actions::symanzik,
            .fermions = {{.action = FermionAction::TwistedMass, .kappa = 0.160856, .mu = mu}}};
}

HmcParameters setupA(Group group) { return twistedMass(group, 0.0025); }
HmcParameters setupB(Group group) { return twistedMass(group, 0.0035); }
HmcParameters setupC(Group group) { return twistedMass(group, 0.1); }

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
    double length = 0.5;
    int steps = 4, gaugeSteps = 2;
    bool published = false; ///< no row of `bench`
};

/// A setup of Bach et al. as they integrated it.
TrajectorySetup asPublished(const char* name, HmcParameters (*theory)(Group), double length)
{
    return {.name = name,
            .theory = theory,
            .more = lightQuarks,
            .length = length,
            .steps = 10,
            .gaugeSteps = 10,
            .published = true};
}

const std::vector<TrajectorySetup>& setups()
{
    static const std::vector<TrajectorySetup> all = {
        {"wilson",
         [](Group group) {
             return wilsonAction(group, {.action = FermionAction::Wilson, .kappa = 0.14, .ratios = {{0.12}}});
         }},
        {"staggered",
         [](Group group) { return wilsonAction(group, {.action = FermionAction::Staggered, .mass = 0.1}); }},
        {"twisted-mass-a", setupA, lightQuarks},
        {"twisted-mass-b", setupB, lightQuarks},
        {"twisted-mass-c", setupC, lightQuarks},
        asPublished("bach-a", setupA, 0.1),
        asPublished("bach-b", setupB, 0.1),
        asPublished("bach-c", setupC, 1),
    };
    return all;
}

const TrajectorySetup& setupOf(const std::string& name)
{
    const auto found = std::ranges::find(setups(), name, &TrajectorySetup::name);
    if (found == setups().end()) throw InputError("no benchmark has trajectories of " + name);
    return *found;
}

std::vector<std::string> namesOf(bool published)
{
    std::vector<std::string> names;
    for (const TrajectorySetup& setup : setups())
        if (setup.published == published) names.push_back(setup.name);
    return names;
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

SampledTime timeOf(const std::vector<Trajectory>& trajectories, const std::function<double(const Trajectory&)>& share)
{
    std::vector<double> seconds;
    seconds.reserve(trajectories.size());
    for (const Trajectory& t : trajectories)
        seconds.push_back(share(t));
    return sampledTime(std::move(seconds), "host");
}

/// A trajectory gives all its shares at once.
struct Samples {
    std::vector<Trajectory> trajectories = {}; ///< timed
    double kernels = 0;                        ///< their part of the time of one more
    std::string failure = {};                  ///< why there are none
};

Samples sampledTrajectories(Rig& rig, const std::string& setup, const Sampling& sampling)
{
    try {
        const std::function<Trajectory()> next = trajectoriesOf(rig, setup);
        Samples samples{.trajectories = timedTrajectories(next, sampling)};
        Profile profile(rig.device());
        next();
        const ProfileReport spent = profile.report();
        samples.kernels = spent.kernelSeconds() / spent.seconds;
        return samples;
    } catch (const UnsolvedError& error) {
        return {.failure = error.what()};
    }
}

/// A trajectory or what takes part of its time.
struct TrajectoryShare {
    const char* name; ///< empty: all
    double (*seconds)(const Trajectory& t, double kernels);
};
constexpr TrajectoryShare shares[] = {
    {"", [](const Trajectory& t, double) { return t.seconds; }},
    {"solver", [](const Trajectory& t, double) { return t.solverSeconds; }},
    {"force", [](const Trajectory& t, double) { return t.forceSeconds; }},
    {"gauge", [](const Trajectory& t, double) { return t.gaugeSeconds; }},
    {"rest", [](const Trajectory& t, double) { return t.otherSeconds(); }},
    {"kernels", [](const Trajectory& t, double kernels) { return kernels * t.seconds; }}};

const std::string prefix = "trajectory-";

Work shareWork(Rig& rig, const std::string& setup, const TrajectoryShare& share)
{
    Work work{.sites = double(rig.lattice().volume())};
    work.sample = [&rig, setup, &share](const Sampling& sampling) {
        std::any& kept = rig.kept(prefix + setup);
        if (!kept.has_value()) kept = sampledTrajectories(rig, setup, sampling);
        const auto& samples = std::any_cast<const Samples&>(kept);
        if (!samples.failure.empty()) throw UnsolvedError(samples.failure);
        return timeOf(samples.trajectories, [&](const Trajectory& t) { return share.seconds(t, samples.kernels); });
    };
    return work;
}

/// On the path of the CPU; a device only makes the first links.
Work trajectoryOnHost(const std::string& setup, const HostSetting& s)
{
    const auto place = std::make_shared<HostRig>(s);
    HmcParameters parameters = benchmarkTrajectory(setup, s.group, s.precision);
    parameters.path = HmcPath::Cpu;
    Work work{.sites = double(s.lattice.volume())};
    work.sample = [place, setup, parameters](const Sampling& sampling) {
        return timeOf(timedTrajectories(trajectoriesOf(place->rig, setup, parameters), sampling),
                      [](const Trajectory& t) { return t.seconds; });
    };
    return work;
}

} // namespace

const std::vector<std::string>& trajectorySetups()
{
    static const std::vector<std::string> names = namesOf(/*published=*/false);
    return names;
}

const std::vector<std::string>& publishedTrajectorySetups()
{
    static const std::vector<std::string> names = namesOf(/*published=*/true);
    return names;
}

HmcParameters benchmarkTrajectory(const std::string& setup, Group group, Precision precision)
{
    const TrajectorySetup& of = setupOf(setup);
    HmcParameters parameters = of.theory(group);
    parameters.scales = {{Integrator::SecondOrder, of.steps}, {Integrator::SecondOrder, of.gaugeSteps}};
    parameters.length = of.length;
    parameters.precision = precision == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
    return parameters;
}

std::optional<std::string> setupOfTrajectory(const std::string& row)
{
    for (const std::string& setup : trajectorySetups())
        if (row == prefix + setup) return setup;
    return std::nullopt;
}

std::function<Trajectory()> trajectoriesOf(Rig& rig, const std::string& setup, const HmcParameters& parameters)
{
    constexpr std::uint32_t sweeps = 10;
    GaugeField& u = rig.links();
    rig.hotStart();
    for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep)
        heatBathSweep(u, {.beta = parameters.beta + setupOf(setup).more, .action = parameters.action}, benchSeed,
                      sweep);
    const auto hmc = std::make_shared<HybridMonteCarlo>(rig.device(), u, parameters, benchSeed);
    return [hmc, number = std::uint64_t(0)]() mutable {
        Trajectory trajectory = hmc->trajectory(number++, Proposal::Accept);
        if (trajectory.failure) throw UnsolvedError(*trajectory.failure);
        return trajectory;
    };
}

std::function<Trajectory()> trajectoriesOf(Rig& rig, const std::string& setup)
{
    return trajectoriesOf(rig, setup, benchmarkTrajectory(setup, rig.group(), rig.device().precision()));
}

std::vector<KernelEntry> trajectoryEntries(const std::vector<std::string>& setups)
{
    std::vector<KernelEntry> entries;
    for (const std::string& setup : setups)
        for (const TrajectoryShare& share : shares) {
            const bool whole = *share.name == '\0';
            KernelEntry& entry = entries.emplace_back();
            entry.name = prefix + setup + (whole ? "" : "-") + share.name;
            entry.kernels = {"trajectory"};
            entry.work = [setup, &share](Rig& rig) { return shareWork(rig, setup, share); };
            if (whole) entry.host.work = [setup](const HostSetting& s) { return trajectoryOnHost(setup, s); };
            entry.needs = Feature::MolecularDynamics;
            // From buffers in double precision software drivers compile for minutes.
            entry.exists = [](const Setting& s) {
                return s.precision == Precision::Single || s.storage == Storage::Texture;
            };
            entry.hasVariants = true;
            entry.onDemand = setup.starts_with("twisted-mass");
        }
    return entries;
}

} // namespace gaugegl
