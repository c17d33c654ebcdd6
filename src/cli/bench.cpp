// gaugegl bench: its options, and which suite they choose.
#include "bench.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "base/platform.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct NamedSuite {
    const char* name;
    const char* about;
    int (*run)(const BenchOptions&);
    std::vector<std::string> options; ///< those that not all suites know
    std::vector<std::string> noPaths; ///< of --path
    const char* whyNoPaths;
};

const std::vector<NamedSuite>& suites()
{
    static const std::vector<NamedSuite> all = {
        {"standard",
         "every kernel",
         runStandardSuite,
         {"--filter", "--lattice", "--lattices", "--group", "--precision", "--tuned", "--untuned"},
         {},
         ""},
        {"copy",
         "the copy bandwidth of every texel format",
         runCopySuite,
         {"--sizes"},
         {"reference", "host", "buffers"},
         "; its buffers belong to compute"},
        {"fermi",
         "the SU(2) experiment of arXiv:1010.4834 on growing lattices",
         runFermiSuite,
         {"--lattices", "--precision", "--iterations"},
         {"host"},
         ": the host has no heat bath but that of reference"},
        {"hops",
         "the Wilson hopping term from links of 18, 12 and 8 reals on growing lattices, as in arXiv:1209.5942",
         runHopSuite,
         {"--lattices", "--precision"},
         {"reference", "host"},
         ": it measures only devices"},
        {"twisted-mass",
         "trajectories of the three setups of arXiv:1209.5942",
         runTwistedMassSuite,
         {"--lattices", "--group", "--precision"},
         {"reference", "host"},
         ": it measures only devices"},
        {"fixing",
         "overrelaxation in Landau gauge against the extent in time, as in arXiv:1209.4008",
         runFixingSuite,
         {"--lattices", "--group", "--precision"},
         {"reference"},
         ": the CPU's own code is host"},
        {"scaling",
         "with mpirun, ranks that share lattices beside ranks with lattices of their own and beside one",
         runScalingSuite,
         {"--filter", "--lattices", "--group", "--precision", "--grid", "--shares", "--allow-mixed"},
         {"reference", "host"},
         ": it measures only devices"},
    };
    return all;
}

std::vector<std::string> suiteNames()
{
    std::vector<std::string> names;
    for (const NamedSuite& suite : suites())
        names.emplace_back(suite.name);
    return names;
}

std::string aboutSuites()
{
    std::string text;
    for (const NamedSuite& suite : suites())
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", suite.name, suite.about);
    return text;
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

/// Throws InputError for an option that only measurements have.
void checkReportOptions(const CLI::App& command)
{
    const std::vector<std::string> known = {"--report", "--markdown", "--json", "--quiet", "--overwrite"};
    for (const CLI::Option* option : command.get_options())
        if (option->count() > 0 && std::ranges::count(known, option->get_name()) == 0)
            throw InputError(
                fmt::format("{} has no meaning with --report, which measures nothing", option->get_name()));
}

int runBench(const CLI::App& command, const BenchOptions& options)
{
    if (!options.report.empty()) {
        checkReportOptions(command);
        requireOneRank("bench --report");
        checkOutputs(options.common, {}, options.report);
        return runBenchReport(options);
    }
    const auto chosen =
        std::ranges::find_if(suites(), [&](const NamedSuite& suite) { return suite.name == options.suite; });
    checkOptions(command, *chosen);
    if (chosen->run != runScalingSuite) requireOneRank("bench --suite " + options.suite);
    checkOutputs(options.common, {}, {});
    if (std::ranges::count(chosen->noPaths, options.common.path) > 0)
        throw InputError(
            fmt::format("--suite {} has no --path {}{}", chosen->name, options.common.path, chosen->whyNoPaths));
    return chosen->run(options);
}

} // namespace

