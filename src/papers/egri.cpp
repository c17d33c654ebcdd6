// Egri, Fodor, Hoelbling, Katz, Nogradi, Szabo, "Lattice QCD as a video game", Comput. Phys. Commun. 177 (2007) 631.
#include "papers/evaluation.h"

#include "checks/rig.h"
#include "checks/suites.h"
#include "gaugegl/base/interrupt.h"

namespace gaugegl::papers {
namespace {

const std::vector<std::string> multiplicationLattices = {"8x8x8x8", "12x12x12x12", "16x16x16x16", "16x16x16x32",
                                                         "24x24x24x24"};

std::vector<Piece> multiplicationPieces()
{
    return latticePieces(
        multiplicationLattices,
        [](const std::string& lattice) {
            return SuiteWork{standardSuite,
                             kernelsRequest({"wilson-hop", "staggered-hop"}, lattice, {Group::SU3}, "single", 0.3)};
        },
        [](double /*sites*/) { return Cost{.fixed = 12}; });
}

/// GFLOPS of a hop against the volume, beside a level of the paper where its text has one.
PaperFigure hopFigure(const Json& rows, const Data& data, const std::string& what, std::optional<double> card)
{
    PaperFigure figure{.name = "gflops",
                       .title = what + " on " + data.device,
                       .xLabel = volumeLabel,
                       .yLabel = "GFLOPS, single precision",
                       .ours = curvesOf(
                           rows, volumeOf, [](const Json& row) { return number(row, "gflops"); }, placeOf),
                       .axes = volumeAxes(false)};
    if (card) figure.published = levelsBelow(figure.ours, {{"8800 GTX (2006)", *card}});
    return figure;
}

/// The processor, on all cores, over the device: of their best rows.
Statement fifth(const Json& rows, const Data& data)
{
    const char* claim = "the processor reaches at most a fifth of the card";
    const double host = most(rowsWhere(rows, [](const Json& row) { return !isOfDevice(row); }), "gflops");
    return ofCards(data, statement(claim, host / most(rowsWhere(rows, isOfDevice), "gflops"), 0, 0.2), softwareDevice);
}

Finding evaluateWilson(const Data& data)
{
    const Json all = data.rows("kernels"), rows = rowsWhere(all, named("wilson-hop"));
    constexpr double published = 33;
    Finding found;
    found.figures = {hopFigure(rows, data, "Wilson hopping term of SU(3)", published)};
    found.table = {
        peakRate(rowsWhere(rows, isOfDevice), "gflops", "GFLOPS", data, "Wilson, the device", geForce8800, published)};
    Comparison host =
        peakRate(rowsWhere(rows, [](const Json& row) { return !isOfDevice(row); }), "gflops", "GFLOPS", data,
                 "Wilson, the processor; the paper: at most a fifth of the card", pentium4, published / 5);
    const Json best = greatest(rowsWhere(rows, [](const Json& row) { return !isOfDevice(row); }),
                               [](const Json& row) { return number(row, "gflops"); });
    if (!best.is_null()) host.bandwidth = bandwidthOf(best, all, data);
    found.table.push_back(host);
    found.statements = {fifth(rows, data)};
    found.statements.push_back(reachesCard(data, found.table.front()));
    return found;
}

Finding evaluateStaggered(const Data& data)
{
    const Json all = data.rows("kernels"), rows = rowsWhere(all, named("staggered-hop"));
    Finding found;
    found.figures = {hopFigure(rows, data, "Staggered hopping term of SU(3)", std::nullopt)};
    const double wilson = most(rowsWhere(rowsWhere(all, named("wilson-hop")), isOfDevice), "gflops"),
                 staggered = most(rowsWhere(rows, isOfDevice), "gflops");
    found.table = {{.what = "staggered over Wilson, the best rates of the device; the paper's figures: below 1",
                    .ours = staggered / wilson}};
    found.statements = {
        statement("staggered quarks are slower than Wilson's: the ratio of the best rates of the device "
                  "is below 1",
                  staggered / wilson, 0, 1),
        fifth(rows, data)};
    found.remarks = {
        "Links are stored as two rows, the third is rebuilt, as in the paper; the operations of that are not "
        "counted, as there."};
    return found;
}

/// A typical configuration; the paper does not say more of it.
constexpr const char* inverterRun = R"(
[lattice]
extents = [8, 8, 8, 16]
group = "su3"
[action]
beta = 6.0
[update]
seed = 6
overrelaxation = 4
thermalisation = 100
sweeps = 1
[output]
directory = "inverter"
plots = false
[inverter]
operator = "wilson"
kappa = [0.150, 0.154]
source = "point:0,0,0,0"
tolerance = 1e-12
solver = "cg"
)";

/// A row of the inverter.
Json solveOf(const Json& rows, double kappa, const char* path, const char* precision)
{
    const Json found = rowsWhere(rows, [&](const Json& row) {
        return number(row, "kappa") == kappa && text(row, "precision") == precision &&
               (text(row, "path") == "cpu") == (std::string_view(path) == "cpu");
    });
    return greatest(found, [](const Json& row) { return -number(row, "seconds"); });
}

Finding evaluateIterations(const Data& data)
{
    const Json rows = data.rows("inverter");
    Finding found;
    constexpr double lightest = 0.154, inDouble = 730, mixed = 840;
    for (const double kappa : {0.150, lightest}) {
        const Json one = solveOf(rows, kappa, "cpu", "double"), device = solveOf(rows, kappa, "device", "mixed"),
                   host = solveOf(rows, kappa, "cpu", "mixed");
        const auto add = [&](const char* what, const Json& row, const char* key, std::optional<double> published,
                             const char* unit = "") {
            found.table.push_back({.what = fmt::format("{}, kappa {}", what, kappa),
                                   .unit = unit,
                                   .published = published,
                                   .ours = number(row, key)});
        };
        add("iterations in double precision on the CPU", one, "iterations", inDouble);
        add("iterations in mixed precision on the device", device, "iterations", mixed);
        add("its restarts", device, "restarts", 4);
        add("iterations in mixed precision on the CPU", host, "iterations", {});
        add("its restarts", host, "restarts", {});
        add("time in double precision on the CPU", one, "seconds", {}, "s");
        add("time in mixed precision on the device", device, "seconds", {}, "s");
        add("time in mixed precision on the CPU", host, "seconds", {}, "s");
        if (kappa != lightest) continue;
        const double more = number(device, "iterations") / number(one, "iterations");
        const double faster = number(one, "seconds") / number(device, "seconds");
        found.table.push_back({.what = "iterations, mixed over double", .published = mixed / inDouble, .ours = more});
        found.table.push_back(
            {.what = "speed, mixed on the device over double on the CPU", .published = 10, .ours = faster});
        found.statements = {
            statement("mixed precision needs no more than 1.25 times the iterations of double precision", more, 0,
                      1.25),
            ofCards(data,
                    statement("it is about ten times as fast as double precision on the CPU", faster, 5, INFINITY),
                    softwareDevice),
            statement("mixed precision on the CPU gains about a factor of 2",
                      number(one, "seconds") / number(host, "seconds"), 1.5, INFINITY)};
    }
    found.remarks = {"Ours are iterations of conjugate gradients on the even-odd form of the normal equations to a "
                     "relative residual of 1e-12 on links and vectors of about 7 MiB in double precision, which caches "
                     "of today hold; the configuration and residual of the paper are not known. A speed-up "
                     "above ten is possible, since the two devices differ from those of 2006."};
    return found;
}

constexpr int folds[] = {2, 4, 8, 16, 32};

/// The time of a sum over the sites, its result read back plainly or through a pixel buffer, by the factor.
Json measureFolds(const std::shared_ptr<gl::Context>& context, const SuiteRequest& request, double /*fraction*/)
{
    Json rows = Json::array();
    for (const BenchTarget& target : SuiteRequest{.path = "textures"}.targets(context->capabilities(), "single")) {
        Device device(context, request.deviceOf(target));
        Rig rig(device, Lattice({16, 16, 16, 16}), Group::SU3);
        PlaneTexture& terms = rig.density();
        PlaneTexture out(device, {.width = 1, .height = 1, .planes = 2});
        for (const int fold : folds)
            for (const bool buffer : {false, true}) {
                if (interrupted()) return nullptr;
                Reduction& reduction = rig.reduction(fold);
                const auto once = [&] {
                    reduction.sum(terms, out);
                    buffer ? out.downloadThroughBuffer() : out.download();
                };
                once();
                const SampledTime time = sampled(onHostClock(once), 1, {.seconds = 0.3});
                rows.push_back({{"path", name(target.path)},
                                {"fold", fold},
                                {"pixel_buffer", buffer},
                                {"seconds", time.seconds},
                                {"spread", report::toJson(time.spread)}});
            }
    }
    return {{"folds", rows}};
}

Finding evaluateFolds(const Data& data)
{
    const Json rows = data.rows("folds");
    const auto inMicroseconds = [](const Json& row) { return 1e6 * number(row, "seconds"); };
    const auto way = [](const Json& row) {
        return fmt::format("{}, {}", text(row, "path"), row.at("pixel_buffer").get<bool>() ? "pixel buffer" : "plain");
    };
    Finding found;
    found.figures = {{.name = "time",
                      .title = "A sum over 16^4 sites, read back, on " + data.device,
                      .xLabel = "texels that a pass adds to one",
                      .yLabel = "time / microseconds",
                      .ours = curvesOf(
                          rows, [](const Json& row) { return number(row, "fold"); }, inMicroseconds, way),
                      .axes = {.logX = true, .xBase = 2, .zeroY = true}}};
    double gain = unknownNumber;
    for (const Json& plain : rows)
        for (const Json& buffered : rows)
            if (!plain.at("pixel_buffer").get<bool>() && buffered.at("pixel_buffer").get<bool>() &&
                plain.at("path") == buffered.at("path") && plain.at("fold") == buffered.at("fold")) {
                const double times = number(plain, "seconds") / number(buffered, "seconds");
                found.table.push_back(
                    {.what = fmt::format("time read back plainly over that through a pixel buffer, {}, "
                                         "fold {}",
                                         text(plain, "path"), number(plain, "fold")),
                     .ours = times});
                gain = std::isnan(gain) ? times : std::max(gain, times);
            }
    const char* claim = "read-back through a pixel buffer is very advantageous: at best at least 1.5 times as fast";
    found.statements = {ofCards(data, statement(claim, gain, 1.5, INFINITY),
                                "where the memory of a software driver is that of the processor")};
    return found;
}

} // namespace

