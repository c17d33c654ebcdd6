// gaugegl bench --suite fermi: the SU(2) experiment of arXiv:1010.4834 on growing lattices, in every place.
#include "bench.h"
#include "bench_figures.h"

#include "bench/fermi.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/kernels.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {
namespace {

constexpr double defaultSeconds = 10;

/// What was not measured, and why.
struct Skipped {
    FermiBackend place;
    Lattice lattice;
    std::string reason;
};

struct FermiReport {
    std::vector<FermiTiming> rows;
    std::vector<Skipped> skipped;
    bool complete = true;
};

std::string where(const FermiBackend& place)
{
    if (place.path) return name(*place.path, place.storage);
    return fmt::format("reference, {} thread{}", place.threads, place.threads == 1 ? "" : "s");
}

/// Textures that hold the links; 0 where they lie elsewhere.
int arrays(const FermiBackend& place) { return place.path && place.storage == Storage::Texture ? place.linkArrays : 0; }

std::string label(const FermiBackend& place)
{
    return fmt::format(
        "{}, {}{}", where(place), name(place.precision),
        place.linkArrays < 8 ? fmt::format(", {} array{}", place.linkArrays, place.linkArrays == 1 ? "" : "s") : "");
}

/// The reference last: its threads spin for a while after their work.
std::vector<FermiBackend> fermiBackends(const gl::Capabilities& c, const CommonOptions& options)
{
    std::vector<FermiBackend> result;
    for (const BenchTarget& place : benchTargets(c, options, "all")) {
        result.push_back({.path = place.path, .precision = place.precision, .storage = place.storage});
        if (place.path == Path::Compute && place.storage == Storage::Texture)
            for (const int arrays : linkArrayChoices)
                result.push_back({.path = place.path, .precision = place.precision, .linkArrays = arrays});
    }
    if (options.path == "all" || options.path == "reference")
        for (const int threads : std::set<int>{1, hostThreads()})
            result.push_back({.threads = threads});
    return result;
}

std::vector<Lattice> fermiLattices(const BenchOptions& options)
{
    return latticesOr(
        options, {"4x4x4x4", "8x8x8x8", "12x12x12x12", "16x16x16x16", "24x24x24x24", "32x32x32x32", "48x48x48x48"});
}

/// Measures the lattices of one place in their order.
class FermiRuns {
public:
    FermiRuns(std::shared_ptr<gl::Context> context, const BenchOptions& options, FermiReport& report)
        : context_(std::move(context)), options_(options), report_(report)
    {}

    void run(const FermiBackend& place)
    {
        std::optional<Device> device;
        if (place.path)
            device.emplace(context_, DeviceOptions{.path = place.path,
                                                   .precision = place.precision,
                                                   .storage = place.storage,
                                                   .passes = {.seconds = options_.common.passSeconds}});
        std::optional<FermiTiming> smaller;
        for (const Lattice& lattice : fermiLattices(options_)) {
            if (interrupted()) break;
            const std::string reason = whyNot(place, lattice, smaller);
            if (!reason.empty())
                skip(place, lattice, reason);
            else if (const auto timing = measured(device, place, lattice))
                smaller = report_.rows.emplace_back(*timing);
        }
    }

private:
    double seconds() const { return options_.seconds.value_or(defaultSeconds); }

    void skip(const FermiBackend& place, const Lattice& lattice, const std::string& reason)
    {
        report_.skipped.push_back({place, lattice, reason});
    }

    std::string whyNot(const FermiBackend& place, const Lattice& lattice,
                       const std::optional<FermiTiming>& smaller) const
    {
        if (place.path) {
            std::string reason = whyItDoesNotFit(fitLimits(context_->capabilities(), place.storage), lattice,
                                                 Group::SU2, place.precision);
            if (!reason.empty()) return reason;
        }
        if (!smaller) return "";
        const double expected = smaller->fastest * double(lattice.volume()) / double(smaller->lattice.volume());
        if (expected <= seconds()) return "";
        return fmt::format("one iteration would take about {:.3g} s; --seconds allows {:.3g}", expected, seconds());
    }

