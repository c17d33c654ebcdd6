// The section [condensate] of a run: the chiral condensate from random sources while the ensemble is made.
#pragma once

#include "run/sweep_measurement.h"

namespace gaugegl {

class CondensateOfRun : public SweepMeasurement {
public:
    /// The run has the section.
    CondensateOfRun(const RunConfig& run, const RunFolder& folder)
        : SweepMeasurement({"condensate", "condensate", run.condensate->every}, run, folder)
    {}

private:
    /// For each kappa or mass the estimate from each source.  Throws Error where a solve does not converge.
    std::optional<report::Json> measure(const Ensemble& ensemble) override;
    /// One entry for each kappa or mass; with twisted mass the pseudoscalar condensate too.
    report::Json resultsOf(const std::vector<std::string>& files) const override;
    /// Its history.
    std::vector<std::string> figuresOf(const std::vector<std::string>& files,
                                       const SharedFolder& folder) const override;
    std::string summaryOf(const std::vector<std::string>& files) const override;
};

} // namespace gaugegl
