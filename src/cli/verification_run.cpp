#include "verification_run.h"

#include "report.h"

#include "base/host_threads.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/interrupt.h"
#include "hmc/kernels.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <thread>

namespace gaugegl::cli {
namespace {

constexpr int mostJobs = 4;

/// Ends a verifier after an interrupt or another's failure.
struct Stopped {};

} // namespace

std::vector<DeviceOptions> devicesToVerify(const gl::Capabilities& c, const VerificationRequest& request)
{
    const CommonOptions& options = request.common;
    std::vector<DeviceOptions> devices;
    constexpr std::pair<Path, Storage> places[] = {
        {Path::Fragment, Storage::Texture}, {Path::Compute, Storage::Texture}, {Path::Compute, Storage::Buffer}};
    for (const auto& [path, storage] : places)
        for (const Precision precision : {Precision::Single, Precision::Double}) {
            const bool stored = options.storage == "all" ? storage == Storage::Texture || request.variants
                                                         : options.storage == name(storage);
            const bool wanted = stored && (options.path == "all" || options.path == name(path)) &&
                                (options.precision == "all" || options.precision == name(precision));
            // What is named and missing is an error, which Device throws.
            const bool hasPath = path == Path::Fragment || c.compute() || options.path == name(path),
                       hasPrecision =
                           precision == Precision::Single || c.doubles() || options.precision == name(precision);
            if (wanted && hasPath && hasPrecision)
                devices.push_back({.path = path,
                                   .precision = precision,
                                   .storage = storage,
                                   .checkErrors = true,
                                   .passes = {.seconds = options.passSeconds}});
        }
    return devices;
}

Verification::Verification(const VerificationRequest& request, std::shared_ptr<gl::Context> context)
    : request_(request), context_(std::move(context))
{
    if (request.run)
        for (const PartsOnDevice& parts : partsOfRun(context_, request))
            tasks_.push_back({parts});
    else
        for (const DeviceOptions& device : devicesToVerify(context_->capabilities(), request))
            for (const Group group : request.groups)
                tasks_.push_back({{device, group, checkedParts(request.kernels), request.variants}});
    for (const Task& task : tasks_) {
        requireFit(context_->capabilities(), request.lattice, task.group, task.device.precision, task.device.storage);
        order_.push_back(order_.size());
        total_ += count(task);
    }
    // The first results are reported soon; of the others those of SU(N > 2) take the longest, then those in double precision,
    // and a long one is not left for the end, when the other threads have nothing to do.
    if (!order_.empty())
        std::ranges::stable_sort(order_.begin() + 1, order_.end(), {}, [&](std::size_t task) {
            return std::pair(traits(tasks_[task].group).quaternions,
                             tasks_[task].device.precision == Precision::Single);
        });
}

int Verification::count(const Task& task) const
{
    int number = 0;
    Device device(context_, task.device);
    for (const KernelPart* part : task.parts)
        part->verify(device, request_.lattice, task.group, {},
                     {.variants = task.variants, .count = &number, .selection = task.selection.get()});
    return task.selection ? task.selection->choose() : number;
}

void Verification::run(const CheckObserver& observe)
{
    if (tasks_.empty()) return;
    Progress progress(progressOnStandardError("checks", total_, request_.common.quiet));
    const auto show = [&] {
        const std::lock_guard lock(mutex_);
        reportInOrder([&](const Check& check) {
            progress.breakLine();
            observe(check);
        });
        progress.update(made_, fmt::format("{} left{}", total_ - made_, compiling_));
        return workers_ > 0;
    };
    if (context_->capabilities().platform.starts_with("EGL"))
        workInThreads(show);
    else // a hidden window belongs to the thread that made it
        work(context_, show);
    show();
    if (failure_) std::rethrow_exception(failure_);
    if (!interrupted()) progress.finish();
}

void Verification::workInThreads(const std::function<bool()>& show)
{
    const int jobs =
        std::clamp(request_.jobs > 0 ? request_.jobs : std::min(hostThreads(), mostJobs), 1, int(tasks_.size()));
    workers_ = jobs;
    std::vector<std::jthread> threads;
    threads.reserve(jobs);
    for (int k = 0; k < jobs; ++k)
        threads.emplace_back([this, share = std::max(1, hostThreads() / jobs)] {
            const ThreadLimit limit(share);
            work(nullptr, {});
        });
    do {
        const BlockingCall waiting; // the workers may be in a driver that compiles
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    } while (show());
}

/// Takes one task after the other; `made` is called after each check.
void Verification::work(std::shared_ptr<gl::Context> context, const std::function<void()>& made)
{
    try {
        if (!context) context = openContext(request_.common, /*debug=*/true);
        for (;;) {
            Task* task = nullptr;
            {
                const std::lock_guard lock(mutex_);
                if (next_ == tasks_.size() || failure_ || interrupted()) break;
                task = &tasks_[order_[next_++]];
            }
            carryOut(context, *task, made);
        }
    } catch (const Stopped&) { // the others see it as well
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
    context.reset(); // on the thread that it belongs to
    const std::lock_guard lock(mutex_);
    --workers_;
}

void Verification::carryOut(const std::shared_ptr<gl::Context>& context, Task& task, const std::function<void()>& made)
{
    Device device(context, task.device);
    device.watchCompilation({.begins =
                                 [&](const std::string& label) {
                                     const std::lock_guard lock(mutex_);
                                     compiling_ = fmt::format(", compiling {}", label);
                                 },
                             .ends = {}});
    const CheckObserver observe = [&](const Check& check) {
        {
            const std::lock_guard lock(mutex_);
            task.made.push_back(check);
            ++made_;
            compiling_.clear();
            if (interrupted() || failure_) throw Stopped();
        }
        if (made) made();
    };
    for (const KernelPart* part : task.parts) {
        part->verify(device, request_.lattice, task.group, observe,
                     {.variants = task.variants, .selection = task.selection.get()});
        device.freePrograms(); // those of software drivers take gigabytes
    }
    const std::lock_guard lock(mutex_);
    task.complete = true;
    ran_.merge(device.kernelsThatRan());
}

std::set<std::string> Verification::kernelsNotRun()
{
    const std::lock_guard lock(mutex_);
    std::set<std::string> missing;
    for (const Task& task : tasks_)
        for (const KernelSpec& spec :
             everyKernel(task.group, request_.lattice, task.device.path.value(), task.device.precision))
            if (!ran_.contains(spec.kernel) && !(spec.sixteenBits && task.device.storage == Storage::Buffer))
                missing.insert(spec.kernel);
    return missing;
}

std::vector<std::string> Verification::unchecked() const
{
    std::vector<std::string> labels;
    for (const Task& task : tasks_)
        if (task.selection) std::ranges::move(task.selection->left(), std::back_inserter(labels));
    return labels;
}

std::vector<std::string> Verification::leftOut() const
{
    std::vector<std::string> left = unchecked();
    for (const Task& task : tasks_)
        if (!task.leftOut.empty()) left.push_back(task.leftOut);
    if (request_.run) return left;
    const auto chosen = checkedParts(request_.kernels);
    for (const KernelPart& part : kernelParts())
        if (std::ranges::find(chosen, &part) == chosen.end()) left.emplace_back(part.name);
    return left;
}

/// With `mutex_` locked: those of complete tasks and of the first that is not.
void Verification::reportInOrder(const CheckObserver& observe)
{
    for (Task& task : tasks_) {
        for (; task.reported < task.made.size(); ++task.reported)
            observe(task.made[task.reported]);
        if (!task.complete) break;
    }
}

void Verification::reportRest(const CheckObserver& observe)
{
    const std::lock_guard lock(mutex_);
    for (Task& task : tasks_)
        for (; task.reported < task.made.size(); ++task.reported)
            observe(task.made[task.reported]);
}

} // namespace gaugegl::cli
