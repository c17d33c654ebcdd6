// Every kernel against the copy bandwidth that is measured beside it, every update also against the CPU reference.
#include "checks/jobs.h"
#include "checks/suites.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace gaugegl {
namespace {

constexpr std::int64_t largestReferenceVolume = 8 * 8 * 8 * 8; ///< larger lattices only take longer on the CPU

using Entries = std::vector<const KernelEntry*>;

bool isHostLimit(const KernelEntry& entry) { return !entry.work && !entry.perGroup; }
bool isOnReference(const KernelEntry& entry)
{
    return entry.host.work && std::string_view(entry.host.path) == "reference";
}

/// Speed against volume, two figures for each update and one for each other kernel.
struct Quantity {
    const char* suffix;
    const char* label;
    double (BenchRow::*value)() const;
    bool logarithmic;
};
constexpr Quantity gflopsQuantity = {"gflops", "GFLOPS", &BenchRow::gflops, false};
constexpr Quantity sweepsQuantity = {"sweeps", "sweeps per second", &BenchRow::sweepsPerSecond, true};
constexpr Quantity bytesQuantity = {"bandwidth", "GB/s of compulsory bytes", &BenchRow::gigabytesPerSecond, false};

class StandardSuite final : public JobSuite {
public:
    explicit StandardSuite(const SuiteRequest& wanted) : JobSuite(wanted), entries_(selectedEntries()) {}

    bool draws() const override { return againstVolume(); }

private:
    bool againstVolume() const { return !request().lattices.empty(); }
    std::vector<Group> groups() const { return request().groupsOr({Group::SU2, Group::SU3}); }

    /// Those that the filters select; a filter is a part of the name, or the kernel's file.
    Entries selectedEntries() const
    {
        const std::vector<std::string>& filters = request().filters;
        const auto selects = [whole = request().wholeNames](const std::string& filter, const KernelEntry& entry) {
            if (whole) return entry.name == filter;
            return entry.name.find(filter) != std::string::npos || std::ranges::count(entry.kernels, filter) > 0;
        };
        for (const std::string& filter : filters)
            if (std::ranges::none_of(kernelEntries(),
                                     [&](const KernelEntry& entry) { return selects(filter, entry); })) {
                std::vector<std::string> names;
                for (const KernelEntry& entry : kernelEntries())
                    names.push_back(entry.name);
                throw InputError(
                    fmt::format("--filter {} selects no kernel; there are {}", filter, fmt::join(names, ", ")));
            }
        const auto wanted = [&](const KernelEntry& entry) {
            if (!filters.empty())
                return std::ranges::any_of(filters, [&](const std::string& f) { return selects(f, entry); });
            return againstVolume() ? isOnReference(entry) : !entry.onDemand;
        };
        Entries selected;
        for (const KernelEntry& entry : kernelEntries())
            if (wanted(entry) && (entry.hasVariants || !request().comparesVariants())) selected.push_back(&entry);
        return selected;
    }

    /// What takes seconds has a smaller lattice unless one is asked for: it would take longer than all kernels together.
    Lattice latticeOf(const KernelEntry& entry, const Lattice& lattice) const
    {
        const bool named = againstVolume() || request().lattice;
        return entry.takesSeconds() && !named ? Lattice::parse(trajectoryLattice) : lattice;
    }

    std::vector<Job> jobs(const gl::Capabilities& c) const override
    {
        std::vector<Job> all;
        for (const Lattice& lattice :
             againstVolume() ? request().lattices : std::vector{request().lattice.value_or(Lattice({16, 16, 16, 16}))})
            addLattice(all, c, lattice);
        if (!std::ranges::any_of(all, &Job::listed))
            throw InputError(fmt::format("--filter {} selects nothing that exists for this group, path and precision{}",
                                         fmt::join(request().filters, " "),
                                         request().comparesVariants() ? " and has variants" : ""));
        return all;
    }

