#include "gaugegl/gl/fence.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <fmt/format.h>

namespace gaugegl::gl {

Fence::Fence(const Context& context) : context_(&context)
{
    context.makeCurrent();
    sync_ = context.gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    context.gl().Flush();
}

Fence::~Fence()
{
    if (!sync_) return;
    context_->makeCurrent();
    context_->gl().DeleteSync(sync_);
}

bool Fence::passedWithin(GLuint64 nanoseconds) const
{
    context_->makeCurrent();
    const BlockingCall waiting;
    const GLenum result = context_->gl().ClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
    context_->throwOnReset(); // the fences of a lost context may count as passed, or never be
    if (result == GL_WAIT_FAILED) throw DeviceError("the driver cannot wait for its own work (glClientWaitSync)");
    return result == GL_ALREADY_SIGNALED || result == GL_CONDITION_SATISFIED;
}

void Fence::wait() const
{
    // In a browser a fence passes between its tasks alone, never while one waits: who reads then, waits for what is read.
    if (context_->capabilities().embedded) return context_->gl().Flush();
    constexpr GLuint64 second = 1'000'000'000;
    constexpr int longest = 1800; // a pass takes milliseconds; where the processor draws and others use it, minutes
    for (int seconds = 0; seconds < longest; ++seconds)
        if (passedWithin(second)) return;
    throw DeviceError(
        fmt::format("the driver has not finished its work in {} s: it hangs, or the lattice is too large for "
                    "it",
                    longest));
}

bool Fence::passed() const { return passedWithin(0); }

} // namespace gaugegl::gl
