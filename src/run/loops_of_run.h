// The section [loops] of a run: Wilson loops while the ensemble is made, and the static potential from them.
#pragma once

#include "report/potential_report.h"
#include "run/loop_measurement.h"
#include "run/sweep_measurement.h"

namespace gaugegl {

class LoopsOfRun : public SweepMeasurement {
public:
    /// The run has the section.
    LoopsOfRun(const RunConfig& run, const RunFolder& folder);

private:
    std::optional<report::Json> measure(const Ensemble& ensemble) override;
    /// Those of `gaugegl potential`; {"configurations", "failure"} while there are too few configurations for errors.
    report::Json resultsOf(const std::vector<std::string>& files) const override;
    std::vector<std::string> figuresOf(const std::vector<std::string>& files,
                                       const SharedFolder& folder) const override;
    std::string summaryOf(const std::vector<std::string>& files) const override;

    Lattice lattice() const { return Lattice(run().lattice.extents); }
    /// The report, or why there is none.
    std::pair<std::optional<report::PotentialReport>, std::string>
    reportOf(const std::vector<std::string>& files) const;

    LoopTask task_;
    std::optional<LoopMeasurer> measurer_;
};

} // namespace gaugegl
