#include "checks/rows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gaugegl {
namespace {

constexpr double slowPath = 3;

/// How fast it does its work: links per second, or sites where none is changed.
double speed(const KernelTiming& t) { return (t.links > 0 ? t.links : t.sites) / t.time.seconds; }

/// Whether both are of the same kernel in the same place, but for what a caller compares.
struct SamePlace {
    bool path = true, name = true, tuned = true;

    bool operator()(const KernelTiming& a, const KernelTiming& b) const
    {
        return (!name || a.name == b.name) && (!path || a.path == b.path) && (!tuned || a.tuned == b.tuned) &&
               a.group == b.group && a.precision == b.precision && a.lattice == b.lattice;
    }
};

/// The first row of which something holds; null where there is none.
template<class Holds>
const BenchRow* findRow(const BenchRows& rows, const Holds& holds)
{
    const auto found = std::ranges::find_if(rows, [&](const BenchRow& row) { return holds(row.timing); });
    return found == rows.end() ? nullptr : &*found;
}

/// Its speed over that of the CPU on so many threads: on the same lattice and in the same precision where that was
/// measured.
double timesReference(const BenchRow& row, const BenchRows& rows, int threads)
{
    double times = unknownNumber;
    int best = -1;
    for (const BenchRow& other : rows) {
        const KernelTiming &a = row.timing, &b = other.timing;
        if (b.threads != threads || a.nameOnHost != b.name || a.group != b.group) continue;
        const int likeness = 2 * (a.lattice == b.lattice) + (a.precision == b.precision);
        if (likeness <= best) continue;
        best = likeness;
        times = speed(a) / speed(b);
    }
    return times;
}

/// The same kernel on another path.
const BenchRow* onPath(Path path, const BenchRow& row, const BenchRows& rows)
{
    return findRow(
        rows, [&](const KernelTiming& b) { return b.path == name(path) && SamePlace{.path = false}(row.timing, b); });
}

/// On the CPU, of what it does at most, in the same precision and on as many threads: of the flops of "multiply-add" or of the bytes of
/// "read"; NaN for these themselves, and where that was not measured.
double fractionOf(const std::string& limit, const BenchRow& row, const BenchRows& rows)
{
    const KernelTiming& a = row.timing;
    if (a.threads == 0 || !a.group) return unknownNumber;
    const BenchRow* most = findRow(rows, [&](const KernelTiming& b) {
        return b.name == limit && b.threads == a.threads && b.precision == a.precision && b.path == a.path &&
               (b.flops > 0 || b.lattice == a.lattice);
    });
    if (!most) return unknownNumber;
    const double fraction =
        most->timing.flops > 0 ? row.gflops() / most->gflops() : row.gigabytesPerSecond() / most->gigabytesPerSecond();
    return fraction > 0 ? fraction : unknownNumber;
}

/// The whole trajectory of which the row is a share; null where it is none, or that was not measured.
const BenchRow* trajectoryOf(const BenchRow& row, const BenchRows& rows)
{
    const KernelTiming& a = row.timing;
    if (!a.name.starts_with("trajectory-")) return nullptr;
    return findRow(rows, [&](const KernelTiming& b) {
        return a.name.starts_with(b.name + "-") && SamePlace{.name = false}(a, b);
    });
}

/// The same kernel in its default variant; null for such a row itself, and where that was not measured.
const BenchRow* untuned(const BenchRow& row, const BenchRows& rows)
{
    if (!row.timing.tuned) return nullptr;
    return findRow(rows, [&](const KernelTiming& b) { return !b.tuned && SamePlace{.tuned = false}(row.timing, b); });
}

int mostThreads(const BenchRows& rows)
{
    int threads = 0;
    for (const BenchRow& row : rows)
        threads = std::max(threads, row.timing.threads);
    return threads;
}

std::string groupName(const KernelTiming& t) { return t.group ? name(*t.group) : ""; }

std::string pathsCell(const BenchRow& row)
{
    const double ratio = row.fragmentOverCompute;
    return std::isfinite(ratio) ? fmt::format("{:.2f}{}", ratio, row.isSlow() ? "!" : "") : "";
}

} // namespace

double BenchRow::gflops() const { return 1e-9 * timing.flops / timing.time.seconds; }
double BenchRow::gigabytesPerSecond() const { return 1e-9 * timing.bytesCompulsory / timing.time.seconds; }
double BenchRow::fractionOfCopy() const { return 1e9 * gigabytesPerSecond() / copyBytesPerSecond; }
bool BenchRow::belowWanted() const
{
    const std::optional<double> wanted = traits(timing.kind).wanted;
    return wanted && fractionOfCopy() < *wanted; // not where there is no fraction
}
double BenchRow::linksPerSecond() const
{
    return timing.links > 0 ? timing.links / timing.time.seconds : unknownNumber;
}
double BenchRow::sweepsPerSecond() const { return linksPerSecond() / (4 * volume()); }
bool BenchRow::isSlow() const { return fragmentOverCompute > slowPath || fragmentOverCompute < 1 / slowPath; }

