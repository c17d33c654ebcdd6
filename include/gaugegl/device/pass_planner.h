// How many rows of a pass are given to the device at once: a display card's watchdog kills work that takes seconds.
//
// A program is timed when it is new and every two seconds.  New ones begin with few rows and at most quadruple what was
// timed; known ones get as many rows as fit the bound.  A pass that fits is given in one piece.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace gaugegl {

/// How long a pass may keep the device busy.
struct PassLimits {
    /// No piece of work shall take longer; none: 0.15 s on a card, any time on a software driver (nobody watches it).
    std::optional<double> seconds = {};
    int rows = 0;                       ///< if above 0, every piece has so many rows, whatever it takes (for tests)
    std::function<double()> clock = {}; ///< seconds since some origin; none: the steady clock
};

/// The bound on cards, in seconds.
constexpr double defaultPassSeconds = 0.15;

/// What is known of a program's time.
struct PassCost {
    double secondsPerTexel = 0; ///< 0: never timed
    std::int64_t largest = 0;   ///< texels of the largest piece that was timed
    double timedAt = 0;         ///< when it was timed last, on the clock of the planner
};

/// Cuts passes into pieces that take no longer than a bound, as earlier pieces of the same program took.
class PassPlanner {
public:
    /// The bound must be positive.
    explicit PassPlanner(double bound, std::function<double()> clock = {});

    /// Rows to be done in one go.
    struct Piece {
        int rows = 1;       ///< at least one
        bool timed = false; ///< to be waited for, before and after, and told to timed()
    };
    /// The next piece of a pass that has `left` rows of `width` texels to go: 1 to left rows.
    Piece next(const PassCost& cost, int width, int left) const;

    /// A piece of so many texels took so long.  A longer time is believed at once, a shorter one by half.
    void timed(PassCost& cost, std::int64_t texels, double seconds) const;

    /// The time that so many texels should take.
    double seconds(const PassCost& cost, std::int64_t texels) const { return cost.secondsPerTexel * double(texels); }
    /// In seconds.
    double bound() const { return bound_; }
    /// Of the clock.
    double now() const { return clock_(); }

private:
    double bound_;
    std::function<double()> clock_;
};

} // namespace gaugegl
