// Time that passes.
#pragma once

#include <chrono>

namespace gaugegl {

/// Seconds of a clock that never steps back; only differences mean something.
inline double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Runs from its making on.
class Stopwatch {
public:
    /// Since then.
    double seconds() const { return steadySeconds() - start_; }
    /// Begins anew; the seconds until now.
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