std::string pathLabel(const KernelTiming& timing)
{
    if (timing.threads == 0) return timing.path;
    return fmt::format("{}, {} thread{}", timing.path, timing.threads, timing.threads == 1 ? "" : "s");
}

std::string placeLabel(const KernelTiming& t)
{
    const std::string where = fmt::format("{}{}, {}", t.threads > 0 ? "CPU " : "", pathLabel(t), name(t.precision));
    return t.group ? fmt::format("SU({}) {}", colours(*t.group), where) : where;
}

void compareRows(BenchRows& rows)
{
    const int cores = mostThreads(rows);
    for (BenchRow& row : rows) {
        row.timesOneCore = timesReference(row, rows, 1);
        row.timesAllCores = cores > 0 ? timesReference(row, rows, cores) : unknownNumber;
        const BenchRow *fragment = onPath(Path::Fragment, row, rows), *compute = onPath(Path::Compute, row, rows);
        if (row.timing.threads == 0 && fragment && compute)
            row.fragmentOverCompute = fragment->timing.time.seconds / compute->timing.time.seconds;
        row.fractionOfPeak = fractionOf("multiply-add", row, rows);
        row.fractionOfRead = fractionOf("read", row, rows);
        if (const BenchRow* before = untuned(row, rows))
            row.timesUntuned = before->timing.time.seconds / row.timing.time.seconds;
        if (const BenchRow* whole = trajectoryOf(row, rows))
            row.fractionOfTrajectory = row.timing.time.seconds / whole->timing.time.seconds;
    }
}

void mergeVariants(BenchRows& rows)
{
    BenchRows ordered;
    ordered.reserve(rows.size());
    for (const BenchRow& row : rows) {
        if (untuned(row, rows) != nullptr) continue; // it comes with that
        ordered.push_back(row);
        for (const BenchRow& other : rows)
            if (untuned(other, rows) == &row) ordered.push_back(other);
    }
    rows = std::move(ordered);
}

report::Columns<BenchRow> kernelColumns(const BenchRows& rows, bool variants)
{
    using Row = const BenchRow&;
    const bool limits = std::ranges::any_of(rows, [](Row row) { return std::isfinite(row.fractionOfPeak); });
    const auto where = [](auto KernelTiming::*member) { return [member](Row row) { return row.timing.*member; }; };
    const auto ofTime = [](auto SampledTime::*member) { return [member](Row row) { return row.timing.time.*member; }; };
    const auto positive = [](double number, double shown) { return number > 0 ? digits(shown) : ""; };
    report::Columns<BenchRow> all;
    all.add("kernel", "name", where(&KernelTiming::name));
    all.add(
        "group", "group", [](Row r) { return r.timing.group ? report::Json(name(*r.timing.group)) : report::Json(); },
        [](Row r) { return groupName(r.timing); });
    all.add("path", "path", where(&KernelTiming::path), [](Row r) { return pathLabel(r.timing); });
    all.add("precision", "precision", [](Row r) { return name(r.timing.precision); });
    all.add(
        "lattice", "lattice", [](Row r) { return report::Json(r.timing.lattice.extents()); },
        [](Row r) { return r.timing.lattice.name(); });
    if (variants) {
        all.add("variant", "variant", where(&KernelTiming::variant));
        all.add("tuned", "tuned", where(&KernelTiming::tuned), [](Row r) { return r.timing.tuned ? "yes" : "no"; });
        all.add("x default", "times_untuned", &BenchRow::timesUntuned, fourDigits);
    }
    all.add("ms", "seconds", ofTime(&SampledTime::seconds), [](Row r) { return digits(1e3 * r.timing.time.seconds); });
    all.add("spread %", "spread", ofTime(&SampledTime::spread), [](Row r) { return percent(r.timing.time.spread); });
    all.add("GFLOPS", "gflops", &BenchRow::gflops, [=](Row r) { return positive(r.timing.flops, r.gflops()); });
    all.add("GB/s", "gb_s", &BenchRow::gigabytesPerSecond,
            [=](Row r) { return positive(r.timing.bytesCompulsory, r.gigabytesPerSecond()); });
    all.add("% of copy", "fraction_of_copy", &BenchRow::fractionOfCopy,
            [](Row r) { return r.timing.bytesCompulsory > 0 ? percent(r.fractionOfCopy()) : ""; });
    all.add("Mlinks/s", "links_per_second", &BenchRow::linksPerSecond,
            [](Row r) { return digits(1e-6 * r.linksPerSecond()); });
    all.add("x 1 core", "times_one_core", &BenchRow::timesOneCore, fourDigits);
    all.add("x all cores", "times_all_cores", &BenchRow::timesAllCores, fourDigits);
    all.add("frag/comp", "fragment_over_compute", &BenchRow::fragmentOverCompute, pathsCell);
    all.add(limits ? "% of peak" : "", "fraction_of_peak", &BenchRow::fractionOfPeak,
            [](Row r) { return percent(r.fractionOfPeak); });
    all.add(limits ? "% of read" : "", "fraction_of_read", &BenchRow::fractionOfRead,
            [](Row r) { return percent(r.fractionOfRead); });
    all.add("", "clock", ofTime(&SampledTime::clock));
    all.add("", "samples", ofTime(&SampledTime::samples));
    all.add("", "fastest", ofTime(&SampledTime::fastest));
    all.add("", "sites", where(&KernelTiming::sites));
    all.add("", "flops", where(&KernelTiming::flops));
    all.add("", "bytes_compulsory", where(&KernelTiming::bytesCompulsory));
    all.add("", "bytes_loaded", where(&KernelTiming::bytesLoaded));
    all.add("", "class", [](Row r) { return choiceName(r.timing.kind); });
    all.add("", "below_wanted", &BenchRow::belowWanted);
    const auto threads = [](Row r) { return r.timing.threads > 0 ? report::Json(r.timing.threads) : report::Json(); };
    all.add("", "threads", threads, [](Row) { return ""; });
    all.add("", "fraction_of_trajectory", &BenchRow::fractionOfTrajectory);
    return all;
}

