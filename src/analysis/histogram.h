// Histogram of a series with equal bins.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gaugegl::analysis {

/// Bin k counts the values in [lower + k width, lower + (k + 1) width); the last bin includes its upper end.
struct Histogram {
    double lower = 0;                ///< edge of the first bin
    double width = 0;                ///< of every bin
    std::vector<std::size_t> counts; ///< of each bin

    /// The middle of a bin.
    double centre(std::size_t bin) const { return lower + (static_cast<double>(bin) + 0.5) * width; }
    /// All counts.
    std::size_t total() const;
};

/// Bins of the width 2 IQR n^(-1/3): the rule of Freedman and Diaconis (Z. Wahrscheinlichkeitstheorie 57 (1981) 453), IQR being the distance between the
/// quartiles; Sturges's 1 + log2 n bins where that is 0; between 1 and 100 bins.  Values that are not finite are left
/// out; no values give no bins, equal values one bin around them.
Histogram histogram(std::span<const double> values);

/// Bins around the integers, as for topological charges: of the width 1; 1/5 where all values lie between -2 and 2, and a larger whole
/// number where there would be more than 100.  0 is the middle of a bin.  Values that are not finite are left out; no values give no bins.
Histogram histogramAroundIntegers(std::span<const double> values);

} // namespace gaugegl::analysis
