#include "bench_jobs.h"
#include "bench_figures.h"

#include "bench/fermions.h"
#include "bench/fixing_host.h"
#include "bench/hmc.h"
#include "bench/host_work.h"
#include "device/tuner.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace gaugegl::cli {
namespace {

/// Runs jobs in their order; keeps device and fields from one to the next where they are the same.
class JobRuns {
public:
    JobRuns(std::shared_ptr<gl::Context> context, const BenchOptions& options)
        : context_(std::move(context)), sampling_{.seconds = options.seconds.value_or(1)},
          passes_{.seconds = options.common.passSeconds}, watch_(tuningOnStandardError(options.common.quiet))
    {
        watch_.chosen = [this](const TuningChoice& one) {
            if (!one.sameBits) variants_.insert(one.variant); // sums have rows of their own, reduction-..
        };
    }
    JobRuns(const JobRuns&) = delete;
    JobRuns& operator=(const JobRuns&) = delete;

    KernelTiming run(const Job& job)
    {
        if (job.place) {
            variants_.clear();
            KernelTiming timing = onDevice(job);
            timing.tuned = job.tuned;
            timing.variant = fmt::format("{}", fmt::join(variants_, "; "));
            return timing;
        }
        if (job.kind == Job::Kind::Host)
            return measureHost(HostWork{job.name, job.lattice, job.group, job.precision, job.threads}, sampling_);
        if (job.kind == Job::Kind::Hmc) return trajectoryOnHost(job);
        if (!hostFixingOf(job.name).empty())
            return measureHost(HostFixing{job.lattice, job.group, job.precision, job.threads}, sampling_);
        if (job.kind == Job::Kind::Gauge)
            return measureReference(job.name, job.lattice, job.group, sampling_, job.threads);
        return measureHost(HostHop{job.name, job.lattice, job.group, job.precision, job.threads}, sampling_);
    }

private:
    /// On a device that makes the first links.
    KernelTiming trajectoryOnHost(const Job& job)
    {
        Device device(
            context_,
            {.path = standardTarget(context_->capabilities()).path, .precision = job.precision, .passes = passes_});
        return HmcBenchmark(device, job.lattice, job.group)
            .measureHost(job.name, job.precision, job.threads, sampling_);
    }

    KernelTiming onDevice(const Job& job)
    {
        const bool sameDevice = device_ && place_ == job.place && tuned_ == job.tuned;
        if (!sameDevice || lattice_ != job.lattice || group_ != job.group || kind_ != job.kind) {
            gauge_.reset();
            fermions_.reset();
            hmc_.reset();
        }
        if (!sameDevice)
            device_ = std::make_unique<Device>(
                context_, DeviceOptions{.path = job.place->path,
                                        .precision = job.place->precision,
                                        .storage = job.place->storage,
                                        .tuningFile = job.tuned ? std::optional(TuningStore::userFile()) : std::nullopt,
                                        .tuningWatch = watch_,
                                        .passes = passes_});
        place_ = job.place;
        tuned_ = job.tuned;
        lattice_ = job.lattice;
        group_ = job.group;
        kind_ = job.kind;
        if (job.kind == Job::Kind::Hmc) {
            if (!hmc_) hmc_ = std::make_unique<HmcBenchmark>(*device_, job.lattice, job.group);
            return hmc_->measure(job.name, sampling_);
        }
        if (job.kind == Job::Kind::Fermions) {
            if (!fermions_) fermions_ = std::make_unique<FermionBenchmark>(*device_, job.lattice, job.group);
            return fermions_->measure(job.name, sampling_);
        }
        if (!gauge_) gauge_ = std::make_unique<Benchmark>(*device_, job.lattice, job.group);
        return gauge_->measure(job.name, sampling_);
    }

