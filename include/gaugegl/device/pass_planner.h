// Splits passes into pieces of rows: the watchdog of a display card kills work that takes seconds.
//
// A program is timed when it is new and then every two seconds.  A new program begins with few rows, and each piece has
// at most four times the rows of the last timed one.  Later pieces have as many rows as fit the bound.  A pass that
// fits is submitted in one piece.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace gaugegl {

/// Limits on the duration of a piece of work on the device.
struct PassLimits {
    /// The bound on the duration; none: 0.15 s on a card, unlimited on a software driver, which has no watchdog.
    std::optional<double> seconds = {};
    int rows = 0;                       ///< if above 0, the rows of every piece, whatever its duration (for tests)
    std::function<double()> clock = {}; ///< seconds since some origin; none: the steady clock
};

/// The bound on cards, in seconds.
constexpr double defaultPassSeconds = 0.15;

/// The measured time of a program.
struct PassCost {
    double secondsPerTexel = 0; ///< 0: never timed
    std::int64_t largest = 0;   ///< texels of the largest piece that was timed
    double timedAt = 0;         ///< time of the last timing, on the clock of the planner
};

/// Splits passes into pieces that stay below a bound, estimated from earlier pieces of the same program.
class PassPlanner {
public:
    /// The bound must be positive.
    explicit PassPlanner(double bound, std::function<double()> clock = {});

    /// A range of rows that is submitted at once.
    struct Piece {
        int rows = 1;       ///< at least one
        bool timed = false; ///< wait before and after it, and report its duration to timed()
    };
    /// The next piece of a pass that has `left` rows of `width` texels to go: 1 to left rows.
    Piece next(const PassCost& cost, int width, int left) const;

    /// Records the duration of a piece.  A longer time per texel replaces the estimate, a shorter one is averaged with
    /// it.
    void timed(PassCost& cost, std::int64_t texels, double seconds) const;

    /// The estimated duration for this number of texels.
    double seconds(const PassCost& cost, std::int64_t texels) const { return cost.secondsPerTexel * double(texels); }
    /// The bound, in seconds.
    double bound() const { return bound_; }
    /// The time on the clock of the planner, in seconds.
    double now() const { return clock_(); }

private:
    double bound_;
    std::function<double()> clock_;
};

} // namespace gaugegl