    /// Nothing if the device has no room after all.
    std::optional<FermiTiming> measured(std::optional<Device>& device, const FermiBackend& place,
                                        const Lattice& lattice)
    {
        Progress progress(progressOnStandardError(fmt::format("{} {}", lattice.name(), label(place)),
                                                  options_.iterations, options_.common.quiet));
        const FermiLimits limits = {
            .iterations = options_.iterations, .seconds = seconds(), .proceeds = [&](int iteration) {
                progress.update(iteration);
                return !interrupted();
            }};
        try {
            const BlockingCall measuring; // does not touch the report
            const FermiTiming timing =
                device ? measureFermi(*device, lattice, place, limits) : measureFermiReference(lattice, place, limits);
            progress.update(timing.iterations);
            if (!timing.complete) return std::nullopt;
            return timing;
        } catch (const DeviceError& error) {
            context_->throwOnReset();
            skip(place, lattice, error.what());
            return std::nullopt;
        }
    }

    std::shared_ptr<gl::Context> context_;
    const BenchOptions& options_;
    FermiReport& report_;
};

/// The reference on so many threads that a row is compared with: on its lattice, or on the largest that was measured.
const FermiTiming* referenceFor(const FermiTiming& row, const FermiReport& report, int threads)
{
    const FermiTiming* found = nullptr;
    for (const FermiTiming& other : report.rows) {
        if (other.place.threads != threads) continue;
        if (other.lattice == row.lattice) return &other;
        if (!found || found->lattice.volume() < other.lattice.volume()) found = &other;
    }
    return found;
}

int allThreads(const FermiReport& report)
{
    int threads = 0;
    for (const FermiTiming& row : report.rows)
        threads = std::max(threads, row.place.threads);
    return threads;
}

double timesReference(const FermiTiming& row, const FermiReport& report, int threads)
{
    const FermiTiming* reference = threads > 0 ? referenceFor(row, report, threads) : nullptr;
    return reference ? row.linksPerSecond() / reference->linksPerSecond() : unknownNumber;
}

std::string fermiTable(const FermiReport& report, bool markdown)
{
    const std::vector<std::string> header = {"lattice",    "path",     "precision",   "link arrays",
                                             "iterations", "ms",       "GFLOPS",      "Mlinks/s",
                                             "sweeps/day", "x 1 core", "x all cores", "plaquette"};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(report.rows.size());
    for (const FermiTiming& t : report.rows)
        rows.push_back({t.lattice.name(), where(t.place), name(t.place.precision),
                        arrays(t.place) > 0 ? std::to_string(arrays(t.place)) : "", std::to_string(t.iterations),
                        digits(1e3 * t.seconds), digits(t.gflops()), digits(1e-6 * t.linksPerSecond()),
                        digits(t.sweepsPerDay()), digits(timesReference(t, report, 1)),
                        digits(timesReference(t, report, allThreads(report))), fmt::format("{:.6f}", t.plaquette)});
    return tableText(header, rows, markdown, 3);
}

Json fermiJson(const FermiReport& report)
{
    Json cases = Json::array();
    for (const FermiTiming& t : report.rows) {
        const FermiTiming* one = referenceFor(t, report, 1);
        cases.push_back({{"lattice", t.lattice.extents()},
                         {"path", t.place.path ? name(*t.place.path, t.place.storage) : "reference"},
                         {"precision", name(t.place.precision)},
                         {"link_arrays", arrays(t.place) > 0 ? Json(arrays(t.place)) : Json(nullptr)},
                         {"threads", t.place.path ? Json(nullptr) : Json(t.place.threads)},
                         {"iterations", t.iterations},
                         {"seconds", t.seconds},
                         {"fastest", t.fastest},
                         {"flops", t.flops},
                         {"gflops", t.gflops()},
                         {"links_per_second", t.linksPerSecond()},
                         {"sweeps_per_day", t.sweepsPerDay()},
                         {"times_one_core", toJson(timesReference(t, report, 1))},
                         {"times_all_cores", toJson(timesReference(t, report, allThreads(report)))},
                         {"reference_lattice", one ? Json(one->lattice.extents()) : Json(nullptr)},
                         {"plaquette", t.plaquette}});
    }
    return cases;
}

Json skippedJson(const FermiReport& report)
{
    Json all = Json::array();
    for (const Skipped& s : report.skipped)
        all.push_back({{"lattice", s.lattice.extents()}, {"place", label(s.place)}, {"reason", s.reason}});
    return all;
}

/// What a figure shows; the last two are figure 6 of the paper.
struct FermiFigure {
    const char* suffix;
    const char* axis;
    std::function<double(const FermiTiming&)> value;
    bool logarithmic;
};

std::vector<std::string> drawFermi(const FermiReport& report, const std::string& device, const std::string& folder)
{
    // Without the reference over itself, and with the usual textures alone: more curves could not be told apart.
    const auto times = [&](const FermiTiming& t, int threads) {
        return t.place.threads == threads || t.place.linkArrays < 8 ? unknownNumber
                                                                    : timesReference(t, report, threads);
    };
    const int cores = allThreads(report);
    const std::vector<FermiFigure> fermiFigures = {
        {"gflops", "GFLOPS", [](const FermiTiming& t) { return t.gflops(); }, false},
        {"sweeps", "sweeps per day", [](const FermiTiming& t) { return t.sweepsPerDay(); }, true},
        {"times_one_core", "speed over that of one core of the CPU", [&](const FermiTiming& t) { return times(t, 1); },
         true},
        {"times_all_cores", "speed over that of all cores of the CPU",
         [&](const FermiTiming& t) { return t.place.path ? times(t, cores) : unknownNumber; }, true}};
    std::vector<std::string> files;
    for (const FermiFigure& shown : fermiFigures) {
        std::vector<Curve> curves;
        for (const FermiTiming& row : report.rows)
            if (const double y = shown.value(row); std::isfinite(y))
                addPoint(curves, label(row.place), double(row.lattice.volume()), y);
        if (curves.empty()) continue;
        const auto file = std::filesystem::path(folder) / fmt::format("bench_fermi_{}", shown.suffix);
        const Figure figure = {.path = file.string(),
                               .title = fmt::format("SU(2) heat bath and plaquette on {}", device),
                               .xLabel = volumeLabel,
                               .yLabel = shown.axis};
        for (std::string& f : plotLines(figure, curves, volumeAxes(shown.logarithmic)))
            files.push_back(std::move(f));
    }
    return files;
}

void printFermi(const FermiReport& report, const gl::Capabilities& c, const BenchOptions& options, double load)
{
    printOut("SU(2) at beta {} from a hot start on {} ({}), load average {:.2f} before the start.  An iteration is a "
             "heat bath sweep with one trial (Kennedy-Pendleton, Philox), the plaquette and its sum; at most {} "
             "iterations, none begun after {} s.\n\n{}",
             fermiBeta, c.renderer, c.version, load, options.iterations, options.seconds.value_or(defaultSeconds),
             fermiTable(report, options.markdown));
    std::string lines;
    if (const int cores = allThreads(report); cores > 0)
        lines = fmt::format("x 1 core, x all cores: link updates per second over those of the CPU reference, C++ in "
                            "double precision, on 1 and {} threads; on lattices that it was not measured on, over "
                            "those of its largest\n",
                            cores);
    for (const Skipped& s : report.skipped)
        lines += fmt::format("not measured: {} {}: {}\n", s.lattice.name(), label(s.place), s.reason);
    printOut("{}", remarks(lines, options.markdown));
}

} // namespace

