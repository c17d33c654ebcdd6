#include "gaugegl/core/interrupt.h"

namespace gaugegl {
namespace {

// A signal handler can reach nothing but a global flag of this type.
volatile std::sig_atomic_t interruptFlag = 0;

extern "C" void raiseInterruptFlag(int) { interruptFlag = 1; }

} // namespace

InterruptGuard::InterruptGuard()
{
    interruptFlag = 0;
    struct sigaction action = {};
    action.sa_handler = raiseInterruptFlag;
    sigemptyset(&action.sa_mask);
    // The second signal ends the process; system calls are continued, so that a file being written stays whole.
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, &oldInterrupt_);
    sigaction(SIGTERM, &action, &oldTerminate_);
}

InterruptGuard::~InterruptGuard()
{
    sigaction(SIGINT, &oldInterrupt_, nullptr);
    sigaction(SIGTERM, &oldTerminate_, nullptr);
    interruptFlag = 0;
}

bool interrupted() { return interruptFlag != 0; }

} // namespace gaugegl
