// gaugegl bench: every kernel against the copy bandwidth that is measured beside it.
#include "bench_report.h"
#include "command.h"
#include "plot.h"

#include "gaugegl/core/error.h"
#include "gaugegl/fields/lattice_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct BenchOptions {
    CommonOptions common;
    std::vector<std::string> filters, groups = {"su2", "su3"}, lattices;
    std::string lattice = "16x16x16x16", output = ".";
    double seconds = 1;
    bool markdown = false;

    bool againstVolume() const { return !lattices.empty(); }
};

/// Where a kernel runs.
struct Place {
    Path path;
    Precision precision;
    bool operator==(const Place&) const = default;
};

/// One measurement to be made.
struct Job {
    std::string name;
    Lattice lattice;
    Group group;
    std::optional<Place> place; ///< none: the CPU reference
    bool listed = true;         ///< else it is only compared with
};

constexpr std::int64_t largestReferenceVolume = 8 * 8 * 8 * 8; ///< larger lattices only take longer on the CPU

/// The names that the filters select; a filter is a part of the name, or the kernel's file.
std::vector<BenchmarkEntry> selectedEntries(const BenchOptions& options)
{
    const auto selects = [](const std::string& filter, const BenchmarkEntry& entry) {
        return entry.name.find(filter) != std::string::npos || entry.kernel == filter;
    };
    const std::vector<BenchmarkEntry> all = benchmarkEntries();
    std::vector<BenchmarkEntry> selected;
    for (const BenchmarkEntry& entry : all) {
        const bool plotted = options.againstVolume() && entry.onReference;
        if (options.filters.empty() ? !options.againstVolume() || plotted
                                    : std::any_of(options.filters.begin(), options.filters.end(),
                                                  [&](const std::string& f) { return selects(f, entry); }))
            selected.push_back(entry);
    }
    for (const std::string& filter : options.filters)
        if (std::none_of(all.begin(), all.end(), [&](const auto& entry) { return selects(filter, entry); })) {
            std::string names;
            for (const BenchmarkEntry& entry : all)
                names += (names.empty() ? "" : ", ") + entry.name;
            throw InputError(fmt::format("--filter {} selects no kernel; there are {}", filter, names));
        }
    return selected;
}

/// The paths and precisions that the options permit and the context offers.
std::vector<Place> places(const gl::Capabilities& c, const BenchOptions& options)
{
    const std::string& path = options.common.path;
    std::string precision = options.common.precision;
    if (precision.empty()) precision = options.againstVolume() ? "single" : "all";
    std::vector<Place> result;
    for (const Place place : {Place{Path::Fragment, Precision::Single}, Place{Path::Fragment, Precision::Double},
                              Place{Path::Compute, Precision::Single}, Place{Path::Compute, Precision::Double}}) {
        const bool wanted =
            (path == "all" || path == name(place.path)) && (precision == "all" || precision == name(place.precision));
        const bool offered =
            (place.path == Path::Fragment || c.compute()) && (place.precision == Precision::Single || c.doubles());
        const bool named = path == name(place.path) || precision == name(place.precision);
        if (wanted && (offered || named)) result.push_back(place); // what is named but missing is an error of Device
    }
    return result;
}

std::vector<Lattice> latticesOf(const BenchOptions& options)
{
    if (!options.againstVolume()) return {Lattice::parse(options.lattice)};
    std::vector<Lattice> lattices;
    for (const std::string& text : options.lattices)
        lattices.push_back(Lattice::parse(text));
    return lattices;
}

/// The jobs of one lattice, those of a place together and each place beginning with its copy.
void planLattice(std::vector<Job>& jobs, const BenchOptions& options, const Lattice& lattice,
                 const std::vector<Place>& where, Path defaultPath)
{
    const std::vector<BenchmarkEntry> entries = selectedEntries(options);
    const Place standard = {defaultPath, Precision::Single};
    const bool copies =
        std::any_of(entries.begin(), entries.end(), [](const BenchmarkEntry& entry) { return entry.name == "copy"; });
    if (std::find(where.begin(), where.end(), standard) == where.end())
        jobs.push_back({"copy", lattice, Group::SU3, standard, false});
    for (const Place& place : where) {
        jobs.push_back({"copy", lattice, Group::SU3, place, copies});
        for (const BenchmarkEntry& entry : entries)
            if (!entry.perGroup && entry.name != "copy") jobs.push_back({entry.name, lattice, Group::SU3, place});
        for (const std::string& group : options.groups)
            for (const BenchmarkEntry& entry : entries)
                if (entry.perGroup && entry.exists(parseGroup(group), place.precision, lattice))
                    jobs.push_back({entry.name, lattice, parseGroup(group), place});
    }
    if (options.common.path != "all" && options.common.path != "reference") return;
    const bool small = options.againstVolume() || lattice.volume() <= largestReferenceVolume;
    for (const std::string& group : options.groups)
        for (const BenchmarkEntry& entry : entries)
            if (entry.onReference)
                jobs.push_back({entry.name, small ? lattice : Lattice({8, 8, 8, 8}), parseGroup(group), std::nullopt});
}

/// Runs jobs in their order; keeps device and fields from one to the next where they are the same.
class Runs {
public:
    Runs(std::shared_ptr<gl::Context> context, const BenchOptions& options)
        : context_(std::move(context)), sampling_{.seconds = options.seconds}, passes_{.seconds =
                                                                                           options.common.passSeconds}
    {}

