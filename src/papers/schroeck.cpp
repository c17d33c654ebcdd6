// Schroeck, Vogt, "Gauge fixing using overrelaxation and simulated annealing on GPUs" (arXiv:1209.4008).
#include "papers/evaluation.h"
#include "papers/suites.h"

#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/open_device.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/update/update.h"
#include "host/gauge_fixing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gaugegl::papers {
namespace {

const std::vector<std::string> fixingLattices = {"16x16x16x4", "16x16x16x8",  "16x16x16x16", "16x16x16x32",
                                                 "32x32x32x8", "32x32x32x16", "32x32x32x32", "32x32x32x64"};

std::vector<Piece> fixingPieces()
{
    return latticePieces(
        fixingLattices,
        [](const std::string& lattice) {
            return SuiteWork{fixingSuite, {.precision = "all", .lattices = {Lattice::parse(lattice)}, .seconds = 0.3}};
        },
        [](double sites) { // at least three calls of each of about twenty rows
            constexpr double rows = 20, perSite = 2e-6;
            return Cost{.fixed = 15 + rows * std::max(0.3, 3 * perSite * sites)};
        });
}

/// An iteration visits the sites of both parities, a call those of one.
double thousandIterations(const Json& row) { return 2000 * number(row, "seconds"); }
double fixingExtent(const Json& row) { return row.at("lattice").at(3).get<double>(); }

const char* threadsOf(const std::string& name)
{
    if (name == "fix-landau-one-thread") return "1 thread/site, ";
    return name == "fix-landau-eight-threads" ? "8 threads/site, " : "";
}

std::string labelOf(const Json& row)
{
    return fmt::format("{}{}, {}^3", threadsOf(text(row, "name")), placeOf(row), row.at("lattice").at(0).get<int>());
}

Finding evaluateFixingRates(const Data& data)
{
    const Json rows = data.rows("kernels"), single = rowsWhere(rows, inPrecision("single"));
    Finding found;
    for (const bool rate : {true, false}) {
        PaperFigure figure{
            .name = rate ? "gflops" : "seconds",
            .title = "Overrelaxation in Landau gauge, SU(3), on " + data.device,
            .xLabel = "extent in time",
            .yLabel = rate ? "GFLOPS" : "time of 1000 iterations / s",
            .ours = curvesOf(
                rate ? rows : single, fixingExtent,
                [rate](const Json& row) { return rate ? number(row, "gflops") : thousandIterations(row); }, labelOf),
            .axes = {.logX = true, .logY = true, .xBase = 2}};
        if (rate) figure.published = levelsBelow(figure.ours, {{"GTX 580, 8 threads/site, single", 300}});
        found.figures.push_back(figure);
    }
    const Json onDevice = rowsWhere(single, isOfDevice);
    found.table = {peakRate(onDevice, "gflops", "GFLOPS", data, "single precision, the best", gtx580, 300)};
    const double one = most(rowsWhere(onDevice, named("fix-landau-one-thread")), "gflops"),
                 eight = most(rowsWhere(onDevice, named("fix-landau-eight-threads")), "gflops"),
                 inDouble = most(rowsWhere(rowsWhere(rows, inPrecision("double")), isOfDevice), "gflops");
    found.table.push_back({.what = "eight threads over one, compute shaders, single precision; the paper: more than 2",
                           .published = 2,
                           .ours = eight / one});
    found.table.push_back(
        {.what = "double over single precision, the best of both", .ours = inDouble / most(onDevice, "gflops")});
    const char* threads = "eight threads for each site are more than twice as fast as one";
    found.statements = {
        reachesCard(data, found.table.front()),
        ofCards(data, statement(threads, eight / one, 2, INFINITY),
                "where threads of a work group take turns on a processor, whose registers spill into a cache")};
    found.remarks = {"GFLOPS count 2253 operations for each site and iteration, as papers on gauge fixing do."};
    return found;
}

Finding evaluateFixingSpeed(const Data& data)
{
    const Json rows = rowsWhere(data.rows("kernels"), inPrecision("single")), onDevice = rowsWhere(rows, isOfDevice);
    // FermiQCD on the four cores of an i7-950, from the rate of the card and the factor of 150.
    constexpr double fermiQcd = 2;
    Finding found;
    PaperFigure figure{
        .name = "speed",
        .title = "Overrelaxation in Landau gauge, SU(3), single precision, on " + data.device,
        .xLabel = "extent in time",
        .yLabel = "speed over FermiQCD on four cores of 2012",
        .ours = curvesOf(
            rows, fixingExtent, [](const Json& row) { return number(row, "gflops") / fermiQcd; }, labelOf),
        .axes = {.logX = true, .logY = true, .xBase = 2}};
    figure.published = levelsBelow(figure.ours, {{"GTX 580", 150}});
    found.figures = {figure};
    const double device = most(onDevice, "gflops"),
                 host = most(rowsWhere(rows, [](const Json&row) { return !isOfDevice(row); }), "gflops");
    found.table = {{.what = "the device over FermiQCD on four cores of an i7-950 (2 GFLOPS, from the paper's numbers)",
                    .published = 150,
                    .ours = device / fermiQcd},
                   {.what = "the host's own code, all cores, over the same", .ours = host / fermiQcd},
                   {.what = "the device over the host's own code, all cores", .ours = device / host}};
    const char* claim = "the card is more than 150 times as fast as four cores of an unoptimised program";
    found.statements = {ofCards(data, statement(claim, device / fermiQcd, 150, INFINITY), softwareDevice)};
    found.remarks = {
        "FermiQCD's rate is not published: 2 GFLOPS follow from 300 and 150. The host's own code, with vector "
        "instructions, shows how much of the factor was that of the program."};
    return found;
}

constexpr double tuningTolerance = 1e-10;
constexpr int tuningLimit = 3000; ///< iterations at most

constexpr double finest = 0.05; ///< between two values of omega or p
constexpr std::array tuningExtents = {8, 16};

/// The iterations to Landau gauge against omega and p, each from the same links; of a fraction of the values.  A software driver makes the
/// links alone: what the iterations do is the same on the host, whose code is faster there.
Json measureTuning(int extent, const std::shared_ptr<gl::Context>& context, const SuiteRequest& request,
                   double fraction)
{
    constexpr HeatBath heatBath = {.beta = 6.0};
    constexpr std::uint64_t seed = 1;
    constexpr int sweeps = 100;
    const Lattice lattice({extent, extent, extent, extent});
    Device device = openDevice(context, request.device);
    GaugeField links(device, lattice, Group::SU3);
    hotStart(links, seed);
    for (std::uint32_t sweep = 0; sweep < sweeps && !interrupted(); ++sweep) {
        heatBathSweep(links, heatBath, seed, sweep);
        device.finish();
    }
    const HostGaugeField onHost = download(links);
    GaugeFixer fixer(device, lattice, Group::SU3);
    const auto goesOn = [](const FixingState&) { return !interrupted(); };
    const auto fixed = [&](const GaugeFixing& fixing) {
        if (!context->capabilities().software) {
            GaugeField u = links;
            return fixer.fix(u, fixing, goesOn);
        }
        HostGaugeField u = onHost;
        return host::fix(u, fixing, FixingPrecision::Double, goesOn);
    };
    Json rows = Json::array();
    constexpr int firstOmega = 20, values = 19; // omega from 1.0 to 1.9, p from 0 to 0.9
    const int step = std::max(1, int(std::lround(1 / fraction))), each = (values - 1) / step + 1;
    Progress progress(request.progress("gauge fixing", std::int64_t(2) * each));
    const auto measure = [&](const char* what, double value, GaugeFixing fixing) {
        fixing.tolerance = tuningTolerance;
        fixing.maxIterations = tuningLimit;
        fixing.checkEvery = 5;
        const FixingResult result = fixed(fixing);
        rows.push_back({{"parameter", what},
                        {"value", value},
                        {"iterations", result.iterations},
                        {"converged", result.converged}});
        progress.update(std::int64_t(rows.size()));
    };
    for (int k = 0; k < values && !interrupted(); k += step) {
        const double omega = finest * (firstOmega + k);
        measure("omega", omega, {.method = FixingMethod::Overrelaxation, .omega = omega});
    }
    for (int k = 0; k < values && !interrupted(); k += step)
        measure("p", finest * k, {.method = FixingMethod::StochasticRelaxation, .probability = finest * k});
    if (interrupted()) return nullptr;
    progress.finish();
    return {{"tuning", rows}, {"extent", extent}, {"spacing", finest * step}};
}

std::vector<Piece> tuningPieces()
{
    std::vector<Piece> pieces;
    pieces.reserve(tuningExtents.size());
    for (const int extent : tuningExtents)
        pieces.push_back(
            {.name = fmt::format("{0}x{0}x{0}x{0}", extent),
             .work = OtherWork([extent](const std::shared_ptr<gl::Context>& context, const SuiteRequest& request,
                                        double fraction) { return measureTuning(extent, context, request, fraction); }),
             .cost = {.fixed = 5, .preparation = 1e-4 * std::pow(extent, 4), .scaled = 1.4e-2 * std::pow(extent, 4)}});
    return pieces;
}

/// The parameter of the fewest iterations; null where none converged.
Json bestOf(const Json& rows, const char* parameter)
{
    return greatest(rowsWhere(rows,
                              [parameter](const Json& row) {
                                  return text(row, "parameter") == parameter && row.at("converged").get<bool>();
                              }),
                    [](const Json& row) { return -number(row, "iterations"); });
}

/// What iterations say of a parameter.
struct Optimum {
    double scatter =
        unknownNumber; ///< of ln(iterations) about those of both neighbours: values lead to other Gribov copies
    double error =
        unknownNumber; ///< of the value of the fewest: half of the range where they are fewest within twice the scatter
};

/// Rows of one parameter in rising order, equally spaced.
Optimum optimumOf(const Json& rows, double spacing)
{
    std::vector<double> values, logarithms, deviations;
    for (const Json& row : rows)
        if (row.at("converged").get<bool>()) {
            values.push_back(number(row, "value"));
            logarithms.push_back(std::log(number(row, "iterations")));
        }
    for (std::size_t k = 1; k + 1 < logarithms.size(); ++k)
        deviations.push_back(std::abs(logarithms[k] - (logarithms[k - 1] + logarithms[k + 1]) / 2));
    if (deviations.empty()) return {};
    const auto middle = deviations.begin() + std::ptrdiff_t(deviations.size() / 2);
    std::nth_element(deviations.begin(), middle, deviations.end());
    constexpr double medianOfNormal = 0.6745;
    Optimum optimum{.scatter = *middle / medianOfNormal / std::sqrt(1.5)};
    const double fewest = *std::ranges::min_element(logarithms);
    double first = INFINITY, last = -INFINITY;
    for (std::size_t k = 0; k < values.size(); ++k)
        if (logarithms[k] <= fewest + 2 * optimum.scatter) {
            first = std::min(first, values[k]);
            last = std::max(last, values[k]);
        }
    optimum.error = std::max(spacing, last - first) / 2;
    return optimum;
}

Finding evaluateTuning(const Data& data)
{
    const Json rows = data.pieces.empty() ? Json::array() : data.pieces.back().result.value("tuning", Json::array());
    const double extent = data.pieces.empty() ? unknownNumber : number(data.pieces.back().result, "extent"),
                 spacing = data.pieces.empty() ? unknownNumber : data.pieces.back().result.value("spacing", finest);
    Finding found;
    const auto value = [](const Json& row) { return number(row, "value"); };
    const auto iterations = [](const Json& row) {
        return row.at("converged").get<bool>() ? number(row, "iterations") : unknownNumber;
    };
    constexpr double publishedOmega = 1.7, readingError = 0.05;
    double pull = unknownNumber, scatter = unknownNumber;
    for (const char* parameter : {"omega", "p"}) {
        const Json ofOne =
            rowsWhere(rows, [parameter](const Json& row) { return text(row, "parameter") == parameter; });
        found.figures.push_back(
            {.name = parameter,
             .title = fmt::format("Landau gauge of one SU(3) configuration, {}^4, beta = 6, to 1e-10", extent),
             .xLabel = parameter,
             .yLabel = "iterations",
             .ours = curvesOf(ofOne, value, iterations,
                              [parameter](const Json&) {
                                  return parameter == std::string("omega") ? "overrelaxation" : "stochastic relaxation";
                              }),
             .axes = {.logY = true}});
        const Json best = bestOf(rows, parameter);
        if (best.is_null()) continue;
        const bool omega = parameter == std::string("omega");
        const Optimum optimum = optimumOf(ofOne, spacing);
        if (omega) {
            scatter = optimum.scatter;
            pull = std::abs(value(best) - publishedOmega) / std::hypot(optimum.error, readingError);
        }
        found.table.push_back(
            {.what = fmt::format("{} of the fewest iterations ({})", parameter, number(best, "iterations")),
             .published = omega ? std::optional(publishedOmega) : std::nullopt,
             .publishedError = omega ? std::optional(readingError) : std::nullopt,
             .ours = value(best),
             .error = optimum.error});
    }
    const Json omega = bestOf(rows, "omega"), p = bestOf(rows, "p");
    const GaugeFixing defaults;
    double saving = unknownNumber;
    for (const Json& row : rows)
        if (text(row, "parameter") == "omega" && value(row) < 1.01 && !omega.is_null())
            saving = number(row, "iterations") / number(omega, "iterations");
    // A small lattice needs few iterations, fewest at a smaller omega: it says nothing of the claim.
    const bool large = extent >= tuningExtents.back();
    const std::string reason =
        fmt::format("what is best depends on the lattice; {}^4 is not measured yet", tuningExtents.back());
    found.statements = {statement("overrelaxation needs fewest iterations near omega = 1.7: the distance of the best "
                                  "omega from it in errors is at most 2",
                                  large ? pull : unknownNumber, 0, 2, reason),
                        statement("tuning saves more than a factor of 2 against omega = 1",
                                  large ? saving : unknownNumber, 2, INFINITY, reason)};
    if (!p.is_null())
        found.remarks = {
            fmt::format("The program's defaults are omega = {}, p = {}; the best here omega = {:.3g} and p = "
                        "{:.3g}. The best parameters change with the lattice and the configuration. Iterations of "
                        "overrelaxation scatter by {:.0f} % from one omega to the next, since each leads to a Gribov "
                        "copy of its own; the error of the best value is half of the range in which they are fewest "
                        "within twice that. A run that "
                        "does not converge in {} iterations has no point, and its number is a lower bound in "
                        "the statement.",
                        defaults.omega, defaults.probability, value(omega), value(p), 100 * scatter, tuningLimit)};
    return found;
}

} // namespace

