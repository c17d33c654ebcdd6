// gaugegl bench --suite standard: every kernel against the copy bandwidth that is measured beside it, every update also
// against the CPU reference.
#include "bench_figures.h"
#include "bench_jobs.h"

#include "bench/fermions.h"
#include "bench/fixing_host.h"
#include "bench/hmc.h"
#include "bench/host_work.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {
namespace {

bool againstVolume(const BenchOptions& options) { return !options.lattices.empty(); }

/// What can be measured, of gauge fields, of fermions and of molecular dynamics.
struct SuiteEntry {
    std::string name;
    std::vector<std::string> kernels; ///< files of shaders/kernels/
    Job::Kind kind = Job::Kind::Gauge;
    bool perGroup = true;      ///< as BenchmarkEntry has it
    bool onReference = false;  ///< the CPU reference can do it, too
    bool onHost = false;       ///< the operators of the host can
    bool isTrajectory = false; ///< takes seconds
    bool onDemand = false;     ///< takes minutes: measured if a filter selects it
    bool hasVariants = false;  ///< a tuner chooses among its kernels
    std::string hostFixing;    ///< of gauge fixing: the entry of the host that it is compared with
    std::function<bool(Group, const BenchTarget&, const Lattice&)> exists;
};

std::vector<SuiteEntry> suiteEntries()
{
    std::vector<SuiteEntry> entries;
    for (const BenchmarkEntry& e : benchmarkEntries())
        entries.push_back({e.name, e.kernels(), Job::Kind::Gauge, e.perGroup, e.onReference, false, false, false,
                           e.hasVariants, hostFixingOf(e.name),
                           [e](Group group, const BenchTarget& p, const Lattice& lattice) {
                               return e.exists(group, p.precision, lattice, p.path);
                           }});
    for (const FermionBenchmarkEntry& e : fermionBenchmarkEntries())
        entries.push_back({e.name,
                           {e.kernel()},
                           Job::Kind::Fermions,
                           true,
                           false,
                           e.onHost(),
                           false,
                           false,
                           e.hasVariants(),
                           "",
                           [e](Group group, const BenchTarget& p, const Lattice&) {
                               return e.exists(group, p.precision, p.storage);
                           }});
    for (const HmcBenchmarkEntry& e : hmcBenchmarkEntries())
        entries.push_back({e.name,
                           {e.kernel},
                           Job::Kind::Hmc,
                           true,
                           false,
                           e.onHost(),
                           e.isTrajectory(),
                           e.isTwistedMass(),
                           e.hasVariants(),
                           "",
                           [e](Group group, const BenchTarget& p, const Lattice&) {
                               return has(group, Feature::MolecularDynamics) && e.exists(p.precision, p.storage);
                           }});
    for (const HostBenchmarkEntry& e : hostBenchmarkEntries())
        if (!e.likeOnDevice)
            entries.push_back({e.name,
                               {},
                               Job::Kind::Host,
                               !e.isLimit,
                               false,
                               true,
                               false,
                               false,
                               false,
                               "",
                               [](Group, const BenchTarget&, const Lattice&) { return false; }});
    return entries;
}

constexpr std::int64_t largestReferenceVolume = 8 * 8 * 8 * 8; ///< larger lattices only take longer on the CPU

/// The names that the filters select; a filter is a part of the name, or the kernel's file.
std::vector<SuiteEntry> selectedEntries(const BenchOptions& options)
{
    const auto selects = [](const std::string& filter, const SuiteEntry& entry) {
        return entry.name.find(filter) != std::string::npos || std::ranges::count(entry.kernels, filter) > 0;
    };
    const std::vector<SuiteEntry> all = suiteEntries();
    std::vector<SuiteEntry> selected;
    for (const SuiteEntry& entry : all) {
        const bool plotted = againstVolume(options) && entry.onReference;
        if (options.filters.empty() ? plotted || (!againstVolume(options) && !entry.onDemand)
                                    : std::any_of(options.filters.begin(), options.filters.end(),
                                                  [&](const std::string& f) { return selects(f, entry); }))
            if (entry.hasVariants || !options.comparesVariants()) selected.push_back(entry);
    }
    for (const std::string& filter : options.filters)
        if (std::none_of(all.begin(), all.end(), [&](const auto& entry) { return selects(filter, entry); })) {
            std::string names;
            for (const SuiteEntry& entry : all)
                names += (names.empty() ? "" : ", ") + entry.name;
            throw InputError(fmt::format("--filter {} selects no kernel; there are {}", filter, names));
        }
    return selected;
}

std::vector<Lattice> latticesOf(const BenchOptions& options)
{
    if (againstVolume(options)) return parseLattices(options.lattices);
    return {Lattice::parse(options.lattice.empty() ? "16x16x16x16" : options.lattice)};
}

/// The updates that the reference can do, on one core and on all: on the lattice itself if it is small or the speed is
/// plotted against the volume.
void planReference(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice)
{
    const bool same = againstVolume(options) || lattice.volume() <= largestReferenceVolume;
    for (const Group group : groupsOf(options))
        for (const SuiteEntry& entry : selectedEntries(options))
            for (const int threads : std::set<int>{1, hostThreads()})
                if (entry.onReference)
                    jobs.push_back({.name = entry.name,
                                    .lattice = same ? lattice : Lattice({8, 8, 8, 8}),
                                    .group = group,
                                    .place = {},
                                    .threads = threads});
}

/// What the host is timed with, each way of gauge fixing once; the limits of the processor with whatever there is.
std::vector<SuiteEntry> hostEntries(const BenchOptions& options)
{
    std::vector<SuiteEntry> chosen;
    std::set<std::string> names;
    const auto add = [&](SuiteEntry entry) {
        if (names.insert(entry.name).second) chosen.push_back(std::move(entry));
    };
    for (SuiteEntry entry : selectedEntries(options)) {
        const bool fixes = !entry.hostFixing.empty();
        if (fixes) entry.name = entry.hostFixing;
        if (entry.onHost || fixes) add(entry);
    }
    if (!chosen.empty())
        for (const SuiteEntry& entry : suiteEntries())
            if (entry.kind == Job::Kind::Host && !entry.perGroup) add(entry);
    return chosen;
}

Feature featureOf(const SuiteEntry& entry)
{
    return entry.kind == Job::Kind::Gauge      ? Feature::GaugeFixing
           : entry.kind == Job::Kind::Fermions ? Feature::Fermions
                                               : Feature::MolecularDynamics;
}

/// Trajectories have a smaller lattice unless one is asked for: they would take longer than all kernels together.
Lattice measuredLattice(const SuiteEntry& entry, const BenchOptions& options, const Lattice& lattice)
{
    const bool requested = againstVolume(options) || !options.lattice.empty();
    return entry.isTrajectory && !requested ? Lattice::parse(trajectoryLattice) : lattice;
}

void planHost(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice)
{
    const std::vector<Group> groups = groupsOf(options);
    for (const Group group : groups)
        for (const SuiteEntry& entry : hostEntries(options))
            if (entry.perGroup ? has(group, featureOf(entry)) : group == groups.front())
                addHostJobs(
                    jobs,
                    {.name = entry.name,
                     .lattice = measuredLattice(entry, options, lattice),
                     .group = group,
                     .place = {},
                     .kind = entry.kind == Job::Kind::Hmc && !entry.isTrajectory ? Job::Kind::Host : entry.kind},
                    options.common);
}

/// Has the jobs from `first` on done by tuned kernels, or once by each: all of them one after the other, so that a device
/// keeps its fields.
void tuneJobs(std::vector<Job>& jobs, std::size_t first, bool untunedToo)
{
    const std::vector<Job> untuned(jobs.begin() + std::ptrdiff_t(first), jobs.end());
    if (!untunedToo) jobs.erase(jobs.begin() + std::ptrdiff_t(first), jobs.end());
    for (Job job : untuned) {
        job.tuned = true;
        jobs.push_back(std::move(job));
    }
}

/// The jobs of one lattice, those of a place together and each place beginning with its copy.
void planLattice(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice,
                 const std::vector<BenchTarget>& where, const BenchTarget& standard)
{
    const std::vector<SuiteEntry> entries = selectedEntries(options);
    const bool copies =
        std::any_of(entries.begin(), entries.end(), [](const SuiteEntry& entry) { return entry.name == "copy"; });
    if (std::find(where.begin(), where.end(), standard) == where.end())
        jobs.push_back({"copy", lattice, Group::SU3, standard, false});
    for (const BenchTarget& place : where) {
        const std::size_t first = jobs.size();
        jobs.push_back({"copy", lattice, Group::SU3, place, copies});
        for (const SuiteEntry& entry : entries)
            if (!entry.perGroup && entry.name != "copy" && entry.kind != Job::Kind::Host)
                jobs.push_back({entry.name, lattice, Group::SU3, place});
        for (const Group group : groupsOf(options))
            for (const SuiteEntry& entry : entries)
                if (entry.perGroup && entry.exists(group, place, lattice))
                    jobs.push_back(
                        {entry.name, measuredLattice(entry, options, lattice), group, place, true, entry.kind});
        if (options.tuned) tuneJobs(jobs, first + 1, options.untuned);
    }
    if (options.comparesVariants()) return;
    if (options.common.path == "all" || options.common.path == "reference") planReference(jobs, options, lattice);
    planHost(jobs, options, lattice);
}

} // namespace

int runStandardSuite(const BenchOptions& options)
{
    selectedEntries(options); // so that wrong names, lattices and folders are found before a context is opened
    const std::vector<Lattice> lattices = latticesOf(options);
    groupsOf(options);
    if (againstVolume(options)) requireFolder(options.output);

    const auto plan = [&](const gl::Capabilities& c) {
        std::vector<Job> jobs;
        for (const Lattice& lattice : lattices)
            planLattice(jobs, options, lattice,
                        benchTargets(c, options.common, againstVolume(options) ? "single" : "all"), standardTarget(c));
        if (!std::ranges::any_of(jobs, &Job::listed))
            throw InputError(fmt::format("--filter {} selects nothing that exists for this group, path and precision{}",
                                         fmt::join(options.filters, " "),
                                         options.comparesVariants() ? " and has variants" : ""));
        return jobs;
    };
    JobSuite suite = {
        .name = "standard", .plan = plan, .remarks = {bestFolds, trajectoryShares, slowPaths, aboutReference}};
    if (againstVolume(options))
        suite.draw = [&](const BenchReport& report) { return drawSpeeds(report, options.output); };
    return runJobSuite(suite, options);
}

} // namespace gaugegl::cli
