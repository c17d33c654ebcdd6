// How the operating system asks a process to stop: signals, or events of its console.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

namespace gaugegl {

/// Nanoseconds of a clock that runs evenly.  May be called in a signal handler.
std::int64_t steadyNanoseconds();

/// While one exists, requests to stop call a function instead of ending the process: Ctrl-C, and on POSIX SIGTERM and SIGHUP, which stays
/// ignored if it was (nohup); on Windows Ctrl-Break, and closing the console, logging off and shutting down, which then wait until
/// the process ends by itself, as long as Windows lets them.
class StopSignals {
public:
    /// `take` is called in a signal handler, or on a thread of the system: it may only use atomics that are free of locks.
    explicit StopSignals(void (*take)());
    /// What was the case before is so again.
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    /// One has come: another one after the end of this object, but before this time of steadyNanoseconds(), does not end the process
    /// either.
    void ignoreRepeats(std::int64_t until);

private:
    struct Before;
    std::unique_ptr<Before> before_;
};

/// A thread in which no signal handler runs.
std::thread threadWithoutSignals(const std::function<void()>& work);

/// Writes to standard error at once, past the buffers of streams, of which a thread may hold the lock.
void sayAtOnce(const char* text);

} // namespace gaugegl
