// A small plot: a frame with numbers at its axes, and points, lines and bars in it.
#pragma once

#include <array>
#include <imgui.h>
#include <span>
#include <string>

namespace gaugegl::view {

/// An interval of an axis.
struct Interval {
    double low = 0;  ///< left or lower end
    double high = 1; ///< right or upper end
};

/// The interval that holds the values, with some room; around a single value one of the given width at least.
Interval covering(std::span<const double> values, double least);

/// Steps of 1, 2 or 5 times a power of ten, so that at most `most` numbers stand in the interval.
double niceStep(const Interval& interval, int most);

/// One plot at ImGui's cursor.  Points are clipped to its frame.
class Plot {
public:
    /// What it shows.
    struct Frame {
        std::string title;     ///< above
        Interval x, y;         ///< of the axes
        float height = 110;    ///< of the frame, in ImGui's units
        bool square = false;   ///< one unit is as long in both directions; the frame is a square
        bool integers = false; ///< numbers of the x axis are integers
        bool logX = false;     ///< a logarithmic axis, whose interval is of decimal logarithms
        bool logY = false;     ///< the same of y
        std::string xName;     ///< below, to the right; a long one in a line of its own
    };
    /// Draws the frame with its numbers.
    explicit Plot(const Frame& frame);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    /// A polyline; points that are not finite are left out.
    void line(std::span<const double> x, std::span<const double> y, ImU32 colour, bool dashed = false) const;
    /// A point, or a circle.
    void point(double x, double y, ImU32 colour, float radius, bool open = false) const;
    /// A cross at a point whose error is unknown.
    void cross(double x, double y, ImU32 colour) const;
    /// An error bar.
    void error(double x, const Interval& y, ImU32 colour) const;
    /// A bar from 0 to y.
    void bar(const Interval& x, double y, ImU32 colour) const;
    /// A band between two y.
    void band(const Interval& y, ImU32 colour) const;

private:
    ImVec2 place(double x, double y) const;
    void numbers(const Frame& frame) const;

    ImVec2 low_, high_; ///< corners of the frame
    Interval x_, y_;
    bool logX_, logY_;
    bool below_ = false; ///< the name of x stands in a line of its own
};

} // namespace gaugegl::view
