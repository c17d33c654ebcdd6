// gaugegl bench --suite standard: every kernel against the copy bandwidth that is measured beside it, every update also
// against the CPU reference.
#include "bench.h"
#include "bench_report.h"

#include "gaugegl/core/error.h"
#include "gaugegl/dirac/benchmark.h"
#include "gaugegl/fields/lattice_fit.h"
#include "gaugegl/gauge/benchmark_host.h"
#include "gaugegl/hmc/benchmark.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {
namespace {

bool againstVolume(const BenchOptions& options) { return !options.lattices.empty(); }

/// Which benchmark measures something.
enum class Suite { Gauge, Fermions, Hmc };

/// What can be measured, of gauge fields, of fermions and of molecular dynamics.
struct SuiteEntry {
    std::string name;
    std::string kernel; ///< file of shaders/kernels/
    Suite suite = Suite::Gauge;
    bool perGroup = true;      ///< as BenchmarkEntry has it
    bool onReference = false;  ///< the CPU reference can do it, too
    bool onHost = false;       ///< the operators of the host can
    bool isTrajectory = false; ///< takes seconds
    std::string hostFixing;    ///< of gauge fixing: the entry of the host that it is compared with
    std::function<bool(Group, const Place&, const Lattice&)> exists;
};

std::vector<SuiteEntry> suiteEntries()
{
    std::vector<SuiteEntry> entries;
    for (const BenchmarkEntry& e : benchmarkEntries())
        entries.push_back({e.name, e.kernel, Suite::Gauge, e.perGroup, e.onReference, false, false,
                           hostFixingOf(e.name), [e](Group group, const Place& p, const Lattice& lattice) {
                               return e.exists(group, p.precision, lattice, p.path);
                           }});
    for (const FermionBenchmarkEntry& e : fermionBenchmarkEntries())
        entries.push_back(
            {e.name, e.kernel(), Suite::Fermions, true, false, e.onHost(), false, "",
             [e](Group group, const Place& p, const Lattice&) { return e.exists(group, p.precision, p.storage); }});
    for (const HmcBenchmarkEntry& e : hmcBenchmarkEntries())
        entries.push_back({e.name, e.kernel, Suite::Hmc, true, false, false, e.isTrajectory(), "",
                           [e](Group, const Place& p, const Lattice&) { return e.exists(p.precision, p.storage); }});
    return entries;
}

/// One measurement to be made.
struct Job {
    std::string name;
    Lattice lattice;
    Group group;
    std::optional<Place> place;              ///< none: the CPU
    bool listed = true;                      ///< else it is only compared with
    Suite suite = Suite::Gauge;              ///< of fermions: on the CPU the operators of the host
    int threads = 1;                         ///< of the CPU
    Precision precision = Precision::Double; ///< on the CPU
};

constexpr std::int64_t largestReferenceVolume = 8 * 8 * 8 * 8; ///< larger lattices only take longer on the CPU

/// The names that the filters select; a filter is a part of the name, or the kernel's file.
std::vector<SuiteEntry> selectedEntries(const BenchOptions& options)
{
    const auto selects = [](const std::string& filter, const SuiteEntry& entry) {
        return entry.name.find(filter) != std::string::npos || entry.kernel == filter;
    };
    const std::vector<SuiteEntry> all = suiteEntries();
    std::vector<SuiteEntry> selected;
    for (const SuiteEntry& entry : all) {
        const bool plotted = againstVolume(options) && entry.onReference;
        if (options.filters.empty() ? !againstVolume(options) || plotted
                                    : std::any_of(options.filters.begin(), options.filters.end(),
                                                  [&](const std::string& f) { return selects(f, entry); }))
            selected.push_back(entry);
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

std::vector<Group> groupsOf(const BenchOptions& options)
{
    std::vector<Group> groups;
    groups.reserve(options.groups.size());
    for (const std::string& group : options.groups)
        groups.push_back(parseGroup(group));
    return groups.empty() ? std::vector{Group::SU2, Group::SU3} : groups;
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

/// What the host is timed with: hops, and each way of gauge fixing once.
std::set<std::pair<std::string, Suite>> hostEntries(const BenchOptions& options)
{
    std::set<std::pair<std::string, Suite>> names;
    for (const SuiteEntry& entry : selectedEntries(options)) {
        if (entry.onHost) names.emplace(entry.name, Suite::Fermions);
        if (!entry.hostFixing.empty()) names.emplace(entry.hostFixing, Suite::Gauge);
    }
    return names;
}

/// The host on one core and on all, in the precisions that the options permit.
void planHost(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice)
{
    const std::string& wanted = options.common.precision;
    for (const Group group : groupsOf(options))
        for (const auto& [entry, suite] : hostEntries(options))
            for (const Precision precision : {Precision::Single, Precision::Double})
                for (const int threads : std::set<int>{1, hostThreads()})
                    if (wanted.empty() || wanted == "all" || wanted == name(precision))
                        jobs.push_back({.name = entry,
                                        .lattice = lattice,
                                        .group = group,
                                        .place = {},
                                        .suite = suite,
                                        .threads = threads,
                                        .precision = precision});
}

/// Trajectories have a smaller lattice unless one is asked for: they would take longer than all kernels together.
Lattice measuredLattice(const SuiteEntry& entry, const BenchOptions& options, const Lattice& lattice)
{
    const bool asked = againstVolume(options) || !options.lattice.empty();
    return entry.isTrajectory && !asked ? Lattice::parse(trajectoryLattice) : lattice;
}

/// The jobs of one lattice, those of a place together and each place beginning with its copy.
void planLattice(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice,
                 const std::vector<Place>& where, Path defaultPath)
{
    const std::vector<SuiteEntry> entries = selectedEntries(options);
    const Place standard = {defaultPath, Precision::Single};
    const bool copies =
        std::any_of(entries.begin(), entries.end(), [](const SuiteEntry& entry) { return entry.name == "copy"; });
    if (std::find(where.begin(), where.end(), standard) == where.end())
        jobs.push_back({"copy", lattice, Group::SU3, standard, false});
    for (const Place& place : where) {
        jobs.push_back({"copy", lattice, Group::SU3, place, copies});
        for (const SuiteEntry& entry : entries)
            if (!entry.perGroup && entry.name != "copy") jobs.push_back({entry.name, lattice, Group::SU3, place});
        for (const Group group : groupsOf(options))
            for (const SuiteEntry& entry : entries)
                if (entry.perGroup && entry.exists(group, place, lattice))
                    jobs.push_back(
                        {entry.name, measuredLattice(entry, options, lattice), group, place, true, entry.suite});
    }
    if (options.common.path == "all" || options.common.path == "reference") planReference(jobs, options, lattice);
    if (options.common.path == "all" || options.common.path == "host") planHost(jobs, options, lattice);
}

/// Runs jobs in their order; keeps device and fields from one to the next where they are the same.
class Runs {
public:
    Runs(std::shared_ptr<gl::Context> context, const BenchOptions& options)
        : context_(std::move(context)), sampling_{.seconds = options.seconds.value_or(1)},
          passes_{.seconds = options.common.passSeconds}
    {}

    KernelTiming run(const Job& job)
    {
        if (job.place) return onDevice(job);
        if (!hostFixingOf(job.name).empty())
            return measureHost(HostFixing{job.lattice, job.group, job.precision, job.threads}, sampling_);
        if (job.suite == Suite::Gauge)
            return measureReference(job.name, job.lattice, job.group, sampling_, job.threads);
        return measureHost({job.name, job.lattice, job.group, job.precision, job.threads}, sampling_);
    }

private:
    KernelTiming onDevice(const Job& job)
    {
        const bool sameDevice = device_ && place_ == job.place;
        if (!sameDevice || lattice_ != job.lattice || group_ != job.group || suite_ != job.suite) {
            gauge_.reset();
            fermions_.reset();
            hmc_.reset();
        }
        if (!sameDevice)
            device_ = std::make_unique<Device>(context_, DeviceOptions{.path = job.place->path,
                                                                       .precision = job.place->precision,
                                                                       .storage = job.place->storage,
                                                                       .passes = passes_});
        place_ = job.place;
        lattice_ = job.lattice;
        group_ = job.group;
        suite_ = job.suite;
        if (job.suite == Suite::Hmc) {
            if (!hmc_) hmc_ = std::make_unique<HmcBenchmark>(*device_, job.lattice, job.group);
            return hmc_->measure(job.name, sampling_);
        }
        if (job.suite == Suite::Fermions) {
            if (!fermions_) fermions_ = std::make_unique<FermionBenchmark>(*device_, job.lattice, job.group);
            return fermions_->measure(job.name, sampling_);
        }
        if (!gauge_) gauge_ = std::make_unique<Benchmark>(*device_, job.lattice, job.group);
        return gauge_->measure(job.name, sampling_);
    }

    std::shared_ptr<gl::Context> context_;
    Sampling sampling_;
    PassLimits passes_;
    std::optional<Place> place_;
    std::optional<Lattice> lattice_;
    std::optional<Group> group_;
    std::unique_ptr<Device> device_;
    Suite suite_ = Suite::Gauge;
    std::unique_ptr<Benchmark> gauge_;           // one of these three, so that the fields of
    std::unique_ptr<FermionBenchmark> fermions_; // the others do not take its memory
    std::unique_ptr<HmcBenchmark> hmc_;
};

void showProgress(std::size_t done, std::size_t total, const KernelTiming& t)
{
    fmt::print(stderr, "[{}/{}] {} {}{} {} {}: {:.4g} ms\n", done, total, t.name, t.group ? name(*t.group) + " " : "",
               pathLabel(t), name(t.precision), t.lattice.name(), 1e3 * t.time.seconds);
}

BenchReport measureAll(const BenchOptions& options, const std::shared_ptr<gl::Context>& context)
{
    const gl::Capabilities& c = context->capabilities();
    const Path defaultPath = c.compute() ? Path::Compute : Path::Fragment;
    std::vector<Job> jobs;
    for (const Lattice& lattice : latticesOf(options))
        planLattice(jobs, options, lattice, places(c, options.common, againstVolume(options) ? "single" : "all"),
                    defaultPath);
    for (const Job& job : jobs) // before anything is measured
        if (job.place) requireFit(c, job.lattice, job.group, job.place->precision, job.place->storage);

    BenchReport report{.device = c.renderer,
                       .driver = c.version,
                       .loadAverage = loadAverageWithWarning(options.common.quiet),
                       .rows = {}};
    Runs runs(context, options);
    double copy = std::nan("");
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Job& job = jobs[i];
        const KernelTiming timing = runs.run(job);
        if (!options.common.quiet) showProgress(i + 1, jobs.size(), timing);
        if (job.name == "copy") copy = timing.bytesCompulsory / timing.time.seconds;
        if (job.name == "copy" && *job.place == Place{defaultPath, Precision::Single}) report.copyBytesPerSecond = copy;
        if (job.listed)
            report.rows.push_back({.timing = timing, .copyBytesPerSecond = job.place ? copy : std::nan("")});
    }
    compareRows(report.rows);
    return report;
}

void printBench(const BenchReport& report, const BenchOptions& options)
{
    fmt::print("{}{} ({}), copy {:.4g} GB/s, load average {:.2f} before the start\n\n",
               options.markdown ? "Measured on " : "", report.device, report.driver, 1e-9 * report.copyBytesPerSecond,
               report.loadAverage);
    fmt::print("{}", benchTable(report, options.markdown));
    for (const std::string& lines :
         {bestFolds(report), trajectoryShares(report), slowPaths(report), aboutReference(report)})
        fmt::print("{}", remarks(lines, options.markdown));
}

} // namespace

int runStandardSuite(const BenchOptions& options)
{
    selectedEntries(options); // so that wrong names, lattices and folders are found before a context is opened
    latticesOf(options);
    groupsOf(options);
    if (againstVolume(options)) requireFolder(options.output);

    const BenchReport report = measureAll(options, openContext(options.common));
    const bool prints = printsText(options.common);
    if (prints) printBench(report, options);
    Json json = benchJson(report);
    if (againstVolume(options))
        json["figures"] = figures([&] { return drawSpeeds(report, options.output); }, prints && !options.markdown);
    if (!options.common.json.empty()) writeJson(json, options.common.json);
    return success;
}

} // namespace gaugegl::cli
