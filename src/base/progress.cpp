#include "gaugegl/base/progress.h"

#include "base/one_line.h"
#include "gaugegl/base/clock.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

constexpr double terminalInterval = 0.1; // seconds between two writes
constexpr double lineInterval = 5;
constexpr int barWidth = 24;

/// "[######------]"
std::string bar(double fraction)
{
    const int filled = static_cast<int>(std::floor(fraction * barWidth));
    return fmt::format("[{:#<{}}{:-<{}}]", "", filled, "", barWidth - filled);
}

} // namespace

std::string durationText(double seconds)
{
    if (!std::isfinite(seconds) || seconds > 3.6e9) return "?";
    const auto whole = static_cast<std::int64_t>(std::llround(std::max(seconds, 0.0)));
    const std::int64_t hours = whole / 3600;
    if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

Progress::Progress(ProgressOptions options) : options_(std::move(options))
{
    if (!options_.sink) options_.quiet = true;
    if (!options_.clock) options_.clock = steadySeconds;
    done_ = options_.first;
    start_ = options_.clock();
    lastWrite_ = start_;
}

Progress::~Progress()
{
    if (!lineOpen_) return;
    try {
        options_.sink("\n");
    } catch (...) { // NOLINT(bugprone-empty-catch): a destructor cannot report it
    }
}

void Progress::update(std::int64_t done, std::string_view note)
{
    if (options_.quiet || finished_) return;
    done_ = done;
    note_ = note;
    said_.clear();
    showWhenDue();
}

void Progress::say(std::string_view what)
{
    if (options_.quiet || finished_) return;
    said_ = what;
    showWhenDue();
}

void Progress::showWhenDue()
{
    const double now = options_.clock();
    if (now - lastWrite_ < (options_.terminal ? terminalInterval : lineInterval)) return;
    lastWrite_ = now;
    write(line(now, false));
}

void Progress::breakLine()
{
    if (lineOpen_) options_.sink("\n");
    lineOpen_ = false;
}

void Progress::finish()
{
    if (options_.quiet || finished_) return;
    said_.clear();
    write(line(options_.clock(), true));
    breakLine();
    finished_ = true;
}

void Progress::write(const std::string& line)
{
    const std::string shown = oneLine(line);
    if (!options_.terminal) {
        options_.sink(shown + "\n");
        return;
    }
    options_.sink("\r" + shown + "\x1b[K"); // erase what a longer line left
    lineOpen_ = true;
}

std::string Progress::line(double now, bool last) const
{
    const double all = now - start_, seconds = all - excluded_;
    const double rate = seconds > 0 ? static_cast<double>(done_ - options_.first) / seconds : 0;
    std::string text = options_.label + "  ";
    if (options_.total > 0) {
        const double fraction = std::clamp(static_cast<double>(done_) / static_cast<double>(options_.total), 0.0, 1.0);
        if (options_.terminal) text += bar(fraction) + " ";
        text += fmt::format("{:3.0f}%", std::floor(100 * fraction));
        if (options_.counts) text += fmt::format(" {}/{}", done_, options_.total);
    } else {
        text += std::to_string(done_);
    }
    if (rate > 0 && options_.counts) text += fmt::format("  {:.3g}/s", rate);
    if (last)
        text += "  in " + durationText(all);
    else if (options_.total > 0 && rate > 0)
        text += "  " + durationText(static_cast<double>(options_.total - done_) / rate) + " left";
    if (last && excluded_ >= 0.5) text += fmt::format(" ({} compiling)", durationText(excluded_));
    if (!said_.empty())
        text += "  " + said_;
    else if (!note_.empty())
        text += "  " + note_;
    return text;
}

} // namespace gaugegl
