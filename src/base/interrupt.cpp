#include "gaugegl/base/interrupt.h"

#include "gaugegl/base/output_file.h"

#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

namespace gaugegl {
namespace {

constexpr int interruptedCode = 130;

// A signal handler can reach nothing but global objects of such types.
std::function<bool(bool)> agreement;       // of several processes
std::atomic<std::int64_t> firstSignal = 0; ///< when it came, in nanoseconds; 0: it did not
std::atomic<std::int64_t> sameUntil = 0;   ///< from the first signal on, in nanoseconds
std::atomic<bool> secondWish = false;
std::atomic<bool> heard = false; ///< somebody was told by interrupted()
sem_t wake;
/// Until when a signal that comes after the end of a stopped InterruptGuard repeats the wish, in nanoseconds.
std::atomic<std::int64_t> wishUntil = 0;

static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

std::int64_t nanoseconds()
{
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

extern "C" void takeSignal(int)
{
    const int saved = errno;
    const std::int64_t now = nanoseconds();
    std::int64_t first = 0;
    if (!firstSignal.compare_exchange_strong(first, now) && now - first > sameUntil) secondWish = true;
    sem_post(&wake);
    errno = saved;
}

/// After the end of a guard that was stopped: the process is about to exit with its own code, and `timeout` may only
/// now signal its group.
extern "C" void takeRepeatedSignal(int number)
{
    const int saved = errno;
    if (nanoseconds() > wishUntil) {
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
    errno = saved;
}

/// Held by the working thread except during its BlockingCalls, so that another thread that locks it may read its data.
std::mutex work;
thread_local bool holdsWork = false;
/// The newest; changed by the thread that holds `work`.
Rescue* newestRescue = nullptr;

void say(const char* text)
{
    if (::write(STDERR_FILENO, text, std::char_traits<char>::length(text)) < 0) return; // nowhere left to say it
}

[[noreturn]] void leave()
{
    removeUnfinishedFiles();
    ::_exit(interruptedCode);
}

} // namespace

class InterruptGuard::Watchdog {
public:
    explicit Watchdog(const StopLimits& limits) : limits_(limits)
    {
        firstSignal = 0;
        sameUntil = std::int64_t(1e9 * limits.same);
        secondWish = heard = false;
        sem_init(&wake, 0, 0);
        work.lock();
        holdsWork = true;
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before); // the watchdog's thread takes no signals
        thread_ = std::thread([this] { watch(); });
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        for (std::size_t k = 0; k < signals.size(); ++k)
            take(k);
    }
    ~Watchdog()
    {
        wishUntil = firstSignal + sameUntil;
        for (std::size_t k = 0; k < signals.size(); ++k)
            if (taken_[k]) giveBack(k);
        over_ = true;
        sem_post(&wake);
        thread_.join();
        holdsWork = false;
        work.unlock();
        sem_destroy(&wake);
        firstSignal = 0;
    }

private:
    static constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};

    void take(std::size_t k)
    {
        struct sigaction action = {};
        action.sa_handler = takeSignal;
        sigemptyset(&action.sa_mask);
        action.sa_flags = SA_RESTART; // system calls are continued, so that a file being written stays whole
        sigaction(signals[k], nullptr, &old_[k]);
        taken_[k] = signals[k] != SIGHUP || old_[k].sa_handler != SIG_IGN;
        if (taken_[k]) sigaction(signals[k], &action, nullptr);
    }

    void giveBack(std::size_t k)
    {
        if (firstSignal != 0 && old_[k].sa_handler == SIG_DFL) {
            old_[k].sa_handler = takeRepeatedSignal;
            old_[k].sa_flags = SA_RESTART;
        }
        sigaction(signals[k], &old_[k], nullptr);
    }

    void watch() const
    {
        while (!over_ && firstSignal == 0)
            sem_wait(&wake);
        for (; !over_; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
            const double passed = secondsSinceInterrupt();
            if (secondWish) {
                say("\ngaugegl: ended at once by another signal\n");
                leave();
            }
            if (passed >= limits_.rescue && work.try_lock()) rescue();
            if (passed >= (heard ? limits_.ending : limits_.deaf)) {
                say("\ngaugegl: interrupted, and ended in the midst of its work\n");
                leave();
            }
        }
    }

    /// With `work` locked.
    [[noreturn]] static void rescue()
    {
        if (!newestRescue) say("\ngaugegl: interrupted\n");
        for (const Rescue* one = newestRescue; one; one = one->previous_)
            try {
                one->write_();
            } catch (const std::exception& error) {
                say("gaugegl: ");
                say(error.what());
                say("\n");
            }
        std::fflush(nullptr);
        leave();
    }

    StopLimits limits_;
    std::array<struct sigaction, signals.size()> old_ = {};
    std::array<bool, signals.size()> taken_ = {};
    std::atomic<bool> over_ = false;
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

double secondsSinceInterrupt() { return firstSignal == 0 ? 0 : 1e-9 * double(nanoseconds() - firstSignal); }

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
