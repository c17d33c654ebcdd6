// A fence: a point in the stream of commands that can be waited for.
#pragma once

#include "gaugegl/gl/context.h"

#include <utility>

namespace gaugegl::gl {

/// Stands after all commands given so far, which it also sends to the device.  The context must outlive it.
class Fence {
public:
    /// Sends what was given so far.
    explicit Fence(const Context& context);
    ~Fence();
    /// Takes the fence over.
    Fence(Fence&& other) noexcept : context_(other.context_), sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&&) = delete;

    /// Returns when the device has got here.  Throws DeviceError if it never will.
    void wait() const;
    /// Whether the device has got here; does not wait.  Throws DeviceError if it never will.
    bool passed() const;

private:
    bool passedWithin(GLuint64 nanoseconds) const;

    const Context* context_;
    GLsync sync_;
};

} // namespace gaugegl::gl