int runFermiSuite(const BenchOptions& options)
{
    fermiLattices(options); // wrong input is found before a context is opened
    requireFolder(options.output);
    const auto context = openContext(options.common);
    const gl::Capabilities& c = context->capabilities();
    const double load = loadAverageWithWarning(options.common.quiet);
    const InterruptGuard guard;
    FermiReport report;
    const auto reportResults = [&](bool draws) {
        const bool prints = printsText(options.common);
        if (prints) printFermi(report, c, options, load);
        Json json = {{"suite", "fermi"},
                     {"device", c.renderer},
                     {"driver", c.version},
                     {"load_average", toJson(load)},
                     {"beta", fermiBeta},
                     {"trials", 1},
                     {"algorithm", "kennedy-pendleton"},
                     {"complete", report.complete},
                     {"cases", fermiJson(report)},
                     {"skipped", skippedJson(report)}};
        json["figures"] =
            report.rows.empty() || !draws
                ? Json::array()
                : figures([&] { return drawFermi(report, c.renderer, options.output); }, prints && !options.markdown);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    const Rescue rescue([&] {
        report.complete = false;
        reportResults(/*draws=*/false);
    });
    FermiRuns runs(context, options, report);
    for (const FermiBackend& place : fermiBackends(c, options.common))
        if (!interrupted()) runs.run(place);
    report.complete = !interrupted();
    reportResults(/*draws=*/true);
    return report.complete ? success : interruptedExit;
}

} // namespace gaugegl::cli