std::string kernelTable(const BenchRows& rows, bool variants, bool markdown)
{
    return tableText(kernelColumns(rows, variants), rows, markdown, variants ? 7 : 5);
}

std::string slowPaths(const BenchRows& rows)
{
    std::string text;
    for (const BenchRow& row : rows)
        if (row.timing.path == name(Path::Fragment) && row.isSlow())
            text +=
                fmt::format("! {}{} {} {}: the {} path takes {:.1f} times as long as the other one\n", row.timing.name,
                            row.timing.group ? " " + groupName(row.timing) : "", name(row.timing.precision),
                            row.timing.lattice.name(), row.fragmentOverCompute > 1 ? "fragment" : "compute",
                            std::max(row.fragmentOverCompute, 1 / row.fragmentOverCompute));
    return text;
}

std::string aboutReference(const BenchRows& rows)
{
    const int cores = mostThreads(rows);
    if (cores == 0) return "";
    return fmt::format(
        "x 1 core, x all cores: speed over that of the CPU on 1 and {} threads: link updates over those "
        "of the reference, C++ in double precision, hops and gauge fixing over those of the host in the same "
        "precision\n% of peak, % of read: of the flops of multiply-add and of the bytes of read on as many threads\n",
        cores);
}

std::string bestFolds(const BenchRows& rows)
{
    std::map<std::string, std::vector<const KernelTiming*>> sums;
    for (const BenchRow& row : rows) {
        const KernelTiming& t = row.timing;
        if (t.name.starts_with("reduction-"))
            sums[fmt::format("{} path, {} precision, {}", t.path, name(t.precision), t.lattice.name())].push_back(&t);
    }
    std::string text;
    for (const auto& [where, timings] : sums) {
        if (timings.size() < 2) continue;
        const auto seconds = [](const KernelTiming* t) { return t->time.seconds; };
        text +=
            fmt::format("{}: {} is the fastest sum\n", where, (*std::ranges::min_element(timings, {}, seconds))->name);
    }
    return text;
}

std::string trajectoryShares(const BenchRows& rows)
{
    std::string text;
    for (const BenchRow& whole : rows) {
        std::string shares;
        for (const BenchRow& row : rows)
            if (trajectoryOf(row, rows) == &whole)
                shares +=
                    fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ",
                                row.timing.name.substr(whole.timing.name.size() + 1), 100 * row.fractionOfTrajectory);
        const KernelTiming& t = whole.timing;
        if (!shares.empty())
            text += fmt::format("{} {} {} {} {}: {:.3g} s, {}\n", t.name, groupName(t), t.path, name(t.precision),
                                t.lattice.name(), t.time.seconds, shares);
    }
    return text;
}

std::vector<report::Curve> RowCurves::of(const BenchRows& rows) const
{
    std::vector<report::Curve> curves;
    for (const BenchRow& row : rows)
        if (const double value = y(row); std::isfinite(value)) // only such rows have a label
            addPoint(curves, label(row), x(row), value, value * std::min(spread(row) / 2, 1.0)); // speeds are positive
    return curves;
}

} // namespace gaugegl
