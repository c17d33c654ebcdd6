// Elapsed time.
#pragma once

#include <chrono>

namespace gaugegl {

/// Seconds of a monotonic clock; only differences are meaningful.
inline double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds since the beginning of 1970, to be compared between processes.
inline double secondsSince1970()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Measures the time since its construction.
class Stopwatch {
public:
    /// Seconds since construction, or since the last restart().
    double seconds() const { return steadySeconds() - start_; }
    /// Restarts at 0; returns the seconds until now.
    double restart()
    {
        const double now = steadySeconds(), passed = now - start_;
        start_ = now;
        return passed;
    }

private:
    double start_ = steadySeconds();
};

} // namespace gaugegl
