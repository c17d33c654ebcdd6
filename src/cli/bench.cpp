// gaugegl bench: its options, and the suite that they choose.
#include "bench.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "base/platform.h"
#include "checks/suites.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "papers/suites.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace gaugegl::cli {
namespace {

/// A load above this disturbs the times.
constexpr double idleLoad = 0.3;

const std::vector<SuiteKind>& suites()
{
    static const std::vector<SuiteKind> all = [] {
        std::vector<SuiteKind> list = {
            {"standard",
             "every kernel",
             standardSuite,
             {"--filter", "--lattice", "--lattices", "--group", "--precision", "--tuned", "--untuned"},
             {},
             ""},
            {"copy",
             "the copy bandwidth of every texel format",
             copySuite,
             {"--sizes"},
             {"reference", "host", "buffers"},
             "; its buffers belong to compute"}};
        std::ranges::move(papers::suites(), std::back_inserter(list));
        list.push_back({"scaling",
                        "with mpirun, ranks that share lattices beside ranks with lattices of their own and beside one",
                        scalingSuite,
                        {"--filter", "--lattices", "--group", "--precision", "--grid", "--shares", "--allow-mixed"},
                        {"reference", "host"},
                        ": it measures only devices",
                        /*ofRanks=*/true});
        return list;
    }();
    return all;
}

/// Throws InputError for an option that belongs to other suites only.
void checkOptions(const CLI::App& command, const SuiteKind& chosen)
{
    for (const SuiteKind& other : suites())
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

SuiteRequest requestOf(const BenchOptions& options)
{
    SuiteRequest request{.path = options.common.path,
                         .precision = options.common.precision,
                         .filters = options.filters,
                         .sizes = options.sizes,
                         .iterations = options.iterations,
                         .seconds = options.seconds,
                         .tuned = options.tuned,
                         .untuned = options.untuned,
                         .folder = options.output,
                         .device = deviceOptions(options.common)};
    std::ranges::transform(options.groups, std::back_inserter(request.groups), parseGroup);
    std::ranges::transform(options.lattices, std::back_inserter(request.lattices), Lattice::parse);
    if (!options.lattice.empty()) request.lattice = Lattice::parse(options.lattice);
    if (!options.common.quiet) request.line = [](const std::string& line) { printErrorText(line); };
    request.progress = [quiet = options.common.quiet](const std::string& label, std::int64_t total) {
        return progressOnStandardError(label, total, quiet);
    };
    return request;
}

/// The figures of a suite that has measured something; none without gnuplot.
Json figuresOf(const Suite& suite, const Machine& machine, bool prints)
{
    if (!report::plotsAvailable()) {
        if (prints) printOut("no figures: gnuplot is not installed\n");
        return Json::array();
    }
    const std::vector<std::string> files = suite.draw(machine);
    for (const std::string& file : prints ? files : std::vector<std::string>())
        printOut("{}\n", file);
    return files;
}

/// Measures, prints, draws and writes.  A signal ends it: what is complete is reported all the same.
int runSuite(const SuiteKind& kind, const BenchOptions& options)
{
    const std::unique_ptr<Suite> suite =
        kind.make(requestOf(options)); // wrong names are found before a context is opened
    if (suite->draws()) checkOutputs({}, {{"--output", options.output, Output::Kind::Folder}}, {});
    const auto context = openContext(options.common);
    const gl::Capabilities& c = context->capabilities();
    if (kind.ofRanks) requireSameDriver(c, options.common);
    suite->plan(c);
    const Machine machine{c.renderer, c.version, loadAverage()};
    if (machine.loadAverage > idleLoad && !options.common.quiet)
        warned({fmt::format("the load average is {:.2f}; other programs disturb these times", machine.loadAverage)});
    const InterruptGuard guard;
    const auto reportResults = [&](bool draws) {
        const bool prints = printsText(options.common);
        if (prints) printText(suite->text(machine, options.markdown));
        Json json = {{"suite", kind.name},
                     {"device", machine.device},
                     {"driver", machine.driver},
                     {"load_average", toJson(machine.loadAverage)},
                     {"complete", suite->isComplete()}};
        json.update(suite->json());
        if (suite->draws())
            json["figures"] = !draws || suite->empty() || programRanks()->rank() != 0
                                  ? Json::array()
                                  : figuresOf(*suite, machine, prints && !options.markdown);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    const Rescue rescue([&] {
        suite->cutShort();
        reportResults(/*draws=*/false);
    });
    suite->measure(context);
    if (interrupted()) suite->cutShort();
    reportResults(/*draws=*/true);
    return suite->isComplete() ? success : interruptedExit;
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
        std::ranges::find_if(suites(), [&](const SuiteKind& suite) { return suite.name == options.suite; });
    checkOptions(command, *chosen);
    if (!chosen->ofRanks) requireOneRank("bench --suite " + options.suite);
    checkOutputs(options.common, {}, {});
    if (std::ranges::count(chosen->noPaths, options.common.path) > 0)
        throw InputError(
            fmt::format("--suite {} has no --path {}{}", chosen->name, options.common.path, chosen->whyNoPaths));
    if (chosen->ofRanks && programRanks()->size() == 1)
        throw InputError(fmt::format("--suite {0} compares several ranks with one: start them, as in mpirun --bind-to "
                                     "none -np 2 gaugegl bench --suite {0}",
                                     chosen->name));
    if (!options.common.shares.empty())
        throw InputError(fmt::format("--suite {} has equal parts: --shares does not belong to it", chosen->name));
    return runSuite(*chosen, options);
}

} // namespace

void addBench(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<BenchOptions>();
    options->common.path = "all";
    options->common.precision = "";
    std::vector<std::string> names, about;
    for (const SuiteKind& suite : suites()) {
        names.emplace_back(suite.name);
        about.push_back(fmt::format("{}: {}", suite.name, suite.about));
    }
    CLI::App* command = app.add_subcommand("bench", "Time every kernel and compare it with the copy bandwidth");
    command->add_option("--suite", options->suite, fmt::format("{}", fmt::join(about, "; ")))
        ->check(CLI::IsMember(names))
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
