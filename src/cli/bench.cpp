// gaugegl bench: its options, and which suite they choose.
#include "bench.h"
#include "outputs.h"

#include "gaugegl/core/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct NamedSuite {
    const char* name;
    int (*run)(const BenchOptions&);
    std::vector<std::string> options; ///< those that other suites do not know
};

const std::vector<NamedSuite>& suites()
{
    static const std::vector<NamedSuite> all = {
        {"standard", runStandardSuite, {"--filter", "--lattice", "--lattices", "--group", "--precision"}},
        {"copy", runCopySuite, {"--sizes"}},
        {"fermi", runFermiSuite, {"--lattices", "--precision", "--iterations"}},
    };
    return all;
}

/// Throws InputError for an option that belongs to other suites only.
void checkOptions(const CLI::App& command, const NamedSuite& chosen)
{
    for (const NamedSuite& other : suites())
        for (const std::string& option : other.options)
            if (command.count(option) > 0 && std::ranges::count(chosen.options, option) == 0)
                throw InputError(
                    fmt::format("{} is an option of --suite {}, not of --suite {}", option, other.name, chosen.name));
}

int runBench(const CLI::App& command, const BenchOptions& options)
{
    const auto chosen =
        std::ranges::find_if(suites(), [&](const NamedSuite& suite) { return suite.name == options.suite; });
    checkOptions(command, *chosen);
    checkOutputs(options.common, {}, {});
    if (options.suite == "copy" &&
        (options.common.path == "reference" || options.common.path == "host" || options.common.path == "buffers"))
        throw InputError(
            fmt::format("--suite copy has no --path {}; its buffers belong to compute", options.common.path));
    if (options.suite == "fermi" && options.common.path == "host")
        throw InputError("--suite fermi has no --path host: the host has no heat bath but that of reference");
    return chosen->run(options);
}

} // namespace

std::vector<Place> places(const gl::Capabilities& c, const CommonOptions& options, const std::string& defaultPrecision)
{
    const std::string &path = options.path,
                      &precision = options.precision.empty() ? defaultPrecision : options.precision;
    std::vector<Place> result;
    for (const auto& [kind, storage] : {std::pair(Path::Fragment, Storage::Texture),
                                        {Path::Compute, Storage::Texture},
                                        {Path::Compute, Storage::Buffer}})
        for (const Precision p : {Precision::Single, Precision::Double}) {
            const bool thisPath = path == name(kind, storage), thisPrecision = precision == name(p);
            const bool among = path == "all" || (path == "textures" && storage == Storage::Texture);
            const bool wanted = (among || thisPath) && (precision == "all" || thisPrecision);
            const bool noPath = kind == Path::Compute && !c.compute(),
                       noPrecision = p == Precision::Double && !c.doubles();
            const bool offered = !noPath && !noPrecision;
            // What is named but missing is an error of Device.
            if (wanted && (offered || (thisPath && noPath) || (thisPrecision && noPrecision)))
                result.push_back({kind, p, storage});
        }
    return result;
}

std::vector<Lattice> parseLattices(const std::vector<std::string>& texts)
{
    std::vector<Lattice> lattices;
    lattices.reserve(texts.size());
    for (const std::string& text : texts)
        lattices.push_back(Lattice::parse(text));
    return lattices;
}

void requireFolder(const std::string& folder) { checkOutputs({}, {{"--output", folder, Output::Kind::Folder}}, {}); }

double loadAverageWithWarning(bool quiet)
{
    double load = 0;
    if (getloadavg(&load, 1) != 1) return std::nan("");
    if (load > idleLoad && !quiet)
        fmt::print(stderr, "gaugegl: warning: the load average is {:.2f}; other programs disturb these times\n", load);
    return load;
}

void addBench(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<BenchOptions>();
    options->common.path = "all";
    options->common.precision = "";
    CLI::App* command = app.add_subcommand("bench", "Time every kernel and compare it with the copy bandwidth");
    command
        ->add_option("--suite", options->suite,
                     "standard: every kernel; copy: the copy bandwidth of every texel format; fermi: the SU(2) "
                     "experiment of arXiv:1010.4834 on growing lattices")
        ->check(CLI::IsMember({"standard", "copy", "fermi"}))
        ->capture_default_str();
    command->add_option("--filter", options->filters, "Only kernels whose name contains this; may be repeated");
    auto* lattice = command->add_option(
        "--lattice", options->lattice,
        fmt::format("Extents, LxLyLzLt (16x16x16x16; of trajectories, which take seconds, {})", trajectoryLattice));
    command
        ->add_option(
            "--lattices", options->lattices,
            "Several extents, separated by commas: plots the speed of the updates, or of what --filter selects, "
            "against the volume")
        ->delimiter(',')
        ->excludes(lattice);
    command
        ->add_option("--sizes", options->sizes,
                     "NamedSuite copy: MiB of a texture or buffer, separated by commas (0.0625 to 64)")
        ->delimiter(',')
        ->check(positiveNumber());
    command
        ->add_option("--output", options->output, "Folder of the figures of --lattices and of the suites copy, fermi")
        ->capture_default_str();
    command->add_option("--group", options->groups, "su2, su3 or both (both)");
    command->add_option("--iterations", options->iterations, "NamedSuite fermi: heat bath sweeps of each case")
        ->check(positiveNumber())
        ->capture_default_str();
    command
        ->add_option("--seconds", options->seconds,
                     "Time to spend on each kernel (standard 1, copy 0.2), on each case of fermi at most (10)")
        ->check(positiveNumber());
    command->add_flag("--markdown", options->markdown, "Print the table as Markdown");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    command
        ->add_option(
            "--path", options->common.path,
            "all, fragment, compute, textures: both, buffers: compute with fields in buffers, or on the CPU reference "
            "(updates) or host (hops, gauge fixing)")
        ->check(CLI::IsMember({"all", "textures", "fragment", "compute", "buffers", "reference", "host"}))
        ->capture_default_str();
    command
        ->add_option("--precision", options->common.precision,
                     "all, single or double (all; standard with --lattices single)")
        ->check(CLI::IsMember({"all", "single", "double"}));
    command->callback(
        [options, command, &chosen] { chosen = [options, command] { return runBench(*command, *options); }; });
}

} // namespace gaugegl::cli
