#include "papers/fermi.h"
#include "papers/suites.h"

#include "base/host_threads.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/kernels.h"

#include <algorithm>
#include <set>

namespace gaugegl::papers {
namespace {

constexpr double defaultSeconds = 10;

/// What was not measured, and why.
struct Skipped {
    FermiBackend place;
    Lattice lattice;
    std::string reason;
};

std::string where(const FermiBackend& place)
{
    if (place.path) return name(*place.path, place.storage);
    return fmt::format("reference, {} thread{}", place.threads, place.threads == 1 ? "" : "s");
}

/// Textures that hold the links; nothing where they lie elsewhere.
report::Json arrays(const FermiBackend& place)
{
    return place.path && place.storage == Storage::Texture ? report::Json(place.linkArrays) : report::Json();
}

std::string label(const FermiBackend& place)
{
    return fmt::format(
        "{}, {}{}", where(place), name(place.precision),
        place.linkArrays < 8 ? fmt::format(", {} array{}", place.linkArrays, place.linkArrays == 1 ? "" : "s") : "");
}

class FermiSuite final : public Suite {
public:
    explicit FermiSuite(const SuiteRequest& wanted)
        : Suite(wanted), lattices_(wanted.latticesOr({"4x4x4x4", "8x8x8x8", "12x12x12x12", "16x16x16x16", "24x24x24x24",
                                                      "32x32x32x32", "48x48x48x48"}))
    {}

    void measure(const std::shared_ptr<gl::Context>& context) override
    {
        for (const FermiBackend& place : places(context->capabilities()))
            if (!interrupted()) measure(context, place);
    }

    std::string text(const Machine& machine, bool markdown) const override
    {
        std::string lines;
        if (const int cores = mostThreads(); cores > 0)
            lines =
                fmt::format("x 1 core, x all cores: link updates per second over those of the CPU reference, C++ in "
                            "double precision, on 1 and {} threads; on lattices that it was not measured on, over "
                            "those of its largest\n",
                            cores);
        for (const Skipped& s : skipped_)
            lines += fmt::format("not measured: {} {}: {}\n", s.lattice.name(), label(s.place), s.reason);
        return fmt::format(
            "SU(2) at beta {} from a hot start on {}, load average {:.2f} before the start.  An iteration is a "
            "heat bath sweep with one trial (Kennedy-Pendleton, Philox), the plaquette and its sum; at most {} "
            "iterations, none begun after {} s.\n\n{}{}",
            fermiBeta, machine.text(), machine.loadAverage, request().iterations, seconds(),
            tableText(columns(), rows_, markdown, 3), remarks(lines, markdown));
    }

    report::Json json() const override
    {
        report::Json skipped = report::Json::array();
        for (const Skipped& s : skipped_)
            skipped.push_back({{"lattice", s.lattice.extents()}, {"place", label(s.place)}, {"reason", s.reason}});
        return {{"beta", fermiBeta},
                {"trials", 1},
                {"algorithm", "kennedy-pendleton"},
                {"cases", columns().list(rows_)},
                {"skipped", skipped}};
    }

    /// The last two are figure 6 of the paper: without the reference over itself, and with the usual textures alone, as more curves could
    /// not be told apart.
    std::vector<std::string> draw(const Machine& machine) const override
    {
        std::vector<std::string> files;
        const auto add = [&](const char* suffix, const char* axis, bool logarithmic, const auto& value) {
            std::vector<report::Curve> curves;
            for (const FermiTiming& row : rows_)
                addPoint(curves, label(row.place), double(row.lattice.volume()), value(row));
            drawCurves(files,
                       figure(fmt::format("bench_fermi_{}", suffix),
                              fmt::format("SU(2) heat bath and plaquette on {}", machine.device), volumeLabel, axis),
                       curves, volumeAxes(logarithmic));
        };
        const auto times = [&](const FermiTiming& t, int threads) {
            return t.place.threads == threads || t.place.linkArrays < 8 ? unknownNumber : timesReference(t, threads);
        };
        add("gflops", "GFLOPS", false, [](const FermiTiming& t) { return t.gflops(); });
        add("sweeps", "sweeps per day", true, [](const FermiTiming& t) { return t.sweepsPerDay(); });
        add("times_one_core", "speed over that of one core of the CPU", true,
            [&](const FermiTiming& t) { return times(t, 1); });
        add("times_all_cores", "speed over that of all cores of the CPU", true,
            [&](const FermiTiming& t) { return t.place.path ? times(t, mostThreads()) : unknownNumber; });
        return files;
    }

    bool empty() const override { return rows_.empty(); }

private:
    double seconds() const { return request().seconds.value_or(defaultSeconds); }

    /// The reference last: its threads spin for a while after their work.
    std::vector<FermiBackend> places(const gl::Capabilities& c) const
    {
        std::vector<FermiBackend> result;
        for (const BenchTarget& target : request().targets(c, "all")) {
            result.push_back({.path = target.path, .precision = target.precision, .storage = target.storage});
            if (target.path == Path::Compute && target.storage == Storage::Texture)
                for (const int number : linkArrayChoices)
                    result.push_back({.path = target.path, .precision = target.precision, .linkArrays = number});
        }
        if (request().path == "all" || request().path == "reference")
            for (const int threads : std::set<int>{1, hostThreads()})
                result.push_back({.threads = threads});
        return result;
    }

