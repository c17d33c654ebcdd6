#include "bench_report.h"

#include "bench/fixing_host.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {
namespace {

std::string groupName(const std::optional<Group>& group) { return group ? name(*group) : ""; }

std::string percent(double fraction)
{
    return std::isfinite(fraction) ? fmt::format("{:.{}f}", 100 * fraction, fraction < 0.1 ? 1 : 0) : "";
}

/// Columns of the CPU's own code.
const std::vector<std::string> limitHeader = {"% of peak", "% of read"};

/// Columns of what tuning has chosen.
const std::vector<std::string> variantHeader = {"variant", "tuned", "x default"};

const std::vector<std::string> header = {"kernel",   "group",    "path",        "precision", "lattice",
                                         "ms",       "spread %", "GFLOPS",      "GB/s",      "% of copy",
                                         "Mlinks/s", "x 1 core", "x all cores", "frag/comp"};

constexpr int words = 5; ///< columns before those of numbers

bool isSlow(const BenchRow& row)
{
    const double ratio = row.fragmentOverCompute;
    return ratio > slowPath || ratio < 1 / slowPath;
}

std::vector<std::string> cells(const BenchRow& row)
{
    const KernelTiming& t = row.timing;
    return {t.name,
            groupName(t.group),
            pathLabel(t),
            name(t.precision),
            t.lattice.name(),
            digits(1e3 * t.time.seconds),
            percent(t.time.spread),
            t.flops > 0 ? digits(row.gflops()) : "",
            t.bytesCompulsory > 0 ? digits(row.gigabytesPerSecond()) : "",
            t.bytesCompulsory > 0 ? percent(row.fractionOfCopy()) : "",
            digits(1e-6 * row.linksPerSecond()),
            digits(row.timesOneCore),
            digits(row.timesAllCores),
            std::isfinite(row.fragmentOverCompute)
                ? fmt::format("{:.2f}{}", row.fragmentOverCompute, isSlow(row) ? "!" : "")
                : ""};
}

std::string markdownRow(const std::vector<std::string>& row)
{
    std::string line = "|";
    for (const std::string& cell : row)
        line += " " + cell + " |";
    return line + "\n";
}

} // namespace

std::string digits(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : ""; }

std::string tableText(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                      bool markdown, std::size_t words)
{
    if (markdown) {
        std::string text = markdownRow(header) + "|";
        for (std::size_t column = 0; column < header.size(); ++column)
            text += column < words ? " --- |" : " ---: |";
        text += "\n";
        for (const auto& row : rows)
            text += markdownRow(row);
        return text;
    }
    Table table(header);
    for (const auto& row : rows)
        table.add(row);
    return table.text();
}

std::string remarks(const std::string& lines, bool markdown)
{
    std::string text = lines.empty() ? "" : "\n";
    bool begins = markdown;
    for (const char c : lines) {
        if (begins) text += "- ";
        text += c;
        begins = markdown && c == '\n';
    }
    return text;
}

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
double BenchRow::sweepsPerSecond() const { return linksPerSecond() / (4 * double(timing.lattice.volume())); }

std::string pathLabel(const KernelTiming& timing)
{
    if (timing.threads == 0) return timing.path;
    return fmt::format("{}, {} thread{}", timing.path, timing.threads, timing.threads == 1 ? "" : "s");
}

