#include "gaugegl/base/interrupt.h"

#include "base/stop_signals.h"
#include "gaugegl/base/output_file.h"

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

namespace gaugegl {
namespace {

constexpr int interruptedCode = 130;

// A signal handler can reach nothing but global objects of such types.
std::function<bool(bool)> agreement;       // of several processes
std::atomic<std::int64_t> firstSignal = 0; ///< when it came, in nanoseconds; 0: it did not
std::atomic<std::int64_t> sameUntil = 0;   ///< from the first signal on, in nanoseconds
std::atomic<bool> secondWish = false;
std::atomic<bool> heard = false; ///< somebody was told by interrupted()

static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void takeSignal()
{
    const std::int64_t now = steadyNanoseconds();
    std::int64_t first = 0;
    if (!firstSignal.compare_exchange_strong(first, now) && now - first > sameUntil) secondWish = true;
}

/// Held by the working thread except during its BlockingCalls, so that another thread that locks it may read its data.
std::mutex work;
thread_local bool holdsWork = false;
/// The newest; changed by the thread that holds `work`.
Rescue* newestRescue = nullptr;

[[noreturn]] void leave()
{
    removeUnfinishedFiles();
    std::_Exit(interruptedCode);
}

} // namespace

class InterruptGuard::Watchdog {
public:
    explicit Watchdog(const StopLimits& limits) : limits_(limits)
    {
        firstSignal = 0;
        sameUntil = std::int64_t(1e9 * limits.same);
        secondWish = heard = false;
        work.lock();
        holdsWork = true;
        thread_ = threadWithoutSignals([this] { watch(); });
        signals_.emplace(takeSignal);
    }
    ~Watchdog()
    {
        if (firstSignal != 0) signals_->ignoreRepeats(firstSignal + sameUntil);
        signals_.reset();
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        end_.notify_one();
        thread_.join();
        holdsWork = false;
        work.unlock();
        firstSignal = 0;
    }

private:
    /// Signals wake nobody: they are looked for often enough.
    static constexpr std::chrono::milliseconds interval{10};

    void watch()
    {
        std::unique_lock lock(mutex_);
        while (!end_.wait_for(lock, interval, [this] { return over_; })) {
            if (firstSignal == 0) continue;
            const double passed = secondsSinceInterrupt();
            if (secondWish) {
                sayAtOnce("\ngaugegl: ended at once by another signal\n");
                leave();
            }
            if (passed >= limits_.rescue && work.try_lock()) rescue();
            if (passed >= (heard ? limits_.ending : limits_.deaf)) {
                sayAtOnce("\ngaugegl: interrupted, and ended in the midst of its work\n");
                leave();
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
        leave();
    }

    StopLimits limits_;
    std::optional<StopSignals> signals_;
    std::mutex mutex_;
    std::condition_variable end_;
    bool over_ = false; ///< under the mutex
    std::thread thread_;
};

InterruptGuard::InterruptGuard(const StopLimits& limits) : watchdog_(std::make_unique<Watchdog>(limits)) {}

InterruptGuard::~InterruptGuard() = default;

void setAgreement(std::function<bool(bool)> agree) { agreement = std::move(agree); }

bool interrupted()
{
    const bool here = firstSignal != 0;
    if (here) heard = true;
    return agreement ? agreement(here) : here;
}

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
