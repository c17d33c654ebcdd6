#include "gaugegl/base/interrupt.h"

#include "base/output_file.h"
#include "base/stop_signals.h"
#include "base/thread_stop.h"

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace gaugegl {
namespace {

constexpr int interruptedCode = 130;

// A signal handler can reach nothing but global objects of such types.
std::function<bool(bool)> agreement;        // of several processes
std::atomic<std::int64_t> firstSignal = 0;  ///< when it came, in nanoseconds; 0: it did not
std::atomic<std::int64_t> sameFor = 0;      ///< from the first signal on, in nanoseconds
std::atomic<std::int64_t> ignoredUntil = 0; ///< signals before that are of a wish that was fulfilled
std::atomic<bool> secondWish = false;
std::atomic<bool> heard = false; ///< interrupted() has returned true

static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void takeSignal()
{
    const std::int64_t now = steadyNanoseconds();
    if (now <= ignoredUntil) return;
    std::int64_t first = 0;
    if (!firstSignal.compare_exchange_strong(first, now) && now - first > sameFor) secondWish = true;
}

/// Held by the working thread except during its BlockingCalls, so that another thread that locks it may read its data.
std::mutex work;
thread_local bool holdsWork = false;

thread_local const std::atomic<bool>* threadStop = nullptr; ///< of ThreadStop
/// The newest; changed by the thread that holds `work`.
Rescue* newestRescue = nullptr;

[[noreturn]] void exitProcess()
{
    removeUnfinishedFiles();
    std::_Exit(interruptedCode);
}

} // namespace

class InterruptGuard::Watchdog {
public:
    static Watchdog* outermost; // of the working thread

    explicit Watchdog(const StopLimits& limits)
    {
        firstSignal = ignoredUntil = 0;
        enter(limits);
        work.lock();
        holdsWork = true;
        thread_ = threadWithoutSignals([this] { watch(); });
        signals_.emplace(takeSignal);
    }
    ~Watchdog()
    {
        leave();
        if (ignoredUntil != 0) signals_->ignoreRepeats(ignoredUntil);
        signals_.reset();
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        end_.notify_one();
        thread_.join();
        holdsWork = false;
        work.unlock();
        firstSignal = 0; // of a moment ago
    }

    /// Those of an inner guard hold, also for a signal that nobody has heard of yet.
    void enter(const StopLimits& limits)
    {
        const std::lock_guard lock(mutex_);
        limits_.push_back(limits);
        beginWish();
    }
    /// It ends, and the work that a signal was for.
    void leave()
    {
        const std::lock_guard lock(mutex_);
        if (firstSignal != 0) ignoredUntil = firstSignal + sameFor;
        firstSignal = 0;
        limits_.pop_back();
        if (!limits_.empty()) beginWish();
    }

private:
    /// Signals wake nobody: they are looked for often enough.
    static constexpr std::chrono::milliseconds interval{10};

    void beginWish()
    {
        sameFor = std::int64_t(1e9 * limits_.back().same);
        secondWish = heard = false;
    }

    void watch()
    {
        std::unique_lock lock(mutex_);
        while (!end_.wait_for(lock, interval, [this] { return over_; })) {
            if (firstSignal == 0) continue;
            const double passed = secondsSinceInterrupt();
            if (secondWish) {
                sayAtOnce("\ngaugegl: ended at once by another signal\n");
                exitProcess();
            }
            if (limits_.empty()) continue; // the last guard is going
            const StopLimits& limits = limits_.back();
            if (passed >= limits.rescue && work.try_lock()) rescue();
            if (passed >= (heard ? limits.ending : limits.deaf)) {
                sayAtOnce("\ngaugegl: interrupted, and ended in the midst of its work\n");
                exitProcess();
            }
        }
    }

    /// With `work` locked.
    [[noreturn]] static void rescue()
    {
        if (!newestRescue) sayAtOnce("\ngaugegl: interrupted\n");
        for (const Rescue* one = newestRescue; one; one = one->previous_)
            try {
                one->write_();
            } catch (const std::exception& error) {
                sayAtOnce("gaugegl: ");
                sayAtOnce(error.what());
                sayAtOnce("\n");
            }
        std::fflush(nullptr);
        exitProcess();
    }

    std::optional<StopSignals> signals_;
    std::mutex mutex_;
    std::vector<StopLimits> limits_; ///< of the guards, the innermost last; under the mutex, as is
    bool over_ = false;
    std::condition_variable end_;
    std::thread thread_;
};

InterruptGuard::Watchdog* InterruptGuard::Watchdog::outermost = nullptr;

InterruptGuard::InterruptGuard(const StopLimits& limits)
{
    if (Watchdog::outermost) {
        Watchdog::outermost->enter(limits);
        return;
    }
    watchdog_ = std::make_unique<Watchdog>(limits);
    Watchdog::outermost = watchdog_.get();
}

InterruptGuard::~InterruptGuard()
{
    if (watchdog_)
        Watchdog::outermost = nullptr;
    else
        Watchdog::outermost->leave();
}

void setAgreement(std::function<bool(bool)> agree) { agreement = std::move(agree); }

bool interrupted()
{
    const bool here = firstSignal != 0;
    if (threadStop == nullptr) {
        if (here) heard = true; // what another thread hears ends nothing of this one
    } else if (*threadStop) {
        return true;
    }
    return agreement ? agreement(here) : here;
}

ThreadStop::ThreadStop(const std::atomic<bool>& flag) { threadStop = &flag; }

ThreadStop::~ThreadStop() { threadStop = nullptr; }

double secondsSinceInterrupt() { return firstSignal == 0 ? 0 : 1e-9 * double(steadyNanoseconds() - firstSignal); }

Rescue::Rescue(std::function<void()> write) : write_(std::move(write)), previous_(newestRescue) { newestRescue = this; }

Rescue::~Rescue()
{
    assert(newestRescue == this);
    newestRescue = previous_;
}

BlockingCall::BlockingCall() : released_(holdsWork)
{
    if (!released_) return;
    holdsWork = false;
    work.unlock();
}

BlockingCall::~BlockingCall()
{
    if (!released_) return;
    work.lock(); // blocks forever once a rescue has started
    holdsWork = true;
}

} // namespace gaugegl
