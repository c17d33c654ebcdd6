// gaugegl measure: observables of configurations.
#include "command.h"
#include "ensemble_files.h"
#include "measure_means.h"
#include "measured_files.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"
#include "section_options.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/run/configuration.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct MeasureOptions {
    explicit MeasureOptions(CLI::App& command) : sections(command) {}

    CommonOptions common;
    SectionOptions sections; ///< of what run files measure
    std::vector<std::string> files;
    std::string group, lattice;
    std::vector<std::string> observables;
    std::optional<int> rMax, tMax; ///< else 8, or half the extents where that is less
    bool offAxis = false;
    std::optional<double> multihit; ///< beta
    std::string ape, flow, csv, records;
    std::optional<std::size_t> bin;
    std::optional<double> flowTime, flowTolerance;
    std::optional<double> flowStep;
    double flowC1 = 0;

    bool asksFor(const std::string& name) const { return std::ranges::count(observables, name) > 0; }
};

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

/// Throws InputError for options that the observables do not use, and for observables among the files.
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

/// Throws InputError for an unstable flow.
FlowParameters flowOf(const MeasureOptions& options)
{
    FlowParameters flow{GaugeAction::withRectangles(options.flowC1), options.flowStep, options.flowTolerance};
    validate(flow);
    flow.step = flow.stepUsed();
    return flow;
}

/// What is to be said before anything is measured.
Warnings warningsOf(const MeasureOptions& options)
{
    Warnings all;
    if (!options.ape.empty()) append(all, gaugegl::warningsOf(ApeSmearing::parse(options.ape)));
    if (!options.flow.empty() || options.flowTime) append(all, gaugegl::warningsOf(flowOf(options)));
    return all;
}

/// What the options ask for, on a lattice.
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

/// The field and the meter of the last lattice and group, so that an ensemble shares programs and textures.
class Meters {
public:
    Meters(Device& device, const GhostWidth& ghosts) : device_(device), ghosts_(ghosts) {}

    ConfigurationTarget targetOf(const io::GaugeFileHeader& header)
    {
        if (!field_ || field_->lattice().whole() != header.lattice || field_->group() != header.group) {
            extras_.reset();
            meter_.reset();
            field_.reset();
            const Lattice lattice = device_.shared(header.lattice, ghosts_);
            field_ = std::make_unique<GaugeField>(device_, lattice, header.group);
            meter_ = std::make_unique<ObservableMeter>(device_, lattice, header.group);
            extras_ = std::make_unique<ExtraMeters>(device_, lattice, header.group);
        }
        return {*field_, *meter_};
    }

    /// Of the last target.
    const GaugeField& field() const { return *field_; }
    GaugeObservables measure() { return meter_->measure(*field_); }
    /// Of the last target.
    std::optional<ExtraResults> measure(const ExtraObservables& wanted)
    {
        return extras_->measure(*field_, *meter_, wanted);
    }

private:
    Device& device_;
    GhostWidth ghosts_;
    std::unique_ptr<GaugeField> field_;
    std::unique_ptr<ObservableMeter> meter_;
    std::unique_ptr<ExtraMeters> extras_;
};

/// Those of the catalogue beside the plaquettes that were measured by default or are asked for.
std::vector<ObservableTraits> others(const MeasureOptions& options)
{
    std::vector<ObservableTraits> found;
    for (const Observable one : tableOrder)
        if (!traits(one).onRequest || options.asksFor(optionOf(traits(one)))) found.push_back(traits(one));
    return found;
}

Json fileToJson(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o,
                const std::vector<ObservableTraits>& others)
{
    Json json = {{"file", file},
                 {"format", header.format},
                 {"bits", header.bits},
                 {"group", name(header.group)},
                 {"lattice", header.lattice.extents()},
                 {"plaquette", o.plaquette},
                 {"plaquette_space", o.plaquetteSpace},
                 {"plaquette_time", o.plaquetteTime}};
    for (const ObservableTraits& one : others) {
        const std::complex<double> value = o.of(one.observable);
        json[one.name] = one.complex ? Json::array({value.real(), value.imag()}) : Json(value.real());
    }
    json["link_trace"] = o.linkTrace;
    json["action_density"] = o.actionDensity;
    return json;
}

