#include "measure_options.h"

#include "ranks.h"

#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"
#include "measure/measurement.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// The name of an observable as an option.
std::string optionOf(const ObservableTraits& observable)
{
    std::string name = observable.name;
    std::ranges::replace(name, '_', '-');
    return name;
}

/// Those of the catalogue that are measured without being named, or are not.
std::vector<std::string> namesWhere(bool onRequest)
{
    std::vector<std::string> names;
    for (const ObservableTraits& one : observableTraits)
        if (one.onRequest == onRequest) names.push_back(optionOf(one));
    return names;
}

/// Those that are measured without being named.
std::vector<std::string> usualObservables()
{
    std::vector<std::string> names = namesWhere(/*onRequest=*/false);
    names.insert(names.end(), {"link-trace", "action"});
    return names;
}

/// Those that are added.
std::vector<std::string> moreObservables()
{
    std::vector<std::string> names = {"wilson-loop", "topological-charge", "energy", "polyakov-susceptibility"};
    const std::vector<std::string> onRequest = namesWhere(/*onRequest=*/true);
    names.insert(names.end(), onRequest.begin(), onRequest.end());
    return names;
}

/// Throws InputError for an unstable flow.
FlowParameters flowOf(const MeasureOptions& options)
{
    FlowParameters flow{GaugeAction::withRectangles(options.flowC1), options.flowStep, options.flowTolerance};
    validate(flow);
    flow.step = flow.stepUsed();
    return flow;
}

void addLoopOptions(CLI::App& command, MeasureOptions& options)
{
    command.add_option("--r-max", options.rMax, "Wilson loops up to this separation (8, or half the lattice)");
    command.add_option("--t-max", options.tMax, "Wilson loops up to this time (8, or half the lattice)");
    command.add_flag("--off-axis", options.offAxis, "Wilson loops at all separations, not only along the axes");
    command.add_option("--ape", options.ape, "Smear the spatial sides of Wilson loops, ALPHA:STEPS, such as 0.5:25");
    command.add_option("--multihit", options.multihit,
                       "Replace temporal links of Wilson loops by their means under the Wilson action of this beta");
}

void addFlowOptions(CLI::App& command, MeasureOptions& options)
{
    auto* time = command.add_option("--flow-time", options.flowTime, "Energy and charge at this gradient flow time")
                     ->check(notNegative());
    command.add_option("--flow", options.flow, "Energy and charge at flow times 0, STEP, .. T: T:STEP, such as 2:0.1")
        ->excludes(time);
    command.add_option("--flow-step", options.flowStep, flowStepHelp);
    command.add_option("--flow-tolerance", options.flowTolerance, "Adapt the step to this error");
    command.add_option("--flow-c1", options.flowC1, "Coefficient of rectangles: 0 Wilson, -0.083333 Symanzik flow")
        ->capture_default_str();
}

} // namespace

std::vector<std::string> MeasureOptions::sections() const
{
    std::vector<std::string> names;
    for (const measure::Kind& kind : measure::kinds())
        if (keys.isSectionGiven(kind.name)) names.emplace_back(kind.name);
    return names;
}

void addOptions(CLI::App& command, MeasureOptions& options)
{
    for (const measure::Kind& kind : measure::kinds())
        options.keys.addUnlisted(kind.name);
    options.keys.add("--beta", "action.beta")
        ->default_str("")
        ->description("Coupling of the Wilson action that made the configurations, for --multilevel.KEY and "
                      "--loops.multihit");
    command.add_option("files", options.files, "Configurations, " + io::formatWords())->required();
    addRawHintOptions(command, options.hints);
    std::vector<std::string> names = usualObservables();
    const std::vector<std::string> more = moreObservables();
    names.insert(names.end(), more.begin(), more.end());
    command
        .add_option(
            "--observable", options.observables,
            fmt::format("Measured besides: {}; polyakov-susceptibility is that of all files", fmt::join(more, ", ")))
        ->delimiter(',')
        ->allow_extra_args(false) // files follow
        ->check(CLI::IsMember(names));
    addLoopOptions(command, options);
    addFlowOptions(command, options);
    command.add_option("--csv", options.csv, "Write one line of results for each configuration");
    command.add_option("--records", options.records,
                       "Write the numbers of what --SECTION.KEY measures as PREFIX-SECTION.jsonl, for `gaugegl "
                       "export`; this is PREFIX");
    command
        .add_option("--bin", options.bin, "Bin size in configurations of jackknife errors, instead of the Gamma method")
        ->check(CLI::PositiveNumber);
    addOutputOptions(command, options.common);
    addDeviceOptions(command, options.common);
    addDivisionOptions(command, options.common);
}

void checkOptions(const CLI::App& command, const MeasureOptions& options)
{
    const std::vector<std::string> more = moreObservables();
    for (const std::string& file : options.files)
        if (std::ranges::count(more, file) > 0 && !std::filesystem::exists(file))
            throw InputError(fmt::format("{} is an observable, but files are expected here; several are joined "
                                         "by commas, as in --observable energy,topological-charge",
                                         file));
    const auto belongs = [&command](const std::vector<const char*>& names, bool wanted, const char* observable) {
        for (const char* name : names)
            if (!wanted && command.count(name) > 0)
                throw InputError(fmt::format("{} needs --observable {}", name, observable));
    };
    belongs({"--r-max", "--t-max", "--off-axis", "--multihit", "--ape"}, options.asksFor("wilson-loop"), "wilson-loop");
    belongs({"--flow", "--flow-time"}, options.asksFor("topological-charge") || options.asksFor("energy"),
            "topological-charge or energy");
    for (const char* name : {"--flow-step", "--flow-tolerance", "--flow-c1"})
        if (command.count(name) > 0 && options.flow.empty() && !options.flowTime)
            throw InputError(fmt::format("{} needs --flow or --flow-time", name));
}

Warnings warningsOf(const MeasureOptions& options)
{
    Warnings all;
    if (!options.ape.empty()) append(all, gaugegl::warningsOf(ApeSmearing::parse(options.ape)));
    if (!options.flow.empty() || options.flowTime) append(all, gaugegl::warningsOf(flowOf(options)));
    return all;
}

ExtraObservables extrasOf(const MeasureOptions& options, const Lattice& lattice)
{
    ExtraObservables wanted;
    wanted.wilsonLoops = options.asksFor("wilson-loop");
    wanted.charge = options.asksFor("topological-charge");
    wanted.energy = options.asksFor("energy");
    wanted.loops.rMax = rMostOf(options.rMax, lattice);
    wanted.loops.tMax = tMostOf(options.tMax, lattice);
    wanted.loops.offAxis = options.offAxis;
    wanted.loops.multihit = options.multihit.has_value();
    wanted.loops.beta = options.multihit.value_or(0);
    if (!options.ape.empty()) wanted.ape = ApeSmearing::parse(options.ape);
    wanted.flow = flowOf(options);
    wanted.flows = !options.flow.empty() || options.flowTime;
    if (!options.flow.empty()) wanted.flowTimes = parseFlowTimes(options.flow);
    if (options.flowTime) wanted.flowTimes = {*options.flowTime};
    return wanted;
}

ObservableSet measuredObservables(const MeasureOptions& options)
{
    ObservableSet measured;
    for (const ObservableTraits& one : observableTraits)
        if (!one.onRequest || options.asksFor(optionOf(one))) measured.add(one.observable);
    return measured;
}

} // namespace gaugegl::cli
