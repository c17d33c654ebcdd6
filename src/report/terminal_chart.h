// Small charts of characters, for terminals.
#pragma once

#include <span>
#include <string>

namespace gaugegl::report {

/// The room and the letters of a chart.
struct ChartSize {
    int width = 80;       ///< characters of a line, with the numbers at its left
    int height = 8;       ///< lines above the axis
    bool unicode = false; ///< eight dots in a character (Braille) and lines of an axis; else one `*` for a character
};

/// y against x, with the least and the most of both at the axes; each line ends with a newline.  Points that are not finite are left
/// out; empty if none is left, or if the width has no room for 10 characters beside the numbers.
std::string terminalChart(std::span<const double> x, std::span<const double> y, const ChartSize& size);

} // namespace gaugegl::report
