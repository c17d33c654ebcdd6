// The threads of the CPU.
#pragma once

namespace gaugegl {

/// The number of OpenMP threads, the default for loops on the CPU.
int hostThreads();

/// How many threads there are from here on, on the host and, unless the environment says so, of the software driver.  At least 1.
void useThreads(int count);

/// As many as there are processors to use, unless the environment says how many.
void useThreadsOfProcessors();

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
