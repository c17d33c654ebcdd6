// gaugegl potential: Wilson loops of configurations, effective masses, the static potential and its fit.
#include "ensemble_files.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "gaugegl/base/error.h"
#include "report/potential_report.h"
#include "run/loop_measurement.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct PotentialOptions {
    CommonOptions common;
    std::vector<std::string> files;
    std::string group, lattice, ape = "0.5:25", fitRange, plot;
    LoopsSection loops;
    double beta = 0;
};

/// "2:7".
std::vector<double> parseRange(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const auto number = [](std::string_view part) -> std::optional<double> {
        double value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (part.empty() || error != std::errc() || end != part.data() + part.size()) return std::nullopt;
        return value;
    };
    if (colon != std::string::npos) {
        const auto first = number(std::string_view(text).substr(0, colon));
        const auto last = number(std::string_view(text).substr(colon + 1));
        if (first && last && *first > 0 && *first < *last) return {*first, *last};
    }
    throw InputError(
        fmt::format("--fit-range '{}' must be two distances above 0, the smaller one first, such as 2:7", text));
}

/// What is asked for, as a run file has it.  Throws InputError for what the lattice does not allow.
LoopsSection sectionOf(const PotentialOptions& options, const Lattice& lattice)
{
    LoopsSection section = options.loops;
    const ApeSmearing ape = ApeSmearing::parse(options.ape);
    section.apeAlpha = ape.alpha;
    section.apeSteps = ape.steps;
    if (!options.fitRange.empty()) section.fitRange = parseRange(options.fitRange);
    const int r = rMostOf(section.rMost, lattice), t = tMostOf(section.tMost, lattice);
    const int half = std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)}) / 2;
    if (r < 1 || r > half)
        throw InputError(
            fmt::format("--r-max {} must be 1 to {}, half the smallest spatial extent of {}", r, half, lattice.name()));
    if (lattice.extent(3) < 4)
        throw InputError(fmt::format(
            "{} has {} sites in t, but effective masses need Wilson loops of T = 1 and 2, and T is at most half "
            "of them: 4 sites at least",
            lattice.name(), lattice.extent(3)));
    if (t < 2 || t > lattice.extent(3) / 2)
        throw InputError(fmt::format("--t-max {} must be 2 to {}, half the extent in time of {}", t,
                                     lattice.extent(3) / 2, lattice.name()));
    if (section.plateau && (*section.plateau < 1 || *section.plateau >= t))
        throw InputError(fmt::format("--plateau {} must be 1 to {}, below the largest T", *section.plateau, t - 1));
    if (section.multihit && options.beta == 0)
        throw InputError("--multihit needs --beta, the coupling of the Wilson action that made the configurations");
    if (!section.multihit && options.beta != 0)
        throw InputError(fmt::format("--beta {} is used with --multihit only", options.beta));
    return section;
}

Json headOf(const PotentialOptions& options, const EnsembleFiles& files, const LoopTask& task,
            const EnsembleFiles::Done& done)
{
    Json json = {{"files", done.files.names()},
                 {"complete", done.complete},
                 {"group", name(files.group())},
                 {"lattice", files.lattice().extents()},
                 {"ape", {{"alpha", task.ape.alpha}, {"steps", task.ape.steps}}},
                 {"off_axis", task.request.offAxis},
                 {"multihit", task.request.multihit},
                 {"r_max", task.request.rMax},
                 {"t_max", task.request.tMax}};
    if (task.request.multihit) json["beta"] = options.beta;
    return json;
}

int runPotential(const PotentialOptions& options)
{
    checkOutputs(options.common, {{"--plot", options.plot, Output::Kind::Figures}}, options.files);
    const EnsembleFiles files(options.files, parseHints(options.group, options.lattice));
    const LoopsSection section = sectionOf(options, files.lattice());
    const LoopTask task(section, files.lattice(), options.beta);
    const Warnings warnings = warned(warningsOf(task.ape));
    Device device = openDevice(options.common);
    std::optional<LoopMeasurer> measurer;
    LoopEnsemble loops;
    const auto measure = [&](const GaugeField& u) {
        if (!measurer) measurer.emplace(device, u.lattice(), u.group());
        loops.add(measurer->measure(u, task));
        return true;
    };
    const auto reportResults = [&](const EnsembleFiles::Done& done) {
        const PotentialReport report = reportPotential(loops, potentialOf(section), files.lattice());
        Json json = headOf(options, files, task, done);
        json.update(toJson(report));
        const std::string title = files.title(done.files.names().size());
        if (done.draws && !options.plot.empty()) {
            const auto figures = plotPotential({options.plot, title, "", ""}, report);
            if (figures.empty() && !figuresAreMissing())
                sayOnStandardError("note: no figure is drawn, as errors need more configurations");
            json["figures"] = figures;
        }
        if (printsText(options.common)) printOut("{}\n{}", title, potentialTable(report));
        reportOf(done.files, options.common);
        Warnings all = warnings;
        append(all, done.files.warnings());
        addWarnings(json, all);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    return files.carryOut(device, options.common.quiet, {measure, reportResults});
}

} // namespace

void addPotential(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<PotentialOptions>();
    CLI::App* command =
        app.add_subcommand("potential", "The static potential: Wilson loops, effective masses, fit, lattice spacing");
    command->add_option("files", options->files, "Configurations, ILDG or NERSC, of one ensemble")->required();
    addHintOptions(*command, options->group, options->lattice);
    command->add_option("--r-max", options->loops.rMost, "The largest distance (half the spatial extent, at most 8)");
    command->add_option("--t-max", options->loops.tMost, "The largest extent in time (half the lattice's, at most 8)");
    command->add_option("--ape", options->ape, "ALPHA:STEPS, smearing of the spatial links; 0:0 is none")
        ->capture_default_str();
    command->add_flag("--off-axis", options->loops.offAxis, "Distances off the axes too");
    command->add_flag("--multihit", options->loops.multihit,
                      "Temporal links as means at fixed neighbours; with --beta");
    command->add_option("--beta", options->beta, "Coupling of the Wilson action, for --multihit")
        ->check(positiveNumber());
    command->add_option("--fit-range", options->fitRange, "RMIN:RMAX, the distances of the fit, instead of its rule");
    command->add_option("--plateau", options->loops.plateau, "Where plateaus begin, instead of their rule");
    command->add_option("--sqrt-sigma", options->loops.rootSigmaMeV, "sqrt(sigma) in MeV, for the lattice spacing")
        ->check(positiveNumber())
        ->capture_default_str();
    command->add_option("--plot", options->plot,
                        "Draw effective masses and the potential: PREFIX-masses.png, PREFIX-potential.png, and as SVG");
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    addDivisionOptions(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runPotential(*options); }; });
}

} // namespace gaugegl::cli
