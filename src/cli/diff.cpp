// gaugegl diff: how far two configurations, or two propagators, are apart.  Needs no OpenGL.
#include "command.h"
#include "outputs.h"
#include "propagator_checks.h"
#include "report.h"

#include "chain/streamed_loops.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace gaugegl::cli {
namespace {

struct DiffOptions {
    CommonOptions common;
    std::string a, b;
    FileHints hints;
    bool gaugeInvariant = false;
    double tolerance = 0;
};

/// The largest of some numbers, where it is, and their mean square.
class Largest {
public:
    void add(double value, std::int64_t site, const char* what)
    {
        squares_ += value * value;
        ++count_;
        if (value <= value_) return;
        value_ = value;
        site_ = site;
        what_ = what;
    }
    double value() const { return value_; }
    double rms() const { return count_ > 0 ? std::sqrt(squares_ / double(count_)) : 0; }
    std::string place(const Lattice& lattice) const
    {
        return fmt::format("{} of site ({})", what_, fmt::join(lattice.coordinates(site_), ","));
    }

private:
    double value_ = -1, squares_ = 0;
    std::int64_t count_ = 0, site_ = 0;
    const char* what_ = "";
};

/// Compares slabs, of which `first` is the number of the first site, element by element.
void compareLinks(Largest& of, const HostGaugeField& a, const HostGaugeField& b, std::int64_t first)
{
    for (std::int64_t site = 0; site < a.lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const auto u = a.link(mu, site), v = b.link(mu, site);
            double most = 0;
            for (std::size_t i = 0; i < u.size(); ++i)
                most = std::max(most, std::abs(u[i] - v[i]));
            of.add(most, first + site, directionNames[std::size_t(mu)]);
        }
}

struct LoopDifference {
    Largest plaquettes, polyakov;
};

LoopDifference compareLoops(StreamedConfiguration& a, StreamedConfiguration& b)
{
    const Lattice& lattice = a.header().lattice;
    const int slices = lattice.extent(3);
    PolyakovLines linesOfA(lattice, a.header().group), linesOfB(lattice, b.header().group);
    LoopDifference difference;
    HostGaugeField ofA = a.slab(0), ofB = b.slab(0);
    for (int t = 0; t < slices; t += 2) {
        HostGaugeField nextA = a.slab((t + 2) % slices), nextB = b.slab((t + 2) % slices);
        linesOfA.add({t, ofA});
        linesOfB.add({t, ofB});
        const auto inA = sitePlaquettes(ofA, nextA), inB = sitePlaquettes(ofB, nextB);
        for (std::size_t site = 0; site < inA.size(); ++site)
            for (std::size_t plane = 0; plane < planesOfSite.size(); ++plane)
                difference.plaquettes.add(std::abs(inA[site][plane] - inB[site][plane]),
                                          t * lattice.spatialVolume() + std::int64_t(site), planesOfSite[plane]);
        ofA = std::move(nextA);
        ofB = std::move(nextB);
    }
    for (std::int64_t site = 0; site < lattice.spatialVolume(); ++site)
        difference.polyakov.add(std::abs(linesOfA.at(site) - linesOfB.at(site)), site, "loop");
    return difference;
}

int reportDifference(const DiffOptions& options, Json result, std::string text, double most)
{
    const bool same = most <= options.tolerance;
    result["tolerance"] = options.tolerance;
    result["same"] = same;
    text += same ? (most == 0 ? "the same\n" : fmt::format("the same to {:g}\n", options.tolerance)) : "different\n";
    reportResult(options.common, text, result);
    return same ? success : verificationFailure;
}

int diffPropagators(const DiffOptions& options)
{
    if (options.gaugeInvariant) throw InputError("--gauge-invariant compares configurations, not propagators");
    const PropagatorDifference difference = comparePropagators(options.a, options.b);
    const Json result = {{"a", options.a},
                         {"b", options.b},
                         {"columns",
                          {{"largest", toJson(difference.largest)},
                           {"rms", toJson(difference.rms)},
                           {"relative", toJson(difference.relative)},
                           {"place", difference.place}}}};
    const std::string text = fmt::format(
        "columns         largest difference {:.6e}, {}; root of the mean square {:.6e}; |a - b| / |a| {:.6e}\n",
        difference.largest, difference.place, difference.rms, difference.relative);
    return reportDifference(options, result, text, difference.largest);
}

int runDiff(const DiffOptions& options)
{
    checkOutputs(options.common, {}, {options.a, options.b});
    const bool raw = !options.hints.layout.empty();
    if (!raw && (io::beginsAsPropagator(options.a) || io::beginsAsPropagator(options.b)))
        return diffPropagators(options);
    const io::GaugeFileHints hints = parseHints(options.hints);
    const auto hintsOf = [&hints](const std::string& file) {
        io::GaugeFileHints of = hints;
        if (io::beginsAsGaugeFile(file)) of.layout.reset(); // the other one has it
        return of;
    };
    StreamedConfiguration a(options.a, hintsOf(options.a)), b(options.b, hintsOf(options.b));
    warned(a.header().warnings);
    warned(b.header().warnings);
    const Lattice lattice = a.header().lattice;
    if (a.header().group != b.header().group || lattice != b.header().lattice)
        throw FileError(options.b,
                        fmt::format("holds {} on {}, but {} holds {} on {}", name(b.header().group),
                                    b.header().lattice.name(), options.a, name(a.header().group), lattice.name()));
    Largest links;
    a.readAll(
        [&](const Slab& slab) { compareLinks(links, slab.links, b.slab(slab.t), slab.t * lattice.spatialVolume()); });
    b.readAll();
    Json result = {{"a", options.a}, {"b", options.b}};
    std::string text;
    double most = 0;
    const auto add = [&](const char* key, const char* what, const Largest& of) {
        result[key] = {{"largest", toJson(of.value())}, {"rms", toJson(of.rms())}, {"place", of.place(lattice)}};
        text += fmt::format("{:<16}largest difference {:.6e}, {}; root of the mean square {:.6e}\n", what, of.value(),
                            of.place(lattice), of.rms());
        most = std::max(most, of.value());
    };
    if (options.gaugeInvariant) {
        const LoopDifference loops = compareLoops(a, b);
        add("plaquettes", "plaquettes", loops.plaquettes);
        add("polyakov", "Polyakov loops", loops.polyakov);
    } else {
        add("links", "links", links);
    }
    return reportDifference(options, std::move(result), std::move(text), most);
}

} // namespace

void addDiff(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<DiffOptions>(
        app, chosen, "diff", "Compare the links of two configurations, or two propagators; exit code 3 if they differ",
        runDiff);
    command
        .add_option("a", options.a,
                    "Configuration, " + io::formatWords() + ", or propagator, " + io::propagatorFormatWords())
        ->required();
    command.add_option("b", options.b, "Another one, in any format")->required();
    command.add_flag("--gauge-invariant", options.gaugeInvariant,
                     "Compare plaquettes and Polyakov loops site by site, which gauge transformations keep");
    command
        .add_option("--tolerance", options.tolerance,
                    "Largest difference of an element, or of a loop, of what is the same")
        ->check(notNegative())
        ->capture_default_str();
    addRawHintOptions(command, options.hints);
    addReportOptions(command, options.common);
}

} // namespace gaugegl::cli
