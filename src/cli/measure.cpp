// gaugegl measure: observables of configurations.
#include "command.h"
#include "ensemble_files.h"
#include "measure_means.h"
#include "measure_options.h"
#include "measured_files.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "chain/chain_links.h"
#include "config/sections.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/observables/observables.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// The links of the last lattice and group on a backend, so that an ensemble shares programs and textures.
class FileLinks {
public:
    FileLinks(ChainBackend backend, const GhostWidth& ghosts) : backend_(std::move(backend)), ghosts_(ghosts) {}

    io::GaugeFileHeader read(const std::string& file, const io::GaugeFileHints& hints)
    {
        const io::GaugeFileHeader header = io::openGaugeFile(file, hints)->header();
        if (const std::pair of(header.lattice, header.group); of_ != of) {
            extras_.reset();
            links_.reset();
            links_ = backend_.links(header.lattice, ghosts_, {.group = header.group});
            extras_ = std::make_unique<ExtraMeters>();
            of_ = of;
        }
        return links_->read(file, hints.layout);
    }

    // Of the last file.
    AnyLinks links() const { return links_->forMeasurements(); }
    GaugeObservables measure(const ObservableSet& observables) { return links_->measure(observables).values(); }
    std::optional<ExtraResults> measure(const ExtraObservables& wanted) { return extras_->measure(links(), wanted); }

private:
    ChainBackend backend_;
    GhostWidth ghosts_;
    std::optional<std::pair<Lattice, Group>> of_;
    std::unique_ptr<ChainLinks> links_;
    std::unique_ptr<ExtraMeters> extras_;
};

Json fileToJson(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o,
                const std::vector<ObservablePart>& others)
{
    Json json = {{"file", file},
                 {"format", header.format},
                 {"bits", header.bits},
                 {"group", name(header.group)},
                 {"lattice", header.lattice.extents()},
                 {"plaquette", o.plaquette},
                 {"plaquette_space", o.plaquetteSpace},
                 {"plaquette_time", o.plaquetteTime}};
    for (const ObservablePart& one : others) {
        const std::complex<double> value = o.of(one);
        json[one.name] = one.of->complex ? Json::array({value.real(), value.imag()}) : Json(value.real());
    }
    json["link_trace"] = o.linkTrace;
    json["action_density"] = o.actionDensity;
    return json;
}

void print(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o,
           const std::vector<ObservablePart>& others, Precision precision)
{
    const int digits = decimalsOf(precision);
    printOut("{} ({}, {}-bit, {} {}; measured in {} precision)\n", file, header.format, header.bits, name(header.group),
             header.lattice.name(), name(precision));
    printOut("  plaquette       {:.{}f}  (space {:.{}f}, time {:.{}f})\n", o.plaquette, digits, o.plaquetteSpace,
             digits, o.plaquetteTime, digits);
    for (const ObservablePart& one : others) {
        const std::complex<double> value = o.of(one);
        printOut("  {:<15} ", one.title);
        if (one.of->complex)
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
        const std::vector<std::string> names = options.sections();
        if (names.empty()) return;
        if (!findFirst(options)) return; // each of the files tells what is wrong with it
        setFiles(run, of.lattice, of.group, options.files.size(), options.common);
        for (const std::string& name : names)
            open(run, name);
        options.keys.set(run);
        const bool asks = run.multilevel || (run.loops && run.loops->multihit);
        if (asks != options.keys.isGiven("action.beta"))
            throw InputError(
                asks ? "--multilevel.KEY and --loops.multihit need --beta, the coupling of the Wilson action "
                       "that made the configurations"
                     : "--beta is used with --multilevel.KEY and --loops.multihit only");
        for (const std::string& name : names)
            options.keys.named([&] {
                all.emplace_back(run, name,
                                 options.records.empty() ? "" : options.records + "-" + measure::recordFile(name));
            });
        warnings = gaugegl::warningsOf(run);
        ghosts = gaugegl::ghostsOf(run);
    }

    /// The first file that can be read.
    bool findFirst(const MeasureOptions& options)
    {
        for (const std::string& file : options.files)
            try {
                of = io::openGaugeFile(file, parseHints(options.hints))->header();
                first = file;
                return true;
            } catch (const InputError&) { // NOLINT(bugprone-empty-catch): the next one
            }
        return false;
    }

    /// Throws RunConfigError unless they can be made there.
    void requireOn(const ChainBackend& backend)
    {
        if (backend.device() || all.empty()) return;
        run.device.path = PathChoice::Cpu;
        config::validateSection(run, "device");
    }

    std::string first;
    io::GaugeFileHeader of; ///< of that file
    RunConfig run;          ///< with the sections
    GhostWidth ghosts;
    std::vector<FileMeasurement> all;
    Warnings warnings;
};