    KernelTiming run(const Job& job)
    {
        if (!job.place) return measureReference(job.name, job.lattice, job.group, sampling_);
        const bool same = benchmark_ && place_ == job.place && benchmark_->lattice() == job.lattice;
        if (!same || benchmark_->group() != job.group) benchmark_.reset();
        if (!same)
            device_ = std::make_unique<Device>(
                context_, DeviceOptions{.path = job.place->path, .precision = job.place->precision, .passes = passes_});
        if (!benchmark_) benchmark_ = std::make_unique<Benchmark>(*device_, job.lattice, job.group);
        place_ = job.place;
        return benchmark_->measure(job.name, sampling_);
    }

private:
    std::shared_ptr<gl::Context> context_;
    Sampling sampling_;
    PassLimits passes_;
    std::optional<Place> place_;
    std::unique_ptr<Device> device_;
    std::unique_ptr<Benchmark> benchmark_;
};

double loadAverage()
{
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : std::nan("");
}

void showProgress(std::size_t done, std::size_t total, const KernelTiming& t)
{
    fmt::print(stderr, "[{}/{}] {} {}{} {} {}: {:.4g} ms\n", done, total, t.name, t.group ? name(*t.group) + " " : "",
               t.path, name(t.precision), t.lattice.name(), 1e3 * t.seconds);
}

BenchReport measureAll(const BenchOptions& options, const std::shared_ptr<gl::Context>& context)
{
    const gl::Capabilities& c = context->capabilities();
    const Path defaultPath = c.compute() ? Path::Compute : Path::Fragment;
    std::vector<Job> jobs;
    for (const Lattice& lattice : latticesOf(options))
        planLattice(jobs, options, lattice, places(c, options), defaultPath);
    for (const Job& job : jobs) // before anything is measured
        if (job.place) requireFit(c, job.lattice, job.group, job.place->precision);

    BenchReport report{.device = c.renderer, .driver = c.version, .loadAverage = loadAverage(), .rows = {}};
    if (report.loadAverage > idleLoad && !options.common.quiet)
        fmt::print(stderr, "gaugegl: warning: the load average is {:.2f}; other programs disturb these times\n",
                   report.loadAverage);
    Runs runs(context, options);
    double copy = std::nan("");
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Job& job = jobs[i];
        const KernelTiming timing = runs.run(job);
        if (!options.common.quiet) showProgress(i + 1, jobs.size(), timing);
        if (job.name == "copy") copy = timing.bytesCompulsory / timing.seconds;
        if (job.name == "copy" && *job.place == Place{defaultPath, Precision::Single}) report.copyBytesPerSecond = copy;
        if (job.listed) report.rows.push_back({timing, job.place ? copy : std::nan(""), std::nan("")});
    }
    compareWithReference(report.rows);
    return report;
}

void print(const BenchReport& report, const BenchOptions& options)
{
    fmt::print("{}{} ({}), copy {:.4g} GB/s, load average {:.2f} before the start\n\n",
               options.markdown ? "Measured on " : "", report.device, report.driver, 1e-9 * report.copyBytesPerSecond,
               report.loadAverage);
    fmt::print("{}", options.markdown ? benchMarkdown(report) : benchTable(report));
    if (const std::string folds = bestFolds(report); !folds.empty()) fmt::print("\n{}", folds);
}

int runBench(const BenchOptions& options)
{
    selectedEntries(options); // so that wrong names, lattices and folders are found before a context is opened
    latticesOf(options);
    for (const std::string& group : options.groups)
        parseGroup(group);
    if (options.againstVolume() && !std::filesystem::is_directory(options.output))
        throw FileError(options.output, "the folder of --output does not exist");

    const BenchReport report = measureAll(options, openContext(options.common));
    const bool prints = printsText(options.common);
    if (prints) print(report, options);
    Json json = benchJson(report);
    if (options.againstVolume()) {
        json["figures"] = Json::array();
        if (plotsAvailable())
            json["figures"] = drawSpeeds(report, options.output);
        else if (prints)
            fmt::print("no figures: gnuplot is not installed\n");
        if (prints)
            for (const auto& file : json["figures"])
                fmt::print("{}\n", file.get<std::string>());
    }
    if (!options.common.json.empty()) writeJson(json, options.common.json);
    return success;
}

} // namespace

void addBench(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<BenchOptions>();
    options->common.path = "all";
    options->common.precision = "";
    CLI::App* command = app.add_subcommand("bench", "Time every kernel and compare it with the copy bandwidth");
    command->add_option("--filter", options->filters, "Only kernels whose name contains this; may be repeated");
    auto* lattice = command->add_option("--lattice", options->lattice, "Extents, LxLyLzLt")->capture_default_str();
    command
        ->add_option(
            "--lattices", options->lattices,
            "Several extents, separated by commas: plots the speed of the updates, or of what --filter selects, "
            "against the volume")
        ->delimiter(',')
        ->excludes(lattice);
    command->add_option("--output", options->output, "Folder of the figures of --lattices")->capture_default_str();
    command->add_option("--group", options->groups, "su2, su3 or both")->capture_default_str();
    command->add_option("--seconds", options->seconds, "Time to spend on each kernel")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->add_flag("--markdown", options->markdown, "Print the table as Markdown");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    command->add_option("--path", options->common.path, "all, fragment, compute, or reference: C++ on the CPU")
        ->check(CLI::IsMember({"all", "fragment", "compute", "reference"}))
        ->capture_default_str();
    command->add_option("--precision", options->common.precision, "all, single or double (all; with --lattices single)")
        ->check(CLI::IsMember({"all", "single", "double"}));
    command->callback([options, &chosen] { chosen = [options] { return runBench(*options); }; });
}

} // namespace gaugegl::cli
