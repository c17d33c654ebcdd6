// gaugegl bench --suite fixing: overrelaxation in Landau gauge against the extent in time, with one and with eight
// threads for each site and on the CPU, figures 1 and 2 of Schroeck and Vogt, "Gauge fixing using overrelaxation and
// simulated annealing on GPUs" (arXiv:1209.4008): GFLOPS, the time of 1000 iterations, the speed-up.
#include "bench_figures.h"
#include "bench_jobs.h"

#include "bench/fixing_host.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// What a row's name says of its threads.
struct FixingWay {
    const char* entry; ///< of benchmarkEntries(), or of the host
    const char* label;
};
constexpr FixingWay fixingWays[] = {
    {"fix-landau", ""}, {"fix-landau-one-thread", ", 1 thread/site"}, {"fix-landau-eight-threads", ", 8 threads/site"}};

bool belongs(const FixingWay& way, const BenchTarget& place)
{
    const bool threads = way.label[0] != '\0';
    return threads == (place.path == Path::Compute); // a fragment has the threads that it has
}

std::vector<Job> planFixing(const gl::Capabilities& c, const BenchOptions& options,
                            const std::vector<Lattice>& lattices)
{
    std::vector<Job> jobs;
    const auto groups = options.groups.empty() ? std::vector{Group::SU3} : groupsOf(options);
    for (const BenchTarget& place : benchTargets(c, options.common, "single"))
        for (const Lattice& lattice : lattices) {
            jobs.push_back({"copy", lattice, Group::SU3, place, false});
            for (const Group group : groups)
                for (const FixingWay& way : fixingWays)
                    if (belongs(way, place)) jobs.push_back({way.entry, lattice, group, place});
        }
    CommonOptions onHost = options.common;
    if (onHost.precision.empty()) onHost.precision = name(Precision::Single);
    for (const Lattice& lattice : lattices)
        for (const Group group : groups)
            addHostJobs(jobs,
                        {.name = hostFixingOf(fixingWays[0].entry), .lattice = lattice, .group = group, .place = {}},
                        onHost);
    return jobs;
}

/// A call visits the sites of one parity, an iteration those of both.
double secondsOfThousand(const BenchRow& row) { return 2000 * row.timing.time.seconds; }

double extentInTime(const BenchRow& row) { return row.timing.lattice.extent(3); }

/// What curves may differ in besides the way: group, extents in space, precision.
std::vector<std::string> circumstances(const KernelTiming& t)
{
    return {fmt::format("SU({})", colours(*t.group)),
            fmt::format("{}x{}x{} in space", t.lattice.extent(0), t.lattice.extent(1), t.lattice.extent(2)),
            name(t.precision) + " precision"};
}

/// Of those the ones that all rows share, for the title, or the others, for a label.
std::string circumstances(const BenchRow& row, const BenchReport& report, bool shared)
{
    const std::vector<std::string> mine = circumstances(row.timing);
    std::string text;
    for (std::size_t k = 0; k < mine.size(); ++k) {
        const bool all = std::ranges::all_of(
            report.rows, [&](const BenchRow& other) { return circumstances(other.timing)[k] == mine[k]; });
        if (all == shared) text += ", " + mine[k];
    }
    return text;
}

/// "compute, 8 threads/site", "CPU, 2 threads".
std::string wayLabel(const KernelTiming& t)
{
    if (t.threads > 0) return fmt::format("CPU, {} thread{}", t.threads, t.threads == 1 ? "" : "s");
    for (const FixingWay& way : fixingWays)
        if (t.name == way.entry) return t.path + way.label;
    return t.name;
}

std::string fixingTable(const BenchReport& report, bool markdown)
{
    std::vector<std::vector<std::string>> rows;
    rows.reserve(report.rows.size());
    for (const BenchRow& row : report.rows) {
        const KernelTiming& t = row.timing;
        rows.push_back({t.lattice.name(), t.name, name(*t.group), pathLabel(t), name(t.precision),
                        digits(1e3 * t.time.seconds), digits(row.gflops()), digits(row.gigabytesPerSecond()),
                        digits(secondsOfThousand(row)), digits(row.timesOneCore), digits(row.timesAllCores)});
    }
    return tableText({"lattice", "kernel", "group", "path", "precision", "ms", "GFLOPS", "GB/s", "1000 iterations, s",
                      "x 1 core", "x all cores"},
                     rows, markdown, 5);
}

std::vector<std::string> drawFixing(const BenchReport& report, const std::string& folder)
{
    struct FixingQuantity {
        const char* suffix;
        const char* axis;
        double (*value)(const BenchRow&);
    };
    constexpr FixingQuantity quantities[] = {
        {"gflops", "GFLOPS", [](const BenchRow& row) { return row.gflops(); }},
        {"seconds", "time of 1000 iterations / s", secondsOfThousand},
        {"times_one_core", "speed over that of one core of the CPU",
         [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesOneCore; }},
        {"times_all_cores", "speed over that of all cores of the CPU",
         [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesAllCores; }}};
    std::vector<std::string> files;
    for (const FixingQuantity& quantity : quantities) {
        const auto path = std::filesystem::path(folder) / fmt::format("bench_fixing_{}", quantity.suffix);
        const RowFigure figure = {
            .figure = {.path = path.string(),
                       .title =
                           "Landau gauge" + circumstances(report.rows.front(), report, true) + ", on " + report.device,
                       .xLabel = "extent in time",
                       .yLabel = quantity.axis},
            .axes = volumeAxes(true),
            .x = extentInTime,
            .y = quantity.value,
            .label = [&](const BenchRow& row) { return wayLabel(row.timing) + circumstances(row, report, false); }};
        for (std::string& file : drawRows(report, figure))
            files.push_back(std::move(file));
    }
    return files;
}

} // namespace

int runFixingSuite(const BenchOptions& options)
{
    const std::vector<Lattice> lattices =
        latticesOr(options, {"16x16x16x4", "16x16x16x8", "16x16x16x16", "16x16x16x32"});
    groupsOf(options);
    requireFolder(options.output);
    return runJobSuite({.name = "fixing",
                        .plan = [&](const gl::Capabilities& c) { return planFixing(c, options, lattices); },
                        .table = fixingTable,
                        .remarks = {aboutReference},
                        .draw = [&](const BenchReport& report) { return drawFixing(report, options.output); }},
                       options);
}

} // namespace gaugegl::cli
