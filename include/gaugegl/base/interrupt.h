// Interruption: Ctrl-C asks the running loop to stop at its next safe point.  The process stops within two seconds even
// if no safe point is reached.
//
// The library only calls `interrupted()`, which stays false unless the program holds an InterruptGuard.
#pragma once

#include <csignal>
#include <functional>
#include <memory>

namespace gaugegl {

/// How long a stop may take, in seconds after the first signal.
struct StopLimits {
    double same = 1;     ///< another signal before this is ignored; a later one ends the process at once
    double rescue = 1.5; ///< rescues run if the working thread is in a BlockingCall
    double deaf = 1.9;   ///< the process ends if interrupted() has not been called since the signal
    double ending = 10;  ///< the process ends in any case, even while results are being written
};

/// While it exists, SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process.  SIGHUP stays ignored if it
/// was (nohup).  A second signal within a second is ignored, because `timeout` signals a process and then its group; a
/// later one ends the process at once.  A watchdog thread enforces StopLimits: if the work reaches no safe point in
/// time, it runs the rescues, removes unfinished files (base/output_file.h) and exits with code 130.  Only the program makes guards,
/// on the working thread; the limits of an inner one hold while it exists.  The destructor clears the flag and restores the handlers or
/// limits of before; where a signal has come, these take effect for further ones only when `StopLimits::same` is over.
class InterruptGuard {
public:
    /// Installs the signal handlers and starts the watchdog.
    explicit InterruptGuard(const StopLimits& limits = {});
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    class Watchdog;
    std::unique_ptr<Watchdog> watchdog_;
};

/// Whether a signal has arrived since the InterruptGuard was made, or somebody ends the work of this thread alone
/// (base/thread_stop.h).  Long loops check after every step; if so, they save their state and return.
bool interrupted();

/// For processes that share their work: interrupted() returns what `agree` makes of its own answer, so that all of them
/// stop at the same point; they must then call interrupted() alike.  An empty function ends that.
void setAgreement(std::function<bool(bool)> agree);

/// Seconds since the first signal; 0 if there was none.  For code that does optional work at the end only if time
/// permits.
double secondsSinceInterrupt();

/// A function that saves the results so far when the process must exit from within a BlockingCall: incomplete tables
/// and a message.  It runs on the watchdog thread while the working thread is blocked, so it may read that thread's
/// data but must not use OpenGL.  Rescues run in reverse order of construction; exceptions are printed.
class Rescue {
public:
    /// Registers `write`, which is called at most once, until destruction.
    explicit Rescue(std::function<void()> write);
    ~Rescue();
    Rescue(const Rescue&) = delete;
    Rescue& operator=(const Rescue&) = delete;

private:
    std::function<void()> write_;
    Rescue* previous_; ///< the rescue registered before this one
    friend class InterruptGuard;
};

/// Marks a call that may take long and cannot be interrupted, such as the compilation of a shader.  While it exists,
/// the thread must not change data that a Rescue reads.  Costs nothing without an InterruptGuard.  May be nested.
class BlockingCall {
public:
    BlockingCall();
    ~BlockingCall();
    BlockingCall(const BlockingCall&) = delete;
    BlockingCall& operator=(const BlockingCall&) = delete;

private:
    bool released_;
};

} // namespace gaugegl
