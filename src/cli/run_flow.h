// The section [flow] of a run: the gradient flow while the ensemble is made.
#pragma once

#include "flow_report.h"
#include "run_measurements.h"

namespace gaugegl::cli {

class FlowOfRun : public SweepMeasurement {
public:
    /// The run has the section.
    FlowOfRun(const RunConfig& run, const RunFolder& folder)
        : SweepMeasurement({"flow", "flow", run.flow->every}, run, folder), task_(*run.flow)
    {}

private:
    std::optional<Json> measure(const Ensemble& ensemble) override;
    /// Those of `gaugegl flow`.
    Json resultsOf(const std::vector<std::string>& files) const override;
    std::vector<std::string> figuresOf(const std::vector<std::string>& files) const override;
    std::string summaryOf(const std::vector<std::string>& files) const override;

    FlowReport report(const std::vector<std::string>& files) const;

    FlowTask task_;
    std::optional<FlowMeasurer> measurer_;
};

} // namespace gaugegl::cli
