// Cooperative interruption: Ctrl-C asks the running loop to stop at the next good place.
//
// The library only asks `interrupted()`, which stays false unless the program holds an InterruptGuard.
#pragma once

#include <csignal>

namespace gaugegl {

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the process; a second signal of the same kind ends
/// it as usual.  Only the program makes one, and only one at a time.  The end restores the old handlers and clears the
/// flag.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    struct sigaction oldInterrupt_ = {};
    struct sigaction oldTerminate_ = {};
};

/// Whether a signal came since the InterruptGuard was made.  Long loops ask after every step, save their state and
/// return.
bool interrupted();

} // namespace gaugegl
