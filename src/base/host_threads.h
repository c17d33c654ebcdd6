// The threads of the CPU.
#pragma once

namespace gaugegl {

/// The number of OpenMP threads, the default for loops on the CPU.
int hostThreads();

/// While it exists, OpenMP uses this number of threads.
class ThreadLimit {
public:
    /// `count` is at least 1.
    explicit ThreadLimit(int count);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    int before_;
};

} // namespace gaugegl