void print(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o,
           const std::vector<ObservableTraits>& others, Precision precision)
{
    const int digits = decimalsOf(precision);
    printOut("{} ({}, {}-bit, {} {}; measured in {} precision)\n", file, header.format, header.bits, name(header.group),
             header.lattice.name(), name(precision));
    printOut("  plaquette       {:.{}f}  (space {:.{}f}, time {:.{}f})\n", o.plaquette, digits, o.plaquetteSpace,
             digits, o.plaquetteTime, digits);
    for (const ObservableTraits& one : others) {
        const std::complex<double> value = o.of(one.observable);
        printOut("  {:<15} ", one.title);
        if (one.complex)
            printOut("{:+.{}f} {:+.{}f} i\n", value.real(), digits, value.imag(), digits);
        else
            printOut("{:.{}f}\n", value.real(), digits);
    }
    printOut("  link trace      {:+.{}f}\n  action density  {:.{}f}\n", o.linkTrace, digits, o.actionDensity, digits);
}

/// What sections of run files measure, of the lattice and group of the first file.
struct SectionMeasurements {
    explicit SectionMeasurements(const MeasureOptions& options)
    {
        const std::vector<std::string> names = options.sections.sections();
        if (names.empty()) return;
        of = io::openGaugeFile(options.files.front(), parseHints(options.group, options.lattice))->header();
        RunConfig run;
        setFiles(run, of.lattice, of.group, options.files.size(), options.common);
        options.sections.apply(run);
        for (const std::string& name : names)
            all.emplace_back(run, name,
                             options.records.empty() ? "" : options.records + "-" + measure::recordFile(name));
        warnings = gaugegl::warningsOf(run);
    }

    io::GaugeFileHeader of;
    std::vector<FileMeasurement> all;
    Warnings warnings;
};

/// Measures file after file; what it has until now can be told at any time.
class Measuring {
public:
    Measuring(const MeasureOptions& options, SectionMeasurements sections)
        : options_(&options), hints_(parseHints(options.group, options.lattice)),
          warnings_(warned(withWarnings(options, sections))), device_(openDevice(options.common)),
          sections_(std::move(sections)), meters_(device_, ghostsOf(options, sections_))
    {}

    void measureAll()
    {
        for (const std::string& file : options_->files) {
            if (interrupted()) return;
            try {
                if (!measureOne(file)) return;
            } catch (const InputError& error) { // the others are measured all the same
                printError("gaugegl: error: {}\n", error.what());
                failed_.push_back({{"file", file}, {"error", error.what()}});
            }
        }
        complete_ = true;
    }

    int reportResults(bool draws) const
    {
        const auto means = numbers_.means(options_->bin);
        const bool prints = printsText(options_->common);
        Json result = {{"configurations", configurations_}, {"complete", complete_}, {"failed", failed_}};
        if (!means.empty()) result["means"] = meansJson(means);
        if (prints && !means.empty()) printOut("{}", meansTable(means, configurations_.size()));
        if (asksForSusceptibility() && !configurations_.empty()) {
            const analysis::Estimate estimate = susceptibility_.estimate();
            result["polyakov_susceptibility"] = toJson(estimate);
            if (prints)
                printOut("susceptibility of |L|  {}\n{}", formatEstimate(estimate),
                         warningLines(warningsIn({{"polyakov_susceptibility", result["polyakov_susceptibility"]}})));
        }
        if (!configurations_.empty())
            for (const FileMeasurement& one : sections_.all) {
                result.update(one.results(/*merged=*/false));
                if (prints) printOut("\n{}", one.summary());
            }
        reportOf(judged_, options_->common);
        Warnings warnings = warnings_;
        append(warnings, judged_.warnings());
        addWarnings(result, warnings);
        if (draws && !options_->csv.empty()) writeOutput(numbers_.csv(), options_->csv);
        if (!options_->common.json.empty()) writeJson(result, options_->common.json);
        std::fflush(stdout);
        if (!complete_) printError("{}", interruptedMessage(configurations_.size(), options_->files.size()));
        return !complete_ ? interruptedExit : failed_.empty() ? success : inputFailure;
    }

private:
    static Warnings withWarnings(const MeasureOptions& options, const SectionMeasurements& sections)
    {
        Warnings all = warningsOf(options);
        append(all, sections.warnings);
        return all;
    }
    static GhostWidth ghostsOf(const MeasureOptions& options, const SectionMeasurements& sections)
    {
        // The improved charge reads three sites away, rectangles two.
        const bool far = options.asksFor("topological-charge") || options.asksFor("energy");
        GhostWidth ghosts = far ? GhostWidth{.z = 3, .t = 4} : GhostWidth{.z = 2, .t = 2};
        for (const FileMeasurement& one : sections.all)
            ghosts = {.z = std::max(ghosts.z, one.ghosts().z), .t = std::max(ghosts.t, one.ghosts().t)};
        return ghosts;
    }
    bool asksForSusceptibility() const { return options_->asksFor("polyakov-susceptibility"); }