std::vector<Experiment> schroeckExperiments(const Paper& paper)
{
    const char* published =
        "1000 iterations in Landau gauge, SU(3), fixed extents in space, against the extent in time, "
        "single and double precision; here 16^3 and 32^3, the time of an iteration is sampled";
    return {{.id = "schroeck-1",
             .paper = &paper,
             .title = "GFLOPS and seconds of 1000 iterations against the extent in time",
             .claim = "Eight threads for each site reach 300 GFLOPS in single precision, more than twice those of one.",
             .published = published,
             .smallest = "16^3 x 4",
             .pieces = fixingPieces,
             .evaluate = evaluateFixingRates},
            {.id = "schroeck-2-left",
             .paper = &paper,
             .title = "iterations against omega and p on one configuration",
             .claim = "Tuning omega and p saves most of the iterations; the best omega is near 1.7.",
             .published = "one configuration; here SU(3), 16^4, beta 6, to 1e-10, 19 values of omega and 19 of p",
             .smallest = "8^4",
             .pieces = tuningPieces,
             .evaluate = evaluateTuning,
             .leastFraction = 0.3},
            {.id = "schroeck-2-right",
             .paper = &paper,
             .title = "speed-up over FermiQCD on four cores",
             .claim = "The card is more than 150 times as fast as FermiQCD on the four cores of an i7-950.",
             .published = published,
             .smallest = "16^3 x 4",
             .pieces = fixingPieces,
             .evaluate = evaluateFixingSpeed,
             .shares = "schroeck-1"}};
}

} // namespace gaugegl::papers
