// A fence: a point in the stream of commands that can be waited for.
#pragma once

#include "gaugegl/gl/context.h"

#include <utility>

namespace gaugegl::gl {

/// A fence after all commands issued so far, which it also flushes.  The context must outlive it.
class Fence {
public:
    /// Inserts the fence and flushes the commands.
    explicit Fence(const Context& context);
    ~Fence();
    /// Takes over the fence.
    Fence(Fence&& other) noexcept : context_(other.context_), sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&&) = delete;

    /// Waits until the device has reached the fence; a browser's page cannot, and flushes.  Throws DeviceError if it fails.
    void wait() const;
    /// Whether the device has got here; does not wait.  Throws DeviceError if it never will.
    bool passed() const;

private:
    bool passedWithin(GLuint64 nanoseconds) const;

    const Context* context_;
    GLsync sync_;
};

} // namespace gaugegl::gl
