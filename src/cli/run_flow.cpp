#include "run_flow.h"

#include "ensemble_report.h"

#include <fmt/format.h>

namespace gaugegl::cli {

std::optional<Json> FlowOfRun::measure(const Ensemble& ensemble)
{
    const GaugeField& u = ensemble.field();
    if (!measurer_) measurer_.emplace(u.device(), u.lattice(), u.group());
    const std::optional<FlowTable> table = measurer_->measure(u, task_);
    if (!table) return std::nullopt;
    return toJson(*table);
}

FlowReport FlowOfRun::report(const std::vector<std::string>& files) const
{
    std::vector<FlowTable> tables;
    tables.reserve(files.size());
    for (const std::string& file : files)
        readMeasurements(file, [&](const Json& json) { tables.push_back(flowTableOf(json)); });
    return reportFlow(tables, *run().flow, Lattice(run().lattice.extents), run().lattice.group);
}

Json FlowOfRun::resultsOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {{"configurations", 0}};
    Json json = {{"action", choiceName<ActionType>(run().flow->action)}};
    json.update(toJson(report(files)));
    return json;
}

std::vector<std::string> FlowOfRun::figuresOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    return plotFlow(
        {folder().file("flow"), fmt::format("{}, {} configurations", runTitle(run()), files.size()), "", ""},
        report(files));
}

std::string FlowOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    return fmt::format("gradient flow ({} action) of {} configurations\n\n{}",
                       choiceName<ActionType>(run().flow->action), files.size(), flowTable(report(files)));
}

} // namespace gaugegl::cli
