// gaugegl flow: the gradient flow of configurations, its scales, and the topological charge.
#include "ensemble_files.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "gaugegl/base/error.h"
#include "report/flow_report.h"
#include "run/flow_measurement.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct FlowOptions {
    CommonOptions common;
    std::vector<std::string> files;
    std::string group, lattice, action = "wilson", plot;
    FlowSection flow;
};

FlowSection sectionOf(const FlowOptions& options)
{
    FlowSection section = options.flow;
    section.action = parseChoice<ActionType>(options.action);
    validate(FlowTask(section).parameters);
    constexpr double rounding = 1e-9;
    if (section.time < 3 * section.record * (1 - rounding))
        throw InputError(
            fmt::format("--every {} must lie 3 times in --time {}: scales are interpolated between four times",
                        section.record, section.time));
    return section;
}

int runFlow(const FlowOptions& options)
{
    checkOutputs(options.common, {{"--plot", options.plot, Output::Kind::Figures}}, options.files);
    const FlowSection section = sectionOf(options);
    const FlowTask task(section);
    const Warnings warnings = warned(warningsOf(task.parameters));
    const EnsembleFiles files(options.files, parseHints(options.group, options.lattice));
    Device device = openDevice(options.common);
    std::optional<FlowMeasurer> measurer;
    std::vector<FlowTable> tables;
    const auto measure = [&](const GaugeField& u) {
        if (!measurer) measurer.emplace(device, u.lattice(), u.group());
        auto table = measurer->measure(u, task);
        if (table) tables.push_back(std::move(*table));
        return table.has_value();
    };
    const auto reportResults = [&](const EnsembleFiles::Done& done) {
        const FlowReport report = reportFlow(tables, section.reference, files.lattice(), files.group());
        Json json = {{"files", done.files.names()},
                     {"complete", done.complete},
                     {"group", name(files.group())},
                     {"lattice", files.lattice().extents()},
                     {"action", options.action},
                     {"step", *task.parameters.step},
                     {"tolerance", section.tolerance ? Json(*section.tolerance) : Json(nullptr)}};
        json.update(toJson(report));
        const std::string title = files.title(tables.size());
        if (done.draws && !options.plot.empty()) json["figures"] = plotFlow({options.plot, title, "", ""}, report);
        if (printsText(options.common)) printOut("{}, {} flow\n\n{}", title, options.action, flowTable(report));
        reportOf(done.files, options.common);
        Warnings all = warnings;
        append(all, done.files.warnings());
        addWarnings(json, all);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    return files.carryOut(device, options.common.quiet, {measure, reportResults, ghostsOf(task)});
}

} // namespace

void addFlow(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<FlowOptions>();
    FlowSection& flow = options->flow;
    flow.time = 3;
    CLI::App* command = app.add_subcommand("flow", "The gradient flow: t0, w0, topological charge and susceptibility");
    command->add_option("files", options->files, "Configurations, ILDG or NERSC, of one ensemble")->required();
    addHintOptions(*command, options->group, options->lattice);
    command->add_option("--time", flow.time, "Flow time at the end, lattice units squared")
        ->check(positiveNumber())
        ->capture_default_str();
    command->add_option("--every", flow.record, "Flow time between measurements")
        ->check(positiveNumber())
        ->capture_default_str();
    command->add_option("--step", flow.step, flowStepHelp)->check(positiveNumber());
    command->add_option("--tolerance", flow.tolerance, "Adaptive steps: the largest distance of one")
        ->check(positiveNumber());
    command->add_option("--action", options->action, "Of the flow")
        ->check(CLI::IsMember({"wilson", "symanzik", "iwasaki", "dbw2"}))
        ->capture_default_str();
    command->add_flag("--improved", flow.improved, "The five-loop improved charge where the flow ends");
    command->add_option("--reference", flow.reference, "t^2 E at t0 (0.3 in SU(3), 0.16875 in SU(2))")
        ->check(positiveNumber());
    command->add_option(
        "--plot", options->plot,
        "Draw PREFIX-energy.png, of several configurations also PREFIX-charge.png and PREFIX-charges.png, and as SVG");
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    addDivisionOptions(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runFlow(*options); }; });
}

} // namespace gaugegl::cli
