// The static potential of Cardoso and Bicudo: figures 10, 11 and table 3.
#include "papers/cardoso.h"

#include "gaugegl/analysis/jackknife.h"
#include "run/sweep_measurement.h"

#include <algorithm>

namespace gaugegl::papers {
namespace {

using analysis::Estimate;

/// A run of the list; `more` are overrides of its keys.
Piece runPiece(std::string name, const char* text, const RunOverrides& more, const Cost& cost)
{
    return {.name = std::move(name), .work = RunWork{parseRunConfig(text, "papers", more)}, .cost = cost};
}

constexpr const char* potentialRun = R"(
[lattice]
extents = [16, 16, 16, 16]
group = "su2"
[action]
beta = 2.5
[update]
seed = 1
overrelaxation = 4
thermalisation = 300
sweeps = 39620
[measure]
every = 5
[output]
directory = "potential"
plots = false
[loops]
every = 20
r_max = 8
t_max = 8
ape_alpha = 0.5
ape_steps = 25
)";

/// Of a sweep with its overrelaxation, and of loops, for each site.
constexpr double sweepSeconds = 1e-6, loopSeconds = 5e-6;

Cost potentialCost(const std::string& extents, double configurations, double every, double slower = 1)
{
    const double sites = double(Lattice::parse(extents).volume());
    return {.fixed = 5,
            .preparation = slower * sites * 300 * sweepSeconds,
            .scaled = slower * sites * configurations * (every * sweepSeconds + loopSeconds)};
}

std::vector<Piece> placePieces()
{
    const auto run = [](const char* name, const char* path, const char* precision, const char* storage, int seed,
                        double slower) {
        return runPiece(name, potentialRun,
                        {"update.sweeps=8000", fmt::format("device.path='{}'", path),
                         fmt::format("device.precision='{}'", precision), fmt::format("device.storage='{}'", storage),
                         fmt::format("update.seed={}", seed)},
                        potentialCost("16x16x16x16", 400, 20, slower));
    };
    return {run("fragment-single", "fragment", "single", "texture", 1, 1),
            run("cpu-double", "cpu", "double", "texture", 6, 1),
            run("compute-single", "compute", "single", "texture", 2, 1.5),
            run("cpu-single", "cpu", "single", "texture", 7, 0.5),
            run("buffers-single", "compute", "single", "buffer", 3, 2),
            run("fragment-double", "fragment", "double", "texture", 4, 2),
            run("compute-double", "compute", "double", "texture", 5, 2)};
}

/// "mean" and "error" of an object.
Estimate estimateOf(const Json& json)
{
    Estimate estimate;
    if (!json.is_object()) return estimate;
    estimate.mean = number(json, "mean");
    estimate.error = number(json, "error");
    return estimate;
}

/// V(R) of a run, as a curve of points, each beside those of the curves before.
void addPotential(std::vector<report::Curve>& curves, const std::string& label, const Json& loops)
{
    constexpr double shift = 0.06;
    const auto found = loops.find("potential");
    if (found == loops.end()) return;
    report::Curve curve{.label = label, .style = report::CurveStyle::Points};
    for (const Json& point : *found) {
        curve.x.push_back(number(point, "distance") + shift * double(curves.size()));
        curve.y.push_back(number(point, "mean"));
        curve.error.push_back(number(point, "error"));
    }
    curves.push_back(std::move(curve));
}

Json loopsOf(const PieceData& piece) { return piece.result.value("loops", Json::object()); }

Finding evaluatePlaces(const Data& data)
{
    Finding found;
    PaperFigure figure{.name = "potential", .title = "SU(2), 16^4, beta = 2.5", .xLabel = "R / a", .yLabel = "a V(R)"};
    constexpr double known = 0.1905, knownError = 0.0008;
    std::vector<std::pair<std::string, Estimate>> all;
    for (const PieceData& piece : data.pieces) {
        addPotential(figure.ours, piece.name, loopsOf(piece));
        const Estimate root = estimateOf(loopsOf(piece).value("root_sigma", Json()));
        found.table.push_back({.what = "a sqrt(sigma), " + piece.name,
                               .published = known,
                               .publishedError = knownError,
                               .ours = root.mean,
                               .error = root.error});
        if (std::isfinite(root.error)) all.emplace_back(piece.name, root);
    }
    found.figures = {figure};
    double largest = all.size() > 1 ? 0 : unknownNumber;
    for (const auto& a : all)
        for (const auto& b : all)
            largest = std::max(largest, std::abs(a.second.mean - b.second.mean) /
                                            std::max(std::hypot(a.second.error, b.second.error), 1e-300));
    if (all.size() <= 1) largest = unknownNumber;
    found.statements = {statement(
        "all kinds of shaders, the CPU and both precisions agree: the greatest difference of a sqrt(sigma) in "
        "standard errors is at most 3",
        largest, 0, 3, "no two of them have a fit: too few configurations")};
    found.remarks = {
        "The chains have random numbers of their own, so that differences are those of independent data. The "
        "published number is the literature's for beta = 2.5."};
    return found;
}

std::vector<Piece> spacingPieces()
{
    // 1981, 52712 and 1981 configurations.
    return {runPiece("2.5-smeared", potentialRun, {}, potentialCost("16x16x16x16", 1981, 20)),
            runPiece("2.8-smeared", potentialRun,
                     {"lattice.extents='24x24x24x24'", "action.beta=2.8", "update.seed=2", "loops.r_max=10",
                      "loops.t_max=8"},
                     potentialCost("24x24x24x24", 1981, 20)),
            runPiece("2.8-unsmeared", potentialRun,
                     {"lattice.extents='24x24x24x24'", "action.beta=2.8", "update.seed=3", "update.sweeps=1054240",
                      "loops.ape_steps=0", "loops.r_max=8", "loops.t_max=8"},
                     potentialCost("24x24x24x24", 52712, 20, 0.5))};
}

/// V(R) by smeared less that by unsmeared loops of the same configurations, from their ratio at the greatest T where the unsmeared one is
/// known to `wanted`; its error is that of the difference, not of two independent numbers.
struct PotentialDifference {
    std::string distance;
    int time = 0;
    Estimate difference;
    bool isPlateau = false; ///< the unsmeared one no longer falls: by less than two standard errors from the T before
};

std::vector<PotentialDifference> differencesOf(const std::string& folder)
{
    constexpr double wanted = 0.02, sigmas = 2;
    std::vector<PotentialDifference> found;
    const RunFolder there(folder, RunFolder::Access::Read);
    const RunConfig run = loadRunConfig(there.file("run.toml"));
    for (const auto& one : measurementsOf(run, there)) {
        one->read(sweepsOf(run));
        const measure::Records& records = one->records();
        if (!records.layout.has("smeared")) continue;
        const auto smeared = records.series("smeared"), unsmeared = records.series("unsmeared");
        const measure::Axis &r = records.layout.axis("r"), &t = records.layout.axis("t");
        const auto column = [](const std::vector<std::vector<double>>& series, std::size_t at) {
            std::vector<double> values;
            values.reserve(series.size());
            for (const std::vector<double>& record : series)
                values.push_back(record[at]);
            return values;
        };
        for (std::size_t k = 0; k < r.size(); ++k)
            for (std::size_t time = t.size() - 1; time >= 2; --time) {
                const std::size_t at = k * t.size() + time - 1; // of T = time
                const std::vector<double> before = column(unsmeared, at - 1), early = column(unsmeared, at),
                                          late = column(unsmeared, at + 1), smooth = column(smeared, at),
                                          smoothLate = column(smeared, at + 1);
                const auto mass = [](std::span<const double> m, std::size_t first) {
                    return std::log(m[first] / m[first + 1]);
                };
                const Estimate plain =
                    analysis::jackknife({early, late}, [&](std::span<const double> m) { return mass(m, 0); });
                if (!(plain.error < wanted)) continue;
                const Estimate falls = analysis::jackknife(
                    {before, early, late}, [&](std::span<const double> m) { return mass(m, 0) - mass(m, 1); });
                found.push_back(
                    {r.labels[k], int(time),
                     analysis::jackknife({smooth, smoothLate, early, late},
                                         [&](std::span<const double> m) { return mass(m, 0) - mass(m, 2); }),
                     std::abs(falls.mean) < sigmas * falls.error});
                break;
            }
    }
    return found;
}

Finding evaluateSpacings(const Data& data)
{
    Finding found;
    PaperFigure figure{.name = "potential", .title = "SU(2), static potential", .xLabel = "R / a", .yLabel = "a V(R)"};
    constexpr double knownAt25 = 0.1905, errorAt25 = 0.0008, knownAt28 = 0.0737;
    double worst = unknownNumber, probability = unknownNumber;
    for (const PieceData& piece : data.pieces) {
        const Json loops = loopsOf(piece);
        addPotential(figure.ours, piece.name, loops);
        const bool coarse = piece.name.starts_with("2.5");
        const Estimate root = estimateOf(loops.value("root_sigma", Json())),
                       spacing = estimateOf(loops.value("lattice_spacing_fm", Json()));
        const std::string what = fmt::format("{}, {} configurations", piece.name, number(loops, "configurations"));
        found.table.push_back({.what = "a sqrt(sigma), beta " + what,
                               .published = coarse ? knownAt25 : knownAt28,
                               .publishedError = coarse ? std::optional(errorAt25) : std::optional(0.0005),
                               .ours = root.mean,
                               .error = root.error});
        found.table.push_back({.what = "a, beta " + what, .unit = "fm", .ours = spacing.mean, .error = spacing.error});
        const Json fit = loops.value("fit", Json());
        if (fit.is_object()) {
            const double p = number(fit, "probability");
            found.table.push_back({.what = "probability of the fit, beta " + piece.name, .ours = p});
            probability = std::isnan(probability) ? p : std::min(probability, p);
        }
        for (const PotentialDifference& one : differencesOf(piece.folder)) {
            found.table.push_back(
                {.what = fmt::format("V smeared less unsmeared, beta {}, R = ({}), T = {}", piece.name, one.distance,
                                     one.time, one.isPlateau ? "" : ", unsmeared still falling: not judged"),
                 .published = 0,
                 .publishedError = 0,
                 .ours = one.difference.mean,
                 .error = one.difference.error});
            const double pull = std::abs(one.difference.mean / one.difference.error);
            if (one.isPlateau && std::isfinite(pull)) worst = std::isnan(worst) ? pull : std::max(worst, pull);
        }
    }
    found.figures = {figure};
    found.statements = {
        statement(
            "smeared and unsmeared loops give the same potential: the greatest difference, correlations included, in "
            "standard errors is at most 3",
            worst, 0, 3, "too few configurations: no potential of unsmeared loops is known to 0.02 on a plateau"),
        statement("the potential is V0 - alpha / R + sigma R: the least probability of the fits is above 0.05",
                  probability, 0.05, 1, "too few configurations for a fit")};
    found.remarks = {
        "The published numbers of a sqrt(sigma) are the literature's: the text of the table is not readable in our "
        "copy. The difference is taken at the greatest T where the unsmeared potential is known to 0.02, and judged "
        "where that no longer falls: before, unsmeared loops have more of excited states."};
    return found;
}

} // namespace

std::vector<Experiment> cardosoPotentials(const Paper& paper)
{
    return {{.id = "cardoso-10",
             .paper = &paper,
             .title = "potential at beta = 2.5 from shaders, the CPU and precisions",
             .claim = "Two kinds of cards and two precisions give the same potential within errors.",
             .published =
                 "two generations of cards, single and double precision; here 16^4 by fragment and compute shaders, "
                 "from textures and buffers, and by the CPU, 400 configurations each",
             .smallest = "one place",
             .pieces = placePieces,
             .evaluate = evaluatePlaces,
             .leastFraction = 0.1},
            {.id = "cardoso-11",
             .paper = &paper,
             .title = "lattice spacings, smeared and unsmeared (table 3)",
             .claim = "Smeared and unsmeared loops give the same potential within errors.",
             .published =
                 "beta 2.5 with smearing, 1981 configurations; 2.8 without, 52712; 2.8 with, 1981; here 16^4 and 24^4",
             .smallest = "beta 2.5",
             .pieces = spacingPieces,
             .evaluate = evaluateSpacings,
             .leastFraction = 0.02}};
}

} // namespace gaugegl::papers