/// Measures file after file; what it has until now can be reported at any time.
class Measuring {
public:
    Measuring(const MeasureOptions& options, SectionMeasurements sections)
        : options_(&options), hints_(parseHints(options.hints)), warnings_(warned(withWarnings(options, sections))),
          backend_(openBackend(options.common, Precision::Double)), sections_(std::move(sections)),
          links_(backend_, ghostsOf(options, sections_))
    {
        sections_.requireOn(backend_);
    }

    void measureAll()
    {
        for (const std::string& file : options_->files) {
            if (interrupted()) return;
            try {
                if (!measureOne(file)) return;
            } catch (const InputError& error) { // the others are measured all the same
                fail(file, error.what(), inputFailure);
            } catch (const UnsolvedError& error) {
                fail(file, fmt::format("{}: {}", file, error.what()), unconverged);
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
                result[one.name()] = one.results();
                result.update(one.derived());
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
        return !complete_ ? interruptedExit : failure_;
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
        const GhostWidth ghosts = far ? GhostWidth{.z = 3, .t = 4} : GhostWidth{.z = 2, .t = 2};
        return {.z = std::max(ghosts.z, sections.ghosts.z), .t = std::max(ghosts.t, sections.ghosts.t)};
    }
    bool asksForSusceptibility() const { return options_->asksFor("polyakov-susceptibility"); }

    void fail(const std::string& file, const std::string& why, int code)
    {
        printError("gaugegl: error: {}\n", why);
        failed_.push_back({{"file", file}, {"error", why}});
        failure_ = code;
    }

    /// False where an interrupt ended it.
    bool measureOne(const std::string& file)
    {
        const io::GaugeFileHeader header = links_.read(file, hints_);
        warned(header.warnings);
        if (!sections_.all.empty()) requireOneKind(file, header, sections_.first, sections_.of);
        if (!judged_.take(file, header)) return true;
        const ObservableSet observables = measuredObservables(*options_);
        const std::vector<ObservablePart> others = observableParts(observables);
        const GaugeObservables o = links_.measure(observables);
        const ExtraObservables wanted = extrasOf(*options_, header.lattice);
        const auto extras = wanted.any() ? links_.measure(wanted) : ExtraResults();
        if (!extras) return false;
        std::vector<measure::Record> records; // of all sections or none
        for (FileMeasurement& one : sections_.all) {
            auto record = one.measure(links_.links(), {file, header, std::int64_t(judged_.names().size())});
            if (!record) return false;
            records.push_back(std::move(*record));
        }
        for (std::size_t k = 0; k < records.size(); ++k)
            sections_.all[k].keep(std::move(records[k]));
        if (asksForSusceptibility()) susceptibility_.add(file, header, o.polyakovLoop());
        Json one = fileToJson(file, header, o, others);
        addJson(one, *extras, wanted);
        numbers_.add(one);
        configurations_.push_back(std::move(one));
        if (!printsText(options_->common)) return true;
        print(file, header, o, others, backend_.precision());
        print(*extras, wanted, backend_.precision());
        return true;
    }

    const MeasureOptions* options_;
    io::GaugeFileHints hints_;
    Warnings warnings_;
    ChainBackend backend_; // goes after what is on it
    SectionMeasurements sections_;
    FileLinks links_;
    PolyakovSusceptibility susceptibility_;
    JudgedFiles judged_;
    MeasuredNumbers numbers_;
    Json configurations_ = Json::array(), failed_ = Json::array();
    int failure_ = success; ///< the exit code of the last file that failed, if any
    bool complete_ = false;
};

int runMeasure(const CLI::App& command, const MeasureOptions& options)
{
    checkOptions(command, options);
    if (options.keys.isGiven("action.beta") && options.sections().empty())
        throw InputError("--beta is used with --multilevel.KEY and --loops.multihit only");
    if (!options.records.empty() && options.sections().empty())
        throw InputError(fmt::format("--records {} needs a measurement, such as --flow.time 2", options.records));
    std::vector<Output> outputs = {{"--csv", options.csv}};
    for (const std::string& name : options.sections())
        if (!options.records.empty())
            outputs.push_back({"--records", options.records + "-" + measure::recordFile(name)});
    checkOutputs(options.common, outputs, options.files);
    const InterruptGuard guard;
    Measuring measuring(options, SectionMeasurements(options));
    const Rescue rescue([&] { measuring.reportResults(/*draws=*/false); });
    measuring.measureAll();
    return measuring.reportResults(/*draws=*/true);
}

} // namespace

void addMeasure(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand(
        "measure", "Measure plaquettes, loops, charge and energy of configurations, and with --SECTION.KEY, such as "
                   "--flow.time 2 or --spectrum.kappa 0.15, what that section of a run file measures");
    auto options = std::make_shared<MeasureOptions>(*command);
    addOptions(*command, *options);
    command->callback(
        [options, command, &chosen] { chosen = [options, command] { return runMeasure(*command, *options); }; });
}

} // namespace gaugegl::cli