namespace {

/// How fast it does its work: links per second, or sites where none is changed.
double speed(const KernelTiming& t) { return (t.links > 0 ? t.links : t.sites) / t.time.seconds; }

/// Its speed over that of the CPU on so many threads: on the same lattice and in the same precision where that was
/// measured.
double timesReference(const BenchRow& row, const std::vector<BenchRow>& rows, int threads)
{
    double times = unknownNumber;
    int best = -1;
    for (const BenchRow& other : rows) {
        const KernelTiming &a = row.timing, &b = other.timing;
        const bool same = a.name == b.name || hostFixingOf(a.name) == b.name;
        if (b.threads != threads || !same || a.group != b.group) continue;
        const int likeness = 2 * (a.lattice == b.lattice) + (a.precision == b.precision);
        if (likeness <= best) continue;
        best = likeness;
        times = speed(a) / speed(b);
    }
    return times;
}

/// The same kernel on another path.
const BenchRow* onPath(Path path, const BenchRow& row, const std::vector<BenchRow>& rows)
{
    for (const BenchRow& other : rows) {
        const KernelTiming &a = row.timing, &b = other.timing;
        if (b.path == name(path) && a.name == b.name && a.group == b.group && a.precision == b.precision &&
            a.lattice == b.lattice && a.tuned == b.tuned)
            return &other;
    }
    return nullptr;
}

/// On the CPU, of what it does at most, in the same precision and on as many threads: of the flops of "multiply-add" or of the bytes of
/// "read"; NaN for these themselves, and where that was not measured.
double fractionOf(const std::string& limit, const BenchRow& row, const std::vector<BenchRow>& rows)
{
    const KernelTiming& a = row.timing;
    if (a.threads == 0 || !a.group) return unknownNumber;
    for (const BenchRow& other : rows) {
        const KernelTiming& b = other.timing;
        if (b.name != limit || b.threads != a.threads || b.precision != a.precision || b.path != a.path ||
            (b.flops == 0 && b.lattice != a.lattice))
            continue;
        const double fraction =
            b.flops > 0 ? row.gflops() / other.gflops() : row.gigabytesPerSecond() / other.gigabytesPerSecond();
        return fraction > 0 ? fraction : unknownNumber;
    }
    return unknownNumber;
}

/// The whole trajectory of which the row is a share; null where it is none, or that was not measured.
const BenchRow* trajectoryOf(const BenchRow& row, const std::vector<BenchRow>& rows)
{
    const KernelTiming& a = row.timing;
    if (!a.name.starts_with("trajectory-")) return nullptr;
    for (const BenchRow& other : rows) {
        const KernelTiming& b = other.timing;
        if (a.name.starts_with(b.name + "-") && a.group == b.group && a.path == b.path && a.precision == b.precision &&
            a.lattice == b.lattice && a.tuned == b.tuned)
            return &other;
    }
    return nullptr;
}

/// The same kernel in its default variant; null for such a row itself, and where that was not measured.
const BenchRow* untuned(const BenchRow& row, const std::vector<BenchRow>& rows)
{
    const KernelTiming& a = row.timing;
    if (!a.tuned) return nullptr;
    for (const BenchRow& other : rows) {
        const KernelTiming& b = other.timing;
        if (!b.tuned && a.name == b.name && a.group == b.group && a.path == b.path && a.precision == b.precision &&
            a.lattice == b.lattice)
            return &other;
    }
    return nullptr;
}

} // namespace

