// The plaquette and the Polyakov loop of Cardoso and Bicudo.
#include "papers/cardoso.h"

#include "analysis/literature.h"
#include "analysis/plaquette_expansion.h"
#include "run/scan_report.h"

#include <algorithm>

namespace gaugegl::papers {
namespace {

using analysis::Estimate;

/// The runs of a scan, each a piece.
std::vector<Piece> scanPieces(const char* text, double secondsOfSite)
{
    std::vector<Piece> pieces;
    for (ScanPoint& point : pointsOf(parseRunConfig(text, "papers"))) {
        const double sites = double(Lattice(point.run.lattice.extents).volume());
        const double thermalisation = point.run.update.thermalisation, sweeps = point.run.update.sweeps;
        pieces.push_back({.name = point.relative,
                          .work = RunWork{point.run},
                          .cost = {.fixed = 2,
                                   .preparation = secondsOfSite * sites * thermalisation,
                                   .scaled = secondsOfSite * sites * sweeps}});
    }
    return pieces;
}

/// The averages of all runs that are there.
std::vector<ScanAverages> averagesOfScan(const Data& data)
{
    std::vector<ScanAverages> all;
    for (const PieceData& piece : data.pieces) {
        ScanPoint point{loadRunConfig(piece.folder + "/run.toml"), piece.name};
        point.run.output.directory = piece.folder;
        all.push_back(averagesOf(point));
    }
    return all;
}

void addEstimate(std::vector<report::Curve>& curves, const std::string& label, double x,
                 const std::optional<Estimate>& y)
{
    if (y) addPoint(curves, label, x, y->mean, y->error);
}

// Figure 8.

constexpr const char* plaquetteScan = R"(
[lattice]
extents = [16, 16, 16, 16]
group = "su2"
[scan]
beta = [0.5, 1.1, 1.6, 2.0, 2.2, 2.4, 2.6, 3.0, 3.5, 4.5, 6.0]
[update]
seed = 1
overrelaxation = 0
thermalisation = 100
sweeps = 400
[measure]
every = 2
[output]
directory = "cardoso-8"
)";

/// A curve of an expansion.
report::Curve expansion(const char* label, double (*plaquette)(Group, double), double first, double last)
{
    report::Curve curve{.label = label, .style = report::CurveStyle::Line};
    constexpr int steps = 100;
    for (int k = 0; k <= steps; ++k) {
        const double beta = first + (last - first) * k / steps;
        curve.x.push_back(beta);
        curve.y.push_back(plaquette(Group::SU2, beta));
    }
    return curve;
}

Finding evaluatePlaquette(const Data& data)
{
    const std::vector<ScanAverages> points = averagesOfScan(data);
    Finding found;
    PaperFigure figure{
        .name = "plaquette",
        .title = "SU(2), 16^4, from a hot start",
        .xLabel = "beta",
        .yLabel = "plaquette",
        .published = {expansion("strong coupling", analysis::strongCouplingPlaquette, 0.2, 2.4),
                      expansion("weak coupling, three loops", analysis::weakCouplingPlaquette, 1.8, 6.2)}};
    // How far each expansion holds: to one per cent, about a mark of the paper's figure.
    constexpr double visible = 0.01;
    double strongUpTo = unknownNumber, weakFrom = unknownNumber;
    for (const ScanAverages& point : points) {
        addEstimate(figure.ours, "this program", point.beta, point.plaquette);
        const double strong = analysis::strongCouplingPlaquette(Group::SU2, point.beta),
                     weak = analysis::weakCouplingPlaquette(Group::SU2, point.beta);
        const bool isStrong = std::abs(strong - point.plaquette.mean) < std::abs(weak - point.plaquette.mean);
        found.table.push_back({.what = fmt::format("beta {}; {} coupling", point.beta, isStrong ? "strong" : "weak"),
                               .published = isStrong ? strong : weak,
                               .ours = point.plaquette.mean,
                               .error = point.plaquette.error});
        const double distance = std::abs((isStrong ? strong : weak) / point.plaquette.mean - 1);
        if (isStrong && distance < visible)
            strongUpTo = std::isnan(strongUpTo) ? point.beta : std::max(strongUpTo, point.beta);
        if (!isStrong && distance < visible)
            weakFrom = std::isnan(weakFrom) ? point.beta : std::min(weakFrom, point.beta);
    }
    // Where an expansion ends is seen only with a coupling beyond.
    const auto beyond = [&](auto isBeyond) { return std::ranges::any_of(points, isBeyond, &ScanAverages::beta); };
    if (!beyond([&](double beta) { return beta > strongUpTo; })) strongUpTo = unknownNumber;
    if (!beyond([&](double beta) { return beta < weakFrom; })) weakFrom = unknownNumber;
    for (report::Curve& curve : figure.ours)
        curve.style = report::CurveStyle::Points;
    found.figures = {figure};
    found.statements = {statement("the strong-coupling expansion agrees to 1 % up to a beta between 1 and 2",
                                  strongUpTo, 1, 2, "no point agrees, or none was measured beyond"),
                        statement("the weak-coupling expansion agrees to 1 % from a beta between 2 and 3.5 on",
                                  weakFrom, 2, 3.5, "no point agrees, or none was measured below")};
    found.remarks = {
        "The pull says where an expansion ends within the statistical errors, which are far smaller than a mark "
        "of the figure: there its next terms are seen."};
    return found;
}

// Figure 9.

constexpr const char* polyakovScan = R"(
[lattice]
extents = [12, 12, 12, 4]
group = "su2"
[scan]
beta = [1.6, 1.8, 1.9, 2.0, 2.2, 2.3, 2.4, 2.5, 2.6, 3.0]
nt = [2, 4, 6, 8]
[update]
seed = 1
overrelaxation = 2
thermalisation = 200
sweeps = 2000
[measure]
every = 4
observables = ["plaquette", "polyakov_loop"]
[output]
directory = "cardoso-9"
)";

