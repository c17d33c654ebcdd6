#include "measuring.h"

#include "base/host_threads.h"
#include "base/stop_signals.h"
#include "base/thread_stop.h"
#include "config/sections.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fields/transfer.h"
#include "run/run_status.h"
#include "run/sweep_measurement.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace gaugegl::view {
namespace {

/// A chain in a window has no end.
constexpr int endless = 1'000'000'000;

/// Whether links of both come from the same distribution.
bool areEqual(const ActionSection& a, const ActionSection& b)
{
    return a.type == b.type && a.beta == b.beta && a.c1 == b.c1;
}

/// Why something cannot be measured with this section; empty: it can.
std::string problemOf(const RunConfig& run, const measure::Kind& kind)
{
    try {
        config::validateSection(run, kind.name);
        kind.make(run);
        return {};
    } catch (const InputError& error) {
        return error.what();
    }
}

} // namespace

std::shared_ptr<const Measured> measuredOf(const measure::Measurement& of, const measure::Records& records)
{
    auto found =
        std::make_shared<Measured>(Measured{of.name(), fmt::format("{}, {}", of.title(), records.counted()), records});
    if (records.empty()) return found;
    report::FigureCollector figures;
    try {
        found->results = of.results(records);
        of.figures(records, {FilePlace(of.figureName()), "", "", ""});
    } catch (const InputError& error) { // too few until now
        found->note = error.what();
    }
    found->figures = std::move(figures.all);
    return found;
}

AllMeasured measuredInRun(const std::string& folder)
{
    const RunStatus status = readStatus(folder);
    AllMeasured all;
    if (!status.run) return all;
    const RunFolder files(folder, RunFolder::Access::Read);
    for (const auto& one : measurementsOf(*status.run, files)) {
        one->read(status.history.sweeps);
        const auto kind = std::ranges::find(measure::kinds(), one->key(),
                                            [](const measure::Kind& k) -> std::string { return k.name; });
        if (!one->records().empty()) all.push_back(measuredOf(*kind->make(*status.run), one->records()));
    }
    return all;
}

/// What belongs to the thread that measures.
class Measuring::Worker {
public:
    explicit Worker(Measuring& owner) : owner_(&owner), device_(owner.context_, owner.device_) {}

    void measure(const Job& job)
    {
        if (job.epoch != epoch_) {
            all_.clear();
            undrawn_.clear();
            field_.reset();
            epoch_ = job.epoch;
        }
        if (!field_) field_.emplace(device_, job.links->lattice, job.links->group);
        upload(*field_, *job.links);
        for (const measure::Kind* kind : job.kinds) {
            owner_->setCurrent(kind->name);
            try {
                if (!measureOne(*kind, job)) return;
            } catch (const std::exception& error) {
                owner_->post(job.epoch, kind->name, nullptr, fmt::format("sweep {}: {}", job.sweep, error.what()));
            }
        }
    }

    /// Whether there are records that no figure has.
    bool hasUndrawn() const { return !undrawn_.empty(); }
    /// Until it is stopped.
    void drawUndrawn()
    {
        while (hasUndrawn() && !owner_->stops_) {
            const std::string name = undrawn_.begin()->first;
            try {
                draw(name);
            } catch (const std::exception& error) {
                owner_->post(epoch_, name, nullptr, error.what());
            }
        }
    }

private:
    /// False where it was stopped.
    bool measureOne(const measure::Kind& kind, const Job& job)
    {
        auto& [of, records] = all_[kind.name];
        if (!of) {
            of = kind.make(job.run);
            records.layout = of->layout();
        }
        std::optional<measure::Record> record = of->measure({&*field_, job.sweep, job.stream, job.key});
        if (!record || interrupted()) return false;
        records.all.push_back(std::move(*record));
        // Figures of all records take the longer the more there are: new ones are a fiftieth at least.
        constexpr std::size_t part = 50;
        std::size_t& undrawn = undrawn_[kind.name];
        if (++undrawn > records.size() / part) draw(kind.name);
        return true;
    }
    void draw(const std::string& name)
    {
        undrawn_.erase(name); // also where it fails
        const auto& [of, records] = all_.at(name);
        owner_->post(epoch_, name, measuredOf(*of, records), "");
    }

    Measuring* owner_;
    Device device_;
    std::optional<GaugeField> field_;
    std::map<std::string, std::pair<std::unique_ptr<measure::Measurement>, measure::Records>> all_;
    std::map<std::string, std::size_t> undrawn_; ///< how many, by names
    int epoch_ = 0;
};