    /// False where an interrupt ended it.
    bool measureOne(const std::string& file)
    {
        const io::GaugeFileHeader header =
            readConfiguration(file, hints_, [this](const auto& known) { return meters_.targetOf(known); });
        warned(header.warnings);
        if (!sections_.all.empty() && (header.group != sections_.of.group || header.lattice != sections_.of.lattice))
            throw FileError(file, fmt::format("holds {} on {}, but {} holds {} on {}; an average needs one kind",
                                              name(header.group), header.lattice.name(), options_->files.front(),
                                              name(sections_.of.group), sections_.of.lattice.name()));
        if (!judged_.take(file, header)) return true;
        const GaugeObservables o = meters_.measure();
        const ExtraObservables wanted = extrasOf(*options_, header.lattice);
        const auto extras = wanted.any() ? meters_.measure(wanted) : ExtraResults();
        if (!extras) return false;
        for (FileMeasurement& one : sections_.all)
            if (!one.measure(meters_.field(), {file, header, std::int64_t(judged_.names().size())})) return false;
        if (asksForSusceptibility()) susceptibility_.add(file, header, o.polyakovLoop());
        Json one = fileToJson(file, header, o, others(*options_));
        addJson(one, *extras, wanted);
        numbers_.add(one);
        configurations_.push_back(std::move(one));
        if (!printsText(options_->common)) return true;
        print(file, header, o, others(*options_), device_.precision());
        print(*extras, wanted, device_.precision());
        return true;
    }

    const MeasureOptions* options_;
    io::GaugeFileHints hints_;
    Warnings warnings_;
    Device device_;
    SectionMeasurements sections_;
    Meters meters_;
    PolyakovSusceptibility susceptibility_;
    JudgedFiles judged_;
    MeasuredNumbers numbers_;
    Json configurations_ = Json::array(), failed_ = Json::array();
    bool complete_ = false;
};

int runMeasure(const CLI::App& command, const MeasureOptions& options)
{
    checkOptions(command, options);
    if (!options.records.empty() && options.sections.sections().empty())
        throw InputError(fmt::format("--records {} needs a measurement, such as --flow.time 2", options.records));
    std::vector<Output> outputs = {{"--csv", options.csv}};
    for (const std::string& name : options.sections.sections())
        if (!options.records.empty())
            outputs.push_back({"--records", options.records + "-" + measure::recordFile(name)});
    checkOutputs(options.common, outputs, options.files);
    const InterruptGuard guard;
    Measuring measuring(options, SectionMeasurements(options));
    const Rescue rescue([&] { measuring.reportResults(/*draws=*/false); });
    measuring.measureAll();
    return measuring.reportResults(/*draws=*/true);
}

void addLoopOptions(CLI::App& command, MeasureOptions& options)
{
    command.add_option("--r-max", options.rMax, "Wilson loops up to this separation (8, or half the lattice)");
    command.add_option("--t-max", options.tMax, "Wilson loops up to this time (8, or half the lattice)");
    command.add_flag("--off-axis", options.offAxis, "Wilson loops of all separations, not along the axes alone");
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

void addMeasure(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand(
        "measure", "Plaquettes, loops, charge and energy of configurations; with --SECTION.KEY, as --flow.time 2 or "
                   "--spectrum.kappa 0.15, what these sections of run files measure");
    auto options = std::make_shared<MeasureOptions>(*command);
    command->add_option("files", options->files, "Configurations, ILDG or NERSC")->required();
    addHintOptions(*command, options->group, options->lattice);
    std::vector<std::string> names = usualObservables();
    const std::vector<std::string> more = moreObservables();
    names.insert(names.end(), more.begin(), more.end());
    command
        ->add_option(
            "--observable", options->observables,
            fmt::format("Measured besides: {}; polyakov-susceptibility is that of all files", fmt::join(more, ", ")))
        ->delimiter(',')
        ->allow_extra_args(false) // files follow
        ->check(CLI::IsMember(names));
    addLoopOptions(*command, *options);
    addFlowOptions(*command, *options);
    command->add_option("--csv", options->csv, "Write a line with the numbers of each configuration");
    command->add_option(
        "--records", options->records,
        "Write the numbers of what --SECTION.KEY measures, for `gaugegl export`, as PREFIX-SECTION.jsonl");
    command
        ->add_option("--bin", options->bin,
                     "Errors of means by the jackknife with bins of so many configurations, instead of the "
                     "Gamma method")
        ->check(CLI::PositiveNumber);
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    addDivisionOptions(*command, options->common);
    command->callback(
        [options, command, &chosen] { chosen = [options, command] { return runMeasure(*command, *options); }; });
}

} // namespace gaugegl::cli