Finding evaluatePolyakov(const Data& data)
{
    const std::vector<ScanAverages> points = averagesOfScan(data);
    Finding found;
    PaperFigure loops{.name = "loop", .title = "SU(2), 12^3 in space", .xLabel = "beta", .yLabel = "|L|"},
        energies{.name = "free-energy",
                 .title = "SU(2), 12^3 in space: the free energy of a quark, -ln |L| / Nt",
                 .xLabel = "beta",
                 .yLabel = "a F"};
    std::map<int, std::vector<ScanAverages>> byExtent;
    for (const ScanAverages& point : points) {
        if (!point.polyakov) continue;
        const std::string label = fmt::format("Nt = {}", point.nt);
        addEstimate(loops.ours, label, point.beta, point.polyakov);
        addEstimate(energies.ours, label, point.beta, point.freeEnergy);
        byExtent[point.nt].push_back(point);
    }
    found.figures = {loops, energies};
    // Where the loop passes the middle between its least and its greatest value.
    constexpr double wholeRise = 1; // of beta; an Nt of which less is measured is left out
    int risen = 0;
    double least = INFINITY, previous = -INFINITY;
    bool ordered = true;
    for (auto& [nt, ofOne] : byExtent) {
        std::ranges::sort(ofOne, {}, &ScanAverages::beta);
        if (ofOne.back().beta - ofOne.front().beta < wholeRise) continue;
        ++risen;
        const Estimate &low = *ofOne.front().polyakov, &high = *ofOne.back().polyakov;
        least = std::min(least, (high.mean - low.mean) / std::hypot(high.error, low.error));
        const double middle = (high.mean + low.mean) / 2;
        double at = unknownNumber;
        for (std::size_t k = 1; k < ofOne.size() && std::isnan(at); ++k) {
            const double a = ofOne[k - 1].polyakov->mean, b = ofOne[k].polyakov->mean;
            if (a < middle && b >= middle)
                at = ofOne[k - 1].beta + (ofOne[k].beta - ofOne[k - 1].beta) * (middle - a) / (b - a);
        }
        const auto known = analysis::publishedCriticalCoupling(Group::SU2, nt);
        found.table.push_back(
            {.what = fmt::format("beta where |L| passes the middle of its rise, Nt = {}; known: beta_c", nt),
             .published = known ? std::optional(known->value) : std::nullopt,
             .ours = at});
        ordered = ordered && at > previous;
        previous = at;
    }
    found.statements = {
        statement("the loop rises: from the least to the greatest beta by more than 5 sigma for each Nt",
                  risen == 0 ? unknownNumber : least, 5, INFINITY, "of no Nt all beta were measured"),
        risen > 1 ? Statement{"the coupling of the rise grows with Nt", ordered ? "it does" : "it does not", ordered}
                  : untestable("the coupling of the rise grows with Nt", "of less than two Nt all beta were measured")};
    found.remarks = {
        "The middle of the rise is not the critical coupling, but follows it. The paper shows its curves for several "
        "Nt at one Ns."};
    return found;
}

} // namespace

std::vector<Experiment> cardosoAverages(const Paper& paper)
{
    return {
        {.id = "cardoso-8",
         .paper = &paper,
         .title = "plaquette against beta with the expansions",
         .claim =
             "The plaquette follows the strong-coupling expansion at small beta and the weak-coupling one at large.",
         .published = "one lattice, many beta; here 16^4, eleven beta, 200 measurements each",
         .smallest = "one beta",
         .pieces = [] { return scanPieces(plaquetteScan, 2.5e-7); },
         .evaluate = evaluatePlaquette,
         .leastFraction = 0.05},
        {.id = "cardoso-9",
         .paper = &paper,
         .title = "Polyakov loop against beta for several extents in time, and the free energy",
         .claim = "The Polyakov loop rises at a coupling that grows with the extent in time.",
         .published = "several extents in time at one in space; here 12^3, Nt = 2, 4, 6, 8, ten beta, 500 measurements "
                      "each",
         .smallest = "Nt = 2",
         .pieces = [] { return scanPieces(polyakovScan, 6e-7); },
         .evaluate = evaluatePolyakov,
         .leastFraction = 0.02}};
}

} // namespace gaugegl::papers
