#include "checks/jobs.h"
#include "papers/suites.h"

#include <algorithm>

namespace gaugegl::papers {
namespace {

/// What a row's name says of its threads.
struct FixingWay {
    const char* entry; ///< of `bench`
    const char* label;
};
constexpr FixingWay fixingWays[] = {
    {"fix-landau", ""}, {"fix-landau-one-thread", ", 1 thread/site"}, {"fix-landau-eight-threads", ", 8 threads/site"}};

bool belongs(const FixingWay& way, const BenchTarget& target)
{
    const bool threads = way.label[0] != '\0';
    return threads == (target.path == Path::Compute); // a fragment has the threads that it has
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
std::string circumstances(const BenchRow& row, const BenchRows& rows, bool shared)
{
    const std::vector<std::string> mine = circumstances(row.timing);
    std::string text;
    for (std::size_t k = 0; k < mine.size(); ++k) {
        const bool all =
            std::ranges::all_of(rows, [&](const BenchRow& other) { return circumstances(other.timing)[k] == mine[k]; });
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

std::string fixingTable(const BenchRows& rows, bool markdown)
{
    using Row = const BenchRow&;
    report::Columns<BenchRow> all;
    all.add("lattice", "", [](Row row) { return row.timing.lattice.name(); });
    all.add("kernel", "", [](Row row) { return row.timing.name; });
    all.add("group", "", [](Row row) { return name(*row.timing.group); });
    all.add("path", "", [](Row row) { return pathLabel(row.timing); });
    all.add("precision", "", [](Row row) { return name(row.timing.precision); });
    all.add(
        "ms", "", [](Row row) { return 1e3 * row.timing.time.seconds; }, fourDigits);
    all.add("GFLOPS", "", &BenchRow::gflops, fourDigits);
    all.add("GB/s", "", &BenchRow::gigabytesPerSecond, fourDigits);
    all.add("1000 iterations, s", "", secondsOfThousand, fourDigits);
    all.add("x 1 core", "", &BenchRow::timesOneCore, fourDigits);
    all.add("x all cores", "", &BenchRow::timesAllCores, fourDigits);
    return tableText(all, rows, markdown, 5);
}

/// What a figure shows against the extent in time.
struct FixingQuantity {
    const char* suffix;
    const char* axis;
    double (*value)(const BenchRow&);
};
constexpr FixingQuantity fixingQuantities[] = {
    {"gflops", "GFLOPS", [](const BenchRow& row) { return row.gflops(); }},
    {"seconds", "time of 1000 iterations / s", secondsOfThousand},
    {"times_one_core", "speed over that of one core of the CPU",
     [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesOneCore; }},
    {"times_all_cores", "speed over that of all cores of the CPU",
     [](const BenchRow& row) { return row.timing.threads > 0 ? unknownNumber : row.timesAllCores; }}};

class FixingSuite final : public JobSuite {
public:
    explicit FixingSuite(const SuiteRequest& wanted)
        : JobSuite(wanted), lattices_(wanted.latticesOr({"16x16x16x4", "16x16x16x8", "16x16x16x16", "16x16x16x32"}))
    {}

private:
    std::vector<Job> jobs(const gl::Capabilities& c) const override
    {
        std::vector<Job> all;
        const std::vector<Group> groups = request().groupsOr({Group::SU3});
        for (const BenchTarget& target : request().targets(c, "single"))
            for (const Lattice& lattice : lattices_) {
                all.push_back(copyJob(lattice, target, false));
                for (const Group group : groups)
                    for (const FixingWay& way : fixingWays)
                        if (belongs(way, target)) addDeviceJob(all, kernelEntry(way.entry), lattice, group, target);
            }
        for (const Lattice& lattice : lattices_)
            for (const Group group : groups)
                addHostJobs(all, {.entry = &kernelEntry(fixingWays[0].entry), .lattice = lattice, .group = group},
                            request(), "single");
        return all;
    }

    std::string table(const BenchRows& rows, bool markdown) const override { return fixingTable(rows, markdown); }

    std::vector<std::string> notes(const BenchRows& rows) const override { return {aboutReference(rows)}; }

    void drawRows(std::vector<std::string>& files, const BenchRows& rows, const Machine& machine) const override
    {
        for (const FixingQuantity& quantity : fixingQuantities) {
            const RowCurves curves{.x = extentInTime, .y = quantity.value, .label = [&](const BenchRow& row) {
                                       return wayLabel(row.timing) + circumstances(row, rows, false);
                                   }};
            drawCurves(files,
                       figure(fmt::format("bench_fixing_{}", quantity.suffix),
                              "Landau gauge" + circumstances(rows.front(), rows, true) + ", on " + machine.device,
                              "extent in time", quantity.axis),
                       curves.of(rows), volumeAxes(true));
        }
    }

    std::vector<Lattice> lattices_;
};

} // namespace

std::unique_ptr<Suite> fixingSuite(const SuiteRequest& request) { return std::make_unique<FixingSuite>(request); }

} // namespace gaugegl::papers
