// What a scan over couplings says: plaquette and Polyakov loop against beta, susceptibilities and their peaks.
#pragma once

#include "base/output_file.h"
#include "gaugegl/analysis/susceptibility.h"
#include "gaugegl/config/run_config.h"
#include "report/json.h"
#include "run/scan_reweighting.h"

namespace gaugegl {

/// One run of a scan, in the folder DIRECTORY/ntN-betaB.
struct ScanPoint {
    RunConfig run;        ///< without the section [scan], with a seed of its own and no figures
    std::string relative; ///< the folder without DIRECTORY
};

/// The runs, those of one extent in time after each other.  Throws RunConfigError where one of them is not valid.
std::vector<ScanPoint> pointsOf(const RunConfig& scan);

/// Averages of a run that is complete.
struct ScanAverages {
    double beta = 0;
    int nt = 0;
    std::string folder; ///< relative to that of the scan
    std::size_t measurements = 0;
    analysis::Estimate plaquette;
    std::optional<analysis::Estimate> polyakov, susceptibility, binder, freeEnergy; ///< of |L|, where it was measured
};

/// From the history in its folder.  Throws FileError when that is damaged.
ScanAverages averagesOf(const ScanPoint& point);

/// The averages of all runs that are complete, and the peak of the susceptibility of each extent in time.
struct ScanReport {
    RunConfig scan;
    std::vector<ScanAverages> points;
    std::vector<ScanReweighting> reweighted = {}; ///< of a scan that is complete

    std::vector<int> extents() const; ///< in time, in the order of the points
    std::vector<ScanAverages> of(int nt) const;
    analysis::Peak peak(int nt) const;
    const ScanReweighting* reweightedOf(int nt) const; ///< null where there is none
    bool hasLoops() const;
};

report::Json toJson(const ScanReport& report);
/// A line for each point.
std::string toCsv(const ScanReport& report);
std::string scanTable(const ScanReport& report);
/// scan-plaquette with the curves of strong and weak coupling (Wilson action), scan-polyakov, scan-susceptibility and scan-binder with the
/// reweighted curves, or the susceptibility with the fits of its peaks, and scan-free-energy.
std::vector<std::string> plotScan(const ScanReport& report, const SharedFolder& folder);

} // namespace gaugegl