    /// The lattices of one place in their order.
    void measure(const std::shared_ptr<gl::Context>& context, const FermiBackend& place)
    {
        std::optional<Device> device;
        if (place.path) device.emplace(context, request().deviceOf({*place.path, place.precision, place.storage}));
        std::optional<FermiTiming> smaller;
        for (const Lattice& lattice : lattices_) {
            if (interrupted()) break;
            const std::string reason = whyNot(context->capabilities(), place, lattice, smaller);
            if (!reason.empty()) {
                skipped_.push_back({place, lattice, reason});
                continue;
            }
            try {
                if (const auto timing = measured(device, place, lattice)) smaller = rows_.emplace_back(*timing);
            } catch (const DeviceError& error) { // the device has no room after all
                context->throwOnReset();
                skipped_.push_back({place, lattice, error.what()});
            }
        }
    }

    std::string whyNot(const gl::Capabilities& c, const FermiBackend& place, const Lattice& lattice,
                       const std::optional<FermiTiming>& smaller) const
    {
        if (place.path) {
            std::string reason = whyItDoesNotFit(fitLimits(c, place.storage), lattice, Group::SU2, place.precision);
            if (!reason.empty()) return reason;
        }
        if (!smaller) return "";
        const double expected = smaller->fastest * double(lattice.volume()) / double(smaller->lattice.volume());
        if (expected <= seconds()) return "";
        return fmt::format("one iteration would take about {:.3g} s; --seconds allows {:.3g}", expected, seconds());
    }

    /// Nothing after a signal.
    std::optional<FermiTiming> measured(std::optional<Device>& device, const FermiBackend& place,
                                        const Lattice& lattice)
    {
        Progress progress(request().progress(fmt::format("{} {}", lattice.name(), label(place)), request().iterations));
        const FermiLimits limits = {
            .iterations = request().iterations, .seconds = seconds(), .proceeds = [&](int iteration) {
                progress.update(iteration);
                return !interrupted();
            }};
        const BlockingCall measuring; // does not touch the rows
        const FermiTiming timing =
            device ? measureFermi(*device, lattice, place, limits) : measureFermiReference(lattice, place, limits);
        progress.update(timing.iterations);
        return timing.complete ? std::optional(timing) : std::nullopt;
    }

    /// The reference on so many threads that a row is compared with: on its lattice, or on the largest that was measured.
    const FermiTiming* referenceFor(const FermiTiming& row, int threads) const
    {
        const FermiTiming* found = nullptr;
        for (const FermiTiming& other : rows_) {
            if (threads == 0 || other.place.threads != threads) continue;
            if (other.lattice == row.lattice) return &other;
            if (!found || found->lattice.volume() < other.lattice.volume()) found = &other;
        }
        return found;
    }

    double timesReference(const FermiTiming& row, int threads) const
    {
        const FermiTiming* reference = referenceFor(row, threads);
        return reference ? row.linksPerSecond() / reference->linksPerSecond() : unknownNumber;
    }

    int mostThreads() const
    {
        int threads = 0;
        for (const FermiTiming& row : rows_)
            threads = std::max(threads, row.place.threads);
        return threads;
    }

    report::Columns<FermiTiming> columns() const
    {
        using Row = const FermiTiming&;
        const auto none = [](Row) { return ""; };
        report::Columns<FermiTiming> all;
        all.add(
            "lattice", "lattice", [](Row t) { return report::Json(t.lattice.extents()); },
            [](Row t) { return t.lattice.name(); });
        all.add(
            "path", "path",
            [](Row t) { return t.place.path ? name(*t.place.path, t.place.storage) : std::string("reference"); },
            [](Row t) { return where(t.place); });
        all.add("precision", "precision", [](Row t) { return name(t.place.precision); });
        all.add(
            "link arrays", "link_arrays", [](Row t) { return arrays(t.place); },
            [](Row t) { return arrays(t.place).is_null() ? "" : arrays(t.place).dump(); });
        all.add(
            "", "threads", [](Row t) { return t.place.path ? report::Json() : report::Json(t.place.threads); }, none);
        all.add("iterations", "iterations", &FermiTiming::iterations);
        all.add("ms", "seconds", &FermiTiming::seconds, [](Row t) { return digits(1e3 * t.seconds); });
        all.add("", "fastest", &FermiTiming::fastest);
        all.add("", "flops", &FermiTiming::flops);
        all.add("GFLOPS", "gflops", &FermiTiming::gflops, fourDigits);
        all.add("Mlinks/s", "links_per_second", &FermiTiming::linksPerSecond,
                [](Row t) { return digits(1e-6 * t.linksPerSecond()); });
        all.add("sweeps/day", "sweeps_per_day", &FermiTiming::sweepsPerDay, fourDigits);
        all.add(
            "x 1 core", "times_one_core", [this](Row t) { return timesReference(t, 1); }, fourDigits);
        all.add(
            "x all cores", "times_all_cores", [this](Row t) { return timesReference(t, mostThreads()); }, fourDigits);
        all.add(
            "", "reference_lattice",
            [this](Row t) {
                const FermiTiming* one = referenceFor(t, 1);
                return one ? report::Json(one->lattice.extents()) : report::Json();
            },
            none);
        all.add("plaquette", "plaquette", &FermiTiming::plaquette, "{:.6f}");
        return all;
    }

    std::vector<Lattice> lattices_;
    std::vector<FermiTiming> rows_;
    std::vector<Skipped> skipped_;
};

} // namespace

std::unique_ptr<Suite> fermiSuite(const SuiteRequest& request) { return std::make_unique<FermiSuite>(request); }

} // namespace gaugegl::papers
