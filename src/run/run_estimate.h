// How long a run takes, from a short measurement of its parts on the device.
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/config/run_config.h"

#include <optional>

namespace gaugegl {

class ChainBackend;

/// Seconds, without those of compiling and tuning.
struct RunEstimate {
    double sweep = 0;       ///< of a sweep with its overrelaxation
    double measurement = 0; ///< of the observables
    /// Of a measurement of [loops], [flow], ... on one configuration, by the key of the section in results.json.
    struct Further {
        std::string name;
        double seconds = 0;
        int every = 1;
    };
    std::vector<Further> further;

    /// The seconds of a sweep after thermalisation with its share of the measurements.
    double ofMeasuredSweep(int measuredEvery) const;
    /// The seconds of the whole run.
    double of(const RunConfig& run) const;
    /// The sweeps after thermalisation that fit into so many seconds; 0 where not even thermalisation does.
    int sweepsWithin(double seconds, const RunConfig& run) const;
};

/// Makes a chain of the run, without a file, and times some sweeps and one of each measurement.  Nothing after an interrupt.  Throws as
/// the run itself would.
std::optional<RunEstimate> estimateRun(const ChainBackend& backend, const RunConfig& run, ProgressOptions progress);

} // namespace gaugegl
