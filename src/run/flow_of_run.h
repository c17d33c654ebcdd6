// The section [flow] of a run: the gradient flow while the ensemble is made.
#pragma once

#include "report/flow_report.h"
#include "run/flow_measurement.h"
#include "run/sweep_measurement.h"

namespace gaugegl {

class FlowOfRun : public SweepMeasurement {
public:
    /// The run has the section.
    FlowOfRun(const RunConfig& run, const RunFolder& folder)
        : SweepMeasurement({"flow", "flow", run.flow->every}, run, folder), task_(*run.flow)
    {}

private:
    std::optional<report::Json> measure(const Ensemble& ensemble) override;
    /// Those of `gaugegl flow`.
    report::Json resultsOf(const std::vector<std::string>& files) const override;
    std::vector<std::string> figuresOf(const std::vector<std::string>& files,
                                       const SharedFolder& folder) const override;
    std::string summaryOf(const std::vector<std::string>& files) const override;

    report::FlowReport reportOf(const std::vector<std::string>& files) const;

    FlowTask task_;
    std::optional<FlowMeasurer> measurer_;
};

} // namespace gaugegl
