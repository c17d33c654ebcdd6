// gaugegl fix: gauge fixing of configurations, and what is measured in a fixed gauge.
#include "fix_copies.h"
#include "fix_report.h"
#include "fix_tune.h"
#include "outputs.h"
#include "shared_links.h"

#include "base/shell_word.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "measure/fixing.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {
namespace {

/// Fixes every copy; `links` become those of the best.
FixedConfiguration fixCopies(FixingBackend& place, const FixOptions& options, const std::string& file,
                             SharedLinks& configuration)
{
    place.setLattice(configuration.shared);
    FixedConfiguration fixed{.file = file, .header = configuration.header};
    std::optional<HostGaugeField> original;
    if (options.section.copies > 1) original = configuration.links;
    for (int k = 0; k < options.section.copies && !fixed.interrupted; ++k) {
        GaugeFixing fixing = options.section.fixing;
        fixing.seed += std::uint64_t(k);
        fixing.randomStart = k > 0 || options.section.fixing.randomStart;
        ThetaProgress progress(options.section.copies > 1 ? fmt::format("copy {} of {}", k, options.section.copies)
                                                          : "theta",
                               fixing, options.files.common.quiet);
        std::optional<HostGaugeField> copy;
        if (k > 0) copy = *original;
        HostGaugeField& u = copy ? *copy : configuration.links;
        const auto notes = place.notes(progress.line(), u, fixing);
        fixed.copies.push_back({fixing.seed, fixing.randomStart, place.fix(u, fixing, progress.watch())});
        fixed.interrupted = interrupted();
        if (!fixed.interrupted) progress.finish();
        if (k == 0 || !measure::isBetter(fixed.copies.back().result, fixed.result())) continue;
        fixed.best = std::size_t(k);
        configuration.links = std::move(u);
    }
    fixed.tuning = place.tuning();
    return fixed;
}

/// The file that takes the fixed links of another one.
std::string outputOf(const FixOptions& options, const std::string& file)
{
    if (options.output.empty() || options.files.files.size() == 1) return options.output;
    return (std::filesystem::path(options.output) / std::filesystem::path(file).filename().replace_extension(".ildg"))
        .string();
}

/// Throws where files cannot or must not be written, or two configurations would be written to one file.
void checkPlaces(const FixOptions& options)
{
    std::set<std::string> names;
    for (const std::string& file : options.files.files)
        if (const std::string out = outputOf(options, file); !out.empty() && !names.insert(out).second)
            throw InputError(fmt::format("{}: two configurations have this name in the folder of --output", out));
    std::vector<Output> outputs = outputsOf("--output", {names.begin(), names.end()});
    outputs.push_back({"--plot", options.files.plot, Output::Kind::Figures});
    checkOutputs(options.files.common, std::move(outputs), options.files.files);
}

void save(const FixOptions& options, FixedConfiguration& fixed, const SharedLinks& of)
{
    const std::string file = outputOf(options, fixed.file);
    if (file.empty()) return;
    io::GaugeWriteOptions write{.format = io::formatOfName(file)};
    write.past = of.header.past; // gauge fixing is no part of a chain
    write.action = of.header.action;
    write.provenance = {{"MADE_FROM", madeFrom(fixed.file, of.header)},
                        {"MADE_HOW", fmt::format("{} by {}", longName(options.section.fixing.gauge),
                                                 describe(options.section.fixing, of.links.group))}};
    write.bits = io::bitsOf(io::factsOfFormat(write.format), options.precision() == FixingPrecision::Single ? 32 : 64);
    // With several files the user named their folder alone.
    const FilePlace place = options.files.files.size() > 1 ? FilePlace::ofProgram(file) : FilePlace(file);
    writeProjected(place, of.links, write, of.shared);
    fixed.output = file;
}

/// Before hours of work: throws FileError unless every file can be opened and, for a propagator, holds links of one
/// kind.
void checkFiles(const FixOptions& options, const io::GaugeFileHints& hints)
{
    const std::vector<std::string>& files = options.files.files;
    const io::GaugeFileHeader first = io::openGaugeFile(files.front(), hints)->header();
    for (const std::string& file : files)
        if (const auto header = io::openGaugeFile(file, hints)->header(); options.section.propagator)
            requireOneKind(file, header, files.front(), first);
}

/// What is measured of fixed links.
class FixedMeasurements {
public:
    FixedMeasurements(const FixOptions& options, FixingBackend& place) : options_(options), place_(place) {}

    void measure(FixedConfiguration& fixed, const SharedLinks& of)
    {
        const HostGaugeField& links = of.links;
        if (options_.section.propagator) measureGluons(fixed, of);
        if (options_.section.abelian) fixed.abelian = place_.abelian(links);
        if (options_.section.vortices) fixed.centre = place_.centre(links);
    }

    std::vector<analysis::GluonPoint> propagator() const { return analysis::gluonPropagator(classes_, spectra_); }

private:
    void measureGluons(FixedConfiguration& fixed, const SharedLinks& of)
    {
        if (classes_.empty())
            classes_ =
                analysis::momentumClasses(fixed.header.lattice, {options_.section.cylinder, options_.section.cone});
        fixed.gluons = measure::sharedGluonSpectrum(of.links, of.shared, classes_);
        spectra_.push_back(*fixed.gluons);
    }

