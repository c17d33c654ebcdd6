// Interruption: Ctrl-C asks the running loop to stop at the next good place, and is honoured within two seconds even
// where no such place comes.
//
// The library only asks `interrupted()`, which stays false unless the program holds an InterruptGuard.
#pragma once

#include <csignal>
#include <functional>
#include <memory>

namespace gaugegl {

/// How long a stop may take, in seconds after the first signal.
struct StopLimits {
    double same = 1;     ///< another signal until then is the same wish; a later one ends the process at once
    double rescue = 1.5; ///< then rescues write what there is, if the thread at work is in a BlockingCall
    double deaf = 1.9;   ///< then the process ends, if nobody has asked interrupted() yet
    double ending = 10;  ///< then it ends, also where the work has stopped and results are being written
};

/// While it lives, SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process; SIGHUP not if it is ignored
/// (nohup).  A second signal within a second is the same wish: `timeout` signals a process and then its group.  A later
/// one ends the process at once.  A thread of its own watches that a stop is honoured: where the work does not get to a
/// good place within StopLimits, it calls the rescues, removes unfinished files (base/output_file.h) and leaves with
/// exit code 130.  Only the program makes one, and only one at a time, on the thread that works.  The end restores the
/// old handlers and clears the flag.
class InterruptGuard {
public:
    /// Takes the signals over.
    explicit InterruptGuard(const StopLimits& limits = {});
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    class Watchdog;
    std::unique_ptr<Watchdog> watchdog_;
};

/// Whether a signal came since the InterruptGuard was made.  Long loops ask after every step, save their state and
/// return.
bool interrupted();

/// Seconds since the first signal; 0 if there was none.  For endings that do more when there is time.
double secondsSinceInterrupt();

/// What is to be written when the process must leave out of a BlockingCall: tables as far as they go, and a message.
/// It runs on another thread while the one at work waits in its call, so it may read what that one left behind but not
/// use OpenGL.  The last one made runs first; what it throws is printed.
class Rescue {
public:
    /// `write` is called at most once.
    explicit Rescue(std::function<void()> write);
    ~Rescue();
    Rescue(const Rescue&) = delete;
    Rescue& operator=(const Rescue&) = delete;

private:
    std::function<void()> write_;
    Rescue* previous_; ///< the one that was made before
    friend class InterruptGuard;
};

/// While it lives, the thread is in a call that may take long and cannot be interrupted, such as a driver that
/// compiles, and changes nothing that a Rescue reads.  Costs nothing without an InterruptGuard; calls may be nested.
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