std::vector<Experiment> egriExperiments(const Paper& paper)
{
    return {
        {.id = "egri-1",
         .paper = &paper,
         .title = "Wilson multiplication, GFLOPS against the volume",
         .claim = "A card multiplies by Wilson's matrix at 33 GFLOPS, five times as fast as a processor or more.",
         .published = "single precision, lattices of many volumes (figure 1); here 8^4 to 24^4, fragment and compute "
                      "shaders, the host's code on one core and on all",
         .smallest = "8^4",
         .pieces = multiplicationPieces,
         .evaluate = evaluateWilson},
        {.id = "egri-2",
         .paper = &paper,
         .title = "staggered multiplication, GFLOPS against the volume",
         .claim = "Staggered quarks stay below Wilson's, and a processor below a fifth of a card.",
         .published = "single precision, the third row of a link rebuilt (figure 2); here 8^4 to 24^4",
         .smallest = "8^4",
         .pieces = multiplicationPieces,
         .evaluate = evaluateStaggered,
         .shares = "egri-1"},
        {.id = "egri-iterations",
         .paper = &paper,
         .title = "mixed precision on a typical Wilson configuration",
         .claim = "Mixed precision needs 840 iterations and 4 restarts where double needs 730, and is ten times as "
                  "fast.",
         .published = "one configuration, residual in double precision; here SU(3), beta 6, 8^3 x 16, two masses",
         .smallest = "the same",
         .pieces =
             [] {
                 return std::vector<Piece>{{.name = "inverter",
                                            .work = RunWork{parseRunConfig(inverterRun, "egri-iterations")},
                                            .cost = {.fixed = 40}}};
             },
         .evaluate = evaluateIterations},
        {.id = "egri-fold",
         .paper = &paper,
         .title = "read-back of sums: how many terms a pass adds, pixel buffers",
         .claim = "Reading sums back through a pixel buffer is very advantageous.",
         .published = "partial sums of 2, 4, 8, 16 terms; here whole sums over 16^4 sites by passes of 2 to 32 terms",
         .smallest = "the same",
         .pieces =
             [] {
                 return std::vector<Piece>{{.name = "folds", .work = OtherWork(measureFolds), .cost = {.fixed = 15}}};
             },
         .evaluate = evaluateFolds}};
}

} // namespace gaugegl::papers
