#include "run/flow_of_run.h"

#include "run/ensemble_report.h"

#include <fmt/format.h>

namespace gaugegl {

std::optional<report::Json> FlowOfRun::measure(const Ensemble& ensemble)
{
    const GaugeField& u = ensemble.field();
    if (!measurer_) measurer_.emplace(u.device(), u.lattice(), u.group());
    const std::optional<report::FlowTable> table = measurer_->measure(u, task_);
    if (!table) return std::nullopt;
    return report::toJson(*table);
}

report::FlowReport FlowOfRun::reportOf(const std::vector<std::string>& files) const
{
    std::vector<report::FlowTable> tables;
    tables.reserve(files.size());
    for (const std::string& file : files)
        readMeasurements(file, [&](const report::Json& json) { tables.push_back(report::flowTableOf(json)); });
    return report::reportFlow(tables, run().flow->reference, Lattice(run().lattice.extents), run().lattice.group);
}

report::Json FlowOfRun::resultsOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {{"configurations", 0}};
    report::Json json = {{"action", choiceName<ActionType>(run().flow->action)}, {"step", *task_.parameters.step}};
    json.update(report::toJson(reportOf(files)));
    return json;
}

std::vector<std::string> FlowOfRun::figuresOf(const std::vector<std::string>& files, const SharedFolder& folder) const
{
    if (files.empty()) return {};
    return report::plotFlow(
        {FilePlace(folder, "flow"), fmt::format("{}, {} configurations", runTitle(run()), files.size()), "", ""},
        reportOf(files));
}

std::string FlowOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    return fmt::format("gradient flow ({} action) of {} configurations\n\n{}",
                       choiceName<ActionType>(run().flow->action), files.size(), report::flowTable(reportOf(files)));
}

} // namespace gaugegl
