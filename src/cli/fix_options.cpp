#include "fix_options.h"

#include "ranks.h"

#include "config/sections.h"
#include "gaugegl/base/error.h"
#include "host/gauge_fixing.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// Starts of each value that --tune tries: they end in different maxima, which need different numbers of iterations.
constexpr int copiesToTune = 5;

void addDeviceOptionsOfFix(CLI::App& command, FixOptions& options)
{
    CommonOptions& common = options.files.common;
    command
        .add_option("--precision", common.precision,
                    "single, double or mixed: single iterations, transformation and last iterations in double")
        ->check(CLI::IsMember(choices<FixingPrecision>()))
        ->capture_default_str();
    command
        .add_option("--path", common.path,
                    "auto: a card (with --device or --gl that device), or the CPU where there is none; fragment or "
                    "compute: shaders; cpu: this program's "
                    "code for all processors (Landau and Coulomb gauge)")
        ->check(CLI::IsMember({"auto", "fragment", "compute", "cpu"}))
        ->capture_default_str();
    command
        .add_option("--threads-per-site", options.threadsPerSite,
                    "With --path compute: auto (the fastest), 1, or 8: one for each link of a site")
        ->check(CLI::IsMember(choices<FixingGranularity>()))
        ->capture_default_str();
}

void addOutputs(CLI::App& command, FixOptions& options)
{
    command.add_option("--output", options.output,
                       "Write the fixed links to this file (.ildg, .lime, .nersc); of several configurations, to files "
                       "of their names in this folder");
    command
        .add_option(
            "--tune", options.tune,
            fmt::format("omega or p: find the value that needs the fewest iterations, the mean of --copies (here "
                        "{}), and write no links",
                        copiesToTune))
        ->check(CLI::IsMember({"omega", "p"}));
    command.add_option("--plot", options.files.plot,
                       "Draw theta against iterations, the propagator, iterations against what is tuned: "
                       "PREFIX-theta.png and so on, and as SVG");
}

void refuse(const CLI::App& command, const std::vector<const char*>& names, const char* needs)
{
    for (const char* name : names)
        if (command.count(name) > 0) throw InputError(fmt::format("{} needs {}", name, needs));
}

/// Where the fixed links go must be there, before hours of work.
void checkOutput(const FixOptions& options)
{
    namespace fs = std::filesystem;
    if (options.output.empty()) return;
    if (!options.tune.empty()) throw InputError("--tune writes no links and takes no --output");
    if (options.files.files.size() > 1) {
        if (!fs::is_directory(options.output))
            throw FileError(options.output, "--output of several configurations must be a folder that exists");
        return;
    }
    io::formatOfName(options.output);
}

} // namespace

void addFixOptions(CLI::App& command, FixOptions& options)
{
    command.add_option("files", options.files.files, "Configurations, " + io::formatWords())->required();
    addRawHintOptions(command, options.files.hints);
    options.files.keys.addSection("fixing");
    addDeviceOptionsOfFix(command, options);
    addOutputs(command, options);
    addOutputOptions(command, options.files.common);
    addContextOptions(command, options.files.common);
    addPassOption(command, options.files.common);
    addTuningOption(command, options.files.common);
    addDivisionOptions(command, options.files.common);
}

void checkFixOptions(const CLI::App& command, FixOptions& options)
{
    const FileOptions& files = options.files;
    RunConfig run = files.keys.run();
    const io::GaugeFileHeader first = io::openGaugeFile(files.files.front(), parseHints(files.hints))->header();
    setFiles(run, first.lattice, first.group, files.files.size(), files.common);
    files.keys.named([&] { config::validateSection(run, "fixing"); });
    options.section = *run.fixing;
    const GaugeFixing& fixing = options.section.fixing;

    if (!options.tune.empty() && command.count("--copies") == 0) options.section.copies = copiesToTune;
    if (fixing.generator.type != GeneratorType::Ranlux) refuse(command, {"--luxury"}, "--generator ranlux");
    if (options.tune == "omega" && fixing.method != FixingMethod::Overrelaxation)
        throw InputError("--tune omega needs --method or");
    if (options.tune == "p" && fixing.method != FixingMethod::StochasticRelaxation)
        throw InputError("--tune p needs --method sr");
    if (!options.tune.empty())
        refuse(command,
               {"--propagator", "--abelian", "--vortices", "--check-every",
                options.tune == "omega" ? "--omega" : "--probability"},
               "a run without --tune");
    if (files.common.path == "cpu") {
        if (!host::fixes(fixing.gauge))
            throw InputError(fmt::format("--path cpu does not support {} gauge; use --path fragment or compute",
                                         choiceName<Gauge>(fixing.gauge)));
        refuse(command, {"--threads-per-site", "--device", "--gl", "--pass-seconds"}, "a path other than cpu");
    }
    if (files.common.path != "compute" && options.granularity() != FixingGranularity::Auto)
        throw InputError("--threads-per-site needs --path compute");
    checkOutput(options);
}

} // namespace gaugegl::cli
