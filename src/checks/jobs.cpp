#include "checks/jobs.h"

#include "device/tuner.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <cmath>
#include <set>

namespace gaugegl {
namespace {

/// Runs jobs in their order; keeps device and fields from one to the next where they are the same.
class JobRuns {
public:
    JobRuns(std::shared_ptr<gl::Context> context, const SuiteRequest& request)
        : context_(std::move(context)), request_(request), sampling_{.seconds = request.seconds.value_or(1)}
    {}
    JobRuns(const JobRuns&) = delete;
    JobRuns& operator=(const JobRuns&) = delete;

    KernelTiming run(const Job& job)
    {
        if (!job.target)
            return timingOf(*job.entry,
                            {job.lattice, job.group, job.precision, job.threads, context_, request_.device.passes},
                            sampling_);
        variants_.clear();
        KernelTiming timing = timingOf(*job.entry, rigOf(job), sampling_);
        timing.tuned = job.tuned;
        timing.variant = fmt::format("{}", fmt::join(variants_, "; "));
        return timing;
    }

private:
    Rig& rigOf(const Job& job)
    {
        const bool sameDevice = rig_ && target_ == job.target && tuned_ == job.tuned;
        if (sameDevice && rig_->lattice() == job.lattice && rig_->group() == job.group) return *rig_;
        rig_.reset();
        if (!sameDevice) {
            target_ = job.target;
            tuned_ = job.tuned;
            DeviceOptions options = request_.deviceOf(*target_);
            options.ranks = nullptr;
            options.division = {};
            options.tuningFile = tuned_ ? std::optional(TuningStore::userFile()) : std::nullopt;
            options.tuningWatch.chosen = [this](const TuningChoice& one) {
                if (!one.sameBits) variants_.insert(one.variant); // sums have rows of their own, reduction-..
            };
            device_ = std::make_unique<Device>(context_, options);
        }
        rig_ = std::make_unique<Rig>(*device_, job.lattice, job.group);
        return *rig_;
    }

    std::shared_ptr<gl::Context> context_;
    const SuiteRequest& request_;
    Sampling sampling_;
    std::set<std::string> variants_; ///< that the job under way has chosen
    bool tuned_ = false;             ///< device_ tunes
    std::optional<BenchTarget> target_;
    std::unique_ptr<Device> device_;
    std::unique_ptr<Rig> rig_;
};

std::string progressLine(std::size_t done, std::size_t total, const KernelTiming& t)
{
    return fmt::format("[{}/{}] {} {}{} {} {}: {:.4g} ms\n", done, total, t.name, t.group ? name(*t.group) + " " : "",
                       pathLabel(t), name(t.precision), t.lattice.name(), 1e3 * t.time.seconds);
}

/// Nothing after a signal: what it cut short is no result.
std::optional<KernelTiming> measured(JobRuns& runs, const Job& job, std::string& failures)
{
    try {
        KernelTiming timing = [&] {
            const BlockingCall measuring; // does not touch the rows
            return runs.run(job);
        }();
        if (interrupted()) return {};
        return timing;
    } catch (const UnsolvedError& error) { // of a trajectory, which an interrupt ends, too
        if (!interrupted())
            failures += fmt::format("not measured: {} {}: {}\n", job.entry->name, job.lattice.name(), error.what());
        return {};
    }
}

} // namespace

Job copyJob(const Lattice& lattice, const BenchTarget& target, bool listed)
{
    return {.entry = &kernelEntry("copy"), .lattice = lattice, .group = Group::SU3, .target = target, .listed = listed};
}

void addHostJobs(std::vector<Job>& jobs, const Job& job, const SuiteRequest& request, const std::string& standard)
{
    if (request.path != "all" && request.path != "host") return;
    const std::string& wanted = request.precision.empty() ? standard : request.precision;
    for (const Precision precision : {Precision::Single, Precision::Double})
        for (const int threads : std::set<int>{1, hostThreads()})
            if (wanted == "all" || wanted == name(precision)) {
                jobs.push_back(job);
                jobs.back().precision = precision;
                jobs.back().threads = threads;
            }
}

void addDeviceJob(std::vector<Job>& jobs, const KernelEntry& entry, const Lattice& lattice, Group group,
                  const BenchTarget& target)
{
    if (entry.existsOn({group, target.path, target.precision, target.storage, lattice}))
        jobs.push_back({.entry = &entry, .lattice = lattice, .group = group, .target = target});
}

void JobSuite::plan(const gl::Capabilities& c)
{
    jobs_ = jobs(c);
    for (const Job& job : jobs_)
        if (job.target) requireFit(c, job.lattice, job.group, job.target->precision, job.target->storage);
}

void JobSuite::measure(const std::shared_ptr<gl::Context>& context)
{
    const BenchTarget standard = standardTarget(context->capabilities());
    JobRuns runs(context, request());
    double copy = std::nan("");
    for (std::size_t i = 0; i < jobs_.size() && !interrupted(); ++i) {
        const Job& job = jobs_[i];
        const std::optional<KernelTiming> timing = measured(runs, job, failures_);
        if (!timing) continue;
        if (request().line) request().line(progressLine(i + 1, jobs_.size(), *timing));
        if (job.entry->name == "copy") {
            copy = timing->bytesCompulsory / timing->time.seconds;
            if (*job.target == standard) copyBytesPerSecond_ = copy;
        }
        if (job.listed) rows_.push_back({.timing = *timing, .copyBytesPerSecond = job.target ? copy : std::nan("")});
    }
}

BenchRows JobSuite::comparedRows() const
{
    BenchRows rows = rows_;
    compareRows(rows);
    mergeVariants(rows);
    return rows;
}

std::string JobSuite::text(const Machine& machine, bool markdown) const
{
    const BenchRows rows = comparedRows();
    const std::string copy =
        copyBytesPerSecond_ > 0 ? fmt::format(", copy {:.4g} GB/s", 1e-9 * copyBytesPerSecond_) : ""; // not measured
    std::string text = fmt::format("{}{}{}, load average {:.2f} before the start\n\n", markdown ? "Measured on " : "",
                                   machine.text(), copy, machine.loadAverage);
    text += table(rows, markdown);
    for (const std::string& lines : notes(rows))
        text += remarks(lines, markdown);
    text += remarks(failures_, markdown);
    if (!isComplete()) text += remarks("interrupted: the other kernels were not measured\n", markdown);
    return text;
}

report::Json JobSuite::json() const
{
    const BenchRows rows = comparedRows();
    return {{"copy_gb_s", report::toJson(1e-9 * copyBytesPerSecond_)},
            {"kernels", kernelColumns(rows, request().comparesVariants()).list(rows)}};
}

std::vector<std::string> JobSuite::draw(const Machine& machine) const
{
    std::vector<std::string> files;
    drawRows(files, comparedRows(), machine);
    return files;
}

} // namespace gaugegl