void compareRows(std::vector<BenchRow>& rows)
{
    int cores = 0;
    for (const BenchRow& row : rows)
        cores = std::max(cores, row.timing.threads);
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

void mergeVariants(std::vector<BenchRow>& rows)
{
    std::vector<BenchRow> ordered;
    ordered.reserve(rows.size());
    for (const BenchRow& row : rows) {
        if (untuned(row, rows) != nullptr) continue; // it comes with that
        ordered.push_back(row);
        for (const BenchRow& other : rows)
            if (untuned(other, rows) == &row) ordered.push_back(other);
    }
    rows = std::move(ordered);
}

std::string benchTable(const BenchReport& report, bool markdown)
{
    std::vector<std::vector<std::string>> rows;
    rows.reserve(report.rows.size());
    const bool hasLimits =
        std::ranges::any_of(report.rows, [](const BenchRow& row) { return std::isfinite(row.fractionOfPeak); });
    for (const BenchRow& row : report.rows) {
        std::vector<std::string>& one = rows.emplace_back(cells(row));
        if (hasLimits) one.insert(one.end(), {percent(row.fractionOfPeak), percent(row.fractionOfRead)});
        if (report.comparesVariants)
            one.insert(one.begin() + words,
                       {row.timing.variant, row.timing.tuned ? "yes" : "no", digits(row.timesUntuned)});
    }
    std::vector<std::string> columns = header;
    if (report.comparesVariants) columns.insert(columns.begin() + words, variantHeader.begin(), variantHeader.end());
    if (hasLimits) columns.insert(columns.end(), limitHeader.begin(), limitHeader.end());
    return tableText(columns, rows, markdown, report.comparesVariants ? words + 2 : words);
}

std::string slowPaths(const BenchReport& report)
{
    std::string text;
    for (const BenchRow& row : report.rows)
        if (row.timing.path == name(Path::Fragment) && isSlow(row))
            text +=
                fmt::format("! {}{} {} {}: the {} path takes {:.1f} times as long as the other one\n", row.timing.name,
                            groupName(row.timing.group).empty() ? "" : " " + groupName(row.timing.group),
                            name(row.timing.precision), row.timing.lattice.name(),
                            row.fragmentOverCompute > 1 ? "fragment" : "compute",
                            std::max(row.fragmentOverCompute, 1 / row.fragmentOverCompute));
    return text;
}

std::string aboutReference(const BenchReport& report)
{
    int cores = 0;
    for (const BenchRow& row : report.rows)
        cores = std::max(cores, row.timing.threads);
    if (cores == 0) return "";
    return fmt::format(
        "x 1 core, x all cores: speed over that of the CPU on 1 and {} threads: link updates over those "
        "of the reference, C++ in double precision, hops and gauge fixing over those of the host in the same "
        "precision\n% of peak, % of read: of the flops of multiply-add and of the bytes of read on as many threads\n",
        cores);
}

std::string bestFolds(const BenchReport& report)
{
    std::map<std::string, std::vector<const KernelTiming*>> sums;
    for (const BenchRow& row : report.rows) {
        const KernelTiming& t = row.timing;
        if (t.name.starts_with("reduction-"))
            sums[fmt::format("{} path, {} precision, {}", t.path, name(t.precision), t.lattice.name())].push_back(&t);
    }
    std::string text;
    for (const auto& [where, timings] : sums) {
        if (timings.size() < 2) continue;
        const auto faster = [](const KernelTiming* a, const KernelTiming* b) {
            return a->time.seconds < b->time.seconds;
        };
        const KernelTiming& best = **std::min_element(timings.begin(), timings.end(), faster);
        text += fmt::format("{}: {} is the fastest sum\n", where, best.name);
    }
    return text;
}

std::string trajectoryShares(const BenchReport& report)
{
    std::string text;
    for (const BenchRow& whole : report.rows) {
        std::string shares;
        for (const BenchRow& row : report.rows)
            if (trajectoryOf(row, report.rows) == &whole)
                shares +=
                    fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ",
                                row.timing.name.substr(whole.timing.name.size() + 1), 100 * row.fractionOfTrajectory);
        const KernelTiming& t = whole.timing;
        if (!shares.empty())
            text += fmt::format("{} {} {} {} {}: {:.3g} s, {}\n", t.name, groupName(t.group), t.path, name(t.precision),
                                t.lattice.name(), t.time.seconds, shares);
    }
    return text;
}

Json benchJson(const BenchReport& report)
{
    Json kernels = Json::array();
    for (const BenchRow& row : report.rows) {
        const KernelTiming& t = row.timing;
        kernels.push_back({{"name", t.name},
                           {"group", t.group ? Json(name(*t.group)) : Json(nullptr)},
                           {"path", t.path},
                           {"precision", name(t.precision)},
                           {"lattice", t.lattice.extents()},
                           {"seconds", t.time.seconds},
                           {"clock", t.time.clock},
                           {"samples", t.time.samples},
                           {"fastest", t.time.fastest},
                           {"spread", toJson(t.time.spread)},
                           {"sites", t.sites},
                           {"flops", t.flops},
                           {"gflops", toJson(row.gflops())},
                           {"gb_s", toJson(row.gigabytesPerSecond())},
                           {"bytes_compulsory", t.bytesCompulsory},
                           {"bytes_loaded", t.bytesLoaded},
                           {"fraction_of_copy", toJson(row.fractionOfCopy())},
                           {"fraction_of_peak", toJson(row.fractionOfPeak)},
                           {"fraction_of_read", toJson(row.fractionOfRead)},
                           {"class", choiceName(t.kind)},
                           {"below_wanted", row.belowWanted()},
                           {"links_per_second", toJson(row.linksPerSecond())},
                           {"threads", t.threads > 0 ? Json(t.threads) : Json(nullptr)},
                           {"times_one_core", toJson(row.timesOneCore)},
                           {"times_all_cores", toJson(row.timesAllCores)},
                           {"fragment_over_compute", toJson(row.fragmentOverCompute)},
                           {"fraction_of_trajectory", toJson(row.fractionOfTrajectory)}});
        if (report.comparesVariants)
            kernels.back().update(
                {{"tuned", t.tuned}, {"variant", t.variant}, {"times_untuned", toJson(row.timesUntuned)}});
    }
    return {{"device", report.device},
            {"driver", report.driver},
            {"copy_gb_s", toJson(1e-9 * report.copyBytesPerSecond)},
            {"load_average", toJson(report.loadAverage)},
            {"complete", report.complete},
            {"kernels", kernels}};
}

} // namespace gaugegl::cli
