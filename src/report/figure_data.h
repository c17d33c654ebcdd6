// Figures as numbers, for who draws them otherwise than with gnuplot.
#pragma once

#include "report/plot.h"

namespace gaugegl::report {

/// A figure as numbers; its texts are as readers of figures know them: "t² E".
struct FigureData {
    std::string title = {}, xLabel = {}, yLabel = {};
    std::vector<Curve> curves = {};
    Axes axes = {};
    std::optional<analysis::Histogram> bins = {}; ///< then there are no curves
    analysis::Estimate estimate = {};             ///< of a history or histogram, if known
};

/// While one exists, plotHistory(), plotHistogram() and plotLines() on this thread give it their figures and write nothing.  One at a time on a thread.
class FigureCollector {
public:
    FigureCollector();
    ~FigureCollector();
    FigureCollector(const FigureCollector&) = delete;
    FigureCollector& operator=(const FigureCollector&) = delete;

    std::vector<FigureData> all;
};

} // namespace gaugegl::report