    /// Those of one lattice, those of a target together and each target beginning with its copy.
    void addLattice(std::vector<Job>& jobs, const gl::Capabilities& c, const Lattice& lattice) const
    {
        const std::vector<BenchTarget> targets = request().targets(c, againstVolume() ? "single" : "all");
        const KernelEntry& copy = kernelEntry("copy");
        const bool copies = std::ranges::count(entries_, &copy) > 0;
        if (std::ranges::count(targets, standardTarget(c)) == 0)
            jobs.push_back(copyJob(lattice, standardTarget(c), false));
        for (const BenchTarget& target : targets) {
            jobs.push_back(copyJob(lattice, target, copies));
            const std::size_t first = jobs.size();
            const auto add = [&](const KernelEntry& entry, Group group) {
                if (&entry != &copy) addDeviceJob(jobs, entry, latticeOf(entry, lattice), group, target);
            };
            for (const KernelEntry* entry : entries_)
                if (!entry->perGroup) add(*entry, Group::SU3);
            for (const Group group : groups())
                for (const KernelEntry* entry : entries_)
                    if (entry->perGroup) add(*entry, group);
            if (request().tuned) tune(jobs, first);
        }
        if (request().comparesVariants()) return;
        if (request().path == "all" || request().path == "reference") addReference(jobs, lattice);
        addHost(jobs, lattice);
    }

    /// Has the jobs from `first` on done by tuned kernels, or once by each: all of them one after the other, so that a device
    /// keeps its fields.
    void tune(std::vector<Job>& jobs, std::size_t first) const
    {
        const std::vector<Job> untuned(jobs.begin() + std::ptrdiff_t(first), jobs.end());
        if (!request().untuned) jobs.erase(jobs.begin() + std::ptrdiff_t(first), jobs.end());
        for (const Job& job : untuned) {
            jobs.push_back(job);
            jobs.back().tuned = true;
        }
    }

    /// The updates that the reference can do, on one core and on all: on the lattice itself if it is small or the speed is
    /// plotted against the volume.
    void addReference(std::vector<Job>& jobs, const Lattice& lattice) const
    {
        const bool same = againstVolume() || lattice.volume() <= largestReferenceVolume;
        for (const Group group : groups())
            for (const KernelEntry* entry : entries_)
                for (const int threads : std::set<int>{1, hostThreads()})
                    if (isOnReference(*entry))
                        jobs.push_back({.entry = entry,
                                        .lattice = same ? lattice : Lattice({8, 8, 8, 8}),
                                        .group = group,
                                        .threads = threads});
    }

    /// What the CPU's own code is timed with, each row once; the limits of the processor with whatever there is.
    void addHost(std::vector<Job>& jobs, const Lattice& lattice) const
    {
        Entries chosen;
        const auto add = [&](const KernelEntry* entry) {
            const auto isSame = [&](const KernelEntry* one) { return one->nameOnHost() == entry->nameOnHost(); };
            if (entry->host.work && !isOnReference(*entry) && std::ranges::none_of(chosen, isSame))
                chosen.push_back(entry);
        };
        for (const KernelEntry* entry : entries_)
            add(entry);
        if (!chosen.empty())
            for (const KernelEntry& entry : kernelEntries())
                if (isHostLimit(entry)) add(&entry);
        const std::vector<Group> all = groups();
        for (const Group group : all)
            for (const KernelEntry* entry : chosen)
                if (entry->perGroup ? !entry->needs || has(group, *entry->needs) : group == all.front())
                    addHostJobs(jobs, {.entry = entry, .lattice = latticeOf(*entry, lattice), .group = group},
                                request(), "all");
    }

    std::vector<std::string> notes(const BenchRows& rows) const override
    {
        return {bestFolds(rows), trajectoryShares(rows), slowPaths(rows), aboutReference(rows)};
    }

    void drawRows(std::vector<std::string>& files, const BenchRows& rows, const Machine& machine) const override
    {
        std::set<std::string> drawn;
        for (const BenchRow& row : rows) {
            const KernelTiming& any = row.timing;
            if (!drawn.insert(any.name).second) continue;
            std::vector<Quantity> quantities = {any.flops > 0 ? gflopsQuantity : bytesQuantity};
            if (any.links > 0) quantities.push_back(sweepsQuantity);
            for (const Quantity& quantity : quantities) {
                const RowCurves curves{.y =
                                           [&](const BenchRow& r) {
                                               return r.timing.name == any.name ? (r.*quantity.value)() : unknownNumber;
                                           },
                                       .label = [](const BenchRow& r) { return placeLabel(r.timing); }};
                drawCurves(files,
                           figure(fmt::format("bench_{}_{}", any.name, quantity.suffix),
                                  fmt::format("Speed of {} on {}", any.name, machine.device), volumeLabel,
                                  quantity.label),
                           curves.of(rows), volumeAxes(quantity.logarithmic));
            }
        }
    }

    Entries entries_;
};

} // namespace

std::unique_ptr<Suite> standardSuite(const SuiteRequest& request) { return std::make_unique<StandardSuite>(request); }

} // namespace gaugegl
