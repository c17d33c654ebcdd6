// gaugegl bench --suite hops: the Wilson hopping term from links of 18, 12 and 8 reals on growing lattices: its
// bandwidth, and what the shorter links are worth, figures 7 and 8 of Bach, Lindenstruth, Philipsen, Pinke, "Lattice
// QCD based on OpenCL" (arXiv:1209.5942).
#include "bench_figures.h"
#include "bench_jobs.h"

#include "bench/fermions.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// How many reals a link has, and the entry of fermionBenchmarkEntries().
struct StoredLinks {
    int reals;
    const char* entry;
};
constexpr StoredLinks storedLinks[] = {{18, "wilson-hop-18"}, {12, "wilson-hop"}, {8, "wilson-hop-8"}};

int realsOf(const KernelTiming& timing)
{
    for (const StoredLinks& links : storedLinks)
        if (timing.name == links.entry) return links.reals;
    return 0;
}

std::vector<Job> planHops(const gl::Capabilities& c, const BenchOptions& options, const std::vector<Lattice>& lattices)
{
    std::vector<Job> jobs;
    for (const BenchTarget& place : benchTargets(c, options.common, "single"))
        for (const Lattice& lattice : lattices) {
            jobs.push_back({"copy", lattice, Group::SU3, place, false});
            for (const StoredLinks& links : storedLinks)
                if (fermionBenchmarkEntry(links.entry).exists(Group::SU3, place.precision, place.storage))
                    jobs.push_back({links.entry, lattice, Group::SU3, place, true, Job::Kind::Fermions});
        }
    return jobs;
}

/// The same hop from whole links; null where it was not measured.
const BenchRow* fromWholeLinks(const BenchRow& row, const BenchReport& report)
{
    const KernelTiming& a = row.timing;
    for (const BenchRow& other : report.rows) {
        const KernelTiming& b = other.timing;
        if (realsOf(b) == 18 && b.path == a.path && b.precision == a.precision && b.lattice == a.lattice) return &other;
    }
    return nullptr;
}

/// The speed over that from whole links; NaN for these themselves.
double timesWholeLinks(const BenchRow& row, const BenchReport& report)
{
    const BenchRow* whole = realsOf(row.timing) == 18 ? nullptr : fromWholeLinks(row, report);
    return whole ? whole->timing.time.seconds / row.timing.time.seconds : unknownNumber;
}

/// What shorter links are worth, a line for each row, beside what their bytes alone would say.
std::string aboutLinks(const BenchReport& report)
{
    std::string text;
    for (const BenchRow& row : report.rows)
        if (const double times = timesWholeLinks(row, report); std::isfinite(times)) {
            const KernelTiming& t = row.timing;
            text += fmt::format("{} {} {}: links of {} reals are {:.2f} times as fast as those of 18, by their bytes "
                                "{:.2f} times\n",
                                t.path, name(t.precision), t.lattice.name(), realsOf(t), times,
                                fromWholeLinks(row, report)->timing.bytesCompulsory / t.bytesCompulsory);
        }
    return text;
}

std::vector<std::string> drawHops(const BenchReport& report, const std::string& folder)
{
    const auto in = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    const auto label = [](const BenchRow& row) {
        return fmt::format("{} reals, {}, {}", realsOf(row.timing), row.timing.path, name(row.timing.precision));
    };
    std::vector<std::string> files =
        drawRows(report, {.figure = {.path = in("bench_hops_bandwidth"),
                                     .title = "Wilson hopping term of SU(3) on " + report.device,
                                     .xLabel = volumeLabel,
                                     .yLabel = "GB/s of compulsory bytes"},
                          .axes = volumeAxes(false),
                          .x = volumeOf,
                          .y = [](const BenchRow& row) { return row.gigabytesPerSecond(); },
                          .label = label});
    const auto spread = [&](const BenchRow& row) {
        return std::hypot(row.timing.time.spread, fromWholeLinks(row, report)->timing.time.spread);
    };
    for (std::string& file : drawRows(report, {.figure = {.path = in("bench_hops_ratio"),
                                                         .title = "Wilson hopping term of SU(3) on " + report.device,
                                                         .xLabel = volumeLabel,
                                                         .yLabel = "speed over that of links of 18 reals"},
                                              .axes = volumeAxes(false),
                                              .x = volumeOf,
                                              .y = [&](const BenchRow& row) { return timesWholeLinks(row, report); },
                                              .label = label,
                                              .spread = spread}))
        files.push_back(std::move(file));
    return files;
}

} // namespace

int runHopSuite(const BenchOptions& options)
{
    const std::vector<Lattice> lattices =
        latticesOr(options, {"4x4x4x4", "8x8x8x8", "12x12x12x12", "16x16x16x16", "24x24x24x24", "32x32x32x32"});
    requireFolder(options.output);
    return runJobSuite({.name = "hops",
                        .plan = [&](const gl::Capabilities& c) { return planHops(c, options, lattices); },
                        .remarks = {aboutLinks},
                        .draw = [&](const BenchReport& report) { return drawHops(report, options.output); }},
                       options);
}

} // namespace gaugegl::cli
