#include "checks/jobs.h"
#include "papers/suites.h"

#include <cmath>

namespace gaugegl::papers {
namespace {

/// How many reals a link has, and the entry of `bench`.
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

/// The same hop from whole links; null where it was not measured, and for these themselves.
const BenchRow* fromWholeLinks(const BenchRow& row, const BenchRows& rows)
{
    const KernelTiming& a = row.timing;
    for (const BenchRow& other : rows) {
        const KernelTiming& b = other.timing;
        if (realsOf(b) == 18 && realsOf(a) != 18 && b.path == a.path && b.precision == a.precision &&
            b.lattice == a.lattice)
            return &other;
    }
    return nullptr;
}

/// The speed over that from whole links.
double timesWholeLinks(const BenchRow& row, const BenchRows& rows)
{
    const BenchRow* whole = fromWholeLinks(row, rows);
    return whole ? whole->timing.time.seconds / row.timing.time.seconds : unknownNumber;
}

/// What shorter links are worth, a line for each row, beside what their bytes alone would say.
std::string aboutLinks(const BenchRows& rows)
{
    std::string text;
    for (const BenchRow& row : rows)
        if (const double times = timesWholeLinks(row, rows); std::isfinite(times)) {
            const KernelTiming& t = row.timing;
            text += fmt::format("{} {} {}: links of {} reals are {:.2f} times as fast as those of 18, by their bytes "
                                "{:.2f} times\n",
                                t.path, name(t.precision), t.lattice.name(), realsOf(t), times,
                                fromWholeLinks(row, rows)->timing.bytesCompulsory / t.bytesCompulsory);
        }
    return text;
}

class HopSuite final : public JobSuite {
public:
    explicit HopSuite(const SuiteRequest& wanted)
        : JobSuite(wanted), lattices_(wanted.latticesOr(
                                {"4x4x4x4", "8x8x8x8", "12x12x12x12", "16x16x16x16", "24x24x24x24", "32x32x32x32"}))
    {}

private:
    std::vector<Job> jobs(const gl::Capabilities& c) const override
    {
        std::vector<Job> all;
        for (const BenchTarget& target : request().targets(c, "single"))
            for (const Lattice& lattice : lattices_) {
                all.push_back(copyJob(lattice, target, false));
                for (const StoredLinks& links : storedLinks)
                    addDeviceJob(all, kernelEntry(links.entry), lattice, Group::SU3, target);
            }
        return all;
    }

    std::vector<std::string> notes(const BenchRows& rows) const override { return {aboutLinks(rows)}; }

    void drawRows(std::vector<std::string>& files, const BenchRows& rows, const Machine& machine) const override
    {
        const std::string title = "Wilson hopping term of SU(3) on " + machine.device;
        const auto label = [](const BenchRow& row) {
            return fmt::format("{} reals, {}, {}", realsOf(row.timing), row.timing.path, name(row.timing.precision));
        };
        const RowCurves bandwidth{.y = &BenchRow::gigabytesPerSecond, .label = label};
        const RowCurves ratio{.y = [&](const BenchRow& row) { return timesWholeLinks(row, rows); },
                              .label = label,
                              .spread =
                                  [&](const BenchRow& row) {
                                      return std::hypot(row.timing.time.spread,
                                                        fromWholeLinks(row, rows)->timing.time.spread);
                                  }};
        drawCurves(files, figure("bench_hops_bandwidth", title, volumeLabel, "GB/s of compulsory bytes"),
                   bandwidth.of(rows), volumeAxes(false));
        drawCurves(files, figure("bench_hops_ratio", title, volumeLabel, "speed over that of links of 18 reals"),
                   ratio.of(rows), volumeAxes(false));
    }

    std::vector<Lattice> lattices_;
};

} // namespace

std::unique_ptr<Suite> hopSuite(const SuiteRequest& request) { return std::make_unique<HopSuite>(request); }

} // namespace gaugegl::papers
