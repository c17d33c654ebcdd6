// gaugegl bench --suite fixing: overrelaxation in Landau gauge against the extent in time, with one and with eight
// threads for each site and on the CPU, figures 1 and 2 of Schroeck and Vogt, "Coulomb, Landau and maximally Abelian
// gauge fixing in lattice QCD with multi-GPUs" (arXiv:1209.4008): GFLOPS, the time of 1000 iterations, the speed-up.
#include "bench_figures.h"
#include "bench_jobs.h"

#include "gaugegl/gauge/benchmark_host.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// What a row's name says of its threads.
struct FixingWay {
    const char* entry; ///< of benchmarkEntries(), or of the host
    const char* label;
};
constexpr FixingWay fixingWays[] = {{"fix-landau", ""},
                                    {"fix-landau-one-thread", ", one thread per site"},
                                    {"fix-landau-eight-threads", ", eight threads per site"}};

bool belongs(const FixingWay& way, const Place& place)
{
    const bool threads = way.label[0] != '\0';
    return threads == (place.path == Path::Compute); // a fragment has the threads that it has
}

std::vector<Job> planFixing(const gl::Capabilities& c, const BenchOptions& options,
                            const std::vector<Lattice>& lattices)
{
    std::vector<Job> jobs;
    const auto groups = options.groups.empty() ? std::vector{Group::SU3} : groupsOf(options);
    for (const Place& place : places(c, options.common, "single"))
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

std::string wayLabel(const BenchRow& row)
{
    const KernelTiming& t = row.timing;
    for (const FixingWay& way : fixingWays)
        if (t.name == way.entry)
            return fmt::format("{}x{}x{}, {}{}", t.lattice.extent(0), t.lattice.extent(1), t.lattice.extent(2),
                               placeLabel(t), way.label);
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
    struct Quantity {
        const char* suffix;
        const char* axis;
        double (*value)(const BenchRow&);
    };
    constexpr Quantity quantities[] = {
        {"gflops", "GFLOPS", [](const BenchRow& row) { return row.gflops(); }},
        {"seconds", "time of 1000 iterations / s", secondsOfThousand},
        {"times_one_core", "speed over that of one core of the CPU",
         [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesOneCore; }},
        {"times_all_cores", "speed over that of all cores of the CPU",
         [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesAllCores; }}};
    std::vector<std::string> files;
    for (const Quantity& quantity : quantities) {
        const auto path = std::filesystem::path(folder) / fmt::format("bench_fixing_{}", quantity.suffix);
        for (std::string& file :
             drawRows(report, {.figure = {.path = path.string(),
                                         .title = "Overrelaxation in Landau gauge on " + report.device,
                                         .xLabel = "extent in time",
                                         .yLabel = quantity.axis},
                              .axes = volumeAxes(true),
                              .x = extentInTime,
                              .y = quantity.value,
                              .label = wayLabel}))
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
