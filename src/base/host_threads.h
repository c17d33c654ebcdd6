// The threads of the CPU.
#pragma once

namespace gaugegl {

/// The threads of OpenMP: what loops on the CPU use unless they are told otherwise.
int hostThreads();

/// While it lives, OpenMP uses so many threads.
class ThreadLimit {
public:
    /// At least one.
    explicit ThreadLimit(int count);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    int before_;
};

} // namespace gaugegl
