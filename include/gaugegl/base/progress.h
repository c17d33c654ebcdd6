// Progress of long work: a bar with rate and time left on a terminal, plain lines otherwise, nothing if quiet.
//
//   sweeps  [#########-----------]  45% 81/180  2.1/s  0:47 left  plaquette 0.5943
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gaugegl {

/// What a Progress shows, and where.
struct ProgressOptions {
    std::string label = "steps"; ///< what is counted, "sweeps"
    std::int64_t total = 0;      ///< number of steps; 0: unknown, then no bar and no time left
    std::int64_t first = 0;      ///< steps done before: they count as done, but not for the rate
    bool counts = true;          ///< show done/total and the rate; else only the fraction done
    bool terminal = false;       ///< redraw one line with carriage returns
    bool quiet = false;          ///< write nothing
    /// Gets the text to write.  The library prints nothing itself: the program passes standard error.
    std::function<void(std::string_view)> sink = {};
    /// Seconds since some origin; default: the steady clock.
    std::function<double()> clock = {};
};

/// Shows the progress of a loop.  Cheap enough to be called at every step: it writes at most ten times a second on a
/// terminal and every five seconds otherwise.
class Progress {
public:
    /// The clock starts now.
    explicit Progress(ProgressOptions options);

    /// Ends the current line, so that an error message starts on a line of its own.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `done` steps are done.  The note, such as the last plaquette, is shown at the end of the line.
    void update(std::int64_t done, std::string_view note = {});

    /// Shows an activity other than steps, such as "compiling program 7 of 23", until the next update.
    void say(std::string_view what);

    /// Sets the number of steps, if it was not known from the beginning.
    void expect(std::int64_t total) { options_.total = total; }

    /// Excludes so many of the seconds so far from the rate and the time left, for work that is not counted in steps.
    void exclude(double seconds) { excluded_ += seconds; }

    /// The seconds that were excluded.
    double excluded() const { return excluded_; }

    /// Ends the current line, so that other output can be written; the next update begins a new one.
    void breakLine();

    /// Shows the last state with the time taken, and ends the line.  Further calls do nothing.
    void finish();

private:
    void showWhenDue();
    void write(const std::string& line);
    std::string line(double now, bool last) const;

    ProgressOptions options_;
    double start_ = 0;
    double lastWrite_ = 0;
    double excluded_ = 0;
    std::int64_t done_ = 0;
    std::string note_, said_;
    bool lineOpen_ = false;
    bool finished_ = false;
};

/// Hours, minutes and seconds, "1:02:03" or "2:03".
std::string durationText(double seconds);

} // namespace gaugegl