std::vector<BenchTarget> benchTargets(const gl::Capabilities& c, const CommonOptions& options,
                                      const std::string& defaultPrecision)
{
    const std::string &path = options.path,
                      &precision = options.precision.empty() ? defaultPrecision : options.precision;
    std::vector<BenchTarget> result;
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

std::vector<Lattice> latticesOr(const BenchOptions& options, const std::vector<std::string>& standard)
{
    return parseLattices(options.lattices.empty() ? standard : options.lattices);
}

void requireFolder(const std::string& folder) { checkOutputs({}, {{"--output", folder, Output::Kind::Folder}}, {}); }

double loadAverageWithWarning(bool quiet)
{
    const double load = loadAverage();
    if (load > idleLoad && !quiet)
        warned({fmt::format("the load average is {:.2f}; other programs disturb these times", load)});
    return load;
}

void addBench(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<BenchOptions>();
    options->common.path = "all";
    options->common.precision = "";
    CLI::App* command = app.add_subcommand("bench", "Time every kernel and compare it with the copy bandwidth");
    command->add_option("--suite", options->suite, aboutSuites())
        ->check(CLI::IsMember(suiteNames()))
        ->capture_default_str();
    command->add_option("--report", options->report,
                        "Measure nothing: of JSON files of this command every kernel's fraction of the copy bandwidth, "
                        "with marks where it is less than its class should reach on a card");
    command->add_option("--filter", options->filters, "Only kernels whose name contains this; may be repeated");
    auto* lattice = command->add_option(
        "--lattice", options->lattice,
        fmt::format("Extents, LxLyLzLt (16x16x16x16; for trajectories, which take seconds, {})", trajectoryLattice));
    command
        ->add_option(
            "--lattices", options->lattices,
            "Several extents, separated by commas: standard plots the speed of the updates, or of what --filter "
            "selects, against the volume; of --suite scaling the part of a rank, or all of a lattice that is divided")
        ->delimiter(',')
        ->excludes(lattice);
    command
        ->add_option("--sizes", options->sizes,
                     "Sizes of a texture or buffer in MiB, separated by commas, for --suite copy (0.0625 to 64)")
        ->delimiter(',')
        ->check(positiveNumber());
    command
        ->add_option("--output", options->output, "Folder of the figures of --lattices and of all suites but standard")
        ->capture_default_str();
    command->add_option("--group", options->groups,
                        groupWords() + " (standard: su2 and su3, twisted-mass, fixing and scaling: su3)");
    command->add_option("--iterations", options->iterations, "Heat-bath sweeps of each case, for --suite fermi")
        ->check(positiveNumber())
        ->capture_default_str();
    command
        ->add_option("--seconds", options->seconds,
                     "Time to spend on each measurement (copy 0.2, scaling 5, its trajectories 20, else 1), on each "
                     "case of fermi at most (10)")
        ->check(positiveNumber());
    command->add_flag(
        "--tuned", options->tuned,
        "Only kernels with variants: those that tuning finds to be the fastest on this card (suite standard)");
    command->add_flag("--untuned", options->untuned,
                      "Only kernels with variants: the default ones; with --tuned both, side by side (suite standard)");
    command->add_flag("--markdown", options->markdown, "Print the table as Markdown");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    addDivisionOptions(*command, options->common);
    command
        ->add_option("--path", options->common.path,
                     "all (scaling: compute, where there is one), fragment, compute, textures: both, buffers: compute "
                     "with fields in "
                     "buffers, or on the CPU reference (updates) or host (hops, gauge fixing)")
        ->check(CLI::IsMember({"all", "textures", "fragment", "compute", "buffers", "reference", "host"}))
        ->capture_default_str();
    command
        ->add_option("--precision", options->common.precision,
                     "all, single or double (standard and fermi: all; the others, and with --lattices: single)")
        ->check(CLI::IsMember({"all", "single", "double"}));
    command->callback(
        [options, command, &chosen] { chosen = [options, command] { return runBench(*command, *options); }; });
}

} // namespace gaugegl::cli
