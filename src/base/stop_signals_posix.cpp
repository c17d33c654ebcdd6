#include "base/stop_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace gaugegl {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};

std::atomic<void (*)()> taker = nullptr;
/// Until when a signal that comes after the end of a StopSignals repeats the wish, in nanoseconds.
std::atomic<std::int64_t> wishUntil = 0;

extern "C" void takeStopSignal(int)
{
    const int saved = errno;
    if (void (*const take)() = taker) take();
    errno = saved;
}

/// The process is about to exit with its own code, and `timeout` may only now signal its group.
extern "C" void takeRepeatedSignal(int number)
{
    const int saved = errno;
    if (steadyNanoseconds() > wishUntil) {
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
    errno = saved;
}

} // namespace

std::int64_t steadyNanoseconds()
{
    timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

struct StopSignals::Before {
    std::array<struct sigaction, signals.size()> actions = {};
    std::array<bool, signals.size()> taken = {};
    bool repeats = false; ///< some may come again
};

StopSignals::StopSignals(void (*take)()) : before_(std::make_unique<Before>())
{
    taker = take;
    struct sigaction action = {};
    action.sa_handler = takeStopSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART; // system calls are continued, so that a file being written stays whole
    for (std::size_t k = 0; k < signals.size(); ++k) {
        sigaction(signals[k], nullptr, &before_->actions[k]);
        before_->taken[k] = signals[k] != SIGHUP || before_->actions[k].sa_handler != SIG_IGN;
        if (before_->taken[k]) sigaction(signals[k], &action, nullptr);
    }
}

void StopSignals::ignoreRepeats(std::int64_t until)
{
    wishUntil = until;
    before_->repeats = true;
}

StopSignals::~StopSignals()
{
    for (std::size_t k = 0; k < signals.size(); ++k) {
        if (!before_->taken[k]) continue;
        struct sigaction& action = before_->actions[k];
        if (before_->repeats && action.sa_handler == SIG_DFL) {
            action.sa_handler = takeRepeatedSignal;
            action.sa_flags = SA_RESTART;
        }
        sigaction(signals[k], &action, nullptr);
    }
}

std::thread threadWithoutSignals(const std::function<void()>& work)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(work);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

void sayAtOnce(const char* text)
{
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return; // nowhere left to say it
}

} // namespace gaugegl