    const FixOptions& options_;
    FixingBackend& place_;
    std::vector<analysis::MomentumClass> classes_;
    std::vector<analysis::GluonSpectrum> spectra_;
};

/// How to go on after an interruption; the kept links are a start like any other.
void explainInterruption(const FixOptions& options, const FixedConfiguration& fixed)
{
    const std::size_t done = fixed.copies.size() - 1, all = std::size_t(options.section.copies);
    const std::string where =
        all > 1 ? fmt::format("in copy {} of {} at theta {:.1e}", done, all, fixed.copies.back().result.theta)
                : fmt::format("at theta {:.1e}", fixed.result().theta);
    if (fixed.output.empty()) {
        printError("gaugegl: interrupted {}; without --output nothing was written\n", where);
        return;
    }
    const std::string rest = done == 0 ? fmt::format("--copies {} --seed {}", all, options.section.fixing.seed)
                                       : fmt::format("--copies {} --seed {}", all - done + 1,
                                                     options.section.fixing.seed + std::uint64_t(done) - 1);
    printError("gaugegl: interrupted {}; `gaugegl fix {} {}` with the other options{} goes on\n", where,
               shellFile(fixed.output), rest, options.section.fixing.randomStart ? " but --random-start" : "");
}

void explainFailure(const FixOptions& options, const FixedConfiguration& fixed)
{
    const FixingResult& r = fixed.result();
    printError("gaugegl: error: {} is not fixed: theta{} is {:.3e} after {} iterations, the tolerance is {:g}{}{}\n",
               fixed.file, options.section.fixing.gauge == Gauge::Coulomb ? " of the worst time slice" : "",
               r.thetaJudged, r.iterations, options.section.fixing.tolerance,
               options.precision() == FixingPrecision::Single
                   ? "; single precision reaches about 1e-13, mixed precision goes lower"
                   : "",
               fixed.output.empty() ? "" : "; " + fixed.output + " holds what was reached and can be fixed further");
}

Json allToJson(const FixOptions& options, const std::vector<FixedConfiguration>& all, const std::string& place)
{
    Json configurations = Json::array();
    for (const FixedConfiguration& fixed : all)
        configurations.push_back(toJson(options, fixed, place));
    return all.size() == 1
               ? configurations[0]
               : Json{{"gauge", choiceName<Gauge>(options.section.fixing.gauge)}, {"configurations", configurations}};
}

void report(const FixOptions& options, const std::vector<FixedConfiguration>& all,
            const FixedMeasurements& measurements, const std::string& place)
{
    Json json = allToJson(options, all, place);
    std::vector<analysis::GluonPoint> propagator;
    if (options.section.propagator) propagator = measurements.propagator();
    if (!propagator.empty()) json["propagator"] = measure::toJson(propagator);
    if (!propagator.empty() && printsText(options.files.common)) printOut("{}", measure::propagatorTable(propagator));
    if (!options.files.plot.empty()) {
        std::vector<std::string> files = plotTheta(options.files.plot, options, all);
        const std::string title = titleOf(all[0].header, all.size());
        if (!propagator.empty())
            for (std::string& file : measure::plotPropagator({options.files.plot, title, "", ""}, propagator))
                files.push_back(std::move(file));
        json["figures"] = files;
    }
    if (!options.files.common.json.empty()) writeJson(json, options.files.common.json);
}

int runFix(const CLI::App& command, FixOptions& options)
{
    checkFixOptions(command, options);
    checkPlaces(options);
    const io::GaugeFileHints hints = parseHints(options.files.hints);
    checkFiles(options, hints);
    const InterruptGuard guard;
    FixingBackend place(options);
    if (!options.tune.empty()) return tune(options, place, hints);

    std::vector<FixedConfiguration> all;
    FixedMeasurements measurements(options, place);
    for (const std::string& file : options.files.files) {
        SharedLinks configuration = readSharedLinks(file, hints, options.files.common);
        all.push_back(fixCopies(place, options, file, configuration));
        FixedConfiguration& fixed = all.back();
        save(options, fixed, configuration);
        if (fixed.interrupted) break;
        measurements.measure(fixed, configuration);
        if (printsText(options.files.common)) print(options, fixed, place.name());
    }
    if (all.back().interrupted) {
        explainInterruption(options, all.back());
        if (!options.files.common.json.empty())
            writeJson(allToJson(options, all, place.name()), options.files.common.json);
        return interruptedExit;
    }
    report(options, all, measurements, place.name());
    std::fflush(stdout);
    int code = success;
    for (const FixedConfiguration& fixed : all) {
        if (fixed.result().converged) continue;
        explainFailure(options, fixed);
        code = unconverged;
    }
    return code;
}

} // namespace

void addFix(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand(
        "fix", "Gauge fixing: Landau, Coulomb, maximally Abelian and maximal centre gauge; gluon propagator");
    auto options = std::make_shared<FixOptions>(*command);
    addFixOptions(*command, *options);
    command->callback(
        [options, command, &chosen] { chosen = [options, command] { return runFix(*command, *options); }; });
}

} // namespace gaugegl::cli