    std::shared_ptr<gl::Context> context_;
    Sampling sampling_;
    PassLimits passes_;
    TuningWatch watch_;
    std::set<std::string> variants_; ///< that the job under way has chosen
    bool tuned_ = false;             ///< device_ tunes
    std::optional<BenchTarget> place_;
    std::optional<Lattice> lattice_;
    std::optional<Group> group_;
    std::unique_ptr<Device> device_;
    Job::Kind kind_ = Job::Kind::Gauge;
    std::unique_ptr<Benchmark> gauge_;           // one of these three, so that the fields of
    std::unique_ptr<FermionBenchmark> fermions_; // the others do not take its memory
    std::unique_ptr<HmcBenchmark> hmc_;
};

void showJobProgress(std::size_t done, std::size_t total, const KernelTiming& t)
{
    printError("[{}/{}] {} {}{} {} {}: {:.4g} ms\n", done, total, t.name, t.group ? name(*t.group) + " " : "",
               pathLabel(t), name(t.precision), t.lattice.name(), 1e3 * t.time.seconds);
}

/// Nothing after a signal: what it cut short is no result.
std::optional<KernelTiming> measured(JobRuns& runs, const Job& job, BenchReport& report)
{
    try {
        KernelTiming timing = [&] {
            const BlockingCall measuring; // does not touch the report
            return runs.run(job);
        }();
        if (interrupted()) return {};
        return timing;
    } catch (const UnsolvedError& error) { // of a trajectory, which an interrupt ends, too
        if (!interrupted())
            report.failures += fmt::format("not measured: {} {}: {}\n", job.name, job.lattice.name(), error.what());
        return {};
    }
}

void measureJobs(const std::vector<Job>& jobs, const BenchOptions& options, const std::shared_ptr<gl::Context>& context,
                 BenchReport& report)
{
    const gl::Capabilities& c = context->capabilities();
    for (const Job& job : jobs) // before anything is measured
        if (job.place) requireFit(c, job.lattice, job.group, job.place->precision, job.place->storage);

    report.loadAverage = loadAverageWithWarning(options.common.quiet);
    JobRuns runs(context, options);
    double copy = std::nan("");
    for (std::size_t i = 0; i < jobs.size() && !interrupted(); ++i) {
        const Job& job = jobs[i];
        const std::optional<KernelTiming> timing = measured(runs, job, report);
        if (!timing) continue;
        if (!options.common.quiet) showJobProgress(i + 1, jobs.size(), *timing);
        if (job.name == "copy") copy = timing->bytesCompulsory / timing->time.seconds;
        if (job.name == "copy" && *job.place == standardTarget(c)) report.copyBytesPerSecond = copy;
        if (job.listed)
            report.rows.push_back({.timing = *timing, .copyBytesPerSecond = job.place ? copy : std::nan("")});
    }
    report.complete = !interrupted();
}

void printJobs(const JobSuite& suite, const BenchReport& report, bool markdown)
{
    const std::string copy = report.copyBytesPerSecond > 0
                                 ? fmt::format(", copy {:.4g} GB/s", 1e-9 * report.copyBytesPerSecond)
                                 : ""; // not measured
    printOut("{}{} ({}){}, load average {:.2f} before the start\n\n", markdown ? "Measured on " : "", report.device,
             report.driver, copy, report.loadAverage);
    printOut("{}", suite.table(report, markdown));
    for (const auto& lines : suite.remarks)
        printOut("{}", remarks(lines(report), markdown));
    printOut("{}", remarks(report.failures, markdown));
    if (!report.complete) printOut("{}", remarks("interrupted: the other kernels were not measured\n", markdown));
}

} // namespace

BenchTarget standardTarget(const gl::Capabilities& c)
{
    return {c.compute() ? Path::Compute : Path::Fragment, Precision::Single};
}

bool wantsHost(const CommonOptions& options) { return options.path == "all" || options.path == "host"; }

void addHostJobs(std::vector<Job>& jobs, const Job& job, const CommonOptions& options)
{
    if (!wantsHost(options)) return;
    for (const Precision precision : {Precision::Single, Precision::Double})
        for (const int threads : std::set<int>{1, hostThreads()})
            if (options.precision.empty() || options.precision == "all" || options.precision == name(precision)) {
                jobs.push_back(job);
                jobs.back().precision = precision;
                jobs.back().threads = threads;
            }
}

std::vector<Group> groupsOf(const BenchOptions& options)
{
    std::vector<Group> groups;
    groups.reserve(options.groups.size());
    for (const std::string& group : options.groups)
        groups.push_back(parseGroup(group));
    return groups.empty() ? std::vector{Group::SU2, Group::SU3} : groups;
}

int runJobSuite(const JobSuite& suite, const BenchOptions& options)
{
    const auto context = openContext(options.common);
    const InterruptGuard guard;
    const gl::Capabilities& c = context->capabilities();
    BenchReport report{
        .device = c.renderer, .driver = c.version, .rows = {}, .comparesVariants = options.comparesVariants()};
    const auto reportResults = [&](bool draws) {
        compareRows(report.rows);
        mergeVariants(report.rows);
        const bool prints = printsText(options.common);
        if (prints) printJobs(suite, report, options.markdown);
        Json json = benchJson(report);
        json["suite"] = suite.name;
        if (suite.draw)
            json["figures"] = !draws || report.rows.empty()
                                  ? Json::array()
                                  : figures([&] { return suite.draw(report); }, prints && !options.markdown);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    const Rescue rescue([&] {
        report.complete = false;
        reportResults(/*draws=*/false);
    });
    measureJobs(suite.plan(c), options, context, report);
    reportResults(/*draws=*/true);
    return report.complete ? success : interruptedExit;
}

} // namespace gaugegl::cli
