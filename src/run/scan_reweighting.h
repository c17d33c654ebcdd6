// Multi-histogram reweighting of a scan: |L|, its susceptibility and its Binder cumulant between the couplings, and the peak.
#pragma once

#include "analysis/histogram_reweighting.h"
#include "report/json.h"
#include "report/plot.h"

namespace gaugegl {

struct ScanPoint;

/// All runs of one extent in time together.
struct ScanReweighting {
    int nt = 0;
    analysis::Reweighting result; ///< at 101 couplings from the first to the last
    std::string failure;          ///< why there is none; empty if there is one
};

/// Of each extent in time, from the histories in the folders of runs that are complete; none without Polyakov loops.  Refused are quarks, and
/// rectangles in the action that were not measured.  Throws FileError for a history that is damaged.
std::vector<ScanReweighting> reweightingsOf(const std::vector<ScanPoint>& points);

report::Json toJson(const ScanReweighting& reweighting);
/// A line for each coupling.
std::string toCsv(const std::vector<ScanReweighting>& reweightings);
/// The height of the peak and its position, or why there is none.
std::string reweightedPeakText(const ScanReweighting& reweighting);
/// A number against beta and the ends of its error, for a figure.
std::vector<report::Curve> curvesOf(const ScanReweighting& reweighting,
                                    analysis::Estimate analysis::ReweightedPoint::*number, std::size_t colour);

} // namespace gaugegl
