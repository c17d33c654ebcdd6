// gaugegl bench --suite twisted-mass: trajectories of setups A, B and C of Bach, Lindenstruth, Philipsen, Pinke,
// "Lattice QCD based on OpenCL" (arXiv:1209.5942), on lattices of one's choice.
#include "bench_figures.h"
#include "bench_jobs.h"

#include "bench/hmc.h"

#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

std::vector<Job> planTrajectories(const gl::Capabilities& c, const BenchOptions& options,
                                  const std::vector<Lattice>& lattices)
{
    std::vector<Job> jobs;
    for (const BenchTarget& place : benchTargets(c, options.common, "single"))
        for (const Lattice& lattice : lattices)
            for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
                if (entry.isTwistedMass() && entry.exists(place.precision, place.storage))
                    for (const Group group : options.groups.empty() ? std::vector{Group::SU3} : groupsOf(options))
                        jobs.push_back({entry.name, lattice, group, place, true, Job::Kind::Hmc});
    return jobs;
}

/// "A, a mu = 0.0025, compute, single" of a whole trajectory.
std::string setupLabel(const HmcBenchmarkEntry& entry, const KernelTiming& t)
{
    const double mu = benchmarkTrajectory(entry.trajectory, *t.group, t.precision).fermions.at(0).mu;
    return fmt::format("{}, a mu = {}, {}", char(std::toupper(entry.trajectory.back())), mu, placeLabel(t));
}

const HmcBenchmarkEntry* wholeTrajectory(const KernelTiming& t)
{
    for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
        if (entry.name == t.name && entry.share.empty()) return &entry;
    return nullptr;
}

std::vector<std::string> drawTrajectories(const BenchReport& report, const std::string& folder)
{
    return drawRows(
        report,
        {.figure = {.path = (std::filesystem::path(folder) / "bench_twisted-mass_seconds").string(),
                    .title = "Two flavours of twisted mass, tree-level Symanzik action, on " + report.device,
                    .xLabel = volumeLabel,
                    .yLabel = "time of a trajectory / s"},
         .axes = volumeAxes(true),
         .x = volumeOf,
         .y = [](const BenchRow& r) { return wholeTrajectory(r.timing) ? r.timing.time.seconds : unknownNumber; },
         .label = [](const BenchRow& r) { return setupLabel(*wholeTrajectory(r.timing), r.timing); }});
}

} // namespace

int runTwistedMassSuite(const BenchOptions& options)
{
    const std::vector<Lattice> lattices = latticesOr(options, {trajectoryLattice});
    groupsOf(options);
    requireFolder(options.output);
    return runJobSuite({.name = "twisted-mass",
                        .plan = [&](const gl::Capabilities& c) { return planTrajectories(c, options, lattices); },
                        .remarks = {trajectoryShares},
                        .draw = [&](const BenchReport& report) { return drawTrajectories(report, options.output); }},
                       options);
}

} // namespace gaugegl::cli
