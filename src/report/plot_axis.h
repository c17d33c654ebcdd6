// The axes of figures as commands of gnuplot.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace gaugegl::report {

/// What an axis must show.
struct Range {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        if (!std::isfinite(value)) return;
        least = std::min(least, value);
        most = std::max(most, value);
    }

    /// With a margin on both sides, and room around a single value or none.
    Range widened(double fraction) const
    {
        if (least > most) return {0, 1};
        const double size = most - least;
        const double margin = size > 0 ? fraction * size : std::max(std::abs(least) * 1e-3, 1e-6);
        return {least - margin, most + margin};
    }

    /// With a margin that is a factor on both sides, and room around a single value or none: for a logarithmic axis of positive values.
    Range widenedByFactor(double fraction) const
    {
        if (least > most) return {1, 10};
        const double factor = most > least ? std::pow(most / least, fraction) : 2;
        return {least / factor, most * factor};
    }
};

/// A linear axis with about six marks at least `leastStep` apart, all with the same number of decimals.
std::string linearAxis(char axis, const Range& range, double leastStep = 0);

/// A logarithmic axis with marks at powers of the base, and between powers of ten where there are few of them.
std::string logAxis(char axis, const Range& range, double base);

} // namespace gaugegl::report