Measuring::~Measuring()
{
    stop();
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

/// A system may give and take contexts on the thread of the window alone, and refuse to make one while another is current.
void Measuring::openContext(const gl::Context& window)
{
    window.release();
    try {
        context_ = gl::Context::create(contextOptions_);
        context_->release();
    } catch (...) {
        window.makeCurrent();
        throw;
    }
    window.makeCurrent();
}

void Measuring::loop()
{
    const ThreadStop stopped(stops_);
    const ThreadLimit share(std::max(1, hostThreads() - 1)); // the others are for chain and window
    std::unique_ptr<Worker> worker;
    work(worker);
    worker.reset();
    context_->release(); // the window's thread ends it
}

void Measuring::work(std::unique_ptr<Worker>& worker)
{
    for (;;) {
        std::optional<Job> job;
        {
            std::unique_lock lock(mutex_);
            working_ = job_.has_value();
            if (!working_) current_.clear();
            undrawn_ = worker && worker->hasUndrawn() && !stops_;
            changed_.notify_all();
            const auto wanted = [&] { return ends_ || job_; };
            constexpr std::chrono::milliseconds idle(100);
            if (!undrawn_)
                changed_.wait(lock, wanted);
            else if (!changed_.wait_for(lock, idle, wanted)) {
                lock.unlock();
                worker->drawUndrawn();
                continue;
            }
            if (ends_) return;
            working_ = true;
            job.swap(job_);
        }
        try {
            if (!worker) worker = std::make_unique<Worker>(*this);
            worker->measure(*job);
        } catch (const std::exception& error) { // of the device
            for (const measure::Kind* kind : job->kinds)
                post(job->epoch, kind->name, nullptr, error.what());
        }
    }
}

void Measuring::post(int epoch, const std::string& name, const std::shared_ptr<const Measured>& found,
                     const std::string& problem)
{
    const std::lock_guard lock(mutex_);
    for (Part& part : parts_) {
        if (epoch != epoch_ || part.kind->name != name) continue;
        if (found)
            part.found = found; // a problem stays what it is
        else
            part.problem = problem;
    }
}

void Measuring::setCurrent(const std::string& name)
{
    const std::lock_guard lock(mutex_);
    current_ = name;
    since_.restart();
}

void Measuring::begin(const MeasurementSections& sections, const SteeredChain& chain)
{
    stop();
    run_ = chain.run();
    static_cast<MeasurementSections&>(run_) = sections;
    run_.update.sweeps = endless;
    steadySince_ = chain.steadySince();
    begun_ = 0;
    std::vector<Part> parts;
    for (const measure::Kind& kind : measure::kinds())
        if (const auto every = kind.every(run_)) parts.push_back({&kind, *every, problemOf(run_, kind), nullptr});
    const std::lock_guard lock(mutex_);
    parts_ = std::move(parts);
    ++epoch_;
}

bool Measuring::mayGoOn(const SteeredChain& chain)
{
    if (chain.steadySince() != steadySince_ || !areEqual(chain.run().action, run_.action))
        begin(MeasurementSections(run_), chain);
    const std::int64_t sweep = chain.sweeps() - run_.update.thermalisation;
    if (chain.sweeps() <= std::max(steadySince_, begun_) || sweep <= 0) return true;
    Job job{.epoch = 0,
            .run = run_,
            .sweep = sweep,
            .stream = std::int64_t(chain.firstSweep()) + sweep,
            .key = chain.key()};
    {
        const std::lock_guard lock(mutex_);
        for (const Part& part : parts_)
            if (part.problem.empty() && sweep % part.every == 0) job.kinds.push_back(part.kind);
        if (job.kinds.empty()) return true;
        if (working_) return false;
        job.epoch = epoch_;
    }
    try {
        if (!context_) openContext(chain.field().device().context());
    } catch (const Error& error) {
        for (const measure::Kind* kind : job.kinds)
            post(job.epoch, kind->name, nullptr, error.what());
        return true;
    }
    job.links = download(chain.field());
    begun_ = chain.sweeps();
    stops_ = false;
    {
        const std::lock_guard lock(mutex_);
        current_ = job.kinds.front()->name;
        currentSweep_ = sweep;
        since_.restart();
        job_ = std::move(job);
        working_ = true;
    }
    if (!thread_.joinable()) thread_ = threadWithoutSignals([this] { loop(); });
    changed_.notify_all();
    return true;
}

bool Measuring::busy() const
{
    const std::lock_guard lock(mutex_);
    return working_;
}

void Measuring::finish() const
{
    constexpr std::chrono::milliseconds pause(20);
    std::unique_lock lock(mutex_);
    while ((working_ || undrawn_) && !interrupted())
        changed_.wait_for(lock, pause);
}

std::string Measuring::current() const
{
    const std::lock_guard lock(mutex_);
    return current_;
}

std::vector<std::string> Measuring::lines() const
{
    const std::lock_guard lock(mutex_);
    std::vector<std::string> all;
    for (const Part& part : parts_) {
        std::string line = fmt::format("{}: ", part.kind->name);
        line += !part.problem.empty() ? part.problem
                : part.found          ? part.found->records.counted()
                                      : fmt::format("nothing yet; measured every {} sweeps", part.every);
        if (current_ == part.kind->name)
            line += fmt::format("; sweep {} under way for {:.0f} s", currentSweep_, since_.seconds());
        all.push_back(std::move(line));
    }
    return all;
}

AllMeasured Measuring::results() const
{
    const std::lock_guard lock(mutex_);
    AllMeasured all;
    for (const Part& part : parts_)
        if (part.found) all.push_back(part.found);
    return all;
}

} // namespace gaugegl::view
