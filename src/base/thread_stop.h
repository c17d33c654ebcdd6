// Ends the work of one thread: interrupted() is true there alone.
#pragma once

#include <atomic>

namespace gaugegl {

/// While it exists, interrupted() is true on the thread that made it as soon as the flag is: for work that somebody else may end.  One
/// at a time on a thread.
class ThreadStop {
public:
    /// The flag must outlive the object.
    explicit ThreadStop(const std::atomic<bool>& flag);
    ~ThreadStop();
    ThreadStop(const ThreadStop&) = delete;
    ThreadStop& operator=(const ThreadStop&) = delete;
};

} // namespace gaugegl
